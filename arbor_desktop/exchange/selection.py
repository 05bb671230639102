"""The memories that an export writes, one snapshot of the store, read in small parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Link, Memory, MemoryFilter, Privacy
from arbor_desktop.memories.queries import records, relations, search

Linked = tuple[Memory, list[Link]]
"""A memory with its links to others of the export."""
PRIVATE = (Privacy.NEVER_SHARE, Privacy.SENSITIVE)


class Selection:
    """The memories that match a filter; each time it is gone through, they are read again.

    Attributes:
        now: The time of the export, in milliseconds.
        left_out: How many more would match, but are too private, by their level.
    """

    def __init__(
        self,
        conn: Connection,
        wanted: MemoryFilter,
        policy: DecayPolicy,
        now: int,
        *,
        private: tuple[Privacy, ...] = (),
    ) -> None:
        """`private`: the levels of `PRIVATE` that may be in it."""
        asked = wanted.privacy or tuple(Privacy)
        shown = tuple(level for level in asked if level not in PRIVATE or level in private)
        self._conn, self._policy, self.now = conn, policy, now
        self._wanted = replace(wanted, privacy=shown) if shown else replace(wanted, places=())
        self.left_out = {
            level: search.count(conn, replace(wanted, privacy=(level,)), policy, now)
            if level in asked and level not in shown
            else 0
            for level in PRIVATE
        }

    def __len__(self) -> int:
        return search.count(self._conn, self._wanted, self._policy, self.now)

    def __iter__(self) -> Iterator[Linked]:
        """Yield the memories, oldest first."""
        return self.sorted_by("")

    def sorted_by(self, order: str) -> Iterator[Linked]:
        """Yield the memories in an order of `search.rows`."""
        rows = search.rows(self._conn, self._wanted, self._policy, self.now, order)
        for part in records.chunks(rows):
            links = relations.of(self._conn, part, self._wanted, self._policy, self.now)
            for memory in search.memories_of_rows(self._conn, part, self._policy, self.now):
                yield memory, links.get(memory.row, [])

    def places(self) -> list[str]:
        """Return the projects (their paths) and conversations (their ids) that memories are for."""
        return search.places(self._conn, self._wanted, self._policy, self.now)

    def contents(self) -> Iterator[str]:
        """Yield the texts alone."""
        return search.contents(self._conn, self._wanted, self._policy, self.now)


class Titles:
    """Gives each memory of an export a title that no other one has, in capitals or not."""

    def __init__(self, selection: Selection, title: Callable[[str], str]) -> None:
        """`title` makes one of a text."""
        self._title = title
        seen: set[int] = set()
        self._shared: set[int] = set()
        for content in selection.contents():
            key = hash(title(content).casefold())
            (self._shared if key in seen else seen).add(key)

    def of(self, ident: str, content: str) -> str:
        title = self._title(content)
        return f"{title} ({ident[-12:]})" if hash(title.casefold()) in self._shared else title
