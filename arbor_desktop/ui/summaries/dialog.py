"""The summaries of all categories: the list at left, a summary at right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.memories.model import Category
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import AskDialog, ComboBox
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.dialogs import WindowDialog
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.components.nav_item import NavItem
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import category_label
from arbor_desktop.ui.summaries.controller import EVERYWHERE, Place, SummariesController
from arbor_desktop.ui.summaries.document_pane import DocumentPane
from arbor_desktop.ui.summaries.words import count_words, place_words
from arbor_desktop.ui.translation import tr


class CategoryList(Bar):
    """`chosen(name)` when a person picks a category; arrow keys go through them."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent, fill="rail", line="right")
        px = icons.theme.px
        self.setAccessibleName(tr("Categories"))
        self.setFixedWidth(px(212))
        self._group = QButtonGroup(self)
        self.items: dict[str, NavItem] = {}
        column = vbox(on=self, margins=(px(8), px(12), px(9), px(12)), gap=px(2))
        for category in Category:
            name = category.value
            item = NavItem(icons, name, category_label(category), parent=self)
            item.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            item.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            self._group.addButton(item)
            self.items[name] = item
            column.addWidget(item)
        column.addStretch(1)

    def select(self, name: str) -> None:
        self.items[name].setChecked(True)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        for name, item in self.items.items():
            item.set_count(counts.get(name, 0))


class SummariesDialog(WindowDialog):
    """`memory_wanted(id)` when the source of a fact is chosen; the dialog closes then."""

    memory_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        parent: QWidget,
        *,
        clock: Clock = system_clock,
        category: str | None = None,
        project: str | None = None,
        snackbar_ms: int = 8000,
    ) -> None:
        """Begin with `category` and `project`, where they are given."""
        scope = ComboBox(icons, tr("Applies to"))
        super().__init__(icons, tr("Summaries"), parent, beside_title=(scope,), width=1060, height=740)
        self._wants_filled = category is None
        self.scope = scope
        self.categories = CategoryList(icons, self)
        self.pane = DocumentPane(icons, clock, snackbar_ms, self)
        place = ("project", project) if project else EVERYWHERE
        self.controller = SummariesController(bridge, self, category, place)
        body = hbox(self.categories, (self.pane, 1))
        self.column.addLayout(body, 1)
        self._connect(bridge)
        self._fill_places()
        self.categories.select(self.controller.name)
        self.categories.items[self.controller.name].setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _connect(self, bridge: Bridge) -> None:
        controller, pane = self.controller, self.pane
        self.scope.activated.connect(self._choose_place)
        self.categories.chosen.connect(self._choose_category)
        pane.edit_saved.connect(controller.save)
        pane.review_wanted.connect(controller.review)
        pane.clear_wanted.connect(controller.clear)
        pane.version_wanted.connect(controller.bring_back)
        pane.memory_wanted.connect(self._show_memory)
        pane.retry_wanted.connect(self.refresh)
        pane.undo_wanted.connect(controller.undo)
        bridge.changed.connect(self._store_changed)
        QShortcut(QKeySequence.StandardKey.Save, self).activated.connect(pane.save_edit)
        QShortcut(QKeySequence.StandardKey.Undo, self.categories).activated.connect(controller.undo)

    # What is shown

    def refresh(self) -> None:
        self.controller.refresh()

    def show_overview(self) -> None:
        """Show which summaries there are, and how many memories are in each."""
        self._fill_places()
        counts = self.controller.counts
        self.categories.set_counts(counts)
        if self._wants_filled:  # nobody asked for this category, so one that says something comes first
            self._wants_filled = False
            name, place = self.controller.name, self.controller.place
            best = max(counts, key=lambda one: counts[one], default=name)
            if not counts.get(name) and counts.get(best):
                self._go(best, place)

    def show_done(self, words: str, *, can_undo: bool) -> None:
        """Say what was done, with the way back."""
        self.pane.end_edit()
        self.pane.snackbar.show_message(words, action=tr("Undo") if can_undo else None)

    def _fill_places(self) -> None:
        overview, here = self.controller.overview, self.controller.place
        self.scope.clear()
        for place in dict.fromkeys([EVERYWHERE, *((i.scope, i.scope_id) for i in overview.infos), here]):
            number = sum(i.item_count for i in overview.infos if (i.scope, i.scope_id) == place)
            words = place_words(*place, overview.titles)
            if number:
                words = f"{words} · {count_words(number)}"
            icon = {"project": "folder", "conversation": "conversations"}.get(place[0], "globe")
            self.scope.add(words, place, icon=icon)
        self.scope.set_current_data(here)

    def _store_changed(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories:
            self.refresh()

    # Going elsewhere

    def _choose_place(self) -> None:
        place = self.scope.current_data
        if isinstance(place, tuple) and place != self.controller.place:
            self._wants_filled = True
            self._leave(partial(self._go, self.controller.name, place))

    def _choose_category(self, name: str) -> None:
        self._wants_filled = False
        if name != self.controller.name:
            self._leave(partial(self._go, name, self.controller.place))

    def _go(self, name: str, place: Place) -> None:
        self.pane.end_edit()
        self.controller.go(name, place)
        self.categories.select(name)
        self.scope.set_current_data(place)
        self.categories.set_counts(self.controller.counts)

    def _stay(self) -> None:
        self._wants_filled = False
        self.pane.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self, go: Callable[[], None]) -> None:
        """Ask before what was typed is lost."""
        if not self.pane.changed:
            go()
            return
        self.categories.select(self.controller.name)
        self.scope.set_current_data(self.controller.place)
        ask = AskDialog(
            self._icons,
            tr("Discard changes?"),
            (tr("Your changes to this summary are not saved."),),
            tr("Discard"),
            danger=True,
            keep_words=tr("Keep editing"),
            parent=self,
        )
        ask.confirmed.connect(ask.finish)
        ask.accepted.connect(go)
        ask.rejected.connect(self._stay)
        opened(ask)

    def _show_memory(self, memory_id: str) -> None:
        self.memory_wanted.emit(memory_id)
        self.accept()

    def reject(self) -> None:
        """Esc: first out of the editing, then out of the dialog."""
        if self.pane.editing and not self.pane.changed:
            self.pane.end_edit()
        else:
            self._leave(self._close)

    def _close(self) -> None:
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.pane.changed:
            event.ignore()
            self._leave(self._close)
        else:
            super().closeEvent(event)

    def save_unsaved(self) -> None:
        """The app ends: what is being written is given to the bridge."""
        if self.pane.changed:
            self.controller.save(self.pane.editor.toPlainText(), self.pane.base_version)
