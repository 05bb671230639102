"""What is done by itself to keep the memory honest (spec 5.8): the tasks, how far one is, what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.task_times import DEFAULT_TIMES as DEFAULT_TIMES
from arbor_desktop.task_times import Task as Task

FULL = "full"
"""All tasks, one after the other."""


class Ending(StrEnum):
    """How a run ended; `interrupted`: its process ended before it did."""

    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the maintenance under way is. `step`: what is being done, for people; `done` of `total` in that
    step, `total` 0 where that is not known; `steps_done` of `steps` in all."""

    task: Task
    step: str
    done: int = 0
    total: int = 0
    steps_done: int = 0
    steps: int = 1

    @property
    def share(self) -> float:
        """Of the whole, 0 to 1."""
        within = self.done / self.total if self.total else 0.0
        return min(1.0, (self.steps_done + within) / max(1, self.steps))

    def to_dict(self) -> dict[str, Any]:
        return {
            "task": self.task.value,
            "step": self.step,
            "done": self.done,
            "total": self.total,
            "share": round(self.share, 4),
        }


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that failed while the rest went on."""

    what: str
    why: str

    def to_dict(self) -> dict[str, str]:
        return {"what": self.what, "why": self.why}


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
