"""The list with what stands in its place when there is nothing to list, and what a search says around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Facets
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.components import Button, EmptyState, Label, Snackbar
from arbor_desktop.ui.components.boxes import NO_LIMIT, STRETCH, hbox, stacked, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.conversation_hits import ConversationsGroup
from arbor_desktop.ui.memories.model import Alternatives, ConversationHits, MemoryQuery
from arbor_desktop.ui.memories.search import HintLine
from arbor_desktop.ui.memory.list import MemoryList
from arbor_desktop.ui.memory.words import short
from arbor_desktop.ui.status import reading_words
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.search.model import Hit

_ROOMS = ((230, 0), (430, 1), (560, 2))
"""Below this height (in pixels of the design), so many conversations beside the memories."""
_LEAST_ROWS = 60
"""The list gives way to what stands above it, up to this height."""
_MOST_ROOM = 3
_MOST_WIDTH = 912
"""Of a card of 880 with its margins."""
_SHORT_WORDS = 32


class ListPane(QWidget):
    """Signals are what the buttons of the empty states ask for, and what is chosen beside a search's rows."""

    retry_wanted = Signal()
    clear_wanted = Signal()
    clear_search_wanted = Signal()
    spelling_wanted = Signal(str)
    every_status_wanted = Signal()
    review_wanted = Signal()
    capture_settings_wanted = Signal()
    read_wanted = Signal()
    add_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        view: MemoryList,
        clock: Clock,
        *,
        stay_ms: int = 8000,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self.view = view
        self.state = EmptyState(icons, "memories", tr("No memories yet"), parent=self)
        self.stack = stacked(view, self.state, parent=self)
        self.hint = HintLine(icons, self)
        self.hint.taken.connect(self.spelling_wanted)
        self.several = SeveralLine(icons, self)
        self.conversations = ConversationsGroup(icons, clock, self)
        self.conversations.list.above_wanted.connect(self._leave_conversations)
        view.below_wanted.connect(self._enter_conversations)
        self._query, self._alternatives = MemoryQuery(), Alternatives()
        self._above: list[QWidget] = []
        self.snackbar = Snackbar(icons, stay_ms=stay_ms, parent=self)
        self._first: Button | None = None
        vbox(self.hint, (self.stack, 1), self.several, self.conversations, self.snackbar, on=self)
        self.setMinimumWidth(icons.theme.px(420))
        self.stack.currentChanged.connect(self._limit_width)
        self._limit_width()

    @property
    def lists(self) -> bool:
        """Whether the list is shown, and not something in its place."""
        return self.stack.currentWidget() is self.view

    def _limit_width(self) -> None:
        self.setMaximumWidth(self._icons.theme.px(_MOST_WIDTH) if self.lists else NO_LIMIT)

    def put_above(self, *widgets: QWidget, last: bool = False) -> None:
        """Put something above all else that is here; `last`: below what was put there. The list is as high as
        they leave room for."""
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        place = column.indexOf(self.hint) if last else 0
        for widget in reversed(widgets):
            column.insertWidget(place, widget)
        self._above += widgets
        self.stack.setMinimumHeight(self._icons.theme.px(_LEAST_ROWS))

    def show_list(self) -> None:
        self.stack.setCurrentWidget(self.view)
        self._show_hint()

    def show_alternatives(self, query: MemoryQuery, alternatives: Alternatives) -> None:
        """What a search may have meant; where it found nothing, what would find more."""
        self._query, self._alternatives = query, alternatives
        self._show_hint()
        if query.words and not self.lists:
            self._no_match(query)

    def show_conversations(self, hits: ConversationHits) -> None:
        self.conversations.show_hits(hits)

    def show_tip(self, memory_id: str, hit: Hit, at: QPoint) -> None:
        """Say why the search found a memory, if the pointer still rests on its card."""
        view = self.view
        row = view.indexAt(view.viewport().mapFromGlobal(at))
        if view.id_of(row) == memory_id:
            from arbor_desktop.ui.memories.bars import reasons_in_words  # as late as its use

            said = f"{tr('Found')}: {reasons_in_words(hit)}"
            QToolTip.showText(at, said, view.viewport(), view.visualRect(row))

    def focus_rows(self) -> None:
        """The focus goes to the list; to the next step where there is none, or to what was said."""
        if self.lists:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._first is not None:
            self._first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.conversations.open:
            self.conversations.list.enter()

    def focus_groups(self) -> tuple[QWidget, ...]:
        """Where F6 goes."""
        rows: QWidget = self.view if self.lists else self.state
        return (self.hint, rows, self.several, self.conversations)

    def _show_hint(self) -> None:
        self.hint.show_suggestion(self._alternatives.suggestion if self.lists else None)

    def _enter_conversations(self) -> None:
        if self.conversations.open:
            self.conversations.list.enter()

    def _leave_conversations(self) -> None:
        if self.lists:
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.focus_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_room()

    def share_room(self) -> None:
        """How many conversations there are beside the memories goes by the height that is left for both."""
        px = self._icons.theme.px
        left = self.height() - sum(one.height() for one in self._above if not one.isHidden())
        rooms = [rows for height, rows in _ROOMS if left < px(height)]
        self.conversations.set_room(rooms[0] if rooms else _MOST_ROOM)

    def show_empty(self, query: MemoryQuery, everywhere: Facets, status: ServiceStatus | None = None) -> None:
        """Says why nothing is listed, and the one next step. `status`: what is being read, where there is no
        memory yet."""
        self._first = None
        if query.words:
            self._no_match(query)
        elif query.narrowed:
            clear = self._button(tr("Clear filters"), self.clear_wanted.emit)
            self.state.show_state(
                "search",
                tr("No memories match these filters"),
                tr("Remove a filter to see more."),
                actions=(clear,),
            )
        else:
            self._nothing_yet(everywhere, status)
        self.stack.setCurrentWidget(self.state)

    def show_error(self, error: BaseException) -> None:
        self.state.show_failed(tr("Couldn't load your memories"), error, self.retry_wanted)
        self.stack.setCurrentWidget(self.state)

    def _no_match(self, query: MemoryQuery) -> None:
        """Only what belongs to these very words is offered: an answer to others may still be shown."""
        alternatives = self._alternatives if self._query == query else Alternatives()
        text = tr("Arbor searched the text, details and tags of your memories.")
        actions: list[Button] = []
        if alternatives.suggestion is not None:
            meant = alternatives.suggestion.text
            said = tr("Did you mean “{words}”?").format(words=short(meant, _SHORT_WORDS).rstrip("?"))
            take = self._button(said, lambda: self.spelling_wanted.emit(meant), variant="primary")
            actions.append(take)
        if alternatives.unfiltered:
            text += "\n" + (tr("%n matches are hidden by filters.", None, alternatives.unfiltered))
            said = tr("Show %n matches without filters", None, alternatives.unfiltered)
            actions.append(self._button(said, self.clear_wanted.emit))
        elif alternatives.every_status:
            text += "\n" + (
                tr("%n matches have another status, such as archived.", None, alternatives.every_status)
            )
            said = tr("Show %n matches with any status", None, alternatives.every_status)
            actions.append(self._button(said, self.every_status_wanted.emit))
        elif query.narrowed:
            text += "\n" + tr("Active filters may hide results.")
            actions.append(self._button(tr("Clear filters"), self.clear_wanted.emit))
        if len(actions) < 2:
            actions.append(self._button(tr("Clear search"), self.clear_search_wanted.emit))
        self._first = actions[0]
        title = tr("No matches for “{words}”").format(words=short(query.words, 40))
        self.state.show_state("search", title, text, actions=tuple(actions))

    def _nothing_yet(self, everywhere: Facets, status: ServiceStatus | None) -> None:
        waiting = everywhere.statuses.get("pending", 0)
        by_hand = self._button(tr("Add memory"), self.add_wanted.emit)
        if waiting:
            said = tr("%n memories need review.", None, waiting)
            show = self._button(tr("Review"), self.review_wanted.emit, variant="primary")
            self.state.show_state("review", tr("No active memories"), said, actions=(show, by_hand))
            return
        if status is not None and status.unread:
            read = self._button(tr("Read now"), self.read_wanted.emit, variant="primary")
            read.setEnabled(status.state != "processing")
            found = tr("%n conversations found", None, status.unread)
            self.state.show_state(
                "memories", found, reading_words(status, self._clock()), actions=(read, by_hand)
            )
            return
        text = tr(
            "Keep working as usual. Arbor reads finished conversations and saves what's worth remembering."
        )
        if status is not None and not status.watching:
            text = tr("Arbor isn't reading any conversations yet. Choose which ones it may read.")
        read = self._button(tr("Choose sources"), self.capture_settings_wanted.emit, variant="primary")
        self.state.show_state(
            "memories",
            tr("No memories yet"),
            text,
            actions=(read, by_hand),
        )

    def _button(
        self, text: str, does: object, *, variant: str = "secondary", icon: str | None = None
    ) -> Button:
        button = Button(self._icons, text, variant=variant, icon=icon)
        button.setAutoDefault(True)  # Return presses it, as Space does
        button.clicked.connect(lambda: does())  # type: ignore[operator]
        return button


class SeveralLine(Bar):
    """There while several are selected. The list stays, so that more can be; `wanted` asks for the form."""

    wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent, fill="sunken", line="top")
        px = self._theme.px
        self.label = Label(self._theme, "", "body500", parent=self)
        self.link = Button(icons, tr("Edit selected…"), variant="link", parent=self, clicked=self.wanted)
        self.link.setAutoDefault(True)  # Return presses it, as Space does
        hbox(self.label, STRETCH, self.link, on=self, margins=(px(16), px(6) + 1, px(16), px(6)), gap=None)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_count(self, count: int) -> None:
        """So many are selected; none takes the line away."""
        self.label.setText(tr("%n memories selected", None, count))
        self.setVisible(count > 0)
