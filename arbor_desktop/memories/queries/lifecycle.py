"""Memories that faded, expired or are stale: find, count, archive and restore them (docs/lifecycle.md).

Plain SQL: it walks the whole table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import (
    ENOUGH_USES,
    EXEMPT,
    FADED_BELOW,
    INACTIVE_DAYS,
    LASTING,
    LINEAR_BELOW,
    LINEAR_IDLE_DAYS,
    PASSING,
    RESTORED_WITH_PROJECT,
    SHARED_IN_VAIN,
    UNPROVEN_BELOW,
    UNPROVEN_DAYS,
    UNUSED_DAYS,
    DecayPolicy,
    archive_reason,
    is_inactive,
    restored,
)
from arbor_desktop.memories.model import LIVING, Memory, Status
from arbor_desktop.memories.queries import memories, records
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.text.sentence import Sentence

_EXEMPT = f"({', '.join(repr(level.value) for level in EXEMPT)})"
_LAST_WORD = "max(m.reinforced_at, ifnull(m.confirmed_at, 0))"
"""When memory `m` was last used, repeated, confirmed or set by hand."""
_UNUSED = (
    "(m.scope != 'conversation' AND m.use_count = 0 AND m.confirmed_at IS NULL "
    f"AND m.reinforced_at <= :now - {UNUSED_DAYS * DAY_MS} "
    "AND (m.scope_id IN (SELECT value FROM json_each(:inactive)) "
    f"OR ((m.scope = 'project' OR m.access_count >= {SHARED_IN_VAIN}) AND m.type IN ({', '.join(repr(kind.value) for kind in PASSING)}) "
    f"AND m.category NOT IN ({', '.join(repr(category.value) for category in LASTING)}))))"
)
STALE_DAYS = 90
"""A memory that nobody used, repeated or confirmed for longer is stale (spec 5.2)."""
STALE_SQL = f"(m.use_count = 0 AND {_LAST_WORD} < :edge)"
"""Condition of stale memories `m`; the parameter is `stale_before`."""
SPOKE_WITHIN_DAYS = 7
"""A person's feedback counts for a session that got the memory at most so long before."""


def stale_before(now: int) -> int:
    """Return the moment (milliseconds) since which a memory must have been used or stated, not to be stale."""
    return now - STALE_DAYS * DAY_MS


def stale(conn: apsw.Connection, now: int, project: str | None = None) -> tuple[int, int]:
    """Return the number of active memories that were idle for over `STALE_DAYS` and never used, and the number
    of active ones, in all or one project."""
    here = "1" if project is None else "m.scope = 'project' AND m.scope_id = :project"
    # Most of the table is read: in the order of the file that takes an eighth of the time of an index's.
    order = "NOT INDEXED" if project is None else ""
    found = conn.execute(
        f"SELECT ifnull(sum({STALE_SQL}), 0), count(*) FROM memory m {order} WHERE m.status = 'active' AND {here}",
        {"edge": stale_before(now), "project": project},
    ).fetchone()
    return int(found[0]), int(found[1])


def helpful(conn: apsw.Connection, since: int, project: str | None = None) -> tuple[int, int]:
    """Return `(part, whole)`: how often a memory helped, of the times that it mattered, since a moment
    (milliseconds).

    A time is a pair of a memory and a conversation that got or used it (or the day in UTC, if the conversation
    is unknown). The memory mattered if it was used, with success or in vain, or a person gave feedback within
    `SPOKE_WITHIN_DAYS`. It helped if it was used with success, or the person's last feedback was positive.
    Times without use and feedback don't count: most memories leave no trace in a session.
    """
    here = "JOIN memory m ON m.row = t.memory AND m.scope = 'project' AND m.scope_id = :project"
    here = "" if project is None else here
    place = f"ifnull(conversation, 'day ' || (at / {DAY_MS}))"
    part, whole = conn.execute(
        f"""
        WITH told AS (
            SELECT memory, {place} AS place, at, NULL AS helped FROM access_log
            WHERE context = 'conversation_start' AND at >= :since
            UNION ALL
            SELECT memory, {place}, at, success FROM usage_event WHERE at >= :since
        ),
        pair AS (
            SELECT t.memory, min(t.at) AS first, max(t.at) AS last, max(t.helped) AS helped
            FROM told t {here} GROUP BY t.memory, t.place
        ),
        in_play AS (
            SELECT p.helped AS used, (
                SELECT f.kind = 'CONFIRM' FROM feedback f
                WHERE f.memory = p.memory AND f.kind IN ('CONFIRM', 'INCORRECT', 'OUTDATED')
                AND f.at BETWEEN p.first AND p.last + {SPOKE_WITHIN_DAYS * DAY_MS} ORDER BY f.at DESC LIMIT 1
            ) AS said FROM pair p
        )
        SELECT ifnull(sum(ifnull(used, 0) OR ifnull(said, 0)), 0), count(ifnull(used, said)) FROM in_play
        """,
        {"since": since, "project": project},
    ).fetchone()
    return int(part), int(whole)


