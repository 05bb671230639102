"""OpenCode's database: the same sessions as in its files, read on without reading it whole again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from claude_builder import limited
from hypothesis import given
from hypothesis import strategies as st
from opencode_builder import START, Talk, bash, connect, write_rows, write_tree

from arbor_desktop.conversations.model import Batch, Checkpoint, SessionPart, TurnKind
from arbor_desktop.conversations.readers import databases
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.opencode import OpenCodeReader
from arbor_desktop.conversations.readers.registry import detect

MINUTE = 60_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "opencode.db"


@pytest.fixture
def conn(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(path)) as conn:
        yield conn


def read(path: Path, since: Checkpoint | None = None) -> tuple[Checkpoint, dict[str, SessionPart]]:
    batches = list(OpenCodeReader().read(path, since))
    parts = [part for batch in batches for part in batch.sessions]
    found = {part.session_id: part for part in parts}
    assert len(found) == len(parts)
    return batches[-1].checkpoint, found


def texts(part: SessionPart) -> list[str]:
    return [turn.text for turn in part.turns]


def talk(ident: str, start: int = START, words: str = "Use an LRU cache.") -> Talk:
    found = Talk(ident)
    found.user(words, at=start + 1)
    found.assistant(f"Done in {ident}.", bash("ls", "a.py"), at=start + 2)
    return found


def test_it_gives_what_the_tree_of_files_gives(tmp_path: Path, path: Path, conn: sqlite3.Connection) -> None:
    one = talk("ses_one")
    one.revert = {"messageID": one.messages[1][0]["id"]}
    write_rows(conn, [one])
    [file] = write_tree(tmp_path, one)
    [batch] = OpenCodeReader().read(file, None)
    assert read(path)[1] == {"ses_one": batch.sessions[0]}
    assert [turn.unsaid for turn in batch.sessions[0].turns] == [False, True, True]


def test_sub_agents_speak_between_the_turns_of_their_session(path: Path, conn: sqlite3.Connection) -> None:
    top = talk("ses_one")
    top.user("Thanks.", at=START + 9000)
    child, deeper = Talk("ses_two", parent="ses_one"), Talk("ses_three", parent="ses_two")
    child.user("Find caches.", at=START + 3000)
    deeper.assistant("Found.", at=START + 4000)
    write_rows(conn, [top, child, deeper])
    _, found = read(path)
    assert texts(found["ses_one"]) == [
        "Use an LRU cache.", "Done in ses_one.", "bash: ls\nok\na.py", "Find caches.", "Found.", "Thanks.",
    ]  # fmt: skip
    kinds = [turn.kind for turn in found["ses_one"].turns]
    assert kinds[3:] == [TurnKind.SUBAGENT, TurnKind.SUBAGENT, TurnKind.SAID]


def test_a_sub_agent_whose_session_is_gone_was_not_begun_by_a_person(
    path: Path, conn: sqlite3.Connection
) -> None:
    child = talk("ses_two")
    child.parent = "ses_gone"
    write_rows(conn, [child])
    assert read(path)[1]["ses_two"].headless


def test_sessions_that_name_each_other_as_parent_are_read_once(path: Path, conn: sqlite3.Connection) -> None:
    one, two = talk("ses_one"), talk("ses_two", START + 10)
    one.parent, two.parent = two.id, one.id
    write_rows(conn, [one, two])
    _, found = read(path)
    assert len(found) == 1 and len(next(iter(found.values())).turns) == 6


def test_only_sessions_that_changed_are_read_again(path: Path, conn: sqlite3.Connection) -> None:
    talks = [talk(f"ses_{number}", START + number * MINUTE) for number in range(5)]
    write_rows(conn, talks)
    first, found = read(path)
    assert len(found) == 5
    assert read(path, first) == (first, {})

    talks[0].user("One more.", at=START + 20 * MINUTE)
    write_rows(conn, talks[:1])
    second, found = read(path, first)
    assert "ses_1" not in found and "ses_2" not in found
    assert texts(found["ses_0"])[-1] == "One more."
    assert second.state != first.state


def queries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements of what is read from now on."""
    seen: list[str] = []
    opened = databases._open

    def traced(path: Path, how: str) -> sqlite3.Connection:
        conn = opened(path, how)
        conn.set_trace_callback(seen.append)
        return conn

    monkeypatch.setattr(databases, "_open", traced)
    return seen


