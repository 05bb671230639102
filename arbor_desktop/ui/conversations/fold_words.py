"""What is said in the head of a transcript: the outcome of the session, and the memories shared with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arbor_desktop.context.model import Delivered, Receipt, ToldFigures, Use
from arbor_desktop.conversations.outcome import (
    Check,
    CheckKind,
    CheckResult,
    Outcome,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.ui.conversations.model import Told, When, when
from arbor_desktop.ui.conversations.words import memories
from arbor_desktop.ui.translation import number, tr

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


def has_outcome(outcome: Outcome | None) -> bool:
    """Whether there is anything to say: a question that only was answered says it all itself."""
    return outcome is not None and bool(
        outcome.files_created
        or outcome.files_modified
        or outcome.checks
        or outcome.errors
        or outcome.decisions
        or outcome.type is not TaskType.QUESTION
    )


def task_label(kind: TaskType) -> str:
    return {
        TaskType.FEATURE: tr("Feature"),
        TaskType.FIX: tr("Fix"),
        TaskType.REFACTOR: tr("Refactoring"),
        TaskType.TEST: tr("Tests"),
        TaskType.DOCS: tr("Documentation"),
        TaskType.QUESTION: tr("Question"),
    }[kind]


def ended_words(status: OutcomeStatus) -> str:
    return {
        OutcomeStatus.SUCCESS: tr("succeeded"),
        OutcomeStatus.PARTIAL: tr("partly done"),
        OutcomeStatus.FAILED: tr("failed"),
        OutcomeStatus.UNKNOWN: "",
    }[status]


def outcome_look(status: OutcomeStatus) -> tuple[str, str]:
    """Glyph and colour."""
    return {
        OutcomeStatus.SUCCESS: ("check", "ok"),
        OutcomeStatus.PARTIAL: ("clock", "text3"),
        OutcomeStatus.FAILED: ("warning", "danger"),
        OutcomeStatus.UNKNOWN: ("info", "text3"),
    }[status]


def outcome_words(outcome: Outcome) -> str:
    """`Fix · 3 files · tests passed · 1 of 2 errors resolved`. How it ended is said by a glyph."""
    files = len(outcome.files_created) + len(outcome.files_modified)
    parts = [
        task_label(outcome.type),
        tr("1 file") if files == 1 else tr("%n files", None, files) if files else "",
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
        return tr("%n errors resolved", None, met)
    if not solved:
        return tr("%n errors", None, met)
    return tr("{solved} of {met} errors resolved").format(solved=solved, met=met)


def parts(outcome: Outcome) -> list[Part]:
    """What the fold-out shows, in order; empty parts are not there."""
    found = [
        _part(tr("Tests, builds and checks"), [_check_line(check) for check in reversed(outcome.checks)]),
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
        words += f" · {tr('%n runs', None, check.runs)}"
    return Line(glyph, token, words, check.command, check.turn)


def _error_lines(outcome: Outcome) -> list[Line]:
    found = []
    for error in outcome.errors:
        glyph, token = ("check", "ok") if error.solved else ("warning", "text3")
        state = tr("Resolved") if error.solved else tr("Not resolved")
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


# Memories that were shared


def told_words(told: Told) -> str:
    """`12 memories shared at the start, 2 with prompts · delivered · 5 used`."""
    if told.withheld:
        return tr("No memories, to compare sessions with and without")
    parts = [_shared(told), arrival_word(told.receipts), _use_words(told)]
    return " · ".join(part for part in parts if part)


def told_words_short(told: Told) -> str:
    """`7 shared · delivered · 5 used`, where there is little room."""
    if told.withheld:
        return tr("Started without memories")
    count = sum(told.at(moment) for moment in When)
    parts = [tr("%n shared", None, count), arrival_word(told.receipts), _use_words(told)]
    return " · ".join(part for part in parts if part)


def _shared(told: Told) -> str:
    moments = {When.START: tr("at the start"), When.PROMPT: tr("with prompts"), When.DURING: tr("later")}
    counts = {where: count for moment, where in moments.items() if (count := told.at(moment))}
    if not counts:
        return tr("Shared memories (since deleted)")
    (where, count), *others = counts.items()
    first = tr("{memories} shared").format(memories=memories(count))
    if where != moments[When.START] or others:
        first = f"{first} {where}"
    return ", ".join([first, *(f"{number(count)} {where}" for where, count in others)])


def arrival_word(receipts: tuple[Receipt, ...]) -> str:
    """Of several together, in a word or two."""
    known = [one.arrived for one in receipts if one.arrived is not None]
    missing = known.count(False)
    if missing:
        if missing == len(known):
            return tr("not delivered")
        return tr("%n deliveries failed", None, missing)
    return tr("delivered") if known else tr("delivery unknown")


def _use_words(told: Told) -> str:
    used, failed = told.became(Use.USED), told.became(Use.FAILED)
    parts = [tr("%n used", None, used)] if used else []
    if failed:
        parts.append(tr("%n didn't help", None, failed))
    if parts:
        return " · ".join(parts)
    return tr("none used") if told.judged else tr("usage not checked yet")


def heading(receipt: Receipt) -> str:
    """`At the start, 14:02 · 12 memories, 840 tokens`."""
    if receipt.withheld:
        return tr("Chosen at random before the session started")
    moment = {
        When.START: tr("At the start"),
        When.PROMPT: tr("With a prompt"),
        When.DURING: tr("During the session"),
    }[when(receipt.event)]
    clock = datetime.fromtimestamp(receipt.at / 1000).strftime("%H:%M")
    count = f"{memories(len(receipt.delivered))}, {tr('%n tokens', None, receipt.tokens)}"
    return f"{moment}, {clock} · {count}"


def arrival(receipt: Receipt) -> str:
    """A whole sentence; what is not known is said to be so."""
    if receipt.withheld:
        return tr("Insights → Does it help? shows what memories change.")
    if receipt.arrived:
        return tr("Delivered: found in the session's transcript.")
    if receipt.arrived is False:
        return tr("Not delivered: not found in the session's transcript.")
    if receipt.judged_at is not None:
        return tr("This AI tool doesn't record what was delivered.")
    return tr("Delivery hasn't been checked yet.")


def arrival_ink(receipt: Receipt) -> str:
    """The colour of those words."""
    return "danger" if receipt.arrived is False else "text3"


def use_look(use: Use | None) -> tuple[str, str]:
    """Glyph and colour of what became of one."""
    if use is Use.USED:
        return "check", "ok"
    return ("warning", "warn") if use is Use.FAILED else ("clock" if use is None else "context", "text3")


def use_word(use: Use | None) -> str:
    if use is None:
        return tr("Not checked yet")
    return {Use.USED: tr("Used"), Use.FAILED: tr("Didn't help"), Use.UNUSED: tr("Not used")}[use]


def became(one: Delivered) -> str:
    """`Used at line 12: the command was run as it says.`"""
    where = " " + tr("on line {line}").format(line=number(one.turn)) if one.turn is not None else ""
    said = f"{use_word(one.use)}{where}"
    return f"{said}: {one.reason}" if one.reason else said


def fold_tip(told: Told) -> str:
    tools = ", ".join(dict.fromkeys(receipt.tool for receipt in told.receipts))
    return tr("Memories shared with this session ({tools})").format(tools=tools)


def figures_words(figures: ToldFigures) -> str:
    """`5 memories shared · delivered · 2 used`."""
    if figures.withheld:
        return tr("No memories, to compare sessions with and without")
    delivered = {True: tr("delivered"), False: tr("not all delivered"), None: tr("delivery unknown")}
    parts = [tr("{memories} shared").format(memories=memories(figures.memories)), delivered[figures.arrived]]
    parts.append(tr("%n used", None, figures.used) if figures.used else "")
    parts.append(tr("%n didn't help", None, figures.failed) if figures.failed else "")
    return " · ".join(part for part in parts if part)
