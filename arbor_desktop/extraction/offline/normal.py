"""A sentence as typed → clean clauses: markdown off, typing slips mended, lead-ins taken away."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbor_desktop.extraction.offline.stems import small
from arbor_desktop.extraction.offline.vocabulary import Vocabulary

MAX_PIECES = 7
"""A sentence is cut into at most so many pieces, so that the work on one is bounded."""

_EMPHASIS = re.compile(
    r"\*\*([^*]{1,300})\*\*|__([^_]{1,300})__"
    r"|(?<![\w*/.])\*([^*\s][^*]{0,300})\*(?![\w*.])|(?<![\w/])_([^_\s][^_]{0,300})_(?!\w)"
)
_MARKUP = re.compile(r"^\#+\s+|<!--.{0,300}?-->|\*\*")
_LINK = re.compile(r"\[([^\][]{1,80})\]\([^()\s]{1,300}\)")
_POLITE_END = re.compile(r",? (?:please|thanks|thank you|thx|ok|okay|lol|haha|btw|right)$", re.I)
_POLITE_LAST = ("please", "thanks", "you", "thx", "ok", "okay", "lol", "haha", "btw", "right")
"""What such an end ends with, in small letters."""
_TOKEN = re.compile(r"[A-Za-z][A-Za-z';]*")
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\t": " ", "\n": " ", "\r": " "}
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence that may be a statement. `before` is what the sentence says ahead of it."""

    text: str
    before: str
    corrected: bool
    explicit: bool


class Normaliser:
    """Cleans and cuts sentences. Holds only words and patterns."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._typos = vocabulary.typos
        self._lead_in = vocabulary.patterns["lead_in"]
        self._split = vocabulary.patterns["split"]
        self._correction = vocabulary.patterns["correction"]

    def clean(self, text: str) -> str:
        """One line, straight quotes, no markdown emphasis or links, known typing slips mended."""
        if not text.isascii() or not text.isprintable():
            text = text.translate(_QUOTES)
        if "](" in text:
            text = _LINK.sub(r"\1", text)
        if "*" in text or "_" in text or text.startswith(("#", "<!--")):
            text = _EMPHASIS.sub(lambda match: next(filter(None, match.groups())), text)
            text = _MARKUP.sub("", text)
        text = " ".join(text.split())
        if self._typos.keys().isdisjoint(_TOKEN.findall(text.lower())):
            return text
        return _TOKEN.sub(self._mended, text)

    def _mended(self, match: re.Match[str]) -> str:
        word = match.group()
        right = self._typos.get(word.lower())
        if right is None:
            return word
        return right[0].upper() + right[1:] if word[0].isupper() else right

    def strip_lead_ins(self, text: str) -> tuple[str, bool, bool]:
        """`text` without "ok, also, "; whether a correction ("no, ") or "remember that" was among them."""
        corrected = explicit = False
        position = 0
        while match := self._lead_in.match(text, position):
            corrected = corrected or match.group("correction") is not None
            explicit = explicit or match.group("explicit") is not None
            position = match.end()
        return text[position:], corrected, explicit

    def is_correction_alone(self, text: str) -> bool:
        """Whether the whole sentence only says that something was wrong ("No.", "That's not right")."""
        return self._correction.fullmatch(text.strip(" .!,")) is not None

    def clauses(self, sentence: str) -> list[list[Clause]]:
        """The stretches of a clean sentence that could be a statement: `[a][b]` runs from its piece number a
        over b more pieces."""
        pieces = self._pieces(sentence)
        told = False
        table: list[list[Clause]] = []
        for first, (start, _) in enumerate(pieces):
            rest, corrected, explicit = self.strip_lead_ins(sentence[start:])
            begin = len(sentence) - len(rest)
            # "remember that a, and b": what is told to be remembered is all of it.
            told = told or explicit
            table.append(
                [
                    Clause(_ended(sentence[begin:end]), sentence[:start], corrected, told)
                    for _, end in pieces[first:]
                ]
            )
        return table

    def _pieces(self, sentence: str) -> list[tuple[int, int]]:
        pieces: list[tuple[int, int]] = []
        position = 0
        for match in self._split.finditer(sentence):
            if len(pieces) == MAX_PIECES - 1:
                break
            if sentence.count("`", position, match.start()) % 2:  # inside code
                continue
            pieces.append((position, match.start()))
            position = match.end()
        return [*pieces, (position, len(sentence))]


def _ended(text: str) -> str:
    text = text.strip().rstrip(".!?,;: ")
    return _POLITE_END.sub("", text) if small(text[-6:]).endswith(_POLITE_LAST) else text
