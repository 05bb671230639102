"""Text laid out for painting: a few lines, the last one elided, the words of a search marked."""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from arbor_desktop.core.words import query_terms

Span = tuple[int, int]
"""First character and the one after the last."""


def search_terms(query: str) -> tuple[str, ...]:
    """The words of a search that count, as they are compared: folded, the longest first."""
    folded = {_folded(word) for word in query_terms(query)}
    return tuple(sorted((word for word in folded if word), key=lambda word: (-len(word), word)))


def hits(text: str, terms: Sequence[str]) -> list[Span]:
    """Where a term begins a word, or a part of one (`camelCase`, `snake_case`), in `text`.

    Upper and lower case and accents do not matter. The spans are in order and do not touch.
    """
    if not terms:
        return []
    folded = _folded(text)
    pattern = "|".join(re.escape(term) for term in terms)
    found = [m.span() for m in re.finditer(pattern, folded) if _starts_word(text, m.start())]
    merged: list[Span] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _folded(text: str) -> str:
    """Lower case without accents, one character for each, so that places agree."""
    return "".join((unicodedata.normalize("NFKD", char)[:1] or char).lower()[:1] or char for char in text)


def _starts_word(text: str, at: int) -> bool:
    if at == 0:
        return True
    before, char = text[at - 1], text[at]
    if not before.isalnum():
        return True
    return (before.islower() and char.isupper()) or before.isdigit() != char.isdigit()


@dataclass(slots=True)
class Block:
    """Lines ready to be painted. `spans` are what is marked, in the text of each line."""

    lines: list[tuple[QTextLayout, list[Span]]]
    line_height: float

    @property
    def height(self) -> float:
        return self.line_height * len(self.lines)

    def paint(self, painter: QPainter, at: QPointF, color: QColor, mark: QColor) -> None:
        painter.setPen(color)
        for row, (layout, spans) in enumerate(self.lines):
            line = layout.lineAt(0)
            top = at.y() + row * self.line_height
            for start, end in spans:
                left, right = _x(layout, start), _x(layout, end)
                painter.setBrush(QBrush(mark))
                pen = painter.pen()
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawRoundedRect(
                    QRectF(at.x() + left - 1.5, top + 1, right - left + 3, self.line_height - 2), 3, 3
                )
                painter.setPen(pen)
            layout.draw(painter, QPointF(at.x(), top + (self.line_height - line.height()) / 2))


def lay_out(
    text: str,
    font: QFont,
    width: float,
    line_height: float,
    *,
    lines: int = 2,
    terms: Sequence[str] = (),
) -> Block:
    """At most `lines` lines of `width`. Where the first hit lies further on, the text begins near it."""
    flat = " ".join(text.split())
    spans = hits(flat[:4000], terms)
    most = _reach(font, width, lines)
    if spans and spans[0][1] > most * 0.8:
        flat, spans = _from_near(flat, spans)
    flat = flat[: most * 2]
    out: list[tuple[QTextLayout, list[Span]]] = []
    start = 0
    while start < len(flat) and len(out) < lines:
        end = _break(flat, start, font, width, spans)
        piece = flat[start:end]
        if len(out) == lines - 1 and end < len(flat):
            piece = QFontMetricsF(font).elidedText(flat[start:], Qt.TextElideMode.ElideRight, width)
        piece = piece.rstrip()
        shown = [(max(a - start, 0), min(b - start, len(piece))) for a, b in spans]
        kept = [(a, b) for a, b in shown if a < b]
        out.append((_single(piece, font, width, kept), kept))
        start = end
        while start < len(flat) and flat[start] == " ":
            start += 1
    return Block(out, line_height)


class BlockCache:
    """Laid out texts, the least lately painted dropped first."""

    def __init__(self, keep: int = 256) -> None:
        self._keep = keep
        self._blocks: OrderedDict[tuple[object, ...], Block] = OrderedDict()

    def get(
        self, text: str, font: QFont, width: float, line_height: float, *, lines: int, terms: tuple[str, ...]
    ) -> Block:
        key = (text, font.key(), width, line_height, lines, terms)
        block = self._blocks.get(key)
        if block is None:
            block = lay_out(text, font, width, line_height, lines=lines, terms=terms)
            self._blocks[key] = block
            while len(self._blocks) > self._keep:
                self._blocks.popitem(last=False)
        else:
            self._blocks.move_to_end(key)
        return block

    def clear(self) -> None:
        self._blocks.clear()


def _reach(font: QFont, width: float, lines: int) -> int:
    """About how many characters fit."""
    return max(40, int(lines * width / max(QFontMetricsF(font).averageCharWidth(), 1)))


def _from_near(text: str, spans: list[Span]) -> tuple[str, list[Span]]:
    """The text from a word shortly before its first hit, after an ellipsis."""
    at = text.rfind(" ", 0, max(spans[0][0] - 24, 0)) + 1
    shift = at - 2
    return "… " + text[at:], [(a - shift, b - shift) for a, b in spans]


def _formats(spans: Sequence[Span]) -> list[QTextLayout.FormatRange]:
    out = []
    for start, end in spans:
        fmt = QTextCharFormat()
        fmt.setFontWeight(QFont.Weight.DemiBold)
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = start, end - start, fmt
        out.append(part)
    return out


def _break(text: str, start: int, font: QFont, width: float, spans: Sequence[Span]) -> int:
    """Where the line that begins at `start` ends."""
    layout = QTextLayout(text[start:], font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_formats([(max(a - start, 0), b - start) for a, b in spans if b > start]))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    return start + max(line.textLength(), 1)


def _single(text: str, font: QFont, width: float, spans: Sequence[Span]) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.setFormats(_formats(spans))
    layout.setCacheEnabled(True)
    layout.beginLayout()
    layout.createLine().setLineWidth(width)
    layout.endLayout()
    return layout


def _x(layout: QTextLayout, at: int) -> float:
    answer = layout.lineAt(0).cursorToX(at)
    x = answer[0] if isinstance(answer, (tuple, list)) else answer
    return float(x)  # type: ignore[arg-type]
