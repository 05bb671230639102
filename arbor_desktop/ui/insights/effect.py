"""Does it help? What differs in sessions with memories, how certain that is, and the switch for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.context.queries.comparison import SessionWithout
from arbor_desktop.maintenance import effect_words as words
from arbor_desktop.maintenance.effect import ONE_IN, PROJECTS, Effect, Report, Verdict
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.charts.card import ChartCard
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.ranges import Range, RangeChart
from arbor_desktop.ui.components import Button, Card, ComboBox, Label, ProgressBar, Switch
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, clear, hbox, vbox
from arbor_desktop.ui.components.labels import GlyphLine, Hairline
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.components.painting import badge_width, paint_badge, paint_letters, paint_text, rounded
from arbor_desktop.ui.formatting import day
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.controller import Wish
from arbor_desktop.ui.insights.export import Exports
from arbor_desktop.ui.insights.view import View
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import number, tr, translated
from arbor_desktop.ui.window_state import WindowState

_REFRESH_MS = 1500
_LEFT, _RIGHT = 740, 374
_TWO_COLUMNS_FROM = 1000
_SHOWN = 3
"""Sessions that are listed before all are wanted."""


class EffectView(View):
    """The figures at left, the switch and what belongs to it at right, or below in a narrow window."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        refresh_ms: int = _REFRESH_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icons, bridge, refresh_ms, parent)
        self._clock = clock
        self._days = Wish().days
        self.report: Report | None = None
        self._all = self._focus_wanted = False
        exports = Exports(self.controller, clock, state, self)
        self.result = ResultCard(icons, self)
        self.result.picture_wanted.connect(
            lambda: exports.picture(self.result.name, self.result.picture(), tr("Save image"))
        )
        self.result.figures_wanted.connect(lambda: exports.table(self.result.name, self.result.figures()))
        self.result.copied.connect(lambda: self.said.emit(tr("Data copied"), "copy"))
        self.off = OffCard(icons, self)
        self.settings = ComparisonCard(icons, self)
        self.needed, self.sessions, self.how = Card(icons.theme), Card(icons.theme), Card(icons.theme)
        self.off.turn_on.clicked.connect(partial(self._turn, True))
        self.settings.switched.connect(self._turn)
        self.settings.changed.connect(self._set)
        self._lay_out()
        for card in (self.off, self.result, self.needed, self.sessions, self.how):
            card.hide()

    def _lay_out(self) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        content = QWidget()
        self._grid = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._grid.setSpacing(px(10))
        self._grid.setContentsMargins(px(16), px(12), px(16), px(12))
        self._grid.addLayout(vbox(self.result, self.off, STRETCH))
        side = vbox(self.settings, self.sessions, self.needed, self.how, STRETCH, gap=px(10))
        self._grid.addLayout(side)
        content.setLayout(self._grid)
        for card in (self.needed, self.sessions, self.how):
            vbox(on=card, margins=(px(14), px(10), px(14), px(12)), gap=px(6))
        column = self._column(self.how)
        column.addWidget(Label(theme, tr("How it is measured"), "body600"))
        for line in (
            tr("Chosen at random before a session starts."),
            tr("Counted from transcripts on this computer."),
            tr("Sessions with fewer than 5 messages don't count."),
            tr("A range that includes zero is never a result."),
        ):
            column.addWidget(GlyphLine(self._icons, "check", line))
        self.area = ScrollArea(content, clear=True, parent=self)
        content.setAutoFillBackground(False)
        self.stack.addWidget(self.area)
        vbox(self.stack, on=self)

    @staticmethod
    def _column(card: QWidget) -> QVBoxLayout:
        column = card.layout()
        assert isinstance(column, QVBoxLayout)
        return column

    # What is shown

    def set_wish(self, wish: Wish) -> None:
        days, self._days = self._days, wish.days
        self.set_project(wish.project)
        if days != wish.days:
            self.start_over()

    def refresh(self) -> None:
        self.soon.caught_up()
        self.controller.read_effect(self._days, self.project, self.show_report, self._fail)

    def _fail(self, why: str) -> None:
        self.show_failure(tr("Couldn't load the comparison"), why)

    def show_report(self, report: Report) -> None:
        """Show other figures; the focus stays with them."""
        focus = self._focus_wanted or self.off.turn_on.hasFocus()
        self.report, self._focus_wanted = report, False
        begun = bool(report.standing.drawn)
        self.off.show_share(report.one_in)
        self.off.setVisible(not (begun or report.enabled))
        self.result.setVisible(begun or report.enabled)
        self.result.show_report(report, self._clock())
        self.settings.show_report(report)
        self._show_needed(report)
        self._show_sessions(report.sessions)
        self.how.setVisible(begun or report.enabled)
        self.stack.setCurrentWidget(self.area)
        if focus:
            self.focus_main()

    def _show_needed(self, report: Report) -> None:
        theme, column = self._icons.theme, self._column(self.needed)
        clear(column)
        open_ones = [one for one in report.effects if one.needed is not None and one.needed <= words.FAR_OFF]
        self.needed.setVisible(report.enabled and bool(open_ones))
        head = hbox(
            Label(theme, tr("Still needed"), "body600"),
            (Label(theme, tr("sessions without memories"), "caption", "text3"), 1), gap=theme.px(8),
        )  # fmt: skip
        column.addWidget(_on_widget(head))
        for one in open_ones:
            here, total = one.without_sessions, one.without_sessions + (one.needed or 0)
            title = translated(words.TITLES[one.question])
            bar = ProgressBar(theme, title)
            bar.set_value(here, total)
            count = tr("{done} of {total}").format(done=number(here), total=number(total))
            line = hbox((Label(theme, title, "small", "text2"), 1), Label(theme, count, "small"))
            column.addWidget(_on_widget(line))
            column.addWidget(bar)
        if report.week >= 0.5:
            pace = tr("About {n} per week").format(n=number(round(report.week)))
            column.addWidget(Label(theme, pace, "small", "text3"))

    def _show_sessions(self, sessions: Sequence[SessionWithout]) -> None:
        theme, column = self._icons.theme, self._column(self.sessions)
        clear(column)
        self.sessions.setVisible(bool(sessions))
        title = Label(theme, tr("Sessions without memories"), "body600")
        self.all_button = Button(self._icons, "", variant="link", size="small")
        self.all_button.set_label(tr("All {n}").format(n=number(len(sessions))))
        self.all_button.setVisible(len(sessions) > _SHOWN and not self._all)
        self.all_button.clicked.connect(self._show_all)
        column.addWidget(_on_widget(hbox((title, 1), self.all_button)))
        for n, one in enumerate(sessions if self._all else sessions[:_SHOWN]):
            if n:
                column.addWidget(Hairline(theme))
            row = SessionRow(self._icons, one, self._clock())
            row.setEnabled(one.conversation_id is not None)
            row.clicked.connect(partial(self.conversation_wanted.emit, one.conversation_id, None))
            column.addWidget(row)

    def _show_all(self) -> None:
        self._all = True
        if self.report is not None:
            self._show_sessions(self.report.sessions)

    # What is done

    def _turn(self, on: bool) -> None:
        self.controller.turn_comparison(on, self.refresh, self._failed)

    def _set(self, key: str, value: object) -> None:
        self.controller.set_comparison(key, value, self.refresh, self._failed)

    def _failed(self, why: str) -> None:
        self.said.emit(why, "warning")
        self.refresh()

    def _store_changed(self, changes: Changes) -> None:
        if changes.settings or changes.status or changes.conversations or changes.all_conversations:
            self.soon.changed()

    # Where the focus goes

    def focus_main(self) -> None:
        if self.report is None:
            self._focus_wanted = True
            return
        target = self.off.turn_on if not self.off.isHidden() else self.result.main_widget()
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        groups = (self.off.turn_on, self.result.main_widget(), self.settings.switch)
        return [one for one in groups if one.isVisible()]

    def resizeEvent(self, event: QResizeEvent) -> None:
        across = self.width() >= self._icons.theme.px(_TWO_COLUMNS_FROM)
        way = QBoxLayout.Direction
        self._grid.setDirection(way.LeftToRight if across else way.TopToBottom)
        for place, share in enumerate((_LEFT, _RIGHT) if across else (0, 0)):
            self._grid.setStretch(place, share)
        super().resizeEvent(event)


