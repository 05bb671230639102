"""A choice among a few, as a row of a card."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QStyle, QStyleOption, QWidget

from arbor_desktop.ui.components.painting import paint_text, rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import paint_radio
from arbor_desktop.ui.theme import Theme

_HEIGHT = 50
SIDE, TEXT_AT = 12, 38


class RadioRow(QRadioButton):
    """A radio button with what it is about below it."""

    def __init__(self, icons: Icons, title: str, about: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self._theme = icons.theme
        self.set_about(about)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_about(self, about: str) -> None:
        """Say something else below it."""
        self.about = about
        self.setAccessibleDescription(about)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, _pos: object) -> bool:
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, on = self._theme, self._theme.px, self.isEnabled()
        painter = QPainter(self)
        fill = "selected" if self.isChecked() else "hover" if self.underMouse() and on else "card"
        fill_row(painter, theme, self, fill)
        option = QStyleOption()
        option.initFrom(self)
        state = option.state | (QStyle.StateFlag.State_On if self.isChecked() else QStyle.StateFlag.State_Off)
        paint_radio(painter, theme, QRect(px(SIDE), px(9), px(16), px(16)), state)
        width = self.width() - px(TEXT_AT) - px(SIDE)
        title = QRect(px(TEXT_AT), px(7), width, px(20))
        paint_text(painter, theme, title, self.text(), "body500", "text" if on else "disabled")
        about = QRect(px(TEXT_AT), px(27), width, px(16))
        paint_text(painter, theme, about, self.about, "small", "text2")


def fill_row(painter: QPainter, theme: Theme, row: QWidget, token: str) -> None:
    """Fill a row of a card, whose corners stay round."""
    card, rect = row.parentWidget(), row.rect()
    if token == "card" or card is None:
        return
    rounded(painter, rect, theme.px(7), theme.color(token))
    half = rect.height() // 2
    if row.y() > 1:
        painter.fillRect(0, 0, rect.width(), half, theme.color(token))
    if row.geometry().bottom() < card.height() - 2:
        painter.fillRect(0, half, rect.width(), rect.height() - half, theme.color(token))
