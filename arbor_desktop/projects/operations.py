"""Projects: what their files and their sessions tell of them (spec 5.6)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop import resources
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.memories import checks
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.files import EXCLUDED, NO_PROJECT, NOT_HERE, ProjectFiles
from arbor_desktop.projects.gate import KINDS, WORK
from arbor_desktop.projects.model import Branch, Often, Project, ProjectFacts, ProjectSession, ProjectSummary
from arbor_desktop.projects.names import project_name
from arbor_desktop.projects.places import MOST_BRANCHES, checked_out
from arbor_desktop.projects.queries import Known, Worked
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.text.words import storable

if TYPE_CHECKING:
    from arbor_desktop.extraction.outcome import Marks

MOST_QUIRKS = 50
LOOKED_AT_SESSIONS = 300
"""So many of the newest sessions say which files and commands are frequent."""


class Projects:
    def __init__(self, runtime: Runtime, files: ProjectFiles) -> None:
        self._rt = runtime
        self._files = files
        self._marks: Marks | None = None

    def list_projects(self) -> list[ProjectSummary]:
        """All that memories or conversations are about, or that were read; the one seen last first."""
        return [_summary(one) for one in self._rt.db.read(projects.summaries)]

    def get_project(self, path: str) -> Project:
        """Everything known of a project. Its files are read if they changed since. Raises NotFound where
        nothing is known of it."""
        wanted = checks.project_path(path)
        if not self._rt.db.read(lambda c: projects.summaries(c, wanted)):
            raise NotFound(f"No memory or conversation is about the project {wanted}.", path=wanted)
        self._files.refresh(wanted)
        return self._rt.db.read(lambda c: self._project(c, wanted))

    def set_project(self, path: str, *, kind: str | None = None, group: str | None = None) -> None:
        """Say whether a project is work or private, and which group it belongs to; None leaves that. Raises
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
        """Reads a project's files now, also of one that nothing is about yet. Raises NotFound where it is
        neither known nor a folder, InvalidInput for an excluded or impossible one that is not known."""
        wanted = checks.project_path(path)
        self._files.refresh(wanted, force=True)
        if self._rt.db.read(lambda c: projects.summaries(c, wanted)):
            return self._rt.db.read(lambda c: self._project(c, wanted))
        why = self._files.barred(wanted)
        if why in (EXCLUDED, NO_PROJECT):
            raise InvalidInput(f"{wanted}: {why}", path=wanted)
        raise NotFound(f"There is no folder {wanted}, and nothing is known of such a project.", path=wanted)

    def project_sessions(
        self, path: str, limit: int = 50, after: str | None = None
    ) -> tuple[tuple[ProjectSession, ...], str | None]:
        """Its sessions with what they came to, the newest first, and the mark of the next page (None: that
        was the last). Raises InvalidInput for a mark that was not given."""
        checks.limit(limit)
        wanted = checks.project_path(path)
        return self._rt.db.read(lambda c: projects.sessions(c, wanted, limit, after))

    def steps(self) -> Sequence[Step]:
        """What daily maintenance does for projects."""
        return (Step("Looking at projects' files", self._refresh_all),)

    def _refresh_all(self, work: Work) -> None:
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
        files, commands = self._frequent(worked, path)
        there = NOT_HERE if not summary.there else None
        return Project(
            summary,
            ProjectFacts() if stored is None else stored.facts,
            quirks=tuple(projects.quirks(conn, path, MOST_QUIRKS)),
            frequent_files=files,
            frequent_commands=commands,
            branches=_branches(conn, path),
            read_at=None if stored is None else stored.read_at,
            trouble=there or (self._files.barred(path) if stored is None else stored.trouble),
        )

    def _frequent(self, worked: Sequence[Worked], path: str) -> tuple[tuple[Often, ...], tuple[Often, ...]]:
        from arbor_desktop.extraction.outcome import load_marks
        from arbor_desktop.projects.habits import frequent

        if not worked:
            return (), ()
        if self._marks is None:
            self._marks = load_marks(resources.read_text("extract/outcome.toml"))
        return frequent(((one.files, one.commands) for one in worked), path, self._marks)


def _summary(one: Known) -> ProjectSummary:
    return ProjectSummary(
        one.path, one.name or project_name(one.path), one.type, one.stack, one.memories, one.conversations,
        one.last_seen,
        Path(one.path).is_absolute() and os.path.isdir(one.path),  # noqa: PTH112 - False for any odd name
        one.kind, one.group,
    )  # fmt: skip


def _branches(conn: Connection, path: str) -> tuple[Branch, ...]:
    """The one that is checked out, then those heard of, the latest first."""
    heard = projects.branches(conn, path, MOST_BRANCHES)
    here = checked_out(Path(path))
    if here is None:
        return tuple(heard)
    mine = next((one for one in heard if one.name == here), Branch(here))
    return (replace(mine, checked_out=True), *(one for one in heard if one.name != here))
