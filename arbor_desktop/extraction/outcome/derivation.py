"""A session's outcome from its turns: task, decisions, the person's verdict, how it ended."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import (
    Check,
    CheckKind,
    CheckResult,
    Decision,
    ErrorMet,
    Outcome,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.extraction.outcome.checks import (
    Commands,
    Failure,
    Proof,
    last_of_each,
    proof_of,
    told_of,
)
from arbor_desktop.extraction.outcome.decisions import MAX_DECISIONS, answered, chosen
from arbor_desktop.extraction.outcome.effort import Effort, Talk
from arbor_desktop.extraction.outcome.steps import (
    CREATED,
    MAX_COMMANDS,
    MODIFIED,
    Files,
    Lines,
    Marks,
    Step,
    Steps,
    only,
    shown,
)

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
    """Return the first prompt in one line of at most 300 characters, cut at a word."""
    line = " ".join(prompts[0][: TASK_CHARS * 4].split()) if prompts else ""
    if len(line) <= TASK_CHARS:
        return line
    head, _, _ = line[: TASK_CHARS - 1].rpartition(" ")
    return f"{head or line[: TASK_CHARS - 1]}…"


def type_of(
    prompts: Sequence[str], paths: Sequence[str], commits: Counter[TaskType], coding: bool, marks: Marks
) -> TaskType:
    """Return the kind of task, by what the person asked for first; else by commits, then by the files
    changed. `commits`: of each kind, by how their messages begin."""
    if not paths and not coding:
        return TaskType.QUESTION
    found = next((_asked(text, bool(paths), marks) for text in prompts[:1]), None)
    found = found or next((kind for kind, _ in commits.most_common(1)), None)
    if found is None and paths and len(prompts[0].split() if prompts else ()) <= _GREETING:
        asked = (_asked(text, True, marks) for text in prompts[1:_PROMPTS])
        found = next(filter(None, asked), None)
    found = _only(found, paths, marks)
    if found is not None:
        return found
    return TaskType.FEATURE if paths else TaskType.QUESTION


def _asked(text: str, changed: bool, marks: Marks) -> TaskType | None:
    """Return the kind of task that is named first, in the opening of a prompt if there is one. What the
    person only quotes does not count."""
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


def _only(found: TaskType | None, paths: Sequence[str], marks: Marks) -> TaskType | None:
    """Return the kind, corrected by the files: only tests or only documents changed is no feature, and far
    more than documents changed is not about documents."""
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
    """Return Return 1 to 5: one, and half a point for each of these that is reached, rounded down.

    files touched 1, 2, 4, 9 · different commands 5, 20 · minutes of work 10, 60 · errors met 1, 3
    """
    steps = ((files, (1, 2, 4, 9)), (commands, (5, 20)), (minutes, (10, 60)), (errors, (1, 3)))
    points = sum(amount >= bound for amount, bounds in steps for bound in bounds)
    return min(5, 1 + points // 2)


def status_of(
    interrupted: bool,
    checks: Sequence[Check],
    errors: Sequence[ErrorMet],
    said: Sequence[Said],
    delivered: int,
    last_edit: int,
) -> OutcomeStatus:
    """Return how it ended: by the person's word, else the last tests and builds, then linters, then commits.

    `interrupted`: whether it ended with the person stopping the assistant; `delivered`: the last turn that
    shows a commit or push; `last_edit` that of a changed file; 0 for none.
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
            return OutcomeStatus.PARTIAL if interrupted else OutcomeStatus.SUCCESS
        return OutcomeStatus.PARTIAL if failed < len(known) or delivered > last_run else OutcomeStatus.FAILED
    if interrupted:
        return OutcomeStatus.PARTIAL if last_edit else OutcomeStatus.UNKNOWN
    if delivered and delivered > last_edit:
        return OutcomeStatus.SUCCESS
    if errors and not any(error.solved for error in errors) and errors[-1].turn > last_edit > 0:
        return OutcomeStatus.PARTIAL
    return OutcomeStatus.UNKNOWN


HEAD_CHARS = 300
"""Characters at the beginning of what the person says next in which a verdict is looked for."""
_SENTENCES = 3
_SENTENCE_CHARS = 180
"""What is longer says more than that it works."""


class Say(StrEnum):
    WORKS = "works"
    BROKEN = "broken"
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class Said:
    turn: int
    say: Say


