"""The bar above the list: title, search and order."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.ui.components import BackForward, ComboBox, Label, SearchField
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.listing import MEMORIES, NAME, SEEN, SORTS
from arbor_desktop.ui.projects.words import tr

_TYPING_MS = 5
"""All projects are at hand: the list follows each letter."""


class TopBar(QWidget):
    """`searched(words)` while one types; `sorted(order)` after a choice."""

    searched = Signal(str)
    sort_chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = icons.theme.px
        find = QKeySequence("Ctrl+K").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.title = Label(icons.theme, tr("Projects"), "title", parent=self)
        self.count = Label(icons.theme, "", "small", "text3", parent=self)
        self.search = SearchField(icons, tr("Search projects"), keycap=find, delay_ms=_TYPING_MS, parent=self)
        self.search.setMaximumWidth(px(320))
        self.search.text_edited.connect(self.searched)
        self.sort = ComboBox(icons, tr("Order"), quiet=True, small=True, parent=self)
        for key in SORTS:
            self.sort.add(_sort_label(key), key)
        self.sort.activated.connect(self._chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(8), 0, px(12), 1)
        row.setSpacing(px(12))
        row.addWidget(BackForward(icons, self))
        row.addWidget(self.title)
        row.addWidget(self.count)
        row.addSpacing(px(8))
        row.addWidget(self.search, 100)
        row.addStretch(1)
        row.addWidget(self.sort)
        self.setFixedHeight(px(52))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_sort(self, sort: str) -> None:
        self.sort.set_current_data(sort)
        px = self._theme.px
        words = QFontMetrics(self._theme.font("small500")).horizontalAdvance(self.sort.currentText())
        self.sort.setFixedWidth(px(10) + words + px(4) + px(16) + px(4) + 2)

    def set_tools_visible(self, visible: bool) -> None:
        """Search and order, where there is something to search and to order."""
        for tool in (self.search, self.sort, self.count):
            tool.setVisible(visible)

    def show_count(self, shown: int, known: int) -> None:
        """How many there are, and how many of them fit the search."""
        said = f"{known:,}" if shown == known else tr("{shown} of {known}").format(shown=shown, known=known)
        self.count.setText(said if known else "")

    def _chosen(self, _row: int) -> None:
        chosen = self.sort.current_data
        if isinstance(chosen, str):
            self.show_sort(chosen)
            self.sort_chosen.emit(chosen)

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))


def _sort_label(sort: str) -> str:
    return {SEEN: tr("Last seen"), NAME: tr("Name"), MEMORIES: tr("Most memories")}[sort]
