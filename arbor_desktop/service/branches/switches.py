"""What a person switched on for a project."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbor_desktop.core.project_switches import Switches
from arbor_desktop.service import checks
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import project_switches


class ProjectSwitches:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def get(self, project: str) -> Switches:
        path = checks.project_path(project)
        return self._rt.db.read(lambda c: project_switches.get(c, path))

    def set(self, project: str, **fields: Any) -> Switches:
        """Changes the named fields of `Switches`. What is switched off takes its files, or its part of them,
        away again."""
        path = checks.project_path(project)
        switches = self._rt.db.write(lambda c: self._put(c, path, fields))
        self._rt.announce(projects=True)
        return switches

    @staticmethod
    def _put(conn: Any, path: str, fields: dict[str, Any]) -> Switches:
        switches = replace(project_switches.get(conn, path), **fields)
        project_switches.put(conn, path, switches)
        return switches
