"""The logs of Kimi CLI, before it became Kimi Code."""

from __future__ import annotations

import hashlib
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
_times = itertools.count(1772600401)


def record(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": next(_times) + 0.25, "message": {"type": kind, "payload": payload}}


CALL = {"name": "WriteFile", "arguments": json.dumps({"path": "a.py", "content": "x"})}
RECORDS = [
    {"type": "metadata", "protocol_version": "1.3"},
    record("TurnBegin", user_input=[{"type": "text", "text": "Write it."}]),
    record("StepBegin", n=1),
    record("ContentPart", type="think", think="hidden"),
    record("ContentPart", type="text", text="I write."),
    record("ToolCall", type="function", id="t1", function=CALL),
    record(
        "ToolResult", tool_call_id="t1", return_value={"is_error": True, "output": "no", "message": "failed"}
    ),
    record("StatusUpdate", token_usage={"input_other": 9, "output": 3, "input_cache_read": 50}),
    record("SteerInput", user_input="Wait."),
    record("StepInterrupted"),
    record("TurnBegin", user_input="/clear"),
    record("TurnEnd"),
    record("Mystery"),
]


def wire(home: Path, *records: Any, folder: str = "/home/ada/engine", agent: str = "") -> Path:
    path = home / "sessions" / hashlib.md5(folder.encode()).hexdigest() / "s-1"
    path = path / "subagents" / agent / "wire.jsonl" if agent else path / "wire.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(g.lines(*records))
    return path


def test_who_speaks(tmp_path: Path) -> None:
    (tmp_path / "kimi.json").write_text('{"work_dirs": [{"path": "/x"}, {"path": "/home/ada/engine"}]}')
    path = wire(tmp_path, *RECORDS)
    found = detect(path)
    assert found is not None and found.source == "kimi"
    seen = g.read(found, path)
    assert (seen.prompts, seen.answers) == (["Write it.", "Wait."], ["I write."])
    assert seen.kind(TurnKind.TOOL) == ["WriteFile: a.py", "error\nno"]
    assert seen.kind(TurnKind.COMMAND) == ["/clear"]
    assert len(seen.kind(TurnKind.INTERRUPT)) == 1
    assert seen.tokens == (9, 3)
    assert (seen.last("session_id"), seen.last("title"), seen.last("cwd")) == (
        "s-1",
        "Write it.",
        "/home/ada/engine",
    )
    assert seen.last("paths") == ("/home/ada/engine/a.py",)
    assert seen.batches[-1].unknown_records == 1


def test_a_sub_agent_speaks_in_its_session(tmp_path: Path) -> None:
    seen = g.read(READER, wire(tmp_path, *RECORDS, agent="a-1"))
    assert {turn.kind for turn in seen.turns.values()} == {TurnKind.SUBAGENT}
    assert {part.parent_session_id for part in seen.parts} == {"s-1"}


def test_a_log_that_grows_is_read_like_a_whole_one(tmp_path: Path) -> None:
    path, data = wire(tmp_path, *RECORDS), g.lines(*RECORDS)
    whole = g.read(READER, path)
    for step in range(1, len(data), 53):
        seen = g.grown(READER, path, data, [step])
        assert (set(seen.turns), seen.tokens) == (set(whole.turns), whole.tokens)


def test_a_copied_session_is_told_once(tmp_path: Path) -> None:
    seen = g.read(READER, wire(tmp_path / "a", *RECORDS[:4]))
    seen.take(READER.read(wire(tmp_path / "b", *RECORDS[:4], record("SteerInput", user_input="More.")), None))
    assert seen.prompts == ["Write it.", "More."]


@given(st.data())
def test_damage_never_raises(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    g.damage(READER, tmp_path_factory.getbasetemp() / "kimi-cli.jsonl", RECORDS, data)
