"""Import of memories of other tools, as one action that can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from arbor_desktop.editing.lookup import MemoryLookup
from arbor_desktop.editing.operations import Memories
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Entries, Entry, Format, Imported, Plan, Planned, Skipped
from arbor_desktop.memories.model import StoreResult
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence


class Imports:
    def __init__(self, runtime: Runtime, memories: Memories, lookup: MemoryLookup) -> None:
        self._rt, self._memories, self._lookup = runtime, memories, lookup

    def plan_import(self, path: str | Path, *, format: str = "auto", project: str | None = None) -> Plan:
        """Return what importing a file or folder would do with each of its entries. Nothing is stored.

        Raises:
            InvalidInput: The file can't be read, or holds no memories of a known format.
        """
        file = Path(path).expanduser()
        found, entries = formats.read(file, format)
        new, skipped = self._checked(entries, project)
        by = self._by(file, found)
        results = self._store([one for _, one in new], by, dry_run=True)
        planned = [
            self._planned(number, entries.memories[number], memory, result)
            for (number, memory), result in zip(new, results, strict=True)
        ]
        left_out = (Planned(-1, "skipped", one.what, why=one.reason) for one in skipped)
        return Plan(found.name, found.title, str(file), (*planned, *left_out))

    def import_memories(
        self,
        path: str | Path,
        *,
        format: str = "auto",
        project: str | None = None,
        only: Collection[int] | None = None,
        dry_run: bool = False,
    ) -> Imported:
        """Import the memories of a file or folder, into a project or for all of them.

        What is saved already is not stored again; secrets are removed; the history of each names the file.

        Args:
            only: The numbers of the entries that are imported (see `Planned`); all without it.

        Raises:
            InvalidInput: The file can't be read, or holds no memories of a known format.
        """
        file = Path(path).expanduser()
        found, entries = formats.read(file, format)
        new, skipped = self._checked(entries, project)
        by = self._by(file, found)
        wanted = [one for number, one in new if only is None or number in only]
        results = self._store(wanted, by, dry_run=dry_run)
        kinds = Counter(_outcome(one) for one in results)
        disputes = {conflict for one in results for conflict in one.conflicts}
        stored = kinds["new"] + kinds["conflict"]
        return Imported(
            found.name, stored, kinds["merged"], kinds["skipped"], len(disputes), tuple(skipped),
            by.action_id if stored and not dry_run else None,
        )  # fmt: skip

    def _by(self, file: Path, found: Format) -> Write:
        reason = Sentence("Imported from {file} ({format})", file=file.name, format=found.title)
        return self._rt.by("user", reason)

    def _checked(
        self, entries: Entries, project: str | None
    ) -> tuple[list[tuple[int, NewMemory]], list[Skipped]]:
        """Return the memories with their numbers, and what can't be one."""
        place: dict[str, Any] = {"scope": "project", "scope_id": project} if project else {}
        new: list[tuple[int, NewMemory]] = []
        skipped = list(entries.skipped)
        for number, entry in enumerate(entries.memories):
            try:
                new.append((number, self._memories.checked(**(entry.fields | place))))
            except InvalidInput as error:
                skipped.append(Skipped(str(entry.fields["content"])[:80], error.message))
        return new, skipped

    def _store(self, new: Sequence[NewMemory], by: Write, *, dry_run: bool) -> list[StoreResult]:
        return self._memories.import_all(new, by, dry_run=dry_run) if new else []

    def _planned(self, number: int, entry: Entry, memory: NewMemory, result: StoreResult) -> Planned:
        outcome = _outcome(result)
        other = self._lookup.get_many([result.existing_id]) if result.existing_id else ()
        return Planned(
            number, outcome, memory.content, memory.type.value, memory.scope_id, entry.kind, entry.at,
            "Already saved" if outcome == "skipped" else "", other[0].content if other else "",
        )  # fmt: skip


def _outcome(result: StoreResult) -> str:
    if result.duplicate:
        return "skipped"
    if result.merged:
        return "merged"
    return "conflict" if result.conflicts else "new"
