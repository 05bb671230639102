"""Import of memories of other tools, as one action that can be undone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from arbor_desktop.editing.operations import Memories
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Imported, Skipped
from arbor_desktop.memories.queries.memories import NewMemory
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence


class Imports:
    def __init__(self, runtime: Runtime, memories: Memories) -> None:
        self._rt, self._memories = runtime, memories

    def import_memories(
        self, path: str | Path, *, format: str = "auto", project: str | None = None, dry_run: bool = False
    ) -> Imported:
        """Import the memories of a file, into a project or for all of them.

        What is saved already is not stored again; secrets are removed; the history of each names the file.

        Raises:
            InvalidInput: The file can't be read, or holds no memories of a known format.
        """
        file = Path(path).expanduser()
        found, entries = formats.read(file, format)
        place: dict[str, Any] = {"scope": "project", "scope_id": project} if project else {}
        new: list[NewMemory] = []
        skipped = list(entries.skipped)
        for fields in entries.memories:
            try:
                new.append(self._memories.checked(**(fields | place)))
            except InvalidInput as error:
                skipped.append(Skipped(str(fields["content"])[:80], error.message))
        reason = Sentence("Imported from {file} ({format})", file=file.name, format=found.title)
        by = self._rt.by("user", reason)
        results = self._memories.import_all(new, by, dry_run=dry_run) if new else []
        kinds = Counter("duplicate" if one.duplicate else "new" for one in results)
        disputes = {conflict for one in results for conflict in one.conflicts}
        return Imported(
            found.name, kinds["new"], 0, kinds["duplicate"], len(disputes), tuple(skipped),
            by.action_id if kinds["new"] and not dry_run else None,
        )  # fmt: skip
