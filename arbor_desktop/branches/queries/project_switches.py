"""What a person switched on for a project (core.project_switches), what was written into its files for it, and
which memories may stand there."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

import apsw

from arbor_desktop.branches.model import Switches, Way
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Memory
from arbor_desktop.memories.queries import records

MOST_TOLD = 400
"""Memories among which those for a file are chosen; it has room for fewer."""


def get(conn: apsw.Connection, project: str) -> Switches:
    found = conn.execute(
        "SELECT branch_files, instructions, activation, share_worktrees FROM project_switch WHERE project = ?",
        (project,),
    ).fetchone()
    if found is None:
        return Switches()
    ways = tuple((file, Way(way)) for file, way in json.loads(found[1]).items())
    return Switches(bool(found[0]), ways, bool(found[2]), bool(found[3]))


def put(conn: apsw.Connection, project: str, switches: Switches) -> None:
    ways = json.dumps({file: way.value for file, way in switches.instructions})
    conn.execute(
        "INSERT OR REPLACE INTO project_switch VALUES (?, ?, ?, ?, ?)",
        (project, switches.branch_files, ways, switches.activation, switches.share_worktrees),
    )


def projects(conn: apsw.Connection) -> list[str]:
    """Projects for which anything was switched on."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT project FROM project_switch WHERE branch_files OR activation OR instructions != '{}' "
            "ORDER BY project"
        )
    ]


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """`marks`: of the lines that Arbor wrote (core.managed_block.marks); `was_there`: the file existed before;
    `before`: what it held, where Arbor took its place; `trouble`: what was said of it last."""

    marks: frozenset[str] = frozenset()
    was_there: bool = False
    before: bytes | None = None
    trouble: str | None = None


def written(conn: apsw.Connection, path: str) -> WrittenFile | None:
    """What is known of a file, by its real path; None: it was never written into."""
    found = conn.execute(
        "SELECT marks, was_there, before, trouble FROM project_file WHERE path = ?", (path,)
    ).fetchone()
    if found is None:
        return None
    return WrittenFile(frozenset(json.loads(found[0])), bool(found[1]), found[2], found[3])


def note_written(conn: apsw.Connection, path: str, file: WrittenFile) -> None:
    conn.execute(
        "INSERT OR REPLACE INTO project_file VALUES (?, ?, ?, ?, ?)",
        (path, json.dumps(sorted(file.marks)), file.was_there, file.before, file.trouble),
    )


def forget_written(conn: apsw.Connection, path: str) -> None:
    conn.execute("DELETE FROM project_file WHERE path = ?", (path,))


def tellable(
    conn: apsw.Connection,
    project: str,
    branch: str | None,
    privacies: Collection[str],
    policy: DecayPolicy,
    now: int,
) -> list[Memory]:
    """The project's active memories that hold on the branch, wait for nobody's look and may stand in a file,
    the most certain first; None: on no branch, only what holds on any."""
    levels = list(privacies)
    rows = conn.execute(
        f"{records.select_sql(policy, now)} FROM memory m WHERE m.status = 'active' AND m.scope = 'project' "
        f"AND m.scope_id = ? AND (m.branch IS NULL OR m.branch = ?) AND NOT m.needs_review "
        f"AND (m.expires_at IS NULL OR m.expires_at > ?) AND m.privacy_level IN ({records.marks(levels)}) "
        f"AND m.category != 'facts' AND {records.VOUCHED_FOR} ORDER BY m.privacy_level = 'always_include' DESC, m.confidence DESC, "
        f"m.created_at DESC, m.id LIMIT {MOST_TOLD}",
        (project, branch, now, *levels),
    ).fetchall()
    return records.load(conn, rows)


def count_held(conn: apsw.Connection, project: str, branch: str | None, privacies: Collection[str]) -> int:
    """How many of the project's active memories hold on the branch."""
    levels = list(privacies)
    (count,) = conn.execute(
        "SELECT count(*) FROM memory WHERE status = 'active' AND scope = 'project' AND scope_id = ? "
        f"AND (branch IS NULL OR branch = ?) AND privacy_level IN ({records.marks(levels)})",
        (project, branch, *levels),
    ).fetchone()
    return int(count)
