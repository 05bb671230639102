"""Where the memories of the graph lie: a force layout in plain Python, in small pieces.

Each connected part is laid out by itself, by the forces of Fruchterman and Reingold ("Graph drawing by
force-directed placement", 1991): what is linked attracts each other, everything else pushes away. Who is near
pushes exactly, found by a grid; who is far pushes together with all of their field, as in Barnes and Hut's
approximation. So a round takes time in proportion to the memories, not to their pairs. The parts are then
packed beside each other, the largest first.

The same graph gives the same picture: chance comes from a seed, and nothing depends on the time it takes.
Known places are kept as far as they hold, so that a graph that changed a little looks as it did.
"""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from arbor_desktop.maintenance.model import MemoryGraph

Point = tuple[float, float]
_TURN_SECONDS = 0.002
"""After so long the window gets a turn, whether it asks for one or not."""
_REST_SECONDS = 0.0005

APART = 60.0
"""About how long an edge is: the unit of the picture is a pixel at 100 %."""
_ASIDE, _BELOW = 3.0 * APART, 1.5 * APART
"""Between two parts: beside each other their names need more room."""
_WIDER = 1.5
"""So much wider than high is the whole picture, about as the window is."""
_SEED = 20_261_122
_ROUNDS = 90
_ROUNDS_KNOWN = 30
"""So many where most places are known."""
_NEAR = 2.0 * APART
_NEAR_SQUARE = _NEAR * _NEAR
_FIELDS = 10
"""The fields of far forces across a part."""
_GRAVITY = 0.012
_FAR_FORCE = 0.25
"""Of who is far: with all of it a large part would be a ring of long edges about nothing."""
_PULL = 1.6
_PAIRS_A_STEP = 400
"""About so many pairs are looked at before others get a turn: about a millisecond."""
_MOST_IN_A_CELL = 24
"""In a crowded cell one pushes about so many neighbours, each for several: at first all are crowded."""


@dataclass(slots=True)
class Layout:
    """`places` are there when `steps` is at its end; `progress` goes from 0 to 1. `stopped` ends `run`."""

    count: int
    edges: Sequence[tuple[int, int]]
    known: Mapping[int, Point] = field(default_factory=dict)
    progress: float = 0.0
    places: list[Point] = field(default_factory=list)
    stopped: bool = False

    @classmethod
    def of(cls, graph: MemoryGraph, known: Mapping[str, Point]) -> Layout:
        """The layout of a graph; `known`: where memories were, by their ids."""
        numbered = {n: known[node.id] for n, node in enumerate(graph.nodes) if node.id in known}
        return cls(len(graph.nodes), [(edge.a, edge.b) for edge in graph.edges], numbered)

    def run(self, ends: Callable[[], bool] = lambda: False) -> list[Point]:
        """Do all the work on another thread, which gives the window its turn. Returns the places, none if it
        was stopped or the program `ends`."""
        turn = time.perf_counter()
        for _ in self.steps():
            if self.stopped or ends():
                return []
            if time.perf_counter() - turn >= _TURN_SECONDS:
                time.sleep(_REST_SECONDS)
                turn = time.perf_counter()
        return self.places

    def steps(self) -> Iterator[None]:
        """Does the work, a millisecond or so between two steps."""
        nearby: list[list[int]] = [[] for _ in range(self.count)]
        for a, b in self.edges:
            nearby[a].append(b)
            nearby[b].append(a)
        parts = _parts(nearby)
        yield
        done, laid = 0, []
        for part in parts:
            piece = _Part(part, nearby, self.known)
            for share in piece.steps():
                self.progress = (done + share * len(part)) / max(1, self.count)
                yield
            done += len(part)
            laid.append(piece)
        self.places = _packed(laid, self.count, self.known)
        self.progress = 1.0


def _parts(nearby: Sequence[Sequence[int]]) -> list[list[int]]:
    """The connected parts, the largest first."""
    seen = [False] * len(nearby)
    parts = []
    for start in range(len(nearby)):
        if seen[start]:
            continue
        seen[start] = True
        part, waiting = [], deque([start])
        while waiting:
            node = waiting.popleft()
            part.append(node)
            for other in nearby[node]:
                if not seen[other]:
                    seen[other] = True
                    waiting.append(other)
        parts.append(part)
    return sorted(parts, key=lambda part: (-len(part), part[0]))


