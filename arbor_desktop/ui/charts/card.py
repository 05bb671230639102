"""A card with a heading and a chart, which can show its figures as a table instead."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import (
    QMenu,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from arbor_desktop.ui.charts.chart import Chart
from arbor_desktop.ui.charts.figures import Table, to_tsv
from arbor_desktop.ui.charts.table_view import FiguresTable
from arbor_desktop.ui.components import Card, ElidedLabel, IconButton, Label
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

PICTURE_RATIO = 2.0
_ROWS = 60
"""A table of more rows (one a day, for instance) gets a scroll bar of its own."""


class ChartCard(Card):
    """`name` names its files. The menu opens by the right button on the chart, the menu key, Shift F10, and
    the button at the upper right."""

    picture_wanted = Signal()
    figures_wanted = Signal()
    copied = Signal()

    def __init__(
        self, icons: Icons, name: str, title: str, chart: Chart, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons.theme, parent)
        self.name, self.chart, self._icons = name, chart, icons
        theme, px = icons.theme, icons.theme.px
        self.title = Label(theme, title, "body600", parent=self)
        self.note = ElidedLabel(theme, "", "caption", "text3", parent=self)
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.more = IconButton(
            icons, "more", tr("More options for {title}").format(title=title), token="text3", parent=self
        )
        self.more.clicked.connect(self._open_below_more)
        self.head = hbox(self.title, (self.note, 1), self.more, gap=px(8))
        self.table = FiguresTable(icons, self)
        self.face = QWidget(self)
        """The chart and what belongs to it; the table takes its place."""
        self.column = vbox(chart, on=self.face, margins=(0, 0, px(6), 0))
        self.table.hide()
        vbox(
            self.head,
            (self.face, 1),
            (self.table, 1),
            on=self,
            margins=(px(14), px(6), px(8), px(10)),
            gap=px(2),
        )
        chart.menu_wanted.connect(self.open_menu)
        self.table.selectionModel().currentChanged.connect(self._bring_into_view)
        self.table.chart_wanted.connect(lambda: self.show_table(False))
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(
            lambda at: self.open_menu(self.table.viewport().mapToGlobal(at))
        )

    # What it says

    def set_note(self, text: str) -> None:
        """What the figures are of, beside the title."""
        self.note.setText(text)

    def refresh(self) -> None:
        """The chart has other figures: the table too."""
        if self.shows_table:
            self.table.show_table(self.chart.table())

    def figures(self) -> Table:
        """Return what is saved and copied."""
        return self.chart.table()

    @property
    def shows_table(self) -> bool:
        return not self.table.isHidden()

    def show_table(self, wanted: bool) -> None:
        """The figures in place of the picture, or the other way round; the focus stays with them."""
        if wanted == self.shows_table:
            return
        focused = self.chart.hasFocus() or self.table.hasFocus() or self.more.hasFocus()
        if wanted:
            self.table.show_table(self.chart.table())
            self.table.set_rows_shown(_ROWS)
        self.face.setHidden(wanted)
        self.table.setVisible(wanted)
        if focused:
            self.main_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def _bring_into_view(self, current: QModelIndex) -> None:
        """Have the page follow the keys."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        content = area.widget() if area is not None else None
        if area is not None and content is not None and self.table.hasFocus():
            cell = self.table.visualRect(current)
            at = self.table.viewport().mapTo(content, cell.center())
            area.ensureVisible(at.x(), at.y(), 0, 2 * cell.height())

    def main_widget(self) -> QWidget:
        """What has the figures now."""
        return self.table if self.shows_table else self.chart

    # The menu

    def open_menu(self, at: QPoint) -> QMenu:
        menu = self.menu()
        menu.popup(at)
        return menu

    def _open_below_more(self) -> None:
        """With its right edge below that of the button: within the card."""
        menu = self.menu()
        corner = self.more.mapToGlobal(self.more.rect().bottomRight())
        menu.popup(corner - QPoint(menu.sizeHint().width(), 0))

    def menu(self) -> QMenu:
        """What can be done with the figures."""
        menu = Menu(self)
        icon = self._icons.icon
        if self.shows_table:
            menu.addAction(icon("insights"), tr("Show as chart"), lambda: self.show_table(False))
        else:
            menu.addAction(icon("filter"), tr("Show as table"), lambda: self.show_table(True))
        menu.addAction(icon("copy"), tr("Copy data"), self.copy)
        menu.addSeparator()
        menu.addAction(icon("download"), tr("Save image as PNG…"), self.picture_wanted.emit)
        menu.addAction(icon("download"), tr("Save data as CSV…"), self.figures_wanted.emit)
        return menu

    def copy(self) -> None:
        if self.shows_table:
            self.table.copy()
        else:
            table = self.figures()
            QGuiApplication.clipboard().setText(to_tsv(table.headers, table.rows))
        self.copied.emit()

    # The picture

    def picture(self, ratio: float = PICTURE_RATIO) -> QImage:
        """The chart with its heading, without any mark, `ratio` times as sharp as at 100 %."""
        theme, px = self._icons.theme, self._icons.theme.px
        if not self.chart.isVisible():  # never laid out yet, or the table is there now
            self.chart.resize(self.chart.size().expandedTo(self.chart.sizeHint()))
        size = self.chart.size()
        margin, head = px(16), px(32)
        whole = QSize(size.width() + 2 * margin, size.height() + 2 * margin + head)
        image = QImage(whole * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(theme.color("card"))
        painter = QPainter(image)
        painter.setFont(theme.font("body600"))
        painter.setPen(theme.color("text"))
        line = QRectF(margin, margin, size.width(), theme.line("body"))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, self.title.text())
        line.setLeft(
            margin + QFontMetrics(theme.font("body600")).horizontalAdvance(self.title.text()) + px(8)
        )
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text3"))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, self.note.text())
        painter.translate(QPointF(margin, margin + head))
        self.chart.paint_all(painter)
        painter.end()
        return image
