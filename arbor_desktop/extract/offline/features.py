"""What the judge sees of a piece of a sentence: its words, what kinds of words they are, what is around it.

Names, numbers, tools and code are seen as what they are, not by their letters, so that what is learned of one
sentence holds for the next. The kinds are data: resources/extract/judge_words.toml.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

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
    replies: str = ""
    """"answers" a question of the assistant, "reacts" to other words of it, or begins the talk."""


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


class Read(NamedTuple):
    """The words of a piece, and the kind of each."""

    words: list[str]
    kinds: list[str]


def read_pieces(kinds: WordKinds, pieces: Sequence[Piece]) -> list[Read]:
    """The words of each piece of a sentence."""
    read = []
    for piece in pieces:
        found = list(map(kinds.of, _WORD.findall(piece.text)))
        read.append(Read([word for word, _ in found], [kind for _, kind in found]))
    if read and read[0].kinds[:1] == ["<name>"]:  # the first word of a sentence has a capital anyway
        shape = _shape(read[0].words[0])
        read[0].kinds[0] = "<cap>" if shape == "~" else shape
    return read


def features_of(kinds: WordKinds, pieces: Sequence[Piece], sentence: str, around: Around) -> list[list[str]]:
    """The names of the features of each piece of a sentence: what weights are learned for. `weighing.py` adds
    these up."""
    if not pieces:
        return []
    read = read_pieces(kinds, pieces)
    shared = of_sentence(sentence, around, read[0])
    last = len(pieces) - 1
    found = []
    for index, (this, piece) in enumerate(zip(read, pieces, strict=True)):
        mine = [*shared, *own_features(this), *place(piece, index, last, len(this.words))]
        if index:
            mine += before(read[index - 1])
            mine += [f"P {word}" for word in dict.fromkeys(read[index - 1].words)]
        if index < last:
            mine += after(read[index + 1])
        found.append(mine)
    return found


def features_of_turn(kinds: WordKinds, text: str, reply: str = "") -> tuple[str, ...]:
    """The features that all sentences of a turn share: its length, its build, how it begins.

    `reply`: what the assistant said before it."""
    found = [f"chars {bisect_left(_LENGTHS, len(text))}"]
    if reply:
        found.append("replied")
        if asks(reply):
            found.append("asked")
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
    first = [kinds.of(match.group()) for match in islice(_WORD.finditer(text[:60]), 2)]
    found.append(f"T1 {' '.join(word for word, _ in first[:1])}")
    found.append(f"T2 {' '.join(kind for _, kind in first)}")
    return tuple(found)


def asks(reply: str) -> bool:
    """Return whether the assistant's words end with a question."""
    return reply.rstrip("\"')*_ \n").endswith("?")


def of_sentence(sentence: str, around: Around, first: Read) -> list[str]:
    """The features that all pieces of a sentence share; `first` is the first of them."""
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
        if around.replies:
            found.append(around.replies)
    elif around.number == around.sentences - 1:
        found.append("closes")
    if around.bullet:
        found.append("bullet")
    if around.before:
        if around.before.endswith(("?", ":")):
            found.append(f"before{around.before[-1]}")
        found.append(f"B1 {around.before.split(None, 1)[0].lower().strip(',.!')}")
    return found


def own_features(this: Read) -> list[str]:
    """The features of a piece that tell of its own words, not of what is around it."""
    words, kinds = this.words, this.kinds
    found = [f"w {word}" for word in dict.fromkeys(words)]
    found += dict.fromkeys(f"k {kind}" for kind in kinds if kind[0] in "<~")
    ends = ["^", *words, "$"]
    found += dict.fromkeys(f"b {one} {two}" for one, two in pairwise(ends))
    ends = ["^", *kinds, "$"]
    pairs = [f"{one} {two}" for one, two in pairwise(ends)]
    found += dict.fromkeys(f"t {pair}" for pair in pairs)
    found += dict.fromkeys(f"t {pair} {third}" for pair, third in zip(pairs, ends[2:], strict=False))
    return found + phrases(this)


def of_itself(features: Sequence[str]) -> list[str]:
    """Those of a piece's features that `own_features` gives."""
    return [name for name in features if name.startswith(_ITSELF)]


def phrases(this: Read) -> list[str]:
    """How a piece begins, and the first person or owner that is spoken of with what is said of it first."""
    words, kinds = this.words, this.kinds
    found = [f"f {' '.join(words[:3])}", f"fk {' '.join(kinds[:4])}"]
    for number, word in enumerate(words, 1):
        if word in _SUBJECTS:
            found.append(f"s {word} {' '.join(kinds[number : number + 1])}")
            found.append(f"s {word} {' '.join(words[number : number + 2])}")
            return found
    found.append("s -")
    return found


def place(piece: Piece, index: int, last: int, words: int) -> tuple[str, str, str]:
    """Where piece number `index` of 0 to `last` stands, what cuts it off, and how many words it has."""
    where = "only" if last == 0 else "first" if index == 0 else "last" if index == last else "mid"
    gap = piece.gap.strip()[:1] if index else "^"
    return f"gap {gap}", f"place {where}", f"len {_bucket(words)}"


def before(previous: Read) -> tuple[str, str]:
    """How the piece before begins."""
    return f"P1 {' '.join(previous.words[:1])}", f"P2 {' '.join(previous.kinds[:2])}"


def after(following: Read) -> tuple[str, str]:
    """How the piece after it begins."""
    return f"N1 {' '.join(following.words[:1])}", f"N2 {' '.join(following.kinds[:2])}"


def _bucket(count: int) -> int:
    return bisect_left(BUCKETS, count)
