"""Long, old memories get a short form, taken from their own words (spec 5.8). The content stays as it is."""

from __future__ import annotations

from arbor_desktop.core.compaction import MAX_SUMMARY
from arbor_desktop.core.errors import InvalidInput
from arbor_desktop.core.memory import Memory
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import memories
from arbor_desktop.store.database import Connection


class Compacting:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def apply_compaction(self, id: str, summary: str, *, actor: str = "user") -> Memory:
        """Gives a memory a short form, which is shown and injected in place of its content. Raises
        InvalidInput, NotFound."""
        text = " ".join(summary.split())
        if not 3 <= len(text) <= MAX_SUMMARY:
            raise InvalidInput(f"A summary has 3 to {MAX_SUMMARY} characters.", field="summary")
        by = self._rt.by(actor)

        def write(conn: Connection) -> Memory:
            row = memories.rows_of(conn, [id])[0][0]
            memories.change(
                conn, row, {"summary": text, "compacted_at": by.now}, by, "compacted", touch=False
            )
            return memories.get(conn, id, by.policy, by.now)

        changed = self._rt.db.write(write)
        self._rt.announce((id,))
        return changed
