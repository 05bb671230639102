"""Cursor's database of the editor: conversations in their order, their folders, and reading on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from claude_builder import limited
from cursor_builder import SESSION, answered, asked, compose, connect, line, put, query, transcript, used
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Batch, Checkpoint, Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers import databases
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.cursor import CursorReader, EditorReader
from arbor_desktop.conversations.readers.registry import detect

USER, ASSISTANT = Role.USER, Role.ASSISTANT
SAID, TOOL = TurnKind.SAID, TurnKind.TOOL


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Cursor" / "User" / "globalStorage" / "state.vscdb"


@pytest.fixture
def conn(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(path)) as conn:
        yield conn


def read(path: Path, since: Checkpoint | None = None) -> tuple[Checkpoint, dict[str, SessionPart]]:
    batches = list(CursorReader().read(path, since))
    return batches[-1].checkpoint, {part.session_id: part for batch in batches for part in batch.sessions}


def texts(part: SessionPart) -> list[str]:
    return [turn.text for turn in part.turns]


def test_a_conversation_is_told_in_the_order_of_its_headers(path: Path, conn: sqlite3.Connection) -> None:
    late, early = asked("Use tabs."), answered("Done.")
    put(conn, f"bubbleId:{SESSION}:b9", {**answered("An orphan."), "bubbleId": "b9"})
    compose(
        conn, late, used("run_terminal_cmd", {"command": "make"}, {"output": "built"}),
        used("read_file", {"target_file": "/p/a.py"}, {"contents": "secret"}),
        used("edit_file", {"target_file": "/p/a.py"}, {}), answered("A thought.", isThought=True), early,
        name="Tabs", createdOnBranch="main", modelConfig={"modelName": "claude-x"},
        workspaceIdentifier={"uri": {"fsPath": "/home/mara/parser"}},
        newlyCreatedFiles=["file:///p/b%20c.py"],
    )  # fmt: skip
    part = read(path)[1][SESSION]
    assert [(turn.role, turn.kind, turn.text) for turn in part.turns] == [
        (USER, SAID, "Use tabs."),
        (ASSISTANT, TOOL, "run_terminal_cmd: make\nok\nbuilt"),
        (ASSISTANT, TOOL, "read_file: /p/a.py\nok"),
        (ASSISTANT, TOOL, "edit_file: /p/a.py\nok"),
        (ASSISTANT, SAID, "Done."),
    ]
    assert (part.title, part.cwd, part.branch) == ("Tabs", "/home/mara/parser", "main")
    assert part.extra == {"model": "claude-x"} and part.whole
    assert set(part.paths) == {"/p/a.py", "/p/b c.py"}
    assert part.turns[0].at == 1_768_521_601_000


def test_older_conversations_hold_their_bubbles_themselves(path: Path, conn: sqlite3.Connection) -> None:
    put(conn, "composerData:old", {"conversation": [asked("One?"), answered("Yes.")]})
    headers = [{"bubbleId": "a"}, {"bubbleId": "b"}]
    inline = {"a": asked("Two?"), "b": answered("No.")}
    put(conn, "composerData:map", {"fullConversationHeadersOnly": headers, "conversationMap": inline})
    _, found = read(path)
    assert [texts(part) for part in found.values()] == [["One?", "Yes."], ["Two?", "No."]]


def test_an_answer_that_is_being_written_waits(path: Path, conn: sqlite3.Connection) -> None:
    compose(conn, asked("One?"), answered("Ye"), generatingBubbleIds=["b1"])
    first, found = read(path)
    assert texts(found[SESSION]) == ["One?"]
    compose(conn, asked("One?"), answered("Yes."))
    assert texts(read(path, first)[1][SESSION]) == ["One?", "Yes."]


def test_what_was_edited_is_missing_from_the_whole(path: Path, conn: sqlite3.Connection) -> None:
    compose(conn, asked("One?"), answered("Yes."))
    first, before = read(path)
    compose(conn, asked("Two?", bubbleId="x"), answered("No.", bubbleId="y"))
    after = read(path, first)[1][SESSION]
    assert after.whole and texts(after) == ["Two?", "No."]
    assert not {turn.key for turn in after.turns} & {turn.key for turn in before[SESSION].turns}


def test_the_transcript_of_a_conversation_holds_the_same_turns(
    tmp_path: Path, path: Path, conn: sqlite3.Connection
) -> None:
    compose(conn, asked("Go on."), answered("Done."), asked("Go on."), answered("Done."))
    file = transcript(tmp_path, *([query("Go on."), line("assistant", "Done.")] * 2))
    [batch] = CursorReader().read(file, None)
    keys = [turn.key for turn in read(path)[1][SESSION].turns]
    assert [turn.key for turn in batch.sessions[0].turns] == keys and len(set(keys)) == 4


def test_the_folder_is_found_in_the_workspaces(path: Path, conn: sqlite3.Connection) -> None:
    compose(conn, asked("One?"))
    workspace = path.parent.parent / "workspaceStorage" / "abc"
    with closing(connect(workspace / "state.vscdb")) as other:
        put(other, "composer.composerData", {"allComposers": [{"composerId": SESSION}]}, "ItemTable")
    (workspace / "workspace.json").write_text(json.dumps({"folder": "file:///home/mara/my%20app"}))
    assert read(path)[1][SESSION].cwd == "/home/mara/my app"
    assert detect(workspace / "state.vscdb") is None  # it holds no conversation


@pytest.mark.parametrize(
    ("uri", "cwd"),
    [("file:///c%3A/Users/mara", "c:/Users/mara"), ("vscode-remote://ssh/home", None), ("file://[", None)],
)
def test_folders_of_other_machines_are_none(
    path: Path, conn: sqlite3.Connection, uri: str, cwd: str | None
) -> None:
    compose(conn, asked("One?", workspaceUris=[uri]))
    assert read(path)[1][SESSION].cwd == cwd


def test_a_sub_agent_speaks_in_the_conversation_that_started_it(path: Path, conn: sqlite3.Connection) -> None:
    compose(conn, asked("One?"), subComposerIds=["child"])
    compose(conn, asked("Look."), answered("Seen."), session="child",
            subagentInfo={"parentComposerId": SESSION}, name="Explore")  # fmt: skip
    _, found = read(path)
    child = found["child"]
    assert (child.parent_session_id, child.title, child.whole) == (SESSION, None, False)
    assert {turn.kind for turn in child.turns} == {TurnKind.SUBAGENT}
    assert not found[SESSION].whole  # or the child's turns would seem to be missing from it


def test_only_what_changed_is_read_again(path: Path, conn: sqlite3.Connection) -> None:
    for number in range(300):
        compose(conn, asked(f"Question {number}?"), answered("Yes."), session=f"s{number}")
    first, found = read(path)
    assert len(found) == 300
    assert read(path, first) == (first, {})
    compose(conn, asked("Question 0?"), answered("Yes."), asked("And?"), session="s0")
    _, after = read(path, first)
    assert texts(after["s0"]) == ["Question 0?", "Yes.", "And?"]
    assert "s100" not in after and len(after) < 90


def test_a_database_that_was_made_anew_is_read_from_its_start(path: Path, conn: sqlite3.Connection) -> None:
    for number in range(200):
        compose(conn, asked("One?"), session=f"s{number}")
    first, _ = read(path)
    conn.execute("DELETE FROM cursorDiskKV")
    compose(conn, asked("Two?"))
    [batch] = CursorReader().read(path, first)
    assert batch.restarted and [part.session_id for part in batch.sessions] == [SESSION]


def test_large_databases_come_in_batches(path: Path, conn: sqlite3.Connection) -> None:
    for number in range(5):
        compose(conn, asked(f"Question {number}?"), session=f"s{number}")
    batches = list(limited(EditorReader(), batch_chars=10).read(path, None))
    assert len(batches) > 4 and all(batch.checkpoint.offset == 0 for batch in batches[:-1])
    assert len({part.session_id for batch in batches for part in batch.sessions}) == 5


def test_damaged_rows_are_counted_and_take_nothing_back(path: Path, conn: sqlite3.Connection) -> None:
    compose(conn, asked("One?"), answered("Yes."))
    put(conn, f"bubbleId:{SESSION}:b0", '{"type": 1, "te')
    put(conn, "composerData:broken", b"\xff\xfe")
    put(conn, "composerData:gone", None)
    [batch] = CursorReader().read(path, None)
    [part] = [part for part in batch.sessions if part.session_id == SESSION]
    assert (batch.broken_lines, part.whole, texts(part)) == (2, False, ["Yes."])


def test_a_locked_database_is_damaged_and_read_later(
    path: Path, conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "BUSY_SECONDS", 0.01)
    compose(conn, asked("One?"))
    conn.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Damaged):
        read(path)
    assert isinstance(detect(path), CursorReader)
    conn.execute("ROLLBACK")
    assert set(read(path)[1]) == {SESSION}


def test_other_editors_databases_are_not_recognised(path: Path, conn: sqlite3.Connection) -> None:
    put(conn, "somethingElse", {})
    assert detect(path) is None


_wild = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=9,
)
_FIELDS = ["type", "text", "createdAt", "toolFormerData", "tokenCount", "bubbleId", "workspaceUris"]
_ABOUT = [
    "name", "fullConversationHeadersOnly", "conversation", "conversationMap", "subagentInfo", "modelConfig",
    "originalFileStates", "newlyCreatedFiles", "workspaceIdentifier", "generatingBubbleIds",
]  # fmt: skip


@given(
    bubble=st.dictionaries(st.sampled_from(_FIELDS), _wild, max_size=3),
    about=st.dictionaries(st.sampled_from(_ABOUT), _wild, max_size=3),
)
def test_whatever_the_rows_hold_reading_goes_on(
    tmp_path_factory: pytest.TempPathFactory, bubble: dict[str, object], about: dict[str, object]
) -> None:
    path = tmp_path_factory.mktemp("wild") / "state.vscdb"
    with closing(connect(path)) as conn:
        compose(conn, asked("One?"), answered("Yes."))
        for key, changed in ((f"bubbleId:{SESSION}:b0", bubble), (f"composerData:{SESSION}", about)):
            [(value,)] = conn.execute("SELECT value FROM cursorDiskKV WHERE key = ?", (key,))
            put(conn, key, {**json.loads(value), **changed})
    checkpoint, found = read(path)
    keys = [turn.key for part in found.values() for turn in part.turns]
    assert len(keys) == len(set(keys))
    assert list(CursorReader().read(path, checkpoint)) == [Batch(checkpoint)]
