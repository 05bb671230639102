"""The figures of last week: what was learned and changed, what needs a decision, and what helped.

Plain SQL: figures over the whole store are measured (`tests.benchmarks insights`).
"""

from __future__ import annotations

from datetime import timedelta

import apsw

from arbor_desktop.capture import queries as capture
from arbor_desktop.clock import day_start, last_week
from arbor_desktop.context.queries import receipts
from arbor_desktop.maintenance.model import Learned, Replaced, Week
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.queries import memories, records

SHOWN = 2
"""Memories that are named."""


def week(conn: apsw.Connection, policy: DecayPolicy, now: int) -> Week:
    """Return the figures of the local week before that of `now`."""
    first, last = last_week(now)
    since, until = day_start(first), day_start(last + timedelta(days=1))
    learned, newest = _learned(conn, since, until)
    replaced = _replaced(conn, since, until)
    named = [ident for pair in replaced[:SHOWN] for ident in pair]
    known = {one.id: one.shown_text for one in memories.get_many(conn, [*newest, *named], policy, now)}
    status = capture.status_figures(conn, now)
    return Week(
        first.isoformat(),
        last.isoformat(),
        since,
        until,
        learned=learned,
        newest=tuple(Learned(ident, known[ident]) for ident in newest),
        changed=len(replaced),
        changes=tuple(Replaced(new, known[old], known[new]) for old, new in replaced[:SHOWN]),
        to_review=status["pending_review"] + status["marked_outdated"] + status["proposals"],
        conflicts=status["open_conflicts"],
        topic=_topic(conn) if status["open_conflicts"] == 1 else "",
        helped=receipts.summary(conn, since, None, until).sessions_helped,
    )


def _learned(conn: apsw.Connection, since: int, until: int) -> tuple[int, list[str]]:
    """Return how many memories were stored, and the last of them."""
    here = "memory m INDEXED BY memory_list WHERE status = 'active' AND created_at >= ? AND created_at < ?"
    count = conn.execute(f"SELECT count(*) FROM {here}", (since, until)).fetchone()[0]
    newest = conn.execute(
        f"SELECT id FROM {here} ORDER BY created_at DESC, row DESC LIMIT {SHOWN}", (since, until)
    )
    return count, [ident for (ident,) in newest]


def _replaced(conn: apsw.Connection, since: int, until: int) -> list[tuple[str, str]]:
    """Return the memories that were replaced, the last first: (old, new)."""
    return [
        (old, new)
        for old, new, _ in conn.execute(
            "SELECT o.id, n.id, max(e.seq) AS at FROM memory_event e INDEXED BY memory_event_moved "
            "CROSS JOIN memory o ON o.id = e.memory_id JOIN relation r ON r.to_memory = o.row "
            "AND r.kind = 'supersedes' JOIN memory n ON n.row = r.from_memory "
            "WHERE e.before ->> '$.status' IS NOT NULL AND e.at >= ? AND e.at < ? AND e.undone_by IS NULL "
            "AND e.after ->> '$.status' = 'superseded' AND o.status = 'superseded' "
            "GROUP BY o.row ORDER BY at DESC",
            (since, until),
        )
    ]


def _topic(conn: apsw.Connection) -> str:
    found = conn.execute(
        f"SELECT c.judgement ->> '$.topic' FROM conflict c WHERE {records.OPEN_CONFLICT_SQL} LIMIT 1"
    ).fetchone()
    return (found and found[0]) or ""
