"""Which memories faded, ran out or are stale, over the whole store; archiving them, and bringing them back: also
those of a project that is taken up again after a rest (docs/lifecycle.md).

Plain SQL: it walks the whole table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import (
    ACCEPTED,
    AT_REST_DAYS,
    DEAR,
    ENOUGH_USES,
    EXEMPT,
    FADED_BELOW,
    LINEAR_BELOW,
    LINEAR_IDLE_DAYS,
    PASSING,
    TOLD_IN_VAIN,
    UNPROVEN_BELOW,
    UNPROVEN_DAYS,
    UNUSED_DAYS,
    WAKING,
    DecayPolicy,
    forgotten_for,
    kept,
    rested,
    slower,
)
from arbor_desktop.memories.model import LIVING, Status
from arbor_desktop.memories.queries import memories, records
from arbor_desktop.memories.queries.memories import Write

if TYPE_CHECKING:
    from arbor_desktop.memories.model import Memory
    from arbor_desktop.memories.queries.memories import Write

_EXEMPT = f"({', '.join(repr(level.value) for level in EXEMPT)})"
_LAST_WORD = "max(m.reinforced_at, ifnull(m.confirmed_at, 0))"
"""When memory `m` was last used, said, confirmed or set by hand."""
_UNUSED = (
    "(m.scope != 'conversation' AND m.use_count = 0 AND m.confirmed_at IS NULL "
    f"AND m.reinforced_at <= :now - {UNUSED_DAYS * DAY_MS} "
    "AND (m.scope_id IN (SELECT value FROM json_each(:resting)) "
    f"OR ((m.scope = 'project' OR m.access_count >= {TOLD_IN_VAIN}) AND m.type IN ({', '.join(repr(kind.value) for kind in PASSING)}) "
    f"AND m.category NOT IN ({', '.join(repr(category.value) for category in DEAR)}))))"
)
STALE_DAYS = 90
"""A memory that nobody used, said or confirmed for longer is stale (spec 5.2)."""
SPOKE_WITHIN_DAYS = 7
"""A yes or no of a person that comes later after a telling is no word on that telling."""


def stale(conn: apsw.Connection, now: int, project: str | None = None) -> tuple[int, int]:
    """How many active memories are idle over `STALE_DAYS` and were never used, and how many are active; those
    of one project, or all."""
    here = "1" if project is None else "m.scope = 'project' AND m.scope_id = :project"
    # Most of the table is read: in the order of the file that takes an eighth of the time of an index's.
    order = "NOT INDEXED" if project is None else ""
    found = conn.execute(
        f"SELECT ifnull(sum(m.use_count = 0 AND {_LAST_WORD} < :edge), 0), count(*) FROM memory m {order} "
        f"WHERE m.status = 'active' AND {here}",
        {"edge": now - STALE_DAYS * DAY_MS, "project": project},
    ).fetchone()
    return int(found[0]), int(found[1])


def helpful(conn: apsw.Connection, since: int, project: str | None = None) -> tuple[int, int]:
    """Of the memories that came into play, since a moment (milliseconds), how many helped: `(part, whole)`.

    Counted are pairs of a memory and a conversation in which it was told or used; where the conversation is
    not known, the day (UTC) stands for it. A memory came into play where it was used, with success or in vain,
    or a person said within `SPOKE_WITHIN_DAYS` after that it is right, or is not. It helped where it was used
    with success, or the person's last word was yes. That it was told and nothing came of it says nothing of
    it: most memories leave no trace in one session.
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
    """Active memories that are worth less now than when their confidence was stored."""
    worth = records.confidence_sql(policy, now)
    sql = f"SELECT count(*) FROM memory m WHERE m.status = 'active' AND {worth} < m.confidence"
    return int(conn.execute(sql).fetchone()[0])


def forgettable(
    conn: apsw.Connection,
    policy: DecayPolicy,
    now: int,
    *,
    weekly: bool = False,
    resting: frozenset[str] | None = None,
) -> list[str]:
    """Ids of what is to be archived at `now`, the oldest first: exactly what `memories.confidence` says."""
    worth = records.confidence_sql(policy, now)
    faded = f"{worth} < {FADED_BELOW}"
    if policy.name == "linear":
        faded = f"({worth} < {LINEAR_BELOW} AND {_LAST_WORD} <= :now - {LINEAR_IDLE_DAYS * DAY_MS})"
    if weekly:
        faded = (
            f"({faded} OR (m.source = 'ai_inferred' AND m.confirmed_at IS NULL AND {worth} < {UNPROVEN_BELOW} "
            f"AND max(m.reinforced_at, ifnull(m.last_used_at, 0)) <= :now - {UNPROVEN_DAYS * DAY_MS}))"
        )
    if resting is not None:
        faded = f"({faded} OR {_UNUSED})"
    found = conn.execute(
        "SELECT m.id FROM memory m WHERE m.status IN ('active', 'pending') "
        f"AND m.privacy_level NOT IN {_EXEMPT} "
        f"AND (m.expires_at <= :now OR (m.status = 'active' AND {faded})) ORDER BY m.row",
        {"now": now, "resting": records.to_json(sorted(resting or ()))},
    )
    return [ident for (ident,) in found]


