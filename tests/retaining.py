"""Retention of the text of conversations, as the daily task does it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from arbor_desktop.maintenance import forgetting
from arbor_desktop.runtime.steps import Stopped, Work
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task


def retain(service: MemoryService, stopping: Callable[[], bool] = lambda: False) -> Counter[str]:
    """Remove and compress what the settings say; return what was done."""
    work = Work(Task.DAILY, service._rt.by("maintenance"), stopping, lambda _: None)
    with suppress(Stopped):
        forgetting.retain(service._rt, work)
    return work.counts
