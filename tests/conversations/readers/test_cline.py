"""Reading the tasks of Cline and Roo Code: both files, speakers, streaming, what was taken back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_builder import Seen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.cline import ClineReader, RooCodeReader
from arbor_desktop.conversations.readers.registry import detect

one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

NOW = 1767225590000


def say(kind: str, text: str = "", **more: Any) -> dict[str, Any]:
    return {"ts": NOW, "type": "say", "say": kind, "text": text, **more}


def ask(kind: str, text: str = "", **more: Any) -> dict[str, Any]:
    return {"ts": NOW, "type": "ask", "ask": kind, "text": text, **more}


def words(role: str, *texts: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text} for text in texts], **more}


TASK = say("task", "Add a valve.")
ANSWER = say("text", "I will add it.")
PLACE = "# Current Working Directory (/home/ada/engine) Files\na.py"
ENVIRONMENT = f"<environment_details>\n{PLACE}\n</environment_details>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "saoudrizwan.claude-dev" / "tasks" / str(NOW)
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def roo(tmp_path: Path) -> Path:
    folder = tmp_path / "rooveterinaryinc.roo-cline" / "tasks" / "5e550001-0000-4000-8000-000000000001"
    folder.mkdir(parents=True)
    return folder


def put(folder: Path, *records: Any, name: str = "ui_messages.json") -> Path:
    (folder / name).write_text(json.dumps(list(records)), encoding="utf-8")
    return folder / name


def read(path: Path, since: Checkpoint | None = None, reader: ClineReader | None = None) -> Seen:
    seen = Seen()
    seen.take((reader or ClineReader()).read(path, since))
    return seen


class TestWhatThePersonSees:
    def test_prompts_answers_and_tools(self, folder: Path) -> None:
        edit = say("tool", json.dumps({"tool": "editedExistingFile", "path": "a.py", "diff": "…"}))
        request = say("api_req_started", json.dumps({"tokensIn": 10, "cacheReads": 5, "tokensOut": 3}))
        seen = read(
            put(
                folder,
                TASK,
                request,
                say("reasoning", "Hm."),
                ANSWER,
                edit,
                ask("command", "make test"),
                say("command_output", "2 passed"),
                say("completion_result", "Done.HAS_CHANGES"),
                ask("completion_result", ""),
                say("user_feedback", "Paint it."),
            )
        )
        assert seen.said == ["Add a valve.", "Paint it."]
        assert seen.texts("said", "assistant") == ["I will add it.", "Done."]
        assert seen.texts("tool") == ["editedExistingFile: a.py", "command: make test", "ok\n2 passed"]
        part = seen.parts[0]
        assert (part.input_tokens, part.output_tokens, part.paths, part.whole) == (15, 3, ("a.py",), True)
        assert {turn.at for turn in seen.turns.values()} == {NOW}

    def test_what_is_still_streaming_waits(self, folder: Path) -> None:
        begun = say("text", "I will a", partial=True)
        before = read(put(folder, TASK, begun))
        assert before.texts("said", "assistant") == []
        after = read(put(folder, TASK, ANSWER), before.batches[-1].checkpoint)
        assert after.texts("said", "assistant") == ["I will add it."]

    def test_a_question_and_the_answer_that_was_picked(self, folder: Path) -> None:
        question = {"question": "Which metal?", "options": ["brass", "steel"], "selected": "brass"}
        plan = ask("plan_mode_respond", json.dumps({"response": "First the seat.", "options": []}))
        seen = read(put(folder, TASK, ask("followup", json.dumps(question)), plan))
        assert seen.said == ["Add a valve.", "brass"]
        assert seen.texts("said", "assistant") == ["Which metal?", "First the seat."]

    @pytest.mark.parametrize(
        ("record", "kind"),
        [
            (say("user_feedback", "/smol"), "command"),
            (say("user_feedback_diff", '{"diff": "x"}'), "tool"),
            (ask("condense", "What was done so far"), "injected"),
            (say("condense_context", contextCondense={"summary": "All done."}), "summary"),
            (say("error", "no such file"), "tool"),
        ],
    )
    def test_what_nobody_said(self, folder: Path, record: dict[str, Any], kind: str) -> None:
        seen = read(put(folder, TASK, record))
        assert seen.said == ["Add a valve."]
        assert len(seen.texts(kind)) == 1

    def test_a_kind_that_is_unknown_is_counted(self, folder: Path) -> None:
        assert read(put(folder, TASK, say("telepathy", "x"), 3)).batches[0].unknown_records == 2


class TestWhatTheModelSees:
    def test_the_words_in_their_tags_are_the_persons(self, folder: Path) -> None:
        history = put(
            folder,
            words("user", "<task>\nAdd a valve.\n</task>", ENVIRONMENT),
            words(
                "assistant",
                "<thinking>Hm.</thinking>\n\nLet me see.\n\n<read_file>\n<path>a.py</path>\n</read_file>",
            ),
            words("user", "[read_file for 'a.py'] Result:", "x = <task>1</task", ENVIRONMENT),
            words("assistant", "<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>"),
            words("user", "[attempt_completion] Result:", "<feedback>\nPaint it.\n</feedback>"),
            name="api_conversation_history.json",
        )
        seen = read(history)
        assert seen.said == ["Add a valve.", "Paint it."]
        assert seen.texts("said", "assistant") == ["Let me see.", "Done."]
        assert seen.texts("tool")[0] == "read_file: a.py"
        assert len(seen.texts("injected")) == 2
        assert seen.parts[0].cwd == "/home/ada/engine"

    def test_tools_as_the_api_has_them(self, folder: Path) -> None:
        call = {"type": "tool_use", "name": "execute_command", "input": {"command": "make"}}
        done = {"type": "tool_use", "name": "attempt_completion", "input": {"result": "Done."}}
        result = {"type": "tool_result", "content": [{"type": "text", "text": "<feedback>Why?</feedback>"}]}
        history = put(
            folder,
            words("user", "<task>Build it</task>"),
            {"role": "assistant", "content": [call, done]},
            {"role": "user", "content": [result]},
            name="api_conversation_history.json",
        )
        seen = read(history)
        assert seen.said == ["Build it", "Why?"]
        assert seen.texts("said", "assistant") == ["Done."]
        assert seen.texts("tool") == ["execute_command: make", "ok"]

    def test_a_summary_is_none_of_the_persons_words(self, folder: Path) -> None:
        summary = {"role": "user", "content": "## Summary\nA valve was added.", "isSummary": True}
        history = put(
            folder, words("user", "<task>x y</task>"), summary, name="api_conversation_history.json"
        )
        seen = read(history)
        assert seen.texts("summary") == ["## Summary\nA valve was added."]

    def test_beside_the_other_file_it_says_nothing(self, folder: Path) -> None:
        put(folder, TASK)
        history = put(
            folder, words("user", "<task>Add a valve.</task>"), name="api_conversation_history.json"
        )
        assert read(history).parts == []
        assert isinstance(detect(history), ClineReader)


class TestBeside:
    def test_roo_tells_of_its_task(self, roo: Path) -> None:
        item = {"id": roo.name, "task": "Add a valve.", "workspace": "/home/ada/engine", "mode": "code"}
        (roo / "history_item.json").write_text(json.dumps(item), encoding="utf-8")
        path = put(roo, TASK, ANSWER)
        reader = detect(path)
        assert isinstance(reader, RooCodeReader)
        seen = read(path, reader=reader)
        part = seen.parts[0]
        assert (part.source, part.session_id, part.cwd) == ("roo-code", roo.name, "/home/ada/engine")

    def test_a_task_that_a_task_began(self, roo: Path) -> None:
        item = {"id": roo.name, "task": "Add a valve.", "parentTaskId": "5e550002"}
        (roo / "history_item.json").write_text(json.dumps(item), encoding="utf-8")
        seen = read(put(roo, TASK, ANSWER, say("user_feedback", "No, in brass.")), reader=RooCodeReader())
        assert seen.parts[0].parent_session_id == "5e550002"
        assert seen.said == ["No, in brass."]
        assert seen.texts("subagent") == ["Add a valve.", "I will add it."]

    def test_cline_has_a_list_of_tasks(self, folder: Path) -> None:
        state = folder.parent.parent / "state"
        state.mkdir()
        tasks = [
            {"id": "1"},
            {"id": folder.name, "task": "Add a valve.", "cwdOnTaskInitialization": "/home/ada"},
        ]
        (state / "taskHistory.json").write_text(json.dumps(tasks), encoding="utf-8")
        usage = {"model_usage": [{"model_id": "claude-x"}]}
        (folder / "task_metadata.json").write_text(json.dumps(usage), encoding="utf-8")
        seen = read(put(folder, TASK))
        assert seen.parts[0].cwd == "/home/ada"
        assert seen.parts[0].extra == {"model": "claude-x"}

    @pytest.mark.parametrize("name", ["history_item.json", "api_conversation_history.json"])
    def test_what_tells_the_folder_and_who_speaks_is_waited_for(self, folder: Path, name: str) -> None:
        path = put(folder, TASK)
        (folder / name).write_text('[{"id"', encoding="utf-8")
        with pytest.raises(Damaged):
            read(path)
        (folder / name).unlink()
        assert read(path).said == ["Add a valve."]

    def test_other_files_beside_may_be_half_written(self, folder: Path) -> None:
        (folder / "task_metadata.json").write_text('{"id"', encoding="utf-8")
        assert read(put(folder, TASK)).said == ["Add a valve."]


class TestRewriting:
    def test_growing_it_keeps_its_keys(self, folder: Path) -> None:
        before = read(put(folder, TASK, ANSWER))
        after = read(
            put(folder, TASK, ANSWER, say("user_feedback", "Paint it.")), before.batches[-1].checkpoint
        )
        assert set(before.turns) < set(after.turns)
        assert read(folder / "ui_messages.json", after.batches[-1].checkpoint).parts == []

    def test_half_written_is_told_so(self, folder: Path) -> None:
        path = put(folder, TASK)
        path.write_bytes(path.read_bytes()[:-4])
        with pytest.raises(Damaged):
            read(path)

    def test_no_list_is_damage(self, folder: Path) -> None:
        path = folder / "ui_messages.json"
        path.write_text("{}", encoding="utf-8")
        with pytest.raises(Damaged):
            read(path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("messages.json", [TASK]),
        ("ui_messages.json", [{"role": "user", "content": "x"}]),
        ("ui_messages.json", {"type": "say"}),
        ("history_item.json", {"id": "1", "task": "x"}),
    ],
)
def test_other_files_are_left_alone(folder: Path, name: str, content: Any) -> None:
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    head = path.read_bytes()
    assert not ClineReader().recognises(path, head)
    assert not RooCodeReader().recognises(path, head)


WILD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "say", "ask", "role", "content", "ts", "input", "name"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@one_folder
@given(
    wild=st.lists(WILD, max_size=5),
    kind=st.sampled_from(["ui_messages.json", "api_conversation_history.json"]),
)
def test_wild_messages_never_break_it(tmp_path: Path, wild: list[Any], kind: str) -> None:
    folder = tmp_path / kind.partition("_")[0] / "1"
    folder.mkdir(parents=True, exist_ok=True)
    records = [TASK, words("user", "<task>Add a valve.</task>"), *wild]
    for each in wild:
        if isinstance(each, dict):
            records += [{**each, "type": "say", "say": "tool"}, {**each, "type": "ask", "ask": "followup"}]
            records += [{**each, "role": "assistant"}, {**each, "role": "user"}]
    seen = read(put(folder, *records, name=kind))
    assert seen.said[0] == "Add a valve."
    assert all(
        isinstance(turn.role, Role) and isinstance(turn.kind, TurnKind) for turn in seen.turns.values()
    )