def test_what_is_old_is_not_even_looked_at(
    path: Path, conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [talk(f"ses_{number}", START + MINUTE * number) for number in range(50)]
    write_rows(conn, old)
    first, _ = read(path)
    new = talk("ses_new", START + MINUTE * 60)
    write_rows(conn, [new])
    seen = queries(monkeypatch)
    _, found = read(path, first)
    assert set(found) == {"ses_49", "ses_new"}  # the last one that was seen may have got more just then
    data = [statement for statement in seen if "SELECT data" in statement or "SELECT id, data" in statement]
    assert len(data) == 8 and all("msg_49" in text or "msg_new" in text for text in data)


def test_an_answer_that_is_finished_later_replaces_what_was_read(
    path: Path, conn: sqlite3.Connection
) -> None:
    one = talk("ses_one")
    one.assistant("Hal", bash("make", status="running"), done=False, at=START + 3)
    write_rows(conn, [one])
    first, found = read(path)
    assert texts(found["ses_one"])[-1] == "Hal"

    info, parts = one.messages[-1]
    parts[0]["text"], parts[1]["state"] = "Half and half.", bash("make", "built")["state"]
    info["time"]["completed"] = START + 5
    write_rows(conn, [one], now=START + 50 * MINUTE)
    _, found = read(path, first)
    assert texts(found["ses_one"])[-2:] == ["Half and half.", "bash: make\nok\nbuilt"]


def test_a_tool_that_runs_for_long_is_not_forgotten(path: Path, conn: sqlite3.Connection) -> None:
    slow = Talk("ses_slow")
    slow.assistant(bash("make", status="running"), done=False, at=START)
    write_rows(conn, [slow])
    busy = Talk("ses_busy")
    busy.assistant(*(f"Step {number}." for number in range(5_200)), at=START + MINUTE)
    write_rows(conn, [busy])
    first, _ = read(path)

    slow.messages[0][1][0]["state"] = bash("make", "built")["state"]
    conn.execute(
        "UPDATE part SET data = ?, time_updated = ? WHERE session_id = 'ses_slow'",
        (json.dumps(slow.messages[0][1][0]), START + 30 * MINUTE),
    )
    _, found = read(path, first)
    assert texts(found["ses_slow"]) == ["bash: make\nok\nbuilt"]


def test_what_was_taken_back_is_missing_from_the_whole(path: Path, conn: sqlite3.Connection) -> None:
    one = talk("ses_one")
    write_rows(conn, [one])
    first, before = read(path)
    del one.messages[1:]
    one.user("Rather an ARC.", at=START + 30 * MINUTE)
    write_rows(conn, [one])
    _, after = read(path, first)
    assert after["ses_one"].whole
    assert texts(after["ses_one"]) == ["Use an LRU cache.", "Rather an ARC."]
    assert after["ses_one"].turns[0] == before["ses_one"].turns[0]


def test_rows_that_were_renumbered_or_another_file_are_read_anew(
    path: Path, conn: sqlite3.Connection
) -> None:
    many = Talk("ses_many")
    many.assistant(*(f"Step {number}." for number in range(5_100)), at=START + MINUTE)
    write_rows(conn, [talk("ses_one"), many])
    first, _ = read(path)
    conn.execute("DELETE FROM part WHERE session_id = 'ses_many'")
    batch = list(OpenCodeReader().read(path, first))[-1]
    assert batch.restarted and len(batch.sessions) == 2

    conn.close()
    path.rename(path.with_name("old.db"))
    with closing(connect(path)) as other:
        write_rows(other, [talk("ses_three", START - MINUTE)])
    assert set(read(path, batch.checkpoint)[1]) == {"ses_three"}


def test_a_clock_that_ran_ahead_hides_nothing(path: Path, conn: sqlite3.Connection) -> None:
    ahead = talk("ses_ahead", 4_000_000_000_000)
    write_rows(conn, [ahead])
    first, _ = read(path)
    one = talk("ses_one", first.mtime_ns // 1_000_000)
    write_rows(conn, [one])
    conn.execute("UPDATE part SET rowid = rowid - 1000")  # as if they were old rows that are updated
    assert "ses_one" in read(path, first)[1]


def test_large_databases_come_in_batches_and_start_over_where_they_were_cut(
    path: Path, conn: sqlite3.Connection
) -> None:
    write_rows(conn, [talk(f"ses_{number}", START + 10 * number) for number in range(6)])
    batches = list(limited(OpenCodeReader(), batch_chars=60).read(path, None))
    assert len(batches) > 2
    assert all(batch.checkpoint.offset == 0 for batch in batches[:-1])
    last = batches[-1].checkpoint

    write_rows(conn, [talk(f"ses_{number}", START + MINUTE + 10 * number) for number in range(6, 12)])
    again = list(limited(OpenCodeReader(), batch_chars=60).read(path, last))
    cut = again[0].checkpoint
    assert (cut.state, cut.size) == (last.state, 0)
    told = {part.session_id for batch in OpenCodeReader().read(path, cut) for part in batch.sessions}
    assert {f"ses_{number}" for number in range(6, 12)} <= told


def test_what_was_taken_back_makes_room_for_what_follows(path: Path, conn: sqlite3.Connection) -> None:
    write_rows(conn, [talk("ses_old"), one := talk("ses_one", START + MINUTE)])
    first, _ = read(path)
    conn.execute("DELETE FROM part WHERE session_id = 'ses_one'")
    conn.execute("DELETE FROM message WHERE session_id = 'ses_one'")
    one.messages.clear()
    one.user("Anew.", at=START + 2 * MINUTE)  # these rows get numbers that were read before
    write_rows(conn, [one])
    second = list(OpenCodeReader().read(path, first))
    assert [texts(part) for part in second[0].sessions] == [["Anew."]] and not second[0].restarted


def test_a_fork_holds_the_same_turns(path: Path, conn: sqlite3.Connection) -> None:
    one = talk("ses_one")
    write_rows(conn, [one])
    first, before = read(path)
    fork = one.forked("ses_fork", 2)
    fork.user("Rather an ARC.", at=START + MINUTE)
    write_rows(conn, [fork], now=START + MINUTE)
    conn.execute("UPDATE session SET time_created = time_created + 9 WHERE id = 'ses_fork'")

    # Read at once, the turns are the first session's; read alone, they have the same keys.
    assert texts(read(path)[1]["ses_fork"]) == ["Rather an ARC."]
    conn.execute("DELETE FROM session WHERE id = 'ses_one'")
    after = read(path, first)[1]["ses_fork"].turns
    assert [turn.key for turn in after[:3]] == [turn.key for turn in before["ses_one"].turns]
    assert [turn.text for turn in after[3:]] == ["Rather an ARC."]


def test_what_is_in_the_log_only_is_read(path: Path, conn: sqlite3.Connection) -> None:
    conn.execute("PRAGMA journal_mode = wal")
    conn.execute("PRAGMA wal_autocheckpoint = 0")
    write_rows(conn, [talk("ses_one")])
    assert isinstance(detect(path), OpenCodeReader)
    assert set(read(path)[1]) == {"ses_one"}


def test_a_locked_database_is_damaged_and_read_later(
    path: Path, conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "BUSY_SECONDS", 0.01)
    write_rows(conn, [talk("ses_one")])
    first, _ = read(path)
    write_rows(conn, [talk("ses_two", START + MINUTE)])
    conn.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Damaged):
        read(path, first)
    assert OpenCodeReader().recognises(path, b"SQLite format 3\0")  # by its name, until it can be opened
    conn.execute("ROLLBACK")
    assert "ses_two" in read(path, first)[1]


def test_other_databases_are_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE session (id TEXT)")
    assert detect(path) is None


def test_a_damaged_row_is_counted_and_takes_nothing_back(path: Path, conn: sqlite3.Connection) -> None:
    write_rows(conn, [talk("ses_one")])
    conn.execute("UPDATE part SET data = '{\"type\": ' WHERE id LIKE '%_0001_001'")
    [batch] = OpenCodeReader().read(path, None)
    assert (batch.broken_lines, batch.sessions[0].whole) == (1, False)
    assert texts(batch.sessions[0]) == ["Done in ses_one.", "bash: ls\nok\na.py"]


_values = st.none() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=20)