def _on_widget(layout: QBoxLayout) -> QWidget:
    """A row that `clear` can delete."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


class ResultCard(ChartCard):
    """A sentence first, then the ranges."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        theme, px = icons.theme, icons.theme.px
        headers = (
            tr("Question"), tr("Result"), tr("Likely range"), tr("With"), tr("Without"), tr("Sessions"),
        )  # fmt: skip
        self._exported = Table("", ())
        self.ranges = RangeChart(theme, tr("Does it help?"), headers)
        super().__init__(icons, "does-it-help", tr("Does it help?"), self.ranges, parent)
        self.headline = Label(theme, "", "display", parent=self.face, wrap=True)
        self.rest = Label(theme, "", "body", "text2", parent=self.face, wrap=True)
        legend = tr("Bar: right 9 times in 10. Dashed: the range includes zero.")
        self.legend = Label(theme, legend, "caption", "text3", parent=self.face, wrap=True)
        self.column.insertWidget(0, self.headline)
        self.column.insertWidget(1, self.rest)
        self.column.insertSpacing(2, px(8))
        self.column.addSpacing(px(6))
        self.column.addWidget(self.legend)

    def show_report(self, report: Report, now: int) -> None:
        self.headline.setText(translated(words.headline(report)))
        self.rest.setText(translated(words.more(report)))
        self.rest.setVisible(bool(self.rest.text()))
        note = tr("{given} with memories, {without} without").format(
            given=tr("%n sessions", None, report.with_sessions), without=number(report.without_sessions)
        )
        if report.standing.since is not None:
            note = tr("{what}, since {day}").format(what=note, day=day(report.standing.since, now))
        self.set_note(note)
        self.ranges.set_data(tuple(map(_row, report.effects)))
        self._exported = _exported(report)
        self.refresh()

    def figures(self) -> Table:
        return self._exported


