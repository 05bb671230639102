"""What a session came to, in the head of its transcript: a quiet line that opens."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.conversations.outcome_words import (
    Line,
    complexity_words,
    is_told,
    parts,
    status_look,
    status_words,
    summary,
)
from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.icons import Icons

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
