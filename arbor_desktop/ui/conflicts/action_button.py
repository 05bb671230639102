"""A button that decides: one press of a key or of the mouse is one decision."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.components import Button
from arbor_desktop.ui.conflicts.deeds import Deed
from arbor_desktop.ui.icons import Icons

_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ActionButton(Button):
    """`pointed(deed)` when the pointer or the focus comes to it, `pointed(None)` when the pointer leaves.

    What is decided makes place for the next conflict, whose buttons lie where these were: a key that is held,
    or the second click of two, must not decide that one unseen.
    """

    pointed = Signal(object)

    def __init__(
        self, icons: Icons, deed: Deed, text: str, *, icon: str, keycap: str | None, primary: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            icons, text, variant="primary" if primary else "secondary", size="large", icon=icon,
            keycap=keycap, parent=parent,
        )  # fmt: skip
        self.deed = deed
        self.setAutoDefault(True)  # Return presses it, as Space does
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() and event.key() in _PRESS:
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.deed)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(self.deed)
