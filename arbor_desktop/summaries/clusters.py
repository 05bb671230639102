"""Memories that nearly say the same become one fact of a summary.

Two texts belong together if the words that count of one stand in the other too, in the same order, and what
the longer one says beyond that does not turn the meaning round. The fullest text speaks for all, so nothing
that was said is lost. In doubt, memories stay apart: what may contradict each other must be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arbor_desktop.summaries.model import Item
from arbor_desktop.text.likeness import vocabulary as v
from arbor_desktop.text.stems import is_past, stem

MOST_FACTS = 60
ALWAYS_COMPARED = 2_000
"""Weaker memories than so many are only looked at while there are too few groups."""
_LEAST_WORDS = 2
_LEAST_SHARE = 0.5
"""So much of the longer text's words the shorter one has at least."""
_WORD = re.compile(r"\w+(?:[+#]+|['’]\w+)?")
_FILLERS = v.FILLERS | v.BE | v.words("of to by and i we you user's user it this")
_NOT = "not"
_TURNING = v.words(
    "not only until unless except instead but or if when than over without before after stop avoid former "
    "formerly previously deprecat longer was were hardly rarely sometim in on for at within during "
    "inside under where while with via per"
)
"""What is said with one of these more says something else, or holds in fewer cases."""


@dataclass(slots=True)
class Cluster:
    """Memories that nearly say the same, the strongest first. `shown` has the fullest text. Where a model
    worded it (`summary_wording`), `statement` is what it says, made of all of `worded_of`."""

    items: list[Item]
    shown: Item
    words: tuple[str, ...]
    worded_of: tuple[Item, ...] = ()
    statement: str | None = None
    time_bound: bool = False

    @property
    def alone(self) -> bool:
        return bool(self.shown.rivals)


def strongest_first(items: Iterable[Item]) -> list[Item]:
    """By certainty, then use, then age; the order never depends on the one given."""
    return sorted(items, key=lambda i: (-round(i.confidence, 2), -i.use_count, -i.updated_at, i.id))


def clusters(items: Sequence[Item], most: int = MOST_FACTS) -> tuple[list[Cluster], int]:
    """The `most` strongest groups of `items` (given the strongest first), and how many are in none."""
    gathered = _Gathering(most)
    left = 0
    for number, item in enumerate(items):
        if number >= ALWAYS_COMPARED and gathered.full:
            left += len(items) - number
            break
        left += not gathered.take(item)
    return gathered.clusters, left


class _Gathering:
    """Finds the group of a memory by words, without comparing it with every one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.clusters: list[Cluster] = []
        self._holding: dict[str, list[Cluster]] = {}
        """Groups by every word of theirs."""
        self._led: dict[str, list[Cluster]] = {}
        """Groups by one word of theirs."""

    @property
    def full(self) -> bool:
        return len(self.clusters) >= self._most

    def take(self, item: Item) -> bool:
        """Whether the memory has a place now."""
        words = words_of(item.text)
        if not item.rivals:
            for cluster in self._near(words):
                if _belongs(item, words, cluster):
                    self._join(item, words, cluster)
                    return True
        if self.full:
            return False
        cluster = Cluster([item], item, words)
        self.clusters.append(cluster)
        self._index(cluster)
        return True

    def _near(self, words: tuple[str, ...]) -> list[Cluster]:
        """Groups that hold all of `words` are among those of its rarest; groups that are held in `words` are
        led by one of them."""
        if not words:
            return []
        holding = [self._holding.get(word, []) for word in words]
        found = min(holding, key=lambda groups: len(groups)).copy()
        for word in dict.fromkeys(words):
            found += self._led.get(word, [])
        return found

    def _join(self, item: Item, words: tuple[str, ...], cluster: Cluster) -> None:
        cluster.items.append(item)
        if len(words) > len(cluster.words):
            cluster.shown, cluster.words = item, words
            self._index(cluster)

    def _index(self, cluster: Cluster) -> None:
        for word in dict.fromkeys(cluster.words):
            holding = self._holding.setdefault(word, [])
            if cluster not in holding:
                holding.append(cluster)
        if cluster.words:
            lead = max(cluster.words, key=lambda word: (len(word), word))
            self._led.setdefault(lead, []).append(cluster)


def words_of(text: str) -> tuple[str, ...]:
    """The words that count, in one form each: no articles and fillers, endings off but for past tenses."""
    return tuple(form for word in _WORD.findall(text.lower()) if (form := _form(word)))


@lru_cache(maxsize=32_768)
def _form(word: str) -> str:
    """Empty for a word that does not count."""
    if word in v.NEGATIONS or word.endswith(("n't", "n’t")):
        return _NOT
    if word in _FILLERS:
        return ""
    return word if word.endswith("ed") or is_past(word) else stem(word)


def _belongs(item: Item, words: tuple[str, ...], cluster: Cluster) -> bool:
    shown = cluster.shown
    if cluster.alone or item.branch != shown.branch or item.expires_at != shown.expires_at:
        return False
    short, long = sorted((words, cluster.words), key=len)
    if len(short) < _LEAST_WORDS or len(short) < _LEAST_SHARE * len(long):
        return False
    further = _beyond(short, long)
    return further is not None and not any(word in _TURNING for word in further)


def _beyond(short: Sequence[str], long: Sequence[str]) -> list[str] | None:
    """What `long` says beyond `short`; None unless it has all of its words in the same order."""
    further: list[str] = []
    place = 0
    for word in long:
        if place < len(short) and word == short[place]:
            place += 1
        else:
            further.append(word)
    return further if place == len(short) else None
