"""Differences between two texts, word by word: how one became the other, and what keeps two apart."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby

from arbor_desktop.quick_dataclass import dataclass

Span = tuple[int, int]
"""First character and the one after the last."""

_TOKENS = re.compile(r"\s+|\w+|[^\w\s]")
_BRIDGE_WORDS = 1
"""So many unchanged words between two changes are not worth showing apart."""


class Kind(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text. The same and removed ones make the older text, the same and added ones the newer."""

    kind: Kind
    text: str


def word_diff(before: str, after: str) -> list[Piece]:
    """Return the pieces in reading order, what was removed before what took its place."""
    if before == after:
        return [Piece(Kind.SAME, after)] if after else []
    old, new = _TOKENS.findall(before), _TOKENS.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    blocks = [
        (tag == "equal", "".join(old[i1:i2]), "".join(new[j1:j2]))
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
    ]
    return _pieces(_bridged(blocks))


def shortened(pieces: list[Piece], *, words: int = 6) -> list[Piece]:
    """Return the pieces with long unchanged runs cut to `words` words beside each change and an ellipsis."""
    if all(piece.kind is Kind.SAME for piece in pieces):
        return pieces
    out: list[Piece] = []
    for place, piece in enumerate(pieces):
        if piece.kind is not Kind.SAME:
            out.append(piece)
            continue
        out.append(Piece(Kind.SAME, _cut(piece.text, words, place > 0, place < len(pieces) - 1)))
    return out


def _bridged(blocks: list[tuple[bool, str, str]]) -> list[tuple[bool, str, str]]:
    """Join changes that are separated only by a word or a space, so that phrases are marked whole."""
    out: list[tuple[bool, str, str]] = []
    for place, (equal, old, new) in enumerate(blocks):
        between = 0 < place < len(blocks) - 1
        joins = not equal or (between and len(old.split()) <= _BRIDGE_WORDS)
        if joins and out and not out[-1][0]:
            out[-1] = (False, out[-1][1] + old, out[-1][2] + new)
        else:
            out.append((not joins, old, new))
    return out


def _pieces(blocks: list[tuple[bool, str, str]]) -> list[Piece]:
    out: list[Piece] = []
    for equal, old, new in blocks:
        if equal:
            out.append(Piece(Kind.SAME, new))
            continue
        if old:
            out.append(Piece(Kind.REMOVED, old))
        if new:
            out.append(Piece(Kind.ADDED, new))
    return out


def _cut(text: str, words: int, after_change: bool, before_change: bool) -> str:
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    kept = words * (after_change + before_change)
    if len(spans) <= kept + 2 or not kept:
        return text
    head = text[: spans[words - 1][1]] if after_change else ""
    tail = text[spans[-words][0] :] if before_change else ""
    return f"{head} … {tail}" if head and tail else f"{head} …" if head else f"…{tail}"


# What keeps two statements apart

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_NAMES = re.compile(rf"[{_CJK}]|[^\s{_CJK}]+")
"""Words as people write them: `*.spec.tsx`, `babel-jest`, `3.11` and paths are one. Scripts without spaces
are compared sign by sign."""
_OPENING, _CLOSING = "([{<\"'“‘«", ")]}>\"'”’».,;:!?"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_GLUE = frozenset(
    """
    a an the is are was were be been to of and or we i you it its this that these those in on at for with as
    by do does so
    """.split()  # noqa: SIM905
)
"""Words that say little beside others: at the ends of a difference they are not part of it."""
_LEAST_ALIKE = 0.34
"""Below this, two texts are worded too differently to be laid beside each other word by word."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A word of a text, without the punctuation around it."""

    key: str
    start: int
    end: int

    @property
    def tells(self) -> bool:
        return self.key not in _GLUE and any(char.isalnum() for char in self.key)


