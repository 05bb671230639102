"""The timeline: what was learned, changed, forgotten and decided, day by day, loaded as one scrolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.maintenance.model import Moment
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, ComboBox
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.controller import TimelinePage
from arbor_desktop.ui.insights.timeline import words
from arbor_desktop.ui.insights.timeline.list import Below, Line, TimelineDelegate, TimelineList, TimelineModel
from arbor_desktop.ui.insights.view import View
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import tr

PAGE = 100
MOST_AGAIN = 1000
"""So many moments are asked for at once at most when something changed."""
_REFRESH_MS = 800


class TimelineView(View):
    """Loads further pages as one scrolls."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        refresh_ms: int = _REFRESH_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icons, bridge, refresh_ms, parent)
        self._next: str | None = None
        self._loading = False
        theme, px = icons.theme, icons.theme.px
        self.kinds = ComboBox(icons, tr("Events to show"), parent=self)
        for key, _ in words.GROUPS:
            self.kinds.add(words.group_label(key), key, icon=None)
        self.kinds.activated.connect(lambda _: self.start_over())
        self.model = TimelineModel(clock, self)
        self.delegate = TimelineDelegate(icons, self)
        self.list = TimelineList(self.model, self.delegate, self)
        self.list.setAccessibleName(tr("Timeline"))
        self.list.chosen.connect(self._choose)
        self.list.turned.connect(self._turn)
        self.list.more_wanted.connect(self._load_more)
        self.stack.addWidget(self.list)
        self.stack.setCurrentWidget(self.list)
        bar = hbox(self.kinds, STRETCH, margins=(px(16), px(8), px(16), px(4)), gap=px(12))
        vbox(bar, (self.stack, 1), on=self)
        theme.changed.connect(self.list.viewport().update)
        self.empty.setProperty(RING_PROPERTY, "none")

    # What the page asks

    def focus_main(self) -> None:
        self.list.setFocus()

    def focus_groups(self) -> Sequence[QWidget]:
        return [self.kinds, self.list] if self.stack.currentWidget() is self.list else [self.kinds]

    def start_over(self) -> None:
        self.model.show(())
        self._next = None
        super().start_over()

    def refresh(self) -> None:
        """Read again as much as is shown; what is chosen, open and in view stays."""
        self.soon.caught_up()
        self._ask(self._show_again, None, min(MOST_AGAIN, max(PAGE, len(self.model.moments()))))

    # Asking

    def _ask(self, show: Callable[[TimelinePage], None], before: str | None, limit: int) -> None:
        self._loading = True
        kinds = dict(words.GROUPS)[str(self.kinds.current_data)]
        self.controller.read_timeline(
            show, self._failed, project=self.project, kinds=kinds, before=before, limit=limit
        )

    def _load_more(self) -> None:
        if self._next is not None and not self._loading:
            self._ask(self._show_more, self._next, PAGE)

    def _show_more(self, answer: TimelinePage) -> None:
        self._loading = False
        moments, self._next = answer
        self.model.add(moments)

    def _show_again(self, answer: TimelinePage) -> None:
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
            title, text = tr("No matching events"), tr("Show all events to see what else happened.")
            button = Button(self._icons, tr("Show all"), parent=self.empty, clicked=self._show_everything)
            self.empty.show_state("search", title, text, actions=(button,))
        else:
            title = tr("No events yet")
            text = tr("New memories and changes appear here.")
            self.empty.show_state("activity", title, text)
        self.stack.setCurrentWidget(self.empty)

    def _show_everything(self) -> None:
        self.kinds.set_current_data("all")
        self.start_over()
        self.kinds.setFocus()

    def _failed(self, said: str) -> None:
        self._loading = False
        self.show_failure(tr("Couldn't load the timeline"), said)

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
        self.controller.read_memories(moment, lambda memories: self.model.open(moment, memories))
