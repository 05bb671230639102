"""The list of cards to decide on: keys, buttons on the current card, the editor in a card, the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QMenu,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.editing.model import ReviewItem
from arbor_desktop.memories.model import MAX_CONTENT
from arbor_desktop.team.model import Shared
from arbor_desktop.text.words import clean
from arbor_desktop.ui.components import Button, InlineError, Label, TextArea
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.menus import CommandMenu
from arbor_desktop.ui.components.row_list import REMOVE_KEYS, LinkList, OverlayBar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import content_error
from arbor_desktop.ui.review.delegate import ReviewDelegate
from arbor_desktop.ui.review.model import ProposalItem, Waiting
from arbor_desktop.ui.review.rows import ReviewModel
from arbor_desktop.ui.review.words import edit_verb, is_team, replaces, verbs
from arbor_desktop.ui.team.words import first_name
from arbor_desktop.ui.translation import number, tr


class CardActions(QWidget):
    """`wanted(name)`: accept, edit, reject or trust."""

    wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        px = icons.theme.px
        self._row = row = hbox(on=self, gap=px(6))
        self.accept = Button(
            icons, "", variant="primary", size="small", icon="check", keycap="A", parent=self
        )
        self.edit = Button(icons, tr("Edit"), size="small", icon="edit", keycap="E", parent=self)
        self.reject = Button(icons, "", size="small", icon="x", keycap=tr("Del"), parent=self)
        self.trust = Button(icons, "", variant="quiet", size="small", icon="shield", keycap="T", parent=self)
        for name, button in (
            ("accept", self.accept), ("edit", self.edit), ("reject", self.reject), ("trust", self.trust)
        ):  # fmt: skip
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, name=name: self.wanted.emit(name))
            row.addWidget(button)
        row.insertStretch(3)
        self.hide()

    def show_items(self, items: Sequence[Waiting], shared: Shared | None, room: int) -> None:
        """Says what the buttons would do to these: one, or all that are selected. `shared`: who shared the
        one; `room`: how wide the buttons may be."""
        planted = shared is not None and shared.planted
        yes, no = verbs(items[0])
        if len(items) > 1:
            all_marked = all(isinstance(item, ReviewItem) and item.outdated for item in items)
            yes, no = verbs(items[0]) if all_marked else (tr("Accept"), tr("Reject"))
            yes, no = f"{yes} {number(len(items))}", f"{no} {number(len(items))}"
        deletes = all(isinstance(item, ProposalItem) and item.deletes for item in items)
        self.accept.set_variant("danger" if deletes else "secondary" if planted else "primary")
        self.accept.set_glyph("trash" if deletes else "check")
        self.accept.set_label(yes)
        self.reject.set_label(no)
        self.edit.setVisible(len(items) == 1 and isinstance(items[0], ReviewItem))
        self.edit.set_label(edit_verb(items[0]))
        offers = len(items) == 1 and shared is not None and not (shared.trusted or planted)
        self.trust.set_label(tr("Trust {name}").format(name=first_name(shared.author)) if shared else "")
        self.trust.hide()
        if offers and self.sizeHint().width() + self.trust.sizeHint().width() + self._row.spacing() <= room:
            self.trust.show()
            self.resize(room, self.sizeHint().height())
        else:
            self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        self._row.activate()
        return self._row.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls


_COUNTED_FROM = 0.8
"""How long a text is, is told when so much of the room is used."""


class EditBox(QWidget):
    """`save_wanted(text)` and `accept_wanted(text)` with what may be stored; `left` when it is to be closed;
    `height_changed` when it needs another height."""

    save_wanted = Signal(str)
    accept_wanted = Signal(str)
    left = Signal()
    height_changed = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.item: ReviewItem | None = None
        self._height = 0
        self.area = _Area(theme, tr("Memory text"), lines=2, max_lines=10, style="body", parent=self)
        self.area.textChanged.connect(self._edited)
        self.area.asked.connect(self._asked)
        self.error = InlineError(theme, self)
        self.counter = Label(theme, "", "caption", "text3", parent=self)
        self.accept = Button(
            icons, "", variant="primary", size="small", icon="check", keycap="Ctrl Enter", parent=self
        )
        self.save = Button(icons, tr("Save"), size="small", keycap="Ctrl S", parent=self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", size="small", keycap="Esc", parent=self)
        self.accept.clicked.connect(lambda: self._asked("accept"))
        self.save.clicked.connect(lambda: self._asked("save"))
        self.cancel.clicked.connect(self.left)
        row = hbox(self.accept, self.save, self.cancel, STRETCH, self.counter, gap=px(6))
        self._column = vbox(self.area, self.error, row, on=self, gap=px(8))
        self.hide()

    def begin(self, item: ReviewItem) -> None:
        """Shows the text of a memory to be edited, all of it selected by nobody: the cursor is at its end."""
        self.item = item
        copies = is_team(item)
        yes = tr("Save and keep") if item.outdated else tr("Save and accept")
        self.accept.set_label(tr("Save as my own") if copies else yes)
        self.save.setVisible(not copies)
        self.area.setPlainText(item.content)
        cursor = self.area.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.area.setTextCursor(cursor)
        self._edited()

    def end(self) -> None:
        self.item = None
        self.hide()

    @property
    def text(self) -> str:
        return clean(self.area.toPlainText())

    @property
    def dirty(self) -> bool:
        return self.item is not None and self.text != self.item.content

    @property
    def problem(self) -> str:
        """What is wrong with the text; nothing if it may be stored."""
        return content_error(self.area.toPlainText())

    def show_error(self, text: str) -> None:
        """What the service refused."""
        self.error.show_error(text, self.area)
        self._measure()

    def height_for(self, width: int) -> int:
        """What it needs at that width."""
        self.setFixedWidth(width)
        self._column.invalidate()
        self._column.activate()
        error = 0
        if not self.error.isHidden():
            error = self.error.heightForWidth(width) + self._column.spacing()
        return self.area.sizeHint().height() + error + self._column.spacing() + self.save.sizeHint().height()

    def _edited(self) -> None:
        problem = self.problem if self.dirty else ""
        self.error.show_error(problem, self.area)
        for button in (self.accept, self.save):
            button.setEnabled(not problem)
        self.save.setEnabled(self.dirty and not problem)
        length = len(self.text)
        near = length > MAX_CONTENT * _COUNTED_FROM
        self.counter.setText(
            tr("{count} of {total}").format(count=number(length), total=number(MAX_CONTENT)) if near else ""
        )
        self._measure()

    def _measure(self) -> None:
        height = self.height_for(self.width())
        if height != self._height:
            self._height = height
            self.height_changed.emit()

    def _asked(self, name: str) -> None:
        if name == "leave":
            self.left.emit()
        elif self.problem:
            self.error.show_error(self.problem, self.area)
            self._measure()
        elif name == "accept" or is_team(self.item):
            self.accept_wanted.emit(self.text)
        elif self.dirty:
            self.save_wanted.emit(self.text)
        else:
            self.left.emit()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self._height)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls


class _Area(TextArea):
    """`asked(name)`: accept, save or leave."""

    asked = Signal(str)

    def event(self, event: QEvent) -> bool:
        # Before the window's own shortcuts get them.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _command(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        name = _command(event)
        if name:
            event.accept()
            self.asked.emit(name)
        else:
            super().keyPressEvent(event)


def _command(event: QKeyEvent) -> str:
    if event.key() == Qt.Key.Key_Escape:
        return "leave"
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier != Qt.KeyboardModifier.ControlModifier:
        return ""
    return {Qt.Key.Key_Return: "accept", Qt.Key.Key_Enter: "accept", Qt.Key.Key_S: "save"}.get(
        Qt.Key(event.key()), ""
    )


_KEYS = {
    Qt.Key.Key_Return: "edit",
    Qt.Key.Key_Enter: "edit",
    **dict.fromkeys(REMOVE_KEYS, "reject"),
    Qt.Key.Key_Right: "compare",
}
_LETTERS = {Qt.Key.Key_A: "accept", Qt.Key.Key_E: "edit", Qt.Key.Key_T: "trust"}
_STEP = 68


class ReviewList(LinkList):
    """`wanted(name, ids)`: accept, edit, reject, trust, compare, open or accept_all, and what it is asked
    for."""

    wanted = Signal(str, object)

    def __init__(self, icons: Icons, model: ReviewModel, clock: Clock, parent: QWidget | None = None) -> None:
        # Before Qt's own: it lays out while it is being made.
        self._theme, self._model = icons.theme, model
        self._delegate: ReviewDelegate = ReviewDelegate(icons, model, clock)
        self.actions_bar: CardActions | None = None
        self.editor: EditBox | None = None
        self._decided = QElapsedTimer()
        super().__init__(model, self._delegate, _KEYS, _LETTERS, parent)
        self._delegate.setParent(self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(tr("Memories to review"))
        self.bar = OverlayBar(self)
        self.actions_bar = CardActions(icons, self.viewport())
        self.actions_bar.wanted.connect(self._ask)
        self.editor = EditBox(icons, self.viewport())
        self.editor.height_changed.connect(self._editor_grew)
        self.command.connect(self._ask)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self.place())
        model.dataChanged.connect(lambda *_: self.place())
        self._theme.changed.connect(self.viewport().update)

    # Which card

    def current_item(self) -> ReviewItem | None:
        return self._model.item(self.current_id())

    def current_card(self) -> Waiting | None:
        """The memory or proposal that is decided on."""
        return self._model.card(self.current_id())

    def chosen(self) -> Sequence[Waiting]:
        """The selected ones in the order of the list that are of the current one's kind: a proposal is
        decided on apart from memories. The current one where none is."""
        current = self.current_card()
        items = [item for id_ in self.selected_ids() if (item := self._model.card(id_))]
        of_kind = [item for item in items if current is None or type(item) is type(current)]
        return of_kind or ([current] if current else [])

    def go_to(self, row: int) -> None:
        """Selects a row; of a heading the one behind it in the direction of the step. The heading of a group
        is brought into view with its first card."""
        step = 1 if row >= self.currentIndex().row() else -1
        count = self._model.rowCount()
        while 0 <= row < count and not isinstance(self._model.row_at(row), Waiting):
            row += step
        if not 0 <= row < count:
            return
        super().go_to(row)
        if row and not isinstance(self._model.row_at(row - 1), Waiting):
            self.scrollTo(self._model.index(row - 1))
            self.scrollTo(self._model.index(row))

    def select(self, memory_id: str) -> bool:
        """Selects a memory that is listed; whether it is."""
        row = self._model.row_of(memory_id)
        if row >= 0:
            self.go_to(row)
        return row >= 0

    def set_top(self, top: tuple[str | None, int]) -> None:
        """Puts that row where it was: the rows are of many heights."""
        id_, offset = top
        row = self._model.row_of(id_) if id_ else -1
        if row >= 0:
            self.executeDelayedItemsLayout()
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(self._model.index(row)).top() - offset)

    # Editing

    @property
    def edited(self) -> ReviewItem | None:
        """The memory whose text is being edited."""
        return self.editor.item if self.editor is not None else None

    def begin_edit(self, item: ReviewItem) -> None:
        assert self.editor is not None
        self.editor.begin(item)
        self._editor_grew()
        self.editor.area.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def end_edit(self) -> None:
        """Closes the editor; the keys go back to the list if it had them."""
        assert self.editor is not None
        had_focus = self.editor.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self.editor.end()
        self._delegate.set_edited(None)
        self._lay_out_again()
        if had_focus:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _editor_grew(self) -> None:
        if self.editor is None or self.editor.item is None:
            return
        self._delegate.set_edited(self.editor.item.id, self.editor.height_for(self._editor_width()))
        self._lay_out_again()
        self.scrollTo(self._model.index(self._model.row_of(self.editor.item.id)))
        self.place()

    def _editor_width(self) -> int:
        px = self._theme.px
        return max(self.viewport().width() - 2 * px(16) - 2 * px(13), px(120))

    # What lies over the rows

    def place(self) -> None:
        """Lays the buttons over the current card, and the editor over that which is edited."""
        if self.actions_bar is None or self.editor is None:  # the view is still being made
            return
        self._place_actions(self.actions_bar)
        self._place_editor(self.editor)
        self.viewport().update()

    def _place_actions(self, bar: CardActions) -> None:
        item, items = self.current_card(), self.chosen()
        shown = item is not None and item.id != self._delegate.edited
        box = self.visualRect(self.currentIndex()) if shown else None
        if item is None or box is None or not box.isValid():
            bar.hide()
            return
        place = self._delegate.actions_rect(box)
        bar.show_items(items if item in items else [item], self._model.author(item), place.width())
        bar.move(place.topLeft())
        bar.show()

    def _place_editor(self, editor: EditBox) -> None:
        row = self._model.row_of(editor.item.id) if editor.item is not None else -1
        box = self.visualRect(self._model.index(row)) if row >= 0 else None
        if box is None or not box.isValid():
            editor.hide()
            return
        editor.setGeometry(self._delegate.edit_rect(box))
        editor.show()

    def _lay_out_again(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.executeDelayedItemsLayout()
        self.place()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(_STEP))
        self.place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._delegate.set_width(self.viewport().width()):
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)
        if self.edited is not None:
            self._editor_grew()
        self.place()

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        self._delegate.set_current(self._model.id_at(current.row()))
        self.scheduleDelayedItemsLayout()  # the card grows by its buttons, and by what was cut of its text

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.place()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        if key == Qt.Key.Key_A and held == Qt.KeyboardModifier.ShiftModifier and self.letters:
            self.wanted.emit("accept_all", [])
        elif key == Qt.Key.Key_O and held == Qt.KeyboardModifier.ControlModifier:
            self._ask("open")
        elif key == Qt.Key.Key_Home and held == Qt.KeyboardModifier.NoModifier:
            self.scrollToTop()
            self.go_to(0) if self.currentIndex().row() <= 0 else self._go_to_first()
        elif key == Qt.Key.Key_End and held == Qt.KeyboardModifier.NoModifier:
            self.go_to(self._model.rowCount() - 1)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _go_to_first(self) -> None:
        for row in range(self._model.rowCount()):
            if isinstance(self._model.row_at(row), Waiting):
                self.go_to(row)
                return

    def _ask(self, name: str) -> None:
        items = self.chosen() if name in ("accept", "reject") else [self.current_card()]
        ids = [item.id for item in items if item is not None]
        if ids:
            self._decided.start()
            self.wanted.emit(name, ids)

    # The pointer

    def _hit(self, at: QPoint) -> tuple[Waiting | None, str]:
        index = self.indexAt(at)
        item = self._model.row_at(index.row()) if index.isValid() else None
        if not isinstance(item, Waiting):
            return None, ""
        return item, self._delegate.hit(self.visualRect(index), item, at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        item, name = self._hit(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and item is not None and name:
            event.accept()
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._decided.start()
            self.wanted.emit(name, [item.id])
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edits; but after a decision another card may lie under the pointer, at which nobody aimed."""
        item, name = self._hit(event.position().toPoint())
        moved = self._decided.isValid() and self._decided.elapsed() < QApplication.doubleClickInterval()
        if event.button() == Qt.MouseButton.LeftButton and item is not None and not (name or moved):
            self.wanted.emit("edit", [item.id])

    def _link_at(self, at: QPoint) -> str | None:
        return self._hit(at)[1] or None

    def _tip_at(self, at: QPoint) -> str:
        return _tip(*self._hit(at))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        item = None if by_key else self._hit(event.pos())[0]
        if item is not None and item.id not in self.selected_ids():
            self.select(item.id)
        if by_key or item is not None:  # a heading has no menu
            super().contextMenuEvent(event)

    # The focus

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.currentIndex().isValid():
            self._go_to_first()
        super().focusInEvent(event)
        self._ring(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._ring(False)

    def _ring(self, shown: bool) -> None:
        """The card that keys act on is always to be seen, however the focus came."""
        super()._ring(shown or self.hasFocus())

    def selectionCommand(
        self, index: QModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """A click between cards leaves what is selected as it is."""
        if isinstance(event, QMouseEvent) and not index.isValid():
            return QItemSelectionModel.SelectionFlag.NoUpdate
        return super().selectionCommand(index, event)


def _tip(item: Waiting | None, name: str) -> str:
    if item is None or not name:
        return ""
    yes, no = verbs(item)
    words = {"accept": (yes, "A"), "edit": (edit_verb(item), "E"), "reject": (no, tr("Del"))}
    return "  ".join(words.get(name, (tr("Compare memories"), "→")))


def open_menu(
    page: QWidget, icons: Icons, items: Sequence[Waiting], at: QPoint, run: Callable[[str], None]
) -> QMenu:
    """Opens it at a place of the screen; `run(name)` does what is chosen with the items."""
    menu = CommandMenu(icons, page, run)
    first, alone = items[0], len(items) == 1
    yes, no = verbs(first)
    menu.add("accept", yes if alone else f"{yes} ({number(len(items))})", "check", "A")
    if alone and replaces(first):
        menu.add("keep_both", tr("Accept and keep both"), "check")
    if alone and isinstance(first, ReviewItem):
        menu.add("edit", edit_verb(first) if is_team(first) else tr("Edit text"), "edit", "E")
    if alone and is_team(first):
        menu.add("trust", tr("Trust the author…"), "shield", "T")
    menu.add("reject", no if alone else f"{no} ({number(len(items))})", "x", "Del")
    if alone:
        menu.addSeparator()
        if isinstance(first, ReviewItem) and first.conflict:
            menu.add("compare", tr("Compare memories"), "conflicts", "Right")
        if isinstance(first, ReviewItem) and first.conversation:
            menu.add("open", tr("Open conversation"), "conversations", "Ctrl+O")
        menu.add("memory", tr("Open memory"), "memories")
    elif isinstance(first, ReviewItem):
        menu.addSeparator()
        menu.add("pin", tr("Always include"), "pin", "Alt+I")
        menu.add("merge", tr("Merge…"), "merge", "Alt+M")
        menu.add("archive", tr("Archive"), "archive", "Alt+A")
        menu.add("delete", tr("Delete"), "trash")
    menu.popup(at)
    return menu
