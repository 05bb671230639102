"""What a session cost the person: corrections, failed commands, turns until a test passed.

The comparison of sessions with and without memories counts with it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import CheckKind, CheckResult
from arbor_desktop.extraction.outcome.checks import Run
from arbor_desktop.extraction.outcome.steps import Marks


class Effort(NamedTuple):
    """Counts of one session. `messages`: of both sides. `turns_to_pass`: the prompts up to the first test run
    that passed, or all of them if none did; None if no test ran."""

    messages: int
    corrections: int
    failed_commands: int
    turns_to_pass: int | None


class Talk:
    """Who said what, turn by turn, without what was undone and what programs put into the session."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._messages = 0
        self._prompts: list[int] = []
        self._corrections = 0
        self._stopped = False
        self._before = ""
        self.answered = False
        """Whether the assistant has said anything."""
        self.asked: Turn | None = None
        """What the assistant said since the last prompt, if anything."""

    def take(self, turn: Turn) -> None:
        """Take the next turn."""
        if turn.kind is TurnKind.INTERRUPT:
            self._stopped = bool(self._before)
        if turn.kind is not TurnKind.SAID:
            return
        self._messages += 1
        if turn.role is Role.ASSISTANT:
            self._before, self.answered, self.asked = turn.text, True, turn
            return
        self._corrections += self._corrects(turn.text)
        self._prompts.append(turn.number)
        self._stopped, self.asked = False, None

    def _corrects(self, text: str) -> bool:
        """Return whether the person stopped the assistant, or says that it was wrong: once for each prompt.
        "No" to a question of the assistant is an answer."""
        return bool(self._before) and (self._stopped or _corrects(text, self._before, self._marks))

    def effort(self, runs: Sequence[Run], failed: int) -> Effort:
        """Return the counts. `failed`: the commands that failed."""
        tests = [run for run in runs if run.kind is CheckKind.TEST and run.result is not CheckResult.UNKNOWN]
        passed = next((run.turn for run in tests if run.result is CheckResult.PASSED), None)
        prompts = len(self._prompts) if passed is None else bisect_left(self._prompts, passed)
        return Effort(self._messages, self._corrections, failed, prompts if tests else None)


_HEAD_CHARS = 300


def _corrects(text: str, before: str, marks: Marks) -> bool:
    head = text.strip()[:_HEAD_CHARS]
    answers = before.rstrip(" *_`\n").endswith("?")
    if marks.verdict["wrong"].search(head) or marks.verdict["broken"].search(head.partition("\n")[0]):
        return True
    return not answers and marks.verdict["no"].search(head) is not None
