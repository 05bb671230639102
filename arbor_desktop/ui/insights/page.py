"""The Insights page: charts, timeline and graph of one project or of all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol, cast

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.errors import ArborError
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components import Button, EmptyState, Hairline, Snackbar
from arbor_desktop.ui.controller import RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights import model
from arbor_desktop.ui.insights.bar import CHARTS, GRAPH, RANGES, TIMELINE, InsightsBar
from arbor_desktop.ui.insights.charts_view import ChartsView
from arbor_desktop.ui.insights.export import Exporting
from arbor_desktop.ui.insights.model import Answer, Wish
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.maintenance.card import MaintenanceCard
from arbor_desktop.ui.window_state import WindowState

VIEWS = (CHARTS, TIMELINE, GRAPH)


class View(Protocol):
    """What the page asks of them; each is a widget that keeps itself current."""

    memory_wanted: Any

    def set_project(self, path: str | None) -> None: ...
    def focus_main(self) -> None: ...
    def focus_groups(self) -> Sequence[QWidget]: ...
    def refresh(self) -> None: ...


def make_view(key: str, icons: Icons, bridge: Bridge, clock: Clock, parent: QWidget) -> QWidget:
    """The view of that name. Its code is read now, not when the window opens."""
    if key == TIMELINE:
        from arbor_desktop.ui.insights.timeline.view import TimelineView

        return TimelineView(icons, bridge, clock=clock, parent=parent)
    if key == GRAPH:
        from arbor_desktop.ui.insights.graph.view import GraphView

        return GraphView(icons, bridge, clock=clock, parent=parent)
    raise ValueError(f"no view {key!r}")


def as_view(widget: QWidget) -> View:
    return cast("View", widget)


_REFRESH_MS = 1000
"""Changes come in bursts: the figures are counted at most so often."""
_SLOW_MS = 400
"""Counting that takes longer is said."""
_LOW = 640
"""In a lower window, maintenance scrolls with the charts and leaves them the room."""
_VIEW, _DAYS, _PROJECT = "insights/view", "insights/days", "insights/project"


class InsightsPage(QWidget):
    """Nothing here waits: the service is asked through the bridge. Figures that are there stay until others
    come."""

    memory_wanted = Signal(str)
    conversation_wanted = Signal(str, object)
    memories_wanted = Signal(object)
    """The fields of a question to the Memories page."""
    archived_wanted = Signal()
    capture_settings_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        refresh_ms: int = _REFRESH_MS,
        snackbar_ms: int = 8000,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._bridge, self._clock, self._state = icons, bridge, clock, state
        self.answer: Answer | None = None
        self.view = CHARTS
        self._others: dict[str, QWidget] = {}
        self.bar = InsightsBar(icons, VIEWS, self)
        self.charts = ChartsView(icons, state, self)
        self.strip = MaintenanceCard(icons, bridge, clock=clock, parent=self)
        self.empty = EmptyState(icons, "activity", "", parent=self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        self.exporting = Exporting(self.charts, bridge, clock, state, self)
        self.soon = RefreshTimer(self, self.refresh, refresh_ms)
        self.slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self.slow.timeout.connect(lambda: self.bar.counting.setText(tr("Counting…")))
        self._lay_out()
        self._connect(bridge)
        self._recall()

    def _lay_out(self) -> None:
        px = self._icons.theme.px
        self.stack = QStackedWidget(self)
        self._strip_below = True
        self._content: QWidget = self.charts
        for content in (self.charts, self.empty):
            self.stack.addWidget(content)
        self.foot = QWidget(self)
        below = QVBoxLayout(self.foot)
        below.setContentsMargins(0, 0, 0, px(12))
        below.setSpacing(px(10))
        below.addWidget(Hairline(self._icons.theme, parent=self.foot))
        self._strip_place = QVBoxLayout()
        self._strip_place.setContentsMargins(px(16), 0, px(16), 0)
        self._strip_place.addWidget(self.strip)
        below.addLayout(self._strip_place)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.stack, 1)
        column.addWidget(self.foot)
        column.addWidget(self.snackbar)

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self.bar.wanted.connect(self._wanted)
        self.bar.view_chosen.connect(self.show_view)
        for number, key in enumerate(VIEWS, 1):
            shortcut = QShortcut(QKeySequence(f"Alt+{number}"), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(self._go_to_view, key))
        self.bar.pictures_wanted.connect(self.exporting.save_pictures)
        self.bar.tables_wanted.connect(self.exporting.save_tables)
        self.bar.page_wanted.connect(self.exporting.save_page)
        self.charts.memories_wanted.connect(self.memories_wanted)
        self.strip.archived_wanted.connect(self.archived_wanted)
        self.exporting.said.connect(self._say)

    def _recall(self) -> None:
        """What was chosen last."""
        if self._state is None:
            self.bar.show_wish(Wish())
            return
        days, view = self._state.value(_DAYS), self._state.value(_VIEW)
        known = int(days) if days.isdecimal() and int(days) in RANGES else Wish().days
        self.bar.show_wish(Wish(known, self._state.value(_PROJECT) or None))
        if view in VIEWS:
            self.show_view(view)

    # What other parts of the window ask

    def show_view(self, key: str) -> None:
        """Charts, timeline or graph."""
        self.view = key
        if self._state is not None:
            self._state.set_value(_VIEW, key)
        self.bar.show_wish(self.bar.wish, key)
        self.bar.set_of_time(key == CHARTS)
        if key != CHARTS:
            as_view(self._other(key)).set_project(self.bar.wish.project)
        elif self.soon.behind and self.isVisible():
            self.refresh()
        self._settle()

    def _go_to_view(self, key: str) -> None:
        self.show_view(key)
        self.focus_main()

    def focus_main(self) -> None:
        if self.view != CHARTS:
            as_view(self._other(self.view)).focus_main()
            return
        if self._content is self.empty:
            self._next_step().setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.charts.cards["growth"].main_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the bar, each chart, maintenance."""
        if self.view != CHARTS:
            groups = [self.bar.views, *as_view(self._other(self.view)).focus_groups()]
        else:
            charts = [card.main_widget() for card in self.charts.cards.values()]
            groups = [self.bar.views, *charts, self._next_step(), self.strip.run_button]
        return [widget for widget in groups if widget.isVisible()]

    def _next_step(self) -> QWidget:
        """The button of the empty state, where it has one."""
        return next((b for b in self.empty.findChildren(Button) if not b.isHidden()), self.empty)

    def refresh(self) -> None:
        """Counts anew; what is seen stays until the answer is there."""
        self.soon.stop()
        if self.view != CHARTS and self.answer is not None:
            self.soon.behind = True
            as_view(self._other(self.view)).refresh()
            return
        self.soon.behind = False
        if not self.slow.isActive():
            self.slow.start()
        service, wish = self._bridge.service, self.bar.wish
        self._bridge.run(
            model.answer,
            service,
            wish,
            done=self._came,
            failed=self._failed,
            key="insights.answer",
            owner=self,
        )

    # The answer

    def _wanted(self, wish: Wish) -> None:
        if self._state is not None:
            self._state.set_value(_DAYS, str(wish.days))
            self._state.set_value(_PROJECT, wish.project or "")
        self.soon.behind = True
        if self.view == CHARTS:
            self.refresh()
        else:
            as_view(self._other(self.view)).set_project(wish.project)

    def _came(self, answer: Answer) -> None:
        self._rest()
        self.answer = answer
        self.bar.set_projects(answer.projects)
        self.bar.export.setEnabled(True)
        self.charts.show_answer(answer)
        if _nothing(answer):
            self._show_empty(answer.wish)
        else:
            self._show(self.charts)

    def _failed(self, error: BaseException) -> None:
        self._rest()
        if not isinstance(error, ArborError):
            self._bridge.failed.emit(failure(error, "insights"))
            return
        if self.answer is not None:
            self.snackbar.show_message(error_words(error), icon="warning")
            return
        retry = Button(self._icons, tr("Try again"), icon="refresh")
        retry.clicked.connect(self.refresh)
        self.bar.export.setEnabled(False)
        self.empty.show_state(
            "error", tr("Couldn't load the statistics"),
            tr("The memories are still on this computer. Nothing was changed."),
            code=error_words(error), actions=(retry,),
        )  # fmt: skip
        self._show(self.empty)

    def _show_empty(self, wish: Wish) -> None:
        self.bar.export.setEnabled(False)
        if wish.project is not None:
            every = Button(self._icons, tr("Show all projects"))
            every.clicked.connect(self._all_projects)
            name = project_name(wish.project)
            self.empty.show_state(
                "activity", tr("Nothing from {project} yet").format(project=name),
                tr("There is no memory and no conversation of this project."), actions=(every,),
            )  # fmt: skip
        else:
            read = Button(self._icons, tr("Choose what Arbor may read"), variant="primary")
            read.clicked.connect(self.capture_settings_wanted)
            self.empty.show_state(
                "activity", tr("Nothing to count yet"),
                tr("See how your memories grow and how often they help. This starts with your first "
"conversation."),
                actions=(read,),
            )  # fmt: skip
        self._show(self.empty)

    def _all_projects(self) -> None:
        wish = Wish(self.bar.wish.days)
        self.bar.show_wish(wish)
        self._wanted(wish)

    def _show(self, content: QWidget) -> None:
        """Charts, or what stands in their place."""
        self._content = content
        self._settle()

    def _settle(self) -> None:
        content = self._content if self.view == CHARTS else self._other(self.view)
        self.stack.setCurrentWidget(content)
        self.foot.setVisible(content is self.charts and self._strip_below)

    def _other(self, key: str) -> QWidget:
        """The view, made when it is first wanted."""
        if key not in self._others:
            made = make_view(key, self._icons, self._bridge, self._clock, self)
            as_view(made).memory_wanted.connect(self.memory_wanted)
            if isinstance(opening := getattr(made, "conversation_wanted", None), SignalInstance):
                opening.connect(self.conversation_wanted)
            if isinstance(said := getattr(made, "said", None), SignalInstance):
                said.connect(self._say)
            self.stack.addWidget(made)
            self._others[key] = made
        return self._others[key]

    def _say(self, text: str, icon: str) -> None:
        self.snackbar.show_message(text, icon=icon)

    def _rest(self) -> None:
        self.slow.stop()
        self.bar.counting.setText("")

    # Heights

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        below = self.height() >= self._icons.theme.px(_LOW)
        if below != self._strip_below:
            self._strip_below = below
            (self._strip_place if below else self.charts.column).addWidget(self.strip)
            self._settle()

    # The store

    def _store_changed(self, changes: Changes) -> None:
        told = changes.memories or changes.all_memories or changes.conversations or changes.all_conversations
        if not (told or changes.maintenance or changes.conflicts or changes.projects or changes.settings):
            return
        if self.view != CHARTS:
            self.soon.behind = True
        else:
            self.soon.changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.soon.behind and (self.view == CHARTS or self.answer is None):
            self.refresh()


def _nothing(answer: Answer) -> bool:
    found = answer.insights
    ever = any(any(values) for values in found.growth.by_type.values())
    return not (found.memories or found.conversations or ever or found.captured)
