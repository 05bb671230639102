"""Reading Continue's sessions: speakers, context, tools, the index beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_builder import Seen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Checkpoint
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.continue_dev import ContinueReader
from arbor_desktop.conversations.readers.registry import detect

one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

ID = "5e550001-0000-4000-8000-000000000001"
PROMPT: dict[str, Any] = {
    "message": {"role": "user", "content": [{"type": "text", "text": "Add a valve."}]},
    "contextItems": [{"name": "a.py", "description": "src/a.py", "content": "x = 1"}],
}
ANSWER: dict[str, Any] = {"message": {"role": "assistant", "content": "I will add it."}, "contextItems": []}
CALL = {"id": "1", "function": {"name": "run_terminal", "arguments": '{"command": "make test"}'}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / ".continue" / "sessions" / f"{ID}.json"
    path.parent.mkdir(parents=True)
    return path


def put(path: Path, *history: Any, **more: Any) -> Path:
    document = {"sessionId": ID, "title": "New Session", "workspaceDirectory": "file:///home/ada/engine"}
    path.write_text(json.dumps({**document, "history": list(history), **more}), encoding="utf-8")
    return path


def read(path: Path, since: Checkpoint | None = None) -> Seen:
    seen = Seen()
    seen.take(ContinueReader().read(path, since))
    return seen


def test_prompt_context_and_answer(path: Path) -> None:
    put(path, PROMPT, {"message": {"role": "thinking", "content": "Hm."}}, ANSWER, chatModelTitle="GPT")
    seen = read(path)
    assert seen.said == ["Add a valve."]
    assert seen.texts("said", "assistant") == ["I will add it."]
    assert seen.texts("injected") == ["a.py - src/a.py"]
    part = seen.parts[0]
    assert (part.session_id, part.cwd, part.title, part.whole) == (ID, "/home/ada/engine", None, True)
    assert part.extra == {"model": "GPT"}


@pytest.mark.parametrize(
    ("folder", "cwd"),
    [("/home/ada", "/home/ada"), ("file:///c%3A/Users/ada", "c:/Users/ada"), ("", None), (3, None)],
)
def test_folders(path: Path, folder: Any, cwd: str | None) -> None:
    assert read(put(path, PROMPT, workspaceDirectory=folder)).parts[0].cwd == cwd


def test_tools_and_how_they_ended(path: Path) -> None:
    state = {"toolCall": CALL, "status": "errored", "output": [{"content": "no rule"}]}
    used = {"message": {"role": "assistant", "content": "", "toolCalls": [CALL]}, "toolCallStates": [state]}
    bare = {"message": {"role": "assistant", "content": "", "toolCalls": [CALL]}}
    result = {"message": {"role": "tool", "content": "2 passed"}}
    seen = read(put(path, PROMPT, used, bare, result))
    assert seen.texts("tool") == [
        "run_terminal: make test",
        "error\nno rule",
        "run_terminal: make test",
        "ok\n2 passed",
    ]


def test_a_summary(path: Path) -> None:
    seen = read(put(path, PROMPT, {**ANSWER, "conversationSummary": "A valve was added."}))
    assert seen.texts("summary") == ["A valve was added."]


def test_the_index_tells_the_time(path: Path) -> None:
    index = path.parent / "sessions.json"
    index.write_text(json.dumps([{"sessionId": ID, "dateCreated": "1767225590000"}]), encoding="utf-8")
    assert {turn.at for turn in read(put(path, PROMPT)).turns.values()} == {1767225590000}
    assert not ContinueReader().recognises(index, index.read_bytes())
    index.write_text("[", encoding="utf-8")
    assert {turn.at for turn in read(path).turns.values()} == {None}


def test_an_edited_prompt_is_missing_then(path: Path) -> None:
    before = read(put(path, PROMPT, ANSWER))
    edited = {"message": {"role": "user", "content": "Add a pump."}}
    after = read(put(path, edited, ANSWER), before.batches[-1].checkpoint)
    assert after.said == ["Add a pump."]
    assert after.parts[0].whole
    assert read(path, after.batches[-1].checkpoint).parts == []


def test_half_written_is_told_so(path: Path) -> None:
    put(path, PROMPT).write_bytes(path.read_bytes()[:-4])
    with pytest.raises(Damaged):
        read(path)


def test_recognition(path: Path, tmp_path: Path) -> None:
    assert isinstance(detect(put(path, PROMPT)), ContinueReader)
    elsewhere = put(tmp_path / "copy.json", PROMPT)
    assert isinstance(detect(elsewhere), ContinueReader)
    for content in ({"history": []}, [PROMPT], {"sessionId": ID, "messages": []}):
        elsewhere.write_text(json.dumps(content), encoding="utf-8")
        assert not ContinueReader().recognises(elsewhere, elsewhere.read_bytes())


WILD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["message", "role", "content", "toolCalls", "toolCallStates", "contextItems"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@one_folder
@given(history=st.lists(WILD, max_size=5), extra=WILD)
def test_wild_sessions_never_break_it(path: Path, history: list[Any], extra: Any) -> None:
    seen = read(put(path, PROMPT, *history, usage=extra, title=extra, mode=extra))
    assert seen.said[0] == "Add a valve."