class _Part:
    """A connected part: `x` and `y` of its `nodes`."""

    def __init__(self, nodes: list[int], nearby: Sequence[Sequence[int]], known: Mapping[int, Point]) -> None:
        self.nodes = nodes
        number = {node: n for n, node in enumerate(nodes)}
        self._links = sorted(
            {
                (min(a, b), max(a, b))
                for node in nodes
                for b in (number[o] for o in nearby[node])
                for a in (number[node],)
            }
        )
        self._degree = [max(1, len(nearby[node])) for node in nodes]
        self.known = sum(node in known for node in nodes)
        self.x, self.y = [0.0] * len(nodes), [0.0] * len(nodes)
        if self.known * 2 > len(nodes):
            self._begin_known(number, nearby, known)
        else:
            self.known = 0
            self._begin_anew(number, nearby)

    def _begin_anew(self, number: Mapping[int, int], nearby: Sequence[Sequence[int]]) -> None:
        """In rings about the best connected one; each branch of its tree gets a slice by its size."""
        root = max(range(len(self.nodes)), key=lambda n: (self._degree[n], -n))
        children, order, depth = self._tree(root, number, nearby)
        size = [1] * len(self.nodes)
        for node in reversed(order):
            size[node] += sum(size[child] for child in children[node])
        chance = random.Random(_SEED)
        slices = {root: (0.0, 2 * math.pi)}
        for node in order:
            begin, width = slices[node]
            radius = depth[node] * APART * 0.9
            angle = begin + width / 2 + chance.uniform(-0.01, 0.01)
            self.x[node], self.y[node] = radius * math.cos(angle), radius * math.sin(angle)
            below = size[node] - 1
            for child in children[node]:
                part = width * size[child] / below
                slices[child] = (begin, part)
                begin += part

    def _tree(
        self, root: int, number: Mapping[int, int], nearby: Sequence[Sequence[int]]
    ) -> tuple[list[list[int]], list[int], list[int]]:
        """Children, the order from the root, and the depth of each."""
        children: list[list[int]] = [[] for _ in self.nodes]
        depth = [-1] * len(self.nodes)
        depth[root] = 0
        order, waiting = [], deque([root])
        while waiting:
            node = waiting.popleft()
            order.append(node)
            for other in nearby[self.nodes[node]]:
                child = number[other]
                if depth[child] < 0:
                    depth[child] = depth[node] + 1
                    children[node].append(child)
                    waiting.append(child)
        return children, order, depth

    def _begin_known(
        self, number: Mapping[int, int], nearby: Sequence[Sequence[int]], known: Mapping[int, Point]
    ) -> None:
        """Where they were; what is new beside a neighbour."""
        chance = random.Random(_SEED)
        placed = {n: known[node] for n, node in enumerate(self.nodes) if node in known}
        waiting = deque(sorted(placed))
        while waiting:
            node = waiting.popleft()
            self.x[node], self.y[node] = placed[node]
            for other in nearby[self.nodes[node]]:
                if number[other] not in placed:
                    x, y = placed[node]
                    angle = chance.uniform(0, 2 * math.pi)
                    placed[number[other]] = (x + APART * math.cos(angle), y + APART * math.sin(angle))
                    waiting.append(number[other])

    # -- forces --

    def steps(self) -> Iterator[float]:
        """Yields how far it is, 0 to 1."""
        many = len(self.nodes)
        if many <= 2:
            if not self.known and many == 2:  # one below the other, so that both have room for their names
                self.x, self.y = [0.0, 0.0], [0.0, APART]
            return
        rounds = _ROUNDS_KNOWN if self.known else _ROUNDS
        if many > 1000 and not self.known:
            rounds = round(_ROUNDS * 0.7)
        heat = APART * (0.5 if self.known else 1.2) * min(3.0, 1 + many / 800)
        for number in range(rounds):
            cooled = heat * (1 - number / rounds) ** 1.5 + 0.5
            for part in self._round(cooled):
                yield (number + part) / rounds

    def _round(self, reach: float) -> Iterator[float]:
        """One round of forces; nobody moves farther than `reach`."""
        many = len(self.nodes)
        push_x, push_y = [0.0] * many, [0.0] * many
        if many > 60:
            self._far(push_x, push_y)
        yield 0.1
        yield from self._near(push_x, push_y)
        self._pull(push_x, push_y)
        yield 0.9
        x, y = self.x, self.y
        middle_x, middle_y = sum(x) / many, sum(y) / many
        for n in range(many):
            dx = push_x[n] - (x[n] - middle_x) * _GRAVITY
            dy = push_y[n] - (y[n] - middle_y) * _GRAVITY
            length = math.sqrt(dx * dx + dy * dy)
            if length > reach:
                dx, dy = dx * reach / length, dy * reach / length
            x[n] += dx
            y[n] += dy
        yield 1.0

    def _near(self, push_x: list[float], push_y: list[float]) -> Iterator[float]:
        x, y, square = self.x, self.y, APART * APART
        cells: dict[tuple[int, int], list[int]] = {}
        for n in range(len(x)):
            cells.setdefault((int(x[n] // _NEAR), int(y[n] // _NEAR)), []).append(n)
        looked = 0
        for number, ((column, row), here) in enumerate(cells.items()):
            others = []
            for neighbour in (
                (column + 1, row),
                (column - 1, row + 1),
                (column, row + 1),
                (column + 1, row + 1),
            ):
                if neighbour in cells:
                    others += cells[neighbour]
            thin = max(1, (len(here) + len(others)) // (2 * _MOST_IN_A_CELL))
            for place, a in enumerate(here):
                ax, ay, fx, fy = x[a], y[a], 0.0, 0.0
                all_near = here[place + 1 :] + others
                if thin > 1:
                    all_near = all_near[a % thin :: thin]
                for b in all_near:
                    dx, dy = ax - x[b], ay - y[b]
                    far = dx * dx + dy * dy + 0.01
                    if (
                        far > _NEAR_SQUARE
                    ):  # as far in every direction, or the grid would be seen in the picture
                        continue
                    force = square / far * thin
                    if far < 1.0:  # one on the other: apart by their numbers
                        dx, dy, force = ((a - b) % 7 - 3) or 1, ((a + b) % 5 - 2), 4.0
                    fx += dx * force
                    fy += dy * force
                    push_x[b] -= dx * force
                    push_y[b] -= dy * force
                push_x[a] += fx
                push_y[a] += fy
                looked += len(all_near) + 4
                if looked >= _PAIRS_A_STEP:
                    looked = 0
                    yield 0.1 + 0.8 * number / len(cells)

    def _far(self, push_x: list[float], push_y: list[float]) -> None:
        """What lies in a field pushes those in fields that do not touch it, as one in its middle."""
        x, y = self.x, self.y
        left, top = min(x), min(y)
        side = max(max(x) - left, max(y) - top, _NEAR) / _FIELDS + 1e-6
        if side < _NEAR:
            return  # all of it is near
        fields: dict[tuple[int, int], list[int]] = {}
        for n in range(len(x)):
            fields.setdefault((int((x[n] - left) / side), int((y[n] - top) / side)), []).append(n)
        middles = [
            (key, len(nodes), sum(x[n] for n in nodes) / len(nodes), sum(y[n] for n in nodes) / len(nodes))
            for key, nodes in fields.items()
        ]
        for (column, row), _, mx, my in middles:
            fx = fy = 0.0
            for (other_column, other_row), count, ox, oy in middles:
                if abs(column - other_column) > 1 or abs(row - other_row) > 1:
                    dx, dy = mx - ox, my - oy
                    force = _FAR_FORCE * APART * APART * count / (dx * dx + dy * dy)
                    fx += dx * force
                    fy += dy * force
            for n in fields[column, row]:
                push_x[n] += fx
                push_y[n] += fy

    def _pull(self, push_x: list[float], push_y: list[float]) -> None:
        x, y, degree = self.x, self.y, self._degree
        for a, b in self._links:
            dx, dy = x[a] - x[b], y[a] - y[b]
            # Divided by the lesser degree: a hub with a hundred neighbours must not draw them into one spot.
            far = math.sqrt(dx * dx + dy * dy)
            force = _PULL * far / APART / math.sqrt(min(degree[a], degree[b]))
            dx, dy = dx * force, dy * force
            push_x[a] -= dx
            push_y[a] -= dy
            push_x[b] += dx
            push_y[b] += dy


def _packed(parts: Sequence[_Part], count: int, known: Mapping[int, Point]) -> list[Point]:
    """The parts beside each other in rows, smaller ones below each other; the largest first. Where most
    places are known and hold, parts stay where they were."""
    places: list[Point] = [(0.0, 0.0)] * count
    boxes = [_box(part) for part in parts]
    if parts and all(part.known for part in parts) and len(known) * 2 > count:
        for part in parts:
            for n, node in enumerate(part.nodes):
                places[node] = (part.x[n], part.y[n])
        return places
    area = sum((right - left + _ASIDE) * (bottom - top + _BELOW) for left, top, right, bottom in boxes)
    widest = max((right - left for left, _, right, _ in boxes), default=0.0)
    room = max(widest + _ASIDE, math.sqrt(area) * _WIDER)
    x, y, column = -_ASIDE, math.inf, 0.0
    row_top = row_bottom = 0.0
    for part, (left, top, right, bottom) in zip(parts, boxes, strict=True):
        wide, high = right - left, bottom - top
        if y + high > row_bottom or wide > column:  # not below the one before it
            x, y, column = x + column + _ASIDE, row_top, wide
            if x > 0 and x + wide > room:
                x, y, row_top = 0.0, row_bottom + _BELOW, row_bottom + _BELOW
        row_bottom = max(row_bottom, y + high)
        for n, node in enumerate(part.nodes):
            places[node] = (x + part.x[n] - left, y + part.y[n] - top)
        y += high + _BELOW
    return places


def _box(part: _Part) -> tuple[float, float, float, float]:
    return min(part.x), min(part.y), max(part.x), max(part.y)
