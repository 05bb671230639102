"""Wrapped text in runs of different looks: differences, and quotes with their words marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import (
    QFont,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.core.differences import Kind, Piece
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.memories.text import units
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_LINE_END = "\u2028"


@dataclass(frozen=True, slots=True)
class Run:
    """Some text in one look. Colours are tokens; None is what the rest has."""

    text: str
    ink: str | None = None
    tint: str | None = None
    weight: QFont.Weight | None = None
    code: bool = False
    strike: bool = False
    underline: bool = False


class RunsView(QWidget):
    """Paints runs one after the other; its height follows its width. Nothing in a text is markup."""

    def __init__(
        self,
        theme: Theme,
        runs: Sequence[Run],
        *,
        line: int = 20,
        ink: str = "text",
        spoken: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._line, self._ink = theme, line, ink
        self._runs = [run for run in runs if run.text]
        self._layout = QTextLayout()
        self._laid: tuple[int, str] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(spoken or self.text)
        theme.changed.connect(self._again)

    @property
    def text(self) -> str:
        return "".join(run.text for run in self._runs)

    def marked(self) -> list[str]:
        """The texts that stand out."""
        return [run.text for run in self._runs if run.tint or run.weight]

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self._lay_out(width)
        return max(1, self._layout.lineCount()) * self._theme.px(self._line)

    def sizeHint(self) -> QSize:
        width = self.width() or self._theme.px(300)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(60), self._theme.px(self._line))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = self.heightForWidth(self.width())
        if wanted != self.height():
            self.setFixedHeight(wanted)

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._lay_out(self.width())
        painter = QPainter(self)
        start = 0
        for run in self._runs:
            length = units(run.text)
            if run.tint:
                self._paint_tint(painter, start, start + length, run.tint)
            start += length
        painter.setPen(self._theme.color(self._ink))
        self._layout.draw(painter, QPointF(0, 0))

    def _paint_tint(self, painter: QPainter, start: int, end: int, token: str) -> None:
        px = self._theme.px
        for number in range(self._layout.lineCount()):
            line = self._layout.lineAt(number)
            first, last = line.textStart(), line.textStart() + line.textLength()
            left, right = max(start, first), min(end, last)
            if left >= right:
                continue
            x1, x2 = _x(line.cursorToX(left)), _x(line.cursorToX(right))
            row = px(self._line)
            box = QRectF(x1 - px(2), number * row + px(1), x2 - x1 + 2 * px(2), row - px(2))
            painting.rounded(painter, box, px(3), self._theme.color(token))

    def _lay_out(self, width: int) -> None:
        if self._laid == (width, self._theme.mode):
            return
        self._laid = (width, self._theme.mode)
        layout = self._layout
        layout.setText(self.text.replace("\r\n", "\n").replace("\n", _LINE_END))
        layout.setFont(self._theme.font("small"))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        inset = self._theme.px(2) if self._runs and self._runs[0].tint else 0
        row = self._theme.px(self._line)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width - inset - self._theme.px(2), 1))
            line.setPosition(QPointF(inset, (layout.lineCount() - 1) * row + (row - line.height()) / 2))
        layout.endLayout()

    def _formats(self) -> list[QTextLayout.FormatRange]:
        out, start = [], 0
        for run in self._runs:
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, units(run.text), self._format(run)
            out.append(part)
            start += part.length
        return out

    def _format(self, run: Run) -> QTextCharFormat:
        look = QTextCharFormat()
        if run.code:
            font = self._theme.font("mono")
            # Beside other words the fixed font looks larger than it is.
            font.setPixelSize(self._theme.font("small").pixelSize() - 1)
            look.setFont(font)
        if run.ink:
            look.setForeground(self._theme.color(run.ink))
        if run.weight is not None:
            look.setFontWeight(run.weight)
        look.setFontStrikeOut(run.strike)
        look.setFontUnderline(run.underline)
        return look

    def _again(self) -> None:
        self._laid = None
        self.update()


_LOOK = {Kind.REMOVED: ("delFg", "delBg"), Kind.ADDED: ("ins", "insBg")}


def diff_runs(pieces: Sequence[Piece]) -> list[Run]:
    """Removed words struck through on red, added ones underlined on green; line ends as spaces."""
    out: list[Run] = []
    last: Kind | None = None
    for piece in pieces:
        text = piece.text.replace("\n", " ")
        if last is Kind.REMOVED and piece.kind is Kind.ADDED:
            out.append(Run("\u2002"))
        if piece.kind is Kind.SAME:
            out.append(Run(text))
        else:
            ink, tint = _LOOK[piece.kind]
            removed = piece.kind is Kind.REMOVED
            out.append(Run(text, ink, tint, QFont.Weight.Medium, strike=removed, underline=not removed))
        last = piece.kind
    return out


def spoken_diff(pieces: Sequence[Piece]) -> str:
    said = {Kind.REMOVED: tr("removed: "), Kind.ADDED: tr("added: "), Kind.SAME: ""}
    return " ".join(f"{said[piece.kind]}{piece.text.strip()}" for piece in pieces if piece.text.strip())


def _x(answer: object) -> float:
    x = answer[0] if isinstance(answer, (tuple, list)) else answer
    return float(x)  # type: ignore[arg-type]
