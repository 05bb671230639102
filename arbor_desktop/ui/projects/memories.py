"""The memories of a project: what warns first, then by category; the cards are those of the Memories page."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Chip, ElidedLabel, EmptyState, FlowLayout, Message
from arbor_desktop.ui.components.boxes import hbox, stacked, vbox
from arbor_desktop.ui.components.keyboard import key_on_page
from arbor_desktop.ui.components.row_model import Failed
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.actions import MemoryActions
from arbor_desktop.ui.memory.list import CardDelegate, CardPainter, Loaded, MemoryList, MemoryListModel
from arbor_desktop.ui.memory.words import COMMANDS
from arbor_desktop.ui.projects.bars import BranchFilter
from arbor_desktop.ui.projects.controller import CARDS, MEMORIES, ProjectsController
from arbor_desktop.ui.projects.model import Kept, kept
from arbor_desktop.ui.translation import tr


class MemoriesTab(QWidget):
    """Signals lead to other pages, or say what was done."""

    memory_wanted = Signal(str)
    conflict_wanted = Signal(str)
    all_wanted = Signal()
    """The same memories on the Memories page, where they can be searched and filtered."""
    summaries_wanted = Signal(object)
    """With the category whose summary is meant, or None."""
    branch_cleared = Signal()
    counted = Signal(int)
    said = Signal(object)

    def __init__(self, icons: Icons, bridge: Bridge, controller: ProjectsController, clock: Clock) -> None:
        super().__init__()
        self._icons, self._controller = icons, controller
        self._path = self._branch = ""
        self._group: str | None = None
        self.kept = Kept((), ())
        self.memory_actions = MemoryActions(icons, bridge, self)
        self.model = MemoryListModel(self._fetch, clock, parent=self)
        cards = CardPainter(icons, clock, of_project=True)
        self.view = MemoryList(self.model, CardDelegate(icons.theme, cards, self), icons.theme)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        px = self._icons.theme.px
        self.chips = QWidget(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.chips.setSizePolicy(policy)
        self.chips.setAccessibleName(tr("Memory categories"))
        self._flow = FlowLayout(self.chips, px(6), px(6))
        self.branch = BranchFilter(self._icons, self)
        self.add = Button(self._icons, tr("New memory"), size="small", icon="plus", parent=self)
        self.add.setToolTip(tr("Add a memory that applies to this project"))
        self.summaries = Button(
            self._icons, tr("Summaries"), variant="quiet", size="small", icon="memories", parent=self
        )
        self.all = Button(
            self._icons, tr("Show in Memories"), variant="quiet", size="small", icon="search", parent=self
        )
        self.all.setToolTip(tr("Search and filter these memories on the Memories page"))
        self.bar = QWidget(self)
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(px(16), px(8), px(16), px(2))
        row.setSpacing(px(6))
        words = tr("Quirks and pitfalls first, then by category")
        self.order = ElidedLabel(self._icons.theme, words, "small", "text3", parent=self.bar)
        row.addWidget(self.branch)
        policy = self.order.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the buttons stay at the right
        self.order.setSizePolicy(policy)
        row.addWidget(self.order, 1)
        for button in (self.all, self.summaries, self.add):
            row.addWidget(button)
        chips = hbox(self.chips, margins=(px(16), px(4), px(16), px(4)))
        self.state = EmptyState(self._icons, "memories", "", parent=self)
        self.stack = stacked(self.view, self.state, parent=self)
        vbox(self.bar, chips, (self.stack, 1), on=self)

    def _connect(self) -> None:
        self.branch.cleared.connect(self.branch_cleared)
        self.add.clicked.connect(self.open_dialog)
        self.all.clicked.connect(self.all_wanted)
        self.summaries.clicked.connect(lambda: self.summaries_wanted.emit(None))
        self.view.command.connect(self._command)
        for keys, name in COMMANDS.items():
            key_on_page(self, keys, partial(self._command, name))
        self.view.menu_wanted.connect(lambda at: self.memory_actions.menu(*self._meant(), at))
        self.model.load_failed.connect(self._failed)
        do = self.memory_actions
        do.edit_wanted.connect(self._open_current)
        do.memory_wanted.connect(self.memory_wanted)
        do.conflict_wanted.connect(self.conflict_wanted)
        do.summary_wanted.connect(lambda category, _project: self.summaries_wanted.emit(category))
        do.said.connect(self.said)
        do.left.connect(self._memories_left)
        do.stored.connect(self.model.put)
        do.refused.connect(lambda error: self.said.emit(Message(error_words(error), "warning")))

    # What the page asks

    @property
    def focus_target(self) -> QWidget:
        return self.view if self.stack.currentWidget() is self.view else self.state

    def show_project(self, path: str, branch: str | None) -> None:
        """Lists what belongs to another project or branch; the same one is only looked at anew."""
        other = (path, branch or "") != (self._path, self._branch)
        self._path, self._branch = path, branch or ""
        self.branch.show_branch(branch)
        if other:
            self._group = None
            if not self.isVisible():  # nothing of the former project is seen when the tab comes
                self.model.start(())
        self.refresh(anew=other)

    def refresh(self, *, anew: bool = False) -> None:
        self._controller.start(self._read(anew), self._failed)

    # The list

    def _fetch(self, ids: list[str], loaded: Loaded, failed: Failed) -> None:
        """Ask for cards; the model asks for one lot at a time."""
        self._controller.start(self._load(ids, loaded), failed)

    async def _load(self, ids: list[str], loaded: Loaded) -> None:
        loaded(await self._controller.ask(CARDS, self._controller.service.get_many, ids))

    async def _read(self, anew: bool) -> None:
        do = self._controller
        self.kept = await do.ask(MEMORIES, kept, do.service, self._path, self._branch or None)
        if self._group not in {group.key for group in self.kept.groups}:
            self._group = None
        self._show_chips()
        self.model.put(self.kept.first)
        self._list(anew)
        self.counted.emit(self.kept.total)

    def _list(self, anew: bool) -> None:
        ids = self.kept.ids(self._group)
        chosen, row = self.view.selected_ids(), self.view.currentIndex().row()
        if anew:
            self.model.start(ids)
            self.view.scrollToTop()
        else:
            self.model.follow(ids)
            if any(self.model.row_of(id_) >= 0 for id_ in chosen):
                self.view.select_ids(chosen, chosen[0])
            elif chosen and ids:  # after what went comes the next one
                self.view.go_to(min(row, len(ids) - 1))
        if ids:
            self.stack.setCurrentWidget(self.view)
        else:
            self._show_empty()

    def _show_chips(self) -> None:
        """All, then each kind that there is; one kind alone needs no choice."""
        wanted: list[tuple[str | None, str, int]] = [(None, tr("All"), self.kept.total)]
        wanted += [(group.key, group.name, len(group.ids)) for group in self.kept.groups]
        shown = [(chip.property("group"), chip.text()) for chip in self._chips()]
        if shown != [(key, name) for key, name, _ in wanted]:
            for chip in self._chips():
                self._flow.removeWidget(chip)
                chip.hide()
                chip.deleteLater()
            for key, name, _ in wanted:
                chip = Chip(self._icons, name, parent=self.chips)
                chip.setProperty("group", key)
                chip.clicked.connect(lambda _on=False, key=key: self._choose(key))
                self._flow.addWidget(chip)
                chip.show()
        for chip, (key, _, count) in zip(self._chips(), wanted, strict=True):
            chip.set_count(count)
            chip.setChecked(key == self._group)
        self.chips.setVisible(len(wanted) > 2)
        self._fit()
        self.chips.updateGeometry()

    def _fit(self) -> None:
        """The words on the order give way, rather than be cut."""
        room = self.order.width() >= self.order.sizeHint().width()
        self.order.setVisible(room and len(self._chips()) > 2 and not self._branch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _chips(self) -> list[Chip]:
        items = (self._flow.itemAt(place) for place in range(self._flow.count()))
        return [chip for item in items if item is not None and isinstance(chip := item.widget(), Chip)]

    def _choose(self, key: str | None) -> None:
        self._group = None if key == self._group else key
        self._show_chips()
        self._list(anew=True)

    def _show_empty(self) -> None:
        if self._branch:
            everything = Button(self._icons, tr("Show all branches"), clicked=self.branch_cleared)
            self.state.show_state(
                "memories",
                tr("No memories specific to this branch"),
                tr("Show all branches to see the project's other memories."),
                actions=(everything,),
            )
        else:
            write = Button(self._icons, tr("Add memory"), icon="plus", clicked=self.open_dialog)
            self.state.show_state(
                "memories",
                tr("No memories for this project yet"),
                tr("Arbor saves what's worth remembering from this project's conversations."),
                actions=(write,),
            )
        self.stack.setCurrentWidget(self.state)

    def _failed(self, error: BaseException) -> None:
        self.state.show_failed(
            tr("Couldn't load this project's memories"),
            error,
            lambda: self.refresh(),
        )
        self.stack.setCurrentWidget(self.state)

    # What a person does

    def _meant(self) -> tuple[list[str], Memory | None]:
        ids = self.view.selected_ids()
        return ids, self.model.loaded(ids[0]) if len(ids) == 1 else None

    def _command(self, name: str) -> None:
        ids, memory = self._meant()
        self.memory_actions.run(name, ids, memory)

    def _open_current(self) -> None:
        if id_ := self.view.current_id():
            self.memory_wanted.emit(id_)

    def _memories_left(self) -> None:
        if self.view.isVisible():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_dialog(self) -> None:
        """Open the dialog for a new memory of this project, or bring it to the front."""
        self.memory_actions.open_dialog(project=self._path)
