"""What is done with projects and with the memory of their branches; how it is undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.projects.gate import PRIVATE
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import AskDialog, Message
from arbor_desktop.ui.components.menus import CommandMenu, Open, open_with_system, opened
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.words import conversations, memories
from arbor_desktop.ui.translation import tr

OPEN, MEMORIES, CARDS, SESSIONS, SIMILAR = "open", "memories", "cards", "sessions", "similar"
BRANCH, FILES, DIGEST = "branch", "files", "digest"
"""Names of the questions about one project. Its tabs ask them themselves."""


class ProjectsController(Controller):
    """`said(Message)` after something was done; `changed` after what the store does not announce as a change
    of projects."""

    said = Signal(object)
    changed = Signal()

    def forget_project(self) -> None:
        """Another project is shown: cancel what was asked about the former one."""
        for name in (OPEN, MEMORIES, CARDS, SESSIONS, SIMILAR, BRANCH, FILES, DIGEST):
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


class Commands(QObject):
    """`run(name, project)` does one; the signals are for others to do."""

    context_wanted = Signal(str)
    read_wanted = Signal()
    capture_settings_wanted = Signal()

    def __init__(
        self, icons: Icons, controller: ProjectsController, page: QWidget, *, opens: Open = open_with_system
    ) -> None:
        super().__init__(page)
        self._icons, self._controller, self._page, self._open = icons, controller, page, opens

    def run(self, name: str, project: ProjectSummary) -> None:
        does: dict[str, Callable[[], None]] = {
            "context": lambda: self.context_wanted.emit(project.path),
            "digest": lambda: self.show_digest(project),
            "folder": lambda: self._open_folder(project),
            "copy": lambda: QGuiApplication.clipboard().setText(project.path),
            "copy_name": lambda: QGuiApplication.clipboard().setText(project.name),
            "read": self.read_wanted.emit,
            "exclude": lambda: self._controller.ignore(project.path),
            "include": lambda: self._controller.stop_ignoring(project.path),
            "settings": self.capture_settings_wanted.emit,
            "purge": lambda: self._ask_purge(project),
        }
        does[name]()

    def show_digest(self, project: ProjectSummary) -> None:
        """Show how a project works, for a colleague."""
        from arbor_desktop.ui.projects.digest import DigestSheet  # as late as its first use

        opened(DigestSheet(self._icons, self._controller, project, self._page.window()))

    def _open_folder(self, project: ProjectSummary) -> None:
        if not Path(project.path).is_dir():
            self._controller.said.emit(Message(tr("The folder no longer exists"), "info"))
        elif not self._open(project.path):
            self._controller.said.emit(
                Message(tr("No program on this computer can open this item"), "warning")
            )

    def open_file(self, path: str) -> None:
        """Shows a file with what the system opens it with."""
        if not Path(path).is_file():
            self._controller.said.emit(Message(tr("The file no longer exists"), "info"))
        elif not self._open(path):
            self._controller.said.emit(
                Message(tr("No program on this computer can open this item"), "warning")
            )

    def _ask_purge(self, project: ProjectSummary) -> None:
        counts = f"{memories(project.memories)}, {conversations(project.conversations)}"
        paragraphs = (
            tr("Deletes {counts}, and the project's archived and rejected memories. Memories outside the "
               "project that come only from these conversations are deleted too. Your project files are "
               "not touched.").format(counts=counts),
            tr("This cannot be undone."),
        )  # fmt: skip
        ask = AskDialog(
            self._icons, tr("Delete everything about {name} permanently?").format(name=project.name),
            paragraphs, tr("Delete permanently"), danger=True, keep_words=tr("Keep project"),
            parent=self._page.window(),
        )  # fmt: skip
        ask.confirmed.connect(ask.finish)
        ask.confirmed.connect(lambda: self._controller.delete(project.path))
        opened(ask)

    def menu(self, project: ProjectSummary, excluded: str | None, at: QPoint, *, ends: bool = False) -> QMenu:
        """Opens what can be done with a project. `excluded`: the pattern that keeps it out of capture;
        `ends`: its right edge is at the place, not its left one."""
        menu = CommandMenu(self._icons, self._page, lambda name: self.run(name, project))
        menu.add("context", tr("Show context"), "context")
        if excluded is None:
            menu.add("digest", tr("How this project works…"), "file")
        if project.there:
            menu.add("folder", tr("Open folder"), "folder")
            menu.add("read", tr("Scan files again"), "refresh")
        menu.add("copy", tr("Copy path"), "copy")
        menu.add("copy_name", tr("Copy name"), "copy")
        menu.addSeparator()
        if excluded is None:
            menu.add("exclude", tr("Ignore this project"), "eye-off")
        elif excluded == project.path:
            menu.add("include", tr("Stop ignoring this project"), "eye")
        else:  # a pattern that may cover more than this project
            words = tr("Open Settings (ignored by {pattern})").format(pattern=excluded)
            menu.add("settings", words, "settings")
        menu.addSeparator()
        menu.add("purge", tr("Delete…"), "trash")
        menu.popup(at - QPoint(menu.sizeHint().width(), 0) if ends else at)
        return menu
