"""What the graph looks like: dots, lines, names, and its legend."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.maintenance.model import EDGE_KINDS, MemoryGraph
from arbor_desktop.memories.model import MemoryType, Status
from arbor_desktop.ui.components import Chip, FlowLayout, painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.graph.layout import Point
from arbor_desktop.ui.insights.graph.picture import EDGE_TOKENS, Picture, kind_label, one_line
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

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
READABLE = 1.0
"""Magnified so much, memories are named where there is room; else only the one that is pointed at."""
_DASHED_FROM = 0.15
"""Magnified less, dashes are too short to be seen."""
_NAME_LENGTH = 36
_NAMES = 120
_CROWDED, _NAMES_IN_CROWD = 200, 40
"""Where more memories are in view, few are named, on discs and lines too: looking would take too long."""
_INSET = 16
"""So far from the edges of the picture names are written."""
_STEP, _CELL = 6.0, 32
"""How near to each other the points of lines are that names avoid, and the squares these are looked up by."""


def edge_pen(theme: Theme, kind: str, *, dashed: bool = True, wider: float = 0.0) -> QPen:
    """The line of a kind; `wider` by so many pixels."""
    pen = QPen(theme.color(EDGE_TOKENS[kind]), _WIDTHS[kind] + wider)
    pen.setCosmetic(True)
    if dashed and DASHES[kind]:
        pen.setDashPattern(DASHES[kind])
    return pen


class Room:
    """Where a name may be written: neither on a disc nor on another name nor, if possible, across a line."""

    def __init__(
        self, picture: Picture, nodes: Collection[int], edges: Iterable[int], view: QTransform, area: QRectF
    ) -> None:
        self._area = area
        self._taken = [disc_box(picture, n, view) for n in nodes]
        self._points: defaultdict[tuple[int, int], list[Point]] = defaultdict(list)
        for edge in edges:
            for x, y in _points(view.map(picture.line(picture.graph.edges[edge])), area):
                self._points[int(x // _CELL), int(y // _CELL)].append((x, y))

    def take(self, sides: Iterable[QRectF]) -> QRectF | None:
        """Return the first of these boxes that is free, if possible also of lines, and keep it from others;
        None if none is."""
        free = [
            box
            for box in sides
            if self._area.contains(box) and not any(box.intersects(other) for other in self._taken)
        ]
        found = next((box for box in free if not self._crossed(box)), free[0] if free else None)
        if found is not None:
            self._taken.append(found)
        return found

    def _crossed(self, box: QRectF) -> bool:
        left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
        columns = range(int(left // _CELL), int(right // _CELL) + 1)
        rows = range(int(top // _CELL), int(bottom // _CELL) + 1)
        return any(
            left <= x <= right and top <= y <= bottom
            for column in columns
            for row in rows
            for x, y in self._points.get((column, row), ())
        )


def _points(line: QLineF, area: QRectF) -> Iterator[Point]:
    """Yield points of a line within `area`, as near to each other as names need them."""
    x, y, dx, dy = line.x1(), line.y1(), line.dx(), line.dy()
    first, last = 0.0, 1.0
    for at, by, low, high in ((x, dx, area.left(), area.right()), (y, dy, area.top(), area.bottom())):
        if by:
            enters, leaves = sorted(((low - at) / by, (high - at) / by))
            first, last = max(first, enters), min(last, leaves)
        elif not low <= at <= high:
            return
    steps = int((last - first) * line.length() / _STEP) + 1
    for step in range(steps + 1) if last >= first else ():
        share = first + (last - first) * step / steps
        yield x + dx * share, y + dy * share


class GraphPainter:
    """Keeps the discs it has painted: they are stamped, which is far faster than drawing each anew."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._discs: dict[tuple[object, ...], QPixmap] = {}
        theme.changed.connect(self._discs.clear)

    def paint(
        self, painter: QPainter, picture: Picture, view: QTransform, area: QRectF, *, names: bool = True
    ) -> dict[int, QRectF]:
        """Paint everything that lies in `area` of the screen; return where names are. `view` leads from the
        picture to the screen."""
        scale = view.m11()
        world = view.inverted()[0].mapRect(area.adjusted(-40, -40, 40, 40))
        self._paint_lines(painter, picture, view, world, scale)
        nodes = picture.within(world)
        self.paint_discs(painter, picture, nodes, view)
        return self._paint_names(painter, picture, nodes, view, area) if names and scale >= READABLE else {}

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
    ) -> dict[int, QRectF]:
        """The best connected first; a name that has no room is left out."""
        crowded = len(nodes) > _CROWDED
        minded = () if crowded else nodes
        most = _NAMES_IN_CROWD if crowded else _NAMES
        lines = {edge for n in minded for edge in picture.nearby[n]}
        inner = area.adjusted(_INSET, 0, -_INSET, 0)
        room = Room(picture, minded, lines, view, inner)
        found: dict[int, QRectF] = {}
        for n in sorted(nodes, key=lambda n: (-picture.degree[n], n))[: 3 * most]:
            box = room.take(self.name_boxes(picture, n, view))
            if box is not None:
                self.paint_name(painter, picture, n, box)
                found[n] = box
            if len(found) >= most:
                break
        return found

    def name_boxes(self, picture: Picture, node: int, view: QTransform) -> tuple[QRectF, ...]:
        """Return where the name of a node may be, the best place first: away from its lines."""
        metrics = QFontMetrics(self._theme.font("caption"))
        at = view.map(QPointF(*picture.places[node]))
        away = picture.radius[node] * disc_scale(view.m11()) + 2
        wide, high = metrics.horizontalAdvance(_name(picture, node)) + 4, metrics.height()
        below = QRectF(at.x() - wide / 2, at.y() + away, wide, high)
        above = below.translated(0, -2 * away - high)
        right = QRectF(at.x() + away, at.y() - high / 2, wide, high)
        left = right.translated(-2 * away - wide, 0)
        return (above, below, right, left) if _hangs_below(picture, node) else (below, above, right, left)

    def paint_name(self, painter: QPainter, picture: Picture, node: int, box: QRectF) -> None:
        painter.fillRect(box, self._theme.color("surface"))
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.color("text2"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _name(picture, node))


def _name(picture: Picture, node: int) -> str:
    return one_line(picture.graph.nodes[node].text, _NAME_LENGTH)


def disc_box(picture: Picture, node: int, view: QTransform) -> QRectF:
    """Return where a node is on the screen."""
    at, half = view.map(QPointF(*picture.places[node])), picture.radius[node] * disc_scale(view.m11())
    return QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)


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
            ("small", "text3", Qt.AlignmentFlag.AlignRight, "" if self.count is None else number(self.count)),
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
            chip.setToolTip(tr("Filter by this type"))
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