def _exported(report: Report) -> Table:
    """Return the figures with all their digits, and the method."""
    headers = (
        tr("Question"), tr("Result"), tr("With memories"), tr("Without memories"), tr("Change"), tr("From"),
        tr("To"), tr("Sessions with"), tr("Sessions without"), tr("Method"),
    )  # fmt: skip
    rows = []
    for one in report.effects:
        figures = (one.with_mean, one.without_mean, one.change, one.low, one.high)
        rounded_ = (None if each is None else round(each, 3) for each in figures)
        asked, said = translated(words.TITLES[one.question]), translated(words.verdict(one))
        rows.append((asked, said, *rounded_, one.with_sessions, one.without_sessions, report.method))
    return Table(tr("Does it help?"), headers, tuple(rows))


def _row(one: Effect) -> Range:
    sure = one.verdict in (Verdict.PLAIN, Verdict.PROBABLY)
    note = words.needs(one) or words.means(one)
    said = translated(words.verdict(one))
    title, likely = translated(words.TITLES[one.question]), translated(words.range_of(one))
    sessions = f"{number(one.with_sessions)} / {number(one.without_sessions)}"
    means = (None if each is None else round(each, 2) for each in (one.with_mean, one.without_mean))
    return Range(
        title, translated(note), said, translated(words.likely(one)), sure, one.change,
        one.low if likely else None, one.high, translated(words.tip(one)),
        (title, said, likely or None, *means, sessions),
    )  # fmt: skip


