"""Text laid out for painting: a few lines, the last one elided, the words of a search marked."""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.words import query_terms
from arbor_desktop.ui.formatting import Span, code_spans

_LONGEST = 4000
"""Characters that are looked at: more never fit on a card."""
_ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ies", "ed", "es", "ly", "s", "y", "e")
_SHORTEST_STEM = 4
_LIGHT = frozenset(
    """
    again also always any anything come does doing each else ever every find get gets give go goes got here
    instead keep keeps kind let like long look lot make makes many may maybe might more most much must need
    needs never now off often once one only other please put really same see set shall should show still
    take taken takes taking tell thing things think use used user uses using want wants way well yet
    """.split()  # noqa: SIM905
)
"""Words of questions that mean little by themselves."""


def search_terms(query: str) -> tuple[str, ...]:
    """Return the words of a search that mean something (all where none does), as they are compared: folded,
    the longest first."""
    words = {_folded(word) for word in query_terms(query)}
    folded = words - _LIGHT or words
    return tuple(sorted((word for word in folded if word), key=lambda word: (-len(word), word)))


def words_at(text: str, places: Sequence[Span]) -> tuple[str, ...]:
    """Return the words at these places of a text that mean something, as they are compared. What is painted
    runs spaces together, so that the places themselves would be others."""
    words = search_terms(" ".join(text[start:end] for start, end in places))
    return () if _LIGHT.issuperset(words) else words


def hits(text: str, terms: Sequence[str]) -> list[Span]:
    """Where a term begins a word, or a part of one (`camelCase`, `snake_case`), in `text`; words in another
    form ("tested" for "tests") as a whole.

    Upper and lower case and accents do not matter. The spans are in order and do not touch.
    """
    if not terms:
        return []
    folded = _folded(text)
    exact = [re.escape(term) for term in terms]
    other_forms = [rf"{re.escape(stem)}[^\W_]*" for stem in map(_stem, terms) if stem]
    pattern = "|".join((*exact, *other_forms))
    found = [m.span() for m in re.finditer(pattern, folded) if _starts_word(text, m.start())]
    merged: list[Span] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _stem(term: str) -> str:
    """What a term has in common with its other forms, about as the index cuts endings off; nothing for a term
    without an ending, or too short a one to tell."""
    for ending in _ENDINGS:
        stem = term.removesuffix(ending)
        if len(stem) >= _SHORTEST_STEM and stem != term:
            return stem
    return ""


def _folded(text: str) -> str:
    """Lower case without accents, one character for each, so that places agree."""
    if text.isascii():
        return text.lower()
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
    baseline: float
    """Below the top of a line; the same for all of them, whatever fonts are in them."""

    @property
    def height(self) -> float:
        return self.line_height * len(self.lines)

    def paint(self, painter: QPainter, at: QPointF, color: QColor, mark: QColor) -> None:
        painter.setPen(color)
        for row, (layout, spans) in enumerate(self.lines):
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
            layout.draw(painter, QPointF(at.x(), top + self.baseline - layout.lineAt(0).ascent()))


@dataclass(frozen=True, slots=True)
class Fonts:
    """That of the words, and that of code among them."""

    words: QFont
    code: QFont

    def key(self) -> tuple[str, str]:
        return self.words.key(), self.code.key()


def lay_out(
    text: str,
    fonts: Fonts,
    width: float,
    line_height: float,
    *,
    lines: int = 2,
    terms: Sequence[str] = (),
) -> Block:
    """At most `lines` lines of `width`. Where the first hit lies further on, the text begins near it."""
    flat, codes = code_spans(" ".join(text.split())[:_LONGEST])
    marks = hits(flat, terms)
    most = _reach(fonts.words, width, lines)
    if marks and marks[0][1] > most * 0.8:
        flat, shift = _from_near(flat, marks)
        marks, codes = _shifted(marks, shift, len(flat)), _shifted(codes, shift, len(flat))
    flat = flat[: most * 2]
    out: list[tuple[QTextLayout, list[Span]]] = []
    start = 0
    while start < len(flat) and len(out) < lines:
        rest = _Words(
            flat[start:], fonts, _shifted(marks, start, len(flat)), _shifted(codes, start, len(flat))
        )
        last = len(out) == lines - 1
        end = start + rest.fits(width)
        line = rest.elided(width) if last and end < len(flat) else rest.first(end - start)
        out.append((line.in_one_line(width), line.marks))
        start = end
        while start < len(flat) and flat[start] == " ":
            start += 1
    metrics = QFontMetricsF(fonts.words)
    return Block(out, line_height, (line_height - metrics.height()) / 2 + metrics.ascent())


