"""The outcome of a session, in the head of its transcript: a quiet line that opens."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.conversations.outcome import (
    Check,
    CheckKind,
    CheckResult,
    Outcome,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.icons import Icons

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


_ROW, _SMALL_ROW, _GLYPH = 24, 20, 14
_DOTS, _DOT, _DOT_STEP = 5, 4, 7
_SHARE = 4
"""It takes no more than this part of the window's height; the rest scrolls."""


class OutcomeFold(QWidget):
    """Not there where there is nothing to say. `turn_wanted(number)` for a click on what has a place."""

    turn_wanted = Signal(int)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._outcome: Outcome | None = None
        self.lines: list[OutcomeLine] = []
        self.line = _Summary(icons, self)
        self.line.toggled.connect(self._open)
        self.details = QScrollArea(self)
        self.details.setFrameShape(QFrame.Shape.NoFrame)
        self.details.setWidgetResizable(True)
        self.details.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.details.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.details.viewport().setAutoFillBackground(False)
        self.details.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, icons.theme.px(4), 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.details)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_outcome(self, outcome: Outcome | None) -> None:
        if outcome == self._outcome:
            return
        self._outcome = outcome
        self.setVisible(is_told(outcome))
        if outcome is None:
            return
        self.line.show_outcome(outcome)
        if self.line.isChecked():
            self._fill()

    def _open(self, opened: bool) -> None:
        if opened:
            self._fill()
        self.details.setVisible(opened)

    def _fill(self) -> None:
        assert self._outcome is not None
        theme, px = self._icons.theme, self._icons.theme.px
        content = QWidget()
        content.setAutoFillBackground(False)
        column = QVBoxLayout(content)
        column.setContentsMargins(px(18), px(2), px(6), px(4))
        column.setSpacing(0)
        self.lines = []
        for number, part in enumerate(parts(self._outcome)):
            if number:
                column.addSpacing(px(6))
            column.addWidget(Label(theme, part.heading, "caption600", "text3", content))
            for line in part.lines:
                widget = OutcomeLine(self._icons, line, content)
                if line.turn is not None:
                    widget.clicked.connect(lambda _=False, turn=line.turn: self.turn_wanted.emit(turn))
                column.addWidget(widget)
                self.lines.append(widget)
            if part.more:
                column.addWidget(Label(theme, tr("and %n more", part.more), "caption", "text3", content))
        if not self.lines:
            column.addWidget(Label(theme, tr("Nothing was changed or run."), "caption", "text3", content))
        self.details.setWidget(content)
        self.details.setFixedHeight(min(self.window().height() // _SHARE, content.sizeHint().height()))


class _Summary(QAbstractButton):
    """Chevron, words, and how complex it was as dots."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self._outcome: Outcome | None = None
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("focusRing", "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_outcome(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self.setText(summary(outcome))
        ended = status_words(outcome.status)
        said = [self.text(), ended, complexity_words(outcome)]
        self.setToolTip("\n".join(part for part in (outcome.task, *said) if part))
        self.setAccessibleName(f"{tr('Outcome')}: {', '.join(part for part in said if part)}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(120), self._icons.theme.px(_ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._outcome is None:
            return
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        ink = "text2" if self.underMouse() or self.isChecked() else "text3"
        top = (self.height() - px(12)) / 2
        self._icons.paint(painter, "chevron-down" if self.isChecked() else "chevron-right", ink, 0, top, 12)
        glyph, token = status_look(self._outcome.status)
        self._icons.paint(painter, glyph, token, px(16), (self.height() - px(_GLYPH)) / 2, _GLYPH)
        dots = px(_DOTS * _DOT_STEP)
        left = px(16 + _GLYPH + 6)
        room = self.width() - left - dots - px(14)
        font = theme.font("caption")
        painter.setFont(font)
        painter.setPen(theme.color(ink))
        words = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(left, 0, room, self.height(), Qt.AlignmentFlag.AlignVCenter, words)
        x = self.width() - dots - px(4)
        for number in range(_DOTS):
            box = QRectF(x + px(number * _DOT_STEP), (self.height() - px(_DOT)) / 2, px(_DOT), px(_DOT))
            full = number < self._outcome.complexity
            rounded(painter, box, px(_DOT) / 2, theme.color("text3" if full else "borderStrong"))


class OutcomeLine(QAbstractButton):
    """One file, run, error or decision. A click leads to its place, where it has one."""

    def __init__(self, icons: Icons, line: Line, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._line = icons, line
        self.setText(" ".join(line.text.split()))
        self.setToolTip(f"{line.tip}\n{line.text}" if line.mono else line.tip)
        self.setAccessibleName(f"{line.tip}: {self.text()}" if line.mono else self.text())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        leads = line.turn is not None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)
        if leads:
            self.setAttribute(Qt.WidgetAttribute.WA_Hover)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setProperty("focusRing", "inside")

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(80), self._icons.theme.px(_SMALL_ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        self._icons.paint(
            painter, self._line.glyph, self._line.token, 0, (self.height() - px(_GLYPH)) / 2, _GLYPH
        )
        font = theme.font("mono_small" if self._line.mono else "small")
        painter.setFont(font)
        painter.setPen(theme.color("text" if self._line.turn is not None and self.underMouse() else "text2"))
        left = px(_GLYPH + 6)
        mode = Qt.TextElideMode.ElideLeft if self._line.mono else Qt.TextElideMode.ElideRight
        words = QFontMetrics(font).elidedText(self.text(), mode, self.width() - left)
        painter.drawText(left, 0, self.width() - left, self.height(), Qt.AlignmentFlag.AlignVCenter, words)
