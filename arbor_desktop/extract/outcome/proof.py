"""Whether what a session taught proved right (spec 5.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.core.outcome import CheckKind, CheckResult, ErrorMet
from arbor_desktop.extract.outcome.checks import Run

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
    """`error_text`: the error that the learning is about, if one is known."""

    verified: bool
    error_text: str | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What a session shows of what was learned in it.

    `passed_at`: the turn of the last test or build run, if it passed and no test's last run failed; `answer`
    the span of turns (first, last) of the answer in which it passed; `edits` the turns that changed files;
    `works_at` the turn in which the person said that it works. 0 for none.
    """

    passed_at: int
    answer: tuple[int, int]
    edits: tuple[int, ...]
    works_at: int
    errors: tuple[ErrorMet, ...]

    def of(self, last_turn: int, content: str, *, gotcha: bool) -> Verdict:
        """Whether something learned up to `last_turn` proved right. A gotcha needs its error to have gone."""
        error = self._error_of(last_turn, content) if gotcha else None
        text = error.text if error is not None and error.text else None
        if self.works_at > last_turn:
            return Verdict(True, text)
        proven = self.passed_at > last_turn or self._told_of_what_passed(last_turn)
        return Verdict(proven and (error is None or error.solved), text)

    def _told_of_what_passed(self, turn: int) -> bool:
        """A closing summary: the run before it, in the same answer, passed on a change made in that answer,
        and nothing was changed since."""
        first, last = self.answer
        if not (self.passed_at and first <= self.passed_at < turn <= last):
            return False
        return any(first < edit < self.passed_at for edit in self.edits) and not any(
            self.passed_at < edit <= turn for edit in self.edits
        )

    def _error_of(self, turn: int, content: str) -> ErrorMet | None:
        """The error a gotcha is about: the last before it that shares its words, else the last before it."""
        before = [error for error in self.errors if error.turn < turn]
        words = _words(content)
        alike = [error for error in before if len(words & _words(error.text)) >= _ALIKE]
        return next(reversed(alike or before), None)


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)} - _COMMON


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
    answer = next((span for span in spans if span[0] <= passed <= span[1]), (0, 0))
    return Proof(passed, answer, tuple(edits), works_at or 0, errors)
