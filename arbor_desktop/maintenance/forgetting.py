"""Archiving of memories that faded or are of no use (spec 5.2), their return when work on their project goes
on, deletion of old archives, and retention of the text of conversations (spec 5.8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.context.model import Rate
from arbor_desktop.context.queries import receipts
from arbor_desktop.conversations.queries import outcomes, retention
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.operations import finish_erasing
from arbor_desktop.editing.queries import purge
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.runtime.runtime import BatchedAnnouncements, Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.task_times import Task

AT_ONCE = 50
"""How many memories are archived or erased in one transaction, so that writers, and whoever stops the run,
wait only briefly."""
PACKED_AT_ONCE = 200
"""Turns compressed in one transaction: other writers wait no longer than that takes."""
MEGABYTE = 1_000_000


def clock_jumped(rt: Runtime, work: Work) -> bool:
    """Return whether the clock may be wrong in a scheduled run (see `maintenance.clock_jumped`)."""
    return work.scheduled and rt.db.read(lambda c: maintenance.clock_jumped(c, work.by.now))


class Lifecycle:
    """Archiving, waking and purging."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def run_decay(self) -> dict[str, int]:
        """Archive what the daily rule says (spec 5.2), and return `{updated, archived}`: `updated` memories
        are worth less today than when their confidence was stored. Done twice, it archives nothing more."""
        work = Work(Task.DAILY, self._rt.by("maintenance"), lambda: False, lambda progress: None)
        updated = self._rt.db.read(lambda c: lifecycle.count_faded(c, work.by.policy, work.by.now))
        self.archive(work)
        return {"updated": updated, "archived": work.counts["items_archived"]}

    def stale(self) -> Rate:
        """Return how many active memories were never used, nor mentioned or confirmed for 90 days, of all
        active ones (spec 5.2: the goal is less than 5 %)."""
        return Rate(*self._rt.db.read(lambda c: lifecycle.stale(c, self._rt.clock())))

    def restore_project(self, project: str) -> list[str]:
        """Restore memories that were archived while a project was inactive, as work goes on. Return their
        ids."""
        by = self._rt.by("maintenance")
        if not self._rt.db.read(lambda c: lifecycle.archived_while_inactive(c, project, by.now)):
            return []

        def write(conn: Connection) -> tuple[list[str], list[str]]:
            back = lifecycle.restore_of_project(conn, project, by.now, by)
            return back, conflicts.with_others(conn, back)

        back, touched = self._rt.db.write(write)
        if back:
            self._rt.announce(tuple(touched), status=True, conflicts=True)
        return back

    def archive(self, work: Work, *, weekly: bool = False) -> None:
        """Archive what faded, or with `weekly` what never helped."""
        by = work.by
        work.count("items_archived", 0)
        if clock_jumped(self._rt, work):
            return  # who was away for long gets a week to come back to it
        inactive = self._rt.db.read(lambda c: lifecycle.inactive_projects(c, by.now))
        ids = self._rt.db.read(
            lambda c: lifecycle.forgettable(c, by.policy, by.now, weekly=weekly, inactive=inactive)
        )
        with BatchedAnnouncements(self._rt) as announcements:

            def archive_some(some: Sequence[str]) -> None:
                """Archive memories in one transaction."""

                def write(conn: Connection) -> tuple[list[str], list[str]]:
                    touched = conflicts.with_others(conn, some)  # a conflict ends with its last but one
                    return lifecycle.forget(conn, some, by, weekly=weekly, inactive=inactive), touched

                archived, touched = self._rt.db.write(write)
                work.count("items_archived", len(archived))
                if archived:
                    announcements.changed(touched)

            for start in range(0, len(ids), AT_ONCE):
                work.check()
                some = ids[start : start + AT_ONCE]
                work.together(some, archive_some, "Archiving {}".format, or_none=True)
                work.at(start + len(some), len(ids))

    def purge(self, work: Work) -> None:
        """Delete old archived memories. Does nothing unless the setting says after how many days."""
        days = self._rt.settings.get("lifecycle.purge_archived_days")
        if not days or clock_jumped(self._rt, work):
            return  # next month, if the clock is right then
        before = work.by.now - days * DAY_MS
        gone = 0
        try:
            while erased := self._erase(before):
                gone += erased
                work.count("items_purged", erased)
                work.at(gone, 0)
                work.check()
        finally:
            if gone:
                finish_erasing(self._rt)

    def _erase(self, before: int) -> int:
        erased = self._rt.db.write(
            lambda c: purge.erase_memories(c, lifecycle.long_archived(c, before, AT_ONCE))
        )
        if erased:
            self._rt.announce(tuple(erased), all_conversations=True, status=True, conflicts=True)
        return len(erased)


def retain(rt: Runtime, work: Work) -> None:
    """Remove and compress the text of conversations that the settings say; by default all is kept. One
    conversation, or a few hundred turns, in a transaction: it may be stopped or killed at any moment."""
    for name in ("texts_removed", "items_compressed", "bytes_saved", "outcomes_removed"):
        work.count(name, 0)
    get, now = rt.settings.get, rt.clock()
    # What is removed is gone for good: not because of a clock that may be wrong.
    by_age = not clock_jumped(rt, work)
    rows = rt.db.read(partial(_beyond, get=get, now=now if by_age else None))
    try:
        for row in rows:
            work.check()
            with work.record(partial("The text of conversation {}".format, row)):
                rt.db.write(partial(retention.remove_text, conversation=row, now=now))
                work.count("texts_removed")
    finally:  # also of a stopped run: its removals are there
        if rows:
            rt.announce((), rt.db.read(lambda c: retention.ids_of(c, rows)))
    if days := get("retention.compress_days"):
        place = 0
        while place >= 0:
            work.check()
            compress = partial(
                retention.compress, before=now - days * DAY_MS, after_row=place, limit=PACKED_AT_ONCE
            )
            place, packed, saved = rt.db.write(compress)
            work.count("items_compressed", packed)
            work.count("bytes_saved", saved)
    if by_age and (days := get("retention.outcome_days")):
        before = now - days * DAY_MS
        rt.db.write(lambda c: receipts.expire(c, before))
        if gone := rt.db.write(lambda c: outcomes.expire(c, before)):
            work.count("outcomes_removed", len(gone))
            rt.announce((), tuple(gone))


def _beyond(conn: Connection, get: Callable[[str], Any], now: int | None) -> list[int]:
    """Return the rows of the conversations whose text the settings no longer keep; `now` None: whatever their
    age."""
    rows: dict[int, None] = {}
    if keep := get("retention.keep_conversations"):
        rows |= dict.fromkeys(retention.too_many(conn, keep))
    if now is not None and (days := get("retention.keep_days")):
        rows |= dict.fromkeys(retention.too_old(conn, now - days * DAY_MS))
    if megabytes := get("retention.keep_megabytes"):
        rows |= dict.fromkeys(retention.too_large(conn, megabytes * MEGABYTE))
    return list(rows)
