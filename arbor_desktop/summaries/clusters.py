"""Groups of memories that nearly say the same: each becomes one fact of a summary.

Two texts belong together if the words that count of one are in the other too, in the same order, and what the
longer one adds does not turn the meaning round. The fullest text represents all, so nothing is lost. In doubt
memories stay apart: a possible contradiction must be visible.

A model's wording replaces the groups that it was made of, while each of them still says the same. So no fact
is lost, nothing of a deleted or private memory is shown, and confidence, evidence and times always come from
the memories.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arbor_desktop.summaries.document import LONGEST_STATEMENT
from arbor_desktop.summaries.model import Item, Wording, mark
from arbor_desktop.text import likeness_words as v
from arbor_desktop.text.stems import is_past, stem

MOST_FACTS = 60
ALWAYS_COMPARED = 2_000
"""The strongest memories; weaker ones are only compared while there are too few groups."""
_LEAST_WORDS = 2
_LEAST_SHARE = 0.5
"""Least share of the longer text's words in the shorter one."""
_WORD = re.compile(r"\w+(?:[+#]+|['’]\w+)?")
_FILLERS = v.FILLERS | v.BE | v.words("of to by and i we you user's user it this")
_NOT = "not"
_TURNING = v.words(
    "not only until unless except instead but or if when than over without before after stop avoid former "
    "formerly previously deprecat longer was were hardly rarely sometim in on for at within during "
    "inside under where while with via per"
)
"""A text with one of these words more says something else, or applies in fewer cases."""


@dataclass(slots=True)
class Cluster:
    """Memories that nearly say the same, the strongest first. `shown` has the fullest text. If a model worded
    it, `statement` is its text, made of all of `worded_of`."""

    items: list[Item]
    shown: Item
    words: tuple[str, ...]
    worded_of: tuple[Item, ...] = ()
    statement: str | None = None
    time_bound: bool = False

    @property
    def alone(self) -> bool:
        return bool(self.shown.rivals)

    @property
    def text_sources(self) -> tuple[Item, ...]:
        """The memories that its text was made from."""
        return self.worded_of or (self.shown,)

    @property
    def text(self) -> str:
        return self.statement or self.shown.text

    def add(self, item: Item, words: tuple[str, ...]) -> None:
        self.items.append(item)
        if len(words) > len(self.words):
            self.shown, self.words = item, words


def strongest_first(items: Iterable[Item]) -> list[Item]:
    """Sort by confidence, then use, then age, whatever the given order."""
    return sorted(items, key=lambda i: (-round(i.confidence, 2), -i.use_count, -i.updated_at, i.id))


def clusters(items: Sequence[Item], most: int = MOST_FACTS) -> tuple[list[Cluster], int]:
    """Return the `most` strongest groups of `items` (given strongest first), and how many are in none."""
    found: list[Cluster] = []
    left = 0
    for number, item in enumerate(items):
        full = len(found) >= most
        if full and number >= ALWAYS_COMPARED:
            left += len(items) - number
            break
        words = words_of(item.text)
        cluster = next((one for one in found if _belongs(item, words, one)), None)
        if cluster is not None:
            cluster.add(item, words)
        elif full:
            left += 1
        else:
            found.append(Cluster([item], item, words))
    return found, left


def words_of(text: str) -> tuple[str, ...]:
    """Return the words that count as stems: no articles or fillers; past tenses stay."""
    return tuple(form for word in _WORD.findall(text.lower()) if (form := _form(word)))


@lru_cache(maxsize=32_768)
def _form(word: str) -> str:
    """Return the stem of a word, or "" if it does not count."""
    if word in v.NEGATIONS or word.endswith(("n't", "n’t")):
        return _NOT
    if word in _FILLERS:
        return ""
    return word if word.endswith("ed") or is_past(word) else stem(word)


def _belongs(item: Item, words: tuple[str, ...], cluster: Cluster) -> bool:
    shown = cluster.shown
    short, long = (words, cluster.words) if len(words) <= len(cluster.words) else (cluster.words, words)
    if len(short) < max(_LEAST_WORDS, _LEAST_SHARE * len(long)) or short[0] not in long:
        return False
    if item.rivals or cluster.alone or (item.branch, item.expires_at) != (shown.branch, shown.expires_at):
        return False
    further = _beyond(short, long)
    return further is not None and not any(word in _TURNING for word in further)


def _beyond(short: Sequence[str], long: Sequence[str]) -> list[str] | None:
    """Return the words of `long` that are not in `short`, or None unless it has all others in order."""
    further: list[str] = []
    place = 0
    for word in long:
        if place < len(short) and word == short[place]:
            place += 1
        else:
            further.append(word)
    return further if place == len(short) else None


def may_be_worded(cluster: Cluster) -> bool:
    """Return whether a model may reword a group: not one in conflict, of one branch, or with an end date."""
    shown = cluster.shown
    plain = shown.branch is None and shown.expires_at is None and not cluster.alone
    return plain and len(shown.text) <= LONGEST_STATEMENT


def with_wordings(clusters: Sequence[Cluster], wordings: Iterable[Wording]) -> list[Cluster]:
    """Return the groups; those of each valid wording are joined at the place of the first."""
    led = {cluster.shown.id: place for place, cluster in enumerate(clusters) if may_be_worded(cluster)}
    found: dict[int, Cluster] = {}
    taken: set[int] = set()
    for wording in wordings:
        places = sorted(led[ident] for ident in wording.sources if ident in led)
        if len(places) < len(wording.sources) or not places or taken.intersection(places):
            continue
        parts = [clusters[place] for place in places]
        if all(mark(part.shown.text) == wording.sources[part.shown.id] for part in parts):
            taken.update(places)
            found[places[0]] = _joined(parts, wording)
    return [
        found.get(place, cluster)
        for place, cluster in enumerate(clusters)
        if place in found or place not in taken
    ]


def _joined(parts: Sequence[Cluster], wording: Wording) -> Cluster:
    first = parts[0]
    items = [item for part in parts for item in part.items]
    shown = tuple(part.shown for part in parts)
    return Cluster(items, first.shown, first.words, shown, wording.statement, wording.time_bound)
