"""The monthly checks (spec 5.8) of every memory, the memory file, its indexes and free space; `doctor` asks
some."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from arbor_desktop.capture import queries as statistics
from arbor_desktop.database import backup
from arbor_desktop.database.connection import Connection, watched
from arbor_desktop.errors import ArborError, StorageError
from arbor_desktop.maintenance.queries import verification
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Trouble, Work

T = TypeVar("T")
CHECKED_AT_ONCE, REPAIRED_AT_ONCE = 1_000, 100
"""Memories that are read at once; records that are repaired in one transaction."""
MERGED_PAGES, RELEASED_PAGES = 500, 500
"""Pages of an index merged, and of the file given back, in one transaction: some milliseconds."""
ROOM_FOR_VACUUM = 2.2
"""Free space that VACUUM needs, in sizes of the file: for the copy, and for what is written beside the
file."""


class Verification:
    """Thread-safe."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def problems(self) -> dict[str, list[str]]:
        """Return the findings of a full check: `integrity` of the file, `index` of full text, `references` of
        tables."""
        return {
            "integrity": self._rt.db.read(lambda c: backup.integrity_problems(c, full=True)),
            "index": self._rt.db.write(statistics.index_problems),
            "references": self._rt.db.read(statistics.logical_problems),
        }

    def invalid(self) -> list[tuple[str, str, str]]:
        """Return (id, text, why) of the memories that the monthly check marked as invalid."""
        return self._rt.db.read(lambda c: list(verification.invalid(c)))

    def check_memories(self, work: Work) -> None:
        """Check every memory, and mark those that are invalid."""
        for name in ("items_validated", "items_invalid"):
            work.count(name, 0)
        after = 0
        total = self._rt.db.read(verification.count)
        while after >= 0:
            work.check()
            read = partial(verification.part, after=after, limit=CHECKED_AT_ONCE)
            after, count, findings = self._rt.db.read(read)
            work.count("items_validated", count)
            work.count("items_invalid", sum(bool(one.problems) for one in findings))
            work.at(work.counts["items_validated"], total)
            for one in findings:
                if bool(one.problems) != one.marked:
                    work.check()
                    with work.record(partial("Memory {}".format, one.id)):
                        self._rt.db.write(partial(verification.mark, row=one.row, by=work.by))
                        self._rt.announce((one.id,), status=True)

    def check_file(self, work: Work) -> None:
        """Check the memory file."""
        problems = self._watched(work, lambda c: backup.integrity_problems(c, full=True))
        broken = self._watched(work, verification.broken_references)
        work.count("problems_found", len(problems) + broken)
        if problems:
            raise StorageError(
                f"The memory file is damaged ({problems[0]}). Run arbor doctor, or restore a backup.",
                damaged=True,
            )
        if broken:
            work.troubles.append(Trouble(f"{broken} references", "They lead nowhere. See: arbor doctor"))

    def check_indexes(self, work: Work) -> None:
        """Check the search index and vectors, and repair them."""
        for name in ("indexes_rebuilt", "turns_indexed", "vectors_dropped"):
            work.count(name, 0)
        work.check()
        if self._watched(work, verification.memory_index_disagrees, writing=True):
            self._watched(work, verification.rebuild_memory_index, writing=True)
            work.count("indexes_rebuilt")
            self._rt.announce(status=True)
        self._repair(work, verification.indexed_for_nothing, verification.drop_from_turn_index)
        missing = self._repair(work, verification.turns_not_indexed, verification.index_turns)
        work.count("turns_indexed", missing)
        work.count("vectors_dropped", self._repair(work, verification.odd_vectors, verification.drop_vectors))

    def _repair(
        self,
        work: Work,
        find: Callable[[Connection], list[T]],
        repair: Callable[[Connection, list[T]], object],
    ) -> int:
        """Find records and repair them, a few in a transaction. Return how many there were."""
        rows = self._watched(work, find)
        for start in range(0, len(rows), REPAIRED_AT_ONCE):
            work.check()
            some = rows[start : start + REPAIRED_AT_ONCE]
            self._rt.db.write(lambda c, some=some: repair(c, some))  # type: ignore[misc]
            work.at(start + len(some), len(rows))
        return len(rows)

    def tidy(self, work: Work) -> None:
        """Tidy the memory file, after all deletions."""
        work.count("bytes_freed", 0)
        for index in ("memory_fts", "turn_fts"):
            pages = -MERGED_PAGES  # the first also begins what is not due otherwise
            while self._rt.db.write(partial(verification.merge_index, index=index, pages=pages)):
                work.check()
                pages = MERGED_PAGES
        work.check()
        self._watched(work, verification.refresh_statistics, writing=True)
        if self._rt.db.read(verification.worth_vacuum):
            self._shrink(work)
        self._rt.db.outside_transaction(verification.checkpoint)

    def _shrink(self, work: Work) -> None:
        unused, total = self._rt.db.read(verification.free)
        if self._rt.db.read(verification.is_incremental):
            release = partial(verification.release, pages=RELEASED_PAGES)
            left = self._rt.db.write(release)
            while left:
                work.check()
                before, left = left, self._rt.db.write(release)
                if left >= before:  # another process frees as fast as this gives back
                    break
        elif shutil.disk_usage(self._rt.home.folder).free > ROOM_FOR_VACUUM * total:
            self._watched(work, verification.vacuum, outside=True)
        else:
            work.troubles.append(Trouble("Making the memory file smaller", "Too little free disk space."))
        work.count("bytes_freed", max(0, unused - self._rt.db.read(verification.free)[0]))

    def _watched(
        self, work: Work, ask: Callable[[Connection], T], *, writing: bool = False, outside: bool = False
    ) -> T:
        """Run one long statement, which is interrupted as soon as the run is to stop."""
        db = self._rt.db
        run = db.outside_transaction if outside else db.write if writing else db.read
        try:
            return run(lambda c: watched(c, work.stopping, lambda: ask(c)))
        except ArborError:
            work.check()
            raise
