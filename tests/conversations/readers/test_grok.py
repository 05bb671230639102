"""Grok's chat histories."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gemini_builder as g
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.grok import GrokReader
from arbor_desktop.conversations.readers.registry import detect

READER = GrokReader()


def user(index: int, words: str, **more: Any) -> dict[str, Any]:
    return {"type": "user", "content": [{"type": "text", "text": words}], "prompt_index": index, **more}


def answer(words: str, *calls: Any) -> dict[str, Any]:
    return {"type": "assistant", "content": words, "tool_calls": list(calls), "model_id": "grok-4"}


CALL = {"id": "call-1", "name": "search_replace", "arguments": json.dumps({"file_path": "src/a.py"})}
RECORDS = [
    {"type": "system", "content": "You are Grok."},
    {
        "type": "user",
        "content": [{"type": "text", "text": "rules"}],
        "synthetic_reason": "project_instructions",
    },
    user(0, "<user_info>linux</user_info>\n<user_query>\nChange it.\n</user_query>"),
    {"type": "reasoning", "summary": "hidden"},
    answer("I do.", CALL),
    {"type": "tool_result", "tool_call_id": "call-1", "content": "changed\n"},
    answer("Done."),
    user(1, "Thanks."),
    answer("Done."),
]


def history(folder: Path, *records: Any, **summary: Any) -> Path:
    path = folder / "s-1" / "chat_history.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(g.lines(*records))
    if summary:
        (path.parent / "summary.json").write_text(json.dumps(summary))
    return path


def test_who_speaks(tmp_path: Path) -> None:
    path = history(
        tmp_path,
        *RECORDS,
        info={"id": "s-9", "cwd": "/home/ada/engine"},
        generated_title="A change",
        head_branch="main",
    )
    found = detect(path)
    assert found is not None and found.source == "grok"
    seen = g.read(found, path)
    assert (seen.prompts, seen.answers) == (["Change it.", "Thanks."], ["I do.", "Done.", "Done."])
    assert seen.kind(TurnKind.TOOL) == ["search_replace: src/a.py", "ok\nchanged"]
    assert seen.kind(TurnKind.INJECTED) == ["rules", "<user_info>linux</user_info>"]
    assert (seen.last("session_id"), seen.last("title"), seen.last("cwd"), seen.last("branch")) == (
        "s-9", "A change", "/home/ada/engine", "main",
    )  # fmt: skip
    assert seen.last("paths") == ("/home/ada/engine/src/a.py",)


def test_without_a_summary_the_folder_names_the_session(tmp_path: Path) -> None:
    seen = g.read(READER, history(tmp_path, *RECORDS))
    assert (seen.last("session_id"), seen.last("title")) == ("s-1", "Change it.")


def test_a_compaction_takes_nothing_back_and_a_rewind_does(tmp_path: Path) -> None:
    path = history(tmp_path, *RECORDS)
    seen = g.Kept()
    since = seen.take(READER.read(path, None))
    summary = {"type": "user", "content": "They changed it.", "synthetic_reason": "compaction_meta"}
    history(tmp_path, RECORDS[0], summary, *RECORDS[7:], user(2, "Wrong."))
    since = seen.take(READER.read(path, since))
    assert seen.kind(TurnKind.SUMMARY) == ["They changed it."]
    assert seen.prompts == ["Change it.", "Thanks.", "Wrong."]
    history(tmp_path, RECORDS[0], summary, *RECORDS[7:], user(2, "Right."))
    seen.take(READER.read(path, since))
    assert seen.prompts == ["Change it.", "Thanks.", "Right."]


def test_a_sub_agent_speaks_in_its_parent_s_session_where_that_is_known(tmp_path: Path) -> None:
    path = history(tmp_path / "p-1" / "subagents", *RECORDS, session_kind="subagent")
    seen = g.read(READER, path)
    assert {part.parent_session_id for part in seen.parts} == {"p-1"}
    assert {turn.kind for turn in seen.turns.values()} == {TurnKind.SUBAGENT}
    alone = history(tmp_path / "alone", *RECORDS, session_kind="subagent")
    assert g.read(READER, alone).last("headless")


def test_other_files_are_not_taken() -> None:
    for head in (
        b"",
        b"{}",
        g.lines({"type": "user", "content": "x"}),
        g.lines({"type": "user", "message": {}, "model_id": 1}),
    ):
        assert not READER.recognises(Path("/x/chat_history.jsonl"), head)
    assert READER.recognises(Path("/h/.grok/sessions/p/s/chat_history.jsonl"), b"")


@given(st.data())
def test_damage_never_raises(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    g.damage(READER, tmp_path_factory.getbasetemp() / "grok.jsonl", RECORDS, data)


def test_the_sample(corpus: Path) -> None:
    (path,) = (corpus / "other_agents").rglob("grok/subagent/chat_history.jsonl")
    found = detect(path)
    assert found is not None and found.source == "grok"
    seen = g.read(found, path)
    assert (len(seen.prompts), len(seen.answers), len(seen.kind(TurnKind.TOOL))) == (1, 2, 2)
    assert seen.last("headless") and seen.last("branch") == "main"
