"""What is checked and tidied once a month (spec 5.8): every memory, the file, its indexes, the room in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from arbor_desktop.database import backup
from arbor_desktop.database.connection import Connection, watched
from arbor_desktop.errors import ArborError, StorageError
from arbor_desktop.maintenance.queries import verification
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Trouble, Work

T = TypeVar("T")
LOOKED_AT, MENDED = 1_000, 100
"""Memories read at once; records mended in one transaction."""
MERGED_PAGES, RELEASED_PAGES = 500, 500
"""Pages of an index joined, and of the file given back, in one transaction: some milliseconds."""
TWICE = 2.2
"""Writing the file anew needs as much room again, for the copy and for what is written beside the file."""


class Verification:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def checks(self) -> list[Step]:
        return [
            Step("Verification every memory", self._memories),
            Step("Verification the memory file", self._file),
            Step("Verification the search index", self._indexes),
        ]

    def tidying(self) -> list[Step]:
        return [Step("Tidying the memory file", self._tidy)]

    # -- memories --

    def _memories(self, work: Work) -> None:
        for name in ("items_validated", "items_invalid"):
            work.count(name, 0)
        after = 0
        total = self._rt.db.read(verification.count)
        while after >= 0:
            work.check()
            look = partial(verification.part, after=after, limit=LOOKED_AT)
            after, count, odd = self._rt.db.read(look)
            work.count("items_validated", count)
            work.count("items_invalid", sum(bool(one.problems) for one in odd))
            work.at(work.counts["items_validated"], total)
            for one in odd:
                if bool(one.problems) != one.marked:
                    work.check()
                    self._mark(one, work)

    def _mark(self, odd: verification.Odd, work: Work) -> None:
        with work.record(lambda: f"Memory {odd.id}"):
            self._rt.db.write(lambda c: verification.mark(c, odd.row, work.by))
            self._rt.announce((odd.id,), status=True)

    # -- the file --

    def _file(self, work: Work) -> None:
        problems = self._watched(work, lambda c: backup.integrity_problems(c, full=True))
        broken = self._watched(work, verification.broken_references)
        work.count("problems_found", len(problems) + broken)
        if problems:
            raise StorageError(
                f"The memory file is damaged ({problems[0]}). Run arbor doctor, or restore a backup.",
                damaged=True,
            )
        if broken:
            work.troubles.append(
                Trouble(f"{broken} references", "They lead nowhere. arbor doctor tells more.")
            )

    # -- what search goes by --

    def _indexes(self, work: Work) -> None:
        for name in ("indexes_rebuilt", "turns_indexed", "vectors_dropped"):
            work.count(name, 0)
        work.check()
        if self._watched(work, verification.memory_index_disagrees, writing=True):
            self._watched(work, verification.rebuild_memory_index, writing=True)
            work.count("indexes_rebuilt")
            self._rt.announce(status=True)
        needless = self._watched(work, verification.indexed_for_nothing)
        self._mended(work, needless, verification.drop_from_turn_index)
        missing = self._watched(work, verification.turns_not_indexed)
        self._mended(work, missing, verification.index_turns)
        work.count("turns_indexed", len(missing))
        odd = self._watched(work, verification.odd_vectors)
        self._mended(work, odd, verification.drop_vectors)
        work.count("vectors_dropped", len(odd))

    def _mended(self, work: Work, rows: list[T], mend: Callable[[Connection, list[T]], object]) -> None:
        for start in range(0, len(rows), MENDED):
            work.check()
            some = rows[start : start + MENDED]
            self._rt.db.write(lambda c, some=some: mend(c, some))  # type: ignore[misc]
            work.at(start + len(some), len(rows))

    # -- room --

    def _tidy(self, work: Work) -> None:
        work.count("bytes_freed", 0)
        for index in ("memory_fts", "turn_fts"):
            pages = -MERGED_PAGES  # the first also begins what is not due by itself
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
            left = self._rt.db.write(partial(verification.release, pages=RELEASED_PAGES))
            while left:
                work.check()
                before, left = left, self._rt.db.write(partial(verification.release, pages=RELEASED_PAGES))
                if left >= before:  # somebody frees as fast as this gives back
                    break
        elif shutil.disk_usage(self._rt.home.folder).free > TWICE * total:
            self._watched(work, verification.vacuum, outside=True)
        else:
            work.troubles.append(
                Trouble("Making the memory file smaller", "There is too little free space on the disk.")
            )
        work.count("bytes_freed", max(0, unused - self._rt.db.read(verification.free)[0]))

    def _watched(
        self, work: Work, ask: Callable[[Connection], T], *, writing: bool = False, outside: bool = False
    ) -> T:
        """What takes long in one statement, broken off as soon as the person wants no more."""
        run = (
            self._rt.db.outside_transaction if outside else self._rt.db.write if writing else self._rt.db.read
        )
        try:
            return run(lambda c: watched(c, work.stopping, lambda: ask(c)))
        except ArborError:
            work.check()
            raise