def count_faded(conn: apsw.Connection, policy: DecayPolicy, now: int) -> int:
    """Return the number of active memories with less confidence now than was stored."""
    worth = records.confidence_sql(policy, now)
    sql = f"SELECT count(*) FROM memory m WHERE m.status = 'active' AND {worth} < m.confidence"
    return int(conn.execute(sql).fetchone()[0])


def forgettable(
    conn: apsw.Connection,
    policy: DecayPolicy,
    now: int,
    *,
    weekly: bool = False,
    inactive: frozenset[str] | None = None,
) -> list[str]:
    """Return the ids of memories to archive at `now`, oldest first, by the same rules as `archive_reason`."""
    worth = records.confidence_sql(policy, now)
    faded = f"{worth} < {FADED_BELOW}"
    if policy.name == "linear":
        faded = f"({worth} < {LINEAR_BELOW} AND {_LAST_WORD} <= :now - {LINEAR_IDLE_DAYS * DAY_MS})"
    if weekly:
        faded = (
            f"({faded} OR (m.source = 'ai_inferred' AND m.confirmed_at IS NULL AND {worth} < {UNPROVEN_BELOW} "
            f"AND max(m.reinforced_at, ifnull(m.last_used_at, 0)) <= :now - {UNPROVEN_DAYS * DAY_MS}))"
        )
    if inactive is not None:
        faded = f"({faded} OR {_UNUSED})"
    found = conn.execute(
        "SELECT m.id FROM memory m WHERE m.status IN ('active', 'pending') "
        f"AND m.privacy_level NOT IN {_EXEMPT} "
        f"AND (m.expires_at <= :now OR (m.status = 'active' AND {faded})) ORDER BY m.row",
        {"now": now, "inactive": records.to_json(sorted(inactive or ()))},
    )
    return [ident for (ident,) in found]


def forget(
    conn: apsw.Connection,
    ids: Sequence[str],
    by: Write,
    *,
    weekly: bool = False,
    inactive: frozenset[str] | None = None,
) -> list[str]:
    """Archive the memories for which there is still a reason, since one may have been used meanwhile. Return
    their ids."""
    done = []
    for memory in memories.get_many(conn, ids, by.policy, by.now):
        why = archive_reason(memory, by.now, by.policy, weekly=weekly, inactive=inactive)
        if why is None:
            continue
        worth = round(memory.current_confidence, 4)
        memories.change(
            conn, memory.row, {"status": Status.ARCHIVED, "archived_at": by.now},
            replace(by, reason=why.text(worth)),
            "archived", touch=False, noted={"why": why.value, "final_confidence": worth},
        )  # fmt: skip
        done.append(memory.id)
    return done


def was_forgotten(conn: apsw.Connection, ident: str) -> bool:
    """Return whether maintenance, not a person, archived the memory."""
    found = conn.execute(
        "SELECT m.status = 'archived' AND e.actor = 'maintenance' FROM memory m JOIN memory_event e "
        "ON e.memory_id = m.id WHERE m.id = ? AND json_extract(e.after, '$.status') IS NOT NULL "
        "ORDER BY e.seq DESC LIMIT 1",
        (ident,),
    ).fetchone()
    return found is not None and bool(found[0])


def keep_brought_back(conn: apsw.Connection, by: Write) -> list[str]:
    """Restore, of the memories that the undoing action `by` took out of the archive, those that would be
    archived again the next night. Return their ids."""
    back = [
        ident
        for (ident,) in conn.execute(
            "SELECT DISTINCT e.memory_id FROM memory_event e JOIN memory m ON m.id = e.memory_id "
            "WHERE e.action_id = ? AND m.status = 'active' AND json_extract(e.before, '$.status') = 'archived' "
            "AND json_extract(e.after, '$.status') = 'active'",
            (by.action_id,),
        )
    ]
    inactive = inactive_projects(conn, by.now) if back else None
    because = replace(by, reason=Sentence("Restored: its confidence starts over"))
    again = []
    for memory in memories.get_many(conn, back, by.policy, by.now):
        if archive_reason(memory, by.now, by.policy, weekly=True, inactive=inactive) is not None:
            memories.change(conn, memory.row, restored(memory, by.now), because, "restored", touch=False)
            again.append(memory.id)
    return again


