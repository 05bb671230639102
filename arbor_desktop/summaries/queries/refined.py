"""What a model was asked about already, and how it worded the facts of summaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from arbor_desktop.memories.queries import records
from arbor_desktop.summaries.model import Place, Wording, mark

__all__ = ["asked", "forget_wordings", "mark", "set_wordings", "were_asked", "wordings"]

_PLACE = "scope = ? AND scope_id = ? AND category = ?"


def were_asked(conn: apsw.Connection, marks: Sequence[str]) -> set[str]:
    """Those of the marks about which a model was asked."""
    return {
        row[0]
        for part in records.chunks(list(marks))
        for row in conn.execute(f"SELECT hash FROM model_asked WHERE hash IN ({records.marks(part)})", part)
    }


def asked(conn: apsw.Connection, marks: Iterable[str], purpose: str, now: int) -> None:
    conn.executemany(
        "INSERT OR REPLACE INTO model_asked VALUES (?, ?, ?)", [(one, purpose, now) for one in marks]
    )


def wordings(conn: apsw.Connection, place: Place) -> list[Wording]:
    found: dict[int, Wording] = {}
    for row, statement, bound, ident, text in conn.execute(
        "SELECT w.row, w.statement, w.time_bound, m.id, s.hash FROM summary_wording w "
        "JOIN summary_wording_source s ON s.wording = w.row JOIN memory m ON m.row = s.memory "
        f"WHERE {_PLACE.replace('scope', 'w.scope').replace('category', 'w.category')} ORDER BY w.row, m.row",
        _key(place),
    ):
        wording = found.setdefault(row, Wording(statement, {}, bool(bound)))
        wording.sources[ident] = text
    return list(found.values())


def set_wordings(conn: apsw.Connection, place: Place, some: Sequence[Wording]) -> None:
    """These take the place of all that a place had."""
    conn.execute(f"DELETE FROM summary_wording WHERE {_PLACE}", _key(place))
    for one in some:
        conn.execute(
            "INSERT INTO summary_wording (scope, scope_id, category, statement, time_bound) "
            "VALUES (?,?,?,?,?)",
            (*_key(place), one.statement, one.time_bound),
        )
        row = conn.last_insert_rowid()
        conn.executemany(
            "INSERT INTO summary_wording_source (wording, memory, hash) "
            "SELECT ?, row, ? FROM memory WHERE id = ?",
            [(row, text, ident) for ident, text in one.sources.items()],
        )


def forget_wordings(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Takes away what was made of these memories."""
    for part in records.chunks(ids):
        conn.execute(
            "DELETE FROM summary_wording WHERE row IN (SELECT s.wording FROM summary_wording_source s "
            f"JOIN memory m ON m.row = s.memory WHERE m.id IN ({records.marks(part)}))",
            part,
        )


def _key(place: Place) -> tuple[str, str, str]:
    return place.scope.value, place.scope_id or "", place.category.value
