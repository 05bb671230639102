"""Vectors of turns: which turns want one, and what takes it away."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import apsw
import pytest

from arbor_desktop.conversations.model import ReadTurn, Role, SessionPart, TurnKind
from arbor_desktop.conversations.queries import conversations, retention
from arbor_desktop.database import migrations
from arbor_desktop.database.connection import Connection, Database
from arbor_desktop.editing.queries import purge
from arbor_desktop.search.queries import vectors

MODEL, OTHER = "small/1/abc", "other/1/def"


class Said:
    """Fills a store with what was said."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._keys = count()

    def add(self, name: str, *said: str, kind: TurnKind = TurnKind.SAID, at: int = 0) -> int:
        """A conversation's row."""
        turns = tuple(
            ReadTurn(f"key-{next(self._keys)}", Role.USER, kind, text, at=at + n)
            for n, text in enumerate(said)
        )
        part = SessionPart("claude-code", name, turns)

        def work(conn: Connection) -> int:
            conn.execute("INSERT OR IGNORE INTO capture_file (row, path, seen_at) VALUES (1, 'file', 0)")
            row = conversations.ensure(conn, part, None, 0)
            conversations.add_turns(conn, row, 1, turns)
            conversations.update_session(conn, row, part, None, 0)
            return row

        return self.db.write(work)

    def missing(self, model: str = MODEL, after: int = 0) -> list[str]:
        def texts(conn: Connection) -> list[str]:
            rows = vectors.missing_turns(conn, model, after, 100)
            return [turn.text for turn in vectors.texts(conn, rows)]

        return self.db.read(texts)

    def give(self, model: str = MODEL, among: Sequence[str] | None = None) -> int:
        """Vectors for all that want one; how many were stored."""

        def work(conn: Connection) -> int:
            turns = vectors.texts(conn, vectors.missing_turns(conn, model, 0, 100))
            given = [(turn, turn.text.encode()) for turn in turns if among is None or turn.text in among]
            return vectors.put_turns(conn, model, given, 1)

        return self.db.write(work)

    def kept(self, model: str = MODEL) -> list[bytes]:
        return sorted(self.db.read(lambda c: vectors.since(c, model, 0, vectors.TURN))[1])

    def counts(self) -> tuple[int, int]:
        return self.db.read(lambda c: vectors.count_turns(c, MODEL))


@pytest.fixture
def said(db: Database) -> Said:
    return Said(db)


def test_the_newest_conversation_comes_first_each_in_its_order(said: Said) -> None:
    said.add("new", "one", "two", at=9_000)
    said.add("old", "three", at=1_000)
    said.add("newest", "four", "five", at=90_000)
    assert said.missing() == ["four", "five", "one", "two", "three"]
    assert said.give(among=["five", "three"]) == 2
    assert said.missing() == ["four", "one", "two"]
    assert said.counts() == (5, 2)
    assert said.missing(OTHER) == ["four", "five", "one", "two", "three"]


@pytest.mark.parametrize(
    ("kind", "wants"),
    [
        (TurnKind.SAID, True),
        (TurnKind.SUMMARY, True),
        (TurnKind.SUBAGENT, True),
        (TurnKind.COMMAND, True),
        (TurnKind.TOOL, False),
        (TurnKind.INJECTED, False),
    ],
)
def test_what_search_finds_wants_a_vector_and_nothing_else_does(
    said: Said, kind: TurnKind, wants: bool
) -> None:
    said.add("talk", "something", kind=kind)
    assert said.missing() == (["something"] if wants else [])
    assert said.counts() == (int(wants), 0)


def test_what_is_taken_back_loses_its_vector_and_said_again_wants_one(said: Said, db: Database) -> None:
    row = said.add("talk", "stays", "goes")
    said.give()
    place = db.read(vectors.place)
    db.write(lambda c: conversations.mark_unsaid(c, ["key-1"]))
    assert said.kept() == [b"stays"]
    assert (said.missing(), said.counts()) == ([], (1, 1))
    db.write(lambda c: conversations.mark_said(c, row, ["key-1"]))
    assert said.missing() == ["goes"]
    assert db.read(vectors.place).gone > place.gone