def long_archived(conn: apsw.Connection, before: int, limit: int) -> list[int]:
    """Return the rows of at most `limit` memories that were archived before a moment (milliseconds), oldest
    first, without pinned and sensitive ones."""
    found = conn.execute(
        "SELECT m.row FROM memory m WHERE m.status = 'archived' AND ifnull(m.archived_at, m.updated_at) < ? "
        f"AND m.privacy_level NOT IN {_EXEMPT} ORDER BY m.row LIMIT ?",
        (before, limit),
    )
    return [row for (row,) in found]


def archived_while_inactive(conn: apsw.Connection, project: str, at: int) -> list[str]:
    """Return the ids of the project's memories that maintenance archived before `at` (milliseconds), other than
    expired ones, when nobody had worked on the project for `INACTIVE_DAYS`."""
    found = conn.execute(
        "SELECT m.id, m.archived_at FROM memory m WHERE m.status = 'archived' AND m.scope = 'project' "
        "AND m.scope_id = ? AND m.archived_at <= ? AND (SELECT e.actor = 'maintenance' AND "
        f"e.after ->> '$.why' IN ({', '.join(repr(why.value) for why in RESTORED_WITH_PROJECT)}) FROM memory_event e "
        "WHERE e.memory_id = m.id AND e.after ->> '$.status' IS NOT NULL ORDER BY e.seq DESC LIMIT 1) "
        "ORDER BY m.row",
        (project, at),
    ).fetchall()
    if not found:
        return []
    work = [0, *_times_of_work(conn, project)]
    return [
        ident
        for ident, archived_at in found
        if is_inactive(work[bisect_right(work, archived_at) - 1], archived_at)
    ]


def _times_of_work(conn: apsw.Connection, project: str) -> list[int]:
    """Return when conversations of a project ended, or its memories were stored or shared (milliseconds,
    sorted)."""
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


def inactive_projects(conn: apsw.Connection, now: int) -> frozenset[str] | None:
    """Return the projects on which nobody has worked for `INACTIVE_DAYS`; None if too few uses were reported to
    call any memory unused."""
    uses = conn.execute(
        "SELECT count(*) FROM (SELECT 1 FROM usage_event WHERE success AND at >= ? LIMIT ?)",
        (now - UNUSED_DAYS * DAY_MS, ENOUGH_USES),
    ).fetchone()[0]
    if uses < ENOUGH_USES:
        return None
    last: dict[str, int] = {}
    for project, at in conn.execute(
        "SELECT project, max(ifnull(ended_at, created_at)) FROM conversation WHERE project IS NOT NULL GROUP BY 1 "
        "UNION ALL SELECT scope_id, max(created_at) FROM memory WHERE scope = 'project' AND scope_id IS NOT NULL GROUP BY 1 "
        "UNION ALL SELECT m.scope_id, max(a.at) FROM access_log a JOIN memory m ON m.row = a.memory "
        "WHERE m.scope = 'project' AND m.scope_id IS NOT NULL AND a.context = 'conversation_start' GROUP BY 1"
    ):
        last[project] = max(at, last.get(project, at))
    return frozenset(project for project, at in last.items() if is_inactive(at, now))


def restore_of_project(conn: apsw.Connection, project: str, at: int, by: Write) -> list[str]:
    """Restore the memories that were archived while the project was inactive until `at`, when somebody worked
    on it again, unless another memory says the same by now. Return their ids."""
    back = []
    for memory in memories.get_many(conn, archived_while_inactive(conn, project, at), by.policy, by.now):
        if _is_repeated(conn, memory):
            continue
        fields = restored(memory, by.now)
        del fields["confirmed_at"]  # nobody confirmed it
        why = replace(
            by, reason=Sentence("Restored: work continued after {days} days or more", days=INACTIVE_DAYS)
        )
        memories.change(conn, memory.row, fields, why, "restored", touch=False)
        back.append(memory.id)
    return back


def _is_repeated(conn: apsw.Connection, memory: Memory) -> bool:
    """Return whether a living memory has the same text in the same place."""
    same = memories.find_same(conn, memory.content, memory.scope, memory.scope_id)
    return any(status in LIVING for _, _, status in same)
