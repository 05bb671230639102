"""The cards of figures over the charts, and that of the costs."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import local_day
from arbor_desktop.maintenance.model import Cost
from arbor_desktop.memories.model import Category
from arbor_desktop.ui.charts.bars import DayColumns
from arbor_desktop.ui.charts.card import ChartCard
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.words import number, percent, short_number
from arbor_desktop.ui.components import Card, ElidedLabel, Label
from arbor_desktop.ui.dates import moment
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.controller import Answer
from arbor_desktop.ui.insights.words import (
    NO_FIGURE,
    captured_words,
    dollars,
    next_run,
    share_words,
    tr,
    when_short,
)

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
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12) + 1, px(10) + 1, px(8), px(10) + 1)
        column.setSpacing(0)
        for part in (head, self.value, self.note):
            column.addWidget(part)
        self.setAccessibleName(title)

    def show_figure(self, value: str, note: str, more: str = "") -> None:
        """`more` is its tooltip."""
        self.value.setText(value)
        self.note.setText(note)
        self.setToolTip(more)
        said = tr("no figure") if value == NO_FIGURE else value
        self.setAccessibleName(f"{self.title.text()}: {said}, {note}")


class _Head(QWidget):
    def __init__(self, icons: Icons, glyph: str, title: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._glyph = icons, glyph
        title.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QVBoxLayout(self)
        row.setContentsMargins(icons.theme.px(14) + icons.theme.px(6), 0, 0, 0)
        row.addWidget(title)

    def paintEvent(self, _event: QPaintEvent) -> None:
        top = (self.height() - self._icons.theme.px(14)) / 2
        self._icons.paint(QPainter(self), self._glyph, "text3", 0, top, 14)


class StatRow(QWidget):
    """All cards in one row; where there is no room for that, in rows that are as full as can be."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
                ("stale", "history", tr("Unused")),
            )
        }

    def show_answer(self, answer: Answer) -> None:
        found, now = answer.insights, answer.insights.until
        show = {key: card.show_figure for key, card in self.cards.items()}
        week = found.memories_this_week
        show["memories"](
            number(found.memories), f"+{number(week)} {tr('this week')}" if week else tr("none this week")
        )
        show["categories"](number(found.categories), tr("of %n in use", len(Category)))
        show["conversations"](
            number(found.memorized), tr("of {count} processed").format(count=number(found.conversations))
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
                "Of the memories that came into play in a session (used there, or said to be right or wrong "
                "by you soon after), how many helped."
            ),
        )
        words = tr("{part} of {whole} memories")
        show["stale"](
            share_words(stale, goals.get("stale")),
            words.format(part=number(stale.part), whole=number(stale.whole))
            if stale.whole
            else tr("no data yet"),
            tr("How many memories were idle for over 90 days and never used."),
        )

    def table(self) -> Table:
        """The cards as figures for a file."""
        rows = tuple((c.title.text(), c.value.text(), c.note.text().lstrip("+")) for c in self.cards.values())
        return Table(tr("At a glance"), (tr("Figure"), tr("Value"), tr("Note")), rows)

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

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        theme, px = icons.theme, icons.theme.px
        self.days = DayColumns(theme, tr("Cost this month"), tr("Cost in US dollars"), dollars)
        super().__init__(icons, "cost", tr("Cost this month"), self.days, parent)
        self.total = Label(theme, NO_FIGURE, "display", parent=self.face)
        self.limit = Label(theme, "", "small", "text3", parent=self.face)
        top = QHBoxLayout()
        top.setSpacing(px(8))
        top.addWidget(self.total)
        top.addWidget(self.limit, 1)
        self.calm = Label(theme, "", "small", "text3", parent=self.face)
        self.calm.setWordWrap(True)
        self.tokens = _Line(icons, tr("Tokens in / out"), self.face)
        self.offline = _Line(icons, tr("Processed offline"), self.face)
        self.column.insertLayout(0, top)
        self.column.addWidget(self.calm)
        self.column.addSpacing(px(8))
        self.column.addWidget(self.tokens)
        self.column.addSpacing(px(3))
        self.column.addWidget(self.offline)
        self.prices = Label(theme, "", "caption", "text3", parent=self.face)
        self.prices.setWordWrap(True)
        self.column.addSpacing(px(6))
        self.column.addWidget(self.prices)
        self.column.addStretch(1)
        self.days.hide()

    def show_cost(self, cost: Cost, now: int, *, of_all_projects: bool) -> None:
        """`of_all_projects`: whether it must be said that this is not of the chosen project alone."""
        self.days.set_days(local_day(now), cost.days)
        self.total.setText(dollars(cost.total))
        self.limit.setText(
            "" if cost.limit is None else tr("of {limit} limit").format(limit=_limit(cost.limit))
        )
        nothing = cost.total == 0 and not any(cost.days)
        self.days.setVisible(not nothing)
        self.calm.setVisible(nothing)
        self.calm.setText(tr("No spending this month."))
        self.set_note(tr("of all projects") if of_all_projects else "")
        used = cost.input_tokens or cost.output_tokens
        self.tokens.setVisible(bool(used))
        self.tokens.show_value(f"{short_number(cost.input_tokens)} / {short_number(cost.output_tokens)}")
        share = cost.offline.share
        self.offline.show_value(
            tr("no data yet") if share is None else tr("{share}, free").format(share=percent(share))
        )
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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(ElidedLabel(icons.theme, name, "small", "text2", parent=self), 1)
        row.addWidget(self.value)

    def show_value(self, text: str) -> None:
        self.value.setText(text)
        self.setAccessibleName(self.said())

    def said(self) -> str:
        return f"{self._name}: {self.value.text()}"


def _by_which(cost: Cost) -> str:
    """`prices of 22 Nov 2026; 3 calls without a known price`."""
    parts = [tr("By the {prices}").format(prices=cost.prices)] if cost.prices else []
    if cost.unpriced == 1:
        parts.append(tr("1 call without a price"))
    elif cost.unpriced:
        parts.append(tr("{count} calls without a price").format(count=number(cost.unpriced)))
    return "; ".join(parts)


def _limit(value: float) -> str:
    return f"${value:,.0f}" if value == int(value) else dollars(value)
