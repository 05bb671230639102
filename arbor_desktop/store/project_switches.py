"""What a person switched on for a project (core.project_switches), and the files that were written for it."""

from __future__ import annotations

import json

import apsw

from arbor_desktop.core.project_switches import Switches, Way

MIGRATION = """
CREATE TABLE project_switch (
    project TEXT PRIMARY KEY,
    branch_files INTEGER NOT NULL DEFAULT 0,
    instructions TEXT NOT NULL DEFAULT '{}',
    activation INTEGER NOT NULL DEFAULT 0,
    share_worktrees INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;
"""


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
            "SELECT project FROM project_switch WHERE branch_files OR activation OR instructions != '{}' ORDER BY project"
        )
    ]
