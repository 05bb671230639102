"""A message across the top of the pages: something failed, or wants to be known."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.ui.components.buttons import Button, IconButton
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_LOOKS = {
    "danger": ("danger", "dangerSoft", "warning"),
    "warn": ("warn", "warnSoft", "warning"),
    "info": ("info", "infoSoft", "info"),
    "ok": ("ok", "okSoft", "check"),
}


class Notice(QFrame):
    """Stays until closed, or until a newer one takes its place. `action_triggered` for its one button."""

    action_triggered = Signal()
    closed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._kind = "info"
        px = icons.theme.px
        self.label = Label(icons.theme, "", "body", "text", parent=self, wrap=True)
        self.action = Button(icons, "", size="small", parent=self, clicked=self.action_triggered)
        self.action.hide()
        self.close_button = IconButton(icons, "x", tr("Dismiss"), parent=self, clicked=self.close_notice)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(18) + px(10), px(8), px(12), px(9))
        row.setSpacing(px(10))
        row.addWidget(self.label, 1)
        row.addWidget(self.action)
        row.addWidget(self.close_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def message(self) -> str:
        """What is shown now; empty while closed."""
        return "" if self.isHidden() else self.label.text()

    def show_notice(self, text: str, kind: str = "info", action: str = "") -> None:
        """Shows `text`. `kind`: danger, warn, info or ok."""
        if kind not in _LOOKS:
            raise ValueError(f"unknown kind of notice {kind!r}")
        self._kind = kind
        self.label.setText(text)
        self.action.set_label(action)
        self.action.setVisible(bool(action))
        self.setAccessibleName(text)
        self.show()
        self.update()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def close_notice(self) -> None:
        self.hide()
        self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        ink, back, glyph = _LOOKS[self._kind]
        painter = QPainter(self)
        painter.fillRect(QRectF(self.rect()), theme.color(back))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("border"))
        y = (self.height() - 1 - theme.px(18)) / 2
        self._icons.paint(painter, glyph, ink, theme.px(16), y, 18)
