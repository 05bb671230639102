"""What keys, buttons and the menu do to the project that is meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.ui.components import AskDialog, Message
from arbor_desktop.ui.components.menus import CommandMenu, Open, open_with_system, opened
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.controller import ProjectsController
from arbor_desktop.ui.projects.words import conversations, memories
from arbor_desktop.ui.translation import tr


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
