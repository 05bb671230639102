"""A difference as wrapped text: removed words struck through on red, added ones underlined on green."""

from __future__ import annotations

from collections.abc import Sequence

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

from arbor_desktop.ui.components import painting
from arbor_desktop.ui.memories.diff import Kind, Piece
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_LOOK = {Kind.REMOVED: ("delFg", "delBg"), Kind.ADDED: ("ins", "insBg")}


class DiffView(QWidget):
    """Paints pieces; its height follows its width. Screen readers hear what was removed and added."""

    def __init__(self, theme: Theme, pieces: Sequence[Piece], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pieces = [piece for piece in _spaced(pieces) if piece.text]
        self._layout = QTextLayout()
        self._laid: tuple[int, str] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(_spoken(pieces))
        theme.changed.connect(self._again)

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self._pieces)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self._lay_out(width)
        return max(1, self._layout.lineCount()) * self._theme.px(20)

    def sizeHint(self) -> QSize:
        width = self.width() or self._theme.px(300)
        return QSize(width, self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setFixedHeight(self.heightForWidth(self.width()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._lay_out(self.width())
        painter = QPainter(self)
        start = 0
        for piece in self._pieces:
            if piece.kind is not Kind.SAME:
                self._tint(painter, start, start + len(piece.text), _LOOK[piece.kind][1])
            start += len(piece.text)
        painter.setPen(self._theme.color("text"))
        self._layout.draw(painter, QPointF(0, 0))

    def _tint(self, painter: QPainter, start: int, end: int, token: str) -> None:
        px = self._theme.px
        for number in range(self._layout.lineCount()):
            line = self._layout.lineAt(number)
            first, last = line.textStart(), line.textStart() + line.textLength()
            left, right = max(start, first), min(end, last)
            if left >= right:
                continue
            x1, x2 = _x(line.cursorToX(left)), _x(line.cursorToX(right))
            box = QRectF(x1 - px(2), number * px(20) + px(1), x2 - x1 + 2 * px(2), px(18))
            painting.rounded(painter, box, px(3), self._theme.color(token))

    def _lay_out(self, width: int) -> None:
        if self._laid == (width, self._theme.mode):
            return
        self._laid = (width, self._theme.mode)
        layout = self._layout
        layout.setText(self.text)
        layout.setFont(self._theme.font("small"))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        layout.beginLayout()
        row = self._theme.px(20)
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width - self._theme.px(4), 1))
            line.setPosition(
                QPointF(self._theme.px(2), (layout.lineCount() - 1) * row + (row - line.height()) / 2)
            )
        layout.endLayout()

    def _formats(self) -> list[QTextLayout.FormatRange]:
        out, start = [], 0
        for piece in self._pieces:
            if piece.kind is not Kind.SAME:
                part = QTextLayout.FormatRange()
                part.start, part.length = start, len(piece.text)
                part.format = self._format(piece.kind)
                out.append(part)
            start += len(piece.text)
        return out

    def _format(self, kind: Kind) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setForeground(self._theme.color(_LOOK[kind][0]))
        look.setFontWeight(QFont.Weight.Medium)
        if kind is Kind.REMOVED:
            look.setFontStrikeOut(True)
        else:
            look.setFontUnderline(True)
        return look

    def _again(self) -> None:
        self._laid = None
        self.update()


def _spaced(pieces: Sequence[Piece]) -> list[Piece]:
    """Line breaks as spaces, and a space between what was removed and what took its place."""
    out: list[Piece] = []
    for piece in pieces:
        text = piece.text.replace("\n", " ")
        if out and out[-1].kind is Kind.REMOVED and piece.kind is Kind.ADDED:
            out.append(Piece(Kind.SAME, " "))
        out.append(Piece(piece.kind, text))
    return out


def _spoken(pieces: Sequence[Piece]) -> str:
    said = {Kind.REMOVED: tr("removed: "), Kind.ADDED: tr("added: "), Kind.SAME: ""}
    return " ".join(f"{said[piece.kind]}{piece.text.strip()}" for piece in pieces if piece.text.strip())


def _x(answer: object) -> float:
    x = answer[0] if isinstance(answer, (tuple, list)) else answer
    return float(x)  # type: ignore[arg-type]
