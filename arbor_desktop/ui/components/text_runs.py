"""Text to be selected and copied; text in runs of different looks: differences, quotes with marked words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.diff import Kind, Piece, Span
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.formatting import code_spans
from arbor_desktop.ui.memory.text import units
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_LINE_END = "\u2028"
_TIGHT = 20
"""In lines so high and less, tints are nearly as high as the line."""


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
    dotted: bool = False


class RunsView(QWidget):
    """Paints runs one after the other; its height follows its width. Nothing in a text is markup.

    `run_clicked(number)` for a tinted run, once `set_clickable` was called.
    """

    run_clicked = Signal(int)

    def __init__(
        self,
        theme: Theme,
        runs: Sequence[Run],
        *,
        line: int = 20,
        ink: str = "text",
        style: str = "small",
        pad: int = 0,
        spoken: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`line`: height of a line; `pad`: room that tints keep at both sides (pixels of the design)."""
        super().__init__(parent)
        self._theme, self._line, self._ink = theme, line, ink
        self._style, self._pad = style, pad
        self._clickable = False
        self._lit: int | None = None
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

    def set_runs(self, runs: Sequence[Run], spoken: str = "") -> None:
        """Shows other runs."""
        self._runs = [run for run in runs if run.text]
        self.setAccessibleName(spoken or self.text)
        self._again()
        self.updateGeometry()
        wanted = self.heightForWidth(self.width())
        if wanted != self.height():
            self.setFixedHeight(wanted)

    # Tinted runs that can be clicked

    def set_clickable(self) -> None:
        """Tinted runs become buttons for the pointer."""
        self._clickable = True
        self.setMouseTracking(True)

    def tinted(self) -> list[int]:
        """The numbers of the tinted runs."""
        return [number for number, run in enumerate(self._runs) if run.tint]

    def run_text(self, number: int) -> str:
        return self._runs[number].text

    def run_rects(self, number: int) -> list[QRect]:
        """Where a run lies, line by line."""
        self._lay_out(self.width())
        start = sum(units(run.text) for run in self._runs[:number])
        boxes = self._boxes(start, start + units(self._runs[number].text))
        return [box.toAlignedRect() for box in boxes]

    def light(self, number: int | None) -> None:
        """Edges one run, as the one that a key would take."""
        if number != self._lit:
            self._lit = number
            self.update()

    def _run_at(self, event: QMouseEvent) -> int | None:
        at = event.position().toPoint()
        return next((n for n in self.tinted() if any(box.contains(at) for box in self.run_rects(n))), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._clickable:
            number = self._run_at(event)
            shape = Qt.CursorShape.ArrowCursor if number is None else Qt.CursorShape.PointingHandCursor
            self.setCursor(shape)
            self.light(number)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._clickable:
            self.light(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._run_at(event) if self._clickable else None
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.run_clicked.emit(number)
            return
        super().mousePressEvent(event)

    # Layout and painting

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
        for place, run in enumerate(self._runs):
            length = units(run.text)
            if run.tint:
                edge = self._theme.color(run.ink or "focus") if place == self._lit else None
                for box in self._boxes(start, start + length):
                    painting.rounded(painter, box, self._theme.px(3), self._theme.color(run.tint), edge)
            start += length
        painter.setPen(self._theme.color(self._ink))
        self._layout.draw(painter, QPointF(0, 0))

    def _boxes(self, start: int, end: int) -> list[QRectF]:
        """What a tint from `start` to `end` (as Qt counts) covers, line by line."""
        px = self._theme.px
        row, around = px(self._line), px(self._pad or 2)
        inset = px(1) if self._line <= _TIGHT else px(3)
        boxes = []
        for number in range(self._layout.lineCount()):
            line = self._layout.lineAt(number)
            first, last = line.textStart(), line.textStart() + line.textLength()
            left, right = max(start, first), min(end, last)
            if left >= right:
                continue
            x1, x2 = _x(line.cursorToX(left)), _x(line.cursorToX(right))
            after = 0 if self._pad and right == end else around  # its last sign brings the room along
            if right == last < end:  # the space at the end of a line is none
                x2 = min(x2, line.naturalTextRect().right())
            x1, x2 = max(0.0, x1 - around), x2 + after  # where a line begins there is no room before it
            boxes.append(QRectF(x1, number * row + inset, x2 - x1, row - 2 * inset))
        return boxes

    def _lay_out(self, width: int) -> None:
        if self._laid == (width, self._theme.mode):
            return
        self._laid = (width, self._theme.mode)
        layout = self._layout
        layout.setText(self.text.replace("\r\n", "\n").replace("\n", _LINE_END))
        layout.setFont(self._theme.font(self._style))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        inset = self._theme.px(2) if not self._pad and self._runs and self._runs[0].tint else 0
        row = self._theme.px(self._line)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width - inset - self._theme.px(self._pad or 2), 1))
            line.setPosition(QPointF(inset, (layout.lineCount() - 1) * row + (row - line.height()) / 2))
        layout.endLayout()

    def _formats(self) -> list[QTextLayout.FormatRange]:
        out, start = [], 0
        for run in self._runs:
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, units(run.text), self._format(run)
            out.append(part)
            start += part.length
        return self._spread(out) if self._pad else out

    def _spread(self, parts: list[QTextLayout.FormatRange]) -> list[QTextLayout.FormatRange]:
        """Room before and after each tinted run: the sign before it and its own last one are set wider."""
        out: list[QTextLayout.FormatRange] = []
        for place, (run, part) in enumerate(zip(self._runs, parts, strict=True)):
            before_tint = place + 1 < len(self._runs) and bool(self._runs[place + 1].tint)
            last = units(run.text[-1])
            if not run.tint and not before_tint:
                out.append(part)
                continue
            head, tail = QTextLayout.FormatRange(), QTextLayout.FormatRange()
            head.start, head.length, head.format = part.start, part.length - last, part.format
            wider = QTextCharFormat(part.format)
            wider.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            wider.setFontLetterSpacing(self._theme.px(self._pad))
            tail.start, tail.length, tail.format = part.start + part.length - last, last, wider
            out += [head, tail] if head.length else [tail]
        return out

    def _format(self, run: Run) -> QTextCharFormat:
        look = QTextCharFormat()
        if run.code:
            font = self._theme.font("mono")
            # Beside other words the fixed font looks larger than it is.
            font.setPixelSize(self._theme.font(self._style).pixelSize() - 1)
            look.setFont(font)
        if run.ink:
            look.setForeground(self._theme.color(run.ink))
        if run.weight is not None:
            look.setFontWeight(run.weight)
        look.setFontStrikeOut(run.strike)
        look.setFontUnderline(run.underline)
        if run.dotted:
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        return look

    def _again(self) -> None:
        self._laid = None
        self.update()


