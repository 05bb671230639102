"""The Memories page: its parts, keys, focus and widths, and what is selected beside what is shown of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QToolTip, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.memories.model import Facets, Memory, StoreResult
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import EmptyState, Message, Splitter
from arbor_desktop.ui.components.boxes import NO_LIMIT, hbox, vbox
from arbor_desktop.ui.components.keyboard import focusable, focusable_before, follow, key_on_page
from arbor_desktop.ui.components.menus import local_files
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.listing import Listing
from arbor_desktop.ui.memories.controller import MemoriesController, takes
from arbor_desktop.ui.memories.filters import FilterBar
from arbor_desktop.ui.memories.list_pane import ListPane
from arbor_desktop.ui.memories.model import (
    EVERY_STATUS,
    FOUND,
    Alternatives,
    Counts,
    Detail,
    FoundConversation,
    MemoryQuery,
    counts,
    find,
    first_rows,
)
from arbor_desktop.ui.memories.search import QueryState, ReadingLine, TopBar
from arbor_desktop.ui.memory.list import CardDelegate, CardPainter, MemoryList, MemoryListModel
from arbor_desktop.ui.memory.text import search_terms
from arbor_desktop.ui.memory.words import COMMANDS
from arbor_desktop.ui.team.shares import Shares
from arbor_desktop.ui.translation import number, tr
from arbor_desktop.ui.window_state import WindowState

if TYPE_CHECKING:
    from arbor_desktop.maintenance.model import Week
    from arbor_desktop.search.model import Hit
    from arbor_desktop.ui.memories.asking.controller import Asking
    from arbor_desktop.ui.memories.detail_pane import DetailPane
    from arbor_desktop.ui.memories.news import News
    from arbor_desktop.ui.memories.time_machine.view import TimeMachine
    from arbor_desktop.ui.memory.dialogs import AddDialog, BatchForm

_COUNT_DOWN_MS = 5000
_DETAIL_MS = 40
"""Who moves on through the list is not asked for details of every row."""
_NARROW = 944
"""Below this width the detail takes the list's place (a window of 1000 with the rail collapsed)."""
_LEAST_DETAIL, _MOST_DETAIL = 380, 640
_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class MemoriesPage(QWidget):
    """The widgets of the page; `controller` does what they ask for. Nothing here waits.

    `side` holds nothing, one memory (`detail`), or the form for several (`batch`). Where the page is
    `narrow`, it and the list are shown by turns.
    """

    capture_settings_wanted = Signal()
    conversation_wanted = Signal(str, object)
    """A conversation and, where it is known, the turn to be read."""
    conversations_wanted = Signal(str)
    """All conversations in which these words were said."""
    review_wanted = Signal()
    conflict_wanted = Signal(str)
    """A conflict that the person wants to settle."""
    model_settings_wanted = Signal(str)
    """Settings → Reading, at a part of it ("key", "model", "budget") or at its top ("")."""
    team_settings_wanted = Signal()
    receipt_wanted = Signal(object)
    """What the last sessions got, in a project (None: in all)."""
    earlier_wanted = Signal()
    """The memories of an earlier day."""
    summaries_wanted = Signal(object, object)
    """The summary of a category and a project; None: of the first one that tells something, of everywhere."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        opens_conversations: bool = False,
        window_state: WindowState | None = None,
        snackbar_ms: int = 8000,
        refresh_ms: int = 250,
        rows: Sequence[Memory] = (),
        parent: QWidget | None = None,
    ) -> None:
        """`opens_conversations`: whether somebody answers `conversation_wanted`. `window_state` remembers
        which news were closed; without it there are none. `rows`: the first ones, if they were just read."""
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.narrow = False
        self.controller = MemoriesController(
            icons, bridge, self, clock=clock, searches_conversations=opens_conversations, delay_ms=refresh_ms
        )
        self.shares = Shares(bridge, self)
        self.state = QueryState(self)
        self.model = MemoryListModel(self.controller.fetch, clock, shares=self.shares, parent=self)
        self._cards = CardPainter(icons, clock, shares=self.shares)
        self._delegate = CardDelegate(self._theme, self._cards, self)
        # Each part is made where it belongs: Qt dresses all of one again that is moved.
        self.stack = QStackedWidget(self)
        self.present = QWidget(self.stack)
        self.top = TopBar(icons, self.state, self.present)
        self.filters = FilterBar(icons, self.state, self.present)
        self.splitter = Splitter(self._theme, name="memoriesSplitter", parent=self.present)
        self.view = MemoryList(self.model, self._delegate, self._theme, self.splitter)
        self.list_pane = ListPane(icons, self.view, clock, stay_ms=snackbar_ms, parent=self.splitter)
        self.side = QStackedWidget(self.splitter)
        self.earlier: TimeMachine | None = None
        self._bridge, self._clock, self._opens_conversations = bridge, clock, opens_conversations
        self._window_state = window_state
        self._snackbar_ms, self._refresh_ms = snackbar_ms, refresh_ms
        self._chosen = self._by_list = False
        """Whether the person chose a memory; whether it is the list that selects one."""
        self._to_mark: tuple[str, ...] | None = None
        """The words to mark in the rows that are looked for."""
        self._nothing = EmptyState(icons, "memories", tr("No memory selected"), parent=self.side)
        self.listing = Listing(
            self.controller,
            self,
            self.view,
            self.model,
            self.state.query,
            find=find,
            count=counts,
            first=first_rows,
            keep=self._kept,
            may_select=lambda: not (self.narrow or self._dirty or self._shows_news),
            refresh_ms=refresh_ms,
        )
        self.reading = ReadingLine(icons, parent=self.list_pane)
        self.list_pane.put_above(self.reading)
        self.detail_soon = QTimer(self, singleShot=True, interval=_DETAIL_MS)
        self.detail_soon.timeout.connect(self._read_detail)
        # Until the first conversations are read, the page keeps saying how long that takes.
        self._count_down = QTimer(self, singleShot=True, interval=_COUNT_DOWN_MS)
        self._count_down.timeout.connect(self.listing.count)
        self._lay_out()
        self._connect(bridge)
        self._rows = rows
        self.setAcceptDrops(True)
        self._rest_soon = QTimer(self, singleShot=True, interval=refresh_ms)
        self._rest_soon.timeout.connect(self._build_rest)

    def _lay_out(self) -> None:
        px = self._theme.px
        self.side.setMinimumWidth(px(_LEAST_DETAIL))
        self.side.addWidget(self._nothing)
        self.splitter.set_panes(self.list_pane, self.side, sizes=(px(700), px(456)))
        row = hbox((self.splitter, 1))
        row.addStretch(0)  # what neither of the two needs
        vbox(self.top, self.filters, (row, 1), on=self.present)
        self.stack.addWidget(self.present)
        vbox(self.stack, on=self)
        self._fit()

    def _connect(self, bridge: Bridge) -> None:
        do, pane = self.controller, self.list_pane
        bridge.changed.connect(self._store_changed)
        self.shares.changed.connect(self._shares_changed)
        self.state.changed.connect(self._query_changed)
        self.listing.found.connect(self._before_listed)
        self.listing.listed.connect(self._listed)
        self.listing.counted.connect(self._counted)
        self.listing.failed.connect(pane.show_error)
        self.listing.went_to.connect(lambda: self._bring_detail(True))
        self.model.load_failed.connect(pane.show_error)
        self.model.rows_loaded.connect(self._rows_came)
        self.view.selection_changed.connect(self._show_selected)
        self.view.command.connect(self._command)
        self.view.menu_wanted.connect(lambda at: do.menu(*self.meant(), at))
        self.view.tip_wanted.connect(self._tip)
        self.view.clicked.connect(self._clicked)
        self.top.add_wanted.connect(self.add_memory)
        self.top.earlier.clicked.connect(self.earlier_wanted)
        self.top.summaries_wanted.connect(lambda: self.summaries_wanted.emit(*self.state.query.summed_up))
        self.top.search.list_wanted.connect(pane.focus_rows)
        self.top.ask_wanted.connect(self.ask)
        self.filters.counts_wanted.connect(do.count_menu)
        pane.retry_wanted.connect(self.refresh)
        pane.clear_wanted.connect(lambda: self.state.put(self.state.query.without_filters()))
        pane.clear_search_wanted.connect(self.top.search.clear_search)
        pane.spelling_wanted.connect(self._search_for)
        pane.every_status_wanted.connect(
            lambda: self.state.put(replace(self.state.query.without_filters(), status=EVERY_STATUS))
        )
        pane.review_wanted.connect(self.review_wanted)
        pane.capture_settings_wanted.connect(self.capture_settings_wanted)
        pane.read_wanted.connect(do.read_now)
        pane.add_wanted.connect(self.add_memory)
        pane.conversations.opened.connect(self._open_conversation)
        pane.conversations.all_wanted.connect(lambda: self.conversations_wanted.emit(self.state.query.words))
        pane.several.wanted.connect(self._change_several)
        do.said.connect(pane.snackbar.say)
        do.refused.connect(lambda error: pane.snackbar.say(Message(error_words(error), "warning")))
        do.stored.connect(self._memories_stored)
        do.left.connect(self._memories_left)
        do.returned.connect(self._memories_returned)
        do.added.connect(self._added)
        do.memory_wanted.connect(self.show_memory)
        do.edit_wanted.connect(self._edit)
        do.summary_wanted.connect(self.summaries_wanted)
        do.conflict_wanted.connect(self.conflict_wanted)
        self.reading.room_changed.connect(self._room_changed)
        self.side.currentChanged.connect(self._side_changed)
        for keys, name in COMMANDS.items():
            key_on_page(self, keys, partial(self._command, name))

    # What the first list does not need

    def _build_rest(self) -> None:
        self.asking  # noqa: B018 - it is built
        self.news.look()

    @cached_property
    def asking(self) -> Asking:
        """Asks what is searched for."""
        from arbor_desktop.ui.memories.asking.controller import Asking

        asking = Asking(
            self._icons, self._bridge, self.state, self.top, self.list_pane, clock=self._clock, parent=self
        )
        asking.memory_wanted.connect(self._show_beside)
        asking.conflict_wanted.connect(self.conflict_wanted)
        asking.settings_wanted.connect(self.model_settings_wanted)
        return asking

    @cached_property
    def news(self) -> News:
        """What is new, beside the list."""
        from arbor_desktop.ui.memories.news import News

        news = News(self._icons, self._bridge, self, clock=self._clock, state=self._window_state)
        self.list_pane.put_above(news.line)
        self.side.addWidget(news.pane)
        news.pane.back.setVisible(self.narrow)
        self.listing.listed.connect(news.shown)
        news.changed.connect(self._news_changed)
        news.line.show_wanted.connect(self.show_news)
        news.pane.back_wanted.connect(self._back_to_list)
        news.pane.share.receipt_wanted.connect(self.receipt_wanted)
        week = news.pane.week
        week.review_wanted.connect(self.review_wanted)
        week.conflicts_wanted.connect(lambda: self.conflict_wanted.emit(""))
        week.all_wanted.connect(self._show_learned)
        return news

    @cached_property
    def detail(self) -> DetailPane:
        """The pane with all of one memory. It is built for the first memory that is shown."""
        from arbor_desktop.ui.memories.detail_pane import DetailPane

        do, detail = self.controller, DetailPane(self._icons, self._cards, self._clock, self.shares)
        detail.source.can_open = self._opens_conversations
        detail.sheet.share_wanted.connect(do.share)
        detail.sheet.memory_wanted.connect(self.show_memory)
        detail.sheet.settings_wanted.connect(self.team_settings_wanted)
        detail.command.connect(self._detail_command)
        detail.update_wanted.connect(do.update)
        detail.restore_wanted.connect(do.restore_version)
        detail.left.connect(self._back_to_list)
        detail.back_wanted.connect(self._back_to_list)
        detail.kept.connect(self._keep)
        detail.shown.connect(self._explain)
        detail.open_memory.connect(self.show_memory)
        detail.open_conversation.connect(self.conversation_wanted)
        detail.place_wanted.connect(do.show_detail)
        detail.link_wanted.connect(do.open_link_dialog)
        detail.unlink_wanted.connect(do.unlink)
        detail.conflict.resolve_wanted.connect(self.conflict_wanted)
        detail.source.rule_wanted.connect(self.show_rule)
        detail.set_known(tuple(self._everywhere.projects), self._everywhere.tags)
        self._add_form(detail)
        return detail

    @cached_property
    def batch(self) -> BatchForm:
        """Changes several memories; built with its first use."""
        from arbor_desktop.ui.memory.dialogs import BatchForm

        do, batch = self.controller, BatchForm(self._icons)
        batch.command.connect(self._batch_command)
        batch.tags_wanted.connect(lambda tags: do.add_tags(self.view.selected_ids(), tags))
        batch.fields_wanted.connect(lambda fields: do.update_many(self.view.selected_ids(), **fields))
        batch.set_projects(tuple(self._everywhere.projects))
        self._add_form(batch)
        return batch

    def _add_form(self, form: DetailPane | BatchForm) -> None:
        form.back.setVisible(self.narrow)
        self.side.addWidget(form)

    def _forms(self) -> tuple[DetailPane | None, BatchForm | None]:
        """The forms beside the list that are built by now."""
        return vars(self).get("detail"), vars(self).get("batch")

    def _news(self) -> News | None:
        """The news, if they are built by now."""
        return vars(self).get("news")

    @property
    def _memory(self) -> Memory | None:
        """The memory that the detail shows."""
        detail, _ = self._forms()
        return None if detail is None else detail.memory

    @property
    def _dirty(self) -> bool:
        """Whether a memory is being edited."""
        detail, _ = self._forms()
        return detail is not None and detail.dirty

    @property
    def _shows_several(self) -> bool:
        return self.side.currentWidget() is self._forms()[1]

    # What other parts of the window ask

    @property
    def shown_project(self) -> str | None:
        query = self.state.query
        return query.scope_id if query.scope == "project" else None

    def show_earlier(self, project: str | None = None) -> None:
        """Show the memories of an earlier day; of a project, if one is given."""
        if self.earlier is None:
            from arbor_desktop.ui.memories.time_machine.view import TimeMachine  # as late as its first use

            self.earlier = TimeMachine(
                self._icons,
                self._bridge,
                clock=self._clock,
                snackbar_ms=self._snackbar_ms,
                refresh_ms=self._refresh_ms,
            )
            self.earlier.today_wanted.connect(self.show_today)
            self.earlier.conversation_wanted.connect(self.conversation_wanted)
            self.stack.addWidget(self.earlier)
        self.save_unsaved()
        self.stack.setCurrentWidget(self.earlier)
        self.earlier.show_project(project)
        self.earlier.focus_main()

    def show_today(self) -> None:
        """Leave the earlier day."""
        if self.in_past:
            self.stack.setCurrentWidget(self.present)
            self.focus_main()

    @property
    def in_past(self) -> bool:
        """Whether an earlier day is shown."""
        return self.stack.currentWidget() is self.earlier

    def focus_search(self, text: str | None = None) -> None:
        """Put the cursor into the search field, with `text` in it if given."""
        if self.earlier is not None and self.in_past and text is None:
            self.earlier.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        self.show_today()
        if text is not None:
            self.top.search.set_search(text)
        self.top.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.top.search.selectAll()

    def focus_main(self) -> None:
        if self.earlier is not None and self.in_past:
            self.earlier.focus_main()
            return
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)  # also while its rows are still on their way

    def add_memory(self, text: str = "") -> None:
        """Open the dialog for a new memory."""
        query = self.state.query
        self.controller.open_dialog(
            text if isinstance(text, str) else "",
            everywhere=self._everywhere,
            project=query.scope_id if query.scope == "project" else None,
        )

    @property
    def dialog(self) -> AddDialog | None:
        """The dialog for a new memory, while it is open."""
        return self.controller.dialog

    def show_memory(self, memory_id: str) -> None:
        """Select a memory; if the filters hide it, they give way."""
        self.show_today()
        self._chosen = True
        self.listing.show(memory_id)
        # Also where it is listed: the list may be about to lose it to what was just done elsewhere.
        self.controller.look_up(memory_id, self._show_wanted)
        self.focus_main()

    def place(self) -> str | None:
        """What Back comes back to."""
        return self._memory.id if self._memory is not None and not self._shows_news else None

    def show_place(self, place: str) -> None:
        self.show_memory(place)

    def read_files(self, paths: Sequence[Path]) -> None:
        """Capture files and folders, and say how far it is and what came of it; list all, so that what they
        bring is seen."""
        self.show_filtered({})
        self.controller.read_files(paths)

    def ask(self) -> None:
        """Ask what stands in the search field; the cursor goes there, where nothing does."""
        self.asking.ask()

    def show_conversation(self, conversation_id: str) -> None:
        """List the memories of one conversation."""
        self.show_filtered({"conversation": conversation_id})

    def show_rule(self, rule: str, called: str) -> None:
        """List what a rule found, also what waits or was turned down. `called`: its name for people."""
        self.show_filtered({"rule": (rule, called), "status": FOUND})

    def show_filtered(self, fields: Mapping[str, Any]) -> None:
        """List what fits these fields of a `MemoryQuery`, and nothing else of what was asked before."""
        self.show_today()
        self.top.search.clear()
        self.state.put(MemoryQuery(**fields))
        self.focus_main()

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: search, filters, another spelling, list, conversations, detail."""
        if self.earlier is not None and self.in_past:
            return self.earlier.focus_groups()
        detail: QWidget = self.batch.tag if self._shows_several else self.detail.editor.area
        asking = self.asking.groups()
        pane = (self.news.line, *self.list_pane.focus_groups(), self.news.pane)
        groups = (self.top.search, self.filters.all_chip, *asking, *pane, detail)
        return [widget for widget in groups if widget.isVisible()]

    def undo(self) -> None:
        if self.earlier is not None and self.in_past:
            self.earlier.undo()
        else:
            self.controller.undo()

    def save_unsaved(self) -> None:
        if self._memory is not None:
            self.detail.save_unsaved()

    def refresh(self) -> None:
        """Ask for everything again."""
        self.model.refresh_all()
        self.listing.look()

    # The list

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        focus = self.window().focusWidget()
        if focus is None or focus is self.top.search:  # the list is where work begins
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._rows:
            self.listing.begin(self._rows)
            self._rows = ()
        self.listing.soon.shown()
        if (news := self._news()) is not None:
            news.shown()
        else:
            self._rest_soon.start()
        self.shares.look()

    def _query_changed(self, query: MemoryQuery) -> None:
        self._to_mark = search_terms(query.words)
        self.listing.ask(query)
        self._show_found()

    def _kept(self) -> str | None:
        """What the detail shows stays selected where another list holds it; a search begins at its best."""
        if self.narrow or self._memory is None or self._shows_news:
            return None
        return None if self.state.query.words and not self._dirty else self._memory.id

    def _before_listed(self, _found: object) -> None:
        self._by_list = True
        if self._to_mark is not None:  # not before: the rows of the letter before would be drawn again
            self.view.mark(self._to_mark)
            self._to_mark = None

    def _listed(self) -> None:
        self._by_list = False
        if self.model.rowCount():
            self.list_pane.show_list()
            _, coming = self.meant()
            if self.narrow and self.side.currentWidget() is self._nothing and coming is None:
                self._bring_detail(False)
        self.controller.look_beside()

    @property
    def _everywhere(self) -> Facets:
        return self.listing.counts.everywhere if self.listing.counts is not None else Facets()

    def _counted(self, found: Counts) -> None:
        everywhere = found.everywhere
        self.filters.set_counts(found.here, everywhere, found.sources)
        self.top.set_counts(everywhere)
        detail, batch = self._forms()
        if detail is not None:
            detail.set_known(tuple(everywhere.projects), everywhere.tags)
        if batch is not None:
            batch.set_projects(tuple(everywhere.projects))
        if self.listing.answered and not self.model.rowCount():
            self.list_pane.show_empty(self.state.query, everywhere, found.status)
            if found.status is not None and found.status.unread:
                self._count_down.start()
            self._show_nothing()
            # One picture and one next step are enough: no second empty pane beside an empty list.
            self.side.setHidden(self.side.currentWidget() is self._nothing)

    def _store_changed(self, changes: Changes) -> None:
        if changes.conflicts:
            self.model.refresh_conflicts(self.view.seen_ids() if self.isVisible() else ())
        finds_more = changes.meaning and bool(self.state.query.words)
        if changes.memories or changes.all_memories or finds_more:
            self.listing.changed(None if changes.all_memories else changes.memories)
        elif changes.status and self.isVisible() and not self.model.rowCount():
            self.listing.count()
        shown = self._memory
        touched = changes.all_memories or changes.conflicts or finds_more
        if shown is not None and (touched or shown.id in changes.memories):
            self.detail_soon.start()

    def _show_wanted(self, memory: Memory) -> None:
        """If the present filters hide the memory, or will when the list has followed, they give way."""
        if self.model.row_of(memory.id) >= 0 and self.state.query.may_hold(memory.status.value):
            return
        self.top.search.clear()
        self.state.put(MemoryQuery(status=(memory.status.value,)))
        self.listing.show(memory.id)

    # A search

    def show_alternatives(self, query: MemoryQuery, found: Alternatives) -> None:
        """Show what a search may have meant; where a word was misspelled, mark the one that was meant too."""
        self.list_pane.show_alternatives(query, found)
        if query.words == self.state.query.words and found.suggestion is not None:
            self.view.mark(search_terms(f"{query.words} {found.suggestion.text}"))

    def show_reasons(self, memory_id: str, words: str, hit: Hit | None) -> None:
        """Say of the memory that is shown why the search found it."""
        shown = self._memory
        if shown is not None and shown.id == memory_id and self.state.query.words == words:
            self.detail.found.show_found(words if hit else "", hit)

    def _show_found(self) -> bool:
        """Say whether what is shown comes from a search, without reasons yet."""
        memory, words = self._memory, self.state.query.words
        found = bool(words) and memory is not None and self.view.holds(memory.id)
        if memory is not None:
            self.detail.found.show_found(words if found else "")
        return found

    def _explain(self, memory_id: str) -> None:
        if self._show_found():
            self.controller.explain(memory_id)

    def _tip(self, memory_id: str, at: QPoint) -> None:
        """Say why a search finds the memory whose card the pointer rests on; without a search, how sure it is
        in figures."""
        memory = self.model.loaded(memory_id)
        if self.state.query.words:
            self.controller.explain_tip(memory_id, at)
        elif memory is not None:
            QToolTip.showText(
                at, tr("Confidence {value}").format(value=number(memory.current_confidence, 2)), self.view
            )

    def _search_for(self, text: str) -> None:
        """Take another spelling; who wants to goes on typing."""
        self.top.search.set_search(text)
        self.state.set(text=text)
        self.top.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_conversation(self, found: FoundConversation) -> None:
        self.conversation_wanted.emit(found.hit.conversation_id, found.hit.turn)

    # The selection: a memory is shown at once as far as its row is known, the rest of it a moment later

    def meant(self) -> tuple[list[str], Memory | None]:
        """The selected ids; the memory, where it is only one and loaded."""
        ids = self.view.selected_ids()
        return ids, self.model.loaded(ids[0]) if len(ids) == 1 else None

    def _show_selected(self) -> None:
        ids, memory = self.meant()
        # The first row is selected when the list gets the focus, too.
        self._chosen = self._chosen or bool(ids and not self._by_list and self._memory is not None)
        if len(ids) > 1:
            known = {memory.status for id_ in ids if (memory := self.model.loaded(id_))}
            self.batch.show_selection(len(ids), known)
            self._show_side(self.batch)
        elif ids:
            if memory is not None and self._memory is not None:  # else when all of it has been read
                self._show_one(memory)
            self.detail_soon.start()
        elif not self.model.rowCount():
            self._show_nothing()

    def _show_one(self, memory: Memory) -> None:
        self._show_side(self.detail)
        self.detail.show_memory(memory)

    def _show_nothing(self) -> None:
        if not (self._dirty or self._shows_news):
            self.side.setCurrentWidget(self._nothing)
            self._show_count()

    # News

    @property
    def _shows_news(self) -> bool:
        news = self._news()
        return news is not None and self.side.currentWidget() is news.pane

    def show_news(self) -> None:
        """Show the news beside the list; what is selected or edited there gives way."""
        self.show_today()
        self.save_unsaved()
        self.side.setCurrentWidget(self.news.pane)
        self.view.clearSelection()
        self._bring_detail(True)
        self._show_count()
        self.news.pane.focus_first()

    def show_week(self) -> None:
        """Show what last week brought."""
        self.news.show_week(self.show_news)

    def _show_learned(self, week: Week) -> None:
        from arbor_desktop.ui.memories.week_card import week_days  # it came from there

        self._back_to_list()
        self.show_filtered({"stored": (week.since, week.until - 1, week_days(week))})

    def _news_changed(self) -> None:
        """News take the place of a memory that nobody chose."""
        if self.news.open and not (self._chosen or self.narrow or self._dirty):
            self.side.setCurrentWidget(self.news.pane)
            self.view.clearSelection()
            self._bring_detail(True)
        elif self._shows_news and not self.news.open:
            self.side.setCurrentWidget(self._nothing)
            if self.narrow or not self.model.rowCount():
                self._bring_detail(False)
                self.side.setHidden(self.narrow or not self.model.rowCount())
            else:
                self.view.go_to(0)
            self.focus_main()
        self._show_count()

    def _side_changed(self, _at: int) -> None:
        self.view.begins = not self._shows_news

    def _show_side(self, widget: QWidget) -> None:
        self.side.setCurrentWidget(widget)
        self._show_count()
        if not self.narrow:
            self._bring_detail(True)

    def _show_beside(self, memory_id: str) -> None:
        """Show a memory beside the list, which stays as it is, whether or not it holds it."""
        row = self.model.row_of(memory_id)
        if row >= 0:
            self.view.go_to(row)
            self._bring_detail(True)
        else:
            self.controller.look_up(memory_id, self._show_unlisted)

    def _show_unlisted(self, memory: Memory) -> None:
        self.view.clearSelection()
        self._show_one(memory)
        self._bring_detail(True)
        self.detail_soon.start()

    def _rows_came(self) -> None:
        """A row that was selected before it was loaded can be shown now."""
        ids, memory = self.meant()
        if memory is None or self._memory is None or self._dirty:
            return
        if self.side.currentWidget() is self._nothing or self._memory.id != ids[0]:
            self._show_one(memory)

    def _memories_stored(self, memories: list[Memory]) -> None:
        self.model.put(memories)
        shown = self._memory
        for memory in memories:
            if shown is not None and memory.id == shown.id:
                self.detail.show_memory(memory)
        self.detail_soon.start()

    def _read_detail(self) -> None:
        ids, shown = self.view.selected_ids(), self._memory
        wanted = ids[0] if len(ids) == 1 and not self._dirty else shown.id if shown else None
        if wanted is not None:
            place = self.detail.source.place if shown is not None and shown.id == wanted else 0
            self.controller.show_detail(wanted, place)

    def show_detail(self, found: Detail) -> None:
        """Show all that is known of a memory, if it is the one that is shown or selected."""
        self.model.put([found.memory])
        if self.view.selected_ids() == [found.memory.id] and not self._dirty:
            self._show_one(found.memory)
        self.detail.show_detail(found)

    # What a person does

    def _command(self, name: str) -> None:
        if self.earlier is not None and self.in_past:  # all is read-only there
            if name == "restore":
                self.earlier.restore()
            return
        self._run(name, *self.meant())

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
        self._bring_detail(True)
        self.batch.tag.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _run(self, name: str, ids: list[str], memory: Memory | None) -> None:
        self.listing.leaving(ids)
        self.controller.run(name, ids, memory)

    def share(self, memory: Memory | None) -> None:
        """Show what the team would get of a memory, or ask before it is withdrawn."""
        if memory is None or not self.shares.state.joined:
            self.list_pane.snackbar.say(Message(_no_share_words(self.shares.state.joined), "info"))
            return
        shared = self.shares.of(memory.id)
        if shared is not None and shared.mine:
            self.controller.ask_to_withdraw(memory.id, self.shares.state.team)
        else:
            self._bring_detail(True)
            self.controller.check_share(memory.id)

    def _shares_changed(self) -> None:
        self.filters.show_team(self.shares.state.joined)
        self.view.viewport().update()

    def _edit(self) -> None:
        self._bring_detail(True)
        self.detail.edit()

    def show_copy(self, memory: Memory) -> None:
        """Show the copy that an edit of another member's memory made."""
        self.detail.editor.revert()
        self.show_memory(memory.id)

    def text_saved(self) -> None:
        """Nothing is being edited any more, unless the person typed on: keys are the list's again."""
        if self.detail.editor.area.hasFocus() and not self.detail.dirty:
            home = self.view if self.view.isVisible() else self.detail.edit_button
            home.setFocus(Qt.FocusReason.OtherFocusReason)

    def _clicked(self, _index: QModelIndex) -> None:
        self._chosen = True
        adds = QGuiApplication.keyboardModifiers() & (_CTRL | _SHIFT)
        if not adds and len(self.view.selected_ids()) == 1:
            self._bring_detail(True)

    def step_back(self) -> bool:
        """Alt+Left: from an earlier day to today; in a narrow window from the detail to the list."""
        if self.in_past:
            self.show_today()
            return True
        if not (self.narrow and self.list_pane.isHidden()):
            return False
        self._back_to_list()
        return True

    def _back_to_list(self) -> None:
        self._bring_detail(False)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _keep(self, memory_id: str) -> None:
        """The person goes on editing: the selection goes back to what is edited."""
        if self.model.row_of(memory_id) >= 0:
            self.view.select_ids([memory_id], memory_id)

    def _memories_left(self) -> None:
        self._bring_detail(False)
        if self.view.isVisible():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _memories_returned(self, ids: Sequence[str]) -> None:
        if ids and not (self.narrow or self._dirty):
            self.listing.show(ids[0])

    def _added(self, result: StoreResult) -> None:
        self.listing.show(result.id)

    # Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if takes(event.mimeData()):
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

    # Widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < self._theme.px(_NARROW)
        changed, self.narrow = narrow != self.narrow, narrow
        news = self._news()
        for form in (*self._forms(), None if news is None else news.pane):
            if form is not None:
                form.back.setVisible(narrow)
        self.side.setMaximumWidth(NO_LIMIT if narrow else self._theme.px(_MOST_DETAIL))
        if changed:
            self._bring_detail(not narrow)
            self._show_count()

    def _bring_detail(self, front: bool) -> None:
        """In a narrow page, show what is at the side or the list; else the list is always there."""
        if front or self.narrow:
            self.side.setVisible(front)
        for part in (self.list_pane, self.filters):
            part.setVisible(not (front and self.narrow))

    def _show_count(self) -> None:
        """In a narrow page the list stays while several are selected, and says how many; and news are told of
        where they are not seen."""
        if (news := self._news()) is not None:
            news.line.setVisible(news.open and (self.narrow or not self._shows_news))
        self._room_changed()

    def _room_changed(self) -> None:
        """A line above the list came or went: Tab goes through it before the list."""
        self.list_pane.share_room()
        before = focusable_before(self.view, self.list_pane)
        news = self._news()
        lines = (self.reading,) if news is None else (news.line, self.reading)
        follow(before, [part for line in lines for part in focusable(line)])
        several = self.narrow and self._shows_several
        self.list_pane.several.show_count(len(self.view.selected_ids()) if several else 0)


def _no_share_words(joined: bool) -> str:
    if not joined:
        return tr("Join a team first: Settings → Team")
    return tr("Select a single memory to share it")
