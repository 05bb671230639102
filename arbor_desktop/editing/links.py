"""Links that a person makes between memories (see `memories.queries.relations`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import Memory
from arbor_desktop.memories.queries import events, memories, relations
from arbor_desktop.runtime.runtime import Runtime

Pair = tuple[str, str]


class Links:
    """Each change is in the history of both memories, and `undo` reverts it."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def linked(self, id: str) -> list[Memory]:
        """Return the memories that a person linked with this one, oldest first. Raises NotFound."""
        return self._rt.db.read(lambda c: relations.linked(c, id, self._rt.policy, self._rt.clock()))

    def link(self, id: str, other: str) -> list[Memory]:
        """Link two memories, unless they are linked. Return both. Raises InvalidInput, NotFound."""
        if id == other:
            raise InvalidInput("A memory can't be linked with itself.", id=id)

        def connect(conn: Connection) -> tuple[str, list[Pair]]:
            there = any(memory.id == other for memory in relations.linked(conn, id, self._rt.policy, 0))
            made = [] if there else relations.connect(conn, relations.LINKED, [(id, other)])
            return relations.LINKS, made

        return self._change(id, other, "linked", connect)

    def unlink(self, id: str, other: str) -> list[Memory]:
        """Remove the link between two memories, if there is one. Return both. Raises NotFound."""

        def disconnect(conn: Connection) -> tuple[str, list[Pair]]:
            pairs = [(id, other), (other, id)]
            return relations.UNLINKS, relations.disconnect(conn, relations.LINKED, pairs)

        return self._change(id, other, "unlinked", disconnect)

    def _change(
        self, id: str, other: str, action: str, change: Callable[[Connection], tuple[str, list[Pair]]]
    ) -> list[Memory]:
        by, ids = self._rt.by("user"), [id, other]

        def write(conn: Connection) -> list[Memory]:
            memories.rows_of(conn, ids)
            key, pairs = change(conn)
            after: dict[str, Any] = {key: [(relations.LINKED, *pair) for pair in pairs]}
            for ident, noted in ((id, after), (other, {})) if pairs else ():
                events.record(conn, ident, action, by.actor, by.action_id, by.now, {}, noted, by.reason)
            return memories.get_many(conn, ids, by.policy, by.now)

        both = self._rt.db.write(write)
        self._rt.announce((id, other), status=True)
        return both
