"""The question that the page asks now: search field, segment, chips and menus all read and change this."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.ui.memories.query import MemoryQuery


class QueryState(QObject):
    """`changed(query)` is sent when the question is another one than before."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._query = MemoryQuery()

    @property
    def query(self) -> MemoryQuery:
        return self._query

    def set(self, **fields: Any) -> None:
        """Changes some parts."""
        self.put(replace(self._query, **fields))

    def put(self, query: MemoryQuery) -> None:
        if query != self._query:
            self._query = query
            self.changed.emit(query)

    def toggle(self, field: str, value: str) -> None:
        """Adds a value to one of the tuples, or takes it out."""
        chosen: tuple[str, ...] = getattr(self._query, field)
        without = tuple(other for other in chosen if other != value)
        self.set(**{field: without if value in chosen else (*chosen, value)})
