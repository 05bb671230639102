"""The choice of a format for an export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QRadioButton,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.exchange.exports import ExportFormat
from arbor_desktop.ui.components import Card, Hairline
from arbor_desktop.ui.components.painting import paint_text, rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import paint_radio
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr, translated

_HEIGHT, _MORE_HEIGHT = 50, 36
_SIDE, _TEXT_AT = 12, 38


class FormatChoice(Card):
    """The formats in common use, and the others once More is pressed. `chosen` when another one is."""

    chosen = Signal()

    def __init__(
        self, icons: Icons, common: Sequence[ExportFormat], others: Sequence[ExportFormat], parent: QWidget
    ) -> None:
        super().__init__(icons.theme, parent)
        self.setAccessibleName(tr("Format"))
        self.rows: dict[str, FormatRow] = {}
        self._others: list[QWidget] = []
        group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        row: QAbstractButton
        for one in (*common, None, *others):
            if one is None:
                row = self.more = MoreRow(icons, ", ".join(translated(one.title) for one in others), self)
            else:
                row = FormatRow(icons, one, self)
            line = Hairline(icons.theme, parent=self)
            line.setVisible(bool(self.rows))
            column.addWidget(line)
            column.addWidget(row)
            if one is not None and isinstance(row, FormatRow):
                self.rows[one.name] = row
                group.addButton(row)
                row.clicked.connect(self.chosen)
                if one in others:
                    self._others += (line, row)
        self.more.toggled.connect(self._show_others)
        self._show_others(False)
        next(iter(self.rows.values())).setChecked(True)

    @property
    def current(self) -> ExportFormat:
        return next(row.format for row in self.rows.values() if row.isChecked())

    def _show_others(self, shown: bool) -> None:
        for widget in self._others:
            widget.setVisible(shown)


class FormatRow(QRadioButton):
    """A format with what it is for."""

    def __init__(self, icons: Icons, one: ExportFormat, parent: QWidget) -> None:
        super().__init__(translated(one.title), parent)
        self._theme = icons.theme
        self.format = one
        self.about = translated(one.description)
        self.setAccessibleDescription(self.about)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, _pos: object) -> bool:
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        fill = "selected" if self.isChecked() else "hover" if self.underMouse() else "card"
        _fill(painter, theme, self, fill)
        option = QStyleOption()
        option.initFrom(self)
        state = option.state | (QStyle.StateFlag.State_On if self.isChecked() else QStyle.StateFlag.State_Off)
        paint_radio(painter, theme, QRect(px(_SIDE), px(9), px(16), px(16)), state)
        width = self.width() - px(_TEXT_AT) - px(_SIDE)
        title = QRect(px(_TEXT_AT), px(7), width, px(20))
        paint_text(painter, theme, title, self.text(), "body500", "text")
        about = QRect(px(_TEXT_AT), px(27), width, px(16))
        paint_text(painter, theme, about, self.about, "small", "text2")


class MoreRow(QAbstractButton):
    """Shows the other formats, and names them meanwhile."""

    def __init__(self, icons: Icons, names: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._names = icons, names
        self.setText(tr("More"))
        self.setAccessibleName(tr("More formats"))
        self.setAccessibleDescription(names)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(240), self._icons.theme.px(_MORE_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        _fill(painter, theme, self, "hover" if self.underMouse() else "card")
        glyph = "chevron-down" if self.isChecked() else "chevron-right"
        self._icons.paint(painter, glyph, "text2", px(_SIDE), (self.height() - px(16)) / 2)
        box = QRect(px(_TEXT_AT), 0, self.width() - px(_TEXT_AT) - px(_SIDE), self.height())
        used = paint_text(painter, theme, box, self.text(), "body500", "text2")
        if not self.isChecked():
            box.setLeft(box.left() + used + px(10))
            paint_text(painter, theme, box, self._names, "caption", "text3")


def _fill(painter: QPainter, theme: Theme, row: QWidget, token: str) -> None:
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
