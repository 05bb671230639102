"""Projects, technologies and conflicts that decide which memories an AI may see.

Plain SQL: hooks read it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import apsw

from arbor_desktop.memories.queries import records


def projects_among(conn: apsw.Connection, paths: Sequence[str]) -> list[str]:
    """Return those of `paths` that are a project with an active or pending memory, in that order."""
    known = {
        path
        for part in records.chunks(paths)
        for (path,) in conn.execute(
            "SELECT DISTINCT scope_id FROM memory INDEXED BY memory_place "
            "WHERE status IN ('active', 'pending') AND scope = 'project' "
            f"AND scope_id IN ({records.marks(part)})",
            part,
        )
    }
    return [path for path in paths if path in known]


def open_conflicts(conn: apsw.Connection, ids: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the members, sorted, of each open conflict that has at least two among the memories `ids`, oldest
    conflict first."""
    members: dict[int, set[str]] = {}
    for part in records.chunks(ids):
        for row, memory in conn.execute(
            "SELECT c.row, m.id FROM memory m JOIN conflict_member cm ON cm.memory = m.row "
            f"JOIN conflict c ON c.row = cm.conflict WHERE m.id IN ({records.marks(part)}) "
            "AND c.status IN ('unresolved', 'pending_user_review')",
            part,
        ):
            members.setdefault(row, set()).add(memory)
    return [tuple(sorted(found)) for _, found in sorted(members.items()) if len(found) > 1]


def replaced(conn: apsw.Connection, ids: Sequence[str], least: float) -> dict[str, str]:
    """Return those of the memories that a newer statement of the person, worth at least `least`, explicitly
    replaces, active or still in review; each with the newer one's text."""
    return {
        ident: text
        for part in records.chunks(ids)
        for ident, text in conn.execute(
            "SELECT DISTINCT m.id, ifnull(newer.summary, newer.content) FROM memory m JOIN conflict_member cm ON cm.memory = m.row "
            "JOIN conflict c ON c.row = cm.conflict JOIN memory newer ON newer.row = (SELECT o.memory "
            "FROM conflict_member o WHERE o.conflict = c.row ORDER BY o.at DESC, o.memory DESC LIMIT 1) "
            f"WHERE m.id IN ({records.marks(part)}) AND newer.row != m.row "
            "AND c.status IN ('unresolved', 'pending_user_review') AND c.judgement ->> '$.replaces' "
            "AND newer.status IN ('active', 'pending') AND newer.source = 'user_stated' AND newer.confidence >= ?",
            (*part, least),
        )
    }


def outdated(conn: apsw.Connection, ids: Sequence[str]) -> frozenset[str]:
    """Return those of the memories that a person marked as outdated, and did not review since. A doubt of an
    AI tool is no reason."""
    return frozenset(
        ident
        for part in records.chunks(ids)
        for (ident,) in conn.execute(
            f"SELECT m.id FROM memory m WHERE m.id IN ({records.marks(part)}) AND m.needs_review AND ("
            "SELECT e.action FROM memory_event e WHERE e.memory_id = m.id AND e.undone_by IS NULL "
            "AND e.action IN ('outdated', 'marked outdated', 'doubted') ORDER BY e.seq DESC LIMIT 1) != 'doubted'",
            part,
        )
    )


def shared_by(conn: apsw.Connection, ident: str) -> tuple[str, str] | None:
    """Return who shared a memory of another member, and the team's name."""
    found: tuple[str, str] | None = conn.execute(
        "SELECT m.name, s.name FROM team_memory t JOIN team_member m ON m.id = t.author, team_self s "
        "WHERE t.memory_id = ?",
        (ident,),
    ).fetchone()
    return found


def stack(conn: apsw.Connection, project: str) -> frozenset[str]:
    """Return the technologies that a project is known to use, in lower case."""
    return known_stack(conn, project) or frozenset()


def known_stack(conn: apsw.Connection, project: str) -> frozenset[str] | None:
    """Return the technologies that a project uses, in lower case; None where its files were never read, or
    there was none yet: an empty folder doesn't tell what will be in it."""
    found = conn.execute(
        "SELECT stack FROM project WHERE path = ? AND read_at IS NOT NULL "
        "AND (stack != '[]' OR (trouble IS NULL AND file_tree != '{}'))",
        (project,),
    ).fetchone()
    return frozenset(name.casefold() for name in json.loads(found[0])) if found else None
