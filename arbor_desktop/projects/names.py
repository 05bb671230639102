"""Names of projects for people.

A project has the name of its package if that is known, else of its folder; the folder around it is added if
two have the same name. The names are kept for the whole process: a delegate that paints a row has only a
path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

_known: dict[str, str] = {}


def project_name(path: str | None) -> str:
    """Return the name of the project at `path`; "" for none."""
    return _known.get(path) or folder_name(path) if path else ""


def stored(conn: Connection) -> dict[str, str]:
    """Return the names of the projects whose files were read, by their paths.

    Plain SQL, and not in `queries`: it is read at every start, and `queries` takes longer to import.
    """
    return dict(conn.execute("SELECT path, name FROM project"))


def with_files(conn: Connection) -> list[str]:
    """Return the projects for which anything is switched on. Plain SQL and here, for the same reason: every
    change of memories asks."""
    rows = conn.execute(
        "SELECT project FROM project_switch WHERE branch_files OR activation OR instructions != '{}' "
        "ORDER BY project"
    )
    return [path for (path,) in rows]


def learn(names: Mapping[str, str]) -> None:
    """Show projects by these names, given by their paths, from now on."""
    global _known
    times = Counter(name.casefold() for name in names.values())
    _known = {
        path: name if times[name.casefold()] == 1 else _told_apart(path, name) for path, name in names.items()
    }


def folder_name(path: str | None) -> str:
    """Return the name of a folder, which may be of another system; "" for none."""
    return PurePath((path or "").replace("\\", "/")).name or path or ""


def _told_apart(path: str, name: str) -> str:
    """Return `web (acme/repo)`, or `acme/web` if the folder has the name."""
    above, folder = PurePath(path.replace("\\", "/")).parent.name, folder_name(path)
    place = f"{above}/{folder}" if above else folder
    return place if folder == name else f"{name} ({place})"
