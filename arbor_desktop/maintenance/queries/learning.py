"""Learnings that may become global, the same ones in other projects, and promotions.

Plain SQL: conditions on histories and full text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from arbor_desktop.conflicts.queries.merges import MERGED_INTO
from arbor_desktop.database.fulltext import quoted
from arbor_desktop.memories.model import Status
from arbor_desktop.memories.queries import sharing

PROMOTED, KEPT_HERE = "promoted", "kept to project"
"""Actions in a memory's history: it became global, or a person limited it to a project."""
MERGED_AWAY = "merged into a global one"
"""Action of a memory that was superseded by a global one that says the same."""
MOST_ALIKE = 20
_MOST_WORDS = 5
_LEARNINGS = "('bug_patterns', 'implementation_notes', 'architectural_decisions')"
_PROMOTABLE = (
    "m.scope = 'project' AND m.status = 'active' AND m.privacy_level = 'normal' AND m.branch IS NULL "
    f"AND m.expires_at IS NULL AND NOT m.needs_review AND NOT m.invalid AND (m.category IN {_LEARNINGS} "
    "OR m.type IN ('instruction', 'preference')) "
    "AND (m.confirmed_at IS NOT NULL OR m.source = 'user_stated' "
    "OR EXISTS (SELECT 1 FROM evidence e WHERE e.memory = m.row AND e.verified)) "
    "AND EXISTS (SELECT 1 FROM evidence e JOIN conversation c ON c.row = e.conversation "
    "WHERE e.memory = m.row AND NOT ifnull(json_extract(c.extra, '$.left_out'), 0))"
)
"""Condition of memories `m` that may become global; `learning_rules.may_be_promoted` decides. Those that come only
from ignored conversations stay."""


def promotable(conn: apsw.Connection, since: int | None = None) -> list[str]:
    """Return the learnings of projects that may become global, oldest first; with `since` (milliseconds) only those
    that changed from then on, or whose sessions did."""
    changed = (
        "?1 IS NULL OR m.updated_at >= ?1 OR EXISTS (SELECT 1 FROM evidence e JOIN conversation c "
        "ON c.row = e.conversation WHERE e.memory = m.row AND (e.at >= ?1 OR c.updated_at >= ?1))"
    )
    found = conn.execute(
        f"SELECT m.id FROM memory m WHERE {_PROMOTABLE} AND ({changed}) ORDER BY m.row", (since,)
    )
    return [ident for (ident,) in found]


def promotable_of(conn: apsw.Connection, conversation: int) -> list[str]:
    """Return those of them that come from a conversation (row)."""
    return [
        row[0]
        for row in conn.execute(
            "SELECT DISTINCT m.id, m.row FROM memory m JOIN evidence r ON r.memory = m.row "
            f"WHERE r.conversation = ? AND {_PROMOTABLE} ORDER BY m.row",
            (conversation,),
        )
    ]


def was_placed(conn: apsw.Connection, ident: str) -> bool:
    """Return whether somebody chose where a memory applies: it was stored by hand or by a program, or its place was
    ever changed, even if that was undone, or it was merged into a global one and restored."""
    found = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id = ? AND CASE WHEN before IS NULL "
        "THEN actor != 'capture' ELSE json_type(before, '$.scope') IS NOT NULL "
        "OR json_type(before, '$.scope_id') IS NOT NULL OR action = ? END)",
        (ident, MERGED_AWAY),
    ).fetchone()
    return bool(found[0])


def technologies(conn: apsw.Connection, project: str) -> frozenset[str]:
    """Return the technologies of a project that its files and memories name, in lower case."""
    filed = conn.execute(
        "SELECT DISTINCT technology FROM memory WHERE status IN ('active', 'pending') AND scope = 'project' "
        "AND scope_id = ? AND technology IS NOT NULL",
        (project,),
    )
    return sharing.stack(conn, project) | {name.casefold() for (name,) in filed}


def elsewhere(conn: apsw.Connection, words: Sequence[Sequence[str]], project: str) -> list[tuple[str, str]]:
    """Return the id and content of proven learnings of other projects that contain one of each group of `words`: at
    most `MOST_ALIKE`, the best matches first."""
    if not words:
        return []
    asked = sorted(words, key=lambda group: (len(group), -len(group[0]), group))[:_MOST_WORDS]
    match = " AND ".join(f"({' OR '.join(map(quoted, group))})" for group in asked)
    return [
        (ident, content)
        for ident, content in conn.execute(
            "SELECT m.id, m.content FROM memory_fts f CROSS JOIN memory m ON m.row = f.rowid "
            f"WHERE memory_fts MATCH ? AND {_PROMOTABLE} AND m.scope_id != ? ORDER BY f.rank LIMIT ?",
            (match, project, MOST_ALIKE),
        )
    ]


@dataclass(frozen=True, slots=True)
class Promotion:
    """The project that a memory was promoted from, and the action."""

    project: str
    action_id: str


def promotion_of(conn: apsw.Connection, ident: str) -> Promotion | None:
    """Return the newest promotion that is not undone; None if there is none."""
    found = conn.execute(
        "SELECT action, before ->> '$.scope_id', action_id FROM memory_event WHERE memory_id = ? "
        "AND undone_by IS NULL AND json_type(before, '$.scope_id') IS NOT NULL ORDER BY seq DESC LIMIT 1",
        (ident,),
    ).fetchone()
    return Promotion(found[1], found[2]) if found and found[0] == PROMOTED and found[1] else None


def projects_of(conn: apsw.Connection, ident: str) -> list[str]:
    """Return the projects that a memory was learned in, the first one first."""
    found = conn.execute(
        "SELECT e.project FROM evidence e JOIN memory m ON m.row = e.memory WHERE m.id = ? "
        "AND e.project IS NOT NULL GROUP BY e.project ORDER BY min(e.row)",
        (ident,),
    )
    return [project for (project,) in found]


def absorbed(conn: apsw.Connection, keeper: str, action_id: str) -> list[str]:
    """Return the memories that an action merged into a memory and that are still superseded."""
    return [
        ident
        for (ident,) in conn.execute(
            "SELECT m.id FROM relation r JOIN memory k ON k.row = r.to_memory JOIN memory m ON m.row = r.from_memory "
            "WHERE k.id = ? AND r.kind = ? AND m.status = ? AND (SELECT v.action_id FROM memory_event v "
            "WHERE v.memory_id = m.id AND json_type(v.after, '$.status') IS NOT NULL ORDER BY v.seq DESC LIMIT 1) = ? "
            "ORDER BY m.row",
            (keeper, MERGED_INTO, Status.SUPERSEDED.value, action_id),
        )
    ]
