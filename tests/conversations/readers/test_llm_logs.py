"""llm's logs: both of its schemas, also in one file, read on by their newest rows."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from claude_builder import limited
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Batch, Checkpoint, Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers import databases, llm_logs
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.llm_logs import LlmReader
from arbor_desktop.conversations.readers.registry import detect

USER, ASSISTANT = Role.USER, Role.ASSISTANT
SAID, TOOL, INJECTED = TurnKind.SAID, TurnKind.TOOL, TurnKind.INJECTED

OLD = """
CREATE TABLE _llm_migrations (name TEXT PRIMARY KEY, applied_at TEXT);
CREATE TABLE conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, response TEXT,
    conversation_id TEXT, datetime_utc TEXT, input_tokens INTEGER, output_tokens INTEGER);
CREATE TABLE tool_calls (id INTEGER PRIMARY KEY, response_id TEXT, name TEXT, arguments TEXT);
CREATE TABLE tool_results (id INTEGER PRIMARY KEY, response_id TEXT, name TEXT, output TEXT, exception TEXT);
"""
NEW = """
CREATE TABLE messages (hash TEXT PRIMARY KEY, parent_hash TEXT, role TEXT);
CREATE TABLE parts (id INTEGER PRIMARY KEY, message_hash TEXT, position INTEGER, type TEXT, tool_name TEXT,
    text TEXT, payload TEXT);
CREATE TABLE threads (id TEXT PRIMARY KEY, name TEXT, tip_message_hash TEXT, forked_from TEXT);
CREATE TABLE turns (id TEXT PRIMARY KEY, thread_id TEXT, parent_message_hash TEXT, tip_message_hash TEXT,
    model TEXT, resolved_model TEXT, input_tokens INTEGER, output_tokens INTEGER, datetime_utc TEXT);
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "io.datasette.llm" / "logs.db"


@pytest.fixture
def conn(path: Path) -> Iterator[sqlite3.Connection]:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.executescript(f"PRAGMA synchronous = off; {OLD}{NEW}")
        yield conn


def respond(
    conn: sqlite3.Connection,
    number: int,
    prompt: str,
    answer: str,
    session: str | None = "c1",
    system: str | None = None,
) -> str:
    ident = f"r{number}"
    conn.execute("INSERT OR IGNORE INTO conversations VALUES (?, 'Capitals', 'gpt')", (session,))
    conn.execute(
        "INSERT INTO responses VALUES (?,?,?,?,?,?,?,?,?)",
        (ident, "gpt", prompt, system, answer, session, f"2026-01-16T00:00:{number:02}+00:00", 7, 3),
    )
    return ident


Part = str | dict[str, object]


class Thread:
    """Writes turns as llm does: messages by their hash, each turn with its whole history."""

    def __init__(self, conn: sqlite3.Connection, ident: str, tip: str | None = None) -> None:
        self._conn, self.ident, self.tip = conn, ident, tip
        conn.execute("INSERT OR IGNORE INTO threads VALUES (?, 'Named', NULL, NULL)", (ident,))

    def say(self, role: str, *parts: Part) -> str:
        content = json.dumps([role, parts])
        found = hashlib.sha256(f"{self.tip}{content}".encode()).hexdigest()
        if self._conn.execute(
            "INSERT OR IGNORE INTO messages VALUES (?,?,?)", (found, self.tip, role)
        ).rowcount:
            for position, part in enumerate(parts):
                record = {"type": "text", "text": part} if isinstance(part, str) else dict(part)
                kind, words = record.pop("type"), record.pop("text", None)
                self._conn.execute(
                    "INSERT INTO parts (message_hash, position, type, tool_name, text, payload) "
                    "VALUES (?,?,?,?,?,?)",
                    (
                        found,
                        position,
                        kind,
                        record.get("name"),
                        words,
                        json.dumps(record) if record else None,
                    ),
                )
        self.tip = found
        return found

    def turn(self, ident: str, sent: list[tuple[str, list[Part]]], answer: list[Part]) -> None:
        for role, parts in sent:
            self.say(role, *parts)
        parent, tip = self.tip, self.say("assistant", *answer)
        self._conn.execute(
            "INSERT OR REPLACE INTO turns VALUES (?,?,?,?,'gpt','gpt-x',7,3,'2026-01-16T00:00:09+00:00')",
            (ident, self.ident, parent, tip),
        )


def read(path: Path, since: Checkpoint | None = None) -> tuple[Checkpoint, dict[str, SessionPart]]:
    batches = list(LlmReader().read(path, since))
    return batches[-1].checkpoint, {part.session_id: part for batch in batches for part in batch.sessions}


def lines(part: SessionPart) -> list[tuple[Role, TurnKind, str]]:
    return [(turn.role, turn.kind, turn.text) for turn in part.turns]


