"""The memory graph, looked at, moved and walked through as a person does."""

from __future__ import annotations

import csv
import io
import math
import zipfile
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter, QTransform, QWheelEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QToolTip
from pytestqt.qtbot import QtBot

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import StorageError
from arbor_desktop.maintenance.model import Edge, MemoryGraph, Node
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.memories.queries import memories
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.graph.painting import GraphPainter
from arbor_desktop.ui.insights.graph.picture import Picture
from arbor_desktop.ui.insights.graph.view import GraphView
from arbor_desktop.ui.theme import Theme
from tests.ui.insights.graph_links import link

K = Qt.Key


class Person:
    """Hands, eyes and patience."""

    def __init__(self, qtbot: QtBot, view: GraphView, bridge: Bridge) -> None:
        self.qtbot, self.view, self.bridge = qtbot, view, bridge
        self.opened: list[str] = []
        self.said: list[str] = []
        view.memory_wanted.connect(self.opened.append)
        view.said.connect(lambda words, _: self.said.append(words))

    def wait(self) -> None:
        timers = [self.view.soon, self.view.canvas.idle, self.view.search._delay]

        def settled() -> bool:
            return not self.bridge.busy and not self.view.busy and not any(t.isActive() for t in timers)

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    @property
    def texts(self) -> set[str]:
        """What is drawn."""
        picture = self.view.canvas.picture
        return {picture.graph.nodes[n].text for n in picture.nodes}

    @property
    def marked(self) -> str:
        canvas = self.view.canvas
        return canvas.picture.graph.nodes[canvas.current].text if canvas.current >= 0 else ""

    def at(self, text: str) -> QPoint:
        """Where a memory is drawn."""
        picture = self.view.canvas.picture
        node = next(n for n in picture.nodes if picture.graph.nodes[n].text == text)
        return self.view.canvas.place_of(node).toPoint()

    def click(self, text: str) -> None:
        self.qtbot.mouseClick(self.view.canvas, Qt.MouseButton.LeftButton, pos=self.at(text))

    def key(self, key: Qt.Key) -> None:
        self.qtbot.keyClick(self.view.canvas, key)

    def wheel(self, at: QPoint, turned: int) -> None:
        canvas = self.view.canvas
        event = QWheelEvent(
            QPointF(at), QPointF(canvas.mapToGlobal(at)), QPoint(), QPoint(0, turned),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QCoreApplication.sendEvent(canvas, event)

    def accept(self, path: Path) -> None:
        dialog = self.view.window().findChild(QFileDialog)
        assert dialog is not None
        dialog.setDirectory(str(path.parent))
        dialog.fileSelected.emit(str(path))
        dialog.close()
        self.wait()


@pytest.fixture
def open_view(qtbot: QtBot, icons: Icons, bridge: Bridge, clock: Any) -> Iterator[Callable[..., Person]]:
    views: list[GraphView] = []

    def open_(width: int = 1000, height: int = 640, project: str | None = None) -> Person:
        view = GraphView(icons, bridge, clock=clock, refresh_ms=5)
        qtbot.addWidget(view)
        view.set_project(project)
        view.resize(width, height)
        view.show()
        qtbot.waitExposed(view)
        view.activateWindow()
        views.append(view)
        person = Person(qtbot, view, bridge)
        person.wait()
        return person

    yield open_
    for view in views:
        view.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def linked(service: MemoryService, some: dict[str, str]) -> dict[str, str]:
    """Three memories in a row, and two of another project."""
    link(service, some["outbox"], some["staging"])
    link(service, some["staging"], some["weak"], "supersedes")
    link(service, some["pollen"], some["rule"])
    return some


OUTBOX = "Webhooks go through an outbox table that a worker polls."
STAGING = "Staging runs PostgreSQL 16."
WEAK = "Staging may move to another region."
POLLEN = "Pollen counts come from the station in Bern."
RULE = "Run `make check` before saying it is done."


def test_without_links_the_page_says_what_would_be_here(
    service: MemoryService, some: dict[str, str], open_view: Callable[..., Person]
) -> None:
    service.archive(some["weak"])  # which is similar to another one
    person = open_view()
    view = person.view
    assert view.empty.isVisible()
    assert view.empty.title.text() == "No links yet"
    assert not view.legend.isVisible()


def test_linked_memories_are_drawn_all_in_view(
    linked: dict[str, str], open_view: Callable[..., Person]
) -> None:
    person = open_view()
    canvas = person.view.canvas
    assert person.texts == {OUTBOX, STAGING, WEAK, POLLEN, RULE}
    assert all(canvas.rect().contains(person.at(text)) for text in person.texts)
    assert "5 linked memories, 3 links" in person.view.note.text()
    assert canvas.accessibleName() == "Memory graph"
    assert "5 linked memories" in canvas.accessibleDescription()


def test_each_type_has_its_colour_where_it_is_drawn(
    linked: dict[str, str], open_view: Callable[..., Person], icons: Icons
) -> None:
    person = open_view()
    picture = person.view.canvas.grab().toImage()
    for text, kind in ((RULE, "instruction"), (OUTBOX, "fact")):
        assert picture.pixelColor(person.at(text)) == icons.theme.type_colors(kind)[2]


def test_a_click_marks_and_a_double_click_opens(
    linked: dict[str, str], open_view: Callable[..., Person]
) -> None:
    person = open_view()
    person.click(STAGING)
    assert person.marked == STAGING
    assert person.opened == []
    person.qtbot.mouseDClick(person.view.canvas, Qt.MouseButton.LeftButton, pos=person.at(OUTBOX))
    assert person.opened == [linked["outbox"]]
    person.qtbot.mouseClick(person.view.canvas, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert person.marked == ""


def test_marked_neighbours_are_lit_and_others_step_back(
    linked: dict[str, str], open_view: Callable[..., Person], icons: Icons
) -> None:
    person = open_view()
    person.click(OUTBOX)
    picture = person.view.canvas.grab().toImage()
    color = icons.theme.type_colors("fact")[2]
    assert picture.pixelColor(person.at(STAGING)) == color
    assert picture.pixelColor(person.at(WEAK)) != color


def ring(count: int) -> Picture:
    """Memories in a ring, each linked with the next and with the one across."""
    nodes = tuple(
        Node(f"id-{n}", f"Memory number {n} of the ring", MemoryType.FACT, 0.8) for n in range(count)
    )
    ties = [Edge(n, (n + step) % count, "related") for n in range(count) for step in (1, count // 2)]
    turns = [2 * math.pi * n / count for n in range(count)]
    places = [(300 * math.cos(turn), 300 * math.sin(turn)) for turn in turns]
    return Picture(MemoryGraph(nodes, tuple(ties), count, count), places)


@pytest.mark.parametrize(("count", "scale", "named"), [(12, 0.8, 0), (12, 1.5, 12)])
def test_names_are_written_where_they_can_be_read(theme: Theme, count: int, scale: float, named: int) -> None:
    picture, area = ring(count), QRectF(0, 0, 1200, 1000)
    view = QTransform(scale, 0, 0, scale, 600, 500)
    image = QImage(1200, 1000, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    names = GraphPainter(theme).paint(painter, picture, view, area)
    painter.end()
    assert len(names) == named
    assert all(area.contains(box) for box in names.values())
    assert not any(box.intersects(other) for box, other in combinations(names.values(), 2))


def test_few_are_named_in_a_crowd(theme: Theme) -> None:
    picture = ring(600)
    image = QImage(4000, 4000, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    view = QTransform(6, 0, 0, 6, 2000, 2000)
    names = GraphPainter(theme).paint(painter, picture, view, QRectF(0, 0, 4000, 4000))
    painter.end()
    assert len(names) == 40


def test_a_marked_name_is_written_over_itself(
    linked: dict[str, str], open_view: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    person = open_view()
    canvas = person.view.canvas
    canvas.grab()
    before = dict(canvas._names)
    written: dict[int, QRectF] = {}
    monkeypatch.setattr(
        canvas._painter, "paint_name", lambda _painter, _picture, node, box: written.update({node: box})
    )
    person.click(OUTBOX)
    canvas.grab()
    assert len(written) == 2, "itself and its neighbour"
    assert written == {node: before[node] for node in written}


def test_arrow_keys_walk_and_enter_opens(linked: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view()
    canvas = person.view.canvas
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert person.marked == STAGING, "the best connected one is where the keys begin"
    seen = {person.marked}
    for key in (*[K.Key_Up] * 3, *[K.Key_Down] * 4, *[K.Key_Right] * 4, *[K.Key_Left] * 4):
        before = person.at(person.marked)
        person.key(key)
        after = person.at(person.marked)
        if before != after:
            assert {
                K.Key_Up: after.y() < before.y(),
                K.Key_Down: after.y() > before.y(),
                K.Key_Left: after.x() < before.x(),
                K.Key_Right: after.x() > before.x(),
            }[key]
        seen.add(person.marked)
    assert len(seen) >= 4
    person.key(K.Key_Home)
    assert person.marked == STAGING
    in_order = [STAGING]
    for _ in range(4):
        person.key(K.Key_PageDown)
        in_order.append(person.marked)
    assert set(in_order) == person.texts
    person.key(K.Key_PageUp)
    assert person.marked == in_order[-2]
    person.key(K.Key_Return)
    assert len(person.opened) == 1
    person.key(K.Key_Escape)
    assert person.marked == ""


def test_the_wheel_magnifies_at_the_pointer_and_dragging_moves(
    linked: dict[str, str], open_view: Callable[..., Person]
) -> None:
    person = open_view()
    canvas = person.view.canvas
    at, scale = person.at(OUTBOX), canvas.scale
    person.wheel(at, 240)
    assert canvas.scale > 1.3 * scale
    assert (person.at(OUTBOX) - at).manhattanLength() <= 2
    person.qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    person.qtbot.mouseMove(canvas, QPoint(60, 50))
    person.qtbot.mouseMove(canvas, QPoint(120, 80))
    person.qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(120, 80))
    assert (person.at(OUTBOX) - at - QPoint(100, 60)).manhattanLength() <= 3
    assert person.marked == "", "a drag marks nothing"
    person.wait()
    person.key(K.Key_0)
    assert all(canvas.rect().contains(person.at(text)) for text in person.texts)


def test_what_came_into_view_while_dragging_is_painted(
    linked: dict[str, str], open_view: Callable[..., Person], icons: Icons
) -> None:
    """What is shifted and what is painted anew make the same picture."""
    person = open_view()
    canvas = person.view.canvas
    canvas.pan(QPointF(-canvas.width(), 0))
    person.wait()
    canvas.grab()
    for _ in range(8):
        canvas.pan(QPointF(canvas.width() / 8, 0))
        canvas.grab()
    moving = canvas.grab().toImage()
    assert canvas.idle.isActive()
    for text in (OUTBOX, WEAK):
        assert moving.pixelColor(person.at(text)) == icons.theme.type_colors("fact")[2]
    person.wait()
    rested = canvas.grab().toImage()
    for text in (OUTBOX, WEAK):
        assert rested.pixelColor(person.at(text)) == icons.theme.type_colors("fact")[2]


def test_keys_and_buttons_magnify(linked: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view()
    canvas, view = person.view.canvas, person.view
    whole = canvas.scale
    person.key(K.Key_Plus)
    assert canvas.scale > whole
    person.key(K.Key_Minus)
    assert canvas.scale == pytest.approx(whole)
    person.qtbot.mouseClick(view.more, Qt.MouseButton.LeftButton)
    person.qtbot.mouseClick(view.more, Qt.MouseButton.LeftButton)
    person.qtbot.mouseClick(view.less, Qt.MouseButton.LeftButton)
    assert canvas.scale == pytest.approx(whole * 1.25)
    person.qtbot.mouseClick(view.whole, Qt.MouseButton.LeftButton)
    assert canvas.scale == pytest.approx(whole)


def test_the_tooltip_says_the_memory_as_text(
    service: MemoryService, remember: Callable[..., str], open_view: Callable[..., Person]
) -> None:
    a, b = remember("Write <b>bold</b> & more"), remember("Another one")
    link(service, a, b)
    person = open_view()
    canvas = person.view.canvas
    at = person.at("Write <b>bold</b> & more")
    QCoreApplication.sendEvent(canvas, QHelpEvent(QEvent.Type.ToolTip, at, canvas.mapToGlobal(at)))
    assert "Write &lt;b&gt;bold&lt;/b&gt; &amp; more" in QToolTip.text()
    assert "1 link" in QToolTip.text()


def test_search_finds_marks_and_centres(linked: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view()
    view = person.view
    person.qtbot.keyClicks(view.search, "staging")
    person.wait()
    assert person.marked == STAGING
    assert view.hits.text() == "1 of 2"
    assert (person.at(STAGING) - view.canvas.rect().center()).manhattanLength() <= 3
    person.qtbot.keyClick(view.search, K.Key_Return)
    assert person.marked == WEAK
    assert view.hits.text() == "2 of 2"
    view.search.clear()
    person.qtbot.keyClicks(view.search, "kafka")
    person.wait()
    assert view.hits.text() == "No matches"


def test_types_and_kinds_can_be_chosen(linked: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view()
    legend = person.view.legend
    assert not legend.kinds["conflict"].isVisible(), "only what there is can be chosen"
    person.qtbot.mouseClick(legend.kinds["supersedes"], Qt.MouseButton.LeftButton)
    assert person.texts == {STAGING, WEAK}
    person.qtbot.mouseClick(legend.kinds["supersedes"], Qt.MouseButton.LeftButton)
    assert len(person.texts) == 5
    instruction = next(chip for kind, chip in legend.types.items() if kind.value == "instruction")
    person.qtbot.mouseClick(instruction, Qt.MouseButton.LeftButton)
    assert person.view.empty.title.text() == "No matching links"
    button = next(b for b in person.view.empty.findChildren(type(person.view.whole)) if b.isVisible())
    person.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(person.texts) == 5
    assert person.view.canvas.isVisible()


def test_the_table_says_the_same_and_opens_memories(
    linked: dict[str, str], open_view: Callable[..., Person]
) -> None:
    person = open_view()
    view = person.view
    person.qtbot.mouseClick(view.look.button("table"), Qt.MouseButton.LeftButton)
    tables = view.tables
    assert tables.isVisible()
    assert {row[0] for row in tables.memories.figures.table.rows} == {
        text.replace("`", "") for text in person.texts
    }
    assert tables.memories.figures.table.rows[0][2] == 2
    links = [(row[0], row[1], row[2]) for row in tables.links.figures.table.rows]
    assert links[0] == (STAGING, "replaces", WEAK)
    model = tables.memories.model()
    # Sorted by its heading, it still opens what the row says.
    model.sort(0, Qt.SortOrder.DescendingOrder)
    first = model.index(0, 0)
    tables.memories.setFocus()
    tables.memories.setCurrentIndex(first)
    person.qtbot.keyClick(tables.memories, K.Key_Return)
    assert person.opened == [linked["outbox"]]
    tables.links.setFocus()
    tables.links.setCurrentIndex(tables.links.model().index(0, 2))
    person.qtbot.keyClick(tables.links, K.Key_Return)
    assert person.opened[-1] == linked["weak"]
    person.qtbot.keyClick(tables.links, K.Key_Escape)
    assert view.canvas.isVisible()


def test_a_project_is_seen_by_itself(linked: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view(project="/srv/pollen")
    assert person.texts == {POLLEN, RULE}
    person.view.set_project(None)
    person.wait()
    assert len(person.texts) == 5


def test_a_change_is_seen_where_things_were(
    service: MemoryService,
    linked: dict[str, str],
    open_view: Callable[..., Person],
    remember: Callable[..., str],
) -> None:
    person = open_view()
    person.click(OUTBOX)
    new = remember("A newcomer to the kiln")
    link(service, linked["weak"], new)
    service.update(new, tags=["new"])
    person.wait()
    assert "A newcomer to the kiln" in person.texts
    assert person.marked == OUTBOX
    service.delete(new)
    person.wait()
    assert "A newcomer to the kiln" not in person.texts


def test_the_picture_and_the_tables_can_be_saved(
    linked: dict[str, str], open_view: Callable[..., Person], tmp_path: Path
) -> None:
    person = open_view()
    person.view.save_picture()
    person.accept(tmp_path / "graph.png")
    image = QImage(str(tmp_path / "graph.png"))
    assert image.width() > 400
    colors = {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    }
    assert person.view._icons.theme.type_colors("fact")[2].name() in colors
    person.view.save_tables()
    person.accept(tmp_path / "graph.zip")
    with zipfile.ZipFile(tmp_path / "graph.zip") as packed:
        rows = list(csv.reader(io.StringIO(packed.read("links.csv").decode())))
    assert len(rows) == 4
    assert [words.startswith("Saved as") for words in person.said] == [True, True]


def test_what_cannot_be_loaded_is_said_and_tried_again(
    service: MemoryService,
    linked: dict[str, str],
    open_view: Callable[..., Person],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise StorageError("The memory file is damaged.")

    with monkeypatch.context() as broken:
        broken.setattr(service, "memory_graph", fail)
        person = open_view()
        assert person.view.empty.title.text() == "Couldn't load the graph"
    button = next(b for b in person.view.empty.findChildren(type(person.view.whole)) if b.isVisible())
    person.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    person.wait()
    assert len(person.texts) == 5
    assert person.view.canvas.isVisible()


def test_a_view_that_goes_away_while_it_is_laid_out_stops(
    service: MemoryService, remember: Callable[..., str], open_view: Callable[..., Person]
) -> None:
    ids = [remember(f"Number {n} of the kiln") for n in range(40)]

    def chain(conn: Connection) -> None:
        rows = [row for row, _, _ in memories.rows_of(conn, ids)]
        conn.executemany("INSERT INTO relation VALUES (?,?,'related',1)", pairwise(rows))

    service._rt.db.write(chain)
    person = open_view()
    view = person.view
    view._places = {}
    view._graph = type(view._graph)()
    view.refresh()
    while not view.busy:
        QApplication.processEvents()
    view.stop()
    assert not view.busy
    person.wait()
    assert view._places == {}
    assert view._graph.nodes == ()
