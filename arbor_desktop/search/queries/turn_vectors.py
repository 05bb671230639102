"""Vectors of turns. They are made of what search finds, as it was said; what was taken back has none.

A turn's text never changes, so a vector is right as long as its turn is there and counts; it vanishes in the
transaction that takes the turn back, takes its text away or erases it (triggers). Nothing happens when turns
are captured: what has no vector yet is told by comparing the rows of the index with those of the vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from arbor_desktop.conversations.queries.conversations import INDEXED_KINDS
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.queries import records
from arbor_desktop.search.queries.vectors import TURN, moment_of, total

LONGEST = 4_000
"""Of a longer turn so many characters are read: what it is about is said by then."""
_KINDS = ", ".join(f"'{kind.value}'" for kind in sorted(INDEXED_KINDS))
_COUNTS = f"t.unsaid = 0 AND t.kind IN ({_KINDS}) AND (t.text IS NOT NULL OR t.packed IS NOT NULL)"


@dataclass(frozen=True, slots=True)
class Place:
    """How far turns were looked at: the highest row that search knows, and how many had gone by then. While
    nothing more goes, only rows above can want a vector."""

    row: int
    gone: int


@dataclass(frozen=True, slots=True)
class TurnText:
    """`key` names the turn for good: its row may be another's by the time its vector is made."""

    row: int
    key: str
    text: str


def place(conn: apsw.Connection) -> Place:
    """Takes no time."""
    row = conn.execute("SELECT ifnull(max(id), 0) FROM turn_fts_docsize").fetchone()[0]
    gone = conn.execute("SELECT gone FROM vector_change WHERE owner = ?", (TURN,)).fetchone()[0]
    return Place(int(row), int(gone))


def missing(conn: apsw.Connection, model: str, after: int, limit: int) -> list[int]:
    """Rows of turns without a vector of `model`, those after the row `after`: of the newest conversations
    first, of each in the order they were said."""
    return [
        row
        for (row,) in conn.execute(
            "WITH missing (row) AS MATERIALIZED (SELECT id FROM turn_fts_docsize WHERE id > ? "
            "EXCEPT SELECT owner_row FROM embedding WHERE owner = ? AND model = ?) "
            "SELECT t.row FROM missing CROSS JOIN turn t ON t.row = missing.row "
            f"JOIN conversation c ON c.row = t.conversation WHERE {_COUNTS} "
            "ORDER BY ifnull(c.ended_at, c.created_at) DESC, c.row DESC, t.number LIMIT ?",
            (after, TURN, model, limit),
        )
    ]


def texts(conn: apsw.Connection, rows: Sequence[int]) -> list[TurnText]:
    """The beginnings of those of these turns that still count, in the order of `rows`."""
    found: dict[int, TurnText] = {}
    for part in records.chunks(rows):
        for row, key, text, packed in conn.execute(
            f"SELECT t.row, t.key, t.text, t.packed FROM turn t WHERE t.row IN ({records.marks(part)}) AND {_COUNTS}",
            part,
        ):
            found[row] = TurnText(row, key, turn_text(text, packed)[:LONGEST])
    return [found[row] for row in rows if row in found]


def put(conn: apsw.Connection, model: str, vectors: Sequence[tuple[TurnText, bytes]], now: int) -> int:
    """Stores vectors, each with what it was made of: where that no longer counts, it is dropped. Answers how many
    were stored."""
    moment = moment_of(conn, TURN, now)
    before = conn.total_changes()
    conn.executemany(
        "INSERT OR REPLACE INTO embedding (owner, owner_row, model, vector, at) "
        f"SELECT ?, t.row, ?, ?, ? FROM turn t WHERE t.row = ? AND t.key = ? AND {_COUNTS}",
        [(TURN, model, vector, moment, turn.row, turn.key) for turn, vector in vectors],
    )
    return int(conn.total_changes() - before)


def wanted(conn: apsw.Connection) -> int:
    """How many turns should have a vector."""
    return int(
        conn.execute(
            "SELECT (SELECT count(*) FROM turn_fts_docsize) - "
            f"(SELECT count(*) FROM turn t WHERE t.unsaid = 1 AND t.kind IN ({_KINDS}) "
            "AND t.row IN (SELECT id FROM turn_fts_docsize))"
        ).fetchone()[0]
    )


def counts(conn: apsw.Connection, model: str) -> tuple[int, int]:
    """How many turns should have a vector, and how many have one of `model`."""
    return wanted(conn), total(conn, model, TURN)
