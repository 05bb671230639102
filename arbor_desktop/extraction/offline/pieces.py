"""A sentence → the pieces that may be statements of their own, by character.

People put a task, a fact and an aside into one sentence ("fix the login test, we use vitest here, and
run it"). Pieces are what lies between commas, brackets, dashes and the words that begin a clause; which of
them belong together is not known yet (judge.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_PIECES = 24
"""More pieces a sentence is a list or a table, not a person's sentence; the rest stays one piece."""

_STARTS_CLAUSE = (
    r"(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'd|our|my|it's|its|it|he|she|they|there|you|please|pls|don't|"
    r"dont|never|always|let's|lets|can you|could you|would you|make sure|also|the|this|that|these|nobody|"
    r"everything|everyone|all|every|no|use|just|what|how|why|is|are|do|does)\b"
)
_CUT = re.compile(
    # A pattern that begins with a set of characters is found fast: what is before is asked for after it.
    r"[,;.!?…:–—()\s-](?:(?:"
    r"(?<=[^\d\s][,;])[,;]*|(?<=[,;])[,;]*(?=\D)|(?<=[.!?…])[.!?…]*(?=\s)|(?<=:)(?=\s)"
    r"|(?<=\s[-–—])[-–—]?(?=\s)|(?<=[—()])|(?<=\n)\n*|(?<=\.)\.{2,})\s*"
    r"|(?<=\s)\s*(?=[abcefopstuw])(?:"
    rf"(?=(?:and|but|so|plus|btw|because|cause|cuz|bc|since|fyi|although|though|whereas|cos)\s+{_STARTS_CLAUSE})"
    r"|(?=(?:because|although|whereas|otherwise|except|unless|which|btw|fyi)\b))"
    r"|(?<=\b(?:btw|fyi)\s)\s*)",
    re.IGNORECASE,
)
_GOES_ON = (
    *("that", "if", "when", "what", "how", "think", "where", "which", "so", "and", "but", "because", "while"),
    *("since", "than", "as", "way", "things", "thing"),
    *("is", "are", "was", "were", "be", "must", "should", "can", "will", "may", "has", "have"),
)
"""After these words the clause is not over."""

_RUN_ON = re.compile(
    r"\s(?=\s*[acdimnptw])(?=\s*(?:i'm|im|i've|ive|we're|we've"
    r"|i (?:am|have|work|use|prefer|like|hate|live|want|need|always|never)"
    r"|we (?:use|have|run|are|only|don't|dont|always|never|need|want|decided|deploy|ship|keep)"
    r"|please|pls|dont|don't|never|always|can you|could you|make sure|thanks)\b)"
    + "".join(rf"(?<!\b{word}\s)" for word in _GOES_ON)
    + r"\s*",
    re.IGNORECASE,
)
_LONG = 45
"""Characters from which on a piece without any mark may be two run together."""


class Piece(NamedTuple):
    """Characters `start` to `end` of the text, and what stands between it and the piece before."""

    start: int
    end: int
    text: str
    gap: str


def pieces_of(text: str, start: int, end: int) -> list[Piece]:
    """The pieces of a sentence that is characters `start` to `end` of `text`, in order; none is blank."""
    pieces: list[Piece] = []
    gap = ""
    for begin, stop, cut in _stretches(text, start, end):
        raw = text[begin:stop]
        stripped = raw.strip(" \t*_\"'“”")
        if stripped and (stripped[0].isalnum() or any(map(str.isalnum, stripped))):
            first = begin + raw.index(stripped[0])
            pieces.append(Piece(first, first + len(stripped), stripped, gap))
            gap = ""
        gap += cut
    return pieces


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    position = start
    for count, match in enumerate(_CUT.finditer(text, start, end)):
        if count == MAX_PIECES:
            break
        if text.count("`", start, match.start()) % 2:  # inside code
            continue
        yield from _run_on(text, position, match.start(), match.group())
        position = match.end()
    yield from _run_on(text, position, end, "")


def _run_on(text: str, start: int, end: int, cut: str) -> Iterator[tuple[int, int, str]]:
    position = start
    if end - start >= _LONG:
        for match in _RUN_ON.finditer(text, start + 8, end - 8):
            if match.start() - position >= 8 and not text.count("`", position, match.start()) % 2:
                yield position, match.start(), " "
                position = match.end()
    yield position, end, cut
