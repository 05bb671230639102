"""Files that are dropped anywhere on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


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