def test_prompts_and_responses_of_the_older_schema(path: Path, conn: sqlite3.Connection) -> None:
    first = respond(conn, 1, "Capital of France?", "Paris.", system="Be terse.")
    conn.execute("INSERT INTO tool_calls VALUES (1, ?, 'lookup', '{\"q\": 1}')", (first,))
    second = respond(conn, 2, "", "Checked.")
    conn.execute("INSERT INTO tool_results VALUES (1, ?, 'lookup', 'Paris', NULL)", (second,))
    conn.execute("INSERT INTO tool_results VALUES (2, ?, 'lookup', 'no net', 'URLError')", (second,))
    respond(conn, 3, "Alone.", "Yes.", session=None)
    _, found = read(path)
    assert lines(found["c1"]) == [
        (USER, INJECTED, "Be terse."),
        (USER, SAID, "Capital of France?"),
        (ASSISTANT, SAID, "Paris."),
        (ASSISTANT, TOOL, 'lookup: {"q": 1}'),
        (ASSISTANT, TOOL, "ok\nParis"),
        (ASSISTANT, TOOL, "error\nno net"),
        (ASSISTANT, SAID, "Checked."),
    ]
    assert (found["c1"].title, found["c1"].input_tokens, found["c1"].output_tokens) == ("Capitals", 14, 6)
    assert found["c1"].turns[1].at == 1_768_521_601_000
    assert [text for *_, text in lines(found["r3"])] == ["Alone.", "Yes."]


def test_turns_of_the_newer_schema_are_told_once_each(path: Path, conn: sqlite3.Connection) -> None:
    thread = Thread(conn, "t1")
    thread.turn("u1", [("system", ["Be terse."]), ("user", ["Capital of France?"])], [
        {"type": "reasoning", "text": "Hm."}, {"type": "tool_call", "name": "lookup", "arguments": {"q": 1}},
    ])  # fmt: skip
    thread.turn("u2", [("tool", [{"type": "tool_result", "name": "lookup", "output": "Paris"}])], ["Paris."])
    thread.turn("u3", [("user", ["And Spain?", {"type": "attachment"}])], ["Madrid."])
    _, found = read(path)
    assert lines(found["t1"]) == [
        (USER, INJECTED, "Be terse."),
        (USER, SAID, "Capital of France?"),
        (ASSISTANT, TOOL, 'lookup: {"q": 1}'),
        (ASSISTANT, TOOL, "ok\nParis"),
        (ASSISTANT, SAID, "Paris."),
        (USER, SAID, "And Spain?"),
        (ASSISTANT, SAID, "Madrid."),
    ]
    assert (found["t1"].title, found["t1"].input_tokens) == ("Named", 21)
    assert found["t1"].extra == {"model": "gpt-x"}


def test_files_that_were_passed_along_are_not_the_persons_words(path: Path, conn: sqlite3.Connection) -> None:
    part: Part = {"type": "text", "text_ref": [{"fragment": 1}, {"literal": "\nExplain this."}]}
    Thread(conn, "t1").turn("u1", [("user", [part])], ["It adds."])
    assert [text for *_, text in lines(read(path)[1]["t1"])] == ["Explain this.", "It adds."]


def test_the_same_prompt_in_two_threads_is_said_in_both(path: Path, conn: sqlite3.Connection) -> None:
    for number in (1, 2):
        Thread(conn, f"t{number}").turn(f"u{number}", [("user", ["hello"])], ["hi"])
    _, found = read(path)
    assert [text for part in found.values() for *_, text in lines(part)] == ["hello", "hi"] * 2


def test_a_fork_tells_only_what_is_its_own(path: Path, conn: sqlite3.Connection) -> None:
    thread = Thread(conn, "t1")
    thread.turn("u1", [("user", ["One?"])], ["Yes."])
    Thread(conn, "t2", tip=thread.tip).turn("u2", [("user", ["Two?"])], ["No."])
    _, found = read(path)
    assert [text for *_, text in lines(found["t2"])] == ["Two?", "No."]


def test_a_conversation_that_went_on_in_the_newer_schema_is_one(path: Path, conn: sqlite3.Connection) -> None:
    respond(conn, 1, "Capital of France?", "Paris.")
    thread = Thread(conn, "c1")
    thread.say("user", "Capital of France?")
    thread.say("assistant", "Paris.")
    thread.turn("u1", [("user", ["And Spain?"])], ["Madrid."])
    _, found = read(path)
    assert [text for *_, text in lines(found["c1"])] == [
        "Capital of France?",
        "Paris.",
        "And Spain?",
        "Madrid.",
    ]


def test_it_reads_on_from_its_last_rows(path: Path, conn: sqlite3.Connection) -> None:
    for number in range(1, 50):
        respond(conn, number, f"Question {number}?", "Yes.", session=f"c{number}")
    thread = Thread(conn, "t1")
    thread.turn("u1", [("user", ["One?"])], ["Yes."])
    first, found = read(path)
    assert len(found) == 50
    assert read(path, first) == (first, {})

    respond(conn, 50, "New?", "Yes.", session="c1")
    thread.turn("u2", [("user", ["Two?"])], ["Yes."])
    second, after = read(path, first)
    assert "c5" not in after and len(after) < 25
    assert [text for *_, text in lines(after["c1"])] == ["New?", "Yes."]
    known = {turn.key for part in found.values() for turn in part.turns}
    fresh = [turn.text for part in after.values() for turn in part.turns if turn.key not in known]
    assert fresh == ["New?", "Yes.", "Two?", "Yes."]
    assert json.loads(second.state) == {"responses": 50, "turns": 2}


