"""Tests, builds and checks that ran, errors and whether they were solved, and what that proves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from arbor_desktop.conversations.model import Turn
from arbor_desktop.conversations.outcome import Check, CheckKind, CheckResult, ErrorMet
from arbor_desktop.extraction.outcome.steps import Lines, Marks, Step, shown, uncoloured
from arbor_desktop.text.words import identifier_parts

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
    """Return how a run ended. `told`: `ok` is its own exit state; `silent`: it may pass without a word."""
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
    """Return every runner with its last known result, in the order of their last runs; at most 30."""
    last: dict[tuple[CheckKind, str], Check] = {}
    for run in runs:
        key = (run.kind, run.name)
        before = last.pop(key, None)
        count = before.runs + 1 if before else 1
        if run.result is CheckResult.UNKNOWN and before is not None:
            last[key] = replace(before, runs=count)
        else:
            last[key] = Check(run.kind, run.name, run.command, run.result, run.turn, count)
    return tuple(sorted(last.values(), key=lambda check: check.turn)[-MAX_CHECKS:])


def covers(later: Run, earlier: Run) -> bool:
    """Return whether what ran earlier ran again later: the same runner, over as much or more."""
    return (later.kind, later.name) == (earlier.kind, earlier.name) and (
        not later.scope or (bool(earlier.scope) and later.scope >= earlier.scope)
    )


MAX_ERRORS = 50
TEXT_CHARS = 240
TOLD_CHARS = 20_000
_NUMBERS = re.compile(r"\d+|0x[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that failed, or that the person told of: then `command` is empty."""

    text: str
    command: str
    first: int
    last: int
    runs: tuple[Run, ...] = ()
    key: str = ""
    output: str = ""


@dataclass(slots=True)
class Commands:
    """What a session's commands came to, step by step: runs, failures, and what went well."""

    marks: Marks
    runs: list[Run] = field(default_factory=list)
    _steps: int = 0
    _waiting: tuple[Run, Step] | None = None
    """The last run of which it is not known how it ended: a later step may look at it."""
    _failed: dict[int, Failure] = field(default_factory=dict)
    """By the number of the step."""
    _went_well: dict[str, list[int]] = field(default_factory=dict)

    def copy(self) -> Commands:
        """Return the same, to take more steps."""
        well = {key: list(turns) for key, turns in self._went_well.items()}
        return replace(self, runs=list(self.runs), _failed=dict(self._failed), _went_well=well)

    def take(self, step: Step, lines: Lines) -> None:
        """Take the next step."""
        number = self._steps
        self._steps += 1
        if step.use == "watch" and self._waiting is not None and step.ok is not None:
            self._look_at(self._waiting[0], step, lines)
            return
        runs = list(_runs_in(step, number, lines, self.marks))
        self.runs += runs
        self._waiting = next(
            ((run, step) for run in reversed(runs) if run.result is CheckResult.UNKNOWN), self._waiting
        )
        self._note_failure(step, number, runs, lines)
        if step.ok and step.use == "shell":
            for part in lines.parts(step.target):
                self._went_well.setdefault(part.key, []).append(step.last_turn)

    def _look_at(self, waiting: Run, watch: Step, lines: Lines) -> None:
        result = judged(watch.output, watch.ok, self.marks, told=False)
        if result is CheckResult.UNKNOWN:
            return
        assert self._waiting is not None
        begun = self._waiting[1]
        self.runs[self.runs.index(waiting)] = replace(waiting, result=result, turn=watch.last_turn)
        self._waiting = None
        runs = [run for run in self.runs if run.step == waiting.step]
        self._note_failure(begun, waiting.step, runs, lines)

    def _note_failure(self, step: Step, number: int, runs: Sequence[Run], lines: Lines) -> None:
        failed = tuple(run for run in runs if run.result is CheckResult.FAILED)
        if not failed and not (step.use == "shell" and step.ok is False):
            return
        if _is_none(step.output, self.marks) or (not failed and _only_looked(step, lines, self.marks)):
            return
        key = failed[-1].name if failed else _key(step, lines)
        text, turn = telling(step.output, self.marks), step.last_turn
        output = step.output if failed else ""
        self._failed[number] = Failure(text, shown(step.target) or step.name, turn, turn, failed, key, output)

    @property
    def failed(self) -> int:
        """How many commands and runs failed, each as often as it did."""
        return len(self._failed)

    def errors(self, told: Sequence[Failure], worked: int | None) -> tuple[ErrorMet, ...]:
        """Return what failed, and what the person told of. `worked`: the turn in which they last said that it
        works, with nothing against it later."""
        met: dict[tuple[str, str], Failure] = {}
        for found in [*(one for _, one in sorted(self._failed.items())), *told]:
            place = (found.key, _NUMBERS.sub("", found.text))
            before = met.get(place)
            if before is None:
                met[place] = found
            else:
                met[place] = replace(found, text=before.text, command=before.command, first=before.first)
        ordered = sorted(met.values(), key=lambda one: one.first)[:MAX_ERRORS]
        passed = [run for run in self.runs if run.result is CheckResult.PASSED]
        return tuple(
            ErrorMet(one.text, one.command, one.first, self._solved(one, passed, worked)) for one in ordered
        )

    def _solved(self, met: Failure, passed: Sequence[Run], worked: int | None) -> int | None:
        """Return the turn that shows that an error was gone."""
        if met.runs:
            turns = [_passed_after(passed, run, met.output) for run in met.runs]
            found = max(turns, key=lambda turn: turn or 0) if all(turns) else None
        elif not met.command:
            found = next((run.turn for run in reversed(passed) if run.turn > met.last), None)
        else:
            well = self._went_well.get(met.key, [])
            return next((turn for turn in well if turn > met.last), None)
        return worked if found is None and worked is not None and worked > met.last else found


