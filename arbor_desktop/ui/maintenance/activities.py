"""Runs of maintenance among what was captured, for the activity list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbor_desktop.conversations.model import Activity
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.ui.maintenance.results import is_news, result_words
from arbor_desktop.ui.maintenance.words import task_title, tr
from arbor_desktop.ui.status import MAINTENANCE


def activities(service: Any, limit: int) -> list[Activity]:
    """What was captured, and the runs that did something or failed, the newest first."""
    captured = [one for one in service.activity(limit) if one.kind != MAINTENANCE]
    runs = [as_activity(run) for run in service.maintenance_log(limit) if is_news(run)]
    return merged(captured, runs)[:limit]


def merged(captured: Sequence[Activity], runs: Sequence[Activity]) -> list[Activity]:
    """The newest first; what was captured keeps its own order."""
    found, rest = [], sorted(runs, key=lambda one: one.at, reverse=True)
    for one in captured:
        while rest and rest[0].at > one.at:
            found.append(rest.pop(0))
        found.append(one)
    return found + rest


def as_activity(run: Run) -> Activity:
    """One line for a run that has ended."""
    failed = run.ending is Ending.FAILED
    told = run.error if run.error else result_words([run])
    title = tr("{task} maintenance").format(task=task_title(run.task))
    at = run.finished_at or run.started_at
    return Activity(at, MAINTENANCE, title, "error" if failed else "success", told)
