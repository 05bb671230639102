"""A chart's figures as a table in its place: can be sorted, selected and copied."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from arbor_desktop.ui.charts.figures import Cell, Table, to_tsv
from arbor_desktop.ui.components.row_model import Index
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import number, tr

_ROOT = QModelIndex()
_ALIGNED = Qt.ItemDataRole.TextAlignmentRole
SortRole = Qt.ItemDataRole.UserRole + 1


class FiguresModel(QAbstractTableModel):
    """The rows of a `Table`; numbers are shown as people read them, and sorted and copied as they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = Table("", ())

    def show(self, table: Table) -> None:
        """Where only figures are others, what is selected and scrolled to stays."""
        if table == self.table:
            return
        same_shape = (table.headers, len(table.rows)) == (self.table.headers, len(self.table.rows))
        if not same_shape:
            self.beginResetModel()
        self.table = table
        if not same_shape:
            self.endResetModel()
        elif table.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(table.rows) - 1, len(table.headers) - 1))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.table.headers)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        cell = self.table.rows[index.row()][index.column()]
        if role == SortRole:  # Qt compares whole numbers without their decimals
            return float(cell) if isinstance(cell, int) else cell
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return shown(cell)
        return self._side(index.column()) if role == _ALIGNED else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.table.headers[section]
        return self._side(section) if orientation == Qt.Orientation.Horizontal and role == _ALIGNED else None

    def _side(self, column: int) -> int:
        align = Qt.AlignmentFlag
        return int((align.AlignLeft if self.has_words(column) else align.AlignRight) | align.AlignVCenter)

    def has_words(self, column: int) -> bool:
        """Whether there are texts in it."""
        return any(isinstance(row[column], str) for row in self.table.rows[:20])


def shown(cell: Cell) -> str:
    """As people read it; "–" where there is no figure."""
    if cell is None:
        return "–"
    return cell if isinstance(cell, str) else number(cell)


class FiguresTable(QTableView):
    """Ctrl C copies what is selected, or everything; Esc wants the picture back."""

    chart_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._rows_shown = icons, 0
        self.figures = FiguresModel(self)
        self._sorted = QSortFilterProxyModel(self, sortRole=SortRole)
        self._sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._sorted.setSourceModel(self.figures)
        self.setModel(self._sorted)
        self.setItemDelegate(_CellDelegate(icons, self))
        self.setProperty(RING_PROPERTY, "inside")
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSortingEnabled(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(icons.theme.px(26))
        self.verticalHeader().setMinimumSectionSize(icons.theme.px(20))
        self.setHorizontalHeader(_Head(icons, self))
        icons.theme.changed.connect(self._dress)
        self._dress()

    def show_table(self, table: Table) -> None:
        """Shows these figures in the order they have, until a heading is clicked."""
        same = table.headers == self.figures.table.headers
        self.figures.show(table)
        self.setAccessibleName(tr("{title} (table)").format(title=table.title))
        if not same:
            self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.model().sort(-1)
            self._fit_columns()

    def copy(self) -> None:
        """Put the selected rows, else all of them, on the clipboard with their headings."""
        chosen = sorted({index.row() for index in self.selectionModel().selectedIndexes()})
        rows = chosen if len(chosen) > 1 else range(self._sorted.rowCount())
        table, index = self.figures.table, self._sorted.index
        found = (table.rows[self._sorted.mapToSource(index(row, 0)).row()] for row in rows)
        QGuiApplication.clipboard().setText(to_tsv(table.headers, found))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() == Qt.Key.Key_Escape:
            self.chart_wanted.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))

    def _dress(self) -> None:
        theme = self._icons.theme
        self.setFont(theme.font("small"))
        palette = theme.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.color("card"))
        self.setPalette(palette)

    def _fit_columns(self) -> None:
        """Names and days have the room they need, figures share the rest; words at the end have it all."""
        head, last = self.horizontalHeader(), self.model().columnCount() - 1
        ends_in_words = last > 1 and self.figures.has_words(last)
        for column in range(last + 1):
            fits = column < last if ends_in_words else column == 0 and last > 1
            mode = QHeaderView.ResizeMode.ResizeToContents if fits else QHeaderView.ResizeMode.Stretch
            head.setSectionResizeMode(column, mode)

    def set_rows_shown(self, most: int) -> None:
        """Ask for room for this many rows, if there are as many."""
        self._rows_shown = most
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        px = self._icons.theme.px
        rows = min(self._rows_shown, self.figures.rowCount())
        return QSize(px(160), px(28) + rows * px(26) + 2 if rows else 0)


class _Head(QHeaderView):
    """Flat headings over a line; the one that is sorted by has an arrow."""

    def __init__(self, icons: Icons, parent: FiguresTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._icons = icons
        px = icons.theme.px
        self.setSectionsClickable(True)
        self.setSortIndicatorShown(True)
        self.setSortIndicatorClearable(True)
        self.setMinimumSectionSize(px(56))
        self.setFixedHeight(px(28))
        self.setFont(icons.theme.font("small500"))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter.save()
        painter.fillRect(rect, theme.color("card"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("border"))
        painter.setFont(theme.font("small500"))
        painter.setPen(theme.color("text3"))
        align = Qt.AlignmentFlag(self.model().headerData(section, self.orientation(), _ALIGNED))
        box = rect.adjusted(px(8), 0, -px(8), 0)
        words = str(self.model().headerData(section, self.orientation()))
        if self.sortIndicatorSection() == section:
            arrow = "↑" if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else "↓"
            words = f"{arrow} {words}" if align & Qt.AlignmentFlag.AlignRight else f"{words} {arrow}"
        text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, align, text)
        painter.restore()


class _CellDelegate(QStyledItemDelegate):
    """A line below every row; what is selected is tinted, and the cell of the keys has an edge."""

    def __init__(self, icons: Icons, view: FiguresTable) -> None:
        super().__init__(view)
        self._icons, self._view = icons, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self._icons.theme
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        wide = QFontMetrics(theme.font("small")).horizontalAdvance(words) + 2 * theme.px(8) + 2
        return QSize(wide, theme.px(26))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._icons.theme
        rect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("selected"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("border"))
        if option.state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            painter.setPen(theme.color("focus"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("text"))
        align = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
        inner = rect.adjusted(theme.px(8), 0, -theme.px(8), 0)
        text = painter.fontMetrics().elidedText(
            index.data(Qt.ItemDataRole.DisplayRole), Qt.TextElideMode.ElideRight, inner.width()
        )
        painter.drawText(inner, align, text)
