"""Vectors of memories and turns: bytes beside the name of the model that made them.

Plain SQL: thousands of rows a call.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from arbor_desktop.conversations.queries.conversations import INDEXED_KINDS
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.queries import records
from arbor_desktop.quick_dataclass import dataclass

MEMORY, TURN = "memory", "turn"
"""The owners of vectors."""
_LIVING = "m.status IN ('active', 'pending')"
_OF_MODEL = "e.owner = 'memory' AND e.model = ?"
_OF_OWNER = "e.owner = ? AND e.model = ?"
_OTHERS = tuple((owner, f"model {sign} ?") for owner in (MEMORY, TURN) for sign in "<>")
"""The condition for vectors of other models, as the index can search for it."""


def missing(
    conn: apsw.Connection, model: str, after: int = 0, limit: int | None = None
) -> list[tuple[int, str]]:
    """Return (row, text) of living memories without a vector of `model`, by row, those after the row
    `after`."""
    found: list[tuple[int, str]] = conn.execute(
        f"SELECT m.row, m.content FROM memory m NOT INDEXED WHERE m.row > ? AND {_LIVING} AND NOT EXISTS "
        f"(SELECT 1 FROM embedding e WHERE {_OF_MODEL} AND e.owner_row = m.row) ORDER BY m.row LIMIT ?",
        (after, model, -1 if limit is None else limit),
    ).fetchall()
    return found


def living(conn: apsw.Connection) -> int:
    """Count the memories that should have a vector."""
    return int(conn.execute(f"SELECT count(*) FROM memory m WHERE {_LIVING}").fetchone()[0])


def counts(conn: apsw.Connection, model: str) -> tuple[int, int]:
    """Count the living memories, and those of them that have a vector of `model`."""
    done = conn.execute(
        f"SELECT count(*) FROM embedding e CROSS JOIN memory m ON m.row = e.owner_row WHERE {_OF_MODEL} AND {_LIVING}",
        (model,),
    ).fetchone()[0]
    return living(conn), done


def put(conn: apsw.Connection, model: str, vectors: Sequence[tuple[int, str, bytes]], now: int) -> int:
    """Store vectors, each with its row and the text that it was made of: if the memory's text differs by now,
    it is dropped. Return how many were stored.

    Each call's time is later than all before it, whatever the clock says, so that `since` misses nothing.
    """
    moment = moment_of(conn, MEMORY, now)
    before = conn.total_changes()
    conn.executemany(
        "INSERT OR REPLACE INTO embedding (owner, owner_row, model, vector, at) "
        "SELECT 'memory', m.row, ?, ?, ? FROM memory m WHERE m.row = ? AND m.content = ?",
        [(model, vector, moment, row, text) for row, text, vector in vectors],
    )
    return int(conn.total_changes() - before)


def moment_of(conn: apsw.Connection, owner: str, now: int) -> int:
    """Return the time of the present change: later than all before it."""
    return int(
        conn.execute(
            "UPDATE vector_change SET last = max(?, last + 1) WHERE owner = ? RETURNING last", (now, owner)
        ).fetchone()[0]
    )


def last_change(conn: apsw.Connection, owner: str = MEMORY) -> int:
    """Return a number that grows whenever a vector is stored or deleted, and gets smaller only if a backup
    is restored. Takes no time."""
    return int(conn.execute("SELECT last FROM vector_change WHERE owner = ?", (owner,)).fetchone()[0])


def since(
    conn: apsw.Connection, model: str, moment: int, owner: str = MEMORY
) -> tuple[list[int], list[bytes]]:
    """Return rows and vectors of a model that were stored after the change `moment`; with 0 all of them."""
    if moment:
        found = conn.execute(
            f"SELECT e.owner_row, e.vector FROM embedding e WHERE {_OF_OWNER} AND e.at > ?",
            (owner, model, moment),
        ).fetchall()
    else:  # the table in its own order, which is quicker than row after row by the index
        found = conn.execute(
            f"SELECT e.owner_row, e.vector FROM embedding e NOT INDEXED WHERE {_OF_OWNER}", (owner, model)
        ).fetchall()
    return [row for row, _ in found], [vector for _, vector in found]


def rows(conn: apsw.Connection, model: str, owner: str = MEMORY) -> list[int]:
    """Return the rows of what has a vector of a model."""
    return [
        row
        for (row,) in conn.execute(f"SELECT e.owner_row FROM embedding e WHERE {_OF_OWNER}", (owner, model))
    ]


def total(conn: apsw.Connection, model: str, owner: str = MEMORY) -> int:
    """Count the vectors of a model, of memories of any status."""
    return int(
        conn.execute(f"SELECT count(*) FROM embedding e WHERE {_OF_OWNER}", (owner, model)).fetchone()[0]
    )


def any_of(conn: apsw.Connection, owner: str) -> bool:
    """Return whether there is a vector of any model. Takes no time."""
    return conn.execute("SELECT 1 FROM embedding WHERE owner = ? LIMIT 1", (owner,)).fetchone() is not None


def has_others(conn: apsw.Connection, model: str) -> bool:
    """Return whether there are vectors of any other model. Takes no time."""
    return any(
        conn.execute(
            f"SELECT 1 FROM embedding WHERE owner = ? AND {other} LIMIT 1", (owner, model)
        ).fetchone()
        for owner, other in _OTHERS
    )


def drop_others(conn: apsw.Connection, model: str, limit: int) -> int:
    """Delete up to `limit` vectors of all models but `model` ("": of all). Return how many."""
    dropped = 0
    for owner, other in _OTHERS:
        conn.execute(
            "DELETE FROM embedding WHERE (owner, owner_row, model) IN (SELECT owner, owner_row, model "
            f"FROM embedding WHERE owner = ? AND {other} LIMIT ?)",
            (owner, model, limit - dropped),
        )
        dropped += int(conn.changes())
    return dropped


LONGEST = 4_000
"""Characters of a longer turn that are read: its subject is clear by then."""
_KINDS = ", ".join(f"'{kind.value}'" for kind in sorted(INDEXED_KINDS))
_COUNTS = f"t.unsaid = 0 AND t.kind IN ({_KINDS}) AND (t.text IS NOT NULL OR t.packed IS NOT NULL)"


@dataclass(frozen=True, slots=True)
class Place:
    """How far turns were read: the highest row in search, and how many were gone by then. As long as no
    more go, only rows above can need a vector."""

    row: int
    gone: int


@dataclass(frozen=True, slots=True)
class TurnText:
    """`key` names the turn for good: its row may be another's by the time its vector is made."""

    row: int
    key: str
    text: str


