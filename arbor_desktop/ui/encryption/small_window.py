"""A window of its own for what comes before the main one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.ui.components import EmptyState, InlineError
from arbor_desktop.ui.icons import Icons

_WIDTH, _MARGIN = 440, 24


class SmallWindow(QDialog):
    """A picture, words, what is in `column`, an error and `buttons`. `closed` when the person closes it; it
    stays until `leave`."""

    closed = Signal()

    def __init__(self, icons: Icons, title: str, text: str) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._icons, self._theme = icons, icons.theme
        px = icons.theme.px
        self._left = False
        self.setWindowTitle("Arbor")
        self.setAccessibleName(title)
        self.setFixedWidth(px(_WIDTH))
        self.state = EmptyState(icons, "lock", title, text, parent=self)
        self.error = InlineError(icons.theme, self)
        self.column = QVBoxLayout()
        self.column.setSpacing(px(4))
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(px(8))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(_MARGIN), px(8), px(_MARGIN), px(20))
        whole.setSpacing(px(8))
        whole.addWidget(self.state)
        whole.addLayout(self.column)
        whole.addWidget(self.error)
        whole.addSpacing(px(8))
        whole.addLayout(self.buttons)

    def add_buttons(self, left: tuple[QWidget, ...], right: tuple[QWidget, ...]) -> None:
        """Fill the last line."""
        for widget in left:
            self.buttons.addWidget(widget)
        self.buttons.addStretch(1)
        for widget in right:
            self.buttons.addWidget(widget)

    def fail(self, words: str) -> None:
        """Say what went wrong; "" for nothing."""
        self.error.show_error(words)
        self.fit()

    def fit(self) -> None:
        """Make it as high as what it shows."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.setFixedHeight(layout.totalHeightForWidth(self.width()))

    def bring_up(self) -> None:
        """Show it in front."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def leave(self) -> None:
        """Close it for good."""
        self._left = True
        self.hide()
        self.deleteLater()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:  # would close a dialog, and so Arbor
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._left:
            event.ignore()
            self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))
