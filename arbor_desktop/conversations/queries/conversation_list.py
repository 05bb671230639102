"""Conversations as a list: which ones, in which order, and how many of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from arbor_desktop.conversations.model import Conversation, ConversationFacets, ConversationStatus, TurnMark
from arbor_desktop.conversations.queries.conversations import COLUMNS, from_row
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.memories.queries import records

SORTS = {
    "started": "ifnull(c.started_at, 0)",
    "title": "c.title COLLATE NOCASE",
    "project": "ifnull(c.project, '') COLLATE NOCASE",
    "turns": "c.message_count",
    "status": "c.status",
    "memories": "(SELECT count(DISTINCT e.memory) FROM evidence e WHERE e.conversation = c.row)",
    "tokens": "c.input_tokens + c.output_tokens",
}


_GAVE_MEMORIES = (
    "EXISTS (SELECT 1 FROM evidence e JOIN memory m ON m.row = e.memory "
    "WHERE e.conversation = c.row AND m.status IN ('active', 'pending'))"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter of conversations; None: any. `only`: with one of these ids. `with_memories`: with memories from
    them, or without."""

    project: str | None = None
    source: str | None = None
    status: ConversationStatus | None = None
    only: Sequence[str] | None = None
    with_memories: bool | None = None

    def where(self, leave_out: str = "") -> tuple[str, list[Any]]:
        conditions, values = ["1"], list[Any]()
        for column in ("project", "source", "status"):
            value = getattr(self, column)
            if value is not None and column != leave_out:
                conditions.append(f"c.{column} = ?")
                values.append(str(value))
        if self.with_memories is not None and leave_out != "status":
            conditions.append(_GAVE_MEMORIES if self.with_memories else f"NOT {_GAVE_MEMORIES}")
        if self.only is not None:
            conditions.append("c.id IN (SELECT value FROM json_each(?))")
            values.append(records.to_json(list(self.only)))
        return " AND ".join(conditions), values


def ids(
    conn: apsw.Connection, wanted: Wanted, *, sort: str = "started", descending: bool = True
) -> list[str]:
    """The ids of all that are wanted. `sort` is one of SORTS, or `given` for the order of `wanted.only`."""
    where, values = wanted.where()
    if sort == "given" and wanted.only is not None:
        kept = {row[0] for row in conn.execute(f"SELECT c.id FROM conversation c WHERE {where}", values)}
        return [ident for ident in wanted.only if ident in kept]
    direction = "DESC" if descending else "ASC"
    return [
        row[0]
        for row in conn.execute(
            f"SELECT c.id FROM conversation c WHERE {where} ORDER BY {SORTS[sort]} {direction}, c.row {direction}",
            values,
        )
    ]


def many(conn: apsw.Connection, idents: Sequence[str]) -> list[Conversation]:
    """The conversations with these ids, in this order; those that are gone are left out."""
    found = {
        row[0]: from_row(row)
        for row in conn.execute(
            f"SELECT {COLUMNS} FROM conversation c WHERE c.id IN (SELECT value FROM json_each(?))",
            (records.to_json(list(idents)),),
        )
    }
    return [found[ident] for ident in idents if ident in found]


def facets(conn: apsw.Connection, wanted: Wanted, since: int) -> ConversationFacets:
    """How many there are of each kind, each counted without its own filter; tokens and cost since `since`."""

    def counts(column: str) -> dict[str, int]:
        where, values = wanted.where(leave_out=column)
        return {
            str(name): int(count)
            for name, count in conn.execute(
                f"SELECT c.{column}, count(*) FROM conversation c WHERE {where} AND c.{column} IS NOT NULL "
                "GROUP BY 1 ORDER BY 2 DESC, 1",
                values,
            )
        }

    where, values = wanted.where(leave_out="status")
    total = int(conn.execute(f"SELECT count(*) FROM conversation c WHERE {where}", values).fetchone()[0])
    nothing = conn.execute(
        f"SELECT count(*) FROM conversation c WHERE {where} AND c.status = 'memorized' AND NOT {_GAVE_MEMORIES}",
        values,
    ).fetchone()[0]
    tokens, cost = conn.execute(
        "SELECT ifnull(sum(input_tokens + output_tokens), 0), ifnull(sum(cost), 0) FROM conversation "
        "WHERE ended_at >= ?",
        (since,),
    ).fetchone()
    waiting = conn.execute("SELECT count(*) FROM conversation WHERE status = 'pending'").fetchone()[0]
    return ConversationFacets(
        total, counts("status"), counts("source"), counts("project"), int(tokens), float(cost), int(waiting),
        int(nothing),
    )  # fmt: skip


def marks(conn: apsw.Connection, row: int) -> list[TurnMark]:
    """The places in a conversation that made memories which live, in the order of the turns."""
    return [
        TurnMark(turn, last, ident, MemoryType(kind), start, end)
        for turn, last, ident, kind, start, end in conn.execute(
            "SELECT e.first_turn, e.last_turn, m.id, m.type, e.span_start, e.span_end FROM evidence e "
            "JOIN memory m ON m.row = e.memory WHERE e.conversation = ? AND m.status IN ('active', 'pending') "
            "ORDER BY e.first_turn, e.span_start, e.row",
            (row,),
        )
    ]


def files(conn: apsw.Connection, row: int) -> list[str]:
    """The files that a conversation was read from, the newest first."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT f.path FROM file_conversation l JOIN capture_file f ON f.row = l.file "
            "WHERE l.conversation = ? ORDER BY f.gone_at IS NOT NULL, f.mtime_ns DESC",
            (row,),
        )
    ]
