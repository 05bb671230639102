"""The timeline: what was learned, changed, forgotten and decided, day by day, loaded as one scrolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.errors import ArborError
from arbor_desktop.maintenance.model import Moment
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components import Button, ComboBox, EmptyState, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.timeline import words
from arbor_desktop.ui.insights.timeline.list import TimelineDelegate, TimelineList
from arbor_desktop.ui.insights.timeline.model import Below, Line, TimelineModel
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.style import RING_PROPERTY

PAGE = 100
MOST_AGAIN = 1000
"""So many moments are asked for at once at most when something changed."""
_REFRESH_MS = 800

_Answer = tuple[tuple[Moment, ...], str | None]


class TimelineView(QWidget):
    """`memory_wanted(id)` and `conversation_wanted(id, None)`: a person opens what a line names."""

    memory_wanted = Signal(str)
    conversation_wanted = Signal(str, object)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        refresh_ms: int = _REFRESH_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._bridge = icons, bridge
        self._project: str | None = None
        self._next: str | None = None
        self._loading = False
        self._behind = True
        theme, px = icons.theme, icons.theme.px
        self.kinds = ComboBox(icons, tr("What is shown"), parent=self)
        for key, _ in words.GROUPS:
            self.kinds.add(words.group_label(key), key, icon=None)
        self.kinds.activated.connect(lambda _: self._ask_anew())
        self.note = Label(theme, "", "small", "text3", parent=self)
        self.model = TimelineModel(clock, self)
        self.delegate = TimelineDelegate(icons, self)
        self.list = TimelineList(self.model, self.delegate, self)
        self.list.setAccessibleName(tr("Timeline"))
        self.list.chosen.connect(self._choose)
        self.list.turned.connect(self._turn)
        self.list.more_wanted.connect(self._load_more)
        self.empty = EmptyState(icons, "activity", "", parent=self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.list)
        self.stack.addWidget(self.empty)
        bar = QHBoxLayout()
        bar.setContentsMargins(px(16), px(8), px(16), px(4))
        bar.setSpacing(px(12))
        bar.addWidget(self.kinds)
        bar.addWidget(self.note)
        bar.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.stack, 1)
        self.soon = QTimer(self, singleShot=True, interval=refresh_ms)
        self.soon.timeout.connect(self.refresh)
        bridge.changed.connect(self._changed)
        theme.changed.connect(self.list.viewport().update)
        self.empty.setProperty(RING_PROPERTY, "none")

    # What the page asks

    @property
    def project(self) -> str | None:
        return self._project

    def set_project(self, path: str | None) -> None:
        """What happened in one project, or everywhere."""
        if path != self._project:
            self._project = path
            self._ask_anew()

    def focus_main(self) -> None:
        self.list.setFocus()

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes."""
        return [self.kinds, self.list] if self.stack.currentWidget() is self.list else [self.kinds]

    def refresh(self) -> None:
        """Asks anew for as much as is shown; what is chosen, open and in view stays."""
        self.soon.stop()
        self._behind = False
        shown = len(self.model.moments())
        self._ask(None, min(MOST_AGAIN, max(PAGE, shown)), self._came_again)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._behind:
            self.refresh()

    # Asking

    def _ask_anew(self) -> None:
        """Something else is to be shown, from the top."""
        self.model.show(())
        self._next = None
        if self.isVisible():
            self.refresh()
        else:
            self._behind = True

    def _ask(self, before: str | None, limit: int, done: Callable[[_Answer], None]) -> None:
        self._loading = True
        kinds = dict(words.GROUPS)[str(self.kinds.current_data)]
        self._bridge.run(
            self._bridge.service.timeline,
            before,
            limit,
            self._project,
            kinds or None,
            done=done,
            failed=self._failed,
            key="insights.timeline",
            owner=self,
        )

    def _load_more(self) -> None:
        if self._next is not None and not self._loading:
            self._ask(self._next, PAGE, self._came_more)

    def _came_more(self, answer: _Answer) -> None:
        self._loading = False
        moments, self._next = answer
        self.model.add(moments)

    def _came_again(self, answer: _Answer) -> None:
        self._loading = False
        moments, self._next = answer
        current = self._moment_at(self.list.currentIndex().row())
        place = self.list.verticalScrollBar().value()
        self.model.show(moments)
        if current is not None and (row := self.model.row_of(current.id)) >= 0:
            self.list.setCurrentIndex(self.model.index(row))
        self.list.verticalScrollBar().setValue(place)
        if moments:
            self.stack.setCurrentWidget(self.list)
        else:
            self._say_empty()

    def _say_empty(self) -> None:
        if self.kinds.current_data != "all":
            title, text = tr("No matching events"), tr("Show everything to see what else happened.")
            button = Button(self._icons, tr("Show everything"), parent=self.empty)
            button.clicked.connect(self._show_everything)
            self.empty.show_state("search", title, text, actions=(button,))
        else:
            title = tr("Nothing happened yet")
            text = tr("New memories and changes appear here.")
            self.empty.show_state("activity", title, text)
        self.stack.setCurrentWidget(self.empty)

    def _show_everything(self) -> None:
        self.kinds.set_current_data("all")
        self._ask_anew()
        self.kinds.setFocus()

    def _failed(self, error: BaseException) -> None:
        self._loading = False
        if not isinstance(error, ArborError):
            self._bridge.failed.emit(failure(error, "insights.timeline"))
        again = Button(self._icons, tr("Try again"), parent=self.empty)
        again.clicked.connect(self.refresh)
        self.empty.show_state("error", tr("The timeline can't be loaded"), str(error), actions=(again,))
        self.stack.setCurrentWidget(self.empty)

    def _changed(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories or changes.conflicts or changes.maintenance:
            if self.isVisible():
                self.soon.start()
            else:
                self._behind = True

    # What a person does

    def _moment_at(self, row: int) -> Moment | None:
        if not 0 <= row < self.model.rowCount():
            return None
        line = self.model.rows[self.model.line_above(row)]
        return line.moment if isinstance(line, Line) else None

    def _choose(self, row: int) -> None:
        """Opens what the row names: its conversation, its memory, or several memories below it."""
        line = self.model.rows[row]
        if isinstance(line, Below):
            self.memory_wanted.emit(line.memory.id)
        elif isinstance(line, Line):
            moment = line.moment
            if moment.conversation_id is not None:
                self.conversation_wanted.emit(moment.conversation_id, None)
            elif line.opens:
                self._turn(row)
            elif moment.memory_ids:
                self.memory_wanted.emit(moment.memory_ids[0])

    def _turn(self, row: int) -> None:
        line = self.model.rows[row]
        if not isinstance(line, Line) or not line.opens:
            return
        if line.open:
            self.model.close(line.moment)
            return
        moment = line.moment

        def came(memories: Sequence[Memory]) -> None:
            self.model.open(moment, memories)

        self._bridge.run(
            self._bridge.service.get_many,
            list(moment.memory_ids),
            done=came,
            key=("insights.timeline.memories", moment.id),
            owner=self,
        )