def _passed_after(passed: Sequence[Run], failed: Run, output: str) -> int | None:
    """Return the turn of a run that covers what failed, or is of just that which the failed one names."""
    return next(
        (
            run.turn
            for run in passed
            if run.turn > failed.turn and (covers(run, failed) or _is_named(run, failed, output))
        ),
        None,
    )


def _is_none(output: str, marks: Marks) -> bool:
    """Return whether an output says that a tool was used wrongly, or was not allowed."""
    small = output.lower()
    return any(phrase in small for phrase in marks.no_errors)


def _only_looked(step: Step, lines: Lines, marks: Marks) -> bool:
    parts = lines.parts(step.target)
    return bool(parts) and all(part.program in marks.lookers for part in parts)


def told_of(prompt: Turn, marks: Marks) -> Failure | None:
    """Return the error that a prompt quotes, if any."""
    found = marks.error_told.search(prompt.text, 0, TOLD_CHARS)
    return Failure(_trimmed(found.group(1)), "", prompt.number, prompt.number) if found else None


def _key(step: Step, lines: Lines) -> str:
    parts = lines.parts(step.target)
    return parts[-1].key if parts else step.target


def telling(output: str, marks: Marks) -> str:
    """Return the line of an output that says most about what went wrong."""
    output = uncoloured(output)
    for pattern in marks.error_lines:
        if found := pattern.search(output):
            return _trimmed(found.group(1))
    lines = [line for line in output.splitlines() if line.strip()]
    return _trimmed(lines[-1]) if lines else ""


def _trimmed(text: str) -> str:
    text = text.strip()
    return text if len(text) <= TEXT_CHARS else f"{text[: TEXT_CHARS - 1].rstrip()}…"


def _is_named(run: Run, failed: Run, output: str) -> bool:
    """`pytest tests/test_a.py` after a run of all in which a test of that file failed."""
    places = [word.partition("::")[0].strip("'\"^$") for word in run.scope]
    return run.kind is failed.kind and any(len(place) > 3 and place in output for place in places)


_WORD = re.compile(r"[^\W\d_]\w{3,}")
_ALIKE = 2
"""So many words of an error in a gotcha say that it is about that error."""
_COMMON_WORDS = """
error errors failed fails failing failure cannot could with from this that when then because fixed line
file test tests build must should were have been does into after before
"""
_COMMON = frozenset(_COMMON_WORDS.split())


@dataclass(frozen=True, slots=True)
class Verdict:
    """`error_text`: the error that the learning is about, if one is known for sure."""

    verified: bool
    error_text: str | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What a session shows of what was learned in it.

    `passed_at`: the turn of the last test or build run, if it passed and no test's last run failed; `answers`
    the spans of turns (first, last) from one prompt to the next; `edits` the turns that changed files;
    `works_at` the turn in which the person said that it works. 0 for none.
    """

    passed_at: int
    answers: tuple[tuple[int, int], ...]
    edits: tuple[int, ...]
    works_at: int
    errors: tuple[ErrorMet, ...]

    def of(self, last_turn: int, content: str, *, gotcha: bool) -> Verdict:
        """Return whether something learned up to `last_turn` proved right. A gotcha needs its error to be
        gone."""
        about = self._error_about(last_turn, content) if gotcha else None
        text = about.text if about is not None else None
        if self.works_at > last_turn:
            return Verdict(True, text)
        proven = self.passed_at > last_turn or self._told_of_what_passed(last_turn)
        error = about or (self._error_before(last_turn) if gotcha else None)
        return Verdict(proven and (error is None or error.solved), text)

    def _answer(self, turn: int) -> tuple[int, int]:
        return next((span for span in self.answers if span[0] <= turn <= span[1]), (0, 0))

    def _told_of_what_passed(self, turn: int) -> bool:
        """Return whether it is a closing summary: the run before it, in the same answer, passed on a
        change made in that answer, and nothing was changed since."""
        first, last = self._answer(self.passed_at)
        if not (self.passed_at and first <= self.passed_at < turn <= last):
            return False
        return any(first < edit < self.passed_at for edit in self.edits) and not any(
            self.passed_at < edit <= turn for edit in self.edits
        )

    def _error_about(self, turn: int, content: str) -> ErrorMet | None:
        """Return the last error before a gotcha that shares its words."""
        words = _words(content)
        return next(
            (
                error
                for error in reversed(self.errors)
                if error.turn < turn and len(words & _words(error.text)) >= _ALIKE
            ),
            None,
        )

    def _error_before(self, turn: int) -> ErrorMet | None:
        """Return the last error of the answer in which a gotcha is stated: if its words name none, it is
        about that one."""
        first, _ = self._answer(turn)
        return next((error for error in reversed(self.errors) if first <= error.turn < turn), None)


def _words(text: str) -> set[str]:
    """Return the longer words of a text, and those within its identifiers."""
    found = _WORD.findall(f"{text} {identifier_parts(text)}".lower())
    return set(found) - _COMMON


def proof_of(
    runs: Sequence[Run],
    spans: Sequence[tuple[int, int]],
    edits: Sequence[int],
    errors: tuple[ErrorMet, ...],
    works_at: int | None,
) -> Proof:
    """`spans`: the answers of the session, as (first, last) turns."""
    proving = [
        run for run in runs if run.kind is not CheckKind.CHECK and run.result is not CheckResult.UNKNOWN
    ]
    last: dict[str, Run] = {run.name: run for run in proving}
    failing = any(r.kind is CheckKind.TEST and r.result is CheckResult.FAILED for r in last.values())
    passed = proving[-1].turn if proving and proving[-1].result is CheckResult.PASSED and not failing else 0
    return Proof(passed, tuple(spans), tuple(edits), works_at or 0, errors)
