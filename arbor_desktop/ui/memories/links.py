"""Memories that a person linked: the lines under More, and the dialog that finds one to add."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.components import Button, IconButton, Label, SearchField
from arbor_desktop.ui.components.boxes import LEFT, STRETCH, TOP, hbox, vbox
from arbor_desktop.ui.components.keyboard import focusable_before, follow
from arbor_desktop.ui.components.row_list import RingedList
from arbor_desktop.ui.components.row_model import ItemRole, ItemsModel
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.fields import names_width
from arbor_desktop.ui.memory.list import CardDelegate, CardPainter
from arbor_desktop.ui.memory.words import card_sentence
from arbor_desktop.ui.translation import tr


class LinkedMemories(QWidget):
    """`open_wanted(id)` by a line, `remove_wanted(id)` by its button, `add_wanted` by the one below."""

    open_wanted = Signal(str)
    remove_wanted = Signal(str)
    add_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, px = icons, icons.theme.px
        self.memories: tuple[Memory, ...] = ()
        self.lines: list[tuple[Button, IconButton]] = []
        self._shown: list[QWidget] = []
        self.add = Button(icons, tr("Add…"), size="small", icon="link", parent=self, clicked=self.add_wanted)
        self.add.setAccessibleName(tr("Add linked memory…"))
        label = Label(icons.theme, tr("Linked"), "small500", "text3", self)
        label.setFixedWidth(names_width(icons.theme))
        label.setMinimumHeight(px(26))
        label.setBuddy(self.add)
        self._rows = vbox(gap=px(2))
        column = vbox(self._rows, (self.add, LEFT), gap=px(4))
        hbox((label, TOP), (column, 1), on=self, margins=(px(16), 0, px(16), px(12)), gap=px(8))

    def show_memories(self, memories: Sequence[Memory]) -> None:
        """Show what is linked; the focus does not get lost with a line that goes."""
        if tuple(memories) == self.memories:
            return
        had_focus = any(widget.hasFocus() for line in self.lines for widget in line)
        for line in self._shown:
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._shown = []
        self.memories = tuple(memories)
        self.lines = [self._line(memory) for memory in self.memories]
        buttons = [button for line in self.lines for button in line]
        follow(focusable_before(self, outside=self), [*buttons, self.add])
        if had_focus:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _line(self, memory: Memory) -> tuple[Button, IconButton]:
        line = QWidget(self)
        words = plain(" ".join(memory.shown_text.split()))
        open_ = Button(self._icons, words, variant="link", parent=line)
        open_.let_shrink()
        open_.setToolTip(memory.shown_text)
        open_.clicked.connect(lambda: self.open_wanted.emit(memory.id))
        remove = IconButton(self._icons, "x", f"{tr('Remove link')}: {words}", glyph_size=14, parent=line)
        remove.clicked.connect(lambda: self.remove_wanted.emit(memory.id))
        hbox(open_, STRETCH, remove, on=line, gap=None)
        self._rows.addWidget(line)
        self._shown.append(line)
        return open_, remove


class _Found(ItemsModel[Memory]):
    def __init__(self, clock: Clock, parent: QWidget) -> None:
        super().__init__(parent)
        self._clock = clock

    def text(self, item: Memory) -> str:
        return item.shown_text

    def spoken(self, item: Memory) -> str:
        return card_sentence(item, self._clock())


class LinkDialog(QDialog):
    """A search over memories. `search_wanted(words)` with every change, empty at first; `chosen(id)`."""

    search_wanted = Signal(str)
    chosen = Signal(str)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.setWindowTitle(tr("Link memory"))
        self.setModal(True)
        self.setFixedSize(px(620), px(480))
        self.search = SearchField(icons, tr("Search memories to link"), parent=self)
        self.found = _Found(clock, self)
        self._words = ""
        """For which the memories were found."""
        cards = CardDelegate(theme, CardPainter(icons, clock), self)
        self.view = _Cards(self.found, cards, theme.px, self._choose, self)
        self.nothing = Label(theme, tr("No other memory matches."), "body", "text2", self)
        self.nothing.setMargin(px(24))
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self, clicked=self.reject)
        self.link = Button(icons, tr("Link"), variant="primary", icon="link", parent=self)
        self.link.setDefault(True)
        head = QVBoxLayout()
        head.setContentsMargins(px(16), px(16), px(16), px(8))
        head.setSpacing(px(8))
        head.addWidget(Label(theme, tr("Link memory"), "title", parent=self))
        head.addWidget(self.search)
        foot = hbox(STRETCH, self.cancel, self.link, margins=(px(16), px(12), px(16), px(16)), gap=px(8))
        vbox(head, (self.view, 1), (self.nothing, 1, TOP), foot, on=self)
        self.nothing.hide()
        self.search.textChanged.connect(self._fit)
        self.search.text_edited.connect(self.search_wanted)
        self.search.list_wanted.connect(lambda: self.view.setFocus(Qt.FocusReason.ShortcutFocusReason))
        self.link.clicked.connect(self._choose)
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_found(self, words: str, memories: Sequence[Memory]) -> None:
        """Show what a search for `words` found; the first is selected."""
        self._words = words
        self.found.show(memories)
        self.view.setVisible(bool(memories))
        self.nothing.setVisible(not memories)
        self._fit()
        if memories:
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.view.selectionModel().setCurrentIndex(self.found.index(0), flag)

    def _fit(self) -> None:
        """Nothing is linked until what is listed belongs to what is typed."""
        self.link.setEnabled(self.search.text() == self._words and self.found.rowCount() > 0)

    def _choose(self) -> None:
        memory = self.view.currentIndex().data(ItemRole)
        if self.link.isEnabled() and isinstance(memory, Memory):
            self.chosen.emit(memory.id)
            self.accept()


class _Cards(RingedList):
    def __init__(
        self,
        model: _Found,
        delegate: CardDelegate,
        px: Callable[[float], int],
        choose: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(delegate, parent)
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setAccessibleName(tr("Memories found"))
        self.verticalScrollBar().setSingleStep(px(58))
        self._choose = choose
        self.doubleClicked.connect(lambda _index: choose())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            super().keyPressEvent(event)
