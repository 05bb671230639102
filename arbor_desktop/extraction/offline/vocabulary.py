"""Word lists, technologies, topics and patterns of the other steps (resources/extraction/*.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from arbor_desktop import resources

_WORD = re.compile(r"[\w'-]+(?:[.+#/][\w'+#-]+)*[+#]*")

_RUN = re.compile(r"[^\W_]+")
_REFERENCE = re.compile(r"<<(\w+)>>")


def words_of(text: str) -> list[str]:
    """Return the words of `text` in lower case, identifiers and dotted names whole."""
    return _WORD.findall(text.lower())


@dataclass(frozen=True, slots=True)
class Topic:
    """`words` name it outright and give the tag; `hints` only say that a statement has to do with it."""

    tag: str
    words: frozenset[str]
    hints: frozenset[str]
    coding: bool
    convention: bool


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the program knows about words. Built once by `load_vocabulary`, never changed."""

    lists: Mapping[str, frozenset[str]]
    typos: Mapping[str, str]
    topics: tuple[Topic, ...]
    technologies: Mapping[str, str]
    exact_technologies: Mapping[str, str]
    technology_pattern: re.Pattern[str]
    technology_starts: Mapping[str, tuple[int, ...]]
    """By the first letters and digits of technologies' names: what may stand before these, in characters."""
    patterns: Mapping[str, re.Pattern[str]]

    def technologies_in(self, text: str) -> list[str]:
        """Return the names of the technologies that `text` mentions, in order, each once."""
        found: dict[str, None] = {}
        for match in self._technologies(text):
            written = match.group()
            exact = self.exact_technologies.get(written)
            # "Go", "Make" at the start of a sentence are verbs: there the word alone proves nothing.
            if exact is not None and match.start() == 0 and len(text) > len(written):
                continue
            name = exact or self.technologies.get(written.lower())
            if name:
                found[name] = None
        return list(found)

    def _technologies(self, text: str) -> Iterator[re.Match[str]]:
        """Yield what the pattern finds; it is tried only where a name may start."""
        position = 0
        for run in _RUN.finditer(text):
            for ahead in self.technology_starts.get(run.group().lower(), ()):
                start = run.start() - ahead
                if start >= position and (match := self.technology_pattern.match(text, start)):
                    position = match.end()
                    yield match

    def topics_in(self, text: str) -> list[Topic]:
        """Return the topics that `text` is about, in the order of the file."""
        words = set(words_of(text))
        return [
            topic
            for topic in self.topics
            if not (topic.words.isdisjoint(words) and topic.hints.isdisjoint(words))
        ]

    def topics_named_in(self, text: str) -> list[str]:
        """Return the tags of the topics that `text` names outright."""
        words = set(words_of(text))
        return [topic.tag for topic in self.topics if not topic.words.isdisjoint(words)]


def read_vocabulary() -> Vocabulary:
    """Return the words that ship with the program."""
    return load_vocabulary(
        *(
            resources.read_text(f"extraction/{name}.toml")
            for name in ("vocabulary", "technology", "topics", "patterns")
        )
    )


def load_vocabulary(
    vocabulary_toml: str, technology_toml: str, topics_toml: str, patterns_toml: str
) -> Vocabulary:
    """Read the four files. Raises KeyError, ValueError, re.error or tomllib.TOMLDecodeError where one is
    broken."""
    raw = tomllib.loads(vocabulary_toml)
    lists = {name: frozenset(text.split()) for name, text in raw.items() if isinstance(text, str)}
    technology = tomllib.loads(technology_toml)
    names = {word.lower(): name for name, words in technology["names"].items() for word in words}
    exact = dict(technology["exact"])
    topics = tuple(
        Topic(
            entry["tag"],
            frozenset(entry["words"].split()),
            frozenset(entry.get("hints", "").split()),
            entry.get("coding", False),
            entry.get("convention", False),
        )
        for entry in tomllib.loads(topics_toml)["topic"]
    )
    longest_first = sorted(names, key=lambda word: (-len(word), word))
    pattern = re.compile(
        r"(?<![\w./-])(?:(?i:"
        + "|".join(map(re.escape, longest_first))
        + ")|"
        + "|".join(map(re.escape, exact))
        + r")(?![\w/-]|\.\w)"
    )
    return Vocabulary(
        lists=lists,
        typos=raw["typos"],
        topics=topics,
        technologies=names,
        exact_technologies=exact,
        technology_pattern=pattern,
        technology_starts=_starts([*names, *exact]),
        patterns=load_patterns(patterns_toml),
    )


