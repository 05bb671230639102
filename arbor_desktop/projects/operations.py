"""Projects as their files and sessions show them (spec 5.6)."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop import resources
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.memories import checks
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.files import EXCLUDED, NO_PROJECT, NOT_HERE, ProjectFiles
from arbor_desktop.projects.gate import KINDS, WORK
from arbor_desktop.projects.git import checked_out
from arbor_desktop.projects.model import (
    Branch,
    Branches,
    Often,
    Project,
    ProjectFacts,
    ProjectSession,
    ProjectSummary,
)
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.text.words import storable

if TYPE_CHECKING:
    from arbor_desktop.extraction.outcome.steps import Marks

MOST_QUIRKS = 50
MOST_BRANCHES = 50
LOOKED_AT_SESSIONS = 300
"""The newest sessions, from which frequent files and commands are counted."""


class Projects:
    def __init__(self, runtime: Runtime, files: ProjectFiles) -> None:
        self._rt = runtime
        self._files = files

    @cached_property
    def _marks(self) -> Marks:
        from arbor_desktop.extraction.outcome.steps import load_marks

        return load_marks(resources.read_text("extraction/outcome.toml"))

    def latest_project(self) -> str | None:
        """Return the project with memories that was worked on last; None if no project is known."""
        return self._rt.db.read(projects.latest_project)

    def branches(self, project: str) -> Branches:
        """Return the branches of a project that memories or conversations name."""
        path = checks.project_path(project)
        heard = self._rt.db.read(lambda c: projects.branches(c, path, MOST_BRANCHES))
        here = checked_out(path)
        names = [*([here] if here else []), *(one.name for one in heard)]
        return Branches(here, tuple(dict.fromkeys(names)))

    def list_projects(self) -> list[ProjectSummary]:
        """Return all projects with memories or conversations, or whose files were read, last seen first."""
        return [_summary(one) for one in self._rt.db.read(projects.summaries)]

    def get_project(self, path: str) -> Project:
        """Return all that is known of a project; its files are read if they changed. Raises NotFound."""
        wanted = checks.project_path(path)
        if not self._rt.db.read(lambda c: projects.summaries(c, wanted)):
            raise NotFound(f"No memory or conversation is about the project {wanted}.", path=wanted)
        self._files.refresh(wanted)
        return self._rt.db.read(lambda c: self._project(c, wanted))

    def set_project(self, path: str, *, kind: str | None = None, group: str | None = None) -> None:
        """Set whether a project is work or private, and which group it belongs to; None keeps it. Raises
        InvalidInput for another kind."""
        wanted = storable(checks.project_path(path))
        if kind is not None and kind not in KINDS:
            raise InvalidInput(f"A project is {' or '.join(KINDS)}.", field="kind")

        def write(conn: Connection) -> None:
            old_kind, old_group = projects.kinds(conn).get(wanted, (WORK, ""))
            new_group = old_group if group is None else storable(" ".join(group.split()))
            projects.set_kind(conn, wanted, kind or old_kind, new_group)

        self._rt.db.write(write)
        self._rt.announce(projects=True)

    def read_project(self, path: str) -> Project:
        """Read a project's files now, also of a new one, and return all that is known of it. Raises NotFound:
        it is neither known nor a folder; InvalidInput: it is new, and excluded or impossible."""
        wanted = checks.project_path(path)
        self._files.refresh(wanted, force=True)
        if self._rt.db.read(lambda c: projects.summaries(c, wanted)):
            return self._rt.db.read(lambda c: self._project(c, wanted))
        why = self._files.barred(wanted)
        if why in (EXCLUDED, NO_PROJECT):
            raise InvalidInput(f"{wanted}: {why}", path=wanted)
        raise NotFound(f"There is no folder {wanted}, and no such project.", path=wanted)

    def project_sessions(
        self, path: str, limit: int = 50, after: str | None = None
    ) -> tuple[tuple[ProjectSession, ...], str | None]:
        """Return a project's sessions, newest first, and the mark of the next page (None: no more). Raises
        InvalidInput for an unknown mark."""
        checks.limit(limit)
        wanted = checks.project_path(path)
        return self._rt.db.read(lambda c: projects.sessions(c, wanted, limit, after))

    def refresh_all(self, work: Work) -> None:
        """Read the files of all projects that changed."""
        known = self._rt.db.read(projects.summaries)
        for number, one in enumerate(known):
            work.check()
            work.at(number, len(known))
            try:
                work.count("projects_read", int(self._files.refresh(one.path)))
            except ArborError as error:
                work.failed(one.path, error)

    def _project(self, conn: Connection, path: str) -> Project:
        summary = _summary(projects.summaries(conn, path)[0])
        stored = projects.get(conn, path)
        worked = projects.worked(conn, path, LOOKED_AT_SESSIONS)
        files: tuple[Often, ...] = ()
        commands: tuple[Often, ...] = ()
        if worked:
            from arbor_desktop.projects.frequency import frequent

            files, commands = frequent(worked, path, self._marks)
        heard = projects.branches(conn, path, MOST_BRANCHES)
        if here := checked_out(path):
            mine = next((one for one in heard if one.name == here), Branch(here))
            heard = [replace(mine, checked_out=True), *(one for one in heard if one.name != here)]
        there = NOT_HERE if not summary.there else None
        return Project(
            summary,
            ProjectFacts() if stored is None else stored.facts,
            quirks=tuple(projects.quirks(conn, path, MOST_QUIRKS)),
            frequent_files=files,
            frequent_commands=commands,
            branches=tuple(heard),
            read_at=None if stored is None else stored.read_at,
            trouble=there or (self._files.barred(path) if stored is None else stored.trouble),
        )


def _summary(one: ProjectSummary) -> ProjectSummary:
    """Add the name, if the files were never read, and whether the folder exists."""
    there = Path(one.path).is_absolute() and os.path.isdir(one.path)  # noqa: PTH112 - False for any odd name
    return replace(one, name=one.name or project_name(one.path), there=there)
