"""Where a sentence that names a secret may have it: `log in as anna with …`, `use … as the password`."""

from __future__ import annotations

import re

_LONGEST = 120
"""So many characters before and behind a name belong to its sentence."""
_IT_IS = (
    r"(?:(?:It|That|This|Es|Das|Ce|C|È|É)(?:['’]|[ ](?:is|was|ist|war|est|era))"
    r"|(?:I|We|He|She|They)[ ](?:agreed|chose|picked|settled|took|use)[ ])"
)
"""A sentence that begins so goes on with the one before."""
_BREAK = re.compile(rf"\n|[.!?](?=\s+(?!{_IT_IS})[^\Wa-z\d_]|\s*\Z)|\\n|[\"}}\]][,}}\]]|\":|[{{}}<]")
_WORD_BACK = re.compile(r"[^\s\"'`(\[:=→>,]*")
_LONGEST_WORD = 40


def sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the sentence with the characters `start` to `end` begins and ends."""
    first = max(0, start - _LONGEST)
    first = max(first, text.rfind("\n", first, start) + 1)
    for mark in _BREAK.finditer(text, first, start):
        first = mark.end()
    after = _BREAK.search(text, end, end + _LONGEST)
    return first, min(len(text), end + _LONGEST) if after is None else after.end()


def values_near(
    name: re.Match[str], values: re.Pattern[str], signs: re.Pattern[str], nearest: int
) -> list[re.Match[str]]:
    """Return what can be a value in the sentence of a name: words with one of the signs.

    Of those before the name and of those behind it, only the `nearest` count.
    """
    text = name.string
    if signs.search(text, max(0, name.start() - _LONGEST), name.end() + _LONGEST) is None:
        return []
    first, last = sentence(text, name.start(), name.end())
    before = _values(text, first, name.start(), values, signs)[-nearest:]
    return before + _values(text, name.end(), last, values, signs)[:nearest]


def _values(
    text: str, start: int, end: int, values: re.Pattern[str], signs: re.Pattern[str]
) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    for sign in signs.finditer(text, start, end):
        if sign.start() < start:
            continue
        first = sign.start()
        if sign.end() > first:  # an empty one is where a word begins
            back = _WORD_BACK.match(text[max(start, first - _LONGEST_WORD) : first][::-1])
            first -= 0 if back is None else back.end()
        value = values.match(text, first)
        start = sign.end() if value is None else value.end()
        if value is not None:
            found.append(value)
    return found
