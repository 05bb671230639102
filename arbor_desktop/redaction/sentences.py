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
    before = _values(text, max(0, name.start() - _LONGEST), name.start(), values, signs)[-nearest:]
    near = before + _values(text, name.end(), min(len(text), name.end() + _LONGEST), values, signs)[:nearest]
    if not near:
        return []
    first, last = sentence(text, name.start(), name.end())
    return [value for value in near if first <= value.start() and value.end() <= last]


def _values(
    text: str, start: int, end: int, values: re.Pattern[str], signs: re.Pattern[str]
) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    for sign in signs.finditer(text, start, end):
        if sign.start() < start:
            continue
        back = _WORD_BACK.match(text[max(start, sign.start() - _LONGEST_WORD) : sign.start()][::-1])
        value = values.match(text, sign.start() - (0 if back is None else back.end()))
        start = sign.end() if value is None else value.end()
        if value is not None:
            found.append(value)
    return found
