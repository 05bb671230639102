"""A session's outcome from its turns: task, decisions, the person's verdict, how it ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    Proof,
    Run,
    errors_met,
    failed_commands,
    last_of_each,
    proof_of,
    runs_of,
)
from arbor_desktop.extraction.outcome.effort import Effort, effort_of
from arbor_desktop.extraction.outcome.steps import (
    CREATED,
    MAX_COMMANDS,
    MODIFIED,
    Files,
    Lines,
    Marks,
    Step,
    answers,
    only,
    shown,
    steps_of,
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
    prompts: Sequence[str], paths: Sequence[str], steps: Sequence[Step], coding: bool, marks: Marks
) -> TaskType:
    """Return the kind of task, by what the person asked for first; else by commits, then by the files
    changed."""
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


def _committed(steps: Sequence[Step], marks: Marks) -> TaskType | None:
    """Return the kind of most commits, by how their messages begin."""
    kinds = Counter(
        kind
        for step in steps
        if step.ok and step.use == "shell" and (found := marks.commit.search(step.target))
        if (kind := marks.commit_types.get(found["type"].lower()))
    )
    return next((kind for kind, _ in kinds.most_common(1)), None)


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


def minutes_of(turns: Sequence[Turn]) -> float:
    """Return the time in which something was said or done; pauses of over 15 minutes do not count."""
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
    """Return how it ended: by the person's word, else the last tests and builds, then linters, then commits.

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
    """Return whether the session ended with the person stopping the assistant."""
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


def verdicts(turns: Iterable[Turn], marks: Marks) -> list[Said]:
    """Return the person's verdicts in order. The first prompt is the task, not a verdict on it."""
    found: list[Said] = []
    asked = False
    for turn in turns:
        if turn.kind is not TurnKind.SAID:
            continue
        if turn.role is Role.ASSISTANT:
            asked = True
        elif asked and (say := verdict(turn.text, marks)) is not None:
            found.append(Said(turn.number, say))
    return found


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


