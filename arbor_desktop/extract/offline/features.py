"""What the judge sees of a piece of a sentence: its words, what kinds of words they are, what is around it.

Names, numbers, tools and code are seen as what they are, not by their letters, so that what is learned of one
sentence holds for the next. The kinds are data: resources/extract/judge_words.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from arbor_desktop.extract.offline.pieces import Piece
from arbor_desktop.extract.offline.vocabulary import Vocabulary

_WORD = re.compile(
    r"`[^`]*`|https?://\S+|[A-Za-zÀ-ÿ]+(?:['’][A-Za-z]+)*(?![\w/\\.@=()-]*[\w/\\@=)])|[~.]?/?[\w@#$€£%+]"
    r"(?:[\w@#$€£%+./\\:=()*-]*[\w@#$€£%+/\\)*])?|[,;:()?!]|[-–—]+|\.\.+"
)
_CODE = re.compile(r"[`_\\=(){}<>*@]|[a-z][A-Z]|\w/\w|/\w|^--?\w|\w\.\w{1,5}$|^\.\w|::")
_NUMBER = re.compile(r"^[#v$€£~+]?\d")
_YEAR = re.compile(r"^(?:19|20)\d\d$")

BUCKETS = (3, 6, 10, 16, 25)
_LENGTHS = (60, 140, 300, 600, 1200, 2500)
_ITEM = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s", re.M)
_HEADING = re.compile(r"^\s*(?:#{1,6} |\*\*[^*\n]+\*\*:?\s*$|[A-Z][\w ]{2,30}:\s*$)", re.M)

_PERSONAL = frozenset(("<kin>", "<colleague>", "<occupation>", "<role>", "<cap>"))
_SOFTWARE = frozenset(("<code>", "<tech>", "<infrastructure>", "<practice>", "<product>", "<ours>"))
_ITSELF = ("w ", "k ", "b ", "t ", "f ", "fk ", "s ")
_SUBJECTS = frozenset(
    (
        *("i", "i'm", "i've", "i'd", "i'll", "my", "we", "we're", "we've", "we'd", "we'll", "our"),
        *("you", "your", "it", "it's", "he", "she", "they", "this", "that", "the", "there"),
    )
)


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of a sentence besides its words."""

    sentences: int = 1
    """How many sentences the turn has."""
    number: int = 0
    """The place of this one among them."""
    bullet: bool = False
    before: str = ""
    """The sentence before it in the turn."""
    turn: tuple[str, ...] = ()
    """What is known of the whole turn (`features_of_turn`)."""


class WordKinds:
    """Tells words by what they are. Holds only words."""

    def __init__(self, vocabulary: Vocabulary, judge_words_toml: str) -> None:
        self._typos = {slip: right.lower() for slip, right in vocabulary.typos.items()}
        self._technologies = frozenset(vocabulary.technologies)
        lists = {name: text.split() for name, text in tomllib.loads(judge_words_toml).items()}
        self.verbs = vocabulary.lists["verbs"]
        self.function = frozenset(lists.pop("function"))
        kinds: dict[str, str] = {}
        for name, words in lists.items():
            for word in words:
                kinds.setdefault(word, name)
        for word in vocabulary.lists["people"]:
            kinds.setdefault(word, "kin")
        for word in vocabulary.lists["roles"]:
            kinds.setdefault(word, "role")
        for word in vocabulary.lists["project_nouns"]:
            kinds.setdefault(word, "ours")
        for word in vocabulary.lists["verbs"]:
            kinds.setdefault(word, "verb")
        self._kinds: Mapping[str, str] = kinds
        self.of = lru_cache(maxsize=8192)(self._of)

    def name_a_person(self, text: str) -> bool:
        """Whether `text` has a name, or a word for a relative, a colleague or a trade."""
        return any(
            self.of(token)[1] in _PERSONAL or (number and self.of(token)[1] == "<name>")
            for number, token in enumerate(_WORD.findall(text))
        )

    def name_kin(self, text: str) -> bool:
        """Whether `text` has a word for a relative or a pet."""
        return any(self.of(token)[1] in ("<kin>", "<animal>") for token in _WORD.findall(text))

    def name_software(self, text: str) -> bool:
        """Whether `text` has code, a tool, or a word for a part of software or of its making."""
        return any(self.of(token)[1] in _SOFTWARE for token in _WORD.findall(text))

    def _of(self, token: str) -> tuple[str, str]:
        """The word as the judge reads it, and its kind."""
        if not token[0].isalnum() and len(token) <= 3 and token[0] not in "`/.~@#$€£":
            return token[0], token[0]
        small = token.lower().replace("’", "'")
        small = self._typos.get(small, small)
        if small in self.function:
            return small, small
        if small in self._technologies:
            return "<tech>", "<tech>"
        if _YEAR.match(token):
            return "<year>", "<num>"
        if _NUMBER.match(token):
            return "<num>", "<num>"
        if _CODE.search(token):
            return "<code>", "<code>"
        kind = self._kinds.get(small)
        if kind is not None:
            return small, f"<{kind}>"
        if token[0].isupper():
            return small, "<name>"
        return small, _shape(small)


