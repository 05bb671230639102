"""Kimi Code's logs of agents."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import gemini_builder as g
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.kimi import KimiReader
from arbor_desktop.conversations.readers.registry import detect

READER = KimiReader()
_times = itertools.count(1772600401500)


def record(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "time": next(_times), **more}


def prompt(words: str, kind: str = "user", **more: Any) -> dict[str, Any]:
    message = {"role": "user", "content": [{"type": "text", "text": words}], "origin": {"kind": kind, **more}}
    return record("context.append_message", message=message)


def event(kind: str, **more: Any) -> dict[str, Any]:
    return record("context.append_loop_event", event={"type": kind, **more})


def said(words: str, kind: str = "text") -> dict[str, Any]:
    return event("content.part", uuid=f"u{next(_times)}", part={"type": kind, kind: words})


RECORDS = [
    {"type": "metadata", "protocol_version": "1.4", "created_at": 1772600400000},
    record("config.update", cwd="/home/ada/engine", modelAlias="kimi-k2"),
    record("turn.prompt", input=[{"type": "text", "text": "Write it."}]),
    prompt("Write it."),
    said("hidden", "think"),
    said("I write."),
    event(
        "tool.call",
        uuid="Write_0",
        toolCallId="Write_0",
        name="Write",
        args={"path": "src/a.py", "content": "x"},
    ),
    event(
        "tool.result", parentUuid="Write_0", toolCallId="Write_0", result={"output": "no", "isError": True}
    ),
    record("usage.record", usage={"inputOther": 9, "inputCacheRead": 100, "output": 3}),
    prompt("<system-reminder>plan</system-reminder>", "injection"),
    record("turn.steer", input=[{"type": "text", "text": "Wait."}]),
    prompt("Wait."),
    record("turn.cancel"),
    prompt("/skill", "skill_activation", trigger="user-slash"),
    record("context.apply_compaction", summary="They wrote."),
    prompt("Next."),
    said("Good."),
    prompt("Take this back."),
    said("Gone."),
    record("context.undo", count=1),
    prompt("Last."),
]


def wire(folder: Path, *records: Any, agent: str = "main") -> Path:
    path = folder / "sessions" / "wd" / "session_1" / "agents" / agent / "wire.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(g.lines(*records))
    return path


def test_who_speaks(tmp_path: Path) -> None:
    path = wire(tmp_path, *RECORDS)
    found = detect(path)
    assert found is not None and found.source == "kimi"
    seen = g.read(found, path)
    assert seen.prompts == ["Write it.", "Wait.", "Next.", "Last."]
    assert seen.answers == ["I write.", "Good."]
    assert seen.kind(TurnKind.TOOL) == ["Write: src/a.py", "error\nno"]
    assert seen.kind(TurnKind.INJECTED) == ["<system-reminder>plan</system-reminder>"]
    assert seen.kind(TurnKind.COMMAND) == ["/skill"]
    assert seen.kind(TurnKind.SUMMARY) == ["They wrote."]
    assert len(seen.kind(TurnKind.INTERRUPT)) == 1
    assert (seen.last("session_id"), seen.last("title"), seen.last("cwd")) == (
        "session_1",
        "Write it.",
        "/home/ada/engine",
    )
    assert seen.last("paths") == ("/home/ada/engine/src/a.py",)
    assert seen.tokens == (9, 3)


def test_an_undo_stops_at_a_compaction(tmp_path: Path) -> None:
    records = [
        prompt("Before."),
        record("context.apply_compaction", summary="s"),
        prompt("After."),
        record("context.undo", count=5),
    ]
    assert g.read(READER, wire(tmp_path, *records)).prompts == ["Before."]


def test_a_log_that_grows_is_read_like_a_whole_one(tmp_path: Path) -> None:
    path, data = wire(tmp_path, *RECORDS), g.lines(*RECORDS)
    whole = g.read(READER, path)
    for step in range(1, len(data), 97):
        seen = g.grown(READER, path, data, [step])
        assert (set(seen.turns), seen.unsaid, seen.tokens) == (set(whole.turns), whole.unsaid, whole.tokens)


def test_the_session_s_state_knows_its_name_and_folder(tmp_path: Path) -> None:
    path = wire(tmp_path, *RECORDS[:1], record("config.update"), *RECORDS[2:])
    state = {"title": "A talk", "isCustomTitle": True, "workDir": "/home/ada/other"}
    (path.parents[2] / "state.json").write_text(json.dumps(state))
    seen = g.read(READER, path)
    assert (seen.last("title"), seen.last("cwd")) == ("A talk", "/home/ada/other")


def test_a_sub_agent_speaks_in_its_session(tmp_path: Path) -> None:
    task = prompt("Search it.", "system_trigger", name="subagent")
    seen = g.read(READER, wire(tmp_path, RECORDS[0], task, said("Found."), agent="agent-0"))
    assert {turn.kind for turn in seen.turns.values()} == {TurnKind.SUBAGENT}
    assert {part.parent_session_id for part in seen.parts} == {"session_1"}
    alone = tmp_path / "x.jsonl"
    alone.write_bytes(g.lines(RECORDS[0], task))
    assert g.read(READER, alone).last("headless")


def test_a_copied_session_is_told_once(tmp_path: Path) -> None:
    seen = g.read(READER, wire(tmp_path / "a", *RECORDS[:4]))
    seen.take(READER.read(wire(tmp_path / "b", *RECORDS[:4], prompt("More.")), None))
    assert seen.prompts == ["Write it.", "More."]


def test_other_files_are_not_taken() -> None:
    for head in (b"", b"{}", b'{"type": "metadata", "name": "x"}', g.lines({"type": "session", "id": 1})):
        assert not READER.recognises(Path("/x/wire.jsonl"), head)
    assert READER.recognises(Path("/h/.kimi-code/sessions/w/s/agents/main/wire.jsonl"), b"")


@given(st.data())
def test_damage_never_raises(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    g.damage(READER, tmp_path_factory.getbasetemp() / "kimi.jsonl", RECORDS, data)


def test_the_samples(corpus: Path) -> None:
    files = sorted((corpus / "other_agents").rglob("kimi/*.jsonl"))
    assert len(files) == 3
    said = {}
    for path in files:
        found = detect(path)
        assert found is not None and found.source == "kimi", path
        seen = g.read(found, path)
        assert sum(batch.unknown_records + batch.broken_lines for batch in seen.batches) == 0, path
        assert not any(words.startswith("<") for words in seen.prompts)
        said[path.stem] = (len(seen.prompts), len(seen.answers), len(seen.kind(TurnKind.TOOL)))
    assert said == {"assistant_tools": (8, 6, 38), "small": (3, 0, 0), "subagent_agent-0": (0, 1, 4)}
