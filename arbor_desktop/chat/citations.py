"""A streamed answer, piece by piece: the memories that it names, and what can be shown already.

A model names memories as [m3]; also [3], [m3, m7], [m3-m5] and [memory 3] are understood. They are numbered
in order of their first appearance, so that an answer reads [1], [2], [3]. Marks of memories that the model
was not given are removed. Code between backticks is unchanged. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Show = Callable[[str], None]

_LONGEST = 80
"""Most characters between brackets that may be marks."""
_TOKEN = re.compile(
    rf"(?P<ticks>`+)|(?P<line>\n)|(?P<gap>[ \u00a0]*)(?P<marks>\[[^\[\]\n]{{1,{_LONGEST}}}\])"
)
_TAIL = re.compile(rf"(?:`+|[ \u00a0]*(?:\[[^\[\]\n]{{0,{_LONGEST}}})?)$")
"""An end that may become a token with the next piece."""
_PART = re.compile(
    r"(?P<sure>m|memor(?:y|ies)\s+m?)?(?P<first>\d{1,4})(?:\s*[-–]\s*m?(?P<last>\d{1,4}))?", re.I
)
_BARE_MOST = 99
"""Greater bare numbers are no marks."""
_FENCE = 3
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff\ufffc]"
)
"""Control and invisible characters, and those that change the reading order."""


class CitationNumbers:
    """Numbers the memories that an answer names. The model was given m1 to m{given}."""

    def __init__(self, given: int) -> None:
        self._given = given
        self._held = ""
        self._last = ""
        self._code = ""
        self.numbers: dict[int, int] = {}
        """The number in the text by the number that the model was given."""
        self.unknown = 0
        """Count of marks of memories that were not given."""

    def feed(self, piece: str) -> str:
        """Return what can be shown now."""
        held = self._held + _UNSEEN.sub("", piece.replace("\r\n", "\n"))
        tail = _TAIL.search(held)
        at = tail.start() if tail else len(held)
        self._held = held[at:]
        return self._read(held[:at])

    def end(self) -> str:
        """Return what was still held back."""
        held, self._held = self._held, ""
        return self._read(held)

    def _read(self, text: str) -> str:
        if not text:
            return ""
        before = self._last
        shown = _TOKEN.sub(lambda found: self._token(found, before), text)
        self._last = text[-1]
        return shown

    def _token(self, found: re.Match[str], before: str) -> str:
        if found["ticks"]:
            if not self._code:
                self._code = found["ticks"]
            elif self._code == found["ticks"]:
                self._code = ""
            return found[0]
        if found["line"]:
            if len(self._code) < _FENCE:  # a lone backtick is none
                self._code = ""
            return found[0]
        after = found.string[found.start() - 1] if found.start() else before
        # Right after a word, as in `argv[1]`, brackets may belong to it.
        apart = bool(found["gap"]) or not (after.isalnum() or after in "_)")
        meant = None if self._code else _meant(found["marks"][1:-1], apart)
        if meant is None:
            return found[0]
        known = [number for number in meant if 1 <= number <= self._given]
        self.unknown += len(meant) - len(known)
        shown = dict.fromkeys(self.numbers.setdefault(one, len(self.numbers) + 1) for one in known)
        return found["gap"] + "".join(f"[{number}]" for number in shown) if shown else ""


def _meant(inner: str, apart: bool) -> list[int] | None:
    """Return the numbers between brackets; None where no memories are meant. `apart`: no word precedes."""
    numbers: list[int] = []
    sure = False
    for part in re.split(r"\s*[,;&]\s*|\s+(?:and|und)\s+", inner.strip()):
        found = _PART.fullmatch(part)
        if found is None:
            return None
        sure = sure or bool(found["sure"])
        first, last = int(found["first"]), int(found["last"] or found["first"])
        numbers += range(first, last + 1) if 0 <= last - first <= _BARE_MOST else (first, last)
    if not sure and (not apart or max(numbers) > _BARE_MOST):
        return None
    return numbers


class AnswerReader:
    """Reads a model's answer; `show` is called with what can be shown.

    It is held back until it is known whether it begins with a sign, a word that is no answer.
    """

    def __init__(self, given: int, sign: str, show: Show, *, cited_only: bool = False) -> None:
        """`cited_only`: nothing is shown before the first memory is named, nor after the sign."""
        self.citing = CitationNumbers(given)
        self.signed = False
        """True if the answer began with the sign."""
        self._sign, self._show, self._cited_only = sign, show, cited_only
        self._held: str | None = ""
        """The text received before it is known whether the sign comes; None afterwards."""
        self._leading = True
        self._parts: list[str] = []
        self._not_shown = ""

    @property
    def text(self) -> str:
        """The text of the answer, without space around it."""
        return "".join(self._parts).strip()

    def feed(self, piece: str) -> None:
        if self._held is None:
            self._put(piece)
            return
        self._held += piece
        head = self._head()
        if len(head) >= len(self._sign) or not self._sign.startswith(head):
            self._decide(head)

    def end(self) -> None:
        if self._held is not None:
            self._decide(self._head())
        self._shown(self.citing.end())

    def _head(self) -> str:
        return (self._held or "").lstrip(" \n*_#`\"'")

    def _decide(self, head: str) -> None:
        self.signed = head.startswith(self._sign)
        held, self._held = self._held or "", None
        self._put(head.removeprefix(self._sign) if self.signed else held)

    def _put(self, text: str) -> None:
        if self._leading:  # what precedes the first word is not shown
            text = text.lstrip(" \n.:*_`\"'" if self.signed else " \n")
            self._leading = not text
        if text and not (self._cited_only and self.signed):
            self._shown(self.citing.feed(text))

    def _shown(self, text: str) -> None:
        self._parts.append(text)
        self._not_shown += text
        if self._not_shown and (self.citing.numbers or not self._cited_only):
            self._show(self._not_shown)
            self._not_shown = ""
