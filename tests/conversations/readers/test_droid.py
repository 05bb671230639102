"""Droid's session files, and the streams of `droid exec`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gemini_builder as g
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.droid import DroidReader
from arbor_desktop.conversations.readers.registry import detect

READER = DroidReader()


def start(**more: Any) -> dict[str, Any]:
    return {
        "type": "session_start",
        "id": "s-1",
        "title": "Numbers",
        "cwd": "/home/ada/engine",
        "version": "1.2",
        **more,
    }


def message(ident: str, role: str, *content: Any, **more: Any) -> dict[str, Any]:
    blocks = [{"type": "text", "text": part} if isinstance(part, str) else part for part in content]
    return {
        "type": "message", "id": ident, "timestamp": "2026-03-04T05:00:01Z",
        "message": {"role": role, "content": blocks}, **more,
    }  # fmt: skip


RECORDS = [
    start(),
    message("m1", "user", "<system-reminder>be brief</system-reminder>", "Add a file."),
    message(
        "m2", "assistant", {"type": "thinking", "thinking": "hidden"}, "I add it.",
        {"type": "tool_use", "id": "t1", "name": "Create", "input": {"file_path": "src/a.py"}},
    ),
    message("m3", "user", {"type": "tool_result", "tool_use_id": "t1", "content": [{"text": "made"}]}),
    {"type": "todo_state", "id": "t", "todos": []},
    {"type": "compaction_state", "id": "c", "summaryText": "They added a file."},
    message("m4", "user", "Request interrupted by user"),
    message("m5", "user", "/help me"),
    message("m6", "user", "look at context", visibility="llm_only"),
    message("m7", "assistant", "Done."),
]  # fmt: skip


def test_who_speaks_in_a_session(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(g.lines(*RECORDS))
    found = detect(path)
    assert found is not None and found.source == "droid"
    seen = g.read(found, path)
    assert (seen.prompts, seen.answers) == (["Add a file."], ["I add it.", "Done."])
    assert seen.kind(TurnKind.TOOL) == ["Create: src/a.py", "ok\nmade"]
    assert seen.kind(TurnKind.SUMMARY) == ["They added a file."]
    assert seen.kind(TurnKind.INTERRUPT) == ["Request interrupted by user"]
    assert seen.kind(TurnKind.COMMAND) == ["/help me"]
    assert len(seen.kind(TurnKind.INJECTED)) == 2
    assert (seen.last("title"), seen.last("cwd")) == ("Numbers", "/home/ada/engine")
    assert seen.last("paths") == ("/home/ada/engine/src/a.py",)
    assert not seen.last("headless")


def test_a_stream_is_a_program_s_session(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    base = {"session_id": "s-2", "timestamp": 1767812640310}
    path.write_bytes(
        g.lines(
            {"type": "system", "subtype": "init", "cwd": "/tmp/x", "model": "m", **base},
            {"type": "message", "role": "user", "text": "List.", "id": "a", **base},
            {
                "type": "tool_call",
                "toolCallId": "c",
                "toolName": "Execute",
                "parameters": {"command": "ls"},
                **base,
            },
            {"type": "tool_result", "toolCallId": "c", "value": {"stdout": "a\n", "exitCode": 2}, **base},
            {
                "type": "completion",
                "finalText": "One.",
                "usage": {"input_tokens": 7, "output_tokens": 2},
                **base,
            },
            {"type": "error", "message": "boom", **base},
        )
    )
    found = detect(path)
    assert found is not None and found.source == "droid"
    seen = g.read(found, path)
    assert (seen.prompts, seen.answers, seen.tokens) == (["List."], ["One."], (7, 2))
    assert seen.kind(TurnKind.TOOL) == ["Execute: ls", "error\na"]
    assert seen.last("headless") and seen.last("session_id") == "s-2"


def test_copied_history_is_told_once(tmp_path: Path) -> None:
    ident = "5e551004-0000-4000-8000-000000000001"
    one, two = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    one.write_bytes(g.lines(start(), message(ident, "user", "Hi.")))
    two.write_bytes(g.lines(start(id="s-2"), message(ident, "user", "Hi."), message("n", "user", "More.")))
    seen = g.read(READER, one)
    seen.take(READER.read(two, None))
    assert seen.prompts == ["Hi.", "More."]


def test_a_file_that_grows_is_read_like_a_whole_one(tmp_path: Path) -> None:
    path, data = tmp_path / "x.jsonl", g.lines(*RECORDS)
    path.write_bytes(data)
    whole = g.read(READER, path)
    for step in range(1, len(data), 61):
        assert set(g.grown(READER, path, data, [step]).turns) == set(whole.turns)


@pytest.mark.parametrize(
    "head", [b"", b"{}", b'{"type":"message","role":"user","text":"x"}', b'{"type":"system"}']
)
def test_other_files_are_not_taken(head: bytes) -> None:
    assert not READER.recognises(Path("/x/y.jsonl"), head)
    assert READER.recognises(Path("/h/.factory/sessions/p/y.jsonl"), b"")


@given(st.data())
def test_damage_never_raises(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    g.damage(READER, tmp_path_factory.getbasetemp() / "droid.jsonl", RECORDS, data)


def test_the_samples(corpus: Path) -> None:
    files = sorted((corpus / "other_agents").rglob("droid/*.jsonl"))
    assert len(files) == 4
    said = {}
    for path in files:
        found = detect(path)
        assert found is not None and found.source == "droid", path
        seen = g.read(found, path)
        assert sum(batch.unknown_records + batch.broken_lines for batch in seen.batches) == 0, path
        said[path.stem] = (len(seen.prompts), len(seen.answers), len(seen.kind(TurnKind.TOOL)))
    assert said == {
        "session_store_large": (2, 3, 2), "session_store_small": (1, 0, 2),
        "stream_json_large": (1, 2, 2), "stream_json_schema_drift": (1, 1, 2),
    }  # fmt: skip
