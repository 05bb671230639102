"""The figures of the Insights page (spec 5.9, 6a)."""

from __future__ import annotations

from arbor_desktop.core.clock import DAY_MS
from arbor_desktop.core.insights import Insights
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import statistics

DEFAULT_DAYS = 182


class Figures:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def insights(self, *, days: int = DEFAULT_DAYS, project: str | None = None) -> Insights:
        """All figures of the last `days`, of one project or of all."""
        now = self._rt.clock()
        stats = self._rt.db.read(lambda c: statistics.stats(c, self._rt.policy, now))
        return Insights(
            now - days * DAY_MS, now, project, memories=stats["total_memories"],
            conversations=stats["conversations"], by_type=stats["by_type"],
            by_category=stats["by_category"], by_source=stats["by_source"],
        )  # fmt: skip
