"""What the graph looks like: dots, lines, names, and its legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.maintenance.model import EDGE_KINDS, MemoryGraph
from arbor_desktop.memories.model import MemoryType, Status
from arbor_desktop.ui.components import Chip, FlowLayout, painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.graph.picture import Picture
from arbor_desktop.ui.insights.graph.words import EDGE_TOKENS, kind_label, one_line
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.theme import Theme

DASHES: dict[str, tuple[float, ...]] = {
    "conflict": (),
    "supersedes": (6, 3),
    "merged_into": (6, 2, 1.5, 2),
    "related": (),
    "said together": (1.5, 3),
    "similar": (),
}
"""By kind, in widths of the pen; none: a whole line."""
_WIDTHS = {
    "conflict": 2.2,
    "supersedes": 1.4,
    "merged_into": 1.4,
    "related": 1.0,
    "said together": 1.0,
    "similar": 0.8,
}
NAMED_FROM = 0.2
"""Magnified so much, memories are named, as far as the names have room."""
_DASHED_FROM = 0.3
"""Magnified less, dashes are too short to be seen."""
_NAME_LENGTH = 36
_NAMES = 120
_DISCS_MINDED = 200
"""Where more are in view, names may lie on discs: looking would take longer than painting."""


def edge_pen(theme: Theme, kind: str, *, dashed: bool = True, wider: float = 0.0) -> QPen:
    """The line of a kind; `wider` by so many pixels."""
    pen = QPen(theme.color(EDGE_TOKENS[kind]), _WIDTHS[kind] + wider)
    pen.setCosmetic(True)
    if dashed and DASHES[kind]:
        pen.setDashPattern(DASHES[kind])
    return pen


class GraphPainter:
    """Keeps the discs it has painted: they are stamped, which is far faster than drawing each anew."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._discs: dict[tuple[object, ...], QPixmap] = {}
        theme.changed.connect(self._discs.clear)

    def paint(
        self, painter: QPainter, picture: Picture, view: QTransform, area: QRectF, *, names: bool = True
    ) -> None:
        """Everything that lies in `area` of the screen; `view` leads from the picture to the screen."""
        scale = view.m11()
        world = view.inverted()[0].mapRect(area.adjusted(-40, -40, 40, 40))
        self._paint_lines(painter, picture, view, world, scale)
        nodes = picture.within(world)
        self.paint_discs(painter, picture, nodes, view)
        if names and scale >= NAMED_FROM:
            self._paint_names(painter, picture, nodes, view, area)

    def _paint_lines(
        self, painter: QPainter, picture: Picture, view: QTransform, world: QRectF, scale: float
    ) -> None:
        painter.save()
        painter.setTransform(view, True)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, scale >= 0.12)
        for kind in reversed(EDGE_KINDS):
            lines = picture.lines_within(kind, world)
            if lines:
                painter.setPen(edge_pen(self._theme, kind, dashed=scale >= _DASHED_FROM))
                painter.drawLines(lines)
        painter.restore()

    def paint_discs(
        self, painter: QPainter, picture: Picture, nodes: Iterable[int], view: QTransform
    ) -> None:
        scale, ratio = view.m11(), painter.device().devicePixelRatioF()
        dx, dy = view.dx(), view.dy()
        size = disc_scale(scale)
        graph, places, radius = picture.graph, picture.places, picture.radius
        for n in nodes:
            node = graph.nodes[n]
            half = round(radius[n] * size * 2) / 2
            disc = self._disc(node.type.value, node.status is not Status.SUPERSEDED, half, ratio)
            x, y = places[n]
            offset = half + 1
            painter.drawPixmap(QPointF(x * scale + dx - offset, y * scale + dy - offset), disc)

    def _disc(self, kind: str, whole: bool, radius: float, ratio: float) -> QPixmap:
        """A disc of a type; of what was replaced, only its rim."""
        key = (kind, whole, radius, ratio, self._theme.mode)
        found = self._discs.get(key)
        if found is None:
            theme = self._theme
            side = round(2 * radius + 2)
            found = QPixmap(round(side * ratio), round(side * ratio))
            found.setDevicePixelRatio(ratio)
            found.fill(Qt.GlobalColor.transparent)
            painter = QPainter(found)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            color, width = theme.type_colors(kind)[2], max(1.0, radius / 4)
            inset = radius - (0.5 if whole else width / 2)
            painter.setPen(QPen(theme.color("surface"), 1) if whole else QPen(color, width))
            painter.setBrush(color if whole else theme.color("surface"))
            painter.drawEllipse(QPointF(radius + 1, radius + 1), inset, inset)
            painter.end()
            self._discs[key] = found
        return found

    def _paint_names(
        self, painter: QPainter, picture: Picture, nodes: Collection[int], view: QTransform, area: QRectF
    ) -> None:
        """The best connected first; a name that would lie on another one, or on a disc, is left out."""
        taken = [self.disc_box(picture, n, view) for n in nodes] if len(nodes) <= _DISCS_MINDED else []
        named = len(taken) + _NAMES
        for n in sorted(nodes, key=lambda n: (-picture.degree[n], n))[: 3 * _NAMES]:
            self.paint_name(painter, picture, n, view, taken, area)
            if len(taken) >= named:
                break

    def disc_box(self, picture: Picture, node: int, view: QTransform) -> QRectF:
        at, half = view.map(QPointF(*picture.places[node])), picture.radius[node] * disc_scale(view.m11())
        return QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)

    def paint_name(
        self,
        painter: QPainter,
        picture: Picture,
        node: int,
        view: QTransform,
        taken: list[QRectF],
        area: QRectF,
    ) -> None:
        """Within `area`, away from its lines where that side is free, else on another, else not at all."""
        theme = self._theme
        font = theme.font("caption")
        metrics = QFontMetrics(font)
        text = one_line(picture.graph.nodes[node].text, _NAME_LENGTH)
        at = view.map(QPointF(*picture.places[node]))
        away = picture.radius[node] * disc_scale(view.m11()) + 2
        wide, high = metrics.horizontalAdvance(text) + 4, metrics.height()
        below = QRectF(at.x() - wide / 2, at.y() + away, wide, high)
        above = below.translated(0, -2 * away - high)
        right = QRectF(at.x() + away, at.y() - high / 2, wide, high)
        left = right.translated(-2 * away - wide, 0)
        sides = (above, below, right, left) if _hangs_below(picture, node) else (below, above, right, left)
        free = (side for side in sides if not any(side.intersects(other) for other in taken))
        box = next((side for side in free if area.contains(side)), None)
        if box is None:
            return
        taken.append(box)
        back = QColor(theme.color("surface"))
        back.setAlphaF(0.82)
        painter.fillRect(box, back)
        painter.setFont(font)
        painter.setPen(theme.color("text2"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _hangs_below(picture: Picture, node: int) -> bool:
    """Whether a node's lines lead down rather than up: then its name lies above it, and on none of them."""
    y = picture.places[node][1]
    return sum(picture.places[other][1] - y for other in picture.neighbours(node)) > 0


def disc_scale(scale: float) -> float:
    """How much discs grow with the picture: less than it."""
    return max(0.45, min(1.6, scale**0.5))


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
