"""The choice of a format for an export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from arbor_desktop.exchange.exports import ExportFormat
from arbor_desktop.ui.components import Card, Hairline
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.painting import paint_text
from arbor_desktop.ui.components.radio_row import SIDE, TEXT_AT, RadioRow, fill_row
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr, translated

_MORE_HEIGHT = 36


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
        column = vbox(on=self, margins=1)
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


class FormatRow(RadioRow):
    """A format with what it is for."""

    def __init__(self, icons: Icons, one: ExportFormat, parent: QWidget) -> None:
        super().__init__(icons, translated(one.title), translated(one.description), parent)
        self.format = one


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
        fill_row(painter, theme, self, "hover" if self.underMouse() else "card")
        glyph = "chevron-down" if self.isChecked() else "chevron-right"
        self._icons.paint(painter, glyph, "text2", px(SIDE), (self.height() - px(16)) / 2)
        box = QRect(px(TEXT_AT), 0, self.width() - px(TEXT_AT) - px(SIDE), self.height())
        used = paint_text(painter, theme, box, self.text(), "body500", "text2")
        if not self.isChecked():
            box.setLeft(box.left() + used + px(10))
            paint_text(painter, theme, box, self._names, "caption", "text3")
