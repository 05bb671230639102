"""Tests, builds and checks that were run, and how they ended: by what was written, else by the exit state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arbor_desktop.conversations.outcome import Check, CheckKind, CheckResult
from arbor_desktop.extraction.outcome.commands import Lines, shown
from arbor_desktop.extraction.outcome.marks import Marks
from arbor_desktop.extraction.outcome.steps import Step, uncoloured

MAX_CHECKS = 30
_UNFINISHED_CHARS = 300
_ALL = frozenset(("", ".", "./...", "./", "*"))


@dataclass(frozen=True, slots=True)
class Run:
    """One run. `scope`: the words of its command that narrow what is run."""

    kind: CheckKind
    name: str
    command: str
    scope: frozenset[str]
    result: CheckResult
    turn: int
    step: int


def runs_of(steps: Iterable[Step], lines: Lines, marks: Marks) -> list[Run]:
    """Every run of the session, in order."""
    found: list[Run] = []
    waiting: Run | None = None
    for number, step in enumerate(steps):
        if step.use == "watch" and waiting is not None and step.ok is not None:
            result = judged(step.output, step.ok, marks, told=False)
            if result is not CheckResult.UNKNOWN:
                found[found.index(waiting)] = _ended(waiting, result, step.last_turn)
                waiting = None
            continue
        for run in _runs_in(step, number, lines, marks):
            found.append(run)
            if run.result is CheckResult.UNKNOWN:
                waiting = run
    return found


def _ended(run: Run, result: CheckResult, turn: int) -> Run:
    return Run(run.kind, run.name, run.command, run.scope, result, turn, run.step)


def _runs_in(step: Step, number: int, lines: Lines, marks: Marks) -> list[Run]:
    kind = marks.run_by_tool(step.name)
    if kind is not None:
        result = judged(step.output, step.ok, marks, told=True)
        return [Run(kind, step.name, step.name, frozenset(), result, step.last_turn, number)]
    if step.use != "shell":
        return []
    found = []
    runs = [(part, part.runner) for part in lines.parts(step.target) if part.runner is not None]
    for part, runner in runs:
        # Of several in one line, a failure is that of the last which could have run.
        told = part.told and (step.ok is True or part is runs[-1][0])
        result = judged(step.output, step.ok, marks, told=told, silent=runner.kind is not CheckKind.TEST)
        fits = runner.match.match(part.bare)
        narrowed = part.bare[fits.end() :].split(" ") if fits else []
        scope = frozenset(w for w in narrowed if w not in _ALL and not w.startswith("-"))
        name = _name(fits.group() if fits else part.program)
        found.append(Run(runner.kind, name, shown(part.text), scope, result, step.last_turn, number))
    return found


def _name(matched: str) -> str:
    """`pnpm --filter web run lint` is `pnpm lint`."""
    words = [word for word in matched.split(" ") if not word.startswith("-")]
    return " ".join(words if len(words) < 2 else (words[0], words[-1]))


def judged(output: str, ok: bool | None, marks: Marks, *, told: bool, silent: bool = True) -> CheckResult:
    """How a run ended. `told`: `ok` is its own exit state; `silent`: it may pass without a word."""
    output = uncoloured(output)
    if ok is None or marks.results["unfinished"].search(output, 0, _UNFINISHED_CHARS):
        return CheckResult.UNKNOWN
    small = output.lower()
    suspicious = any(stem in small for stem in marks.stems)
    if suspicious and marks.results["failed"].search(output):
        return CheckResult.FAILED
    if told and not ok:
        return CheckResult.FAILED
    if marks.results["passed"].search(output):
        return CheckResult.PASSED
    if suspicious and marks.results["doubtful"].search(output):
        return CheckResult.FAILED
    if not ok:
        return CheckResult.UNKNOWN
    return CheckResult.PASSED if told or silent else CheckResult.UNKNOWN


def last_of_each(runs: Iterable[Run]) -> tuple[Check, ...]:
    """Every runner with its last known result, in the order of their last runs; at most 30."""
    last: dict[tuple[CheckKind, str], Check] = {}
    for run in runs:
        key = (run.kind, run.name)
        before = last.pop(key, None)
        count = before.runs + 1 if before else 1
        if run.result is CheckResult.UNKNOWN and before is not None:
            last[key] = Check(before.kind, before.name, before.command, before.result, before.turn, count)
        else:
            last[key] = Check(run.kind, run.name, run.command, run.result, run.turn, count)
    return tuple(sorted(last.values(), key=lambda check: check.turn)[-MAX_CHECKS:])


def covers(later: Run, earlier: Run) -> bool:
    """Whether what ran earlier ran again later: the same runner, over as much or more."""
    return (later.kind, later.name) == (earlier.kind, earlier.name) and (
        not later.scope or (bool(earlier.scope) and later.scope >= earlier.scope)
    )
