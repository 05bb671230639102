"""Projects and branches as memories and conversations name them, the latest first."""

from __future__ import annotations

import apsw


def latest_project(conn: apsw.Connection) -> str | None:
    """The project of the newest conversation among those with memories; where there is none, of the newest
    memory, or conversation."""
    newest = "ORDER BY ifnull(started_at, 0) DESC, row DESC"
    for sql in (
        "SELECT project FROM conversation WHERE project IN (SELECT scope_id FROM memory "
        f"WHERE status = 'active' AND scope = 'project') {newest}",
        "SELECT scope_id FROM memory WHERE scope = 'project' AND status = 'active' ORDER BY row DESC",
        f"SELECT project FROM conversation WHERE project IS NOT NULL {newest}",
    ):
        found = conn.execute(f"{sql} LIMIT 1").fetchone()
        if found is not None:
            return str(found[0])
    return None


def branches(conn: apsw.Connection, project: str, limit: int) -> list[str]:
    """Branches that living memories or conversations of the project name, at most `limit`."""
    return [
        name
        for (name,) in conn.execute(
            "SELECT branch FROM ("
            "SELECT branch, created_at AS at FROM memory WHERE status IN ('active', 'pending') "
            "AND scope = 'project' AND scope_id = :project AND branch IS NOT NULL "
            "UNION ALL SELECT branch, ifnull(started_at, created_at) FROM conversation "
            "WHERE project = :project AND branch IS NOT NULL"
            ") GROUP BY branch ORDER BY max(at) DESC, branch LIMIT :limit",
            {"project": project, "limit": limit},
        )
    ]
