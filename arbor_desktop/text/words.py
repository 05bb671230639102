"""Words for the full-text index and for queries; the form in which a text is stored and compared."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_WORD = re.compile(r"\w+", re.UNICODE)
CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_OF_PARTS = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z]+|\d+)(?![^\W_])|([^\W_]+)")
"""Ordinary words and numbers, which are most, and in its group what may have several parts."""
_SPACE = re.compile(r"\s+")
_CONTROL = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
_SURROGATE = "[\ud800-\udfff]"

_NAME = re.compile(r"\w+(?:[.\-/:@]\w+)+|\w+")
"""A word, or several that signs join to one name: `3.11`, `node-gyp`, `app.config`, `src/core`."""
_BETWEEN = re.compile(r"[\W_]+")
_SIGNED = (
    r"(?<!\w)(?P<plus>[A-Za-z]\w?)\+\+(?![\w+])|(?<!\w)(?P<sharp>[A-Za-z])\#(?![\w#])"
    r"|(?<![\w.)\]])\.(?P<dot>[A-Za-z]\w+)"
)
"""Names of which the tokenizer drops the sign that makes them: C++, C#, .env, .NET."""

_SHORTENED = r"(?i)(?<!\w)\w+n['’]t(?!\w)|(?<=\w)['’](?:s|re|ve|ll|d|m)(?!\w)"
"""What is left of `don't` and `it's` are no words."""
_LONGEST_PART_NUMBER = 2
"""A number of so few digits in a name (`words.py:12`) says nothing outside of it."""

MAX_QUERY_TERMS = 32
CHARACTERS_A_TOKEN = 4
"""About so many characters of a text are a token in a model's context."""

STOP_WORDS = frozenset(
    """
    a about after all am an and any are as at be been before but by can could did do does for from
    had has have he her him his how i if in into is it its just me my no not of on or our out over
    she should so some such than that the their them then there these they this those to too under
    up us very was we were what when where which while who whom why will with would you your
    """.split()  # noqa: SIM905
)
_SEPARATORS = re.compile(r"([/\\])")


def clean(text: str) -> str:
    """Drop control characters and hidden Unicode (zero width, bidi, tags). Line ends become `\\n`, and
    halves of characters, which can't be stored, a sign."""
    if text.isprintable():
        return text.strip()
    return storable(compiled(_CONTROL).sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip())


def fold(text: str) -> str:
    """Return the form in which equal memories are equal: case, white space and final punctuation folded."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip().rstrip(".!,;: ")


def identifier_parts(text: str) -> str:
    """Return the parts of camelCase words, which the tokenizer leaves whole; it splits at `_`, `-`, `.`."""
    parts: list[str] = []
    for piece in filter(None, _OF_PARTS.findall(text)):
        if piece.islower() or piece.isdigit() or len(piece) < 4:
            continue
        split = CAMEL.findall(piece)
        if len(split) > 1:
            parts.extend(split)
    return " ".join(dict.fromkeys(parts))


def signed_names(text: str) -> list[str]:
    """Return names with a sign that the tokenizer drops, in letters: C++ as `cplusplus`, .env as `dotenv`."""
    if not ("+" in text or "#" in text or "." in text):
        return []
    names = []
    for found in compiled(_SIGNED).finditer(text):
        kind = str(found.lastgroup)
        name = found[kind].lower()
        names.append({"plus": name + "plusplus", "sharp": name + "sharp", "dot": "dot" + name}[kind])
    return list(dict.fromkeys(names))


def index_words(text: str) -> str:
    """Return what the index of memories has beside the text: names are found by their parts and signs."""
    parts = identifier_parts(text)
    names = signed_names(text)
    return " ".join([parts, *names]).strip() if names else parts


def search_terms(text: str, most: int = MAX_QUERY_TERMS) -> list[str]:
    """Return the terms of a search over memories.

    A name of several parts (`node_modules`, `3.11`, `parseUser`) is a term as a whole and, but for numbers,
    by its parts. Stop words are cut, unless nothing else is left.
    """
    text = compiled(_SHORTENED).sub(" ", text[:10_000])
    terms: dict[str, None] = dict.fromkeys(signed_names(text))
    for name in _NAME.findall(text):
        lowered = name.lower()
        parts = [part for part in _BETWEEN.split(lowered) if part]
        if len(parts) > 1 and not STOP_WORDS.issuperset(parts):
            terms[lowered] = None
            parts = [part for part in parts if not part.isdigit() or len(part) > _LONGEST_PART_NUMBER]
        terms.update(dict.fromkeys(parts))
        if lowered != name:
            split = [part.lower() for piece in name.split("_") for part in CAMEL.findall(piece)]
            if len(split) > len(parts):
                terms.update(dict.fromkeys(split))
    kept = [term for term in terms if term not in STOP_WORDS]
    return (kept or list(terms))[:most]


def query_terms(text: str) -> list[str]:
    """Return the words of a query without stop words (unless nothing else is left), each once."""
    words = list(
        dict.fromkeys(w for raw in _WORD.findall(text[:10_000]) for w in raw.lower().split("_") if w)
    )
    kept = [w for w in words if w not in STOP_WORDS]
    return (kept or words)[:MAX_QUERY_TERMS]


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern, compiled when it is first used: a short command uses few of those that it imports."""
    return re.compile(pattern, flags)


def storable(text: str) -> str:
    """Return `text` with a sign for lone surrogates (broken escapes in a source), which can't be written
    as UTF-8."""
    return text if text.isascii() else compiled(_SURROGATE).sub("\ufffd", text)


def tokens_of(text: str) -> int:
    """Return the tokens of a text in a model's context, about, rounded up."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def names_in(path: str) -> list[str]:
    """Return the names in a path, and what separates them."""
    return _SEPARATORS.split(path)
