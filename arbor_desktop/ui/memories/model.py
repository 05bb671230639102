"""The list's model: memories, loaded in windows as they come into view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.components.row_model import Failed, IdRole, ItemRole, RowModel
from arbor_desktop.ui.memories.words import card_sentence

MemoryRole = ItemRole
"""The `Memory` itself, or None while it is being loaded."""

Loaded = Callable[[Sequence[Memory]], None]
Fetch = Callable[[list[str], Loaded, Failed], None]

__all__ = ["IdRole", "MemoryListModel", "MemoryRole"]


class MemoryListModel(RowModel[Memory]):
    """The memories of a list."""

    def __init__(
        self,
        fetch: Fetch,
        clock: Clock,
        *,
        window: int = 48,
        keep: int = 1024,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(fetch, window=window, keep=keep, parent=parent)
        self._clock = clock

    def refresh_conflicts(self, seen: Sequence[str]) -> None:
        """Loads again what is marked as contradicting another one, which may have ended with a change of the
        other; and what is `seen`, which may contradict one now."""
        self.refresh([*seen, *(memory.id for memory in self.items() if memory.conflict_ids)])

    def text(self, item: Memory) -> str:
        return item.shown_text

    def spoken(self, item: Memory) -> str:
        return card_sentence(item, self._clock())
