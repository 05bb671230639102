"""The figures of the Insights page (spec 5.9, 6a)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from arbor_desktop.clock import each_day, local_day, spans
from arbor_desktop.context.model import Rate
from arbor_desktop.database.connection import Connection
from arbor_desktop.llm.costs import Prices
from arbor_desktop.maintenance.model import Insights, MemoryGraph, Moment, Week
from arbor_desktop.maintenance.queries import insights
from arbor_desktop.maintenance.queries.graph import graph
from arbor_desktop.maintenance.queries.insights import Place, measures
from arbor_desktop.maintenance.queries.timeline import timeline, week
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.runtime.runtime import Runtime

DEFAULT_DAYS = 182
YEAR_DAYS = 371
"""A year of whole weeks, and the one that has today in it."""


class InsightsOperations:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    @cached_property
    def _prices(self) -> str:
        return Prices.shipped().date.isoformat()

    def insights(self, *, days: int = DEFAULT_DAYS, project: str | None = None) -> Insights:
        """Return all figures of the last `days`, of one project (by its path) or of all, counted in one
        snapshot."""
        now = self._rt.clock()
        return self._rt.db.read(lambda conn: self._count(conn, Place(project), max(1, days), now))

    def week(self) -> Week:
        """Return the figures of the local week before this one."""
        now, policy = self._rt.clock(), self._rt.policy
        return self._rt.db.read(lambda conn: week(conn, policy, now))

    def memory_graph(self, project: str | None = None, limit: int = 3000) -> MemoryGraph:
        """Return the graph of memories, of one project or of all: at most `limit`, the best connected."""
        now, policy = self._rt.clock(), self._rt.policy
        return self._rt.db.read(lambda conn: graph(conn, Place(project), policy, now, max(0, limit)))

    def timeline(
        self,
        before: str | None = None,
        limit: int = 100,
        project: str | None = None,
        kinds: Collection[str] | None = None,
    ) -> tuple[tuple[Moment, ...], str | None]:
        """Return at most `limit` events of these kinds (None: all), the newest first, and where the next
        page begins, to be given as `before`; None at the end. Raises InvalidInput."""
        return self._rt.db.read(lambda conn: timeline(conn, Place(project), before, max(1, limit), kinds))

    def _count(self, conn: Connection, place: Place, days: int, now: int) -> Insights:
        parts, year, today = spans(now, days), each_day(now, YEAR_DAYS), local_day(now)
        since = parts[0][0]
        counts = insights.counts(conn, place, self._rt.policy, now)
        talks = insights.talks(conn, place)
        everywhere = talks if place.project is None else insights.talks(conn, Place())
        helpful = Rate(*lifecycle.helpful(conn, since, place.project))
        stale = Rate(counts.stale, counts.total)
        return Insights(
            since,
            now,
            place.project,
            memories=counts.total,
            memories_this_week=counts.this_week,
            categories=len(counts.by_category),
            conversations=talks.conversations,
            memorized=talks.memorized,
            last_updated=talks.last_updated,
            captured_last=talks.captured_last,
            helpful=helpful,
            stale=stale,
            growth=insights.growth(conn, place, parts),
            by_type=counts.by_type,
            by_category=counts.by_category,
            by_source=counts.by_source,
            histogram=counts.histogram,
            captured=insights.captured_by_day(conn, place, year),
            used=insights.used_by_day(conn, place, year),
            measures=measures(conn, place, since, helpful, stale),
            cost=insights.cost(
                conn,
                f"{today:%Y-%m}",
                today.day,
                everywhere.memorized,
                prices=self._prices,
                limit=float(self._rt.settings.get("model.monthly_budget")),
            ),
        )
