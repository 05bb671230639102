"""Does it help? What changes in sessions that get memories, compared with some that get none.

The hook draws the sessions (`integrations/hooks/events`), reading counts what happened in each
(`extraction/outcome/effort`), and this compares them, on this computer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from arbor_desktop.capture import queries as captures
from arbor_desktop.capture.outcomes import Outcomes
from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries import comparison
from arbor_desktop.context.queries.comparison import Counted, SessionWithout, Standing
from arbor_desktop.documents import document
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.runtime.runtime import Runtime

ENABLED, ONE_IN, PROJECTS = "comparison.enabled", "comparison.one_in", "comparison.projects"
CURRENT_DAYS = 1
"""A session that was drawn longer ago is over."""
LISTED = 200
FIRST = 24
"""About so many sessions without memories show that something happens half as often."""
NARROW = 0.20
"""A range that includes zero and is no wider: there is no clear difference."""


class Question(StrEnum):
    REPEATS = "repeats"
    CORRECTIONS = "corrections"
    FAILED_COMMANDS = "failed_commands"
    TURNS_TO_PASS = "turns_to_pass"
    TOKENS = "tokens"


class Verdict(StrEnum):
    PLAIN = "plain result"
    PROBABLY = "probably"
    TOO_EARLY = "too early to tell"
    NO_DIFFERENCE = "no clear difference"


@dataclass(frozen=True, slots=True)
class Effect:
    """The answer to one question. `change`: of the mean, -0.38 for 38 % less with memories; likely from `low`
    to `high`. None: not known, and for `high` also: no limit. `needed`: about so many more sessions without
    memories give an answer, if nothing changes."""

    question: Question
    verdict: Verdict
    with_sessions: int = 0
    without_sessions: int = 0
    with_mean: float | None = None
    without_mean: float | None = None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    needed: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Report:
    """`comparable`: the projects to choose from. `not_comparable`: projects whose instruction files have
    memories, which all their sessions see. `with_sessions`, `without_sessions`: those that are compared.
    `week`: sessions without memories in a week, on average."""

    enabled: bool
    one_in: int
    projects: tuple[str, ...]
    comparable: tuple[str, ...]
    not_comparable: tuple[str, ...]
    project: str | None
    standing: Standing
    with_sessions: int
    without_sessions: int
    week: float
    effects: tuple[Effect, ...]
    sessions: tuple[SessionWithout, ...]
    method: str

    def to_dict(self) -> dict[str, Any]:
        shown = document(self, ("effects", "sessions", "standing"))
        return shown | {
            "standing": self.standing._asdict(),
            "effects": [one.to_dict() for one in self.effects],
            "sessions": [one._asdict() for one in self.sessions],
        }


class EffectOperations:
    def __init__(self, runtime: Runtime, outcomes: Outcomes) -> None:
        self._rt = runtime
        self._outcomes = outcomes

    def report(self, *, days: int | None = None, project: str | None = None) -> Report:
        """Compare the sessions of the last `days` (None: all), of one project or of all."""
        path = None if project is None else checks.project_path(project)
        now, get = self._rt.clock(), self._rt.settings.get
        since = 0 if days is None else now - days * DAY_MS
        for late in self._rt.db.read(comparison.uncounted):
            self._outcomes.derive_again(late, self._rt.by("maintenance"))
        rows, standing, sessions, carrying = self._rt.db.read(
            lambda c: (
                comparison.counted(c, since, path),
                comparison.standing(c, since, path),
                comparison.without(c, since, path, LISTED),
                comparison.projects(c),
            )
        )
        from arbor_desktop.maintenance.effect_statistics import METHOD  # numpy

        without = sum(not row.shared for row in rows)
        weeks = max(1.0, (now - (standing.since or now)) / (7 * DAY_MS))
        return Report(
            get(ENABLED), get(ONE_IN), tuple(get(PROJECTS)), tuple(self.comparable()), tuple(carrying),
            path, standing, len(rows) - without, without, without / weeks,
            tuple(effect_of(question, rows) for question in Question), tuple(sessions), METHOD,
        )  # fmt: skip

    def turn_on(self, projects: Sequence[str] | None = None, one_in: int | None = None) -> list[str]:
        """Compare sessions of these projects from now on (None: those chosen before, else all that can be
        compared), one in `one_in` without memories. Return the projects. Raises InvalidInput."""
        stored = self._rt.db.read(comparison.projects)
        if projects is None:
            chosen = self._rt.settings.get(PROJECTS) or self.comparable()
        else:
            chosen = list(dict.fromkeys(checks.project_path(one) for one in projects))
        if wrong := [one for one in chosen if one in stored]:
            raise InvalidInput(
                f"All sessions in {wrong[0]} see memories in its instruction files. Turn them off first, or "
                "choose another project.",
                project=wrong[0],
            )
        if not chosen:
            raise InvalidInput("There is no project to compare sessions in yet.")
        if one_in is not None:
            self._rt.settings.set(ONE_IN, one_in)
        self._rt.settings.set(PROJECTS, chosen)
        self._rt.settings.set(ENABLED, True)
        return chosen

    def turn_off(self) -> None:
        """Share memories with all sessions again. What was counted stays."""
        self._rt.settings.set(ENABLED, False)

    def comparable(self) -> list[str]:
        """Return the projects in which sessions can be compared."""
        carrying = set(self._rt.db.read(comparison.projects))
        return [one for one in self._rt.db.read(captures.projects) if one not in carrying]

    def current(self, project: str | None) -> SessionWithout | None:
        """Return the last session of a project, or of all, if it is one without memories and may still be
        open."""
        if not self._rt.settings.get(ENABLED):
            return None
        path = None if project is None else checks.project_path(project)
        since = self._rt.clock() - CURRENT_DAYS * DAY_MS
        return self._rt.db.read(lambda c: comparison.current(c, path, since))

    def share_anyway_now(self, project: str | None) -> str | None:
        """Share memories with the last session, if it is one without. Return its title, or what else it is
        called; None if there is none."""
        one = self.current(project)
        if one is None:
            return None
        self.share_anyway(one.tool, one.session_id)
        return one.title or one.session_id

    def share_anyway(self, tool: str, session_id: str) -> None:
        """Share memories with a session without, from its next prompt on. It is no longer compared."""
        now = self._rt.clock()
        self._rt.db.write(lambda c: comparison.release(c, tool, session_id, now))
        self._rt.announce(status=True)


def effect_of(question: Question, rows: Sequence[Counted]) -> Effect:
    """Answer one question from the counts of the sessions."""
    known = [(row.project, row.shared, getattr(row, question.value)) for row in rows]
    known = [one for one in known if one[2] is not None]
    without = sum(not shared for _, shared, _ in known)
    numbers = len(known) - without, without
    from arbor_desktop.maintenance.effect_statistics import estimate  # numpy

    found = estimate(known)
    if found is None:
        return Effect(question, Verdict.TOO_EARLY, *numbers, needed=max(FIRST - without, 1))
    low, high = found.low - 1, found.high - 1
    change = None if found.ratio is None or math.isinf(found.ratio) else found.ratio - 1
    verdict = verdict_of(change, low, high)
    return Effect(
        question, verdict, *numbers, found.with_mean, found.without_mean, change, low,
        None if math.isinf(high) else high,
        needed_more(without, change, low, high) if verdict is Verdict.TOO_EARLY else None,
    )  # fmt: skip


def verdict_of(change: float | None, low: float, high: float) -> Verdict:
    """Return what may be said: a plain result if the near end of the range is at least a quarter of the
    middle value away from zero; nothing for sure if the range includes zero."""
    if low <= 0 <= high:
        return Verdict.NO_DIFFERENCE if high - low <= NARROW else Verdict.TOO_EARLY
    near = min(abs(low), abs(high))
    return Verdict.PLAIN if change is not None and near >= abs(change) / 4 else Verdict.PROBABLY


def needed_more(without: int, change: float | None, low: float, high: float) -> int:
    """Return about how many more sessions without memories give an answer: a range narrows with the square
    root of their number. It is enough if it no longer includes zero by far, or is narrow."""
    if math.isinf(high) or change is None:
        return max(FIRST - without, FIRST // 2)
    side = high - change if change < 0 else change - low
    result = (side / (0.75 * abs(change))) ** 2 if change else math.inf
    factor = min(((high - low) / NARROW) ** 2, result)
    more = max(1.0, without * (factor - 1))
    step = 5 if more < 20 else 10  # no more digits than the range allows
    return math.ceil(more / step) * step