class BlockCache:
    """Laid out texts, the least lately painted dropped first."""

    def __init__(self, keep: int = 256) -> None:
        self._keep = keep
        self._blocks: OrderedDict[tuple[object, ...], Block] = OrderedDict()

    def get(
        self, text: str, fonts: Fonts, width: float, line_height: float, *, lines: int, terms: tuple[str, ...]
    ) -> Block:
        key = (text, fonts.key(), width, line_height, lines, terms)
        block = self._blocks.get(key)
        if block is None:
            block = lay_out(text, fonts, width, line_height, lines=lines, terms=terms)
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


def _from_near(text: str, spans: list[Span]) -> tuple[str, int]:
    """The text from a word shortly before its first hit, after an ellipsis; and what places move by."""
    at = text.rfind(" ", 0, max(spans[0][0] - 24, 0)) + 1
    return "… " + text[at:], at - 2


def _shifted(spans: Sequence[Span], by: int, length: int) -> list[Span]:
    """The spans as they lie in a text that begins at `by`; what lies before it is dropped."""
    moved = ((max(a - by, 0), min(b - by, length)) for a, b in spans)
    return [(a, b) for a, b in moved if a < b]


@dataclass(frozen=True, slots=True)
class _Words:
    """Some text with its marks and its code, to be broken into lines."""

    text: str
    fonts: Fonts
    marks: list[Span]
    codes: list[Span]

    def first(self, length: int) -> _Words:
        """The beginning of it, without the space at its end."""
        text = self.text[:length].rstrip()
        return _Words(
            text, self.fonts, _shifted(self.marks, 0, len(text)), _shifted(self.codes, 0, len(text))
        )

    def fits(self, width: float) -> int:
        """How many characters the first line takes."""
        layout = self._layout(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere, width)
        return max(_characters(self.text, layout.lineAt(0).textLength()), 1)

    def elided(self, width: float) -> _Words:
        """As much as fits into one line, and an ellipsis."""
        room = width - QFontMetricsF(self.fonts.words).horizontalAdvance("…")
        layout = self.in_one_line(width)  # held: a line does not outlive its layout
        cut = int(layout.lineAt(0).xToCursor(room, QTextLine.CursorPosition.CursorOnCharacter))
        shown = self.first(_characters(self.text, cut))
        return _Words(f"{shown.text}…", self.fonts, shown.marks, shown.codes)

    def in_one_line(self, width: float) -> QTextLayout:
        return self._layout(QTextOption.WrapMode.NoWrap, width)

    def _layout(self, wrap: QTextOption.WrapMode, width: float) -> QTextLayout:
        layout = QTextLayout(self.text, self.fonts.words)
        option = QTextOption()
        option.setWrapMode(wrap)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        layout.setCacheEnabled(True)
        layout.beginLayout()
        layout.createLine().setLineWidth(width)
        layout.endLayout()
        return layout

    def _formats(self) -> list[QTextLayout.FormatRange]:
        """Pieces that do not overlap: what is marked in code has both looks."""
        edges = sorted({place for span in (*self.marks, *self.codes) for place in span})
        out = []
        for start, end in pairwise(edges):
            look = QTextCharFormat()
            if any(a <= start < b for a, b in self.codes):
                look.setFont(self.fonts.code)
            if any(a <= start < b for a, b in self.marks):
                look.setFontWeight(QFont.Weight.DemiBold)
            if not look.isEmpty():
                part = QTextLayout.FormatRange()
                part.start = _units(self.text, start)
                part.length, part.format = _units(self.text, end) - part.start, look
                out.append(part)
        return out


def _x(layout: QTextLayout, at: int) -> float:
    answer = layout.lineAt(0).cursorToX(_units(layout.text(), at))
    x = answer[0] if isinstance(answer, (tuple, list)) else answer
    return float(x)  # type: ignore[arg-type]


def units(text: str) -> int:
    """How long a text is as Qt counts."""
    return _units(text, len(text))


def _units(text: str, characters: int) -> int:
    """How Qt counts so many characters: those beyond the first plane, such as emoji, are two."""
    return characters if text.isascii() else characters + sum(char > "\uffff" for char in text[:characters])


def _characters(text: str, units: int) -> int:
    """How many characters Qt's count is."""
    at = 0
    while units > 0 and at < len(text):
        units -= 2 if text[at] > "\uffff" else 1
        at += 1
    return at
