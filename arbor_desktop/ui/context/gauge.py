"""How much of the budget is used, by type, and what the colours mean."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.context.block import SECTIONS
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.components import FlowLayout
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.memories.words import type_label
from arbor_desktop.ui.theme import Theme

Parts = list[tuple[MemoryType | None, int]]
"""Type and tokens; None is what the block itself takes: tags, lead and headings."""
_ORDER: tuple[MemoryType | None, ...] = (*(kind for kind, _ in SECTIONS), None)
"""As the sections follow each other in the text."""


def parts_of(by_type: dict[MemoryType, int], tokens: int) -> Parts:
    """The shares of a block of so many tokens."""
    frame = max(0, tokens - sum(by_type.values()))
    counts = [(kind, frame if kind is None else by_type.get(kind, 0)) for kind in _ORDER]
    return [(kind, count) for kind, count in counts if count]


def part_label(kind: MemoryType | None) -> str:
    return tr("Headings") if kind is None else type_label(kind)


def part_color(theme: Theme, kind: MemoryType | None) -> QColor:
    return theme.color("borderStrong") if kind is None else theme.type_colors(kind)[2]


class Gauge(QWidget):
    """A stacked bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: Parts = []
        self._budget = 1
        self.setFixedHeight(theme.px(8))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, parts: Parts, budget: int) -> None:
        self._parts, self._budget = parts, max(1, budget)
        said = ", ".join(f"{part_label(kind)} {count:,}" for kind, count in parts)
        used = sum(count for _, count in parts)
        self.setAccessibleName(f"{used:,} {tr('of')} {budget:,} {tr('tokens')}")
        self.setAccessibleDescription(said)
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(8))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(whole, 2, 2)
        painter.setClipPath(shape)
        painter.fillRect(whole, self._theme.color("track"))
        gap, x = 1.5 * self._theme.k, 0.0
        for kind, count in self._parts:
            width = whole.width() * count / self._budget
            painter.fillRect(QRectF(x, 0, width, whole.height()), part_color(self._theme, kind))
            x += width
            if x < whole.width():
                painter.fillRect(QRectF(x - gap, 0, gap, whole.height()), self._theme.color("surface"))


class Legend(QWidget):
    """A square and a word for each part."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        flow = FlowLayout(self, theme.px(14), theme.px(2))
        self.items: dict[MemoryType | None, LegendItem] = {}
        for kind in _ORDER:
            self.items[kind] = LegendItem(theme, kind, self)
            flow.addWidget(self.items[kind])

    def show_parts(self, parts: Parts) -> None:
        shown = dict(parts)
        for kind, item in self.items.items():
            item.show_count(shown.get(kind, 0))
            item.setVisible(kind in shown)


class LegendItem(QWidget):
    """ "Fact 226"."""

    def __init__(self, theme: Theme, kind: MemoryType | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._kind = theme, kind
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if kind is None:
            self.setToolTip(tr("What the block itself takes: tags, first sentence, headings, open conflicts"))
        self.hide()

    def show_count(self, count: int) -> None:
        self.text = f"{part_label(self._kind)} {count:,}"
        self.setAccessibleName(self.text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = QFontMetrics(self._theme.font("caption")).horizontalAdvance(self.text)
        return QSize(self._theme.px(13) + words + 1, self._theme.line("caption"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        side = theme.px(8)
        box = QRectF(0, (self.height() - side) / 2, side, side)
        rounded(painter, box, 2, part_color(theme, self._kind))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text2"))
        rest = self.rect().adjusted(theme.px(13), 0, 0, 0)
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, self.text)
