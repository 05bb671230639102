"""Drag and drop as a person does it: drag in, and let go where that is allowed."""

from PySide6.QtCore import QLibraryInfo, QMimeData, QPoint, QPointF, Qt, QVersionNumber
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

_TAKES_FLOATS = QLibraryInfo.version() >= QVersionNumber(6, 12)  # and warns of whole numbers


def drop(on: QWidget, data: QMimeData, at: QPoint) -> bool:
    """Drag `data` over `at` and drop it there if the widget accepts it; return whether it does."""
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(at) if _TAKES_FLOATS else at, *how)
    enter.ignore()  # as Qt hands it out
    QApplication.sendEvent(on, enter)
    if enter.isAccepted():
        QApplication.sendEvent(on, QDropEvent(QPointF(at), *how))
    return enter.isAccepted()
