"""What a session came to (spec 5.5): its task, what was changed and run, and how it ended."""

from __future__ import annotations

from dataclasses import asdict, field
from enum import StrEnum
from typing import Any

from arbor_desktop.documents import document
from arbor_desktop.quick_dataclass import dataclass


class TaskType(StrEnum):
    FEATURE = "FEATURE"
    FIX = "FIX"
    REFACTOR = "REFACTOR"
    TEST = "TEST"
    DOCS = "DOCS"
    QUESTION = "QUESTION"


class OutcomeStatus(StrEnum):
    SUCCESS = "success"
    PARTIAL = "partial"
    FAILED = "failed"
    UNKNOWN = "unknown"


class CheckKind(StrEnum):
    """`test` and `build` prove something; `check` is what reads the code only: linters, type checkers."""

    TEST = "test"
    BUILD = "build"
    CHECK = "check"


class CheckResult(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """A runner of tests, builds or checks: how often it ran, and how it ended the last time, at `turn`."""

    kind: CheckKind
    name: str
    command: str
    result: CheckResult
    turn: int
    runs: int = 1

    def to_dict(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "kind"}


@dataclass(frozen=True, slots=True)
class ErrorMet:
    """Something that failed. `command` is what was run, "" where the person told of it; `solved_turn` the
    turn that shows that it went away."""

    text: str
    command: str
    turn: int
    solved_turn: int | None = None

    @property
    def solved(self) -> bool:
        return self.solved_turn is not None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"solved": self.solved}


@dataclass(frozen=True, slots=True)
class Decision:
    """What an assistant asked, what the person answered, and why where they said so."""

    question: str
    answer: str
    reason: str
    turn: int


@dataclass(frozen=True, slots=True)
class Learning:
    """A memory that a session taught: a pattern, gotcha, decision or quirk, and whether it proved right."""

    memory_id: str
    kind: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """`at`: when it was derived, in milliseconds."""

    task: str
    type: TaskType
    complexity: int
    status: OutcomeStatus
    files_created: tuple[str, ...] = ()
    files_modified: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    errors: tuple[ErrorMet, ...] = ()
    checks: tuple[Check, ...] = ()
    decisions: tuple[Decision, ...] = ()
    learnings: tuple[Learning, ...] = field(default=())
    at: int | None = None

    @property
    def last_check(self) -> Check | None:
        """The test or build that ran last; where there was none, the linter or type checker that did."""
        proving = [check for check in self.checks if check.kind is not CheckKind.CHECK]
        return max(proving or self.checks, key=lambda check: check.turn, default=None)

    @property
    def errors_solved(self) -> int:
        return sum(error.solved for error in self.errors)

    def to_dict(self) -> dict[str, Any]:
        """Return the shape that `arbor conversation` answers as `outcome`."""
        checks = {
            f"{kind.value}s": [one.to_dict() for one in self.checks if one.kind is kind] for kind in CheckKind
        }
        last = None if self.last_check is None else self.last_check.result.value
        return document(
            self,
            ("checks",),
            verification=checks | {"last": last},
            decisions=[asdict(decision) for decision in self.decisions],
            learnings=[asdict(learning) for learning in self.learnings],
        )
