"""Asks for what stands beside a search's rows, after these came and never in their way."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.ui.memories.beside_reads import Aside, Talk
from arbor_desktop.ui.memories.desk import Desk
from arbor_desktop.ui.memories.query import MemoryQuery


class Beside(QObject):
    """One question at a time, the next when the one before is answered: readers stay free for the rows of the
    next letter that is typed."""

    aside_came = Signal(object, object)
    """The query and its `Aside`."""
    talk_came = Signal(object)
    """A `Talk`."""

    def __init__(self, desk: Desk, talks: bool, delay_ms: int, parent: QObject | None = None) -> None:
        """`talks`: whether conversations are searched too. `delay_ms` after the rows, so that who types on
        is not held up."""
        super().__init__(parent)
        self._desk, self._talks = desk, talks
        self._query, self._rows = MemoryQuery(), 0
        self.soon = QTimer(self, singleShot=True, interval=delay_ms)
        self.soon.timeout.connect(self._ask)

    def ask(self, query: MemoryQuery, rows: int) -> None:
        """The rows of a query were found: so many."""
        self._desk.forget_beside()
        self._query, self._rows = query, rows
        if query.words:
            self.soon.start()
        else:
            self.clear()

    def clear(self) -> None:
        """There is no search any more."""
        self._desk.forget_beside()
        self.soon.stop()
        self.aside_came.emit(self._query, Aside())
        self.talk_came.emit(Talk())

    def _ask(self) -> None:
        self._desk.aside(self._query, self._rows, self._asided)

    def _asided(self, aside: Aside) -> None:
        self.aside_came.emit(self._query, aside)
        if self._talks:
            self._desk.talk(self._query, self.talk_came.emit)
