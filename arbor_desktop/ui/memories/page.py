"""The Memories page: puts its parts together and keeps what they show in step with the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.memories.model import Memory, StoreResult
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.asking.controller import Asking
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Message, Splitter
from arbor_desktop.ui.components.file_drop import local_files
from arbor_desktop.ui.components.keyboard import key_on_page
from arbor_desktop.ui.controller import Controller, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.listing import Listing
from arbor_desktop.ui.memories import dropping, reads
from arbor_desktop.ui.memories.add_dialog import AddDialog
from arbor_desktop.ui.memories.adding import Adding
from arbor_desktop.ui.memories.card import CardPainter
from arbor_desktop.ui.memories.commands import Commands
from arbor_desktop.ui.memories.delegate import CardDelegate
from arbor_desktop.ui.memories.desk import Desk
from arbor_desktop.ui.memories.detail import DetailPane
from arbor_desktop.ui.memories.filter_bar import FilterBar
from arbor_desktop.ui.memories.keys import COMMANDS
from arbor_desktop.ui.memories.list_pane import ListPane
from arbor_desktop.ui.memories.list_view import MemoryList
from arbor_desktop.ui.memories.model import MemoryListModel
from arbor_desktop.ui.memories.query import FOUND, MemoryQuery
from arbor_desktop.ui.memories.query_state import QueryState
from arbor_desktop.ui.memories.searching import Searching
from arbor_desktop.ui.memories.selection import Selection
from arbor_desktop.ui.memories.side import Side
from arbor_desktop.ui.memories.text import search_terms
from arbor_desktop.ui.memories.top_bar import TopBar
from arbor_desktop.ui.memories.words import tr

_COUNT_DOWN_MS = 5000
_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class MemoriesPage(QWidget):
    """All memories, and the selected one. Nothing here waits: the service is asked through the bridge."""

    capture_settings_wanted = Signal()
    conversation_wanted = Signal(str, object)
    """A conversation and, where it is known, the turn to be read."""
    conversations_wanted = Signal(str)
    """All conversations in which these words were said."""
    review_wanted = Signal()
    conflict_wanted = Signal(str)
    """A conflict that the person wants to settle."""
    model_settings_wanted = Signal(str)
    """Settings → Extraction, at a part of it ("key", "model", "budget") or at its top ("")."""
    summaries_wanted = Signal(object, object)
    """The summary of a category and a project; None: of the first one that tells something, of everywhere."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        opens_conversations: bool = False,
        snackbar_ms: int = 8000,
        refresh_ms: int = 250,
        parent: QWidget | None = None,
    ) -> None:
        """`opens_conversations`: whether somebody answers `conversation_wanted`."""
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.desk = Desk(bridge, self)
        self.state = QueryState(self)
        self.model = MemoryListModel(self.desk.fetch, clock, parent=self)
        cards = CardPainter(icons, clock)
        self._delegate = CardDelegate(self._theme, cards, self)
        self.view = MemoryList(self.model, self._delegate, self._theme)
        self.top = TopBar(icons, self.state, self)
        self.filters = FilterBar(icons, self.state, self)
        self.list_pane = ListPane(icons, self.view, clock, stay_ms=snackbar_ms)
        self.detail = DetailPane(icons, self.desk, cards, clock)
        self.detail.source.can_open = opens_conversations
        self.detail.source.rule_wanted.connect(self.show_rule)
        self.side = Side(icons, self.detail, self.list_pane)
        self.batch = self.side.batch
        self.commands = Commands(icons, self.desk, self._edit, self)
        self.controller = Controller(bridge, self)
        self.listing = Listing(
            self.controller,
            self,
            self.view,
            self.model,
            self.state.query,
            find=reads.find,
            count=reads.counts,
            first=reads.first_rows,
            keep=self._stays,
            may_select=lambda: not (self.side.narrow or self.detail.dirty),
            refresh_ms=refresh_ms,
        )
        self.selection = Selection(self.desk, self.model, self.view, self.listing, self.side, self)
        self.adding = Adding(icons, self.desk, self.state, self.listing, self)
        self.searching = Searching(
            self.desk,
            self.state,
            self.top,
            self.list_pane,
            self.listing,
            self.detail,
            talks=opens_conversations,
            delay_ms=refresh_ms,
            parent=self,
        )
        self.asking = Asking(icons, bridge, self.state, self.top, self.list_pane, clock=clock, parent=self)
        # Until the first conversations are read, the page keeps saying how long that takes.
        self._count_down = QTimer(self, singleShot=True, interval=_COUNT_DOWN_MS)
        self._count_down.timeout.connect(self.listing.count)
        self._lay_out()
        self._connect(bridge)
        self.setAcceptDrops(True)

    def _lay_out(self) -> None:
        px = self._theme.px
        self.splitter = Splitter(self._theme, parent=self)
        self.splitter.setObjectName("memoriesSplitter")
        self.splitter.addWidget(self.list_pane)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.setSizes([px(700), px(456)])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.filters)
        column.addWidget(self.splitter, 1)
        self.side.fit(self.width())

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self.state.changed.connect(self._query_changed)
        self.listing.listed.connect(self._listed)
        self.listing.counted.connect(self._counted)
        self.adding.stored.connect(self._added)
        self.adding.show_wanted.connect(self.show_memory)
        self.searching.conversation_wanted.connect(self.conversation_wanted)
        self.searching.conversations_wanted.connect(self.conversations_wanted)
        self.asking.memory_wanted.connect(self.selection.show_beside)
        self.asking.conflict_wanted.connect(self.conflict_wanted)
        self.asking.settings_wanted.connect(self.model_settings_wanted)
        self.listing.failed.connect(self.list_pane.show_error)
        self.listing.went_to.connect(lambda: self.side.bring(True))
        self.model.load_failed.connect(self.list_pane.show_error)
        self.selection.refused.connect(self._refused)
        self.view.command.connect(self._command)
        self.view.menu_wanted.connect(lambda at: self.commands.menu(*self.selection.meant(), at))
        self.view.clicked.connect(self._clicked)
        self.top.add_wanted.connect(self.add_memory)
        self.top.summaries_wanted.connect(lambda: self.summaries_wanted.emit(*self.state.query.summed_up))
        self.commands.summary_wanted.connect(self.summaries_wanted)
        self.commands.conflict_wanted.connect(self.conflict_wanted)
        popup = self.filters.popup
        popup.counts_wanted.connect(lambda query: self.desk.menu_counts(query, popup.set_counts))
        pane = self.list_pane
        pane.retry_wanted.connect(self.refresh)
        pane.clear_wanted.connect(lambda: self.state.put(self.state.query.without_filters()))
        pane.clear_search_wanted.connect(self.top.search.clear_search)
        pane.review_wanted.connect(self.review_wanted)
        pane.capture_settings_wanted.connect(self.capture_settings_wanted)
        pane.read_wanted.connect(self.desk.read_now)
        pane.add_wanted.connect(self.add_memory)
        self.desk.said.connect(self.list_pane.snackbar.say)
        self.desk.left.connect(self._memories_left)
        self.desk.returned.connect(self._memories_returned)
        self.desk.refused.connect(self._refused)
        self.detail.command.connect(self._detail_command)
        self.detail.left.connect(self._back_to_list)
        self.detail.back_wanted.connect(self._back_to_list)
        self.detail.kept.connect(self._keep)
        self.detail.open_memory.connect(self.show_memory)
        self.detail.open_conversation.connect(self.conversation_wanted)
        self.detail.conflict.resolve_wanted.connect(self.conflict_wanted)
        self.side.several_chosen.connect(pane.several.show_count)
        pane.several.wanted.connect(self._change_several)
        self.batch.command.connect(self._batch_command)
        self.batch.tags_wanted.connect(lambda tags: self.desk.add_tags(self.view.selected_ids(), tags))
        self.batch.fields_wanted.connect(
            lambda fields: self.desk.update_many(self.view.selected_ids(), **fields)
        )
        for keys, name in COMMANDS.items():
            key_on_page(self, keys, partial(self._command, name))

    # What other parts of the window ask

    def focus_search(self, text: str | None = None) -> None:
        """The cursor goes into the search field, with `text` in it if given."""
        if text is not None:
            self.top.search.set_search(text)
        self.top.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.top.search.selectAll()

    def focus_main(self) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)  # also while its rows are still on their way

    def add_memory(self, text: str = "") -> None:
        """Opens the dialog for a new memory."""
        self.adding.open(text if isinstance(text, str) else "")

    @property
    def dialog(self) -> AddDialog | None:
        """The dialog for a new memory, while it is open."""
        return self.adding.dialog

    def show_memory(self, memory_id: str) -> None:
        """Selects a memory; if the filters hide it, they give way."""
        self.listing.show(memory_id)
        # Also where it is listed: the list may be about to lose it to what was just done elsewhere.
        self.desk.look_up(memory_id, self._show_wanted, self._refused)
        self.focus_main()

    def place(self) -> str | None:
        """What Back comes back to."""
        return self.detail.memory.id if self.detail.memory is not None else None

    def show_place(self, place: str) -> None:
        self.show_memory(place)

    def ask(self) -> None:
        """Asks what stands in the search field; the cursor goes there, where nothing does."""
        self.asking.ask()

    def show_conversation(self, conversation_id: str) -> None:
        """Lists the memories of one conversation."""
        self.top.search.clear()
        self.state.put(MemoryQuery(conversation=conversation_id))
        self.focus_main()

    def show_rule(self, rule: str, called: str) -> None:
        """Lists what a rule found, also what waits or was turned down. `called`: its name for people."""
        self.top.search.clear()
        self.state.put(MemoryQuery(rule=(rule, called), status=FOUND))
        self.focus_main()

    def show_filtered(self, fields: Mapping[str, Any]) -> None:
        """Lists what fits these fields of a `MemoryQuery`, and nothing else of what was asked before."""
        self.top.search.clear()
        self.state.put(MemoryQuery(**fields))
        self.focus_main()

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: search, filters, another spelling, list, what was said, detail."""
        if self.side.currentWidget() is self.batch:
            detail: QWidget = self.batch.tag
        else:
            detail = self.detail.editor.area
        asking = self.asking.groups()
        groups = (self.top.search, self.filters.all_chip, *asking, *self.list_pane.focus_groups(), detail)
        return [widget for widget in groups if widget.isVisible()]

    def undo(self) -> None:
        self.desk.undo()

    def save_unsaved(self) -> None:
        self.detail.save_unsaved()

    def refresh(self) -> None:
        """Asks for everything again."""
        self.model.refresh_all()
        self.listing.look()

    # The list

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        focus = self.window().focusWidget()
        if focus is None or focus is self.top.search:  # the list is where work begins
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.listing.soon.shown()

    def _query_changed(self, query: MemoryQuery) -> None:
        self.view.mark(search_terms(query.words))
        self.listing.ask(query)

    def _stays(self) -> str | None:
        """What the detail shows stays selected where another list holds it; a search begins at its best."""
        if self.side.narrow or self.detail.memory is None:
            return None
        return None if self.state.query.words and not self.detail.dirty else self.detail.memory.id

    def _listed(self) -> None:
        if self.model.rowCount():
            self.list_pane.show_list()

    def _counted(self, counts: reads.Counts) -> None:
        self.filters.set_counts(counts.here, counts.everywhere)
        self.top.set_counts(counts.everywhere)
        self.detail.set_known(tuple(counts.everywhere.projects), counts.everywhere.tags)
        self.batch.set_projects(tuple(counts.everywhere.projects))
        if not self.model.rowCount():
            self.list_pane.show_empty(self.state.query, counts.everywhere, counts.status)
            if counts.status is not None and counts.status.unread:
                self._count_down.start()
            self.selection.show_nothing()
            self.side.yield_to_empty_list()

    def _store_changed(self, changes: Changes) -> None:
        if changes.conflicts:
            self.model.refresh_conflicts(self.view.seen_ids() if self.isVisible() else ())
        if changes.memories or changes.all_memories:
            self.listing.changed(None if changes.all_memories else changes.memories)
        elif changes.status and self.isVisible() and not self.model.rowCount():
            self.listing.count()
        self.selection.store_changed(changes)

    def _show_wanted(self, memory: Memory) -> None:
        """If the present filters hide the memory, or will when the list has followed, they give way."""
        if self.model.row_of(memory.id) >= 0 and self.state.query.may_hold(memory.status.value):
            return
        self.top.search.clear()
        self.state.put(MemoryQuery(status=(memory.status.value,)))
        self.listing.show(memory.id)

    # What a person does

    def _command(self, name: str) -> None:
        ids, memory = self.selection.meant()
        self._run(name, ids, memory)

    def _detail_command(self, name: str) -> None:
        memory = self.detail.memory
        if memory is not None:
            self._run(name, [memory.id], memory)

    def _batch_command(self, name: str) -> None:
        if name == "back":
            self._back_to_list()
        elif name == "clear":
            self.view.go_to(self.view.currentIndex().row())
            self._back_to_list()
        else:
            self._run(name, self.view.selected_ids(), None)

    def _change_several(self) -> None:
        self.side.bring(True)
        self.batch.tag.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _run(self, name: str, ids: list[str], memory: Memory | None) -> None:
        self.listing.leaving(ids)
        self.commands.run(name, ids, memory)

    def _edit(self) -> None:
        self.side.bring(True)
        self.detail.edit()

    def _clicked(self, _index: QModelIndex) -> None:
        adds = QGuiApplication.keyboardModifiers() & (_CTRL | _SHIFT)
        if not adds and len(self.view.selected_ids()) == 1:
            self.side.bring(True)

    def step_back(self) -> bool:
        """Alt+Left in a narrow window: from the detail to the list."""
        if not self.side.narrow or self.list_pane.isVisible():
            return False
        self._back_to_list()
        return True

    def _back_to_list(self) -> None:
        self.side.bring(False)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _keep(self, memory_id: str) -> None:
        """The person goes on editing: the selection goes back to what is edited."""
        if self.model.row_of(memory_id) >= 0:
            self.view.select_ids([memory_id], memory_id)

    def _memories_left(self) -> None:
        self.side.bring(False)
        if self.view.isVisible():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _memories_returned(self, ids: Sequence[str]) -> None:
        if ids and not (self.side.narrow or self.detail.dirty):
            self.listing.show(ids[0])

    def _refused(self, error: BaseException) -> None:
        self.list_pane.snackbar.say(Message(error_words(error), "warning"))

    def _added(self, result: StoreResult) -> None:
        self.listing.show(result.id)
        said, icon = tr("Memory added"), "plus"
        if result.conflicts:
            said, icon = tr("Memory added. It contradicts what is known"), "conflicts"
        elif result.redacted:
            said = tr("Memory added. A secret in it was replaced")
        self.list_pane.snackbar.say(Message(said, icon, self.desk.undo))

    # Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropping.takes(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        paths = local_files(event.mimeData())
        if paths:
            self.read_files(paths)
        else:
            self.add_memory(event.mimeData().text())

    def read_files(self, paths: Sequence[Path]) -> None:
        """Captures files and folders, and says how far it is and what came of it."""
        dropping.Reading(self.desk, self.list_pane, paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.fit(self.width())