MAX_DECISIONS = 30
QUESTION_CHARS, ANSWER_CHARS = 300, 300
_END_CHARS = 700
"""Characters at the end of what the assistant says in which an open question is looked for."""
_OPTIONS_CHARS = 2500
_LONG_ANSWER = 600
_BARE = 2
"""An opening of so few words says little alone."""
_WORD = re.compile(r"[^\W_][\w.+#-]*")
_SENTENCE = re.compile(r"[^.!?\n]*[.!?\n]?")
_LINES = re.compile(r"[\n!]")
_ESCAPE = re.compile(r"\\(.)")
_SMALL_WORDS = """
a an and any are as at be both but can do for from go have i if in is it its let lets me my of on one or
our prefer rather should so than that the them then there these this to use using want we what which will
with would you your
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_PLACES = {"first": 0, "former": 0, "second": 1, "latter": 1, "third": 2, "last": -1}


def decisions(turns: Sequence[Turn], steps: Sequence[Step], marks: Marks) -> tuple[Decision, ...]:
    """Return the decisions in order, at most 30."""
    found = [*_by_tool(steps, marks), *_by_word(turns, marks)]
    return tuple(sorted(found, key=lambda one: one.turn)[:MAX_DECISIONS])


def _by_tool(steps: Sequence[Step], marks: Marks) -> Iterator[Decision]:
    for step in steps:
        if step.use != "ask" or not step.ok:
            continue
        pairs = list(marks.decisions["answered"].finditer(step.output))
        for pair in pairs:
            question, answer, reason = (_ESCAPE.sub(r"\1", part or "").strip() for part in pair.groups())
            yield Decision(
                _cut(question, QUESTION_CHARS),
                _cut(answer, ANSWER_CHARS),
                _cut(reason, ANSWER_CHARS),
                step.turn,
            )
        if not pairs and step.target and step.output.strip():
            answer = _cut(step.output.strip(), ANSWER_CHARS)
            yield Decision(_cut(step.target, QUESTION_CHARS), answer, _reason(answer, marks), step.turn)


def _by_word(turns: Sequence[Turn], marks: Marks) -> Iterator[Decision]:
    asked: Turn | None = None
    for turn in turns:
        if turn.kind is not TurnKind.SAID:
            continue
        if turn.role is Role.ASSISTANT:
            asked = turn
            continue
        if asked is not None and (decision := _answered(asked, turn, marks)) is not None:
            yield decision
        asked = None


def _answered(asked: Turn, turn: Turn, marks: Marks) -> Decision | None:
    answer = turn.text.strip()
    if not answer or len(answer) > _LONG_ANSWER:
        return None
    question = _question(asked.text, marks)
    if question is None:
        return None
    choice = _choice(question, asked.text[-_OPTIONS_CHARS:], answer, marks)
    if choice is None:
        return None
    reason = _reason(answer, marks)
    return Decision(_cut(question, QUESTION_CHARS), _cut(choice, ANSWER_CHARS), reason, turn.number)


def _question(text: str, marks: Marks) -> str | None:
    """Return the last question of a text that offers a choice."""
    asked = [f"{part}?" for line in _LINES.split(text[-_END_CHARS:]) for part in line.split("?")[:-1]]
    found = [_last_sentence(question.strip(" *_#>-")) for question in asked]
    return next((q for q in reversed(found) if len(q) > 8 and marks.decisions["either"].search(q)), None)


def _last_sentence(text: str) -> str:
    parts = re.split(r"(?<=[.:!])\s+(?=[A-Z*])", text)
    return parts[-1].strip(" *_")


def _choice(question: str, before: str, answer: str, marks: Marks) -> str | None:
    """Return what was chosen; None where the answer is no choice between what was asked."""
    options = {o["label"].lower(): _bare(o["text"]) for o in marks.decisions["option"].finditer(before)}
    if options and (picked := _picked(options, answer, marks)):
        return picked
    if answer.endswith("?"):
        return None
    alternative = marks.decisions["alternative"].search(question) is not None
    offered = _words(question) | {word for option in options.values() for word in _words(option)}
    first = _opening(answer)
    if offered & _words(first) and (alternative or options or marks.decisions["choosing"].search(first)):
        return first.rstrip(".!")
    if alternative and marks.decisions["yes_no"].match(first) and len(first) <= 80:
        return first.rstrip(".!")
    return None


def _picked(options: Mapping[str, str], answer: str, marks: Marks) -> str | None:
    """Return the option that an answer names by its label or place."""
    if (pick := marks.decisions["picks"].match(answer)) and pick["label"].lower() in options:
        return options[pick["label"].lower()]
    if which := marks.decisions["first"].search(answer):
        return list(options.values())[min(_PLACES[which["which"].lower()], len(options) - 1)]
    return None


def _opening(answer: str) -> str:
    """Return the first sentence; after a bare "Neither." the next one too."""
    found = [s.group().strip() for s in _SENTENCE.finditer(answer) if s.group().strip()]
    return " ".join(found[: 2 if len(found[0].split()) <= _BARE else 1])


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)} - _SMALL


def _reason(answer: str, marks: Marks) -> str:
    found = marks.decisions["reason"].search(answer)
    return _cut(found.group(1).strip(), ANSWER_CHARS) if found else ""


def _bare(text: str) -> str:
    return text.replace("**", "").replace("`", "").strip()


def _cut(text: str, limit: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


RULES = 1
"""Raised whenever the same turns have another outcome: earlier ones are then derived again."""
_QUIET = frozenset((TurnKind.INJECTED, TurnKind.SUBAGENT, TurnKind.SUMMARY))


@dataclass(frozen=True, slots=True)
class Derived:
    """The outcome, what it proves of what was learned, and what the session cost the person."""

    outcome: Outcome
    proof: Proof
    effort: Effort


def derive(
    turns: Sequence[Turn], marks: Marks, *, project: str | None = None, paths: Sequence[str] = ()
) -> Derived:
    """`turns`: the whole session, in order; `paths`: what its reader knows to have been changed.

    What was undone, what programs put into the session and what sub-agents did is ignored.
    """
    seen = [turn for turn in turns if not turn.unsaid and turn.kind not in _QUIET]
    steps = steps_of(seen, marks)
    lines = Lines(marks)
    runs = runs_of(steps, lines, marks)
    said = verdicts(seen, marks)
    works = worked_at(said)
    errors = errors_met(steps, runs, seen, works, lines, marks)
    files = Files(project, marks)
    edits = files.look(steps)
    files.also(paths)
    checks = last_of_each(runs)
    prompts, run = prompts_of(seen), _commands(steps)
    kind = type_of(prompts, files.all(), steps, _worked_on(steps, runs) or _has_code(seen), marks)
    outcome = Outcome(
        task=task_of(prompts),
        type=kind,
        complexity=complexity_of(len(files.all()), len(run), minutes_of(seen), len(errors)),
        status=status_of(seen, checks, errors, said, _delivered(steps, lines, marks), max(edits, default=0)),
        files_created=files.of(CREATED),
        files_modified=files.of(MODIFIED),
        commands=tuple(run[:MAX_COMMANDS]),
        errors=errors,
        checks=checks,
        decisions=decisions(seen, steps, marks),
    )
    effort = effort_of(seen, runs, failed_commands(steps, runs, lines, marks), marks)
    return Derived(outcome, proof_of(runs, list(answers(seen)), edits, errors, works), effort)


def _commands(steps: Sequence[Step]) -> list[str]:
    """Return what was run, each once; a patch that is written as a command is an edit."""
    found: dict[str, None] = {}
    for step in steps:
        if step.use == "shell" and "*** Begin Patch" not in step.target:
            found[shown(step.target)] = None
    found.pop("", None)
    return list(found)


def _delivered(steps: Sequence[Step], lines: Lines, marks: Marks) -> int:
    """Return the last turn that shows that a commit or push was made."""
    return max(
        (
            step.last_turn
            for step in steps
            if step.ok
            and step.use == "shell"
            and any(marks.delivered.match(part.bare) for part in lines.parts(step.target))
        ),
        default=0,
    )


def _worked_on(steps: Sequence[Step], runs: Sequence[Run]) -> bool:
    """Return whether the assistant used files, a shell or a build."""
    return bool(runs) or any(step.use not in ("", "ask") for step in steps)


def _has_code(turns: Sequence[Turn]) -> bool:
    """Return whether the assistant wrote code: a conversation without any has no task but to answer."""
    return any(
        turn.kind is TurnKind.SAID and turn.role is Role.ASSISTANT and "```" in turn.text for turn in turns
    )
