"""The left rail: one item a page, the status below. Narrow, it shows icons alone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QVBoxLayout, QWidget

from arbor_desktop.ui.components.labels import Hairline
from arbor_desktop.ui.components.nav_item import NavItem
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.pages import PageSpec
from arbor_desktop.ui.shell.status_indicator import StatusIndicator

WIDE, NARROW = 204, 56


class Rail(QFrame):
    """`chosen(key)` when a person picks a page."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, status: StatusIndicator, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._status = icons, status
        self._items: dict[str, NavItem] = {}
        self._narrow = False
        self._group = QButtonGroup(self)
        self.setAccessibleName(self.tr("Pages"))
        px = icons.theme.px
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(8), px(12), px(8) + 1, px(4))
        self._column.setSpacing(px(2))
        self._top = QVBoxLayout()
        self._bottom = QVBoxLayout()
        for layout in (self._top, self._bottom):
            layout.setSpacing(px(2))
        line = Hairline(icons.theme, parent=self)
        self._column.addLayout(self._top)
        self._column.addStretch(1)
        self._column.addLayout(self._bottom)
        self._column.addSpacing(px(4))
        self._column.addWidget(line)
        self._column.addWidget(status)
        self._fit()

    def add(self, spec: PageSpec) -> NavItem:
        """Adds the entry of a page."""
        item = NavItem(self._icons, spec.key, spec.title, spec.glyph, spec.shortcut, self)
        item.set_narrow(self._narrow)
        item.clicked.connect(lambda: self.chosen.emit(spec.key))
        self._items[spec.key] = item
        self._group.addButton(item)
        (self._bottom if spec.at_bottom else self._top).addWidget(item)
        return item

    def item(self, key: str) -> NavItem:
        return self._items[key]

    def select(self, key: str) -> None:
        """Marks a page as the one that is shown."""
        self._items[key].setChecked(True)

    def set_count(self, key: str, count: int) -> None:
        """A number of things that wait on a page; 0 shows nothing."""
        if key in self._items:
            self._items[key].set_count(count)

    @property
    def narrow(self) -> bool:
        return self._narrow

    def set_narrow(self, narrow: bool) -> None:
        """Icons alone, with tooltips."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for item in self._items.values():
            item.set_narrow(narrow)
        self._status.set_narrow(narrow)
        self._fit()

    def _fit(self) -> None:
        self.setFixedWidth(self._icons.theme.px(NARROW if self._narrow else WIDE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._icons.theme
        painter.fillRect(self.rect(), theme.color("rail"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.color("border"))