def _starts(names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    starts: dict[str, set[int]] = {}
    for name in names:
        if (run := _RUN.search(name)) is None:
            raise ValueError(f"a technology without a letter: {name!r}")
        starts.setdefault(run.group().lower(), set()).add(run.start())
    return {run: tuple(sorted(found, reverse=True)) for run, found in starts.items()}


def load_patterns(patterns_toml: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns by name, compiled. Raises KeyError for a reference to an unknown one."""
    raw = tomllib.loads(patterns_toml)
    exact = raw.pop("exact")
    raw.pop("stems", None)
    sources = {name: text.replace("\n", "") for name, text in {**raw, **exact}.items()}

    def compiled(name: str) -> re.Pattern[str]:
        source = _REFERENCE.sub(lambda match: sources[match.group(1)], sources[name])
        return re.compile(source, 0 if name in exact else re.IGNORECASE)

    return {name: compiled(name) for name in sources}


def load_stems(patterns_toml: str) -> dict[str, list[str]]:
    """Return the stems of a file of patterns, by the pattern's name."""
    stems: dict[str, list[str]] = tomllib.loads(patterns_toml).get("stems", {})
    return stems


def small(text: str) -> str:
    """Return `text` in lower case, with i and s for the letters that a pattern without regard to case
    takes for them."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    return lowered.replace("i̇", "i").replace("ı", "i").replace("ſ", "s")


class Stemmed:
    """A pattern without regard to case, and stems of which one is in all that it finds."""

    __slots__ = ("_pattern", "_stems")

    def __init__(self, pattern: re.Pattern[str], stems: Sequence[str]) -> None:
        self._pattern = pattern
        self._stems = tuple(stems)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match of the pattern."""
        lowered = small(text)
        for stem in self._stems:
            if stem in lowered:
                return self._pattern.search(text)
        return None


def stemmed(
    patterns: Mapping[str, re.Pattern[str]], stems: Mapping[str, Sequence[str]]
) -> dict[str, Stemmed]:
    """Return the patterns that have stems. Raises KeyError for stems of an unknown pattern."""
    return {name: Stemmed(patterns[name], found) for name, found in stems.items()}


_TOKEN = re.compile(
    r"`[^`]*`|https?://\S+|[A-Za-zÀ-ÿ]+(?:['’][A-Za-z]+)*(?![\w/\\.@=()-]*[\w/\\@=)])|[~.]?/?[\w@#$€£%+]"
    r"(?:[\w@#$€£%+./\\:=()*-]*[\w@#$€£%+/\\)*])?|[,;:()?!]|[-–—]+|\.\.+"
)
_CODE = re.compile(r"[`_\\=(){}<>*@]|[a-z][A-Z]|\w/\w|/\w|^--?\w|\w\.\w{1,5}$|^\.\w|::")
_NUMBER = re.compile(r"^[#v$€£~+]?\d")

_ENDS = frozenset(".:!?")
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
        kinds = map(self.of, _TOKEN.findall(text))
        return any(kind in _PERSONAL or (number and kind == "name") for number, kind in enumerate(kinds))

    def name(self, text: str) -> bool:
        """Return whether `text` has a name after its first word: of a person, a firm or a place, but of no
        technology or language."""
        tokens = _TOKEN.findall(text)
        return any(
            token[1:].islower() and self.of(token) == "name" and before not in _ENDS
            for before, token in pairwise(tokens)
        )

    def name_software(self, text: str) -> bool:
        """Return whether `text` has code, a tool, or a word for a part of software or of its making."""
        return not _SOFTWARE.isdisjoint(map(self.of, _TOKEN.findall(text)))

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
