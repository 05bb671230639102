"""What belongs to a search beside its rows: another spelling, hidden hits, what was said, and the reasons."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QToolTip

from arbor_desktop.memories.model import Memory
from arbor_desktop.search.model import Hit
from arbor_desktop.ui.listing import Listing
from arbor_desktop.ui.memories.beside import Beside
from arbor_desktop.ui.memories.beside_reads import Aside, Talked
from arbor_desktop.ui.memories.desk import Desk
from arbor_desktop.ui.memories.detail import DetailPane
from arbor_desktop.ui.memories.found_line import reasons_in_words
from arbor_desktop.ui.memories.list_pane import ListPane
from arbor_desktop.ui.memories.menu_reads import EVERY_STATUS
from arbor_desktop.ui.memories.query import MemoryQuery
from arbor_desktop.ui.memories.query_state import QueryState
from arbor_desktop.ui.memories.reads import Counts
from arbor_desktop.ui.memories.text import search_terms
from arbor_desktop.ui.memories.top_bar import TopBar
from arbor_desktop.ui.memories.words import tr

_BESIDE_MS = 90
"""So long after the rows of a search it is asked what else is known: who types on goes first."""


class Searching(QObject):
    """`conversation_wanted(conversation id, turn)` and `conversations_wanted(words)`: on to what was said."""

    conversation_wanted = Signal(str, object)
    conversations_wanted = Signal(str)

    def __init__(
        self,
        desk: Desk,
        state: QueryState,
        top: TopBar,
        list_pane: ListPane,
        listing: Listing[MemoryQuery, Memory, Counts],
        detail: DetailPane,
        *,
        talks: bool,
        delay_ms: int,
        parent: QObject,
    ) -> None:
        """`talks`: whether somebody shows conversations. `delay_ms`: at most so long after the rows the rest
        is asked for."""
        super().__init__(parent)
        self._desk, self._state, self._top = desk, state, top
        self._pane, self._listing, self._detail = list_pane, listing, detail
        self.beside = Beside(desk, talks, min(delay_ms, _BESIDE_MS), self)
        listing.listed.connect(lambda: self.beside.ask(listing.query, list_pane.view.model().rowCount()))
        self.beside.aside_came.connect(list_pane.show_aside)
        self.beside.aside_came.connect(self._mark_meant)
        self.beside.talk_came.connect(list_pane.show_talk)
        top.search.list_wanted.connect(list_pane.focus_rows)
        list_pane.spelling_wanted.connect(self._search_for)
        list_pane.every_status_wanted.connect(self._show_every_status)
        list_pane.talk.opened.connect(self._open)
        list_pane.talk.all_wanted.connect(lambda: self.conversations_wanted.emit(state.query.words))
        list_pane.view.tip_wanted.connect(self._tip)
        detail.shown.connect(self._explain)
        state.changed.connect(lambda _query: self._say())

    # Reasons

    def _say(self) -> None:
        """Without reasons yet: what is shown comes from a search, or does not."""
        memory = self._detail.memory
        words = self._state.query.words
        listed = memory is not None and self._pane.view.holds(memory.id)
        self._detail.found.show_found(words if listed else "")

    def _explain(self, memory_id: str) -> None:
        """A memory was shown with all that is known of it: now why it was found."""
        self._say()
        words = self._state.query.words

        def told(hit: Hit | None) -> None:
            shown = self._detail.memory
            if shown is not None and shown.id == memory_id and self._state.query.words == words:
                self._detail.found.show_found(words if hit else "", hit)

        if words and self._pane.view.holds(memory_id):
            self._desk.explain(words, memory_id, "detail", told)

    def _tip(self, memory_id: str, at: QPoint) -> None:
        """The pointer rests on a card: its reasons, when they come and it still rests there."""
        view, words = self._pane.view, self._state.query.words

        def told(hit: Hit | None) -> None:
            row = view.indexAt(view.viewport().mapFromGlobal(at))
            if hit is not None and hit.reasons and view.id_of(row) == memory_id:
                said = f"{tr('Found')}: {reasons_in_words(hit)}"
                QToolTip.showText(at, said, view.viewport(), view.visualRect(row))

        if words:
            self._desk.explain(words, memory_id, "tip", told)

    def _mark_meant(self, query: MemoryQuery, aside: Aside) -> None:
        """Where a word was misspelled, the one that was meant is marked too."""
        if query.words == self._state.query.words and aside.suggestion is not None:
            self._pane.view.mark(search_terms(f"{query.words} {aside.suggestion.text}"))

    # What a person chooses

    def _search_for(self, text: str) -> None:
        """Takes another spelling; who wants to goes on typing."""
        self._top.search.set_search(text)
        self._state.set(text=text)
        self._top.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_every_status(self) -> None:
        self._state.put(replace(self._state.query.without_filters(), status=EVERY_STATUS))

    def _open(self, talked: Talked) -> None:
        self.conversation_wanted.emit(talked.hit.conversation_id, talked.hit.turn)
