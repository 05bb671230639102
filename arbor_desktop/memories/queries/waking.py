"""A project that is taken up again gets back what was forgotten while it rested (docs/lifecycle.md)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import AT_REST_DAYS, ENOUGH_USES, UNUSED_DAYS, WAKING, kept, rested
from arbor_desktop.memories.model import LIVING

if TYPE_CHECKING:
    from arbor_desktop.memories.model import Memory
    from arbor_desktop.memories.queries.memories import Write


def forgotten_at_rest(conn: apsw.Connection, project: str, at: int) -> list[str]:
    """Ids of the project's memories that maintenance archived before `at` (milliseconds) because they faded or
    were of no use, when nobody had worked on it for `AT_REST_DAYS`."""
    found = conn.execute(
        "SELECT m.id, m.archived_at FROM memory m WHERE m.status = 'archived' AND m.scope = 'project' "
        "AND m.scope_id = ? AND m.archived_at <= ? AND (SELECT e.actor = 'maintenance' AND "
        f"e.after ->> '$.why' IN ({', '.join(repr(why.value) for why in WAKING)}) FROM memory_event e "
        "WHERE e.memory_id = m.id AND e.after ->> '$.status' IS NOT NULL ORDER BY e.seq DESC LIMIT 1) "
        "ORDER BY m.row",
        (project, at),
    ).fetchall()
    if not found:
        return []
    work = worked_on(conn, project)
    return [ident for ident, archived_at in found if rested(_before(work, archived_at), archived_at)]


def worked_on(conn: apsw.Connection, project: str) -> list[int]:
    """When something was said, stored or told of a project (milliseconds), the earliest first."""
    return [
        at
        for (at,) in conn.execute(
            "SELECT ifnull(ended_at, created_at) FROM conversation WHERE project = ?1 "
            "UNION SELECT created_at FROM memory WHERE scope = 'project' AND scope_id = ?1 "
            "UNION SELECT a.at FROM memory m JOIN access_log a ON a.memory = m.row "
            "WHERE m.scope = 'project' AND m.scope_id = ?1 AND a.context = 'conversation_start' ORDER BY 1",
            (project,),
        )
    ]


def at_rest(conn: apsw.Connection, now: int) -> frozenset[str] | None:
    """The projects on which nobody has worked for `AT_REST_DAYS`; None where too little is known of what helped
    to say of anything that it never did."""
    uses = conn.execute(
        "SELECT count(*) FROM (SELECT 1 FROM usage_event WHERE success AND at >= ? LIMIT ?)",
        (now - UNUSED_DAYS * DAY_MS, ENOUGH_USES),
    ).fetchone()[0]
    if uses < ENOUGH_USES:
        return None
    last: dict[str, int] = {}
    for project, at in conn.execute(
        "SELECT project, max(ifnull(ended_at, created_at)) FROM conversation WHERE project IS NOT NULL GROUP BY 1 "
        "UNION ALL SELECT scope_id, max(created_at) FROM memory WHERE scope = 'project' GROUP BY 1 "
        "UNION ALL SELECT m.scope_id, max(a.at) FROM access_log a JOIN memory m ON m.row = a.memory "
        "WHERE m.scope = 'project' AND a.context = 'conversation_start' GROUP BY 1"
    ):
        last[project] = max(at, last.get(project, at))
    return frozenset(project for project, at in last.items() if rested(at, now))


def wake(conn: apsw.Connection, project: str, at: int, by: Write) -> list[str]:
    """Brings back what was forgotten while the project rested until `at`, when somebody worked on it again;
    but not what another memory says now. Answers the ids."""
    from arbor_desktop.memories.queries import memories

    back = []
    for memory in memories.get_many(conn, forgotten_at_rest(conn, project, at), by.policy, by.now):
        if _said_again(conn, memory):
            continue
        row = memories.rows_of(conn, [memory.id])[0][0]
        fields = asdict(kept(memory, by.now)) | {"status": "active", "archived_at": None}
        del fields["confirmed_at"]  # nobody said yes to it
        why = replace(by, reason=f"Work went on after {AT_REST_DAYS} days of rest or more: it is back")
        memories.change(conn, row, fields, why, "restored", touch=False)
        back.append(memory.id)
    return back


def _said_again(conn: apsw.Connection, memory: Memory) -> bool:
    from arbor_desktop.memories.queries import memories

    same = memories.find_same(conn, memory.content, memory.scope, memory.scope_id)
    return any(status in LIVING for _, _, status in same)


def _before(work: Sequence[int], moment: int) -> int | None:
    """The last of the times up to a moment."""
    place = bisect_right(work, moment)
    return work[place - 1] if place else None
