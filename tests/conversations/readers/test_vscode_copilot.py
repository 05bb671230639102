"""Reading VS Code's chats: documents, journals of changes, answers with tools, undone requests."""

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
from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.conversations.readers.vscode_copilot import VsCodeCopilotReader

one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

ID = "5e550001-0000-4000-8000-000000000001"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "workspaceStorage" / "5e55" / "chatSessions"
    folder.mkdir(parents=True)
    (folder.parent / "workspace.json").write_text('{"folder": "file:///home/ada/engine"}', encoding="utf-8")
    return folder


def request(ident: str, words: str, *response: Any, **more: Any) -> dict[str, Any]:
    message = {"text": words, "parts": []}
    return {
        "requestId": ident,
        "message": message,
        "response": list(response),
        "timestamp": 1767225590000,
        **more,
    }


def session(*requests: Any, **more: Any) -> dict[str, Any]:
    return {"version": 3, "sessionId": ID, "creationDate": 1767225590000, "requests": list(requests), **more}


def put(path: Path, *entries: Any) -> Path:
    path.write_text("\n".join(map(json.dumps, entries)) + "\n", encoding="utf-8")
    return path


def read(path: Path, since: Checkpoint | None = None) -> Seen:
    seen = Seen()
    seen.take(VsCodeCopilotReader().read(path, since))
    return seen


VALVE = request("r1", "Add a valve.", {"value": "I will add it."})


class TestDocuments:
    def test_an_answer_with_all_its_parts(self, folder: Path) -> None:
        tool = {
            "kind": "toolInvocationSerialized",
            "toolId": "run_in_terminal",
            "pastTenseMessage": {"value": "Ran it"},
            "toolSpecificData": {"kind": "terminal", "commandLine": {"original": "make test"}},
        }
        answer = request(
            "r1",
            "Add a valve.",
            {"kind": "thinking", "value": "Hm."},
            {"value": "See "},
            {"kind": "inlineReference", "inlineReference": {"path": "/home/ada/engine/a.py"}},
            {"value": "."},
            tool,
            {
                "kind": "toolInvocationSerialized",
                "toolId": "copilot_readFile",
                "invocationMessage": "Reading a.py",
            },
            {"kind": "textEditGroup", "uri": {"path": "/home/ada/engine/a.py"}, "edits": []},
            {"value": "\n```\n"},
            {"kind": "undoStop", "id": "1"},
            {"kind": "markdownContent", "content": {"value": "Done."}},
            result={"metadata": {"promptTokens": 10, "outputTokens": 3, "resolvedModel": "gpt-x"}},
        )
        seen = read(put(folder / f"{ID}.json", session(answer, customTitle="The valve")))

        assert seen.said == ["Add a valve."]
        assert seen.texts("said", "assistant") == ["See `a.py`.", "```\nDone."]
        assert seen.texts("tool") == ["run_in_terminal: make test", "copilot_readFile: Reading a.py"]
        part = seen.parts[0]
        assert (part.cwd, part.title, part.paths) == (
            "/home/ada/engine",
            "The valve",
            ("/home/ada/engine/a.py",),
        )
        assert (part.input_tokens, part.output_tokens, part.extra) == (10, 3, {"model": "gpt-x"})
        assert {turn.at for turn in seen.turns.values()} == {1767225590000}

    def test_undone_and_canceled_requests(self, folder: Path) -> None:
        undone = request("r2", "Use steam.", {"value": "Steam."}, shouldBeRemovedOnSend={"requestId": "r2"})
        canceled = request("r3", "Paint it.", isCanceled=True)
        seen = read(put(folder / "a.json", session(VALVE, undone, canceled)))
        assert seen.unsaid_texts == ["Use steam.", "Steam."]
        assert seen.texts("interrupt") == ["Canceled"]

    def test_a_prompt_as_plain_text(self, folder: Path) -> None:
        seen = read(put(folder / "a.json", session({**VALVE, "message": "Add a pump."})))
        assert seen.said == ["Add a pump."]

    def test_without_a_folder(self, folder: Path) -> None:
        (folder.parent / "workspace.json").unlink()
        assert read(put(folder / "a.json", session(VALVE))).parts[0].cwd is None


