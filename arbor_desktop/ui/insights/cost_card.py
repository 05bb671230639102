"""What models cost this month, and what was done without."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.maintenance.model import Cost
from arbor_desktop.ui.charts.card import ChartCard
from arbor_desktop.ui.charts.columns import DayColumns
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.words import local_day, number, percent, short_number
from arbor_desktop.ui.components import ElidedLabel, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.words import NO_FIGURE, dollars, tr


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
        self.calm.setText(tr("No model was paid for this month."))
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
        parts.append(tr("one call without a known price"))
    elif cost.unpriced:
        parts.append(tr("{count} calls without a known price").format(count=number(cost.unpriced)))
    return "; ".join(parts)


def _limit(value: float) -> str:
    return f"${value:,.0f}" if value == int(value) else dollars(value)
