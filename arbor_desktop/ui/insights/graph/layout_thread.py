"""Lays the graph out beside the window: on a thread of its own, which gives the window its turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal

from arbor_desktop.maintenance.model import MemoryGraph
from arbor_desktop.ui.insights.graph.layout import Layout, Point

_TURN_SECONDS = 0.002
"""After so long the window gets a turn, whether it asks for one or not."""
_REST_SECONDS = 0.0005
_PROGRESS_SECONDS = 0.1


class LayoutThread(QObject):
    """`placed(graph, places)` when a layout is done, `progress(share)` until then, both on the GUI thread. A
    newer graph takes the place of one that is being laid out."""

    placed = Signal(object, object)
    progress = Signal(float)
    _done = Signal(int, object, object)
    _shared = Signal(int, float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._done.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._shared.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self.destroyed.connect(self._stop.set)

    @property
    def busy(self) -> bool:
        """Whether a layout is under way, or its places are still to be delivered."""
        return self._thread is not None

    def lay_out(self, graph: MemoryGraph, known: Mapping[str, Point]) -> None:
        """Finds places for a graph; `known`: where memories were, by their ids."""
        self.stop()
        self._newest += 1
        self._stop = threading.Event()
        self.destroyed.connect(self._stop.set)
        numbered = {n: known[node.id] for n, node in enumerate(graph.nodes) if node.id in known}
        layout = Layout(len(graph.nodes), [(edge.a, edge.b) for edge in graph.edges], numbered)
        self._thread = threading.Thread(
            target=self._work, args=(self._newest, graph, layout, self._stop), name="arbor-graph", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Gives up what is under way; nothing of it will be delivered."""
        self._newest += 1
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _work(self, number: int, graph: MemoryGraph, layout: Layout, stop: threading.Event) -> None:
        turn = told = time.perf_counter()
        for _ in layout.steps():
            if stop.is_set():
                return
            now = time.perf_counter()
            if now - turn >= _TURN_SECONDS:
                time.sleep(_REST_SECONDS)
                turn = time.perf_counter()
            if now - told >= _PROGRESS_SECONDS:
                told = now
                self._shared.emit(number, layout.progress)
        if not stop.is_set():
            self._done.emit(number, graph, layout.places)

    def _deliver(self, number: int, graph: MemoryGraph, places: list[Point]) -> None:
        if number == self._newest:
            self._thread = None
            self.placed.emit(graph, places)

    def _tell(self, number: int, share: float) -> None:
        if number == self._newest and self.busy:
            self.progress.emit(share)
