"""Blocks that hooks put into sessions: told apart in the record, and no turn of the conversation."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import pytest
from codex_builder import Rollout
from gemini_builder import document, message

from arbor_desktop.conversations.arrival import SeenBlock, arrived, blocks_in, line_hash, text_hash
from arbor_desktop.conversations.model import SessionPart
from arbor_desktop.conversations.readers.base import Reader
from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader
from arbor_desktop.conversations.readers.codex import CodexReader
from arbor_desktop.conversations.readers.gemini_cli import GeminiCliReader

BLOCK = """<user_context>
What is known.

## Facts
- The pool has 24 connections.
- Ada likes "tea" & <b>
</user_context>"""
LINES = (line_hash("- The pool has 24 connections."), line_hash('- Ada likes "tea" & <b>'))


def seen(reader: Reader, path: Path) -> tuple[list[SeenBlock], list[str]]:
    """What the record shows, and all texts of its turns."""
    parts: list[SessionPart] = [part for batch in reader.read(path, None) for part in batch.sessions]
    return [one for part in parts for one in part.shown], [turn.text for part in parts for turn in part.turns]


def claude(path: Path, *records: dict[str, object]) -> Path:
    lines = []
    for number, record in enumerate(records):
        lines.append(json.dumps({
            "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "sessionId": "s-1",
            "timestamp": "2026-01-01T10:00:00.000Z", "cwd": "/x", "isSidechain": False, **record,
        }))  # fmt: skip
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def prompt(content: object) -> dict[str, object]:
    return {"type": "user", "message": {"role": "user", "content": content}}


def hooked(kind: str, content: object, **more: object) -> dict[str, object]:
    return {
        "type": "attachment",
        "attachment": {"type": kind, "hookEvent": "SessionStart", "content": content, **more},
    }


def test_claude_code_tells_of_the_answers_of_hooks(tmp_path: Path) -> None:
    path = claude(tmp_path / "s-1.jsonl", hooked("hook_additional_context", ["else", BLOCK]), prompt("hello"))
    found, texts = seen(ClaudeCodeReader(), path)
    assert found == [SeenBlock("SessionStart"), SeenBlock("SessionStart", text_hash(BLOCK), LINES)]
    assert texts == ["hello"]


@pytest.mark.parametrize("content", [None, 7, {"a": 1}, ["x", 3, None], "plain"])
def test_odd_answers_of_hooks_show_only_that_there_was_one(tmp_path: Path, content: object) -> None:
    path = claude(tmp_path / "s-1.jsonl", hooked("hook_success", content, stdout=BLOCK), prompt("hello"))
    assert seen(ClaudeCodeReader(), path) == ([SeenBlock("SessionStart")], ["hello"])


def test_a_block_beside_a_prompt_is_shown_and_cut_out(tmp_path: Path) -> None:
    text = f"<system-reminder>\n{BLOCK}\n</system-reminder>\nhello"
    path = claude(tmp_path / "s-1.jsonl", prompt([{"type": "text", "text": text}]))
    found, texts = seen(ClaudeCodeReader(), path)
    assert found == [SeenBlock("", text_hash(BLOCK), LINES)]
    assert "hello" in texts
    assert not any("24 connections" in text for text in texts)


def test_what_a_tool_gave_back_shows_nothing(tmp_path: Path) -> None:
    result = {"type": "tool_result", "tool_use_id": "t", "content": BLOCK}
    path = claude(tmp_path / "s-1.jsonl", prompt("hello"), prompt([result]))
    assert seen(ClaudeCodeReader(), path)[0] == []


def test_codex_shows_it_as_a_message_of_the_developer(tmp_path: Path) -> None:
    made = Rollout().meta().message("developer", BLOCK).message("user", "hello").message("assistant", "hi")
    path = tmp_path / "rollout.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in made.records), encoding="utf-8")
    found, texts = seen(CodexReader(), path)
    assert found == [SeenBlock("", text_hash(BLOCK), LINES)]
    assert not any("24 connections" in text for text in texts)


@pytest.mark.parametrize("more", [{}, {"displayContent": [{"text": "hello"}]}])
def test_gemini_shows_it_with_its_tags_escaped(tmp_path: Path, more: dict[str, Any]) -> None:
    escaped = f"<hook_context>{html.escape(BLOCK, quote=False).replace('&amp;', '&')}</hook_context>"
    path = tmp_path / "session-1.json"
    path.write_bytes(document(message("1", "user", [{"text": "hello"}, {"text": escaped}], **more)))
    found, texts = seen(GeminiCliReader(), path)
    assert [one.lines for one in found] == [LINES]
    assert texts.count("hello") == 1
    assert not any("24 connections" in text for text in texts)


def test_what_was_cut_off_is_known_by_its_lines() -> None:
    [cut] = blocks_in(BLOCK[: BLOCK.index("- Ada")])
    assert cut.text_hash != text_hash(BLOCK)
    assert arrived(text_hash(BLOCK), "SessionStart", LINES, [cut], went_on=True) is True


@pytest.mark.parametrize(("shown", "went_on", "expected"), [
    ([], True, None),
    ([SeenBlock("SessionStart")], True, False),
    ([SeenBlock("SessionStart")], False, None),
    ([SeenBlock("Stop")], True, None),
    ([SeenBlock("SessionStart"), SeenBlock("SessionStart", text_hash(BLOCK))], False, True),
    ([SeenBlock("UserPromptSubmit", text_hash(BLOCK), LINES)], True, None),
])  # fmt: skip
def test_it_arrived_or_not_or_nobody_knows(
    shown: list[SeenBlock], went_on: bool, expected: bool | None
) -> None:
    assert arrived(text_hash(BLOCK), "SessionStart", LINES, shown, went_on=went_on) is expected
