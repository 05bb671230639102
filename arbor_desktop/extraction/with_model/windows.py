"""A conversation cut into windows that a model can read (spec 3.1), and what each part is worth as evidence.

Of a turn, at most SIDE characters of each side count, the middle cut out; a window has at most MOST. Each
turn is evidence in exactly one window; a few turns before it are included for context.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from arbor_desktop import resources
from arbor_desktop.clock import to_iso
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.offline import segments
from arbor_desktop.extraction.offline.authorship import QUOTED_WORDS, Authorship, Ranges
from arbor_desktop.extraction.offline.vocabulary import read_vocabulary
from arbor_desktop.llm.prompts import fenced

SIDE = 2_000
MOST = 80_000
OVERLAP = 4
"""So many turns before a window's own are shown with it."""
_SHORT = 320
"""Characters of pasted text from which on it is cut to its beginning and end."""
_HEAD, _TAIL = 200, 80
PRIVATE = "[private]"


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn as a model is shown it. `own` and `doubtful` are the stretches of the turn's text that may be
    evidence and were shown; none where it only explains."""

    turn: Turn
    text: str
    evidence: bool
    own: tuple[Span, ...] = ()
    doubtful: tuple[Span, ...] = ()

    @property
    def number(self) -> int:
        return self.turn.number


@dataclass(frozen=True, slots=True)
class Window:
    """`shown` in order: those that only explain, then those that are evidence."""

    shown: tuple[Shown, ...]

    @property
    def text(self) -> str:
        return "\n".join(one.text for one in self.shown)

    @property
    def evidence(self) -> tuple[Shown, ...]:
        return tuple(one for one in self.shown if one.evidence)

    def halves(self) -> tuple[Window, Window] | None:
        """Return the same in two windows; None for a single turn."""
        own = self.evidence
        if len(own) < 2:
            return None
        before = tuple(one for one in self.shown if not one.evidence)
        middle = len(own) // 2
        context = tuple(_explaining(one) for one in (*before, *own[:middle])[-OVERLAP:])
        return Window((*before, *own[:middle])), Window((*context, *own[middle:]))


def windows(
    excerpt: Excerpt,
    private: Mapping[int, Sequence[Span]] | None = None,
    *,
    most: int = MOST,
    by: Reader | None = None,
) -> list[Window]:
    """Return what is shown of an excerpt, in order; empty where nothing new was said. `private`: by the
    turn's number, the characters of it that must not leave."""
    read = by or reader()
    kept = [t for t in excerpt.turns if t.kind is TurnKind.SAID and not t.unsaid and t.text.strip()]
    played = read.played(excerpt.turns)
    shown = [
        show(turn, read.passages(turn, (private or {}).get(turn.number, ())), turn.number not in played)
        for turn in kept
    ]
    before = [_explaining(one) for one in shown if one.number <= excerpt.context_through]
    new = [one for one in shown if one.number > excerpt.context_through]
    found: list[Window] = []
    held: list[Shown] = []
    context = before[-OVERLAP:]
    size = sum(len(one.text) + 1 for one in context)
    for one in new:
        if held and size + len(one.text) > most:
            found.append(Window((*context, *held)))
            context = [_explaining(one) for one in (*context, *held)[-OVERLAP:]]
            held, size = [], sum(len(one.text) + 1 for one in context)
        held.append(one)
        size += len(one.text) + 1
    if held:
        found.append(Window((*context, *held)))
    return found


def show(turn: Turn, passages: Sequence[Passage], meant: bool = True) -> Shown:
    """Return a turn as it is shown, at most SIDE characters of it. `meant`: whether its speaker speaks for
    themselves."""
    pieces = _shortened(turn.text, passages)
    text = "".join(piece.said(turn.text) for piece in pieces)

    def of(worth: Worth) -> tuple[Span, ...]:
        return tuple((p.start, p.end) for p in pieces if p.worth is worth and not p.mark)

    return Shown(
        turn,
        _fenced(turn, text, evidence=meant),
        True,
        of(Worth.OWN) if meant else (),
        of(Worth.DOUBTFUL) if meant else (),
    )


def _explaining(one: Shown) -> Shown:
    if not one.evidence:
        return one
    return Shown(one.turn, one.text.replace('evidence="yes"', 'evidence="no"', 1), False)


