"""What a session cost the person: corrections, failed commands, turns until a test passed.

The comparison of sessions with and without memories counts with it.
"""

from __future__ import annotations

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


def effort_of(turns: Sequence[Turn], runs: Sequence[Run], failed: int, marks: Marks) -> Effort:
    """Return the counts of a session without what was undone, and what programs put into it. `failed`: the
    commands that failed."""
    said = [turn for turn in turns if turn.kind is TurnKind.SAID]
    prompts = [turn.number for turn in said if turn.role is Role.USER]
    tests = [run for run in runs if run.kind is CheckKind.TEST and run.result is not CheckResult.UNKNOWN]
    passed = next((run.turn for run in tests if run.result is CheckResult.PASSED), None)
    to_pass = sum(passed is None or prompt < passed for prompt in prompts) if tests else None
    return Effort(len(said), _corrections(turns, marks), failed, to_pass)


def _corrections(turns: Sequence[Turn], marks: Marks) -> int:
    """Return how often the person stopped the assistant, or said that it was wrong: once for each prompt.
    "No" to a question of the assistant is an answer."""
    count, stopped, before = 0, False, ""
    for turn in turns:
        if turn.kind is TurnKind.INTERRUPT:
            stopped = bool(before)
        elif turn.kind is TurnKind.SAID and turn.role is Role.ASSISTANT:
            before = turn.text
        elif turn.kind is TurnKind.SAID:
            count += bool(before) and (stopped or _corrects(turn.text, before, marks))
            stopped = False
    return count


_HEAD_CHARS = 300


def _corrects(text: str, before: str, marks: Marks) -> bool:
    head = text.strip()[:_HEAD_CHARS]
    answers = before.rstrip(" *_`\n").endswith("?")
    if marks.verdict["wrong"].search(head) or marks.verdict["broken"].search(head.partition("\n")[0]):
        return True
    return not answers and marks.verdict["no"].search(head) is not None
