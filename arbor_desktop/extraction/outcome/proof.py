"""Whether what a session taught proved right (spec 5.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.conversations.outcome import CheckKind, CheckResult, ErrorMet
from arbor_desktop.extraction.outcome.checks import Run
from arbor_desktop.text.words import identifier_parts

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
        """Whether something learned up to `last_turn` proved right. A gotcha needs its error to have gone."""
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
        """A closing summary: the run before it, in the same answer, passed on a change made in that answer,
        and nothing was changed since."""
        first, last = self._answer(self.passed_at)
        if not (self.passed_at and first <= self.passed_at < turn <= last):
            return False
        return any(first < edit < self.passed_at for edit in self.edits) and not any(
            self.passed_at < edit <= turn for edit in self.edits
        )

    def _error_about(self, turn: int, content: str) -> ErrorMet | None:
        """The last error before a gotcha that shares its words."""
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
        """The last error of the answer in which a gotcha is told: where no words tell, it is about that."""
        first, _ = self._answer(turn)
        return next((error for error in reversed(self.errors) if first <= error.turn < turn), None)


def _words(text: str) -> set[str]:
    """The longer words of a text, and those within its identifiers."""
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
