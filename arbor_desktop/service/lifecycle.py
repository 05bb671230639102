"""What fades is forgotten (spec 5.2): archived, with its reason in its history, and brought back by a
click."""

from __future__ import annotations

from arbor_desktop.core.insights import Rate
from arbor_desktop.service.maintenance.work import Step, Work
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import lifecycle


class Lifecycle:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def run_decay(self) -> dict[str, int]:
        """Archives what the policy says (spec 5.2) and answers `{updated, archived}`: `updated` are worth
        less today than when last rebased. Done twice, it archives nothing more."""
        by = self._rt.by("maintenance")
        updated = self._rt.db.read(lambda c: lifecycle.count_faded(c, by.policy, by.now))
        archived = self._rt.db.write(lambda c: lifecycle.archive_faded(c, by))
        self._rt.announce(tuple(archived), status=True, conflicts=bool(archived))
        return {"updated": updated, "archived": len(archived)}

    def stale(self) -> Rate:
        """Active memories that nobody used, said or confirmed for 90 days and that were never used, of all
        active ones (spec 5.2: fewer than 5 % is the goal)."""
        return Rate(*self._rt.db.read(lambda c: lifecycle.stale(c, self._rt.clock())))

    def steps(self) -> list[Step]:
        return [Step("Archiving what faded", self._archive)]

    def _archive(self, work: Work) -> None:
        archived = self._rt.db.write(lambda c: lifecycle.archive_faded(c, work.by))
        self._rt.announce(tuple(archived), status=True, conflicts=bool(archived))
        work.count("items_archived", len(archived))