def contrast(older: str, newer: str, values: tuple[str, str] = ("", "")) -> tuple[list[Span], list[Span]]:
    """Return the words of each text that set it apart from the other one, phrases as a whole, in reading
    order.

    Upper and lower case alone are no difference, unless there is no other. `values`: what each says of what
    both speak of, in a word; where both texts say theirs, only these are marked.
    """
    old, new = _names(older), _names(newer)
    matcher = SequenceMatcher(None, [n.key for n in old], [n.key for n in new], autojunk=False)
    said = _places_of(values[0], old), _places_of(values[1], new)
    if _folded(values[0]) != _folded(values[1]) and all(said):
        return said
    if matcher.ratio() < _LEAST_ALIKE:
        return _of_its_own(old, new), _of_its_own(new, old)
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if not changed and older != newer:
        exact = SequenceMatcher(
            None, [older[n.start : n.end] for n in old], [newer[n.start : n.end] for n in new], autojunk=False
        )
        changed = [code for code in exact.get_opcodes() if code[0] != "equal"]
    before = [old[i1:i2] for _, i1, i2, _, _ in changed]
    after = [new[j1:j2] for _, _, _, j1, j2 in changed]
    moved = {n.key for run in before for n in run} & {n.key for run in after for n in run}
    return _telling(_without(moved, before)), _telling(_without(moved, after))


def marked_pieces(text: str, spans: list[Span], kind: Kind) -> list[Piece]:
    """Return the text in runs, those of the spans as `kind`."""
    out, at = [], 0
    for start, end in spans:
        out += [Piece(Kind.SAME, text[at:start]), Piece(kind, text[start:end])]
        at = end
    return [piece for piece in (*out, Piece(Kind.SAME, text[at:])) if piece.text]


def _names(text: str) -> list[_Name]:
    out = []
    for found in _NAMES.finditer(text):
        start, end = found.span()
        while start < end and text[start] in _OPENING:
            start += 1
        while end > start and text[end - 1] in _CLOSING:
            if _PAIRS.get(text[end - 1], "\n") in text[start:end]:  # the call `run()` ends in its own bracket
                break
            end -= 1
        if start < end:
            out.append(_Name(text[start:end].casefold().strip("`"), start, end))
    return out


def _without(moved: set[str], runs: list[list[_Name]]) -> list[list[_Name]]:
    """Return the runs without words that only changed their place; all of them where nothing else tells."""
    out: list[list[_Name]] = []
    for run in runs:
        out.append([])
        for name in run:
            if name.key in moved:
                out.append([])
            else:
                out[-1].append(name)
    return out if any(map(_trimmed, out)) else runs


def _telling(runs: list[list[_Name]]) -> list[Span]:
    """Return the runs without words at their ends that say little; those words alone where nothing else
    is."""
    trimmed = [run for run in map(_trimmed, runs) if run]
    return [(run[0].start, run[-1].end) for run in trimmed or runs if run]


def _trimmed(run: list[_Name]) -> list[_Name]:
    telling = [place for place, name in enumerate(run) if name.tells]
    return run[telling[0] : telling[-1] + 1] if telling else []


def _of_its_own(names: list[_Name], others: list[_Name]) -> list[Span]:
    """Return what the other text does not say."""
    known = {name.key for name in others}
    return _telling([list(run) for own, run in groupby(names, lambda name: name.key not in known) if own])


def _places_of(value: str, names: list[_Name]) -> list[Span]:
    """Return where a value is said, whatever joins its parts ("pip tools", "pip-tools"), also in plural."""
    wanted = _folded(value)
    if not wanted:
        return []
    most = len(_names(value)) + 1
    spans: list[Span] = []
    for at, first in enumerate(names):
        for count in range(1, most + 1):
            run = names[at : at + count]
            said = _folded("".join(name.key for name in run))
            if len(run) == count and said in (wanted, f"{wanted}s"):
                spans.append((first.start, run[-1].end))
                break
    return spans


def _folded(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