def _fenced(turn: Turn, text: str, *, evidence: bool) -> str:
    speaker = "user" if turn.role is Role.USER else "assistant"
    day = (to_iso(turn.at) or "")[:10]
    marks = {"number": turn.number, "speaker": speaker, "evidence": "yes" if evidence else "no"}
    return fenced(text.strip(), "turn", **marks, **({"date": day} if day else {}))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the turn, or in its place what says that one was left out."""

    start: int
    end: int
    worth: Worth
    mark: str = ""

    @property
    def size(self) -> int:
        return len(self.mark) or self.end - self.start

    def said(self, text: str) -> str:
        return self.mark or visible(text[self.start : self.end])


def _left_out(start: int, end: int, worth: Worth, what: str = "") -> _Piece:
    return _Piece(start, end, worth, f" [… {what}{end - start:,} characters left out …] ")


def _shortened(text: str, passages: Sequence[Passage]) -> list[_Piece]:
    pieces: list[_Piece] = []
    for one in passages:
        if one.worth is Worth.PRIVATE:
            pieces.append(_Piece(one.start, one.end, one.worth, PRIVATE))
        elif one.worth is Worth.FOREIGN and one.end - one.start > _SHORT:
            first, last = _word(text, one.start + _HEAD, -1), _word(text, one.end - _TAIL, 1)
            pieces += [
                _Piece(one.start, first, one.worth),
                _left_out(first, last, one.worth, "pasted: "),
                _Piece(last, one.end, one.worth),
            ]
        else:
            pieces.append(_Piece(one.start, one.end, one.worth))
    return pieces if sum(piece.size for piece in pieces) <= SIDE else _both_ends(text, pieces)


def _both_ends(text: str, pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the beginning and the end of what is too long."""
    room = SIDE - 60
    front, first = _taken(text, pieces, room // 2, 1)
    back, last = _taken(text, pieces[::-1], room - room // 2, -1)
    if first >= last:  # the two ends meet within marks that count less than what they stand for
        return [*front, *reversed([one for one in back if one.start >= first])]
    return [*front, _left_out(first, last, Worth.FOREIGN), *reversed(back)]


def _taken(text: str, pieces: Sequence[_Piece], room: int, step: int) -> tuple[list[_Piece], int]:
    """Return as many pieces as there is room for, and where in the text they end."""
    taken: list[_Piece] = []
    edge = 0 if step > 0 else len(text)
    for piece in pieces:
        if piece.size <= room:
            taken.append(piece)
            room -= piece.size
            edge = piece.end if step > 0 else piece.start
            continue
        if not piece.mark and room > 0:
            edge = _word(text, (piece.start + room) if step > 0 else (piece.end - room), -step)
            edge = min(max(edge, piece.start), piece.end)
            start, end = (piece.start, edge) if step > 0 else (edge, piece.end)
            if start < end:
                taken.append(_Piece(start, end, piece.worth))
        break
    return taken, edge


def _word(text: str, at: int, step: int) -> int:
    """Return the nearest place to `at`, in this direction, where no word is cut; `at` itself if that is
    far."""
    for away in range(40):
        place = at + away * step
        if 0 < place < len(text) and (text[place - 1].isspace() or text[place].isspace()):
            return place
    return at


LOOKED_AT = 24_000
"""Characters of a turn's beginning and end together in which own words are looked for."""

HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
    "\ue000-\uf8ff\U000f0000-\U0010ffff\ud800-\udfff]"
)
"""Characters that nobody sees and a model reads: zero width, directions, tags, fillers, private use."""

Span = tuple[int, int]


class Worth(IntEnum):
    """OWN: the speaker's own words; DOUBTFUL: prose that may have been pasted; FOREIGN: somebody else's, or a
    machine's; PRIVATE: what must not leave this computer."""

    OWN = 0
    DOUBTFUL = 1
    FOREIGN = 2
    PRIVATE = 3


@dataclass(frozen=True, slots=True)
class Passage:
    """Characters `start` to `end` of a turn."""

    start: int
    end: int
    worth: Worth


def visible(text: str) -> str:
    """`text` without hidden characters; line ends become `\\n`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() and text.isprintable() else HIDDEN.sub("", text)


class Reader:
    """Tells the passages of turns apart. Holds only patterns, so one may serve many threads."""

    def __init__(self, voices: Authorship, prompt_template: re.Pattern[str]) -> None:
        self._voices = voices
        self._template = prompt_template

    def played(self, turns: Sequence[Turn]) -> frozenset[int]:
        """Return the numbers of the turns in which a person plays a part."""
        return self._voices.played(turns)

    def passages(self, turn: Turn, private: Sequence[Span] = ()) -> list[Passage]:
        """Return the whole of a turn's text, in order and without gaps. `private`: what must not leave."""
        text = turn.text
        own, doubtful = self._prose(turn)
        marks = bytearray([Worth.FOREIGN]) * len(text)
        for worth, spans in ((Worth.DOUBTFUL, doubtful), (Worth.OWN, own)):
            for start, end in _joined(text, spans):
                marks[start:end] = bytearray([worth]) * (end - start)
        for start, end in self._foreign(turn):
            marks[start:end] = bytearray([Worth.FOREIGN]) * (min(end, len(text)) - start)
        for start, end in private:
            start, end = max(0, start), min(end, len(text))
            marks[start:end] = bytearray([Worth.PRIVATE]) * max(0, end - start)
        return list(_runs(marks))

    def _prose(self, turn: Turn) -> tuple[list[Span], list[Span]]:
        """Return a person's own words, and what may be."""
        text = turn.text
        own: list[Span] = []
        doubtful: list[Span] = []
        for offset, part in _parts(text):
            part = _with_ends(part)
            prose = [(offset + s.start, offset + s.end) for s in segments.prose(part, lambda _: True)]
            if turn.role is not Role.USER:
                own += prose
                continue
            doubtful += prose
            if segments.speaks_of_nobody(text):
                continue
            nothing = Ranges((), ())
            pasted = self._voices.doubtful(part)
            for sentence in segments.own_words(part, lambda _: True, self._template):
                if self._voices.is_meant(sentence, pasted, nothing):
                    end = self._until(pasted, sentence.start, sentence.end)
                    own.append((offset + sentence.start, offset + end))
        return own, doubtful

    @staticmethod
    def _until(stretches: Ranges, start: int, end: int) -> int:
        """Return where the first stretch within a sentence begins, else its end."""
        return min([one for one in stretches.starts if start < one < end], default=end)

    def _foreign(self, turn: Turn) -> Iterator[Span]:
        """Yield what a person handed over or quoted, though it reads like anybody's prose."""
        for offset, part in _parts(turn.text):
            code = [m.span() for m in _CODE.finditer(part) if len(m[0].split()) >= QUOTED_WORDS]
            stretches: list[Ranges] = [self._voices.quotes(part), Ranges.of(code)]
            if turn.role is Role.USER:
                stretches += [
                    self._voices.handed_over(part),
                    Ranges.of(list(_tables(part))),
                ]
            for one in stretches:
                for start, end in zip(one.starts, one.ends, strict=True):
                    yield offset + start, offset + end


def _tables(text: str) -> Iterator[Span]:
    """Yield lines in a row that are separated into as many cells each."""
    rows: list[tuple[int, int, int]] = []
    offset = 0
    for line in [*text.split("\n"), ""]:
        cells = len(_CELL.findall(line))
        if rows and cells != rows[0][2]:
            if len(rows) >= _MIN_ROWS:
                yield rows[0][0], rows[-1][1]
            rows = []
        if cells:
            rows.append((offset, offset + len(line), cells))
        offset += len(line) + 1


_CELL = re.compile(r"[^\s,],(?=[^\s,])|\t+(?=\S)|;(?=\S)")
_MIN_ROWS = 3
_CODE = re.compile(r"`[^`\n]{10,1500}`")


@cache
def reader() -> Reader:
    """Return the reader built from the words that ship with the program."""
    return Reader(
        Authorship(resources.read_text("extraction/voices.toml")),
        read_vocabulary().patterns["prompt_template"],
    )


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text that are looked at, each with where it begins: both ends of a very long
    one."""
    if len(text) <= LOOKED_AT:
        yield 0, text
        return
    half = LOOKED_AT // 2
    first = text.rfind("\n", 0, half) + 1 or half
    last = text.find("\n", len(text) - half) + 1 or len(text) - half
    yield 0, text[:first]
    yield last, text[last:]


def _with_ends(text: str) -> str:
    """Return the text with a full stop now and then in sentences that are too long to be looked at, as people
    dictate them. Every character keeps its place, and only places are asked for."""
    if not _LONG_SENTENCE.search(text):
        return text
    return _LONG_SENTENCE.sub(lambda found: f"{found[0][:-2]}. ", text)


_LONG_SENTENCE = re.compile(rf"[^.!?…\n]{{{segments.MAX_SENTENCE - 200}}}[^.!?…\n]{{0,100}}?\w\w (?=\w)")


def _joined(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield spans, neighbours with nothing but white space and the marks of lists between them as one."""
    held: Span | None = None
    for start, end in sorted(spans):
        if held is not None and (start <= held[1] or not re.search(r"\w|`|[<>\"{}]", text[held[1] : start])):
            held = held[0], max(end, held[1])
            continue
        if held is not None:
            yield held
        held = start, end
    if held is not None:
        yield held


def _runs(marks: bytearray) -> Iterator[Passage]:
    position = 0
    for found in re.finditer(rb"(.)\1*", marks, re.DOTALL):
        position = found.end()
        yield Passage(found.start(), position, Worth(found[1][0]))


class Places:
    """Finds words again in stretches of a text, whatever their white space, case, quotation marks and hidden
    characters."""

    def __init__(self, text: str, within: Sequence[Span]) -> None:
        self._places: list[int] = []
        plain: list[str] = []
        for start, end in within:
            for place in range(start, end):
                folded = _folded(text[place])
                plain.append(folded)
                self._places += [place] * len(folded)
            plain.append(_BETWEEN)
            self._places.append(end)
        self._plain = "".join(plain)

    def find(self, words: str) -> Span | None:
        """Return where the words are, all within one stretch; None if they are not there."""
        wanted = "".join(map(_folded, words))
        at = self._plain.find(wanted) if wanted and _BETWEEN not in wanted else -1
        return None if at < 0 else (self._places[at], self._places[at + len(wanted) - 1] + 1)


_BETWEEN = "\0"
_SAME = str.maketrans("’‘“”„‹›–—", '\'\'"""<>--')


def _folded(character: str) -> str:
    if character.isspace() or character in "*_`" or HIDDEN.match(character):
        return ""
    return character.translate(_SAME).casefold()
