"""The list with what stands in its place when there is nothing to list, and the snackbar under it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.core.results import Facets
from arbor_desktop.ui.components import Button, EmptyState, Snackbar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.desk import Said, error_words
from arbor_desktop.ui.memories.list_view import MemoryList
from arbor_desktop.ui.memories.query import MemoryQuery
from arbor_desktop.ui.memories.words import tr


class ListPane(QWidget):
    """Signals are what the buttons of the empty states ask for."""

    retry_wanted = Signal()
    clear_wanted = Signal()
    clear_search_wanted = Signal()
    pending_wanted = Signal()
    capture_settings_wanted = Signal()
    add_wanted = Signal()
    undo_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(
        self, icons: Icons, view: MemoryList, *, stay_ms: int = 8000, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self.view = view
        self.state = EmptyState(icons, "memories", tr("No memories yet"), parent=self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(view)
        self.stack.addWidget(self.state)
        self.snackbar = Snackbar(icons, stay_ms=stay_ms, parent=self)
        self._cancels = False
        self.snackbar.action_triggered.connect(self._act)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stack, 1)
        column.addWidget(self.snackbar)
        self.setMinimumWidth(icons.theme.px(420))

    @property
    def lists(self) -> bool:
        """Whether the list is shown, and not something in its place."""
        return self.stack.currentWidget() is self.view

    def show_list(self) -> None:
        self.stack.setCurrentWidget(self.view)

    def show_empty(self, query: MemoryQuery, everywhere: Facets) -> None:
        """Says why nothing is listed, and the one next step."""
        if query.words:
            self._no_match(query)
        elif query.narrowed:
            clear = self._button(tr("Clear filters"), self.clear_wanted.emit)
            self.state.show_state(
                "search",
                tr("Nothing matches the filters"),
                tr("Take one away to see more."),
                actions=(clear,),
            )
        else:
            self._nothing_yet(everywhere)
        self.stack.setCurrentWidget(self.state)

    def show_error(self, error: BaseException) -> None:
        retry = self._button(tr("Try again"), self.retry_wanted.emit, icon="refresh")
        self.state.show_state(
            "error",
            tr("The memories can't be read"),
            tr("They are still on this computer. Nothing was changed."),
            code=error_words(error),
            actions=(retry,),
        )
        self.stack.setCurrentWidget(self.state)

    def say(self, said: Said) -> None:
        self._cancels = said.cancel
        action = tr("Cancel") if said.cancel else tr("Undo") if said.undo else None
        self.snackbar.show_message(said.text, action=action, icon=said.icon, stays=said.cancel)

    def _act(self) -> None:
        (self.cancel_wanted if self._cancels else self.undo_wanted).emit()

    def _no_match(self, query: MemoryQuery) -> None:
        shown = query.words if len(query.words) <= 40 else query.words[:39] + "…"
        text = tr("Texts and tags were searched.")
        actions = [self._button(tr("Clear search"), self.clear_search_wanted.emit)]
        if query.narrowed:
            text += " " + tr("Filters are on and may hide results.")
            actions.insert(0, self._button(tr("Clear filters"), self.clear_wanted.emit))
        title = f"{tr('No match for')} “{shown}”"
        self.state.show_state("search", title, text, actions=tuple(actions))

    def _nothing_yet(self, everywhere: Facets) -> None:
        waiting = everywhere.statuses.get("pending", 0)
        by_hand = self._button(tr("Add one by hand"), self.add_wanted.emit)
        if waiting:
            said = tr("1 memory waits for your yes or no.")
            if waiting > 1:
                said = tr("%n memories wait for your yes or no.", waiting)
            show = self._button(tr("Show them"), self.pending_wanted.emit, variant="primary")
            self.state.show_state("review", tr("No active memories"), said, actions=(show, by_hand))
            return
        read = self._button(
            tr("Choose what Arbor may read"), self.capture_settings_wanted.emit, variant="primary"
        )
        self.state.show_state(
            "memories",
            tr("No memories yet"),
            tr("Work with your AI as usual. Arbor reads finished conversations and keeps what lasts."),
            actions=(read, by_hand),
        )

    def _button(
        self, text: str, does: object, *, variant: str = "secondary", icon: str | None = None
    ) -> Button:
        button = Button(self._icons, text, variant=variant, icon=icon)
        button.clicked.connect(lambda: does())  # type: ignore[operator]
        return button
