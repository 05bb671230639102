"""Projects: what their files and their sessions tell of them (spec 5.6)."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.core.errors import NotFound
from arbor_desktop.core.project import Project, ProjectSummary
from arbor_desktop.service import checks
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import projects


class Projects:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def list_projects(self) -> list[ProjectSummary]:
        """All that memories or conversations are about, the one seen last first."""
        found = self._rt.db.read(projects.summaries)
        return [
            ProjectSummary(
                one.path, Path(one.path).name or one.path, None, (), one.memories, one.conversations,
                one.last_seen, Path(one.path).is_dir(),
            )
            for one in found
        ]  # fmt: skip

    def get_project(self, path: str) -> Project:
        """Raises NotFound."""
        wanted = checks.project_path(path)
        for one in self.list_projects():
            if one.path == wanted:
                return Project(one)
        raise NotFound(f"No memory or conversation is about the project {wanted}.", path=wanted)
