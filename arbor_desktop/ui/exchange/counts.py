"""How many entries of an import have each outcome."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from arbor_desktop.ui.components import Card, Label
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.painting import badge_colors, rounded
from arbor_desktop.ui.exchange.words import LOOKS, OUTCOMES, count_label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number

_COLORS = {"new": "chFact", "merged": "chPref", "conflict": "chSkill", "skipped": "track"}
_BAR, _GAP, _LEAST = 8, 2, 4
_GLYPH = 18


class Counts(Card):
    """Four counts, and below them a bar with their shares."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        px = icons.theme.px
        self.numbers: dict[str, Label] = {}
        row = hbox(gap=px(12))
        for outcome in OUTCOMES:
            self.numbers[outcome] = Label(icons.theme, "", "display")
            words = Label(icons.theme, count_label(outcome), "small", "text2")
            words.setBuddy(self.numbers[outcome])
            grid = QGridLayout()
            grid.setHorizontalSpacing(px(10))
            grid.setVerticalSpacing(0)
            grid.addWidget(_Glyph(icons, outcome), 0, 0)
            grid.addWidget(self.numbers[outcome], 0, 1)
            grid.addWidget(words, 1, 1)
            grid.setColumnStretch(1, 1)
            row.addLayout(grid, 1)
        self._shares = _Shares(icons.theme, self)
        vbox(row, self._shares, on=self, margins=(px(16), px(10), px(16), px(14)), gap=px(12))

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many entries have each outcome."""
        for outcome, label in self.numbers.items():
            label.setText(number(counts.get(outcome, 0)))
            label.setAccessibleName(f"{label.text()} {count_label(outcome)}")
        self._shares.show_counts(counts)


class _Glyph(QWidget):
    def __init__(self, icons: Icons, outcome: str) -> None:
        super().__init__()
        self._icons, (self._kind, self._name) = icons, LOOKS[outcome]
        self.setFixedSize(icons.theme.px(_GLYPH), icons.theme.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        color = badge_colors(theme, self._kind)[0]
        top = (self.height() - theme.px(_GLYPH)) / 2
        self._icons.paint(QPainter(self), self._name, color, 0, top, _GLYPH)


class _Shares(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._counts: Mapping[str, int] = {}
        self.setFixedHeight(theme.px(_BAR))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        self._counts = counts
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        parts = [(name, count) for name in OUTCOMES if (count := self._counts.get(name, 0))]
        total = sum(count for _, count in parts)
        if not total:
            rounded(painter, self.rect(), px(2), theme.color("track"))
            return
        room = self.width() - px(_GAP) * (len(parts) - 1)
        widths = [max(px(_LEAST), room * count / total) for _, count in parts]
        scale = room / sum(widths)
        x = 0.0
        for (name, _), width in zip(parts, widths, strict=True):
            box = QRectF(x, 0, width * scale, self.height())
            rounded(painter, box, px(2), theme.color(_COLORS[name]))
            x += width * scale + px(_GAP)
