"""Tells what kind of word each word is: a name, a number, code, a relative, a trade, a tool."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache

from arbor_desktop.extraction.offline.vocabulary import Vocabulary

_WORD = re.compile(
    r"`[^`]*`|https?://\S+|[A-Za-zÀ-ÿ]+(?:['’][A-Za-z]+)*(?![\w/\\.@=()-]*[\w/\\@=)])|[~.]?/?[\w@#$€£%+]"
    r"(?:[\w@#$€£%+./\\:=()*-]*[\w@#$€£%+/\\)*])?|[,;:()?!]|[-–—]+|\.\.+"
)
_CODE = re.compile(r"[`_\\=(){}<>*@]|[a-z][A-Z]|\w/\w|/\w|^--?\w|\w\.\w{1,5}$|^\.\w|::")
_NUMBER = re.compile(r"^[#v$€£~+]?\d")

_PERSONAL = frozenset(("kin", "colleague", "occupation", "role"))
_SOFTWARE = frozenset(("code", "tech", "infrastructure", "practice", "product", "ours"))


class WordKinds:
    """Holds only words. `word_kinds_toml`: words by kind, one in several lists is of the first."""

    def __init__(self, vocabulary: Vocabulary, word_kinds_toml: str) -> None:
        self.verbs = vocabulary.lists["verbs"]
        self._typos = {slip: right.lower() for slip, right in vocabulary.typos.items()}
        own = {name: text.split() for name, text in tomllib.loads(word_kinds_toml).items()}
        self._kinds: dict[str, str] = dict.fromkeys(own.pop("function"), "function")
        lists: list[tuple[str, Iterable[str]]] = [
            ("tech", vocabulary.technologies),
            *own.items(),
            ("kin", vocabulary.lists["people"]),
            ("role", vocabulary.lists["roles"]),
            ("ours", vocabulary.lists["project_nouns"]),
            ("verb", self.verbs),
        ]
        for name, words in lists:
            for word in words:
                self._kinds.setdefault(word, name)
        self.of = lru_cache(maxsize=8192)(self._of)

    def name_a_person(self, text: str) -> bool:
        """Return whether `text` has a name, or a word for a relative, a colleague or a trade."""
        kinds = map(self.of, _WORD.findall(text))
        return any(kind in _PERSONAL or (number and kind == "name") for number, kind in enumerate(kinds))

    def name_kin(self, text: str) -> bool:
        """Return whether `text` has a word for a relative or a pet."""
        return any(kind in ("kin", "animal") for kind in map(self.of, _WORD.findall(text)))

    def name_software(self, text: str) -> bool:
        """Return whether `text` has code, a tool, or a word for a part of software or of its making."""
        return not _SOFTWARE.isdisjoint(map(self.of, _WORD.findall(text)))

    def _of(self, token: str) -> str:
        """Return the kind of a word: a list's name, "number", "code", "name", or "other"."""
        if not token[0].isalnum() and len(token) <= 3 and token[0] not in "`/.~@#$€£":
            return "other"
        small = token.lower().replace("’", "'")
        small = self._typos.get(small, small)
        kind = self._kinds.get(small)
        if kind in ("function", "tech"):
            return kind
        if _NUMBER.match(token):
            return "number"
        if _CODE.search(token):
            return "code"
        return kind or ("name" if token[0].isupper() else "other")
