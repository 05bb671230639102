"""Archiving of memories that faded or are of no use (spec 5.2), their return when work on their project goes
on, and deletion of old archives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.context.model import Rate
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.operations import finish_erasing
from arbor_desktop.editing.queries import purge
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.runtime.runtime import BatchedAnnouncements, Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.task_times import Task

AT_ONCE = 50
"""How many memories are archived or erased in one transaction, so that writers, and whoever stops the run,
wait only briefly."""


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
        self._forget(work)
        return {"updated": updated, "archived": work.counts["items_archived"]}

    def stale(self) -> Rate:
        """Return how many active memories were never used, nor mentioned or confirmed for 90 days, of all
        active ones (spec 5.2: the goal is less than 5 %)."""
        return Rate(*self._rt.db.read(lambda c: lifecycle.stale(c, self._rt.clock())))

    def steps(self) -> list[Step]:
        """Return the daily steps."""
        return [Step("Archiving what faded", self._forget)]

    def weekly_steps(self) -> list[Step]:
        """Return the weekly steps."""
        return [Step("Archiving memories that never helped", partial(self._forget, weekly=True))]

    def purge_steps(self) -> list[Step]:
        """Return the monthly steps. They do nothing unless the setting says after how many days."""
        return [Step("Deleting old archived memories", self._purge)]

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

    def _forget(self, work: Work, *, weekly: bool = False) -> None:
        by = work.by
        work.count("items_archived", 0)
        if clock_jumped(self._rt, work):
            return  # who was away for long gets a week to come back to it
        inactive = self._rt.db.read(lambda c: lifecycle.inactive_projects(c, by.now))
        ids = self._rt.db.read(
            lambda c: lifecycle.forgettable(c, by.policy, by.now, weekly=weekly, inactive=inactive)
        )
        with BatchedAnnouncements(self._rt) as announcements:

            def archive(some: Sequence[str]) -> None:
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
                work.together(some, archive, "Archiving {}".format, or_none=True)
                work.at(start + len(some), len(ids))

    def _purge(self, work: Work) -> None:
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
