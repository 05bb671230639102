"""Where Arbor's folder is, and what was set: what `paths` and `settings` know, in the few lines that a hook
has time for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from json import loads

from arbor_desktop.integrations.hooks.trouble import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbor_desktop.database.connection import Connection

DATABASE, SETTINGS, SPOOL = "arbor_memory.db", "settings.json", "spool"
_VARIABLE = "ARBOR_HOME"
_USUAL = {"linux": "~/.local/share/arbor", "darwin": "~/Library/Application Support/arbor"}


def home_folder(given: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """The folder that `paths.resolve_home` answers, without looking whether it is there."""
    chosen = given or environ.get(_VARIABLE)
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    data = environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(data) and sys.platform in _USUAL:
        return os.path.join(data, "arbor")
    if sys.platform in _USUAL:
        return os.path.expanduser(_USUAL[sys.platform])
    from platformdirs import user_data_dir

    return user_data_dir("arbor", appauthor=False)


def stored_settings(home: str) -> dict[str, object]:
    """What was set, unchecked; what has its default is not there. Raises Trouble, OSError."""
    try:
        with open(os.path.join(home, SETTINGS), "rb") as file:
            stored = loads(file.read())
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError):
        stored = None
    if not isinstance(stored, dict):
        raise Trouble("The settings file is damaged, so it is not known what may be told. Open Arbor once.")
    return stored


def on(settings: Mapping[str, object], *keys: str) -> bool:
    """Whether nothing of these, which all are on at first, was switched off."""
    return all(settings.get(key) is not False for key in keys)


def excluded(settings: Mapping[str, object], *paths: str | None) -> bool:
    """Whether any of the paths is kept out of Arbor by the person."""
    patterns = settings.get("capture.excluded")
    if not isinstance(patterns, list) or not patterns:
        return False
    from arbor_desktop.conversations.exclusions import excluded_by

    texts = [pattern for pattern in patterns if isinstance(pattern, str)]
    return any(path and excluded_by(path, texts) is not None for path in paths)


def project(cwd: str) -> str | None:
    """The project of a session's working folder."""
    from arbor_desktop.projects.root import project_root

    return project_root(cwd)


def of_its_own(conn: Connection, cwd: str, project: str | None) -> str | None:
    """The same where the worktrees of `project` may be projects of their own."""
    from arbor_desktop.context.queries import prepared
    from arbor_desktop.projects.root import project_root

    return project_root(cwd, (project,)) if project and project in prepared.apart(conn) else project