@pytest.mark.slow
@given(found=st.data())
def test_whatever_the_rows_hold_reading_goes_on(
    tmp_path_factory: pytest.TempPathFactory, found: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("wild") / "opencode.db"
    with closing(connect(path)) as conn:
        write_rows(conn, [talk("ses_one"), talk("ses_two", START + 10)])
        columns = {
            "session": ["parent_id", "directory", "title", "revert", "time_updated"],
            "message": ["session_id", "time_created", "time_updated", "data"],
            "part": ["message_id", "session_id", "time_updated", "data"],
        }
        for table, names in columns.items():
            for name in found.draw(st.lists(st.sampled_from(names), max_size=2)):
                value = found.draw(_values.filter(lambda v: v is not None and v == v))
                try:
                    conn.execute(
                        f"UPDATE {table} SET {name} = ? WHERE id LIKE 'ses_one' OR id LIKE '%_one_%'",
                        (value,),
                    )
                except (OverflowError, UnicodeEncodeError):
                    continue
    batches = list(OpenCodeReader().read(path, None))
    keys = [turn.key for batch in batches for part in batch.sessions for turn in part.turns]
    assert len(keys) == len(set(keys))
    last = batches[-1].checkpoint
    assert list(OpenCodeReader().read(path, last)) == [Batch(last)]
