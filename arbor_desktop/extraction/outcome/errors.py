"""Errors that a session met, and whether they went away: the same command, test or build passing later, or
the person saying that it works."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import CheckResult, ErrorMet
from arbor_desktop.extraction.outcome.checks import Run, covers
from arbor_desktop.extraction.outcome.commands import Lines, shown
from arbor_desktop.extraction.outcome.marks import Marks
from arbor_desktop.extraction.outcome.steps import Step, uncoloured

MAX_ERRORS = 50
TEXT_CHARS = 240
TOLD_CHARS = 20_000
_NUMBERS = re.compile(r"\d+|0x[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class _Met:
    text: str
    command: str
    first: int
    last: int
    step: int
    runs: tuple[Run, ...] = ()
    key: str = ""
    output: str = ""


def errors_met(
    steps: Sequence[Step],
    runs: Sequence[Run],
    turns: Sequence[Turn],
    worked: int | None,
    lines: Lines,
    marks: Marks,
) -> tuple[ErrorMet, ...]:
    """`worked`: the turn in which the person last said that it works, with nothing against it later."""
    met: dict[tuple[str, str], _Met] = {}
    for found in [*_failed(steps, runs, lines, marks), *_told(turns, marks)]:
        place = (found.key, _NUMBERS.sub("", found.text))
        before = met.get(place)
        if before is None:
            met[place] = found
        else:
            met[place] = _Met(
                before.text, before.command, before.first, found.last, found.step, found.runs, found.key,
                found.output,
            )  # fmt: skip
    after = _Later(steps, runs, lines)
    ordered = sorted(met.values(), key=lambda one: one.first)[:MAX_ERRORS]
    return tuple(ErrorMet(m.text, m.command, m.first, after.solved(m, worked)) for m in ordered)


def _failed(steps: Sequence[Step], runs: Sequence[Run], lines: Lines, marks: Marks) -> Iterator[_Met]:
    by_step: dict[int, list[Run]] = {}
    for run in runs:
        by_step.setdefault(run.step, []).append(run)
    for number, step in enumerate(steps):
        failed = tuple(run for run in by_step.get(number, ()) if run.result is CheckResult.FAILED)
        if not failed and not (step.use == "shell" and step.ok is False):
            continue
        if _is_none(step.output, marks) or (not failed and _only_looked(step, lines, marks)):
            continue
        key = failed[-1].name if failed else _key(step, lines)
        text = telling(step.output, marks)
        yield _Met(
            text,
            shown(step.target) or step.name,
            step.last_turn,
            step.last_turn,
            number,
            failed,
            key,
            step.output,
        )


def _is_none(output: str, marks: Marks) -> bool:
    """Whether an output says that a tool was used wrongly, or was not allowed."""
    small = output.lower()
    return any(phrase in small for phrase in marks.no_errors)


def _only_looked(step: Step, lines: Lines, marks: Marks) -> bool:
    parts = lines.parts(step.target)
    return bool(parts) and all(part.program in marks.lookers for part in parts)


def _told(turns: Sequence[Turn], marks: Marks) -> Iterator[_Met]:
    for turn in turns:
        if turn.kind is not TurnKind.SAID or turn.role is not Role.USER:
            continue
        if found := marks.error_told.search(turn.text, 0, TOLD_CHARS):
            yield _Met(_trimmed(found.group(1)), "", turn.number, turn.number, -1)


def _key(step: Step, lines: Lines) -> str:
    parts = lines.parts(step.target)
    return parts[-1].key if parts else step.target


def telling(output: str, marks: Marks) -> str:
    """The line of an output that tells most of what went wrong."""
    output = uncoloured(output)
    for pattern in marks.error_lines:
        if found := pattern.search(output):
            return _trimmed(found.group(1))
    lines = [line for line in output.splitlines() if line.strip()]
    return _trimmed(lines[-1]) if lines else ""


def _trimmed(text: str) -> str:
    text = text.strip()
    return text if len(text) <= TEXT_CHARS else f"{text[: TEXT_CHARS - 1].rstrip()}…"


class _Later:
    """What went well after an error."""

    def __init__(self, steps: Sequence[Step], runs: Sequence[Run], lines: Lines) -> None:
        self._passed = [run for run in runs if run.result is CheckResult.PASSED]
        self._went_well: dict[str, list[int]] = {}
        for step in steps:
            if step.ok and step.use == "shell":
                for part in lines.parts(step.target):
                    self._went_well.setdefault(part.key, []).append(step.last_turn)

    def solved(self, met: _Met, worked: int | None) -> int | None:
        """The turn that shows that it went away."""
        if met.runs:
            turns = [self._passed_after(run, met.output) for run in met.runs]
            found = max(turns, key=lambda turn: turn or 0) if all(turns) else None
        elif not met.command:
            found = next((run.turn for run in reversed(self._passed) if run.turn > met.last), None)
        else:
            well = self._went_well.get(met.key, [])
            return next((turn for turn in well if turn > met.last), None)
        return worked if found is None and worked is not None and worked > met.last else found

    def _passed_after(self, failed: Run, output: str) -> int | None:
        """The turn of a run that covers what failed, or is of just that which the failed one names."""
        return next(
            (
                run.turn
                for run in self._passed
                if run.turn > failed.turn and (covers(run, failed) or _is_named(run, failed, output))
            ),
            None,
        )


def _is_named(run: Run, failed: Run, output: str) -> bool:
    """`pytest tests/test_a.py` after a run of all in which a test of that file failed."""
    places = [word.partition("::")[0].strip("'\"^$") for word in run.scope]
    return run.kind is failed.kind and any(len(place) > 3 and place in output for place in places)
