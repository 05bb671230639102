"""What fades is forgotten (spec 5.2): archived, with its reason in its history, and brought back by a
click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
from arbor_desktop.runtime.steps import Progress, Step, Work
from arbor_desktop.task_times import Task

AT_ONCE = 50
"""So many memories are archived or erased in one transaction: neither who writes nor who stops it waits
long."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """Which rules hold in a step, the projects at rest as it began (see `memories.confidence`), and who tells
    what it changes."""

    weekly: bool
    resting: frozenset[str] | None
    telling: BatchedAnnouncements


class Lifecycle:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def run_decay(self) -> dict[str, int]:
        """Archives what the daily rule says (spec 5.2) and answers `{updated, archived}`: `updated` are worth
        less today than when last rebased. Done twice, it archives nothing more."""
        work = Work(Task.DAILY, self._rt.by("maintenance"), lambda: False, _nobody)
        updated = self._rt.db.read(lambda c: lifecycle.count_faded(c, work.by.policy, work.by.now))
        self._forget(work)
        return {"updated": updated, "archived": work.counts["items_archived"]}

    def stale(self) -> Rate:
        """Active memories that nobody used, said or confirmed for 90 days and that were never used, of all
        active ones (spec 5.2: fewer than 5 % is the goal)."""
        return Rate(*self._rt.db.read(lambda c: lifecycle.stale(c, self._rt.clock())))

    def steps(self) -> list[Step]:
        """For every day."""
        return [Step("Archiving what faded", self._forget)]

    def weekly_steps(self) -> list[Step]:
        return [Step("Archiving what proved nothing", partial(self._forget, weekly=True))]

    def purge_steps(self) -> list[Step]:
        """For every month. Does nothing unless the setting says after how many days."""
        return [Step("Deleting what was archived long ago", self._purge)]

    def wake(self, project: str) -> list[str]:
        """Work goes on in a project: what was forgotten while it rested is back. Answers the ids."""
        by = self._rt.by("maintenance")
        if not self._rt.db.read(lambda c: lifecycle.forgotten_at_rest(c, project, by.now)):
            return []

        def write(conn: Connection) -> tuple[list[str], list[str]]:
            back = lifecycle.wake(conn, project, by.now, by)
            return back, conflicts.with_others(conn, back)

        back, touched = self._rt.db.write(write)
        if back:
            self._rt.announce(tuple(touched), status=True, conflicts=True)
        return back

    def _leapt(self, work: Work) -> bool:
        """Whether it may be the clock that is wrong, and nobody asked for anything."""
        return work.scheduled and self._rt.db.read(lambda c: maintenance.leapt(c, work.by.now))

    def _forget(self, work: Work, *, weekly: bool = False) -> None:
        by = work.by
        if self._leapt(work):
            work.count("items_archived", 0)
            return  # who was away for long gets a week to come back to it
        resting = self._rt.db.read(lambda c: lifecycle.at_rest(c, by.now))
        ids = self._rt.db.read(
            lambda c: lifecycle.forgettable(c, by.policy, by.now, weekly=weekly, resting=resting)
        )
        work.count("items_archived", 0)
        with BatchedAnnouncements(self._rt) as telling:
            rule = _Rule(weekly, resting, telling)
            for start in range(0, len(ids), AT_ONCE):
                work.check()
                some = ids[start : start + AT_ONCE]
                archive = partial(self._archive, work=work, rule=rule)
                work.together(some, archive, "Archiving {}".format, or_none=True)
                work.at(min(start + AT_ONCE, len(ids)), len(ids))

    def _archive(self, ids: Sequence[str], work: Work, rule: _Rule) -> None:
        """All in one transaction."""

        def write(conn: Connection) -> tuple[list[str], list[str]]:
            together = conflicts.with_others(conn, ids)  # a conflict ends with its last but one
            return lifecycle.forget(conn, ids, work.by, weekly=rule.weekly, resting=rule.resting), together

        archived, touched = self._rt.db.write(write)
        work.count("items_archived", len(archived))
        if archived:
            rule.telling.changed(touched)

    def _purge(self, work: Work) -> None:
        days = self._rt.settings.get("lifecycle.purge_archived_days")
        if not days:
            return
        if self._leapt(work):
            return  # next month, if it still is so then
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
        erased = self._rt.db.write(lambda c: purge.memories(c, lifecycle.long_archived(c, before, AT_ONCE)))
        if erased:
            self._rt.announce(tuple(erased), all_conversations=True, status=True, conflicts=True)
        return len(erased)


def _nobody(progress: Progress) -> None:
    """Nobody watches."""