class OffCard(Card):
    """What it would do, before it is turned on."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(icons.theme, parent)
        theme, px = icons.theme, icons.theme.px
        self.turn_on = Button(icons, tr("Turn on"), variant="primary", parent=self)
        self.text = Label(theme, "", "body", "text2", parent=self, wrap=True)
        vbox(
            Label(theme, tr("Does it help?"), "body600"), px(8),
            Label(theme, tr("Find out with your own sessions."), "display", wrap=True),
            self.text, px(10),
            GlyphLine(icons, "lock", tr("Counted on this computer")), px(4),
            GlyphLine(icons, "info", tr("Each session without memories is marked")), px(4),
            GlyphLine(icons, "undo", tr("Turn it off at any time")), px(16),
            hbox(self.turn_on, STRETCH), on=self, margins=(px(18), px(16), px(18), px(16)),
        )  # fmt: skip

    def show_share(self, one_in: int) -> None:
        """Say how many sessions would get no memories."""
        text = tr(
            "One session in {n} starts without memories. After some weeks you see what changes: repeats, "
            "corrections, failed commands, tokens."
        )
        self.text.setText(text.format(n=one_in))


class ComparisonCard(Card):
    """Whether sessions are compared, in which projects, and how many get no memories.

    `switched(on)`; `changed(key, value)`: of a setting.
    """

    switched = Signal(bool)
    changed = Signal(str, object)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(icons.theme, parent)
        theme, px = icons.theme, icons.theme.px
        self._icons = icons
        self._report: Report | None = None
        self.switch = Switch(theme, tr("Compare sessions"), parent=self)
        self.switch.clicked.connect(self.switched)
        about = tr(
            "Some sessions start without memories, so you can see what they change. Nothing leaves this "
            "computer."
        )
        self.share = ComboBox(icons, tr("Without memories"), small=True, parent=self)
        for one_in in (3, 5, 10):
            self.share.add(tr("1 in {n} sessions").format(n=one_in), one_in)
        self.share.activated.connect(lambda _row: self.changed.emit(ONE_IN, self.share.current_data))
        self.projects = Button(
            icons, "", icon="folder", size="small", parent=self, clicked=self.open_projects
        )
        self.apart = Label(theme, "", "caption", "text3", parent=self, wrap=True)
        rows: list[QWidget] = []
        for name, control in (
            (tr("Without memories"), self.share), (tr("Projects"), self.projects),
            (tr("Next session without"), Label(theme, tr("chosen at random"), "small", "text3")),
        ):  # fmt: skip
            rows += [
                Hairline(theme),
                _on_widget(hbox((Label(theme, name, "body", "text2"), 1), control)),
            ]
        vbox(
            hbox((Label(theme, tr("Compare sessions"), "body600"), 1), self.switch),
            Label(theme, about, "small", "text2", wrap=True), *rows, self.apart,
            on=self, margins=(px(14), px(10), px(14), px(12)), gap=px(6),
        )  # fmt: skip

    def show_report(self, report: Report) -> None:
        self._report = report
        self.switch.setChecked(report.enabled)
        self.share.set_current_data(report.one_in)
        chosen = self.chosen()
        name = project_name(chosen[0]) if len(chosen) == 1 else tr("%n projects", None, len(chosen))
        self.projects.set_label(name)
        self.projects.setAccessibleName(tr("Projects: {names}").format(names=name))
        self.projects.setEnabled(bool(report.comparable or report.not_comparable))
        names = ", ".join(project_name(one) for one in report.not_comparable)
        said = tr("Not comparable, as their instruction files have memories: {names}")
        self.apart.setText(said.format(names=names))
        self.apart.setVisible(bool(names))

    def chosen(self) -> list[str]:
        """The projects that are compared, or would be: all that can be, if none was chosen yet."""
        if self._report is None:
            return []
        return list(self._report.projects or (() if self._report.enabled else self._report.comparable))

    def open_projects(self) -> QMenu:
        """Choose projects; those that can't be compared can't be chosen."""
        menu = Menu(self)
        assert self._report is not None
        chosen = self.chosen()
        for path in sorted({*self._report.comparable, *chosen}, key=project_name):
            action = menu.addAction(project_name(path))
            action.setToolTip(path)
            action.setCheckable(True)
            action.setChecked(path in chosen)
            action.toggled.connect(partial(self._toggle, path))
        for path in self._report.not_comparable:
            menu.addAction(project_name(path)).setEnabled(False)
        menu.popup(self.projects.mapToGlobal(self.projects.rect().bottomLeft()))
        return menu

    def _toggle(self, path: str, on: bool) -> None:
        rest = [one for one in self.chosen() if one != path]
        self.changed.emit(PROJECTS, [*rest, path] if on else rest)


class SessionRow(QAbstractButton):
    """A session without memories; a click shows its conversation."""

    def __init__(self, icons: Icons, session: SessionWithout, now: int) -> None:
        super().__init__()
        self._icons, self._session = icons, session
        parts = [project_name(session.project), day(session.at, now)]
        if session.corrections is None:
            parts.append(tr("not read yet"))
        elif session.corrections:
            parts.append(tr("%n corrections", None, session.corrections))
        if session.repeats:
            parts.append(tr("%n repeats", None, session.repeats))
        self._below = " · ".join(parts)
        self._badge = tr("Shared anyway") if session.released else tr("No memories")
        label = source_words(session.tool).label
        self._title = session.title or tr("{tool} session").format(tool=label)
        self.setAccessibleName(f"{self._title}, {label}, {self._below}, {self._badge}")
        self.setToolTip(f"{self._title}\n{label}")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(200), self._icons.theme.px(42))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, painter = self._icons.theme, self._icons.theme.px, QPainter(self)
        if self.underMouse() and self.isEnabled():
            rounded(painter, self.rect(), px(6), theme.color("hover"))
        letters = QRect(px(2), (self.height() - px(20)) // 2, px(20), px(20))
        paint_letters(painter, theme, letters, source_words(self._session.tool).letters)
        badge = badge_width(theme, self._badge, False)
        paint_badge(
            painter, self._icons, self.width() - badge, (self.height() - px(20)) // 2, self._badge, "neutral"
        )
        line = QRect(px(32), px(3), self.width() - badge - px(40), px(20))
        paint_text(painter, theme, line, self._title, "body", "text")
        paint_text(painter, theme, line.translated(0, px(19)), self._below, "caption", "text3")
