"""Which memories faded or ran out, over the whole store."""

from __future__ import annotations

from dataclasses import replace

import apsw

from arbor_desktop.core.confidence import DecayPolicy
from arbor_desktop.core.memory import Status
from arbor_desktop.store import memories, records
from arbor_desktop.store.memories import Write


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