def verdict(text: str, marks: Marks) -> Say | None:
    """Return what a text says of the work; broken outweighs works ("the login works but the menu still
    fails"). Pasted text does not count."""
    head = text.strip()[:HEAD_CHARS]
    sentences = [part for part in _sentences(head) if part.strip()][:_SENTENCES]
    said: Say | None = None
    for sentence in sentences:
        if sentence.startswith((">", "$", "at ")):
            continue  # a log
        if marks.verdict["broken"].search(sentence[:_SENTENCE_CHARS]):
            if not sentence.rstrip().endswith("?"):
                return Say.BROKEN
        elif len(sentence) > _SENTENCE_CHARS or marks.verdict["not_said"].search(sentence):
            continue
        elif marks.verdict["works"].search(sentence):
            said = Say.WORKS
        elif said is None and marks.verdict["content"].search(sentence):
            said = Say.CONTENT
    return said


def _sentences(text: str) -> list[str]:
    found, start = [], 0
    for place, char in enumerate(text):
        if char == "\n" or (char in ".!?" and text[place + 1 : place + 2] in ("", " ", "\n")):
            found.append(text[start : place + 1].strip())
            start = place + 1
    return [*found, text[start:].strip()]


def worked_at(found: Iterable[Said]) -> int | None:
    """Return the turn of the last word that it works, if none says later that it does not."""
    turn: int | None = None
    for said in found:
        if said.say is Say.WORKS:
            turn = said.turn
        elif said.say is Say.BROKEN:
            turn = None
    return turn


RULES = 1
"""Raised whenever the same turns have another outcome: earlier ones are then derived again."""
_QUIET = frozenset((TurnKind.INJECTED, TurnKind.SUBAGENT, TurnKind.SUMMARY))


@dataclass(frozen=True, slots=True)
class Derived:
    """The outcome, what it proves of what was learned, and what the session cost the person."""

    outcome: Outcome
    proof: Proof
    effort: Effort


@dataclass(slots=True)
class _Work:
    """What the assistant did, step by step."""

    marks: Marks
    files: Files
    commands: Commands
    edits: list[int] = field(default_factory=list)
    """The turns in which something was changed."""
    ran: dict[str, None] = field(default_factory=dict)
    """The first commands, each once."""
    commits: Counter[TaskType] = field(default_factory=Counter)
    decided: list[Decision] = field(default_factory=list)
    delivered: int = 0
    """The last turn that shows that a commit or push was made."""
    used: bool = False
    """Whether the assistant used files, a shell or a build."""

    def copy(self) -> _Work:
        """Return the same, to take more steps."""
        return replace(
            self, files=self.files.copy(), commands=self.commands.copy(), edits=list(self.edits),
            ran=dict(self.ran), commits=self.commits.copy(), decided=list(self.decided),
        )  # fmt: skip

    def take(self, step: Step, lines: Lines) -> None:
        """Take the next step."""
        self.commands.take(step, lines)
        if self.files.look(step):
            self.edits.append(step.last_turn)
        self.used = self.used or step.use not in ("", "ask")
        if len(self.decided) < MAX_DECISIONS:
            self.decided += chosen(step, self.marks)
        if step.use == "shell":
            self._take_command(step, lines)

    def _take_command(self, step: Step, lines: Lines) -> None:
        patch = "*** Begin Patch" in step.target  # it is written as a command, but is an edit
        if len(self.ran) < MAX_COMMANDS and not patch and (command := shown(step.target)):
            self.ran[command] = None
        if not step.ok:
            return
        found = self.marks.commit.search(step.target)
        if found and (kind := self.marks.commit_types.get(found["type"].lower())):
            self.commits[kind] += 1
        if any(self.marks.delivered.match(part.bare) for part in lines.parts(step.target)):
            self.delivered = max(self.delivered, step.last_turn)


class _Times:
    """The time in which something was said or done; pauses of over 15 minutes do not count."""

    def __init__(self) -> None:
        self._all: list[int] = []
        self._worked = 0

    @property
    def minutes(self) -> float:
        return self._worked / 60_000

    def add(self, at: int) -> None:
        place = bisect_right(self._all, at)
        before, after = self._all[max(0, place - 1) : place], self._all[place : place + 1]
        self._worked += _without_pauses([*before, at, *after]) - _without_pauses([*before, *after])
        self._all.insert(place, at)


