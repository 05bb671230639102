"""The Insights page: charts, timeline and graph of one project or of all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.charts.card import ChartCard
from arbor_desktop.ui.components import (
    BackForward,
    Button,
    ComboBox,
    EmptyState,
    Hairline,
    Label,
    Segment,
    Snackbar,
)
from arbor_desktop.ui.components.boxes import hbox, stacked, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.keyboard import key_on_page
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.controller import RefreshTimer
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.charts_view import ChartsView
from arbor_desktop.ui.insights.controller import Answer, InsightsController, Wish
from arbor_desktop.ui.insights.export import Exports
from arbor_desktop.ui.insights.view import View
from arbor_desktop.ui.maintenance.card import MaintenanceCard
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

RANGES = (30, 182, 364)
_NARROWEST = 520
CHARTS, TIMELINE, GRAPH, EFFECT = "charts", "timeline", "graph", "effect"


class InsightsBar(Bar):
    """`view_chosen(key)`, `wanted(wish)` and the export signals come from the person alone. In a narrow
    window time, project and Export are in a second row."""

    view_chosen = Signal(str)
    wanted = Signal(object)
    pictures_wanted = Signal()
    tables_wanted = Signal()
    page_wanted = Signal()

    def __init__(self, icons: Icons, views: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self.wish = icons, Wish()
        self._filling = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.arrows = BackForward(icons, self)
        self.title = Label(icons.theme, tr("Insights"), "title", parent=self)
        self.views = Segment(icons, tr("View"), self)
        names = {
            CHARTS: tr("Charts"),
            TIMELINE: tr("Timeline"),
            GRAPH: tr("Graph"),
            EFFECT: tr("Does it help?"),
        }
        for key in views:
            self.views.add(key, names[key])
        self.views.setVisible(len(views) > 1)
        self.views.changed.connect(self._view_changed)
        self.range = Segment(icons, tr("Time range"), self)
        for days, words in zip(RANGES, (tr("30 days"), tr("6 months"), tr("1 year")), strict=True):
            self.range.add(str(days), words)
        self.range.changed.connect(self._range_changed)
        self.project = ComboBox(icons, tr("Project"), parent=self)
        self.project.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.project.activated.connect(self._project_chosen)
        self.counting = Label(icons.theme, "", "small", "text3", parent=self)
        self.export = Button(icons, tr("Export"), icon="download", parent=self, clicked=self.open_export)
        self._lay_out()
        self.set_projects(())

    def _lay_out(self) -> None:
        px = self._theme.px
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(px(8), 0, px(16), 1)
        self._rows.setSpacing(0)
        parts = (self.arrows, self.title, self.views, self.counting), (self.range, self.project, self.export)
        for n, widgets in enumerate(parts):
            row = hbox(gap=px(12))
            row.addStrut(px(52) - 1)
            for widget in widgets:
                row.addWidget(widget)
            row.insertStretch(0 if n else -1, 1)
            self._rows.addLayout(row, 1)

    # What is shown

    def show_wish(self, wish: Wish, view: str | None = None) -> None:
        """Follows a choice that was made elsewhere; nothing is sent."""
        self.wish, self._filling = wish, True
        self.range.set_current(str(wish.days))
        if view is not None:
            self.views.set_current(view)
        if wish.project and self.project.findData(wish.project) < 0:
            self._add(wish.project, project_name(wish.project))
        self.project.set_current_data(wish.project or "")
        self.project.setToolTip(wish.project or "")
        self._filling = False
        self._fit()

    def set_projects(self, projects: Sequence[str]) -> None:
        """Fills the picker; two folders of one name are told apart by their paths."""
        known = (
            (*projects, self.wish.project)
            if self.wish.project and self.wish.project not in projects
            else projects
        )
        names = [project_name(path) for path in known]
        wanted = [("", tr("All projects"))]
        wanted += [(p, n if names.count(n) == 1 else p) for p, n in zip(known, names, strict=True)]
        if [
            (self.project.itemData(n), self.project.itemText(n)) for n in range(self.project.count())
        ] != wanted:
            self.project.clear()
            for path, text in wanted:
                self._add(path, text)
        self.show_wish(self.wish)

    def _add(self, path: str, text: str) -> None:
        self.project.add(text, path, icon="folder")
        self.project.setItemData(self.project.count() - 1, path, Qt.ItemDataRole.ToolTipRole)

    def set_of_time(self, on: bool, exported: bool) -> None:
        """Whether the view that is shown is of a time that can be chosen, and can be exported."""
        self.range.setVisible(on)
        self.export.setVisible(exported)
        self._fit()

    # What is chosen

    def _view_changed(self, key: str) -> None:
        if not self._filling:
            self.view_chosen.emit(key)

    def _range_changed(self, key: str) -> None:
        self._choose(Wish(int(key), self.wish.project))

    def _project_chosen(self, _row: int) -> None:
        self._choose(Wish(self.wish.days, str(self.project.current_data or "") or None))

    def _choose(self, wish: Wish) -> None:
        if not self._filling and wish != self.wish:
            self.wish = wish
            self._fit()
            self.wanted.emit(wish)

    def open_export(self) -> QMenu:
        """What can be saved."""
        menu = Menu(self)
        icon = self._icons.icon
        menu.addAction(icon("insights"), tr("Save all charts as images…"), self.pictures_wanted.emit)
        menu.addAction(icon("copy"), tr("Save all data as tables (ZIP)…"), self.tables_wanted.emit)
        menu.addAction(icon("download"), tr("Save page as image…"), self.page_wanted.emit)
        corner = self.export.mapToGlobal(self.export.rect().bottomRight())
        corner.setX(corner.x() - menu.sizeHint().width())
        corner.setY(corner.y() + self._theme.px(4))
        menu.popup(corner)
        return menu

    # Widths

    def _fit(self) -> None:
        """The project's name gets the room that it needs, within reason; where the row is too short there are
        two."""
        px = self._theme.px
        words = QFontMetrics(self._theme.font("body")).horizontalAdvance(self.project.currentText())
        self.project.setFixedWidth(min(max(px(140), words + px(70)), px(200)))
        if not self.width():
            return
        parts = [self.arrows, self.title, self.views, self.range, self.project, self.export]
        shown = [part for part in parts if not part.isHidden()]
        needs = sum(part.sizeHint().width() if part is not self.project else part.width() for part in shown)
        needs += px(12) * len(shown) + 2 * px(16)
        way = QBoxLayout.Direction
        self._rows.setDirection(way.TopToBottom if needs > self.width() else way.LeftToRight)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Of one row of the two."""
        return QSize(self._theme.px(_NARROWEST), super().minimumSizeHint().height())


