"""What is done with projects and with the memory of their branches; how it is undone."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal

from arbor_desktop.projects.gate import PRIVATE
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.projects.words import conversations, memories
from arbor_desktop.ui.translation import tr

OPEN, MEMORIES, CARDS, SESSIONS, SIMILAR = "open", "memories", "cards", "sessions", "similar"
BRANCH, FILES = "branch", "files"
"""Names of the questions about one project. Its tabs ask them themselves."""


class ProjectsController(Controller):
    """`said(Message)` after something was done; `changed` after what the store does not announce as a change
    of projects."""

    said = Signal(object)
    changed = Signal()

    def forget_project(self) -> None:
        """Another project is shown: cancel what was asked about the former one."""
        for name in (OPEN, MEMORIES, CARDS, SESSIONS, SIMILAR, BRANCH, FILES):
            self.forget(name)

    # A project

    def ignore(self, path: str) -> None:
        words = tr("{project} is now ignored. Arbor no longer reads its conversations.").format(
            project=project_name(path)
        )
        self.start(self._ignore(path, Message(words, "eye-off", lambda: self.stop_ignoring(path))))

    async def _ignore(self, path: str, said: Message) -> None:
        await self.change(self.service.exclude, path)
        self._done(said)

    def stop_ignoring(self, path: str) -> None:
        words = tr("{project} is no longer ignored").format(project=project_name(path))
        self.start(self._stop_ignoring(path, Message(words, "eye", lambda: self.ignore(path))))

    async def _stop_ignoring(self, path: str, said: Message) -> None:
        await self.change(self.service.include, path)
        self._done(said)

    def set_kind(self, project: ProjectSummary, kind: str) -> None:
        words = (
            tr("{name} is now a private project") if kind == PRIVATE else tr("{name} is now a work project")
        )
        self.start(self._set(project, words.format(name=project.name), kind=kind))

    def set_group(self, project: ProjectSummary, group: str) -> None:
        words = tr("{name} is now in the group {group}") if group else tr("{name} is no longer in a group")
        self.start(self._set(project, words.format(name=project.name, group=group), group=group))

    async def _set(self, project: ProjectSummary, words: str, **fields: Any) -> None:
        before = {name: getattr(project, name) for name in fields}
        await self.change(self.service.set_project, project.path, **fields)
        self._done(Message(words, "check", lambda: self.start(self._reset(project.path, before))))

    async def _reset(self, path: str, fields: dict[str, Any]) -> None:
        await self.change(self.service.set_project, path, **fields)
        self.changed.emit()

    def delete(self, path: str) -> None:
        """Delete a project permanently: nothing can undo this."""
        self.start(self._delete(path))

    async def _delete(self, path: str) -> None:
        self.said.emit(Message(tr("Deleting {what}…").format(what=project_name(path)), "trash", stays=True))
        deleted = await self.change(self.service.purge, project=path)
        counts = f"{memories(deleted['memories'])}, {conversations(deleted['conversations'])}"
        self._done(
            Message(
                tr("{project}: {counts} deleted").format(project=project_name(path), counts=counts), "trash"
            )
        )

    def _done(self, said: Message) -> None:
        self.said.emit(said)
        self.changed.emit()
