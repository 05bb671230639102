"""What of the graph is shown, and where: chosen types and kinds, neighbours, and who lies where."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF

from arbor_desktop.maintenance.model import EDGE_KINDS, Edge, MemoryGraph
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.insights.graph.layout import APART, Point

_CELL = 2.5 * APART


class Picture:
    """Nodes and edges by their numbers in the graph. `degree` counts the links that are shown."""

    def __init__(
        self,
        graph: MemoryGraph,
        places: Sequence[Point],
        types: Collection[MemoryType] | None = None,
        kinds: Collection[str] | None = None,
    ) -> None:
        """`types`, `kinds`: what is to be shown, all without. What then has no link is not shown."""
        self.graph, self.places = graph, places
        wanted = [
            n
            for n, edge in enumerate(graph.edges)
            if (kinds is None or edge.kind in kinds)
            and (types is None or (graph.nodes[edge.a].type in types and graph.nodes[edge.b].type in types))
        ]
        self.edges: list[int] = wanted
        self.nearby: defaultdict[int, list[int]] = defaultdict(list)
        """The edges of a node."""
        for n in wanted:
            self.nearby[graph.edges[n].a].append(n)
            self.nearby[graph.edges[n].b].append(n)
        self.nodes: list[int] = sorted(self.nearby)
        self.degree = [len(self.nearby.get(n, ())) for n in range(len(graph.nodes))]
        self.radius = [4.0 + min(7.0, 1.5 * math.sqrt(links)) for links in self.degree]
        self.by_degree = sorted(self.nodes, key=lambda n: (-self.degree[n], n))
        self.lines: dict[str, list[QLineF]] = {kind: [] for kind in EDGE_KINDS}
        self._spans: dict[str, list[tuple[float, float, float, float]]] = {kind: [] for kind in EDGE_KINDS}
        for n in wanted:
            edge = graph.edges[n]
            (ax, ay), (bx, by) = places[edge.a], places[edge.b]
            self.lines[edge.kind].append(QLineF(ax, ay, bx, by))
            self._spans[edge.kind].append((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))
        self._cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for n in self.nodes:
            x, y = places[n]
            self._cells[int(x // _CELL), int(y // _CELL)].append(n)
        self.bounds = self._bounds()

    def _bounds(self) -> QRectF:
        if not self.nodes:
            return QRectF()
        xs, ys = [self.places[n][0] for n in self.nodes], [self.places[n][1] for n in self.nodes]
        return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))

    def line(self, edge: Edge) -> QLineF:
        (ax, ay), (bx, by) = self.places[edge.a], self.places[edge.b]
        return QLineF(ax, ay, bx, by)

    def lines_within(self, kind: str, area: QRectF) -> list[QLineF]:
        """The lines of a kind that may go through there."""
        if area.contains(self.bounds):
            return self.lines[kind]
        left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
        return [
            line
            for (x0, y0, x1, y1), line in zip(self._spans[kind], self.lines[kind], strict=True)
            if x1 >= left and x0 <= right and y1 >= top and y0 <= bottom
        ]

    def neighbours(self, node: int) -> list[int]:
        """Those that a node is linked with, in the order of its links."""
        found = dict.fromkeys(
            edge.b if edge.a == node else edge.a
            for edge in (self.graph.edges[n] for n in self.nearby.get(node, ()))
        )
        return list(found)

    def within(self, area: QRectF) -> list[int]:
        """The nodes that lie there."""
        if area.contains(self.bounds):
            return self.nodes
        left, right = int(area.left() // _CELL), int(area.right() // _CELL)
        top, bottom = int(area.top() // _CELL), int(area.bottom() // _CELL)
        if (right - left + 1) * (bottom - top + 1) > len(self._cells):
            keys: Iterable[tuple[int, int]] = [
                key for key in self._cells if left <= key[0] <= right and top <= key[1] <= bottom
            ]
        else:
            keys = ((c, r) for c in range(left, right + 1) for r in range(top, bottom + 1))
        return [n for key in keys for n in self._cells.get(key, ())]

    def at(self, x: float, y: float, reach: float) -> int:
        """The node nearest to a point, within `reach`; -1 where there is none."""
        area = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
        best, found = reach, -1
        for n in self.within(area):
            far = math.dist((x, y), self.places[n])
            if far <= best:
                best, found = far, n
        return found

    def towards(self, node: int, dx: int, dy: int) -> int:
        """The nearest node in a direction, where what lies aside counts as farther; `node` itself where
        there is none."""
        x, y = self.places[node]
        best, found = math.inf, node
        for n in self.nodes:
            ox, oy = self.places[n][0] - x, self.places[n][1] - y
            ahead, aside = ox * dx + oy * dy, abs(ox * dy) + abs(oy * dx)
            if n != node and ahead > 0 and aside <= 3 * ahead:
                cost = ahead + 2 * aside
                if cost < best:
                    best, found = cost, n
        return found

    def find(self, text: str) -> list[int]:
        """The nodes whose words have all of these, the best connected first."""
        words = text.casefold().split()
        if not words:
            return []
        nodes = self.graph.nodes
        return [n for n in self.by_degree if all(word in nodes[n].text.casefold() for word in words)]
