"""Import of memories of other tools, as one action that can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arbor_desktop.editing.lookup import MemoryLookup
from arbor_desktop.editing.operations import Memories
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Entries, Entry, Format, Imported, Plan, Planned, Skipped
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import LIVING, StoreResult
from arbor_desktop.memories.queries.memories import NewMemory, Progress, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

MOST_MERGED = 2_000
"""Larger imports recognise only the same words: looking for others takes some 10 ms for each entry."""
_TOLD_EVERY = 500
Numbered = list[tuple[int, NewMemory]]
"""The memories of a file with the numbers of their entries."""


class Imports:
    def __init__(self, runtime: Runtime, memories: Memories, lookup: MemoryLookup) -> None:
        self._rt, self._memories, self._lookup = runtime, memories, lookup

    def find_memories(self, path: str | Path) -> str:
        """Return the format of the memories in a file or folder.

        Raises:
            InvalidInput: The file can't be read, or holds no memories of a known format.
        """
        return formats.read(Path(path).expanduser())[0].name

    def plan_import(
        self,
        path: str | Path,
        *,
        format: str = "auto",
        project: str | None = None,
        progress: Progress | None = None,
    ) -> Plan:
        """Return what importing a file or folder would do with each of its entries. Nothing is stored.

        Args:
            progress: Called with how much is done, of how much; it may raise Cancelled.

        Raises:
            InvalidInput: The file can't be read, or holds no memories of a known format.
        """
        file = Path(path).expanduser()
        found, entries = formats.read(file, format)
        merge = len(entries.memories) <= MOST_MERGED
        steps = _Steps(progress, len(entries.memories), 3 if merge else 1)
        new, skipped = self._checked(entries, project, steps)
        by = self._by(file, found)
        some = [one for _, one in new]
        results = self._memories.import_all(some, by, merge=merge, dry_run=True, progress=steps.next())
        rivals = self._contradicted(some, results, by, steps.next()) if merge else [""] * len(some)
        others = self._texts(results)
        planned = (
            _planned(number, entries.memories[number], memory, result, others, rival)
            for (number, memory), result, rival in zip(new, results, rivals, strict=True)
        )
        left_out = (Planned(-1, "skipped", one.what, why=one.reason) for one in skipped)
        return Plan(found.name, found.title, str(file), (*planned, *left_out))

    def import_memories(
        self,
        path: str | Path,
        *,
        format: str = "auto",
        project: str | None = None,
        only: Mapping[int, str] | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Imported:
        """Import the memories of a file or folder, into a project or for all of them.

        What is saved already is not stored again; secrets are removed; the history of each names the file.

        Args:
            only: The texts of the entries that are imported, by their numbers in the plan; all without it.
            progress: Called with how much is done, of how much; it may raise Cancelled, and then nothing is
                stored.

        Raises:
            InvalidInput: The file can't be read, holds no memories of a known format, or has changed since it
                was planned.
        """
        if dry_run:
            return self.plan_import(path, format=format, project=project, progress=progress).result
        file = Path(path).expanduser()
        found, entries = formats.read(file, format)
        merge = len(entries.memories) <= MOST_MERGED
        steps = _Steps(progress, len(entries.memories), 2)
        new, skipped = self._checked(entries, project, steps)
        del entries  # of a hundred thousand, it would take a third of the memory
        by = self._by(file, found)
        wanted = [one for number, one in new if only is None or only.get(number) == one.content]
        if only is not None and len(wanted) < len(only):
            raise InvalidInput(f"{file.name} has changed since you opened it. Open it again.", path=str(file))
        results = self._memories.import_all(wanted, by, merge=merge, progress=steps.next())
        kinds = Counter(_outcome(one) for one in results)
        disputes = {conflict for one in results for conflict in one.conflicts}
        stored = kinds["new"] + kinds["conflict"]
        return Imported(
            found.name, stored, kinds["merged"], kinds["skipped"], len(disputes), tuple(skipped),
            by.action_id if stored or kinds["merged"] else None,
        )  # fmt: skip

    def _by(self, file: Path, found: Format) -> Write:
        reason = Sentence("Imported from {file} ({format})", file=file.name, format=found.title)
        return self._rt.by("user", reason)

    def _checked(
        self, entries: Entries, project: str | None, steps: _Steps
    ) -> tuple[Numbered, list[Skipped]]:
        """Return the memories with their numbers, and what can't be one."""
        place: dict[str, Any] = {}
        if project:  # a copy, beside the one that an export may come from
            place = {"scope": "project", "scope_id": project, "past": None}
        new: Numbered = []
        skipped = list(entries.skipped)
        tell = steps.next()
        for number, entry in enumerate(entries.memories):
            if number % _TOLD_EVERY == 0:
                tell(number, len(entries.memories))
            try:
                new.append((number, self._memories.checked(**(entry.fields | place))))
            except InvalidInput as error:
                skipped.append(Skipped(str(entry.fields["content"])[:80], error.message))
        return new, skipped

    def _contradicted(
        self, new: Sequence[NewMemory], results: Sequence[StoreResult], by: Write, progress: Progress
    ) -> list[str]:
        """Return the text that each new memory would contradict, saved or of the same file; or nothing."""
        stored = [
            number
            for number, one in enumerate(results)
            if not one.existing_id and new[number].status in LIVING
        ]
        others = self._memories.contradicted([new[number] for number in stored], by, progress)
        found = dict(zip(stored, others, strict=True))
        sides: dict[str, list[int]] = {}
        for number, one in enumerate(results):
            for conflict in () if one.existing_id else one.conflicts:
                sides.setdefault(conflict, []).append(number)
        rivals = []
        for number, one in enumerate(results):
            rival = found.get(number)
            beside = (
                other for conflict in one.conflicts for other in sides.get(conflict, ()) if other != number
            )
            near = next(beside, None)
            rivals.append(rival.content if rival else "" if near is None else new[near].content)
        return rivals

    def _texts(self, results: Sequence[StoreResult]) -> dict[str, str]:
        """Return the texts of the saved memories that are repeated or merged into, by id."""
        ids = dict.fromkeys(one.existing_id for one in results if one.existing_id)
        return {memory.id: memory.content for memory in self._lookup.get_many(list(ids))}