def _shape(word: str) -> str:
    for ending in ("ing", "ed", "ly", "tion", "ness", "ment", "er", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return f"~{ending}"
    return "~"


@dataclass(frozen=True, slots=True)
class _Read:
    words: list[str]
    kinds: list[str]


def features_of(kinds: WordKinds, pieces: Sequence[Piece], sentence: str, around: Around) -> list[list[str]]:
    """The features of each piece of a sentence."""
    if not pieces:
        return []
    read = [_read(kinds, piece.text, first=index == 0) for index, piece in enumerate(pieces)]
    shared = _of_sentence(sentence, around, read[0])
    last = len(pieces) - 1
    found = []
    for index, (this, piece) in enumerate(zip(read, pieces, strict=True)):
        place = "only" if last == 0 else "first" if index == 0 else "last" if index == last else "mid"
        gap = piece.gap.strip()[:1] if index else "^"
        before = _before(read[index - 1]) if index else []
        after = _after(read[index + 1]) if index < last else []
        found.append([*shared, *_of_piece(this), f"gap {gap}", f"place {place}", *before, *after])
    return found


def features_of_turn(kinds: WordKinds, text: str) -> tuple[str, ...]:
    """The features that all sentences of a turn share: its length, its build, how it begins."""
    found = [f"chars {sum(len(text) > limit for limit in _LENGTHS)}"]
    lines = text.count("\n")
    if lines:
        found.append(f"lines {_bucket(lines)}")
        items = len(_ITEM.findall(text))
        if items > 1:
            found.append(f"items {_bucket(items)}")
        if _HEADING.search(text):
            found.append("headings")
    if "```" in text:
        found.append("fence")
    if '"' in text or "“" in text:
        found.append("quotes")
    if "?" in text:
        found.append("asks")
    first = [kinds.of(token) for token in _WORD.findall(text[:60])[:2]]
    found.append(f"T1 {' '.join(word for word, _ in first[:1])}")
    found.append(f"T2 {' '.join(kind for _, kind in first)}")
    return tuple(found)


def _read(kinds: WordKinds, text: str, first: bool) -> _Read:
    words: list[str] = []
    tags: list[str] = []
    for token in _WORD.findall(text):
        word, tag = kinds.of(token)
        if tag == "<name>" and not words and first:
            tag = "<cap>" if _shape(word) == "~" else _shape(word)
        words.append(word)
        tags.append(tag)
    return _Read(words, tags)


def _of_sentence(sentence: str, around: Around, first: _Read) -> list[str]:
    found = ["bias", f"sents {_bucket(around.sentences)}", *around.turn]
    end = sentence.rstrip("\"')* ")[-1:]
    if end in "?!:":
        found.append(f"end{end}")
    if first.words:
        found += (
            f"S1 {first.words[0]}",
            f"S2 {' '.join(first.words[:2])}",
            f"S3 {' '.join(first.kinds[:3])}",
        )
    if around.number == 0:
        found.append("opens")
    elif around.number == around.sentences - 1:
        found.append("closes")
    if around.bullet:
        found.append("bullet")
    if around.before:
        if around.before.endswith(("?", ":")):
            found.append(f"before{around.before[-1]}")
        found.append(f"B1 {around.before.split(None, 1)[0].lower().strip(',.!')}")
    return found


def _of_piece(this: _Read) -> list[str]:
    words, kinds = this.words, this.kinds
    found = [f"w {word}" for word in dict.fromkeys(words)]
    found += {f"k {kind}" for kind in kinds if kind[0] in "<~"}
    ends = ["^", *words, "$"]
    found += {f"b {one} {two}" for one, two in pairwise(ends)}
    ends = ["^", *kinds, "$"]
    pairs = [f"{one} {two}" for one, two in pairwise(ends)]
    found += {f"t {pair}" for pair in pairs}
    found += {f"t {pair} {third}" for pair, third in zip(pairs, ends[2:], strict=False)}
    found += (f"f {' '.join(words[:3])}", f"fk {' '.join(kinds[:4])}", f"len {_bucket(len(words))}")
    # The first person or owner that is spoken of, and what is said of it first.
    place = next((n for n, word in enumerate(words) if word in _SUBJECTS), None)
    if place is None:
        found.append("s -")
    else:
        found.append(f"s {words[place]} {' '.join(kinds[place + 1 : place + 2])}")
        found.append(f"s {words[place]} {' '.join(words[place + 1 : place + 3])}")
    return found


def _before(previous: _Read) -> list[str]:
    found = [f"P {word}" for word in dict.fromkeys(previous.words)]
    return [f"P1 {' '.join(previous.words[:1])}", f"P2 {' '.join(previous.kinds[:2])}", *found]


def _after(following: _Read) -> list[str]:
    return [f"N1 {' '.join(following.words[:1])}", f"N2 {' '.join(following.kinds[:2])}"]


def of_itself(features: Sequence[str]) -> list[str]:
    """The features of a piece that tell of its own words, not of what is around it."""
    return [name for name in features if name.startswith(_ITSELF)]


def _bucket(count: int) -> int:
    return sum(count > limit for limit in BUCKETS)
