"""What turns are worth to a search by their nearness in meaning.

How near is near is told by how far a turn stands out from others. Where one conversation, project or assistant is
searched, these others are its own turns: beside all that was ever said, everything in a conversation looks alike,
as it is about the same things in the same manner of speaking.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from arbor_desktop.memories.queries import records
from arbor_desktop.search.model import SimilarTurns
from arbor_desktop.search.queries.turn_filter import TurnFilter
from arbor_desktop.text.relevance import meaning

ALIKE = 60
"""So many of the nearest are found beside those that hold words."""
MOST = 10_000
"""Of the nearest so many are looked at for those that a filter of roles or times leaves."""


class Meant:
    """The turns nearest in meaning that a filter leaves, and how near others are."""

    def __init__(self, conn: apsw.Connection, similar: SimilarTurns, wanted: TurnFilter) -> None:
        self._similar = similar if _leaves_most(conn, wanted) else similar.among(_rows_of(conn, wanted))
        self.best = _nearest(conn, self._similar, wanted)
        """Rows, nearest first."""

    def worth(self, rows: Sequence[int], expected: float) -> dict[int, float]:
        """What these rows and the nearest are worth by their meaning; `expected` is what saying every word is."""
        near = self._similar.of(list({*rows, *self.best}))
        scale = self._similar.weight * expected
        return {row: scale * value for row, score in near.items() if (value := meaning(score))}


def _leaves_most(conn: apsw.Connection, wanted: TurnFilter) -> bool:
    """Whether at least half of all that was said is searched: then it stands out from itself as from all."""
    if not wanted.narrows_conversations:
        return True
    where, values = wanted.of_conversations()
    left, every = conn.execute(
        f"SELECT sum(c.message_count) FILTER (WHERE {where}), sum(c.message_count) FROM conversation c",
        values,
    ).fetchone()
    return (left or 0) * 2 >= (every or 0)


def _rows_of(conn: apsw.Connection, wanted: TurnFilter) -> list[int]:
    where, values = wanted.of_conversations()
    return [
        row
        for (row,) in conn.execute(
            f"SELECT t.row FROM conversation c CROSS JOIN turn t ON t.conversation = c.row WHERE {where}",
            values,
        )
    ]


def _nearest(conn: apsw.Connection, similar: SimilarTurns, wanted: TurnFilter) -> list[int]:
    """Up to ALIKE turns, half as many at least if the nearest that are looked at hold them."""
    asked = ALIKE
    while True:
        best = [row for row, _ in similar.best(asked)]
        kept = _kept(conn, best, wanted)
        if len(kept) * 2 >= ALIKE or len(best) < asked or asked >= MOST:
            return [row for row in best if row in kept][:ALIKE]
        asked *= 10  # the filter leaves too few


def _kept(conn: apsw.Connection, rows: Sequence[int], wanted: TurnFilter) -> set[int]:
    where, values = wanted.where()
    kept: set[int] = set()
    for part in records.chunks(rows):
        kept.update(
            row
            for (row,) in conn.execute(
                "SELECT t.row FROM turn t CROSS JOIN conversation c ON c.row = t.conversation "
                f"WHERE {where} AND t.row IN ({records.marks(part)})",
                (*values, *part),
            )
        )
    return kept
