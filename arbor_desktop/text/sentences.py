"""A text as sentences, and a sentence as pieces: words, names, numbers and the signs that part them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import compiled

LONGEST, MOST_SENTENCES = 300, 2
"""Of a statement, in characters and sentences. Whatever is longer is a note: read word by word, what it tells
in passing would be taken for rules."""
_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": ";", "→": " to "})
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')]*\s+(?=\S)|\n+|;\s*|\s-\s")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|approx|dr|mr|mrs|ms|st|no)\.(?=\s)", re.IGNORECASE)
_SHORTENED = (
    ("'", r"\bwon't\b", "will not"),
    ("'", r"\bcan't\b", "can not"),
    ("cannot", r"\bcannot\b", "can not"),
    ("'", r"\b(\w+)n't\b", r"\1 not"),
    ("nt", r"\b(is|are|was|do|does|did|has|have|should|would|could)nt\b", r"\1 not"),
    ("nt", r"\bdont\b", "do not"),
    ("nt", r"\bdoesnt\b", "does not"),
    ("'", r"\bi'm\b", "I am"),
    ("'", r"\b(\w+)'re\b", r"\1 are"),
    ("'", r"\b(\w+)'ve\b", r"\1 have"),
    ("'", r"\b(\w+)'ll\b", r"\1 will"),
    ("'", r"\b(\w+)'d\b", r"\1 would"),
    ("'", r"\b(it|that|there|he|she|what|here|who)'s\b", r"\1 is"),
    (
        "'",
        r"(\w)'s (?=(?:out|gone|dead|in|not|now|been|a|an|the|no|our|better|fine|ok|back|history|only|too"
        r"|always|never|just)\b)",
        r"\1 is ",
    ),
    ("'", r"\blet's\b", ""),
)
"""A hint that a text has if the pattern matches, the pattern, and the words written out."""
_DAY = (
    r"(?:(?:last|this|next) )?(?:today|yesterday|tomorrow|week|month|year|spring|summer|autumn|winter"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)(?: \d{1,4})?"
)
_SINCE = rf"^(?:since|as of) {_DAY}\b,?|\bfrom {_DAY} on(?:wards?)?\b"
_SINCE_HINT = re.compile(r"^(?:since|as of) |\bfrom ", re.IGNORECASE)
_PIECE = re.compile(
    r"`[^`\n]{1,80}`"
    r"|[$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?[^\W\d_]*%?"
    r"|(?:[~./*$€£@_-]|--){0,3}[^\W_](?:[\w'.+#/@:&*()%°-]*[\w+#*/%°])?(?:\(\))?%?(?:\s%(?!\w))?"
    r"|[,:()?€$£]"
)
_HYPHENATED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+|\d+-[^\W\d_]+(?:-[^\W\d_]+)*")
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or a sign. `low` is how it is compared, `raw` how it is written."""

    low: str
    raw: str
    first: bool
    """It begins its sentence, where any word has a capital letter."""
    code: bool = False
    owner: bool = False
    """It ended in 's."""

    @property
    def name(self) -> bool:
        """Whether it is written like a name: capitals, code, a path, a word with signs or digits."""
        if self.code:
            return True
        if self.raw[0].isdigit() and self.raw[-1].isalpha():
            return True
        inner = (
            "_" in self.raw
            or ("-" in self.raw and any(sign.isdigit() for sign in self.raw))
            or (self.raw[0] in "/~." and self.raw[1:2].isalpha())
            or (any(sign in self.raw[1:-1] for sign in "./:@") and not self.raw.endswith("."))
        )
        capital = self.raw[:1].isupper() and not self.first and self.raw != "I"
        return inner or capital or self.raw[1:].lower() != self.raw[1:]


def sentences(text: str) -> list[str]:
    """Return the sentences of a statement, shortened words written out; none of a longer text."""
    text = unicodedata.normalize("NFKC", text)
    if len(text) > LONGEST:
        return []
    text = text.translate(_SIGNS)
    low = text.lower()
    for hint, pattern, said in _SHORTENED:
        if hint in low:
            text = compiled(pattern, re.IGNORECASE).sub(said, text)
    if _SINCE_HINT.search(text):
        text = compiled(_SINCE, re.IGNORECASE).sub("from now on", text)
    text = _ABBREVIATION.sub(lambda found: found[0].replace(".", ""), text)
    parts = (one.strip(" -*#>\t") for one in _SENTENCE_END.split(text))
    found = [one for one in parts if one.strip(" .!?,")]
    return found if len(found) <= MOST_SENTENCES else []


@lru_cache(maxsize=8192)
def root(low: str) -> str:
    """Return the stem of a word in lower case."""
    return stem(low)


def pieces(sentence: str) -> list[Piece]:
    """Return the pieces of a sentence."""
    found: list[Piece] = []
    for match in _PIECE.finditer(sentence):
        raw = match[0]
        if raw.startswith("`"):
            words = raw.strip("` ").split()
            found += [Piece(word.lower(), word, not found, code=True) for word in words]
            continue
        owner = raw.endswith(("'s", "s'"))
        raw = raw.removesuffix("'s").rstrip("'").replace(" %", "%")
        raw = raw.partition("(")[0].rstrip(")") or raw.strip("()")
        first = not found or found[-1].low in (":", "(")
        if _HYPHENATED.fullmatch(raw) and sum(part[:1].isupper() for part in raw.split("-")) < 2:
            split = raw.split("-")
            found += [Piece(part.lower(), part, first and not at) for at, part in enumerate(split)]
        elif raw:
            found.append(Piece(raw.lower(), raw, first, owner=owner))
    return found
