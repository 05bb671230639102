"""iFlow's session files: Claude Code's form, iFlow's sessions."""

from __future__ import annotations

from pathlib import Path

import gemini_builder as g
import pytest
from claude_builder import Log
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader, IflowReader
from arbor_desktop.conversations.readers.registry import detect

SESSION = "session-5e551002-0000-4000-8000-000000000001"
READER = IflowReader()


def session() -> Log:
    log = Log(session=SESSION)
    log.user("Set the version.")
    one = {"type": "tool_use", "id": "call_1", "name": "read_file", "input": {"absolute_path": "/a/x.md"}}
    two = {"type": "tool_use", "id": "call_2", "name": "read_file", "input": {"absolute_path": "/a/y.md"}}
    log.blocks([{"type": "text", "text": "I look first."}, one])
    log.blocks([one, two])
    log.blocks([two])
    for number, name in ((1, "wrapped"), (2, "bare")):
        answer = {
            "functionResponse": {"id": "c", "name": "read_file", "response": {"output": f"{name} text"}}
        }
        content = {"callId": "c", "responseParts": answer} if number == 1 else answer
        log.user([{"type": "tool_result", "tool_use_id": f"call_{number}", "content": content}])
    log.answer("Done.")
    log.user("<system-reminder>be careful</system-reminder>")
    return log


def test_it_is_told_apart_from_claude_code_by_its_sessions(tmp_path: Path) -> None:
    path = session().write(tmp_path / "anywhere" / f"{SESSION}.jsonl")
    found = detect(path)
    assert found is not None and found.source == "iflow"
    claude = Log()
    claude.user("Hi.")
    other = detect(claude.write(tmp_path / "c.jsonl"))
    assert other is not None and other.source == "claude-code"


def test_by_place_only_while_there_is_no_content(tmp_path: Path) -> None:
    place = tmp_path / ".iflow" / "projects" / "-a" / "session-1.jsonl"
    assert READER.recognises(place, b"")
    assert not ClaudeCodeReader().recognises(place, b"")
    assert not READER.recognises(tmp_path / ".claude" / "projects" / "p" / "s.jsonl", b"")
    assert not READER.recognises(place, b'{"todo": 1}\n')


def test_who_speaks(tmp_path: Path) -> None:
    seen = g.read(READER, session().write(tmp_path / "s.jsonl"))
    assert {part.source for part in seen.parts} == {"iflow"}
    assert set(seen.sessions.values()) == {SESSION}
    assert seen.prompts == ["Set the version."]
    assert seen.answers == ["I look first.", "Done."]
    assert seen.kind(TurnKind.TOOL) == [
        "read_file: /a/x.md", "read_file: /a/y.md", "ok\nwrapped text", "ok\nbare text",
    ]  # fmt: skip
    assert len(seen.kind(TurnKind.INJECTED)) == 1
    assert seen.last("cwd") == "/home/ada/engine"


def test_a_file_that_grows_is_read_like_a_whole_one(tmp_path: Path) -> None:
    path = session().write(tmp_path / "s.jsonl")
    data = path.read_bytes()
    whole = g.read(READER, path)
    for step in range(1, len(data), 101):
        seen = g.grown(READER, path, data, [step])
        assert set(seen.turns) == set(whole.turns)


@given(st.data())
def test_damage_never_raises(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = session().write(tmp_path_factory.getbasetemp() / "iflow.jsonl")
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(raw[: data.draw(st.integers(0, len(raw)))]))
    seen = g.Kept()
    since = seen.take(READER.read(path, None))
    assert all(not batch.sessions for batch in READER.read(path, since))


def test_a_real_session(corpus: Path) -> None:
    (path,) = (corpus / "other_agents").rglob("session-5de701fc*.jsonl")
    found = detect(path)
    assert found is not None and found.source == "iflow"
    seen = g.read(found, path)
    assert (len(seen.prompts), len(seen.answers)) == (1, 3)
    assert len(seen.kind(TurnKind.TOOL)) == 6 + 6  # every call once, and its result
    assert seen.last("cwd") == r"C:\exp\docker-image-retagger"
    assert seen.last("paths") == (r"C:\exp\docker-image-retagger\src-tauri\src\lib.rs",)