class TestJournal:
    def test_it_says_what_the_session_has_become(self, folder: Path) -> None:
        path = put(
            folder / f"{ID}.jsonl",
            {"kind": 0, "v": session()},
            {"kind": 2, "k": ["requests"], "v": [request("r1", "Add a valve.")]},
            {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "I wi"}]},
            {"kind": 2, "k": ["requests", 0, "response"], "i": 0, "v": [{"value": "I will add it."}]},
            {"kind": 1, "k": ["customTitle"], "v": "The valve"},
            {"kind": 3, "k": ["creationDate"]},
        )
        seen = read(path)
        assert seen.said == ["Add a valve."]
        assert seen.texts("said", "assistant") == ["I will add it."]
        assert list(seen.titles.values()) == ["The valve"]
        assert seen.batches[0].unknown_records == 0

    def test_a_request_that_is_cut_off_is_missing_then(self, folder: Path) -> None:
        path = put(folder / "a.jsonl", {"kind": 0, "v": session(VALVE, request("r2", "Use steam."))})
        before = read(path)
        with path.open("a", encoding="utf-8") as file:
            file.write(
                json.dumps({"kind": 2, "k": ["requests"], "i": 1, "v": [request("r3", "Use oil.")]}) + "\n"
            )
        after = read(path, before.batches[-1].checkpoint)
        assert after.said == ["Add a valve.", "Use oil."]
        assert after.parts[0].whole

    def test_damaged_lines_and_paths_that_lead_nowhere_are_counted(self, folder: Path) -> None:
        path = put(
            folder / "a.jsonl",
            {"kind": 0, "v": session(VALVE)},
            {"kind": 1, "k": ["requests", 7, "message"], "v": "x"},
            {"kind": 2, "k": ["customTitle"], "v": ["x"]},
            {"kind": 9, "k": ["x"]},
            {"kind": 1, "k": [], "v": {}},
        )
        with path.open("ab") as file:
            file.write(b'{"kind": 1, "k"\n{"kind": 1, "k": ["requ')
        seen = read(path)
        assert seen.said == ["Add a valve."]
        assert (seen.batches[0].unknown_records, seen.batches[0].broken_lines) == (4, 1)

    def test_without_a_beginning_it_is_damaged(self, folder: Path) -> None:
        with pytest.raises(Damaged):
            read(put(folder / "a.jsonl", {"kind": 1, "k": ["x"], "v": 1}))


def test_nothing_is_new_the_second_time(folder: Path) -> None:
    path = put(folder / "a.json", session(VALVE))
    assert read(path, read(path).batches[-1].checkpoint).parts == []


def test_recognition(folder: Path, tmp_path: Path) -> None:
    assert isinstance(detect(put(folder / "a.json", session(VALVE))), VsCodeCopilotReader)
    assert isinstance(detect(put(folder / "a.jsonl", {"kind": 0, "v": session(VALVE)})), VsCodeCopilotReader)
    exported = {"responderUsername": "GitHub Copilot", "requests": [VALVE]}
    assert isinstance(detect(put(tmp_path / "chat.json", exported)), VsCodeCopilotReader)
    for name, content in (
        ("a.json", {"requests": []}),
        ("a.jsonl", {"kind": 1, "k": []}),
        ("a.jsonl", {"kind": 0, "v": {"x": 1}}),
        ("a.md", session(VALVE)),
    ):
        path = put(tmp_path / name, content)
        assert not VsCodeCopilotReader().recognises(path, path.read_bytes())


WILD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["kind", "k", "v", "i", "value", "response", "message", "text", "uri", "result"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@one_folder
@given(wild=st.lists(WILD, max_size=5))
def test_wild_chats_never_break_it(folder: Path, wild: list[Any]) -> None:
    more = [{**VALVE, **each} for each in wild if isinstance(each, dict)]
    response = request("r9", "Paint it.", *wild)
    document = read(put(folder / "a.json", session(VALVE, *wild, *more, response)))
    assert document.said[0] == "Add a valve."
    journal = [
        {"kind": 0, "v": session(VALVE)},
        *({"kind": 2, "k": ["requests"], "v": each} for each in wild),
    ]
    assert read(put(folder / "a.jsonl", *journal, *wild)).batches