VIEWS = (CHARTS, TIMELINE, GRAPH, EFFECT)
_REFRESH_MS = 1000
"""Changes come in bursts: the figures are counted at most so often."""
_SLOW_MS = 400
"""Counting that takes longer is said."""
_LOW = 640
"""In a lower window, maintenance scrolls with the charts and leaves them the room."""
_VIEW, _DAYS, _PROJECT = "insights/view", "insights/days", "insights/project"


class InsightsPage(QWidget):
    """Figures that are there stay until others come. `memories_wanted(fields)`: of a question to the Memories
    page."""

    memory_wanted = Signal(str)
    conversation_wanted = Signal(str, object)
    memories_wanted = Signal(object)
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
        self._others: dict[str, View] = {}
        self.controller = InsightsController(bridge, self)
        self.exports = Exports(self.controller, clock, state, self)
        self.bar = InsightsBar(icons, VIEWS, self)
        self.charts = ChartsView(icons, state, self)
        self.strip = MaintenanceCard(icons, bridge, clock=clock, parent=self)
        self.empty = EmptyState(icons, "activity", "", parent=self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        self.soon = RefreshTimer(self, self.refresh, refresh_ms)
        self.slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self.slow.timeout.connect(lambda: self.bar.counting.setText(tr("Counting…")))
        self._lay_out()
        self._connect()
        self._recall()

    def _lay_out(self) -> None:
        px = self._icons.theme.px
        self._strip_below = True
        self._content: QWidget = self.charts
        self.stack = stacked(self.charts, self.empty, parent=self)
        self.foot = QWidget(self)
        below = QVBoxLayout(self.foot)
        below.setContentsMargins(0, 0, 0, px(12))
        below.setSpacing(px(10))
        below.addWidget(Hairline(self._icons.theme, parent=self.foot))
        self._strip_place = vbox(self.strip, margins=(px(16), 0, px(16), 0))
        below.addLayout(self._strip_place)
        vbox(self.bar, (self.stack, 1), self.foot, self.snackbar, on=self)

    def _connect(self) -> None:
        self._bridge.changed.connect(self._store_changed)
        self.controller.said.connect(self._say)
        self.bar.wanted.connect(self._wanted)
        self.bar.view_chosen.connect(self.show_view)
        for number, key in enumerate(VIEWS, 1):
            key_on_page(self, f"Alt+{number}", partial(self._go_to_view, key))
        self.bar.pictures_wanted.connect(self._save_pictures)
        self.bar.tables_wanted.connect(self._save_tables)
        self.bar.page_wanted.connect(self._save_page)
        for card in self.charts.cards.values():
            card.picture_wanted.connect(partial(self._save_picture, card))
            card.figures_wanted.connect(lambda card=card: self.exports.table(card.name, card.figures()))
            card.copied.connect(lambda: self._say(tr("Data copied"), "copy"))
        self.charts.memories_wanted.connect(self.memories_wanted)
        self.strip.archived_wanted.connect(self.archived_wanted)

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
        """Show charts, timeline, graph, or whether memories help."""
        self.view = key
        if self._state is not None:
            self._state.set_value(_VIEW, key)
        self.bar.show_wish(self.bar.wish, key)
        self.bar.set_of_time(key in (CHARTS, EFFECT), key == CHARTS)
        if (other := self._other()) is not None:
            other.set_wish(self.bar.wish)
        elif self.soon.behind and self.isVisible():
            self.refresh()
        self._settle()

    def _go_to_view(self, key: str) -> None:
        self.show_view(key)
        self.focus_main()

    def focus_main(self) -> None:
        if (other := self._other()) is not None:
            other.focus_main()
        elif self._content is self.empty:
            self._next_step().setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.charts.cards["growth"].main_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the bar, each chart, maintenance."""
        if (other := self._other()) is not None:
            groups = [self.bar.views, *other.focus_groups()]
        else:
            charts = [card.main_widget() for card in self.charts.cards.values()]
            groups = [self.bar.views, *charts, self._next_step(), self.strip.run_button]
        return [widget for widget in groups if widget.isVisible()]

    def _next_step(self) -> QWidget:
        """The button of the empty state, where it has one."""
        return next((b for b in self.empty.findChildren(Button) if not b.isHidden()), self.empty)

    def refresh(self) -> None:
        """Count again; what is seen stays until the answer is there."""
        self.soon.caught_up()
        other = self._other()
        if other is not None and self.answer is not None:
            self.soon.behind = True
            other.refresh()
            return
        if not self.slow.isActive():
            self.slow.start()
        self.controller.count(self.bar.wish, self._show_answer, self._show_failure)

    # The answer

    def _wanted(self, wish: Wish) -> None:
        if self._state is not None:
            self._state.set_value(_DAYS, str(wish.days))
            self._state.set_value(_PROJECT, wish.project or "")
        self.soon.behind = True
        if (other := self._other()) is not None:
            other.set_wish(wish)
        else:
            self.refresh()

    def _show_answer(self, answer: Answer) -> None:
        self._rest()
        self.answer = answer
        self.bar.set_projects(answer.projects)
        self.bar.export.setEnabled(not answer.empty)
        self.charts.show_answer(answer)
        if not answer.empty:
            self._show(self.charts)
        elif answer.wish.project is not None:
            every = Button(self._icons, tr("Show all projects"), clicked=self._all_projects)
            title = tr("No data for {project} yet").format(project=project_name(answer.wish.project))
            self._show_empty(title, tr("Arbor hasn't read any conversations from this project."), every)
        else:
            read = Button(self._icons, tr("Choose sources"), variant="primary")
            read.clicked.connect(self.capture_settings_wanted)
            text = tr(
                "See how your memories grow and how often they help. To begin, choose the sources "
                "that Arbor reads."
            )
            self._show_empty(tr("No statistics yet"), text, read)

    def _show_failure(self, words: str) -> None:
        self._rest()
        if self.answer is not None:
            self._say(words, "warning")
            return
        retry = Button(self._icons, tr("Try again"), icon="refresh", clicked=self.refresh)
        self.bar.export.setEnabled(False)
        text = tr("Your memories are still on this computer. Try again.")
        self._show_empty(tr("Couldn't load the statistics"), text, retry, "error", words)

    def _show_empty(
        self, title: str, text: str, action: Button, picture: str = "activity", code: str = ""
    ) -> None:
        self.empty.show_state(picture, title, text, code=code, actions=(action,))
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
        content = self._other() or self._content
        self.stack.setCurrentWidget(content)
        self.foot.setVisible(content is self.charts and self._strip_below)

    def _other(self) -> View | None:
        """One of the other views, made when it is first wanted; None for the charts."""
        if self.view not in self._others and self.view != CHARTS:
            made = self._made(self.view)
            made.memory_wanted.connect(self.memory_wanted)
            made.conversation_wanted.connect(self.conversation_wanted)
            made.said.connect(self._say)
            self.stack.addWidget(made)
            self._others[self.view] = made
        return self._others.get(self.view)

    def _made(self, key: str) -> View:
        """Its code is read now, not when the window opens."""
        if key == TIMELINE:
            from arbor_desktop.ui.insights.timeline.view import TimelineView

            return TimelineView(self._icons, self._bridge, clock=self._clock, parent=self)
        if key == EFFECT:
            from arbor_desktop.ui.insights.effect import EffectView

            return EffectView(self._icons, self._bridge, clock=self._clock, state=self._state, parent=self)
        from arbor_desktop.ui.insights.graph.view import GraphView

        return GraphView(self._icons, self._bridge, clock=self._clock, state=self._state, parent=self)

    def _say(self, text: str, icon: str) -> None:
        self.snackbar.show_message(text, icon=icon)

    def _rest(self) -> None:
        self.slow.stop()
        self.bar.counting.setText("")

    # Export

    def _save_picture(self, card: ChartCard) -> None:
        self.exports.picture(card.name, card.picture(), tr("Save image"))

    def _save_pictures(self) -> None:
        self.exports.pictures({card.name: card.picture() for card in self.charts.cards.values()})

    def _save_tables(self) -> None:
        tables = [("at-a-glance", self.charts.stats.table())]
        tables += [(card.name, card.figures()) for card in self.charts.cards.values()]
        self.exports.tables("insights", tables, tr("Save all data as tables"))

    def _save_page(self) -> None:
        self.exports.picture("insights", self.charts.picture(), tr("Save page as image"))

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