def _without_pauses(times: Sequence[int]) -> int:
    return sum(gap for one, other in pairwise(times) if (gap := other - one) <= PAUSE_MS)


class Derivation:
    """Derives the outcome of a session turn by turn: what was taken is not looked at again.

    What was undone, what programs put into the session and what sub-agents did is ignored.
    """

    def __init__(self, marks: Marks, project: str | None = None) -> None:
        self._marks = marks
        self._steps = Steps(marks)
        self._work = _Work(marks, Files(project, marks), Commands(marks))
        self._talk = Talk(marks)
        self._times = _Times()
        self._prompts: list[str] = []
        self._said: list[Said] = []
        self._told: list[Failure] = []
        self._decided: list[Decision] = []
        self._answers: list[tuple[int, int]] = []
        """The spans of turns from one prompt to the next."""
        self._interrupted = self._code = False

    def take(self, turns: Iterable[Turn]) -> None:
        """Take the next turns of the session, in order."""
        for turn in turns:
            if not turn.unsaid and turn.kind not in _QUIET:
                self._take(turn)
        lines = Lines(self._marks)
        for step in self._steps.settled():
            self._work.take(step, lines)

    def _take(self, turn: Turn) -> None:
        self._steps.take(turn)
        if turn.at is not None:
            self._times.add(turn.at)
        if turn.kind is TurnKind.INTERRUPT:
            self._interrupted = True
        prompt = False
        if turn.kind is TurnKind.SAID:
            self._interrupted, prompt = False, turn.role is Role.USER
            self._code = self._code or (not prompt and "```" in turn.text)
        if prompt or not self._answers:
            self._answers.append((turn.number if prompt else 0, turn.number))
        self._answers[-1] = (self._answers[-1][0], turn.number)
        if prompt:
            self._take_prompt(turn)
        self._talk.take(turn)

    def _take_prompt(self, turn: Turn) -> None:
        if len(self._prompts) < _PROMPTS and turn.text.strip():
            self._prompts.append(turn.text)
        if error := told_of(turn, self._marks):
            self._told.append(error)
        # The first prompt is the task, not a verdict on it.
        if self._talk.answered and (say := verdict(turn.text, self._marks)) is not None:
            self._said.append(Said(turn.number, say))
        asked = self._talk.asked
        if asked is None or len(self._decided) == MAX_DECISIONS:
            return
        if (decision := answered(asked, turn, self._marks)) is not None:
            self._decided.append(decision)

    def derived(self, paths: Sequence[str] = ()) -> Derived:
        """Return what the turns come to so far. `paths`: what the session's reader knows to be changed."""
        marks, work = self._marks, self._work
        if self._steps.unsettled:
            work, lines = work.copy(), Lines(marks)
            for step in self._steps.unsettled:
                work.take(step, lines)
        files = work.files.also(paths)
        runs, changed = work.commands.runs, files.all()
        works = worked_at(self._said)
        errors = work.commands.errors(self._told, works)
        checks = last_of_each(runs)
        coding = bool(runs) or work.used or self._code
        last_edit = max(work.edits, default=0)
        decided = sorted([*work.decided, *self._decided], key=lambda one: one.turn)
        outcome = Outcome(
            task=task_of(self._prompts),
            type=type_of(self._prompts, changed, work.commits, coding, marks),
            complexity=complexity_of(len(changed), len(work.ran), self._times.minutes, len(errors)),
            status=status_of(self._interrupted, checks, errors, self._said, work.delivered, last_edit),
            files_created=files.of(CREATED),
            files_modified=files.of(MODIFIED),
            commands=tuple(work.ran),
            errors=errors,
            checks=checks,
            decisions=tuple(decided[:MAX_DECISIONS]),
        )
        proof = proof_of(runs, self._answers, work.edits, errors, works)
        return Derived(outcome, proof, self._talk.effort(runs, work.commands.failed))


def derive(
    turns: Iterable[Turn], marks: Marks, *, project: str | None = None, paths: Sequence[str] = ()
) -> Derived:
    """`turns`: the whole session, in order; `paths`: what its reader knows to have been changed."""
    derivation = Derivation(marks, project)
    derivation.take(turns)
    return derivation.derived(paths)