def test_rows_that_took_the_place_of_deleted_ones_are_read(path: Path, conn: sqlite3.Connection) -> None:
    respond(conn, 1, "One?", "Yes.")
    first, _ = read(path)
    conn.execute("DELETE FROM responses")
    respond(conn, 2, "Two?", "No.")
    assert [text for *_, text in lines(read(path, first)[1]["c1"])] == ["Two?", "No."]


def test_another_database_in_its_place_is_read_from_its_start(path: Path, conn: sqlite3.Connection) -> None:
    for number in range(1, 60):
        respond(conn, number, "One?", "Yes.")
    first, _ = read(path)
    conn.execute("DELETE FROM responses")
    respond(conn, 1, "Two?", "No.", session="c9")
    [batch] = LlmReader().read(path, first)
    assert batch.restarted and [part.session_id for part in batch.sessions] == ["c9"]


def test_large_logs_come_in_batches_that_go_on_where_they_were_cut(
    path: Path, conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 10):
        respond(conn, number, f"Question {number}?", "Yes.", session=f"c{number}")
    monkeypatch.setattr(llm_logs, "PAGE_ROWS", 2)
    batches = list(limited(LlmReader(), batch_chars=20).read(path, None))
    assert len(batches) > 3
    cut = batches[1].checkpoint
    assert cut.offset and (cut.size, json.loads(cut.state)["responses"]) == (0, 4)
    whole = {part.session_id for batch in batches for part in batch.sessions}
    assert len(whole) == 9 and {"c5", "c9"} <= set(read(path, cut)[1])
    assert batches[-1].checkpoint == read(path)[0]


def test_a_locked_database_is_damaged_and_read_later(
    path: Path, conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "BUSY_SECONDS", 0.01)
    respond(conn, 1, "One?", "Yes.")
    conn.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Damaged):
        read(path)
    assert isinstance(detect(path), LlmReader)
    conn.execute("ROLLBACK")
    assert set(read(path)[1]) == {"c1"}


def test_a_reader_that_waits_between_batches_holds_up_nobody(
    path: Path, conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llm_logs, "PAGE_ROWS", 1)
    for number in range(1, 10):
        respond(conn, number, "Question?", "Yes.", session=f"c{number}")
    reading = limited(LlmReader(), batch_chars=1).read(path, None)
    next(reading)
    conn.execute("PRAGMA busy_timeout = 0")
    conn.execute("BEGIN EXCLUSIVE")  # llm writes as if nobody were there
    conn.execute("COMMIT")
    assert len(list(reading)) > 3


@pytest.mark.parametrize(
    "tables", ["CREATE TABLE responses (id TEXT)", "CREATE TABLE _llm_migrations (name TEXT)"]
)
def test_other_databases_are_not_recognised(tmp_path: Path, tables: str) -> None:
    path = tmp_path / "logs.db"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(tables)
    assert detect(path) is None


_values = st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=20) | st.binary(max_size=20)


@given(found=st.data())
def test_whatever_the_rows_hold_reading_goes_on(
    tmp_path_factory: pytest.TempPathFactory, found: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("wild") / "logs.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.executescript(f"PRAGMA synchronous = off; {OLD}{NEW}")
        respond(conn, 1, "One?", "Yes.")
        Thread(conn, "t1").turn("u1", [("user", ["One?"])], ["Yes.", {"type": "tool_call", "name": "x"}])
        columns = [
            (table, row[1])
            for table in ("conversations", "responses", "messages", "parts", "threads", "turns")
            for row in conn.execute(f"PRAGMA table_info({table})").fetchall()
            if row[2] != "INTEGER"
        ]
        for table, name in found.draw(st.lists(st.sampled_from(columns), max_size=4)):
            value = found.draw(_values)
            if isinstance(value, str):
                value = value.encode("utf-8", "replace").decode()
            conn.execute(f"UPDATE OR IGNORE {table} SET {name} = ?", (value,))
    batches = list(LlmReader().read(path, None))
    keys = [turn.key for batch in batches for part in batch.sessions for turn in part.turns]
    assert len(keys) == len(set(keys))
    last = batches[-1].checkpoint
    assert list(LlmReader().read(path, last)) == [Batch(last)]


def test_messages_that_name_each_other_as_parent_end_somewhere(path: Path, conn: sqlite3.Connection) -> None:
    Thread(conn, "t1").turn("u1", [("user", ["One?"])], ["Yes."])
    conn.execute("UPDATE messages SET parent_hash = (SELECT max(hash) FROM messages), role = 'user'")
    assert read(path)[1]["t1"].turns
