"""What of the graph is shown, and where: types and kinds, neighbours, and who lies where; its words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF

from arbor_desktop.maintenance.model import EDGE_KINDS, Edge, MemoryGraph, Node
from arbor_desktop.memories.model import MemoryType, Status
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.insights.graph.layout import APART, Point
from arbor_desktop.ui.memory.words import status_label, type_label
from arbor_desktop.ui.translation import number, tr

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


EDGE_TOKENS = {
    "conflict": "danger",
    "supersedes": "accent",
    "merged_into": "info",
    "related": "text3",
    "said together": "control",
    "similar": "control",
}
"""The colour of each kind of line."""


def kind_label(kind: str) -> str:
    return {
        "conflict": tr("Conflict"),
        "supersedes": tr("Replaced"),
        "merged_into": tr("Merged"),
        "related": tr("Related"),
        "said together": tr("Mentioned together"),
        "similar": tr("Similar"),
    }[kind]


def tie_words(kind: str) -> str:
    """What the first memory of a tie is to the second."""
    return {
        "conflict": tr("contradicts"),
        "supersedes": tr("replaces"),
        "merged_into": tr("was merged into"),
        "related": tr("is related to"),
        "said together": tr("was mentioned together with"),
        "similar": tr("is similar to"),
    }[kind]


def one_line(text: str, most: int = 0) -> str:
    """Return a text without line breaks and marks of code, cut at a word after `most` characters if given."""
    said = plain(" ".join(text.split()))
    if not most or len(said) <= most:
        return said
    return said[: most - 1].rsplit(" ", 1)[0].rstrip(" .,;:") + "…"


def about(node: Node, links: int) -> str:
    """The line below a memory's words: "Fact · kiln-api · 0.88 · 4 links"."""
    parts = [
        type_label(node.type),
        project_name(node.project) if node.project else tr("Global"),
        number(node.confidence, 2),
        tr("%n links", None, links),
    ]
    if node.status is not Status.ACTIVE:
        parts.append(status_label(node.status))
    return " · ".join(parts)


def summary(graph: MemoryGraph, shown: int, ties: int, conflicts: int) -> str:
    """The picture in a sentence or two."""
    links = tr("%n links", None, ties)
    words = tr("{shown} of {total} linked memories, {links}").format(
        shown=number(shown), total=number(graph.connected), links=links
    )
    if shown == graph.connected:
        words = tr("{shown} linked memories, {links}").format(shown=number(shown), links=links)
    if conflicts:
        words += ", " + (tr("%n conflicts", None, conflicts))
    replaced = sum(node.status is Status.SUPERSEDED for node in graph.nodes)  # the total is without them
    alone = max(0, graph.total - (graph.connected - replaced))
    if alone:
        words += ". " + tr("%n memories without links are not shown", None, alone)
    return words + "."


def memories_table(graph: MemoryGraph, shown: Collection[int], degree: list[int]) -> Table:
    """The memories in the picture, the best connected first."""
    headers = (tr("Memory"), tr("Type"), tr("Links"), tr("Project"), tr("Confidence"), tr("Status"))
    order = sorted(shown, key=lambda n: (-degree[n], n))
    rows = tuple(
        (
            one_line(graph.nodes[n].text), type_label(graph.nodes[n].type), degree[n],
            project_name(graph.nodes[n].project or "") or None, graph.nodes[n].confidence,
            status_label(graph.nodes[n].status),
        )
        for n in order
    )  # fmt: skip
    return Table(tr("Linked memories"), headers, rows)


def links_table(graph: MemoryGraph, shown: Collection[int]) -> Table:
    """The links in the picture, what says most first."""
    headers = (tr("Memory"), tr("Link type"), tr("Other memory"))
    edges = sorted((graph.edges[n] for n in shown), key=lambda e: (EDGE_KINDS.index(e.kind), e.a, e.b))
    rows = tuple(
        (one_line(graph.nodes[e.a].text), tie_words(e.kind), one_line(graph.nodes[e.b].text)) for e in edges
    )
    return Table(tr("Links"), headers, rows)