_LOOK = {Kind.REMOVED: ("delFg", "delBg"), Kind.ADDED: ("ins", "insBg")}


def code_runs(text: str) -> list[Run]:
    """Return a text with its code as code."""
    shown, codes = code_spans(text)
    edges = sorted({0, len(shown), *(place for span in codes for place in span)})
    return [Run(shown[a:b], code=any(first <= a < last for first, last in codes)) for a, b in pairwise(edges)]


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


def side_runs(pieces: Sequence[Piece], codes: Sequence[Span] = ()) -> list[Run]:
    """One of two texts beside each other: what sets the older one apart on red over dots, the newer one's on
    green over a line. `codes`: what of the text is code."""
    out: list[Run] = []
    at = 0
    for piece in pieces:
        end = at + len(piece.text)
        edges = sorted({at, end, *(place for span in codes for place in span if at < place < end)})
        for left, right in pairwise(edges):
            text = piece.text[left - at : right - at].replace("\n", " ")
            code = any(first <= left < last for first, last in codes)
            if piece.kind is Kind.SAME:
                out.append(Run(text, code=code))
                continue
            ink, tint = _LOOK[piece.kind]
            older = piece.kind is Kind.REMOVED
            weight = QFont.Weight.Medium
            out.append(Run(text, ink, tint, weight, code, underline=not older, dotted=older))
        at = end
    return out


def spoken_diff(pieces: Sequence[Piece]) -> str:
    said = {Kind.REMOVED: tr("removed: "), Kind.ADDED: tr("added: "), Kind.SAME: ""}
    return " ".join(f"{said[piece.kind]}{piece.text.strip()}" for piece in pieces if piece.text.strip())


def _x(answer: object) -> float:
    x = answer[0] if isinstance(answer, (tuple, list)) else answer
    return float(x)  # type: ignore[arg-type]


class TextView(QTextEdit):
    """As high as a subclass makes it: what it stands in scrolls, and shows through."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)

    def tint(self, token: str = "text") -> None:
        """Take the theme's colour of that name."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(QPalette.ColorRole.Text, self._theme.color(token))
        self.setPalette(palette)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
