"""Runs of maintenance tasks, and what came of them (spec 5.8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.runtime.steps import Progress, Trouble
from arbor_desktop.task_times import Task

FULL = "full"
"""All tasks, one after the other."""


class Ending(StrEnum):
    """How a run ended; `interrupted`: its process ended before it did."""

    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a task. `result` are its counters by name (`items_archived`, `duplicates_merged`, …);
    `action_id` names its changes in the memories' histories; `actor`: `schedule`, or who asked for it."""

    id: int
    task: Task
    started_at: int
    finished_at: int | None = None
    result: dict[str, int] = field(default_factory=dict)
    error: str | None = None
    ending: Ending | None = None
    actor: str = "user"
    troubles: tuple[Trouble, ...] = ()
    action_id: str | None = None
    undone_at: int | None = None

    @property
    def success(self) -> bool:
        return self.ending is Ending.DONE

    def to_dict(self) -> dict[str, Any]:
        """The shape of `arbor maintain` (spec 7.2)."""
        return {
            "id": self.id,
            "task": self.task.value,
            "success": self.success,
            "started_at": to_iso(self.started_at),
            "duration_ms": None if self.finished_at is None else self.finished_at - self.started_at,
            "result": self.result,
            "error": self.error,
            "ending": None if self.ending is None else self.ending.value,
            "actor": self.actor,
            "troubles": [one.to_dict() for one in self.troubles],
            "undone_at": to_iso(self.undone_at),
        }


@dataclass(frozen=True, slots=True)
class MaintenanceStatus:
    """`running`: how far this process is with a task; `elsewhere`: another process runs one. `last` and
    `next_at` (milliseconds) by task; a task that is switched off has no next time."""

    running: Progress | None = None
    elsewhere: bool = False
    last: dict[Task, Run] = field(default_factory=dict)
    next_at: dict[Task, int] = field(default_factory=dict)

    @property
    def next(self) -> tuple[Task, int] | None:
        """The task that is due first, and when."""
        return min(self.next_at.items(), key=lambda entry: entry[1], default=None)

    def to_dict(self) -> dict[str, Any]:
        return {
            "running": None if self.running is None else self.running.to_dict(),
            "elsewhere": self.elsewhere,
            "last": {task.value: run.to_dict() for task, run in self.last.items()},
            "next": {task.value: to_iso(at) for task, at in self.next_at.items()},
        }
