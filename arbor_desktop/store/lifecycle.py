"""Which memories faded or ran out, over the whole store."""

from __future__ import annotations

from dataclasses import replace

import apsw

from arbor_desktop.core.clock import DAY_MS
from arbor_desktop.core.confidence import DecayPolicy
from arbor_desktop.core.memory import Status
from arbor_desktop.store import memories, records
from arbor_desktop.store.memories import Write

_LAST_WORD = "max(m.reinforced_at, ifnull(m.confirmed_at, 0))"
"""When memory `m` was last used, said, confirmed or set by hand."""
STALE_DAYS = 90
"""A memory that nobody used, said or confirmed for longer is stale (spec 5.2)."""
CONFIRMED_WITHIN_DAYS = 7
"""A yes that comes later after a telling is no word on that telling."""


def stale(conn: apsw.Connection, now: int, project: str | None = None) -> tuple[int, int]:
    """How many active memories are idle over `STALE_DAYS` and were never used, and how many are active; those
    of one project, or all."""
    here = "1" if project is None else "m.scope = 'project' AND m.scope_id = :project"
    found = conn.execute(
        f"SELECT ifnull(sum(m.use_count = 0 AND {_LAST_WORD} < :edge), 0), count(*) FROM memory m "
        f"WHERE m.status = 'active' AND {here}",
        {"edge": now - STALE_DAYS * DAY_MS, "project": project},
    ).fetchone()
    return int(found[0]), int(found[1])


def helpful(conn: apsw.Connection, since: int, project: str | None = None) -> tuple[int, int]:
    """How often what was told at a conversation's start helped, since a moment (milliseconds): `(part, whole)`.

    Counted are pairs of a memory and a conversation in which it was told or used; where the conversation is
    not known, the day (UTC) stands for it. A pair counts as helpful where the memory was used with success
    there, or a person confirmed it within `CONFIRMED_WITHIN_DAYS` after. Where neither a use, nor a failure,
    nor a yes is known since then, nobody knows: `(0, 0)`.
    """
    here = "1" if project is None else "m.scope = 'project' AND m.scope_id = :project"
    place = f"ifnull(conversation, 'day ' || (at / {DAY_MS}))"
    part, whole, known = conn.execute(
        f"""
        WITH told AS (
            SELECT memory, {place} AS place, at, 0 AS helped, 0 AS judged FROM access_log
            WHERE context = 'conversation_start' AND at >= :since
            UNION ALL
            SELECT memory, {place}, at, success, 1 FROM usage_event WHERE at >= :since
        ),
        pair AS (
            SELECT t.memory, min(t.at) AS first, max(t.at) AS last, max(t.helped) AS helped,
                max(t.judged) AS judged
            FROM told t JOIN memory m ON m.row = t.memory WHERE {here} GROUP BY t.memory, t.place
        ),
        judged AS (
            SELECT p.helped OR EXISTS (
                SELECT 1 FROM feedback f WHERE f.memory = p.memory AND f.kind = 'CONFIRM'
                AND f.at BETWEEN p.first AND p.last + {CONFIRMED_WITHIN_DAYS * DAY_MS}
            ) AS helped, p.judged FROM pair p
        )
        SELECT ifnull(sum(helped), 0), count(*), ifnull(max(helped OR judged), 0) FROM judged
        """,
        {"since": since, "project": project},
    ).fetchone()
    return (int(part), int(whole)) if known else (0, 0)


def count_faded(conn: apsw.Connection, policy: DecayPolicy, now: int) -> int:
    """Active memories that are worth less now than when their confidence was stored."""
    sql = f"SELECT count(*) FROM memory m WHERE m.status = 'active' AND {records.confidence_sql(policy, now)} < m.confidence"
    return int(conn.execute(sql).fetchone()[0])


def archive_faded(conn: apsw.Connection, by: Write) -> list[str]:
    """Archives active memories below 0.3, and those whose time has run out. Answers their ids."""
    worth = records.confidence_sql(by.policy, by.now)
    found = conn.execute(
        f"SELECT m.row, m.id, {worth}, m.expires_at IS NOT NULL AND m.expires_at <= ? FROM memory m "
        "WHERE m.status = 'active' AND m.privacy_level NOT IN ('always_include', 'sensitive') "
        f"AND ({worth} < 0.3 OR m.expires_at <= ?)",
        (by.now, by.now),
    ).fetchall()
    for row, _, value, expired in found:
        why = "Its time has run out" if expired else f"Faded to {value:.2f} without being used"
        fields = {"status": Status.ARCHIVED, "archived_at": by.now}
        memories.change(conn, row, fields, replace(by, reason=why), "archived", touch=False)
    return [ident for _, ident, _, _ in found]
