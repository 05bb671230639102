"""Where the layout puts memories: the same each time, nobody on another, parts beside each other."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from arbor_desktop.maintenance.model import EDGE_KINDS, Edge, MemoryGraph, Node
from arbor_desktop.memories.model import MemoryType, Status
from arbor_desktop.ui.insights.graph.layout import APART, Layout, Point
from arbor_desktop.ui.insights.graph.painting import GraphPainter, Room
from arbor_desktop.ui.insights.graph.picture import Picture, one_line, summary
from arbor_desktop.ui.theme import Theme

Edges = list[tuple[int, int]]


def laid(count: int, edges: Edges, known: dict[int, Point] | None = None) -> list[Point]:
    layout = Layout(count, edges, known or {})
    shares = []
    for _ in layout.steps():
        shares.append(layout.progress)
    assert shares == sorted(shares)
    assert layout.progress == 1.0
    return layout.places


def net(count: int, extra: int, seed: int = 1) -> Edges:
    """A connected graph."""
    rng = random.Random(seed)
    edges = {(rng.randrange(n), n) for n in range(1, count)}
    while len(edges) < count - 1 + extra:
        a, b = sorted(rng.sample(range(count), 2))
        edges.add((a, b))
    return sorted(edges)


@given(
    st.integers(0, 24).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.lists(st.tuples(st.integers(0, max(0, n - 1)), st.integers(0, max(0, n - 1))), max_size=40)
            if n
            else st.just([]),
        )
    )
)
def test_every_node_has_a_place_of_its_own(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    edges = [(a, b) for a, b in edges if a != b]
    places = laid(count, edges)
    assert len(places) == count
    assert all(math.isfinite(x) and math.isfinite(y) for x, y in places)
    for n, place in enumerate(places):
        assert all(math.dist(place, other) > 4 for other in places[n + 1 :])
    assert laid(count, edges) == places


def test_what_is_linked_is_nearer_than_what_is_not() -> None:
    edges = net(120, 40)
    places = laid(120, edges)
    linked = [math.dist(places[a], places[b]) for a, b in edges]
    rng = random.Random(2)
    others = [math.dist(*rng.sample(places, 2)) for _ in range(500)]
    assert sum(linked) / len(linked) < 0.5 * sum(others) / len(others)


def test_parts_do_not_overlap() -> None:
    cliques = [
        (n, m) for base in range(0, 60, 6) for n in range(base, base + 6) for m in range(n + 1, base + 6)
    ]
    places = laid(60, cliques)
    boxes = []
    for base in range(0, 60, 6):
        xs, ys = zip(*places[base : base + 6], strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for n, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[n + 1 :]:
            apart = right < other_left or other_right < left or bottom < other_top or other_bottom < top
            assert apart


def test_a_graph_that_changed_a_little_looks_as_it_did() -> None:
    edges = net(80, 30)
    before = laid(80, edges)
    known = dict(enumerate(before))
    after = laid(82, [*edges, (3, 80), (80, 81)], known)
    moved = sorted(math.dist(before[n], after[n]) for n in range(80))
    assert moved[40] < APART
    assert math.dist(after[80], after[3]) < 4 * APART
    fresh = laid(82, [*edges, (3, 80), (80, 81)])
    assert sorted(math.dist(before[n], fresh[n]) for n in range(80))[40] > moved[40]


@pytest.mark.slow
def test_it_lets_others_have_a_turn_all_the_time() -> None:
    steps = sum(1 for _ in Layout(400, net(400, 400)).steps())
    assert steps > 1000


# -- what is shown of it --


def graph_of(edges: list[tuple[int, int, str]], count: int) -> MemoryGraph:
    types = list(MemoryType)
    nodes = tuple(Node(f"id-{n}", f"Memory number {n}", types[n % 6], 0.8) for n in range(count))
    return MemoryGraph(nodes, tuple(Edge(*edge) for edge in edges), count, count)


CROSS = [(0.0, 0.0), (100.0, 10.0), (-100.0, 0.0), (0.0, 100.0), (0.0, -100.0), (300.0, 0.0)]
LINKS = [(0, n, "related") for n in range(1, 6)]


@pytest.fixture
def cross() -> Picture:
    return Picture(graph_of(LINKS, 6), CROSS)


@pytest.mark.parametrize(("dx", "dy", "to"), [(1, 0, 1), (-1, 0, 2), (0, 1, 3), (0, -1, 4)])
def test_keys_lead_to_the_nearest_in_their_direction(cross: Picture, dx: int, dy: int, to: int) -> None:
    assert cross.towards(0, dx, dy) == to
    assert cross.towards(5, 1, 0) == 5


SPOTS = st.tuples(st.integers(-900, 900), st.integers(-900, 900))


@given(st.lists(SPOTS, min_size=2, max_size=30, unique=True), st.integers(-900, 900), st.integers(-900, 900))
def test_the_node_under_the_pointer_is_the_nearest(places: list[tuple[int, int]], x: int, y: int) -> None:
    edges = [(n, n + 1, "related") for n in range(len(places) - 1)]
    picture = Picture(graph_of(edges, len(places)), places)
    found = picture.at(x, y, 50)
    distances = [math.dist((x, y), place) for place in places]
    if found < 0:
        assert min(distances) > 50
    else:
        assert distances[found] == min(distances)


def test_what_is_not_chosen_is_not_shown_nor_what_then_stands_alone() -> None:
    graph = graph_of([(0, 1, "conflict"), (1, 2, "related"), (3, 4, "related")], 5)
    places = [(n * 50.0, 0.0) for n in range(5)]
    assert Picture(graph, places, kinds={"conflict"}).nodes == [0, 1]
    types = {graph.nodes[1].type, graph.nodes[2].type}
    assert Picture(graph, places, types=types).nodes == [1, 2]
    assert Picture(graph, places, kinds={"supersedes"}).nodes == []


def test_search_finds_all_words_in_any_order_the_best_connected_first(cross: Picture) -> None:
    assert cross.find("NUMBER memory") == [0, 1, 2, 3, 4, 5]
    assert cross.find("memory 3") == [3]
    assert cross.find("  ") == []
    assert cross.find("kafka") == []


def test_the_lines_of_each_kind_are_kept_apart() -> None:
    edges = [(n, n + 1, kind) for n, kind in enumerate(EDGE_KINDS)]
    picture = Picture(graph_of(edges, len(edges) + 1), [(60.0 * n, 0.0) for n in range(len(edges) + 1)])
    assert {kind: len(lines) for kind, lines in picture.lines.items()} == dict.fromkeys(EDGE_KINDS, 1)


def test_a_name_lies_away_from_the_lines_where_there_is_room(theme: Theme) -> None:
    nodes = tuple(Node(str(n), f"Memory {n}", MemoryType.FACT, 0.9) for n in range(2))
    picture = Picture(MemoryGraph(nodes, (Edge(0, 1, "related"),), 2, 2), [(0, 0), (0, 60)])
    view, area = QTransform.fromTranslate(100, 70), QRectF(0, 0, 200, 200)
    names = GraphPainter(theme)
    room = Room(picture, (0, 1), (0,), view, area)
    upper, lower = (room.take(names.name_boxes(picture, node, view)) for node in range(2))
    assert upper is not None and lower is not None
    assert upper.bottom() < 70  # its line leads down
    assert lower.top() > 130
    beside = room.take(names.name_boxes(picture, 0, view))
    assert beside is not None and not beside.intersects(upper)  # where the first one lies
    while room.take(names.name_boxes(picture, 0, view)) is not None:
        pass  # until no side is left

    edge = QTransform.fromTranslate(4, 70)
    kept = Room(picture, (0,), (), edge, area).take(names.name_boxes(picture, 0, edge))
    assert kept is not None and area.contains(kept)  # and not cut


def test_names_are_one_line_without_marks() -> None:
    assert one_line("Run `make check`\nfirst.") == "Run make check first."
    assert one_line("Run `make check` before all else.", 20) == "Run make check…"


def test_who_stands_alone_is_counted_without_what_was_replaced() -> None:
    replaced = Node("2", "We use Jest.", MemoryType.FACT, 0.9, status=Status.SUPERSEDED)
    nodes = (Node("1", "We use Vitest.", MemoryType.FACT, 0.9), replaced)
    graph = MemoryGraph(nodes, (Edge(0, 1, "supersedes"),), total=5, connected=2)
    said = summary(graph, 2, 1, 0)
    assert said == "2 linked memories, 1 link. 4 memories without links are not shown."
