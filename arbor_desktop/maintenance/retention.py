"""Retention of the text of conversations (spec 5.8): all of it is kept, unless a setting says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries import receipts
from arbor_desktop.conversations.queries import outcomes, retention
from arbor_desktop.database.connection import Connection
from arbor_desktop.maintenance.forgetting import clock_jumped
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Work

MEGABYTE = 1_000_000
AT_ONCE = 200
"""Turns compressed in one transaction: other writers wait no longer than that takes."""


@dataclass(slots=True)
class Retained:
    """Counters of one run."""

    texts_removed: int = 0
    items_compressed: int = 0
    bytes_saved: int = 0
    outcomes_removed: int = 0

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Retention:
    """Removes and compresses old text."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def steps(self) -> list[Step]:
        """Return the daily steps."""
        return [Step("Packing old conversations", self._step)]

    def _step(self, work: Work) -> None:
        # What is removed is gone for good: not because of a clock that may be wrong.
        done = self.run(work.stopped, work.record, by_age=not clock_jumped(self._rt, work))
        for name, many in done.to_dict().items():
            work.count(name, many)
        work.check()

    def run(
        self,
        stopping: Callable[[], bool] = lambda: False,
        record: Callable[[Callable[[], str]], AbstractContextManager[object]] = nullcontext,
        *,
        by_age: bool = True,
    ) -> Retained:
        """Remove and compress what the settings say: one conversation, or a few hundred turns, in a
        transaction. It may be stopped or killed at any moment.

        `record` is the context in which the text of each conversation, which its argument names, is removed.
        Without `by_age` nothing is removed because of today's date.
        """
        done = Retained()
        self._remove(done, stopping, record, by_age)
        self._compress(done, stopping)
        if by_age:
            self._expire_outcomes(done)
        return done

    def _remove(
        self,
        done: Retained,
        stopping: Callable[[], bool],
        record: Callable[[Callable[[], str]], AbstractContextManager[object]],
        by_age: bool,
    ) -> None:
        rows = self._rt.db.read(partial(self._beyond, by_age=by_age))
        for row in rows:
            if stopping():
                return
            with record(partial("The text of conversation {}".format, row)):
                self._rt.db.write(partial(retention.remove_text, conversation=row, now=self._rt.clock()))
                done.texts_removed += 1
        if rows:
            self._rt.announce((), self._rt.db.read(lambda c: retention.ids_of(c, rows)))

    def _beyond(self, conn: Connection, by_age: bool) -> list[int]:
        """Return the rows of the conversations whose text the settings no longer keep."""
        get = self._rt.settings.get
        rows: dict[int, None] = {}
        if keep := get("retention.keep_conversations"):
            rows |= dict.fromkeys(retention.too_many(conn, keep))
        if by_age and (days := get("retention.keep_days")):
            rows |= dict.fromkeys(retention.too_old(conn, self._rt.clock() - days * DAY_MS))
        if megabytes := get("retention.keep_megabytes"):
            rows |= dict.fromkeys(retention.too_large(conn, megabytes * MEGABYTE))
        return list(rows)

    def _compress(self, done: Retained, stopping: Callable[[], bool]) -> None:
        days = self._rt.settings.get("retention.compress_days")
        if not days:
            return
        before, place = self._rt.clock() - days * DAY_MS, 0
        while place >= 0 and not stopping():
            compress = partial(retention.compress, before=before, after_row=place, limit=AT_ONCE)
            place, packed, saved = self._rt.db.write(compress)
            done.items_compressed += packed
            done.bytes_saved += saved

    def _expire_outcomes(self, done: Retained) -> None:
        days = self._rt.settings.get("retention.outcome_days")
        if not days:
            return
        before = self._rt.clock() - days * DAY_MS
        self._rt.db.write(lambda c: receipts.expire(c, before))
        if gone := self._rt.db.write(lambda c: outcomes.expire(c, before)):
            done.outcomes_removed += len(gone)
            self._rt.announce((), tuple(gone))
