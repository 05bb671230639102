"""What registers hold, as this device's own tables say it: settings of projects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.projects import queries as projects

_SWITCHES = ("activation", "share_worktrees")
"""Not those that have Arbor write into files of the project: each is decided on its own computer."""


def settings(conn: apsw.Connection) -> dict[str, dict[str, Any]]:
    """Return what a person set for projects, by path."""
    found: dict[str, dict[str, Any]] = {
        path: {"kind": kind, "group": name} for path, (kind, name) in projects.kinds(conn).items()
    }
    fields = [getattr(db.ProjectSwitch, name) for name in _SWITCHES]
    for path, *values in db.run(conn, db.ProjectSwitch.select(db.ProjectSwitch.project, *fields)):
        found.setdefault(path, {}).update(zip(_SWITCHES, map(bool, values), strict=True))
    return found


def set_settings(conn: apsw.Connection, path: str, wanted: dict[str, Any]) -> bool:
    """Set what is said of a project. Return whether anything changed."""
    here = settings(conn).get(path, {})
    if all(here.get(name) == value for name, value in wanted.items()):
        return False
    if "kind" in wanted:
        projects.set_kind(conn, path, wanted["kind"], wanted.get("group", ""))
    if switches := {name: wanted[name] for name in _SWITCHES if name in wanted}:
        query = db.ProjectSwitch.insert(project=path, **switches)
        db.run(conn, query.on_conflict(conflict_target=[db.ProjectSwitch.project], update=switches))
    return True


def members(key: str) -> Sequence[str]:
    """Return the memories that a register is about, by its key."""
    kind, *ids = key.split(" ")
    return ids if kind in ("decision", "quotes") else ()
