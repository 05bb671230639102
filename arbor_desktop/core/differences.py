"""Differences between two texts, word by word, as the history shows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

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
    """The pieces in reading order, what was removed before what took its place."""
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
    """The same with long unchanged runs cut to `words` words beside each change and an ellipsis."""
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
    """Joins changes that only a word or a space keeps apart, so that phrases are marked whole."""
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
