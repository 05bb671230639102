"""How long the text of conversations is kept (spec 5.8): all of it, unless a setting says otherwise."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries import receipts
from arbor_desktop.conversations.queries import outcomes, retention
from arbor_desktop.database.connection import Connection
from arbor_desktop.runtime.runtime import Runtime

MEGABYTE = 1_000_000
AT_ONCE = 200
"""Turns packed in one transaction: others who write wait no longer than that takes."""


@dataclass(slots=True)
class Retained:
    """What one run did."""

    texts_removed: int = 0
    items_compressed: int = 0
    bytes_saved: int = 0
    outcomes_removed: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


Record = Callable[[Callable[[], str]], AbstractContextManager[object]]
"""What stands around the work on one record, which the function names."""


def never() -> bool:
    return False


def each(name: Callable[[], str]) -> AbstractContextManager[object]:
    """A failure of one record ends it all."""
    return nullcontext()


class Retention:
    """Takes away and compresses old text."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def run(
        self, stopping: Callable[[], bool] = never, record: Record = each, *, by_age: bool = True
    ) -> Retained:
        """One conversation, or a few hundred turns, a transaction: may be stopped or killed at any moment.
        `record` stands around each conversation whose text goes. `by_age` False: nothing goes because of the
        day that the clock says it is."""
        done = Retained()
        self._remove(done, stopping, record, by_age)
        self._compress(done, stopping)
        if by_age:
            self._expire_outcomes(done)
        return done

    def _expire_outcomes(self, done: Retained) -> None:
        days = self._rt.settings.get("retention.outcome_days")
        if not days:
            return
        before = self._rt.clock() - days * DAY_MS
        self._rt.db.write(lambda c: receipts.expire(c, before))
        if gone := self._rt.db.write(lambda c: outcomes.expire(c, before)):
            done.outcomes_removed += len(gone)
            self._rt.announce((), tuple(gone))

    def beyond(self) -> list[int]:
        """The conversations (rows) whose text the settings no longer keep."""
        return self._rt.db.read(self._beyond)

    def _beyond(self, conn: Connection, by_age: bool = True) -> list[int]:
        get = self._rt.settings.get
        rows: dict[int, None] = {}
        if keep := get("retention.keep_conversations"):
            rows |= dict.fromkeys(retention.too_many(conn, keep))
        if by_age and (days := get("retention.keep_days")):
            rows |= dict.fromkeys(retention.too_old(conn, self._rt.clock() - days * DAY_MS))
        if megabytes := get("retention.keep_megabytes"):
            rows |= dict.fromkeys(retention.too_large(conn, megabytes * MEGABYTE))
        return list(rows)

    def _remove(self, done: Retained, stopping: Callable[[], bool], record: Record, by_age: bool) -> None:
        rows = self._rt.db.read(functools.partial(self._beyond, by_age=by_age))
        for row in rows:
            if stopping():
                return
            with record(functools.partial("The text of conversation {}".format, row)):
                self._rt.db.write(
                    functools.partial(retention.remove_text, conversation=row, now=self._rt.clock())
                )
                done.texts_removed += 1
        if rows:
            self._rt.announce((), self._rt.db.read(lambda c: retention.ids_of(c, rows)))

    def _compress(self, done: Retained, stopping: Callable[[], bool]) -> None:
        days = self._rt.settings.get("retention.compress_days")
        if not days:
            return
        before, place = self._rt.clock() - days * DAY_MS, 0
        while place >= 0 and not stopping():
            pack = functools.partial(retention.compress, before=before, after_row=place, limit=AT_ONCE)
            place, packed, saved = self._rt.db.write(pack)
            done.items_compressed += packed
            done.bytes_saved += saved
