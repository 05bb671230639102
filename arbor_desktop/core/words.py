"""Words for the full-text index and for queries."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"\w+", re.UNICODE)
CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_OF_PARTS = re.compile(r"(?:[A-Z]?+[a-z]++|[A-Z]++|\d++)(?![^\W_])|([^\W_]+)")
"""Ordinary words and numbers, which are most, and in its group what may have several parts."""
_SPACE = re.compile(r"\s+")
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)

MAX_QUERY_TERMS = 32

STOP_WORDS = frozenset(
    """
    a about after all am an and any are as at be been before but by can could did do does for from
    had has have he her him his how i if in into is it its just me my no not of on or our out over
    she should so some such than that the their them then there these they this those to too under
    up us very was we were what when where which while who whom why will with would you your
    """.split()  # noqa: SIM905
)


def clean(text: str) -> str:
    """Drops control characters and hidden Unicode (zero width, bidi, tags). Line ends become `\\n`."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def fold(text: str) -> str:
    """The form in which two equal memories are equal: case, white space and final punctuation folded."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip().rstrip(".!,;: ")


def identifier_parts(text: str) -> str:
    """The parts of camelCase words, which the tokenizer leaves whole; it splits at `_`, `-`, `.`."""
    parts: list[str] = []
    for piece in filter(None, _OF_PARTS.findall(text)):
        if piece.islower() or piece.isdigit() or len(piece) < 4:
            continue
        split = CAMEL.findall(piece)
        if len(split) > 1:
            parts.extend(split)
    return " ".join(dict.fromkeys(parts))


def query_terms(text: str) -> list[str]:
    """The words of a query that count: stop words cut (unless nothing else is left), doubles dropped."""
    words = list(
        dict.fromkeys(w for raw in _WORD.findall(text[:10_000]) for w in raw.lower().split("_") if w)
    )
    kept = [w for w in words if w not in STOP_WORDS]
    return (kept or words)[:MAX_QUERY_TERMS]


_SURROGATE = re.compile("[\ud800-\udfff]")


def storable(text: str) -> str:
    """Lone surrogates (broken escapes in a source) can't be written as UTF-8; other text is not touched."""
    return text if text.isascii() or not _SURROGATE.search(text) else _SURROGATE.sub("\ufffd", text)
