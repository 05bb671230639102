"""What kind of task a session was, how much there was to it, and how it ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import (
    Check,
    CheckKind,
    CheckResult,
    ErrorMet,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.extraction.outcome.files import only
from arbor_desktop.extraction.outcome.marks import Marks
from arbor_desktop.extraction.outcome.steps import Step
from arbor_desktop.extraction.outcome.verdicts import Said, Say

TASK_CHARS = 300
_OPENING = 400
_PROMPT_CHARS = 2000
_PROMPTS = 6
_FAR = 5
"""So many files that are no documents, and two thirds of all, say that a session was about something else."""
_GREETING = 4
"""A first prompt of so few words may say nothing of the task ("hello", "go on")."""
_QUOTED = re.compile(r'(?<!\w)"[^"\n]{12,300}"(?!\w)')
PAUSE_MS = 15 * 60_000
"""A longer silence is a pause, not work."""


def task_of(prompts: Sequence[str]) -> str:
    """The first prompt in one line of at most 300 characters, cut at a word."""
    line = " ".join(prompts[0][: TASK_CHARS * 4].split()) if prompts else ""
    if len(line) <= TASK_CHARS:
        return line
    head, _, _ = line[: TASK_CHARS - 1].rpartition(" ")
    return f"{head or line[: TASK_CHARS - 1]}…"


def type_of(
    prompts: Sequence[str], paths: Sequence[str], steps: Sequence[Step], coding: bool, marks: Marks
) -> TaskType:
    """By what the person asked for first; where that says nothing, by commits, then by the files changed."""
    if not paths and not coding:
        return TaskType.QUESTION
    found = next((_asked(text, bool(paths), marks) for text in prompts[:1]), None) or _committed(steps, marks)
    if found is None and paths and len(prompts[0].split() if prompts else ()) <= _GREETING:
        asked = (_asked(text, True, marks) for text in prompts[1:_PROMPTS])
        found = next(filter(None, asked), None)
    found = _only(found, paths, marks)
    if found is not None:
        return found
    return TaskType.FEATURE if paths else TaskType.QUESTION


def _asked(text: str, changed: bool, marks: Marks) -> TaskType | None:
    """The kind of task that is named first, in the opening of a prompt if there is one. What the person only
    quotes does not count."""
    text = _QUOTED.sub("", text[:_PROMPT_CHARS])
    return _named_first(text[:_OPENING], changed, marks) or _named_first(text[:_PROMPT_CHARS], changed, marks)


def _named_first(text: str, changed: bool, marks: Marks) -> TaskType | None:
    best: tuple[tuple[bool, int], TaskType] | None = None
    for mark in marks.types:
        if mark.changed not in (None, changed):
            continue
        found = mark.match.search(text)
        if found is None:
            continue
        place = (mark.changed is True, found.start())  # what counts only after changes says least
        if best is None or place < best[0]:
            best = (place, mark.type)
    return best[1] if best else None


def _committed(steps: Sequence[Step], marks: Marks) -> TaskType | None:
    """The kind of most commits, by how their messages begin."""
    kinds = Counter(
        kind
        for step in steps
        if step.ok and step.use == "shell" and (found := marks.commit.search(step.target))
        if (kind := marks.commit_types.get(found["type"].lower()))
    )
    return next((kind for kind, _ in kinds.most_common(1)), None)


def _only(found: TaskType | None, paths: Sequence[str], marks: Marks) -> TaskType | None:
    """What touched nothing but tests, or nothing but documents, was no feature; and nothing that went far
    beyond documents was about them."""
    if found is TaskType.DOCS and _mostly_else(paths, marks):
        return TaskType.FEATURE
    if found not in (None, TaskType.FEATURE):
        return found
    if only(paths, "tests", marks):
        return TaskType.TEST
    return TaskType.DOCS if only(paths, "docs", marks) else found


def _mostly_else(paths: Sequence[str], marks: Marks) -> bool:
    other = sum(marks.files["docs"].search(path) is None for path in paths)
    return other >= _FAR and other > 2 * (len(paths) - other)


def complexity_of(files: int, commands: int, minutes: float, errors: int) -> int:
    """1 to 5: one, and half a point for each of these that is reached, rounded down.

    files touched 1, 2, 4, 9 · different commands 5, 20 · minutes of work 10, 60 · errors met 1, 3
    """
    steps = ((files, (1, 2, 4, 9)), (commands, (5, 20)), (minutes, (10, 60)), (errors, (1, 3)))
    points = sum(amount >= bound for amount, bounds in steps for bound in bounds)
    return min(5, 1 + points // 2)


def minutes_of(turns: Sequence[Turn]) -> float:
    """The time in which something was said or done; pauses of over 15 minutes do not count."""
    times = sorted(turn.at for turn in turns if turn.at is not None)
    gaps = (later - earlier for earlier, later in pairwise(times))
    return sum(gap for gap in gaps if gap <= PAUSE_MS) / 60_000


def status_of(
    turns: Sequence[Turn],
    checks: Sequence[Check],
    errors: Sequence[ErrorMet],
    said: Sequence[Said],
    delivered: int,
    last_edit: int,
) -> OutcomeStatus:
    """The person's word counts most, then the last tests and builds, then linters, then what was committed.

    `delivered`: the last turn that shows a commit or push; `last_edit` that of a changed file; 0 for none.
    """
    proving = [c for c in checks if c.kind is not CheckKind.CHECK] or list(checks)
    known = [check for check in proving if check.result is not CheckResult.UNKNOWN]
    last_run = max((check.turn for check in known), default=0)
    if said and said[-1].turn > last_run:
        verdict = said[-1].say
        if verdict is Say.BROKEN:
            return (
                OutcomeStatus.PARTIAL if any(s.say is not Say.BROKEN for s in said) else OutcomeStatus.FAILED
            )
        if verdict is Say.WORKS or not known:
            return OutcomeStatus.SUCCESS
    if known:
        failed = sum(check.result is CheckResult.FAILED for check in known)
        if not failed:
            return OutcomeStatus.PARTIAL if _interrupted(turns) else OutcomeStatus.SUCCESS
        return OutcomeStatus.PARTIAL if failed < len(known) or delivered > last_run else OutcomeStatus.FAILED
    if _interrupted(turns):
        return OutcomeStatus.PARTIAL if last_edit else OutcomeStatus.UNKNOWN
    if delivered and delivered > last_edit:
        return OutcomeStatus.SUCCESS
    if errors and not any(error.solved for error in errors) and errors[-1].turn > last_edit > 0:
        return OutcomeStatus.PARTIAL
    return OutcomeStatus.UNKNOWN


def _interrupted(turns: Sequence[Turn]) -> bool:
    """Whether the session ended with the person stopping the assistant."""
    for turn in reversed(turns):
        if turn.kind is TurnKind.INTERRUPT:
            return True
        if turn.kind is TurnKind.SAID:
            return False
    return False


def prompts_of(turns: Sequence[Turn]) -> list[str]:
    return [
        turn.text
        for turn in turns
        if turn.kind is TurnKind.SAID and turn.role is Role.USER and turn.text.strip()
    ]
