"""Data of maintenance: runs and candidates for compaction (spec 5.8), and the content of the Insights page
(spec 5.9, 6a)."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.context.model import Rate
from arbor_desktop.documents import document
from arbor_desktop.memories.model import Memory, MemoryType, Status
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.steps import Progress, Trouble
from arbor_desktop.task_times import Task

CUT_SHORT = "Arbor ended before it was done. What was done is kept."
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
    """One run of a task. `result` has its counters by name (`items_archived`, `duplicates_merged`, …);
    `action_id` names its changes in the memories' histories; `actor` is `schedule`, or who started it.
    `promoted`: the texts of memories that it made global, in the list of runs."""

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
    promoted: tuple[str, ...] = ()

    @property
    def success(self) -> bool:
        return self.ending is Ending.DONE

    def to_dict(self) -> dict[str, Any]:
        """Return the shape of `arbor maintain` (spec 7.2)."""
        duration = None if self.finished_at is None else self.finished_at - self.started_at
        left_out = ("finished_at", "action_id", "promoted")
        return document(self, left_out, success=self.success, duration_ms=duration)


@dataclass(frozen=True, slots=True)
class MaintenanceStatus:
    """`running`: this process's progress; `elsewhere`: another process runs a task. `last` and `next_at`
    (milliseconds) by task; a task that is switched off has no next time."""

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


@dataclass(frozen=True, slots=True)
class Growth:
    """The number of active memories at the end of each of several equal spans of time, by type. `starts` are
    the spans' beginnings in milliseconds; every tuple of `by_type` is as long."""

    starts: tuple[int, ...] = ()
    by_type: dict[MemoryType, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measure:
    """One of the figures by which success is measured (spec 5.9). `goal`: 0 to 1 for a share; `above`:
    more is better; `value` if it is not a share (learnings a session, bytes)."""

    key: str
    rate: Rate | None = None
    value: float | None = None
    goal: float = 0.0
    above: bool = True

    @property
    def met(self) -> bool | None:
        """None where there is no data."""
        found = self.value if self.rate is None else self.rate.share
        if found is None:
            return None
        return found >= self.goal if self.above else found <= self.goal


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of models this month, in US dollars. `days`: by day of the month from 1; `limit` None: no
    budget; `offline`: conversations memorized without a model, of all; `unpriced`: calls whose price is
    not known; `prices`: the day of the prices (YYYY-MM-DD)."""

    total: float = 0.0
    limit: float | None = None
    days: tuple[float, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    offline: Rate = field(default_factory=Rate)
    unpriced: int = 0
    prices: str = ""


@dataclass(frozen=True, slots=True)
class Learned:
    """A memory that was stored."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """A memory (`id`) that replaced another one."""

    id: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Week:
    """A local week, from Monday `first` to Sunday `last` (`2026-11-23`), `since` to `until` (milliseconds,
    excluded). `learned`: memories stored in it that are active; `changed`: memories replaced in it; `newest`
    and `changes`: the last of them. `to_review`, `conflicts`: what needs a decision now; `topic`: of the one
    conflict. `helped`: of the sessions that were judged, those in which a memory helped."""

    first: str
    last: str
    since: int
    until: int
    learned: int = 0
    newest: tuple[Learned, ...] = ()
    changed: int = 0
    changes: tuple[Replaced, ...] = ()
    to_review: int = 0
    conflicts: int = 0
    topic: str = ""
    helped: Rate = field(default_factory=Rate)

    @property
    def empty(self) -> bool:
        """Return whether nothing was learned or changed."""
        return not (self.learned or self.changed)

    def to_dict(self) -> dict[str, Any]:
        return document(self, since=to_iso(self.since), until=to_iso(self.until))


@dataclass(frozen=True, slots=True)
class Insights:
    """`since` to `until` (milliseconds) is the span of `growth` and of what has no span of its own.

    `captured` and `used`: conversations captured and memories used by local day (`2026-11-21`), a year at
    most; `histogram`: active memories by current confidence, ten bins of 0.1.
    """

    since: int
    until: int
    project: str | None = None
    memories: int = 0
    memories_this_week: int = 0
    categories: int = 0
    conversations: int = 0
    memorized: int = 0
    last_updated: int | None = None
    captured_last: int = 0
    """Memories that the newest memorized conversation made."""
    helpful: Rate = field(default_factory=Rate)
    stale: Rate = field(default_factory=Rate)
    growth: Growth = Growth()
    by_type: dict[str, int] = field(default_factory=dict)
    by_category: dict[str, int] = field(default_factory=dict)
    by_source: dict[str, int] = field(default_factory=dict)
    histogram: tuple[int, ...] = (0,) * 10
    captured: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    measures: tuple[Measure, ...] = ()
    cost: Cost = Cost()


@dataclass(frozen=True, slots=True)
class Node:
    """A memory in the graph."""

    id: str
    text: str
    type: MemoryType
    confidence: float
    project: str | None = None
    status: Status = Status.ACTIVE


EDGE_KINDS = ("conflict", "supersedes", "merged_into", "related", "said together", "similar")
"""Kinds of links between two memories, the strongest first."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Two nodes, by their places in the list of nodes. `kind`: `related`, `supersedes` (`a` replaced `b`),
    `merged_into`, `conflict` (open), `said together` (both are from one turn), or `similar` (about the same,
    by their words)."""

    a: int
    b: int
    kind: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class MemoryGraph:
    """`total`: how many memories are active or pending; `nodes` are those linked with another, the best
    connected first, and what they replaced. `connected`: how many such there are in all."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    total: int = 0
    connected: int = 0


MOMENT_KINDS = (
    "learned",
    "added",
    "changed",
    "promoted",
    "accepted",
    "rejected",
    "review",
    "archived",
    "restored",
    "replaced",
    "deleted",
    "undone",
    "conflict",
    "decided",
    "maintenance",
    "project",
)
"""Kinds of Moment."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of the memory; an action over many memories is one.

    `kind`: `learned` (a conversation made memories, of what was said on one day), `added` (by hand, an agent
    or an import), `changed` (their text, or where they apply), `promoted` (from a project to everywhere),
    `accepted`, `rejected`, `review` (sent there), `archived`, `restored`, `replaced`, `deleted`, `undone`,
    `conflict` (found), `decided` (a conflict), `maintenance` (a run), `project` (seen for the first time).

    `at`: the time of its last change, of what was learned when the last of it was said, in milliseconds;
    `title`: the conversation's title, the memory's text, the topic, the task, the project's name, or "" if
    several memories have none in common; `count` memories (or conflicts), of which `memory_ids` are the
    first; `actor` as in the history; `reason`: why, for people;
    `decision`: how a conflict was decided, or a run ended; `figures`: a run's counters.
    """

    at: int
    kind: str
    title: str
    count: int = 1
    memory_ids: tuple[str, ...] = ()
    conversation_id: str | None = None
    project: str | None = None
    id: str = ""
    actor: str = ""
    reason: str | None = None
    decision: str | None = None
    figures: dict[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return document(self, without=("id",))


MIN_AGE_DAYS = 30
"""A memory must be older, and it must be as long since a person edited or confirmed it."""
MIN_LENGTH = 200
"""Characters; a text must be longer."""
MAX_SUMMARY = 100
"""Characters of a summary at most."""
COMPACTED_TYPES = (MemoryType.CONTEXT, MemoryType.FACT)
LOW_CONFIDENCE = 0.4
"""Today's confidence; at 0.3 a memory is archived automatically."""
LARGE = 1_000
"""Characters from which the size alone is a reason."""


class Reason(StrEnum):
    """Why a memory is a candidate, the first that applies: its confidence is low, it is very long, it was
    never used or searched for, or it is just old and long."""

    LOW_CONFIDENCE = "low_confidence"
    SIZE = "size"
    LOW_ACCESS = "low_access"
    AGE = "age"


class Action(StrEnum):
    """A proposed action. Only `summarize` is ever done automatically; the others are for a person to decide.

    `delete`: it failed more often than it helped, and its confidence is low. `archive`: it fades, and will be
    archived soon in any case. `summarize`: all others.
    """

    SUMMARIZE = "summarize"
    DELETE = "delete"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that may be shortened. `summary`: its main sentence; None if none can replace the whole
    within `MAX_SUMMARY`: a person or a model can write one. `applied`: it was given this summary just
    now."""

    memory: Memory
    reason: Reason
    action: Action
    summary: str | None = None
    applied: bool = False

    @property
    def ready(self) -> bool:
        """Whether it can be shortened without asking anybody."""
        return self.action is Action.SUMMARIZE and self.summary is not None

    def to_dict(self) -> dict[str, Any]:
        return document(self, also=[])