class _Steps:
    """How far an import of `count` entries is, over steps that each report (done, of how many)."""

    def __init__(self, progress: Progress | None, count: int, steps: int) -> None:
        self._progress, self._count, self._total, self._begun = progress, count, count * steps, -1

    def next(self) -> Progress:
        """Begin the next step. Return what it reports to."""
        self._begun += 1
        start = self._begun * self._count

        def tell(done: int, of: int) -> None:
            if self._progress is not None:
                self._progress(start + (done * self._count // of if of else 0), self._total)

        return tell


def _planned(
    number: int, entry: Entry, memory: NewMemory, result: StoreResult, others: dict[str, str], rival: str
) -> Planned:
    secret = checks.were_secrets(entry.fields["content"], memory.content)
    outcome, other, why = _outcome(result), rival, Sentence("A secret is removed") if secret else ""
    if outcome == "new" and rival:
        outcome = "conflict"
    elif result.existing_id is not None:
        # An entry that is merged into another one of the file finds that under no id: nothing is stored.
        other = others.get(result.existing_id, "")
        if outcome == "skipped":
            why = Sentence("Already saved") if other else Sentence("Repeats another entry")
    return Planned(
        number, outcome, memory.content, memory.type.value, memory.scope_id, entry.kind, entry.at, why, other
    )


def _outcome(result: StoreResult) -> str:
    if result.duplicate:
        return "skipped"
    if result.merged:
        return "merged"
    return "conflict" if result.conflicts else "new"
