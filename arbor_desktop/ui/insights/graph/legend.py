"""What the colours and lines mean; one can choose to see only some."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QLineF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.maintenance.model import EDGE_KINDS, MemoryGraph
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.components import Chip, FlowLayout, painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.graph.painting import edge_pen
from arbor_desktop.ui.insights.graph.words import kind_label
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.memories.words import type_label

_SQUARES = {
    MemoryType.PREFERENCE: "chPref", MemoryType.FACT: "chFact", MemoryType.INSTRUCTION: "chInstr",
    MemoryType.SKILL: "chSkill", MemoryType.CONTEXT: "chCtx", MemoryType.RELATIONSHIP: "chRel",
}  # fmt: skip
_LINE = 22


class LineChip(Chip):
    """A chip with a line in the manner of its kind where others have a square."""

    def __init__(self, icons: Icons, kind: str, parent: QWidget | None = None) -> None:
        self._theme, self._kind = icons.theme, kind
        super().__init__(icons, kind_label(kind), parent=parent)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self._theme.px(_LINE + 6), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        on = self.isChecked() or self.isDown()
        hovered = self.underMouse()
        fill = "accentSoft" if on else "hover" if hovered else "card"
        edge = "accent" if on else "borderStrong" if hovered else "border"
        painter = QPainter(self)
        painting.rounded(painter, self.rect(), px(8), theme.color(fill), theme.color(edge))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(edge_pen(theme, self._kind, wider=0.4))
        left, y = px(9) + 1, self.height() / 2
        painter.drawLine(QLineF(left, y, left + px(_LINE), y))
        box = self.rect().adjusted(left + px(_LINE + 6), 0, -px(9) - 1, 0)
        for style, token, side, text in (
            ("small500", "text2", Qt.AlignmentFlag.AlignLeft, self.text()),
            ("small", "text3", Qt.AlignmentFlag.AlignRight, "" if self.count is None else f"{self.count:,}"),
        ):
            painter.setFont(theme.font(style))
            painter.setPen(theme.color("accentText" if on else token))
            painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, text)


class Legend(QWidget):
    """`changed` when a person chose types or kinds; with none chosen all are shown."""

    changed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(self, spacing=icons.theme.px(6))
        self.types = {
            kind: Chip(icons, type_label(kind), square=_SQUARES[kind], parent=self) for kind in MemoryType
        }
        self.kinds: dict[str, Chip] = {kind: LineChip(icons, kind, self) for kind in EDGE_KINDS}
        for chip in self._chips():
            chip.setToolTip(tr("Show only this"))
            chip.toggled.connect(lambda _: self.changed.emit())
            flow.addWidget(chip)

    def _chips(self) -> list[Chip]:
        return [*self.types.values(), *self.kinds.values()]

    def show_graph(self, graph: MemoryGraph) -> None:
        """Only what the graph has can be chosen."""
        types, kinds = Counter(node.type for node in graph.nodes), Counter(edge.kind for edge in graph.edges)
        for kind, chip in self.types.items():
            self._show(chip, types[kind])
        for name, chip in self.kinds.items():
            self._show(chip, kinds[name])

    def _show(self, chip: Chip, count: int) -> None:
        chip.set_count(count)
        chip.setVisible(count > 0)
        if not count and chip.isChecked():
            chip.setChecked(False)

    @property
    def wanted_types(self) -> frozenset[MemoryType] | None:
        """None: all."""
        return frozenset(kind for kind, chip in self.types.items() if chip.isChecked()) or None

    @property
    def wanted_kinds(self) -> frozenset[str] | None:
        """None: all."""
        return frozenset(kind for kind, chip in self.kinds.items() if chip.isChecked()) or None

    @property
    def narrowed(self) -> bool:
        return any(chip.isChecked() for chip in self._chips())

    def show_all(self) -> None:
        """Nothing is chosen any more."""
        self.blockSignals(True)
        for chip in self._chips():
            chip.setChecked(False)
        self.blockSignals(False)
        self.changed.emit()
