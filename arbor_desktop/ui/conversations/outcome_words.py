"""How a session's outcome is said: one line, and what stands in it when it is opened."""

from __future__ import annotations

from dataclasses import dataclass

from arbor_desktop.conversations.outcome import (
    Check,
    CheckKind,
    CheckResult,
    Outcome,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.ui.conversations.words import tr

MOST_LINES = 8
"""So many lines of each part; how many more there are is said below."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing of an outcome. `turn` is where it was said, if that can be shown."""

    glyph: str
    token: str
    text: str
    tip: str = ""
    turn: int | None = None
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    heading: str
    lines: tuple[Line, ...]
    more: int = 0


def is_told(outcome: Outcome | None) -> bool:
    """Whether there is anything to say: a question that only was answered says it all itself."""
    return outcome is not None and bool(
        outcome.files_created
        or outcome.files_modified
        or outcome.checks
        or outcome.errors
        or outcome.decisions
        or outcome.type is not TaskType.QUESTION
    )


def type_label(kind: TaskType) -> str:
    return {
        TaskType.FEATURE: tr("Feature"),
        TaskType.FIX: tr("Fix"),
        TaskType.REFACTOR: tr("Refactoring"),
        TaskType.TEST: tr("Tests"),
        TaskType.DOCS: tr("Documents"),
        TaskType.QUESTION: tr("Question"),
    }[kind]


def status_words(status: OutcomeStatus) -> str:
    return {
        OutcomeStatus.SUCCESS: tr("succeeded"),
        OutcomeStatus.PARTIAL: tr("partly done"),
        OutcomeStatus.FAILED: tr("failed"),
        OutcomeStatus.UNKNOWN: "",
    }[status]


def status_look(status: OutcomeStatus) -> tuple[str, str]:
    """Glyph and colour."""
    return {
        OutcomeStatus.SUCCESS: ("check", "ok"),
        OutcomeStatus.PARTIAL: ("clock", "text3"),
        OutcomeStatus.FAILED: ("warning", "danger"),
        OutcomeStatus.UNKNOWN: ("info", "text3"),
    }[status]


def complexity_words(outcome: Outcome) -> str:
    return tr("Complexity {n} of 5").format(n=outcome.complexity)


def summary(outcome: Outcome) -> str:
    """`Fix · 3 files · tests passed · 1 of 2 errors solved`. How it ended is said by a glyph."""
    files = len(outcome.files_created) + len(outcome.files_modified)
    parts = [
        type_label(outcome.type),
        tr("1 file") if files == 1 else tr("%n files", files) if files else "",
        _last_check(outcome),
        _errors(outcome),
    ]
    return " · ".join(part for part in parts if part)


def _last_check(outcome: Outcome) -> str:
    last = outcome.last_check
    if last is None or last.result is CheckResult.UNKNOWN:
        return ""
    passed = last.result is CheckResult.PASSED
    return {
        CheckKind.TEST: tr("tests passed") if passed else tr("tests failed"),
        CheckKind.BUILD: tr("build passed") if passed else tr("build failed"),
        CheckKind.CHECK: tr("checks passed") if passed else tr("checks failed"),
    }[last.kind]


def _errors(outcome: Outcome) -> str:
    met, solved = len(outcome.errors), outcome.errors_solved
    if not met:
        return ""
    if solved == met:
        return tr("1 error solved") if met == 1 else tr("%n errors solved", met)
    if not solved:
        return tr("1 error") if met == 1 else tr("%n errors", met)
    return tr("{solved} of {met} errors solved").format(solved=solved, met=met)


def parts(outcome: Outcome) -> list[Part]:
    """What the fold-out shows, in order; empty parts are not there."""
    found = [
        _part(tr("Tests and builds"), [_check_line(check) for check in reversed(outcome.checks)]),
        _part(tr("Errors"), _error_lines(outcome)),
        _part(tr("Decisions"), _decision_lines(outcome), 2),
        _part(tr("Files"), _files(outcome)),
    ]
    return [part for part in found if part.lines]


def _part(heading: str, lines: list[Line], each: int = 1) -> Part:
    """`each`: so many lines belong together."""
    most = MOST_LINES - MOST_LINES % each
    return Part(heading, tuple(lines[:most]), max(0, len(lines) - most) // each)


def _files(outcome: Outcome) -> list[Line]:
    new = [Line("plus", "text3", path, tr("Created"), mono=True) for path in outcome.files_created]
    return new + [Line("edit", "text3", path, tr("Changed"), mono=True) for path in outcome.files_modified]


def _check_line(check: Check) -> Line:
    glyph, token, said = {
        CheckResult.PASSED: ("check", "ok", tr("passed")),
        CheckResult.FAILED: ("warning", "danger", tr("failed")),
        CheckResult.UNKNOWN: ("clock", "text3", tr("result unknown")),
    }[check.result]
    words = f"{check.name} · {said}"
    if check.runs > 1:
        words += f" · {tr('%n runs', check.runs)}"
    return Line(glyph, token, words, check.command, check.turn)


def _error_lines(outcome: Outcome) -> list[Line]:
    found = []
    for error in outcome.errors:
        glyph, token = ("check", "ok") if error.solved else ("warning", "text3")
        state = tr("Went away") if error.solved else tr("Not seen to go away")
        text = error.text or error.command
        tip = "\n".join(part for part in (state, error.command, error.text) if part)
        found.append(Line(glyph, token, text, tip, error.turn))
    return found


def _decision_lines(outcome: Outcome) -> list[Line]:
    """Two lines each, so that neither hides the other: what was asked, and what was answered."""
    found = []
    for one in outcome.decisions:
        why = f"{tr('Why')}: {one.reason}" if one.reason else ""
        tip = "\n".join(part for part in (one.question, one.answer, why) if part)
        said = tr("{answer}, because {reason}").format(answer=one.answer, reason=one.reason)
        found.append(Line("info", "text3", one.question, tip))
        text = said if one.reason and one.reason not in one.answer else one.answer
        found.append(Line("chevron-right", "accent", text, tip, one.turn))
    return found
