"""Names beside values: of a password, a token, a key, or of none of these."""

from __future__ import annotations

import re

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.redaction.rules import Vocabulary

_BACKWARDS = re.compile(r"[\w$.-]{0,60}")
_RIGHT = re.compile(r"[\w.-]{0,60}(?:\[\d{0,4}\])?")
_PIECES = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\dA-Z_]+|[A-Z]+")
_NETWORK = r"(?:wi-?fi|wlan|wpa\d?|wep|hotspot)"
_OF_NETWORK = re.compile(
    rf"(?:{_NETWORK}[ _-]?|(?:network|wireless|netzwerk) )(?:security |access )?\Z", re.IGNORECASE
)
_NEAR_NETWORK = re.compile(rf"(?<!\w){_NETWORK}(?!\w)[^.\n:=(]{{0,50}}[ ]\Z", re.IGNORECASE)
_KEYS = ("key", "schlüssel", "clé", "clave", "chave", "chiave", "sleutel")
_FOR_NETWORK = re.compile(rf"(?:[ ][^\W\d]{{2,4}}){{0,2}}[ ](?:{_NETWORK}|network)(?!\w)", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"([^\W\d_]+)(?:['’]s)?[ _/-]\Z")
_OWNED = re.compile(r"(?<![^\W_])(?:api|secr[eè]te?|secreta|privée|privada)(?![^\W_])", re.IGNORECASE)
_CALL_BEFORE = re.compile(r"[(,][ \t]*\Z")


@dataclass(frozen=True, slots=True)
class Name:
    """`kind` is `password`, `secret`, `token`, `key` (only of interest with a random value) or empty."""

    start: int
    end: int
    kind: str
    shouted: bool
    """ALL_IN_CAPITALS, as environment variables are."""
    in_call: bool
    """Right behind a bracket or comma, as arguments are."""
    compound: bool
    """Of several words, the last of them `key` or one for passwords: somebody's key or password."""
    vague: bool
    """A word that means other things as well."""


class Names:
    """Recognises what is named. Immutable."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._keywords = (
            [(word, "password") for word in words.password_names]
            + [(word, "secret") for word in words.secret_names]
            + [(word, "token") for word in words.token_names]
        )

    def speaks(self, word: str) -> bool:
        """Return whether a lower-case word is a name of passwords or secrets."""
        return any(word.startswith(keyword) for keyword, _ in self._keywords if len(keyword) > 3)

    def is_of_another(self, between: str) -> bool:
        """Return whether a word behind the name says that something else is named: `password manager: …`."""
        return any(piece.lower() in self._words.not_before for piece in _PIECES.findall(between))

    def around(self, text: str, hint: int) -> Name:
        """Return the name that the hint at this place is part of."""
        left = _BACKWARDS.match(text[max(0, hint - 60) : hint][::-1])
        start = hint if left is None else hint - left.end()
        if 0 < start < hint and text[start - 1] == "\\" and text[start] in "nrt":
            start += 1  # an escaped line break before the name
        right = _RIGHT.match(text, hint)
        end = hint if right is None else right.end()
        name = text[start:end].rstrip(".")
        if text.endswith("[redacted:", 0, start):
            kind = ""
        else:
            kind = self._kind(name, hint - start, text[max(0, start - 30) : start])
        if kind == "key" and _OWNED.search(text, max(0, start - 22), start + len(name) + 14):
            kind = "token"
        if kind == "key" and (
            (
                hint == start
                and text[start:end].lower() in _KEYS
                and _NEAR_NETWORK.search(text, max(0, hint - 60), hint)
            )
            or _OF_NETWORK.search(text, max(0, hint - 26), hint)
            or _FOR_NETWORK.match(text, start + len(name))
        ):
            kind = "password"  # chosen by people: a word with a number
        letters = name.strip("-$._")
        return Name(
            start=start,
            end=start + len(name),
            kind=kind,
            shouted=letters.isupper() and len(letters) > 3,
            in_call=_CALL_BEFORE.search(text, max(0, start - 10), start) is not None,
            compound=(kind == "key" and self._is_somebodys(letters))
            or (kind == "password" and self._is_owned(letters)),
            vague=letters.lower() in self._words.vague_names,
        )

    def _is_somebodys(self, name: str) -> bool:
        pieces = [piece.lower() for piece in _PIECES.findall(name)]
        owner = pieces[-1].removesuffix("key") or (pieces[-2] if len(pieces) > 1 else "") if pieces else ""
        return name.lower().endswith("key") and len(owner) > 1 and owner not in self._words.keyed_things

    def _is_owned(self, name: str) -> bool:
        pieces = [piece.lower() for piece in _PIECES.findall(name)]
        return len(pieces) > 1 and pieces[-2] in self._words.password_owners

    def _kind(self, name: str, at: int, before: str) -> str:
        """Return what is named, by the word at `at`, the words behind it and the words in front."""
        pieces = [(m.start(), m.group().lower()) for m in _PIECES.finditer(name)]
        place = max((n for n, (start, _) in enumerate(pieces) if start <= at), default=None)
        if place is None:
            return ""
        words = [word for _, word in pieces]
        if any(word in self._words.not_before for word in words[place + 1 :]):
            return ""
        front = words[:place]
        if not front or (place == 1 and len(front[0]) == 1):
            spaced = _WORD_BEFORE.search(before)
            front = [spaced.group(1).lower()] if spaced is not None and at <= 2 else front
        if any(word in self._words.not_after for word in front[-2:]):
            return ""
        return self._kind_of(words[place], front)

    def _kind_of(self, word: str, front: list[str]) -> str:
        for keyword, kind in self._keywords:
            plural = keyword if keyword in self._words.vague_names else keyword + "s"
            if word == keyword or (len(keyword) > 4 and word.endswith((keyword, plural))):
                return kind
        if word in self._words.key_names:
            return "key"
        if word == "signingkey":
            return ""  # git's id of a public key
        if word.endswith(("key", "keys")):
            owner = word.removesuffix("s").removesuffix("key") or (front[-1] if front else "")
            if owner in self._words.not_after:
                return ""
            return "token" if owner in self._words.key_owners else "key"
        return ""
