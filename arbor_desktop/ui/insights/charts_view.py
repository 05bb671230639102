"""All charts, in two columns or one."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QImage, QRegion, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QBoxLayout, QScrollBar, QVBoxLayout, QWidget

from arbor_desktop.clock import local_day
from arbor_desktop.maintenance.model import Growth, Insights
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.charts.area import AreaChart, Series, Stack, stack_of
from arbor_desktop.ui.charts.bars import Bar, BarChart, Histogram, bars_of
from arbor_desktop.ui.charts.card import PICTURE_RATIO, ChartCard
from arbor_desktop.ui.charts.heatmap import Heatmap
from arbor_desktop.ui.components import ComboBox
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.components.keyboard import follow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.controller import Answer
from arbor_desktop.ui.insights.stats import CostCard, Measures, StatRow
from arbor_desktop.ui.insights.words import kind_label, span_words
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

TWO_COLUMNS_FROM = 1100
_LEFT, _RIGHT = 740, 374
_ORDER = (
    (MemoryType.FACT, "chFact"),
    (MemoryType.PREFERENCE, "chPref"),
    (MemoryType.INSTRUCTION, "chInstr"),
    (MemoryType.CONTEXT, "chCtx"),
    (MemoryType.SKILL, "chSkill"),
    (MemoryType.RELATIONSHIP, "chRel"),
)
"""From the lowest area to the highest, always the same, so that one finds a type where it was."""
_SIDES = ((("growth", "activity"), "growth"), (("kinds", "confidence", "cost"), "confidence"))
"""The cards of both columns, and which of them takes the room that is left."""
_BY, _DAYS_OF = "insights/by", "insights/activity"


class ChartsView(ScrollArea):
    """`memories_wanted(fields)`: the memories behind a bar are wanted, by the fields of a question to the
    Memories page."""

    memories_wanted = Signal(object)

    def __init__(self, icons: Icons, state: WindowState | None, parent: QWidget | None = None) -> None:
        """`state` remembers what the pickers were at."""
        super().__init__(clear=True, parent=parent)
        self.icons, self._state = icons, state
        self._answer: Answer | None = None
        self._make_charts()
        self._make_pickers()
        self._lay_out()

    def _make_charts(self) -> None:
        icons, theme = self.icons, self.icons.theme
        self.stats = StatRow(icons)
        self.area = AreaChart(theme, tr("Memories over time"), tr("memories"))
        self.area.empty_words = tr("No memories in this time range")
        self.bars = BarChart(theme, tr("Memories by category"), tr("Category"), tr("Memories"))
        self.histogram = Histogram(theme, tr("Confidence"), tr("Memories"))
        self.heatmap = Heatmap(theme, tr("Conversations read"))
        self.measures = Measures(icons, tr("Quality"))
        self.cost = CostCard(icons)
        self.cards: dict[str, ChartCard] = {
            "growth": ChartCard(icons, "memories-over-time", tr("Memories over time"), self.area),
            "activity": ChartCard(icons, "activity", tr("Conversations read"), self.heatmap),
            "kinds": ChartCard(icons, "by-category", tr("Memories by category"), self.bars),
            "confidence": ChartCard(icons, "confidence", tr("Confidence"), self.histogram),
            "cost": self.cost,
            "measures": ChartCard(icons, "measures", tr("Quality"), self.measures),
        }
        self.cards["confidence"].set_note(tr("memories per confidence step of 0.1"))
        self.bars.activated.connect(self._open_kind)
        self.histogram.activated.connect(self._open_confidence)

    def _make_pickers(self) -> None:
        self.by = _Picker(self.icons, tr("Group by"), (
            ("category", tr("Category")), ("type", tr("Type")), ("source", tr("Origin")),
        ))  # fmt: skip
        self.activity = _Picker(self.icons, tr("Activity"), (
            ("captured", tr("Read")), ("used", tr("Used")),
        ))  # fmt: skip
        for picker, card, key in ((self.by, "kinds", _BY), (self.activity, "activity", _DAYS_OF)):
            self.cards[card].head.insertWidget(2, picker)
            if self._state is not None:
                remembered = self._state.value(key)
                if picker.findData(remembered) >= 0:
                    picker.set_current_data(remembered)
        self.by.activated.connect(lambda _row: self._picked(self.by, _BY))
        self.activity.activated.connect(lambda _row: self._picked(self.activity, _DAYS_OF))

    def _lay_out(self) -> None:
        px = self.icons.theme.px
        self.content = content = QWidget()
        content.setObjectName("insightsCharts")
        self.column = column = QVBoxLayout(content)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        # Made here: Qt's own was once taken by the binding for a layout's item that had lain at its place.
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self.setVerticalScrollBar(self._bar)
        self._bar.rangeChanged.connect(self._keep_edge)
        column.setSpacing(px(10))
        self._grid = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._grid.setSpacing(px(10))
        for names, grows in _SIDES:
            side = vbox(gap=px(10))
            for name in names:
                side.addWidget(self.cards[name], int(name == grows))
            self._grid.addLayout(side)
        column.addWidget(self.stats)
        column.addLayout(self._grid, 1)
        column.addWidget(self.cards["measures"])
        self.setWidget(content)
        content.setAutoFillBackground(False)  # which the line above turns on
        self._set_columns(2)
        follow(None, self._tab_order())

    def _tab_order(self) -> list[QWidget]:
        """As one sees them, card by card: what is in its heading, then its figures."""
        pickers: dict[str, ComboBox] = {"kinds": self.by, "activity": self.activity}
        found: list[QWidget] = []
        for name in (*(name for names, _ in _SIDES for name in names), "measures"):
            card = self.cards[name]
            found += [pickers[name]] if name in pickers else []
            found += [card.more, card.chart, card.table]
        return found

    def _set_columns(self, columns: int) -> None:
        across = columns == 2
        wanted = QBoxLayout.Direction.LeftToRight if across else QBoxLayout.Direction.TopToBottom
        self._grid.setDirection(wanted)
        self._grid.setStretch(0, _LEFT if across else 1)
        self._grid.setStretch(1, _RIGHT if across else 0)

    @property
    def columns(self) -> int:
        return 2 if self._grid.direction() == QBoxLayout.Direction.LeftToRight else 1

    # What is shown

    def show_answer(self, answer: Answer) -> None:
        """Shows other figures; what has not changed is not painted again."""
        self._answer = answer
        found = answer.insights
        self.stats.show_answer(answer)
        self.cards["growth"].set_note(span_words(answer.wish.days))
        self.area.set_data(growth_stack(found.growth, found.until))
        self.histogram.set_counts(found.histogram)
        self.cost.show_cost(found.cost, found.until, of_all_projects=answer.wish.project is not None)
        self.measures.set_data(found.measures)
        self._show_kinds(found)
        self._show_activity(found)
        for card in self.cards.values():
            card.refresh()

    def _show_kinds(self, found: Insights) -> None:
        by = str(self.by.current_data)
        counts, kind = {
            "category": (found.by_category, tr("Category")),
            "type": (found.by_type, tr("Type")),
            "source": (found.by_source, tr("Origin")),
        }[by]
        tokens = {t.value: token for t, token in _ORDER} if by == "type" else {}
        entries = (
            Bar(kind_label(by, name), count, (by, name), tokens.get(name, "accent"))
            for name, count in counts.items()
        )
        card = self.cards["kinds"]
        words = {
            "category": tr("Memories by category"),
            "type": tr("Memories by type"),
            "source": tr("Memories by source"),
        }[by]
        card.title.setText(words)
        card.name = f"by-{by}"
        self.bars.setAccessibleName(words)
        self.bars.set_bars(bars_of(entries, tr("Other")), kind)

    def _show_activity(self, found: Insights) -> None:
        today, card = local_day(found.until), self.cards["activity"]
        if self.activity.current_data == "used":
            words, note = tr("Memories used"), tr("helpful uses per day, last 52 weeks")
            self.heatmap.set_days(today, found.used, tr("helpful use"), tr("helpful uses"))
        else:
            words, note = tr("Conversations read"), tr("per day, last 52 weeks")
            self.heatmap.set_days(today, found.captured, tr("conversation"), tr("conversations"))
        card.title.setText(words)
        card.set_note(note)
        self.heatmap.setAccessibleName(words)

    def _picked(self, picker: ComboBox, key: str) -> None:
        if self._state is not None:
            self._state.set_value(key, str(picker.current_data))
        if self._answer is not None:
            self._show_kinds(self._answer.insights)
            self._show_activity(self._answer.insights)
            for name in ("kinds", "activity"):
                self.cards[name].refresh()

    def picture(self) -> QImage:
        """All of it, also what is scrolled away, twice as sharp as at 100 %."""
        image = QImage(QSize(self.content.size()) * PICTURE_RATIO, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(PICTURE_RATIO)
        image.fill(self.icons.theme.color("surface"))
        self.content.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        return image

    # What is opened

    def _open_kind(self, key: tuple[str, str]) -> None:
        by, name = key
        field = {"category": "categories", "type": "types", "source": "sources"}[by]
        self.memories_wanted.emit({field: (name,)} | self._project())

    def _open_confidence(self, least: float) -> None:
        wanted = {"min_confidence": least, "sort": "confidence", "order": "asc"}
        self.memories_wanted.emit(wanted | self._project())

    def _project(self) -> dict[str, str]:
        project = self._answer.wish.project if self._answer is not None else None
        return {} if project is None else {"scope": "project", "scope_id": project}

    # Widths

    def _keep_edge(self) -> None:
        """The scroll bar stands in the margin, so that the cards end where the bar above ends."""
        bar = self._bar
        inner = self.content.layout()
        if inner is not None:
            px, margins = self.icons.theme.px, inner.contentsMargins()
            margins.setRight(px(16) - (bar.sizeHint().width() if bar.maximum() > 0 else 0))
            inner.setContentsMargins(margins)

    def resizeEvent(self, event: QResizeEvent) -> None:
        wanted = 2 if self.width() >= self.icons.theme.px(TWO_COLUMNS_FROM) else 1
        if wanted != self.columns:
            self._set_columns(wanted)
        super().resizeEvent(event)


def growth_stack(growth: Growth, until: int) -> Stack:
    """The spans' ends, each with how many memories there were then."""
    times = (*(start - 1 for start in growth.starts[1:]), until) if growth.starts else ()
    series = [Series(t.value, type_label(t), token, growth.by_type.get(t, ())) for t, token in _ORDER]
    return stack_of(times, series)


class _Picker(ComboBox):
    """The wheel scrolls the page; the choice is left alone."""

    def __init__(self, icons: Icons, name: str, choices: tuple[tuple[str, str], ...]) -> None:
        super().__init__(icons, name, quiet=True, small=True)
        for key, text in choices:
            self.add(text, key)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