def test_what_was_taken_back_before_it_was_read_never_gets_a_vector(said: Said, db: Database) -> None:
    said.add("talk", "stays", "goes")
    turns = db.read(lambda c: vectors.texts(c, vectors.missing_turns(c, MODEL, 0, 9)))
    db.write(lambda c: conversations.mark_unsaid(c, ["key-1"]))
    given = [(turn, turn.text.encode()) for turn in turns]
    assert db.write(lambda c: vectors.put_turns(c, MODEL, given, 1)) == 1
    assert said.kept() == [b"stays"]


def test_a_row_that_is_anothers_by_now_does_not_get_the_vector_of_the_erased(
    said: Said, db: Database
) -> None:
    gone = said.add("secret", "nobody may know")
    turns = db.read(lambda c: vectors.texts(c, vectors.missing_turns(c, MODEL, 0, 9)))
    db.write(lambda c: purge.erase_conversations(c, [gone], 0))
    said.add("other", "something else")
    assert db.read(lambda c: vectors.missing_turns(c, MODEL, 0, 9)) == [turns[0].row]
    assert db.write(lambda c: vectors.put_turns(c, MODEL, [(turns[0], b"secret")], 1)) == 0
    assert said.kept() == []


def test_deleting_for_good_and_taking_texts_away_take_the_vectors_of_all_models(
    said: Said, db: Database
) -> None:
    erased, emptied = said.add("erased", "nobody may know"), said.add("emptied", "long ago")
    said.add("kept", "still here")
    said.give()
    said.give(OTHER)
    db.write(lambda c: purge.erase_conversations(c, [erased], 0))
    db.write(lambda c: retention.remove_text(c, emptied, 0))
    assert said.kept() == said.kept(OTHER) == [b"still here"]
    assert (said.missing(), said.counts()) == ([], (1, 1))


def test_compressing_a_text_keeps_its_vector_and_a_compressed_text_can_be_read(
    said: Said, db: Database
) -> None:
    long = "We talk about the same thing again and again. " * 50
    said.add("talk", long)
    db.write(lambda c: c.execute("UPDATE conversation SET status = 'memorized'"))
    db.write(lambda c: retention.compress(c, 1 << 60, 0, 10))
    assert said.missing() == [long]
    said.give()
    db.write(lambda c: c.execute("UPDATE turn SET packed = packed"))
    assert said.kept() == [long.encode()]


def test_of_a_very_long_turn_the_beginning_is_read(said: Said) -> None:
    said.add("talk", "x" * (vectors.LONGEST + 1))
    assert [len(text) for text in said.missing()] == [vectors.LONGEST]


def test_only_what_was_captured_since_is_looked_at(said: Said, db: Database) -> None:
    said.add("first", "one")
    before = db.read(vectors.place)
    said.add("second", "two")
    assert said.missing(after=before.row) == ["two"]
    assert db.read(vectors.place).gone == before.gone


def test_vectors_of_memories_and_turns_do_not_touch_each_other(said: Said, db: Database) -> None:
    said.add("talk", "one")
    memories_before = db.read(vectors.last_change)
    said.give()
    assert db.read(vectors.last_change) == memories_before
    assert db.read(lambda c: vectors.since(c, MODEL, 0)) == ([], [])
    assert db.write(lambda c: vectors.drop_others(c, OTHER, 10)) == 1
    assert not db.read(lambda c: vectors.has_others(c, OTHER))


def test_an_older_file_keeps_the_vectors_of_its_memories(db: Database) -> None:
    conn = apsw.Connection(":memory:")
    migrations.migrate(conn, 0, tuple(m for m in migrations.MIGRATIONS if m.version < 8))
    conn.execute("UPDATE embedding_change SET last = 17")
    conn.execute("INSERT INTO embedding VALUES ('memory', 1, ?, x'00', 17)", (MODEL,))
    migrations.migrate(conn, 0)
    assert vectors.last_change(conn) == vectors.last_change(conn, vectors.TURN) == 17
    assert vectors.since(conn, MODEL, 0) == ([1], [b"\0"])
    assert vectors.since(conn, MODEL, 16) == ([1], [b"\0"])
