"""The figures that are no charts: the cards above, the costs, and the measures of success."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.clock import local_day
from arbor_desktop.maintenance.model import Cost, Measure
from arbor_desktop.memories.model import Category
from arbor_desktop.ui.charts.bars import DayColumns
from arbor_desktop.ui.charts.card import ChartCard
from arbor_desktop.ui.charts.chart import Chart, PointWords
from arbor_desktop.ui.charts.figures import Cell, Table, short_number
from arbor_desktop.ui.components import Card, ElidedLabel, Label
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.formatting import day_words, moment, percent
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.controller import Answer
from arbor_desktop.ui.insights.words import (
    NO_FIGURE,
    captured_words,
    dollars,
    goal_words,
    measure_about,
    measure_name,
    measure_value,
    met_words,
    next_run,
    share_words,
    when_short,
)
from arbor_desktop.ui.translation import number, tr

_NARROWEST = 146


class StatCard(Card):
    """A glyph and a name, a figure, and a line about it."""

    def __init__(self, icons: Icons, glyph: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self._glyph = icons, glyph
        theme, px = icons.theme, icons.theme.px
        self.title = ElidedLabel(theme, title, "small500", "text3", parent=self)
        self.title.setContentsMargins(0, 0, 0, 0)
        self.value = ElidedLabel(theme, NO_FIGURE, "display", "text", parent=self)
        self.note = ElidedLabel(theme, " ", "caption", "text3", parent=self)
        head = _Head(icons, glyph, self.title, self)
        vbox(head, self.value, self.note, on=self, margins=(px(12) + 1, px(10) + 1, px(8), px(10) + 1))
        self.setAccessibleName(title)

    def show_figure(self, value: str, note: str, more: str = "") -> None:
        """`more` is its tooltip."""
        self.value.setText(value)
        self.note.setText(note)
        self.setToolTip(more)
        said = note if value == NO_FIGURE else f"{value}, {note}"
        self.setAccessibleName(f"{self.title.text()}: {said}")


class _Head(QWidget):
    def __init__(self, icons: Icons, glyph: str, title: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._glyph = icons, glyph
        title.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        vbox(title, on=self, margins=(icons.theme.px(14) + icons.theme.px(6), 0, 0, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        top = (self.height() - self._icons.theme.px(14)) / 2
        self._icons.paint(QPainter(self), self._glyph, "text3", 0, top, 14)


class StatRow(QWidget):
    """All cards in one row; where there is no room for that, in rows that are as full as can be."""

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._theme = icons.theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.cards = {
            key: StatCard(icons, glyph, title, self)
            for key, glyph, title in (
                ("memories", "memories", tr("Total memories")),
                ("categories", "tag", tr("Categories")),
                ("conversations", "conversations", tr("Conversations")),
                ("updated", "clock", tr("Last updated")),
                ("maintenance", "refresh", tr("Next maintenance")),
                ("helpful", "check", tr("Helpful")),
                ("stale", "history", tr("Unused 90 days")),
            )
        }

    def show_answer(self, answer: Answer) -> None:
        found, now = answer.insights, answer.insights.until
        show = {key: card.show_figure for key, card in self.cards.items()}
        week = found.memories_this_week
        show["memories"](
            number(found.memories), f"+{number(week)} {tr('this week')}" if week else tr("none this week")
        )
        show["categories"](number(found.categories), tr("of %n in use", None, len(Category)))
        show["conversations"](
            number(found.memorized), tr("of {count} read").format(count=number(found.conversations))
        )
        at = found.last_updated
        show["updated"](
            NO_FIGURE if at is None else when_short(at, now),
            captured_words(found),
            "" if at is None else moment(at, now),
        )
        show["maintenance"](*next_run(answer.maintenance, now))
        helpful, stale = found.helpful, found.stale
        goals = {measure.key: measure.goal for measure in found.measures}
        words = tr("{part} of {whole} helped")
        show["helpful"](
            share_words(helpful, goals.get("helpful")),
            words.format(part=number(helpful.part), whole=number(helpful.whole))
            if helpful.whole
            else tr("no data yet"),
            tr(
                "Share of relevant memories that helped. A memory is relevant if a conversation "
                "used it, or if you confirmed it or marked it wrong or outdated within a week of "
                "it being shared."
            ),
        )
        words = tr("{part} of {whole} memories")
        show["stale"](
            share_words(stale, goals.get("stale")),
            words.format(part=number(stale.part), whole=number(stale.whole))
            if stale.whole
            else tr("no data yet"),
            tr("Memories that were never used, and not mentioned or confirmed for over 90 days."),
        )

    def table(self) -> Table:
        """The cards as figures for a file."""
        rows = tuple((c.title.text(), c.value.text(), c.note.text().lstrip("+")) for c in self.cards.values())
        return Table(tr("At a glance"), (tr("Metric"), tr("Value"), tr("Note")), rows)

    # Places

    @property
    def _gap(self) -> int:
        return self._theme.px(10)

    def _rows(self, width: int) -> list[int]:
        """How many cards each row has."""
        count = len(self.cards)
        fit = max(1, (width + self._gap) // (self._theme.px(_NARROWEST) + self._gap))
        rows = -(-count // fit)
        return [count // rows + (n < count % rows) for n in range(rows)]

    def _high(self) -> int:
        return max(card.sizeHint().height() for card in self.cards.values())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        rest = list(self.cards.values())
        y = 0
        for many in self._rows(self.width()):
            wide = (self.width() + self._gap) / many
            for n in range(many):
                left, right = round(n * wide), round((n + 1) * wide) - self._gap
                rest.pop(0).setGeometry(QRectF(left, y, right - left, self._high()).toRect())
            y += self._high() + self._gap
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        rows = len(self._rows(max(1, self.width())))
        return QSize(self._theme.px(600), rows * (self._high() + self._gap) - self._gap)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(_NARROWEST), self.sizeHint().height())


class CostCard(ChartCard):
    """The total beside its limit, a column a day, and two lines. Where nothing cost anything there is no
    empty chart, but a line that says so."""

    def __init__(self, icons: Icons) -> None:
        theme, px = icons.theme, icons.theme.px
        self.days = DayColumns(theme, tr("Cost this month"), tr("Cost in US dollars"), dollars)
        super().__init__(icons, "cost", tr("Cost this month"), self.days)
        self.total = Label(theme, NO_FIGURE, "display", parent=self.face)
        self.limit = Label(theme, "", "small", "text3", parent=self.face)
        top = hbox(self.total, (self.limit, 1), gap=px(8))
        self.calm = Label(theme, "", "small", "text3", parent=self.face, wrap=True)
        self.tokens = _Line(icons, tr("Tokens in / out"), self.face)
        self.offline = _Line(icons, tr("Conversations read without a model"), self.face)
        self.column.insertLayout(0, top)
        self.column.addWidget(self.calm)
        self.column.addSpacing(px(8))
        self.column.addWidget(self.tokens)
        self.column.addSpacing(px(3))
        self.column.addWidget(self.offline)
        self.prices = Label(theme, "", "caption", "text3", parent=self.face, wrap=True)
        self.column.addSpacing(px(6))
        self.column.addWidget(self.prices)
        self.column.addStretch(1)
        self.days.hide()

    def show_cost(self, cost: Cost, now: int, *, of_all_projects: bool) -> None:
        """`of_all_projects`: whether it must be said that this is not of the chosen project alone."""
        self.days.set_days(local_day(now), cost.days)
        self.total.setText(dollars(cost.total))
        self.limit.setText(
            "" if cost.limit is None else tr("of {limit} budget").format(limit=_limit(cost.limit))
        )
        nothing = cost.total == 0 and not any(cost.days)
        self.days.setVisible(not nothing)
        self.calm.setVisible(nothing)
        self.calm.setText(tr("No spending this month."))
        self.set_note(tr("all projects") if of_all_projects else "")
        used = cost.input_tokens or cost.output_tokens
        self.tokens.setVisible(bool(used))
        self.tokens.show_value(f"{short_number(cost.input_tokens)} / {short_number(cost.output_tokens)}")
        share = cost.offline.share
        said = tr("no data yet") if share is None else percent(share)
        self.offline.show_value(said)
        self.prices.setText(_by_which(cost))
        self.prices.setVisible(bool(self.prices.text()))
        self.setAccessibleDescription(f"{self.total.text()} {self.limit.text()}. {self.offline.said()}")
        self.refresh()

    def figures(self) -> Table:
        return self.days.table()


class _Line(QWidget):
    """A name at left, its figure at right."""

    def __init__(self, icons: Icons, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        self.value = Label(icons.theme, "", "small", parent=self)
        hbox(
            (ElidedLabel(icons.theme, name, "small", "text2", parent=self), 1), self.value, on=self, gap=None
        )

    def show_value(self, text: str) -> None:
        self.value.setText(text)
        self.setAccessibleName(self.said())

    def said(self) -> str:
        return f"{self._name}: {self.value.text()}"


def _by_which(cost: Cost) -> str:
    """`prices of 22 Nov 2026; 3 calls without a known price`."""
    parts = []
    if cost.prices:
        day = day_words(date.fromisoformat(cost.prices), year=True)
        parts.append(tr("Based on prices of {day}").format(day=day))
    if cost.unpriced:
        parts.append(tr("%n model calls with unknown price not included", None, cost.unpriced))
    return "; ".join(parts)


def _limit(value: float) -> str:
    return f"${value:,.0f}" if value == int(value) else dollars(value)


_ROW, _NARROW, _GAP = 46, 900, 32


class Measures(Chart):
    """A row each, in two columns where there is room. Marked is a row."""

    def __init__(self, icons: Icons, name: str) -> None:
        super().__init__(icons.theme, name, grows=False)
        self.set_data(())

    @property
    def _measures(self) -> tuple[Measure, ...]:
        measures: tuple[Measure, ...] = self.data
        return measures

    # Figures

    def count(self) -> int:
        return len(self._measures)

    def words(self, point: int) -> PointWords:
        measure = self._measures[point]
        value = "" if measure.met is None else f" {measure_value(measure)}"
        said = f"{measure_name(measure)}{value}. {measure_about(measure)}."
        return PointWords(said if value else f"{said} {tr('No data yet')}.")

    def summary(self) -> str:
        known = [m for m in self._measures if m.met is not None]
        return ", ".join(f"{measure_name(m)} {measure_value(m)}" for m in known) or tr("No data yet")

    def table(self) -> Table:
        headers = (
            tr("Metric"), tr("Value"), tr("Count"), tr("Total"), tr("Goal"), tr("Status"),
            tr("Description"),
        )  # fmt: skip
        return Table(self.accessibleName(), headers, tuple(self._row(m) for m in self._measures))

    def _row(self, measure: Measure) -> tuple[Cell, ...]:
        rate = measure.rate
        counted: tuple[Cell, ...] = (measure.value, None, None)
        if rate is not None:
            counted = (None,) * 3 if rate.share is None else (round(rate.share, 4), rate.part, rate.whole)
        standing = met_words(measure)
        return (measure_name(measure), *counted, goal_words(measure), standing, measure_about(measure))

    def step(self, point: int, key: Qt.Key) -> int | None:
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            target = point + (self._per_column() if key == Qt.Key.Key_Right else -self._per_column())
            return target if self._columns() > 1 and 0 <= target < self.count() else point
        return super().step(point, key)

    # Places

    def _columns(self) -> int:
        return 2 if self.width() >= self.px(_NARROW) else 1

    def _per_column(self) -> int:
        return max(1, -(-self.count() // self._columns()))

    def box(self, point: int) -> QRectF:
        column, row = divmod(point, self._per_column())
        columns, gap = self._columns(), self.px(_GAP)
        wide = (self.width() - (columns - 1) * gap) / columns
        return QRectF(round(column * (wide + gap)), row * self.px(_ROW), round(wide), self.px(_ROW))

    def point_at(self, at: QPointF) -> int:
        return next((n for n in range(self.count()) if self.box(n).contains(at)), -1)

    def anchor(self, point: int) -> QRectF:
        return self.box(point)

    # Painting

    def paint_figures(self, painter: QPainter) -> None:
        for n, measure in enumerate(self._measures):
            box = self.box(n)
            if n % self._per_column():
                painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), self.theme.color("border"))
            self._paint_row(painter, box, measure)

    def _paint_row(self, painter: QPainter, box: QRectF, measure: Measure) -> None:
        px = self.px
        upper = QRectF(box.left(), box.top() + px(5), box.width(), px(20))
        lower = QRectF(box.left(), box.top() + px(24), box.width(), px(16))
        value = measure_value(measure)
        self.write(painter, "body500", "text", upper, measure_name(measure), most=box.width() - px(90))
        self.write(painter, "caption", "text3", lower, measure_about(measure), most=box.width())
        self.write(painter, "section", "text" if measure.met is not None else "text3", upper, value, "right")

    def paint_mark(self, painter: QPainter, point: int) -> None:
        box = self.box(point)
        edge = QRectF(box.left() - self.px(8), box.top() + self.px(9), self.px(3), box.height() - self.px(18))
        self.bar(painter, edge, "accent", 1.5)
        around = box.adjusted(-self.px(6), 2, self.px(6), -1)
        rounded(painter, around, self.px(6), None, self.theme.color("borderStrong"))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(280), self._per_column() * self.px(_ROW))
