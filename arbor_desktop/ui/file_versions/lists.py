"""The lists of files and of versions: two lines a row, and a badge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.file_versions.model import FileVersion, KeptFile
from arbor_desktop.ui.components.items_model import ItemsModel
from arbor_desktop.ui.components.painting import badge_width, paint_badge, paint_text, rounded
from arbor_desktop.ui.components.row_list import RingedList
from arbor_desktop.ui.components.row_model import ItemRole
from arbor_desktop.ui.file_versions.words import change_words, file_name, place_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import tr

Item = TypeVar("Item")
_HEIGHT = 52


@dataclass(frozen=True, slots=True)
class Row:
    """What a row shows. `badge` is words and kind; `token` the colour of the second line."""

    title: str
    below: str
    badge: tuple[str, str] = ("", "")
    token: str = "text2"

    @property
    def spoken(self) -> str:
        return ". ".join(part for part in (self.title, self.badge[0], self.below) if part)


class RowsModel(ItemsModel[Item]):
    """A list of which each item has a row."""

    def row(self, item: Item) -> Row:
        raise NotImplementedError

    def text(self, item: Item) -> str:
        return self.row(item).title

    def spoken(self, item: Item) -> str:
        return self.row(item).spoken


class FilesModel(RowsModel[KeptFile]):
    """Files, the newest change first."""

    def row(self, item: KeptFile) -> Row:
        badge = ("", "") if item.newest.exists else (tr("Deleted"), "warn")
        return Row(file_name(item.path), place_words(item.newest), badge)

    def tip(self, item: KeptFile) -> str:
        return item.path


class VersionsModel(RowsModel[FileVersion]):
    """Versions of a file, newest first."""

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock

    def row(self, item: FileVersion) -> Row:
        when = ago(item.at, self._clock())
        lost = item.loss or not item.exists
        badge = ("", "")
        if item is self.items[0]:
            badge = (tr("Current"), "neutral")
        elif item.restored:
            badge = (tr("Restored"), "ok")
        words = change_words(item)
        return Row(when[:1].upper() + when[1:], words, badge, "warn" if lost else "text2")


class _Delegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.ring = False

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, self._theme.px(_HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, px = self._theme, self._theme.px
        box: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, theme.color("selected"))
            painter.fillRect(QRect(box.left(), box.top(), px(3), box.height()), theme.color("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, theme.color("hover"))
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), theme.color("border"))
        if self.ring and option.state & QStyle.StateFlag.State_HasFocus:
            rounded(painter, box.adjusted(1, 1, -1, -2), px(4), None, theme.color("focus"), 2)
        model = index.model()
        assert isinstance(model, RowsModel)
        row = model.row(index.data(ItemRole))
        inner = box.adjusted(px(14), px(7), -px(12), -px(7))
        room = inner.width()
        words, kind = row.badge
        if words:
            width = badge_width(theme, words)
            paint_badge(painter, self._icons, inner.right() + 1 - width, inner.top(), words, kind)
            room -= width + px(8)
        title = QRect(inner.left(), inner.top(), room, px(20))
        paint_text(painter, theme, title, row.title, "body500", "text")
        below = QRect(inner.left(), inner.top() + px(20), inner.width(), px(18))
        # Of a folder, the end says most.
        left = Qt.TextElideMode.ElideLeft
        paint_text(painter, theme, below, row.below, "small", row.token, mode=left)


class RowsList(RingedList):
    """`chosen(item)` when another row becomes the current one."""

    chosen = Signal(object)

    def __init__(self, icons: Icons, model: RowsModel[Any], name: str, parent: QWidget | None = None) -> None:
        delegate = _Delegate(icons, parent)
        super().__init__(delegate, parent)
        self.items: RowsModel[Any] = model
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setAccessibleName(name)

    @property
    def current(self) -> Any:
        """The item of the current row; None without one."""
        index = self.currentIndex()
        return self.items.items[index.row()] if index.isValid() else None

    def go_to(self, row: int) -> None:
        """Make a row the current one."""
        index = self.items.index(row)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.chosen.emit(self.items.items[current.row()])
