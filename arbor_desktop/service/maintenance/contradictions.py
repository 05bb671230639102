"""Compares what was not compared when it was stored (spec 5.8): what an import brought, what another process
wrote."""

from __future__ import annotations

import logging
from functools import partial

from arbor_desktop.service.comparing import Comparing
from arbor_desktop.service.maintenance.work import Step, Work

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Memories a transaction: each takes some milliseconds in a large store, and whoever else writes waits."""


def step(comparing: Comparing) -> Step:
    def compare(work: Work) -> None:
        work.count("resources_processed", 0)
        work.count("contradictions_found", 0)
        rows = comparing.waiting()
        for start in range(0, len(rows), AT_ONCE):
            work.check()
            _some(comparing, rows[start : start + AT_ONCE], work)
            work.at(min(start + AT_ONCE, len(rows)), len(rows))

    return Step("Looking for contradictions", compare)


def _some(comparing: Comparing, rows: list[int], work: Work) -> None:
    """All in one transaction; where that fails, one by one, so that only what fails is left out."""
    try:
        _compare(comparing, rows, work)
    except Exception:
        log.info("Comparing some memories failed; now one by one", exc_info=True)
        for row in rows:
            with work.record(partial("Comparing memory {}".format, row)):
                _compare(comparing, [row], work)


def _compare(comparing: Comparing, rows: list[int], work: Work) -> None:
    work.count("contradictions_found", comparing.these(rows))
    work.count("resources_processed", len(rows))
