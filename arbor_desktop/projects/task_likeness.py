"""Similarity of two tasks by their words (spec 5.6).

People ask for the same thing in different words: "fix the login redirect loop", "the login page redirects in
a loop". The subject (login, redirect, loop) distinguishes tasks; the action (fix, add) has many words and
distinguishes little; everyday words distinguish nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rapidfuzz.distance import JaroWinkler

from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import fold, search_terms

LONGEST = 300
"""The number of characters of a task that are compared, and stored."""
_MOST_TERMS = 60
_NOT_THE_SAME = 0.99
_FEW_WORDS = 1.5
"""Tasks with fewer common words of their subjects are similar only if they are the same."""
_SPELLED_ALIKE = 0.92
_SHORTER_COUNTS = 0.6
"""Weight of the words of the shorter task, against those of both."""

_DOING = 0.25
"""Weight of a word of the action."""
_NUMBER = 0.5
_OTHER_DOING = 0.85
"""Factor if no action is the same."""
_SHORT = 4
_ACTION = "!"
_ACTIONS = (
    "fix repair solve resolve mend correct debug bug broken breaks break error fails fail failing failed "
    "failure crash crashes wrong issue problem handle",
    "add implement create build introduce make write provide support new set setup configure generate give "
    "get need needs expose show let enable use using",
    "remove delete drop clean cleanup",
    "update upgrade bump",
    "refactor split restructure extract reorganize simplify",
    "move migrate switch convert port replace instead",
    "improve optimize speed faster fast slow reduce performance",
    "document documentation docs describe explain readme",
    "test tests testing",
    "rename call",
)
"""Words for the same kind of action."""
_SAME = (
    "database db", "auth authentication authenticate", "repo repository", "config configuration",
    "param parameter", "args arguments", "env environment", "dir directory folder", "img image",
    "k8s kubernetes", "js javascript", "ts typescript", "py python", "deps dependencies dependency",
    "large big huge", "page screen view", "mail email emails", "user users", "ci pipeline",
)  # fmt: skip
"""Words for the same thing."""
_EMPTY = frozenset(
    (
        "please", "can", "could", "want", "like", "also", "still", "now", "some", "several", "every",
        "everywhere", "each", "our", "my", "your", "there", "here", "thing", "things", "something", "it",
        "its", "this", "that", "one", "again", "way", "code", "project", "app", "file", "files", "work",
        "works", "working", "do", "does", "did", "go", "ok", "okay", "hello", "hi", "thanks", "thank",
        "help", "me", "continue", "next", "step", "ahead", "on", "up", "over", "out", "into", "from",
        "with", "without", "via", "custom",
    )
)  # fmt: skip
"""Everyday words, which are ignored."""


def likeness(one: str, other: str) -> float:
    """Return 0 to 1, the same both ways; 1 only for the same text (ignoring case, spaces and the full
    stop)."""
    return Task(one).like(Task(other))


class Task:
    """A task, parsed once to be compared with many."""

    __slots__ = ("_folded", "_hints", "about", "actions", "words")

    def __init__(self, text: str) -> None:
        text = text[:LONGEST]
        self._folded = fold(text)
        self.words: dict[str, float] = {}
        self.actions: set[str] = set()
        for term in search_terms(text, _MOST_TERMS):
            if term in _EMPTY:
                continue
            known = _canonical(term)
            if known.startswith(_ACTION):
                self.actions.add(known)
            self.words[known] = _DOING if known.startswith(_ACTION) else _NUMBER if known.isdigit() else 1.0
        self.about = sum(weight for weight in self.words.values() if weight > _DOING)
        """The weight of its subject."""
        self._hints = [_BEGINNINGS.get(word, (word[:3],)) for word, w in self.words.items() if w > _DOING]

    def may_be_like(self, text: str) -> bool:
        """Return whether a text can be similar at all: a quick look that rules out most."""
        if fold(text[:LONGEST]) == self._folded:
            return True
        if self.about < _FEW_WORDS:
            return False
        small = text[:LONGEST].lower()
        wanted = 2  # words: no less is `_FEW_WORDS`
        for hints in self._hints:
            if any(hint in small for hint in hints):
                wanted -= 1
                if not wanted:
                    return True
        return False

    def like(self, other: Task) -> float:
        if self._folded == other._folded:
            return 1.0
        if min(self.about, other.about) < _FEW_WORDS:
            return 0.0
        about, doing = _shared(self.words, other.words)
        if about < _FEW_WORDS:
            return 0.0
        shared = about + doing
        mine, theirs = sum(self.words.values()), sum(other.words.values())
        dice = 2 * shared / (mine + theirs)
        overlap = shared / min(mine, theirs)
        score = (1 - _SHORTER_COUNTS) * dice + _SHORTER_COUNTS * overlap
        if self.actions and other.actions and not self.actions & other.actions:
            score *= _OTHER_DOING
        return min(_NOT_THE_SAME, score)


def _shared(mine: Mapping[str, float], theirs: Mapping[str, float]) -> tuple[float, float]:
    """Return the weights of the common words, or words spelled alike, of their subjects and of their
    actions."""
    same = mine.keys() & theirs.keys()
    weight = sum(mine[word] for word in same if mine[word] > _DOING)
    doing = sum(mine[word] for word in same if mine[word] <= _DOING)
    left = [word for word in theirs if word not in same and len(word) > _SHORT]
    for word in mine:
        if word in same or len(word) <= _SHORT or not left:
            continue
        best = max(left, key=lambda one, word=word: (JaroWinkler.similarity(word, one), one))  # type: ignore[misc]
        if JaroWinkler.similarity(word, best) >= _SPELLED_ALIKE and word[:_SHORT] == best[:_SHORT]:
            weight += min(mine[word], theirs[best])
            left.remove(best)
    return weight, doing


def _groups() -> dict[str, str]:
    found: dict[str, str] = {}
    for number, words in enumerate(_ACTIONS):
        found |= {stem(word): f"{_ACTION}{number}" for word in words.split()}
    for words in _SAME:
        first, *_ = words.split()
        found |= {stem(word): first for word in words.split()}
    return found


_GROUPS = _groups()
_BEGINNINGS = {words.split()[0]: tuple(word[:2] for word in words.split()) for words in _SAME}
"""Beginnings of words with the same meaning."""


@lru_cache(maxsize=20_000)
def _canonical(term: str) -> str:
    root = stem(term)
    return _GROUPS.get(root, root)
