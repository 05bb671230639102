"""Menus and dialogs that are freed when they close, and files: chosen, opened, dropped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QFileDialog, QMenu, QWidget

from arbor_desktop.ui.icons import Icons

Open = Callable[[str], bool]
_Dialog = TypeVar("_Dialog", bound=QDialog)


class Menu(QMenu):
    """A menu that is freed when it closes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


class CommandMenu(Menu):
    """`run(name)` does what is chosen."""

    def __init__(self, icons: Icons, parent: QWidget, run: Callable[[str], object]) -> None:
        super().__init__(parent)
        self._icons, self._run = icons, run

    def add(self, name: str, text: str, icon: str, keys: str = "") -> None:
        """`keys` are only shown: the page has them."""
        action = self.addAction(self._icons.icon(icon), text)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _on=False: self._run(name))


def opened(dialog: _Dialog) -> _Dialog:
    """Open a dialog that is freed when it closes."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def choose_folder(
    over: QWidget, title: str, chosen: Callable[[str], object], *, accept: str = ""
) -> QFileDialog:
    """Let the person choose a folder. `accept`: the words of the button that does it."""
    dialog = QFileDialog(over.window(), title, str(Path.home()))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    if accept:
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, accept)
    dialog.fileSelected.connect(chosen)
    return opened(dialog)


def open_with_system(path: str) -> bool:
    """Open a file or folder. False where the system has nothing for it."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def local_files(data: QMimeData) -> list[Path]:
    """Files and folders of this computer."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


class FileDrop(QObject):
    """Takes the files that no part of `window` took itself. `dropped(paths)`."""

    dropped = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent) and local_files(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            return True
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.dropped.emit(local_files(event.mimeData()))
            return True
        return super().eventFilter(watched, event)
