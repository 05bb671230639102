"""A conversation cut into pieces that a model can read (spec 3.1); no turn is left out.

A turn counts with at most SIDE characters, of which the middle is cut out; a window with at most MOST. Each
turn is evidence in exactly one window; a few turns before are shown with it, so that it can be understood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbor_desktop.clock import to_iso
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.with_model.passages import Passage, Reader, Span, Worth, reader, visible
from arbor_desktop.models.prompts import fenced

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
        """The same in two windows; None for a single turn."""
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
    """What is shown of an excerpt, in order; empty where nothing new was said. `private`: by the turn's
    number, the characters of it that must not leave."""
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
    """A turn as it is shown, at most SIDE characters of it. `meant`: whether its speaker speaks for
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
    """The beginning and the end of what is too long."""
    room = SIDE - 60
    front, first = _taken(text, pieces, room // 2, 1)
    back, last = _taken(text, pieces[::-1], room - room // 2, -1)
    if first >= last:  # the two ends meet within marks that count less than what they stand for
        return [*front, *reversed([one for one in back if one.start >= first])]
    return [*front, _left_out(first, last, Worth.FOREIGN), *reversed(back)]


def _taken(text: str, pieces: Sequence[_Piece], room: int, step: int) -> tuple[list[_Piece], int]:
    """As many pieces as there is room for, and where in the text they end."""
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
    """The nearest place to `at`, in this direction, where no word is cut; `at` itself if that is far."""
    for away in range(40):
        place = at + away * step
        if 0 < place < len(text) and (text[place - 1].isspace() or text[place].isspace()):
            return place
    return at
