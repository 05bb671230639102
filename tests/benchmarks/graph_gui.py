"""The memory graph in a window of its own, drawn unseen, in a process of its own; prints one JSON object."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

from arbor_desktop.maintenance.model import EDGE_KINDS, Edge, MemoryGraph, Node
from arbor_desktop.memories.model import MemoryType
from tests.benchmarks.data import SEED, Talk

SIZE = (1130, 700)
HEARTBEAT_MS = 2


def made_up(nodes: int, edges: int) -> MemoryGraph:
    """A graph with near and far ties: what was said at one time hangs together, some of it with the rest."""
    rng, talk = random.Random(SEED), Talk()
    pairs: set[tuple[int, int]] = set()
    for node in range(1, nodes):
        near = rng.randrange(max(0, node - 30), node) if rng.random() < 0.9 else rng.randrange(node)
        if rng.random() < 0.97:
            pairs.add((near, node))
    while len(pairs) < min(edges, nodes * (nodes - 1) // 4):
        a = rng.randrange(nodes)
        b = max(0, min(nodes - 1, a + round(rng.gauss(0, 20))))
        if a != b:
            pairs.add((min(a, b), max(a, b)))
    types = list(MemoryType)
    return MemoryGraph(
        tuple(Node(f"id-{n}", talk.statement(), rng.choice(types), 0.8) for n in range(nodes)),
        tuple(Edge(a, b, rng.choices(EDGE_KINDS, (1, 5, 5, 60, 40, 40))[0]) for a, b in sorted(pairs)),
        nodes,
        nodes,
    )


def graph(nodes: str, edges: str, frames: str) -> dict[str, Any]:
    """`ms` of the layout, `gaps` between beats of the window meanwhile; frames of moving and magnifying."""
    from PySide6.QtCore import QCoreApplication, QEventLoop, QPointF, Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from arbor_desktop.ui.insights.graph.canvas import GraphCanvas
    from arbor_desktop.ui.insights.graph.layout import Layout
    from arbor_desktop.ui.insights.graph.picture import Picture
    from arbor_desktop.ui.theme import Theme

    app = QApplication([])
    theme = Theme()
    canvas = GraphCanvas(theme)
    canvas.resize(*SIZE)
    canvas.show()
    made = made_up(int(nodes), int(edges))
    layout = Layout.of(made, {})
    gaps: list[float] = []
    last = 0

    def beat() -> None:
        nonlocal last
        now = time.perf_counter_ns()
        gaps.append((now - last) / 1e6)
        last = now
        canvas.update()  # as a window that is used while the graph is laid out

    heart = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=HEARTBEAT_MS, timeout=beat)
    began = last = time.perf_counter_ns()
    heart.start()
    worker = Thread(target=layout.run)
    worker.start()
    while worker.is_alive():
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 5)
    heart.stop()
    ms = (time.perf_counter_ns() - began) / 1e6
    began = time.perf_counter_ns()
    canvas.show_picture(Picture(made, layout.places))
    canvas.repaint()
    shown = (time.perf_counter_ns() - began) / 1e6

    def frame(move: Callable[[], object]) -> float:
        start = time.perf_counter_ns()
        move()
        canvas.repaint()
        QCoreApplication.processEvents()
        return (time.perf_counter_ns() - start) / 1e6

    def moved(count: int) -> list[float]:
        """There and back, as a hand drags."""
        return [
            frame(lambda n=n: canvas.pan(QPointF(9 if n % 40 < 20 else -9, 5 if n % 60 < 30 else -5)))
            for n in range(count)
        ]

    count = int(frames)
    found: dict[str, list[float]] = {"whole": moved(count)}
    middle = QPointF(SIZE[0] / 2, SIZE[1] / 2)
    half = max(1, min(count // 2, 40))
    zooms = [frame(lambda: canvas.zoom(1.06, middle)) for _ in range(half)]
    canvas._renew()
    canvas.repaint()
    found["near"] = moved(count)
    zooms += [frame(lambda: canvas.zoom(1 / 1.06, middle)) for _ in range(half)]
    found["zoom"] = zooms
    hovers = canvas.picture.by_degree[: max(1, count // 4)]
    found["hover"] = [frame(lambda n=n: canvas.mark(n, tell=False)) for n in hovers]
    canvas.mark(-1)
    rests = []
    for _ in range(5):
        canvas.zoom(1.01, middle)
        rests.append(frame(canvas._renew))
    return found | {"ms": ms, "gaps": gaps, "shown": shown, "rest": rests}


if __name__ == "__main__":
    print(json.dumps({"graph": graph}[sys.argv[1]](*sys.argv[2:])))
