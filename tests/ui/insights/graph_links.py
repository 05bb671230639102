"""Links between memories, as extraction and merging make them."""

from __future__ import annotations

from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.queries import memories
from arbor_desktop.service import MemoryService


def link(service: MemoryService, a: str, b: str, kind: str = "related") -> None:
    def write(conn: Connection) -> None:
        (one, _, _), (other, _, _) = memories.rows_of(conn, [a, b])
        conn.execute("INSERT INTO relation VALUES (?,?,?,0.8)", (one, other, kind))

    service._rt.db.write(write)
