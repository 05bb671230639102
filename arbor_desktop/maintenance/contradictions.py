"""Compares what was not compared when it was stored (spec 5.8): what an import brought, what another process
wrote."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.runtime.steps import Step, Work

AT_ONCE = 4
"""Memories a transaction: each takes some milliseconds in a large store, and whoever else writes waits."""


def step(detector: Detector) -> Step:
    def compare(work: Work) -> None:
        work.count("resources_processed", 0)
        work.count("contradictions_found", 0)
        rows = detector.pending()
        for start in range(0, len(rows), AT_ONCE):
            work.check()
            some = rows[start : start + AT_ONCE]
            work.together(some, partial(_compare, detector, work), "Comparing memory {}".format)
            work.at(min(start + AT_ONCE, len(rows)), len(rows))

    return Step("Looking for contradictions", compare)


def _compare(detector: Detector, work: Work, rows: Sequence[int]) -> None:
    work.count("contradictions_found", detector.compare_rows(rows))
    work.count("resources_processed", len(rows))