def place(conn: apsw.Connection) -> Place:
    """Return how far turns can be known now. Takes no time."""
    row = conn.execute("SELECT ifnull(max(id), 0) FROM turn_fts_docsize").fetchone()[0]
    gone = conn.execute("SELECT gone FROM vector_change WHERE owner = ?", (TURN,)).fetchone()[0]
    return Place(int(row), int(gone))


def missing_turns(conn: apsw.Connection, model: str, after: int, limit: int) -> list[int]:
    """Return the rows of turns without a vector of `model`, those after the row `after`: of the newest
    conversations first, of each in their order."""
    return [
        row
        for (row,) in conn.execute(
            "WITH missing_turns (row) AS MATERIALIZED (SELECT id FROM turn_fts_docsize WHERE id > ? "
            "EXCEPT SELECT owner_row FROM embedding WHERE owner = ? AND model = ?) "
            "SELECT t.row FROM missing_turns CROSS JOIN turn t ON t.row = missing_turns.row "
            f"JOIN conversation c ON c.row = t.conversation WHERE {_COUNTS} "
            "ORDER BY ifnull(c.ended_at, c.created_at) DESC, c.row DESC, t.number LIMIT ?",
            (after, TURN, model, limit),
        )
    ]


def texts(conn: apsw.Connection, rows: Sequence[int]) -> list[TurnText]:
    """Return the beginnings of those of these turns that still count, in the order of `rows`."""
    found: dict[int, TurnText] = {}
    for part in records.chunks(rows):
        for row, key, text, packed in conn.execute(
            f"SELECT t.row, t.key, t.text, t.packed FROM turn t WHERE t.row IN ({records.marks(part)}) AND {_COUNTS}",
            part,
        ):
            found[row] = TurnText(row, key, turn_text(text, packed)[:LONGEST])
    return [found[row] for row in rows if row in found]


def put_turns(conn: apsw.Connection, model: str, vectors: Sequence[tuple[TurnText, bytes]], now: int) -> int:
    """Store vectors, each with the turn that it was made of: if that does not count any more, it is
    dropped. Return how many were stored."""
    moment = moment_of(conn, TURN, now)
    before = conn.total_changes()
    conn.executemany(
        "INSERT OR REPLACE INTO embedding (owner, owner_row, model, vector, at) "
        f"SELECT ?, t.row, ?, ?, ? FROM turn t WHERE t.row = ? AND t.key = ? AND {_COUNTS}",
        [(TURN, model, vector, moment, turn.row, turn.key) for turn, vector in vectors],
    )
    return int(conn.total_changes() - before)


def wanted(conn: apsw.Connection) -> int:
    """Count the turns that should have a vector."""
    return int(
        conn.execute(
            "SELECT (SELECT count(*) FROM turn_fts_docsize) - "
            f"(SELECT count(*) FROM turn t WHERE t.unsaid = 1 AND t.kind IN ({_KINDS}) "
            "AND t.row IN (SELECT id FROM turn_fts_docsize))"
        ).fetchone()[0]
    )


def count_turns(conn: apsw.Connection, model: str) -> tuple[int, int]:
    """Count the turns that should have a vector, and those that have one of `model`."""
    return wanted(conn), total(conn, model, TURN)
