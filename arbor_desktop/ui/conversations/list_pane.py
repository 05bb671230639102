"""The table with its heads, what stands in its place when there is nothing to list, and the snackbar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.conversations.model import ConversationFacets
from arbor_desktop.errors import ArborError
from arbor_desktop.ui.bridge import failure
from arbor_desktop.ui.components import Button, EmptyState, ErrorPanel, Snackbar
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.conversations.delegate import RowDelegate
from arbor_desktop.ui.conversations.header import Header
from arbor_desktop.ui.conversations.model import ConversationQuery
from arbor_desktop.ui.conversations.table import ConversationTable
from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.icons import Icons


class ListPane(QWidget):
    """Signals are what the buttons of the empty states ask for."""

    retry_wanted = Signal()
    clear_wanted = Signal()
    clear_search_wanted = Signal()
    capture_settings_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        view: ConversationTable,
        delegate: RowDelegate,
        *,
        stay_ms: int = 8000,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._delegate = icons, delegate
        self._hidden: frozenset[str] = frozenset()
        self.view = view
        self.header = Header(icons, self)
        self.state = EmptyState(icons, "conversations", tr("No conversations yet"), parent=self)
        self.table = QWidget(self)
        inner = QVBoxLayout(self.table)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.header)
        inner.addWidget(view, 1)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.table)
        self.stack.addWidget(self.state)
        self._panel: ErrorPanel | None = None
        self.snackbar = Snackbar(icons, stay_ms=stay_ms, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stack, 1)
        column.addWidget(self.snackbar)
        view.width_changed.connect(self._place_heads)

    @property
    def lists(self) -> bool:
        """Whether the table is shown, and not something in its place."""
        return self.stack.currentWidget() is self.table

    def show_list(self) -> None:
        self.stack.setCurrentWidget(self.table)

    @property
    def hidden(self) -> frozenset[str]:
        """The columns that are left out because the person wants it so."""
        return self._hidden

    def set_hidden(self, hidden: frozenset[str]) -> None:
        """Leaves these columns out."""
        self._hidden = hidden
        self._delegate.set_hidden(hidden)
        self._place_heads()
        self.view.viewport().update()

    def _place_heads(self) -> None:
        self.header.place(self._delegate.slots(self.view.viewport().width()), self._hidden)

    def show_empty(self, query: ConversationQuery, everywhere: ConversationFacets) -> None:
        """Says why nothing is listed, and the one next step."""
        if query.words:
            self._no_match(query)
        elif query.narrowed and everywhere.total:
            clear = self._button(tr("Clear filters"), self.clear_wanted.emit)
            text = tr("Take one away to see more.")
            self.state.show_state("search", tr("Nothing matches the filters"), text, actions=(clear,))
        else:
            choose = self._button(
                tr("Choose what Arbor may read"), self.capture_settings_wanted.emit, variant="primary"
            )
            self.state.show_state(
                "conversations",
                tr("No conversations yet"),
                tr("What you and your AI say to each other appears here once you choose what may be read."),
                actions=(choose,),
            )
        self.stack.setCurrentWidget(self.state)

    def _no_match(self, query: ConversationQuery) -> None:
        shown = query.words if len(query.words) <= 40 else query.words[:39] + "…"
        text = tr("Titles and messages were searched.")
        actions = [self._button(tr("Clear search"), self.clear_search_wanted.emit)]
        if query.narrowed:
            text += " " + tr("Filters are on and may hide results.")
            actions.insert(0, self._button(tr("Clear filters"), self.clear_wanted.emit))
        title = f"{tr('No match for')} “{shown}”"
        self.state.show_state("search", title, text, actions=tuple(actions))

    def show_error(self, error: BaseException) -> None:
        """An expected failure in its words; a bug with a report to copy."""
        if isinstance(error, ArborError):
            retry = self._button(tr("Try again"), self.retry_wanted.emit, icon="refresh")
            self.state.show_state(
                "error",
                tr("The conversations can't be read"),
                tr("They are still on this computer. Nothing was changed."),
                code=error_words(error),
                actions=(retry,),
            )
            self.stack.setCurrentWidget(self.state)
            return
        if self._panel is not None:
            self.stack.removeWidget(self._panel)
            self._panel.deleteLater()
        report = failure(error, "conversations").report
        text = tr("The other pages still work, and nothing that was stored is lost.")
        title = tr("The conversations can't be shown")
        self._panel = ErrorPanel(self._icons, title, text, report, self)
        self._panel.retried.connect(self.retry_wanted)
        self.stack.addWidget(self._panel)
        self.stack.setCurrentWidget(self._panel)

    def _button(
        self, text: str, does: Callable[[], object], *, variant: str = "secondary", icon: str | None = None
    ) -> Button:
        button = Button(self._icons, text, variant=variant, icon=icon)
        button.clicked.connect(lambda: does())
        return button
