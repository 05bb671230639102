"""Projects: what was read of their files, and what memories and conversations know of them."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

MIGRATION = """
ALTER TABLE project ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
ALTER TABLE project ADD COLUMN read_at INTEGER;
ALTER TABLE project ADD COLUMN trouble TEXT;
"""


@dataclass(frozen=True, slots=True)
class Known:
    """A project as memories and conversations name it. `last_seen` in milliseconds."""

    path: str
    memories: int
    conversations: int
    last_seen: int | None


def summaries(conn: apsw.Connection) -> list[Known]:
    """Every project that a memory or conversation is about, the one seen last first."""
    return [
        Known(*row)
        for row in conn.execute(
            "SELECT path, sum(memories), sum(conversations), max(seen) FROM ("
            "SELECT scope_id AS path, sum(status IN ('active', 'pending')) AS memories, 0 AS conversations, "
            "max(created_at) AS seen FROM memory WHERE scope = 'project' GROUP BY 1 UNION ALL "
            "SELECT project, 0, count(*), max(ifnull(ended_at, created_at)) FROM conversation "
            "WHERE project IS NOT NULL GROUP BY 1) GROUP BY path ORDER BY 4 DESC, 1"
        )
    ]