def forget(
    conn: apsw.Connection,
    ids: Sequence[str],
    by: Write,
    *,
    weekly: bool = False,
    resting: frozenset[str] | None = None,
) -> list[str]:
    """Archives those of the memories that are still to be forgotten: somebody may have used one meanwhile.
    Answers their ids."""
    done = []
    for memory in memories.get_many(conn, ids, by.policy, by.now):
        why = forgotten_for(memory, by.now, by.policy, weekly=weekly, resting=resting)
        if why is None:
            continue
        worth = round(memory.current_confidence, 4)
        row = memories.rows_of(conn, [memory.id])[0][0]
        memories.change(
            conn, row, {"status": Status.ARCHIVED, "archived_at": by.now}, replace(by, reason=why.said(worth)),
            "archived", touch=False, noted={"why": why.value, "final_confidence": worth},
        )  # fmt: skip
        done.append(memory.id)
    return done


def vouched(conn: apsw.Connection, ident: str, by: Write) -> dict[str, Any]:
    """What a memory that a person brings back is from now on (`memories.confidence.kept`), as its fields. Raises
    NotFound."""
    return asdict(kept(memories.get(conn, ident, by.policy, by.now), by.now))


def accepted(conn: apsw.Connection, ident: str, by: Write) -> dict[str, Any]:
    """Return the fields that change when a person accepts a memory; an end date stays. Raises NotFound."""
    fields = asdict(kept(memories.get(conn, ident, by.policy, by.now), by.now, ACCEPTED))
    return {name: value for name, value in fields.items() if name != "expires_at"} | {"needs_review": False}


def confirmed(conn: apsw.Connection, ident: str, by: Write) -> dict[str, Any]:
    """What a person's yes to a memory in use changes beside its confidence. Raises NotFound."""
    return {"confirmed_at": by.now, "needs_review": False, "decay_rate": proven(conn, ident, by)}


def proven(conn: apsw.Connection, ident: str, by: Write) -> float:
    """How fast a memory fades from now on that proved to be of use. Raises NotFound."""
    memory = memories.get(conn, ident, by.policy, by.now)
    return slower(memory.decay_rate, memory.type)


def was_forgotten(conn: apsw.Connection, ident: str) -> bool:
    """Whether a memory is archived because it faded or ran out, and not because anybody wanted it so."""
    found = conn.execute(
        "SELECT m.status = 'archived' AND e.actor = 'maintenance' FROM memory m JOIN memory_event e "
        "ON e.memory_id = m.id WHERE m.id = ? AND json_extract(e.after, '$.status') IS NOT NULL "
        "ORDER BY e.seq DESC LIMIT 1",
        (ident,),
    ).fetchone()
    return found is not None and bool(found[0])


def keep_brought_back(conn: apsw.Connection, by: Write) -> list[str]:
    """Of what the action `by` took out of the archive, by undoing something: what would be forgotten again the
    next night lives on, as if restored. Answers the ids of these. All others are as they were before."""
    back = [
        ident
        for (ident,) in conn.execute(
            "SELECT DISTINCT e.memory_id FROM memory_event e JOIN memory m ON m.id = e.memory_id "
            "WHERE e.action_id = ? AND m.status = 'active' AND json_extract(e.before, '$.status') = 'archived' "
            "AND json_extract(e.after, '$.status') = 'active'",
            (by.action_id,),
        )
    ]
    resting = at_rest(conn, by.now) if back else None
    again = [
        memory.id
        for memory in memories.get_many(conn, back, by.policy, by.now)
        if forgotten_for(memory, by.now, by.policy, weekly=True, resting=resting) is not None
    ]
    for row, ident, _ in memories.rows_of(conn, again):
        because = replace(by, reason="Brought back: it starts anew")
        memories.change(conn, row, vouched(conn, ident, by), because, "restored", touch=False)
    return again


def long_archived(conn: apsw.Connection, before: int, limit: int) -> list[int]:
    """Rows of some memories that were archived before a moment (milliseconds), the oldest first. What is
    pinned or sensitive is never among them."""
    found = conn.execute(
        "SELECT m.row FROM memory m WHERE m.status = 'archived' AND ifnull(m.archived_at, m.updated_at) < ? "
        f"AND m.privacy_level NOT IN {_EXEMPT} ORDER BY m.row LIMIT ?",
        (before, limit),
    )
    return [row for (row,) in found]


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
