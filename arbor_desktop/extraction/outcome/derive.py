"""A session's turns → its outcome. Linear in the text: most of it is not looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.extraction.outcome.checks import Run, last_of_each, runs_of
from arbor_desktop.extraction.outcome.commands import MAX_COMMANDS, Lines, shown
from arbor_desktop.extraction.outcome.decisions import decisions
from arbor_desktop.extraction.outcome.errors import errors_met
from arbor_desktop.extraction.outcome.files import CREATED, MODIFIED, Files
from arbor_desktop.extraction.outcome.judgement import (
    complexity_of,
    minutes_of,
    prompts_of,
    status_of,
    task_of,
    type_of,
)
from arbor_desktop.extraction.outcome.marks import Marks
from arbor_desktop.extraction.outcome.proof import Proof, proof_of
from arbor_desktop.extraction.outcome.steps import Step, answers, steps_of
from arbor_desktop.extraction.outcome.verdicts import verdicts, worked_at

RULES = 1
"""Raised whenever the same turns come to another outcome: those of before are then derived anew."""
_QUIET = frozenset((TurnKind.INJECTED, TurnKind.SUBAGENT, TurnKind.SUMMARY))


@dataclass(frozen=True, slots=True)
class Derived:
    """The outcome, and what it proves of what was learned."""

    outcome: Outcome
    proof: Proof


def derive(
    turns: Sequence[Turn], marks: Marks, *, project: str | None = None, paths: Sequence[str] = ()
) -> Derived:
    """`turns`: the whole session, in order; `paths`: what its reader knows to have been changed.

    What was taken back, what programs put into the session and what sub-agents did is not looked at.
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
    return Derived(outcome, proof_of(runs, list(answers(seen)), edits, errors, works))


def _commands(steps: Sequence[Step]) -> list[str]:
    """What was run, each once; a patch that is written as a command is an edit."""
    found: dict[str, None] = {}
    for step in steps:
        if step.use == "shell" and "*** Begin Patch" not in step.target:
            found[shown(step.target)] = None
    found.pop("", None)
    return list(found)


def _delivered(steps: Sequence[Step], lines: Lines, marks: Marks) -> int:
    """The last turn that shows that a commit or push was made."""
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
    """Whether the assistant had hands: files, a shell, a build."""
    return bool(runs) or any(step.use not in ("", "ask") for step in steps)


def _has_code(turns: Sequence[Turn]) -> bool:
    """Whether the assistant wrote code: a talk without any has no task but to answer."""
    return any(
        turn.kind is TurnKind.SAID and turn.role is Role.ASSISTANT and "```" in turn.text for turn in turns
    )
