"""The Conversations page: the table, and the transcript of the conversation that is selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.context.explanation import Remedy
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Message, Snackbar, Splitter
from arbor_desktop.ui.components.boxes import NO_LIMIT, vbox
from arbor_desktop.ui.components.keyboard import key_on_page
from arbor_desktop.ui.components.menus import Open, open_with_system
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.conversations import dialogs, model
from arbor_desktop.ui.conversations.bars import StatusBar, TopBar
from arbor_desktop.ui.conversations.controller import ConversationsController, Price
from arbor_desktop.ui.conversations.list import ConversationModel, ConversationTable, ListPane
from arbor_desktop.ui.conversations.model import (
    ConversationQuery,
    Counts,
    FoundConversations,
    recalled,
)
from arbor_desktop.ui.conversations.pane import TranscriptPane
from arbor_desktop.ui.conversations.row import OPTIONAL, RowDelegate, found_words, most_width
from arbor_desktop.ui.conversations.why import WIDTH
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.listing import Listing
from arbor_desktop.ui.model_status.actions import ModelActions
from arbor_desktop.ui.model_status.widgets import ModelBanner
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

_NARROW, _TIGHT = 770, 900
"""Below the first, list and transcript take turns; below the second, the list gets more of the room."""
_TRANSCRIPT, _TRANSCRIPT_TIGHT = 384, 340
_WITH_WHY = 1250
"""Below this width, the list gives its room to the panel that explains an answer."""
_QUERY_KEY = "conversations/query"
_HIDDEN_KEY = "conversations/hidden-columns"


class ConversationsPage(QWidget):
    """The widgets of the page, the keys and the focus; `controller` does what they ask for.

    Signals: `capture_settings_wanted`; `model_settings_wanted(part)`: Settings → Reading, at a part of it
    ("key", "model", "budget") or at its top (""); `memory_wanted(id)`; `memories_wanted(conversation id)`;
    `sharing_settings_wanted`, `connection_wanted`: for an AI that got no memories.
    """

    capture_settings_wanted = Signal()
    model_settings_wanted = Signal(str)
    memory_wanted = Signal(str)
    memories_wanted = Signal(str)
    sharing_settings_wanted = Signal()
    connection_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        opens: Open = open_with_system,
        snackbar_ms: int = 8000,
        refresh_ms: int = 250,
        parent: QWidget | None = None,
    ) -> None:
        """`state` remembers order, filters and columns; `opens` shows a file or folder."""
        super().__init__(parent)
        self._icons, self._theme, self._state = icons, icons.theme, state
        self._narrow = False
        self._tight = False
        self._turn: tuple[str, int] | None = None
        self.controller = ConversationsController(bridge, self, opens)
        self.model = ConversationModel(self.controller.fetch, clock, parent=self)
        self.delegate = RowDelegate(icons, clock, self)
        self.model.told = self.delegate.told = self.controller.told
        self.view = ConversationTable(self.model, self.delegate, self._theme)
        self.top = TopBar(icons, self)
        self.filters = StatusBar(icons, self)
        self.banner = ModelBanner(icons, clock, self)
        self.model_deeds = ModelActions(bridge, self)
        self.list_pane = ListPane(icons, self.view, self.delegate)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        self.transcript = TranscriptPane(icons, bridge, clock, refresh_ms=refresh_ms)
        query = recalled(state.value(_QUERY_KEY)) if state else ConversationQuery()
        self.listing = Listing(
            self.controller,
            self,
            self.view,
            self.model,
            query,
            find=model.find,
            count=model.counts,
            may_select=lambda: not self._narrow,
            refresh_ms=refresh_ms,
        )
        self._show_soon = QTimer(self, singleShot=True, interval=30)
        self._show_soon.timeout.connect(self._show_selected)
        self._lay_out()
        self._connect(bridge)
        self._show_query(query)
        self._recall_columns()
        # Whoever shows the page for the first time finds the focus where work begins.
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        px = self._theme.px
        self.transcript.setMinimumWidth(px(320))
        self.list_pane.setMinimumWidth(px(440))  # title, project and status
        sizes = (px(772), px(_TRANSCRIPT))
        self.splitter = Splitter(
            self._theme, self.list_pane, self.transcript, name="conversationsSplitter", sizes=sizes
        )
        vbox(self.top, self.banner, self.filters, (self.splitter, 1), self.snackbar, on=self)

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        for bar in (self.top, self.filters):
            bar.wanted.connect(self._ask)
        self.top.paused.connect(self.controller.pause)
        self.top.resumed.connect(self.controller.resume)
        self.top.process_wanted.connect(self.controller.process_waiting)
        self.list_pane.header.sort_wanted.connect(lambda key: self._ask(self.listing.query.sorted_by(key)))
        self.list_pane.header.toggled.connect(self._toggle_column)
        self.listing.found.connect(self._found)
        self.listing.listed.connect(self._listed)
        self.listing.counted.connect(self._counted)
        self.listing.failed.connect(self.list_pane.show_error)
        self.listing.went_to.connect(lambda: self._show_side(True))
        self.listing.not_listed.connect(self._show_hidden)
        self.model.load_failed.connect(self.list_pane.show_error)
        self.model.rows_loaded.connect(self._show_soon.start)
        self.view.selection_changed.connect(self._show_soon.start)
        self.view.command.connect(self._command)
        self.view.link.connect(self._follow_link)
        self.view.menu_wanted.connect(lambda at: self._open_menu(*self._meant(), at))
        self.view.clicked.connect(self._clicked)
        pane = self.list_pane
        pane.retry_wanted.connect(self.refresh)
        pane.clear_wanted.connect(lambda: self._ask(self.listing.query.without_filters()))
        pane.clear_search_wanted.connect(self.top.search.clear_search)
        self.top.search.list_wanted.connect(self.focus_main)
        pane.capture_settings_wanted.connect(self.capture_settings_wanted)
        for controller in (self.controller, self.transcript.controller, self.transcript.explainer):
            controller.said.connect(self.snackbar.say)
            controller.refused.connect(
                lambda error: self.snackbar.say(Message(error_words(error), "warning"))
            )
        self.banner.wanted.connect(self.model_deeds.do)
        self.banner.focus_lost.connect(self.focus_main)
        self.model_deeds.settings_wanted.connect(self.model_settings_wanted)
        self.model_deeds.said.connect(lambda words, undo: self.snackbar.say(Message(words, "computer", undo)))
        self.transcript.command.connect(self._transcript_command)
        self.transcript.menu_wanted.connect(self._transcript_menu)
        self.transcript.memory_wanted.connect(self.memory_wanted)
        self.transcript.left.connect(self._back_to_list)
        self.transcript.why.remedy_wanted.connect(self._remedy)
        self.transcript.why_toggled.connect(self._why_toggled)
        for keys, does in (
            ("Ctrl+F", self.transcript.open_find),
            ("Ctrl+D", self.transcript.remember),
            ("Ctrl+R", lambda: self._command("again")),
            ("Alt+Y", self.transcript.ask_why),
        ):
            key_on_page(self, keys, does)

    # What other parts of the window ask

    def place(self) -> str | None:
        """What Back comes back to."""
        shown = self.transcript.controller.conversation
        return shown.id if shown is not None else None

    def show_place(self, place: str) -> None:
        self.open_conversation(place)

    def open_conversation(self, conversation_id: str, turn: int | None = None) -> None:
        """Selects a conversation and shows its transcript, at `turn` if given; filters give way."""
        self._turn = (conversation_id, turn) if turn is not None else None
        self.listing.show(conversation_id)
        self._show_soon.start()

    def focus_search(self, text: str | None = None) -> None:
        """The cursor goes into the search field, with `text` in it if given."""
        if text is not None:
            self.top.search.set_search(text)
        self.top.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.top.search.selectAll()

    def focus_main(self) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: search, what helps a model, chips, table, transcript."""
        helps = list(self.banner.buttons.values())[:1]
        groups = (self.top.search, *helps, self.filters.all_chip, self.view, self.transcript.view)
        return [widget for widget in groups if widget.isVisible()]

    def refresh(self) -> None:
        """Asks for everything again."""
        self.model.refresh_all()
        self.listing.look()
        self.listing.count()
        self.transcript.controller.changed()

    # The question

    def _ask(self, query: ConversationQuery) -> None:
        if query == self.listing.query:
            return
        self._show_query(query)
        if self._state is not None:
            self._state.set_value(_QUERY_KEY, query.remembered())
        self.listing.ask(query)

    def _show_query(self, query: ConversationQuery) -> None:
        self.top.show_query(query)
        self.filters.show_query(query)
        self.list_pane.header.show_order(query)

    def _show_hidden(self, conversation_id: str) -> None:
        """It exists, but the present filters hide it: they give way, once."""
        query = self.listing.query
        if query.words or query.narrowed:
            self.top.search.clear()
            self._ask(ConversationQuery(sort=query.sort, order=query.order))
            self.listing.show(conversation_id)
        else:
            self.snackbar.say(Message(tr("That conversation is no longer available"), "info"))

    # The list

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_list()
        focus = self.window().focusWidget()
        if focus is None or focus is self.top.search:  # the list is where work begins
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.listing.soon.shown()

    def _found(self, found: FoundConversations) -> None:
        self.controller.note_told([one.id for one in found.first], found.told)
        searched = bool(found.hits) != bool(self.delegate.hits)
        self.model.hits = self.delegate.hits = found.hits
        if searched:  # rows are higher with the line that was found
            self.view.scheduleDelayedItemsLayout()
            self.delegate.sizeHintChanged.emit(self.model.index(0))

    def _listed(self) -> None:
        if self.model.rowCount():
            self.list_pane.show_list()
        self._show_soon.start()

    def _counted(self, counts: Counts) -> None:
        self.filters.set_counts(
            counts.here, counts.everywhere, best_only=counts.best_only, costs=counts.model
        )
        self.list_pane.set_costs(counts.model)
        self.top.set_choices(counts.everywhere)
        self.top.show_status(counts.status)
        self.banner.show_status(counts.status.model)
        self.top.show_waiting(counts.everywhere.waiting)
        empty = not self.model.rowCount()
        if empty:
            self.list_pane.show_empty(self.listing.query, counts.everywhere)
            self.transcript.controller.clear()
        # One picture and one next step are enough: no second empty pane beside it.
        self._show_side(not empty and not self._narrow)

    def _store_changed(self, changes: Changes) -> None:
        told = changes.conversations or changes.all_conversations
        if told or changes.memories or changes.all_memories:
            # Of each conversation the number of its memories is shown.
            any_memory = changes.all_conversations or changes.memories or changes.all_memories
            self.listing.changed(None if any_memory else changes.conversations)
            shown = self.transcript.controller.conversation
            if shown is not None and (not changes.conversations or shown.id in changes.conversations):
                self.transcript.controller.changed()
        elif changes.status and self.isVisible() and not self.listing.count_soon.isActive():
            self.listing.count_soon.start()

    # The selection

    def _meant(self) -> tuple[list[str], list[Conversation]]:
        ids = self.view.selected_ids()
        return ids, [found for id_ in ids if (found := self.model.loaded(id_)) is not None]

    def _show_selected(self) -> None:
        """The current one is read; with several selected it stays the one that was clicked last."""
        current = self.view.current_id()
        ids = self.view.selected_ids()
        wanted = current if current in ids else (ids[0] if ids else None)
        found = self.model.loaded(wanted) if wanted else None
        if found is None:
            if not self.model.rowCount():
                self.transcript.controller.clear()
            return
        turn = None
        if self._turn is not None and self._turn[0] == found.id:
            turn, self._turn = self._turn[1], None
        elif found.id != self.transcript.controller.shown_id:
            hit = self.model.hits.get(found.id)
            turn = hit.turn if hit is not None else None
        hit = self.model.hits.get(found.id)
        marked = found_words(hit.text, hit.marks) if hit is not None else ()
        self.transcript.view.show_terms(marked)
        self.transcript.controller.show(found, turn)

    # What a person does

    def _command(self, name: str) -> None:
        if name == "open":
            self._open_transcript()
        elif name in ("next_mark", "previous_mark"):
            self.transcript.view.go_to_mark(1 if name == "next_mark" else -1)
        else:
            self.controller.run(name, *self._meant())

    def _follow_link(self, name: str, conversation_id: str) -> None:
        found = self.model.loaded(conversation_id)
        if name == "memories":
            self.memories_wanted.emit(conversation_id)
        elif found is not None:
            self.controller.run(name, [conversation_id], [found])

    def _transcript_command(self, name: str) -> None:
        shown = self.transcript.controller.conversation
        if name == "back":
            self._back_to_list()
        elif shown is None:
            return
        elif name == "memories":
            self.memories_wanted.emit(shown.id)
        else:
            self.controller.run(name, [shown.id], [shown])

    def _open_menu(self, ids: list[str], known: list[Conversation], at: QPoint) -> None:
        dialogs.open_menu(
            self._icons, self, ids, known, at, lambda name: self.controller.run(name, ids, known)
        )

    def ask_purge(self, count: int, purge: Callable[[], object]) -> None:
        """Ask before conversations are deleted."""
        dialogs.ask_purge(self._icons, self.window(), count, purge)

    def ask_read_again(self, count: int, takes: Price, read: Callable[[], object]) -> None:
        """Ask before a model reads conversations again."""
        dialogs.ask_read_again(self._icons, self.window(), count, takes, read)

    def _transcript_menu(self, at: QPoint) -> None:
        shown = self.transcript.controller.conversation
        if shown is not None:
            self._open_menu([shown.id], [shown], at)

    def _remedy(self, remedy: Remedy) -> None:
        {
            Remedy.SHARING: self.sharing_settings_wanted.emit,
            Remedy.CONNECTION: self.connection_wanted.emit,
            Remedy.ADD: self.transcript.explainer.add,
        }[remedy]()

    def _open_transcript(self) -> None:
        if self._narrow:
            self._show_side(True)
        self.transcript.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _clicked(self, _index: QModelIndex) -> None:
        ids = self.view.selected_ids()
        hit = self.model.hits.get(ids[0]) if len(ids) == 1 else None
        if hit is not None and hit.turn is not None and ids[0] == self.transcript.controller.shown_id:
            self.transcript.view.go_to(hit.turn)
        if self._narrow and len(ids) == 1:
            self._show_side(True)

    def step_back(self) -> bool:
        """Alt+Left in a narrow window: from the transcript to the list."""
        if not (self._narrow and self.list_pane.isHidden()):
            return False
        self._back_to_list()
        return True

    def _back_to_list(self) -> None:
        if self._narrow:
            self._show_side(False)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Columns

    def _recall_columns(self) -> None:
        kept = self._state.value(_HIDDEN_KEY).split(",") if self._state else []
        self.list_pane.set_hidden(frozenset(key for key in kept if key in OPTIONAL))

    def _toggle_column(self, key: str) -> None:
        hidden = self.list_pane.hidden ^ {key}
        self.list_pane.set_hidden(hidden)
        if self._state is not None:
            self._state.set_value(_HIDDEN_KEY, ",".join(sorted(hidden)))

    # Widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._fit_list()
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self.transcript.head.back.setVisible(narrow)
            self._show_side(not narrow or not self.transcript.why.isHidden())
        elif not self.transcript.why.isHidden():
            self._show_side(True)

    def _why_toggled(self, shown: bool) -> None:
        """Give the panel the room that it takes, if need be that of the list."""
        px, sizes = self._theme.px, self.splitter.sizes()
        if self._has_room_for_why:
            by = px(WIDTH) if shown else -px(WIDTH)
            self.splitter.setSizes([sizes[0] - by, sizes[1] + by])
        self._show_side(True)

    @property
    def _has_room_for_why(self) -> bool:
        return self.width() >= self._theme.px(_WITH_WHY)

    def _fit_list(self) -> None:
        """Give the list more of a small window, unless the person chose how much."""
        px, tight = self._theme.px, self.width() < self._theme.px(_TIGHT)
        untouched = abs(self.splitter.sizes()[1] - px(_TRANSCRIPT)) <= 1
        if tight and not self._tight and untouched:
            self.splitter.setSizes([self.width() - px(_TRANSCRIPT_TIGHT), px(_TRANSCRIPT_TIGHT)])
        self._tight = tight

    def _show_side(self, shown: bool) -> None:
        self.transcript.setVisible(shown)
        # Beside a transcript the list takes no more than it needs.
        self.list_pane.setMaximumWidth(most_width(self._theme) if shown else NO_LIMIT)
        crowded = not self.transcript.why.isHidden() and not self._has_room_for_why
        self.list_pane.setVisible(not (shown and (self._narrow or crowded)))
