"""A second opinion where no rule tells whether two statements contradict each other.

Small decision trees over evidence (evidence.py), learned from labelled pairs and from memories that live
beside each other by `python3 -m tests.conflicts.training`, and shipped as resources/conflict_weights.json.
What is found is told as one of a few rules, by what speaks for it most.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from arbor_desktop.core.conflict import Verdict
from arbor_desktop.core.contradiction.claims import Claim
from arbor_desktop.core.contradiction.evidence import Evidence, evidence
from arbor_desktop.core.contradiction.notions import Notions
from arbor_desktop.core.contradiction.rivals import Rivals
from arbor_desktop.core.contradiction.rules import NEGATION, REPLACEMENT, STANCE, VALUE
from arbor_desktop.core.contradiction.slots import Filled
from arbor_desktop.core.contradiction.statements import Read, read
from arbor_desktop.core.errors import InvalidInput

SAME_PURPOSE, EXCLUSIVE = "same_purpose", "exclusive"
_LONGEST_TOPIC, _LONGEST_VALUE = 3, 40

Tree: TypeAlias = "float | tuple[int, float, Tree, Tree]"
"""What it adds; or the number of a feature, how much that may be for the first tree, and the two trees."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """How probable it is that two statements contradict each other (0 to 1), and what would be told of it."""

    probability: float
    family: str
    topic: str
    values: tuple[str, str]
    reason: str
    replaces: bool

    def verdict(self) -> Verdict:
        return Verdict(self.family, self.topic, self.values, self.reason, self.replaces)


class Weighing:
    """Holds only words and numbers. Safe to share."""

    def __init__(
        self,
        notions: Notions,
        rivals: Rivals,
        features: Sequence[str],
        trees: Sequence[Tree],
        start: float,
        sure: float,
    ) -> None:
        self._notions, self._rivals = notions, rivals
        self._features: Mapping[str, int] = {name: number for number, name in enumerate(features)}
        self._trees, self._start = tuple(trees), start
        self.sure = sure
        """From this probability on it counts as a contradiction."""

    @classmethod
    def parse(cls, weights_json: str, notions_toml: str, rivals: Rivals) -> Weighing:
        """Raises InvalidInput if one of the texts can't be read."""
        try:
            data = json.loads(weights_json)
            features = [str(name) for name in data["features"]]
            trees = [_tree(tree, len(features)) for tree in data["trees"]]
            start, sure = float(data["start"]), float(data["sure"])
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise InvalidInput(f"The weights of what contradicts can't be read: {error}") from error
        return cls(Notions.parse(notions_toml), rivals, features, trees, start, sure)

    def read(self, claims: Sequence[Claim], filled: Sequence[Filled]) -> Read:
        """What is weighed of a statement whose claims were read. Worth keeping."""
        return read(claims, filled, self._notions, self._rivals)

    def topics(self, statement: Read) -> tuple[str, ...]:
        """What it speaks of where others exclude it without a common word: vegan and steak share `Diet`."""
        named = sorted({number for number, _ in statement.exclusive} & self._notions.personal)
        return tuple(dict.fromkeys(self._notions.topics[number] for number in named))

    def probability(self, found: Evidence) -> float:
        """0 to 1."""
        values = [0.0] * len(self._features)
        for name, value in found.features.items():
            number = self._features.get(name)
            if number is not None:
                values[number] = value
        total = self._start
        for node in self._trees:
            while isinstance(node, tuple):
                node = node[2] if values[node[0]] <= node[1] else node[3]
            total += node
        return 1 / (1 + math.exp(-total))

    def weigh(self, older: Read, newer: Read) -> Weighed | None:
        """What speaks for a contradiction; None where nothing is spoken of in common."""
        found = evidence(older, newer, self._notions, self._rivals)
        return self._told(found, self.probability(found)) if found else None

    def verdict(self, older: Read, newer: Read) -> Verdict | None:
        """The verdict, where it is sure enough."""
        found = evidence(older, newer, self._notions, self._rivals)
        if found is None or (probability := self.probability(found)) < self.sure:
            return None
        return self._told(found, probability).verdict()

    def _told(self, found: Evidence, probability: float) -> Weighed:
        family = family_of(found)
        about = _short(" ".join(found.shared[:_LONGEST_TOPIC])) or "the same subject"
        topic = about
        one, other = (_short(value) for value in found.values)
        if family == EXCLUSIVE and found.notion:
            topic = self._notions.topics[found.notion[0]]
            one, other = found.notion[1:]
        elif family == REPLACEMENT:
            one, other = one or about, other or "no longer so"
        elif family in (NEGATION, STANCE):
            one, other = (f"not {about}", about) if found.older.denied else (about, f"not {about}")
        one, other = one or about, other or f"other {about}"
        reason = _reason(family, about, one, other)
        title = topic[:1].upper() + topic[1:]
        return Weighed(probability, family, title, (one, other), reason, family == REPLACEMENT)


def family_of(found: Evidence) -> str:
    """The name of the rule that would find it, were the rules as wide as the evidence."""
    has = found.features.keys()
    if says_so(found):
        return REPLACEMENT
    if found.notion:
        return EXCLUSIVE
    if found.older.denied != found.newer.denied:
        wants = "wanted" in found.older.kinds or "wanted" in found.newer.kinds
        return STANCE if wants else NEGATION
    if found.value == "opposed":
        return EXCLUSIVE
    if found.value in ("member", "name", "means", "word") and "one place" not in has:
        return SAME_PURPOSE
    return VALUE


def says_so(found: Evidence) -> bool:
    """Whether the newer one says that it takes the older one's place."""
    has = found.features.keys()
    if {"plans newer", "moved older", "ended older"} & has:
        return False
    return bool({"touched", "corrected newer, met"} & has) or (
        {"now newer", "changes"} <= has
        and ("moved newer, met" in has or "ended newer, met" in has or "began newer, met" in has)
    )


def _reason(family: str, about: str, one: str, other: str) -> str:
    if family == REPLACEMENT:
        return f"The newer one seems to say that something has changed about {about}."
    if family == EXCLUSIVE:
        return f"One speaks of {one}, the other of {other}, and these seem to exclude each other."
    if family == NEGATION:
        return f"Both speak of {about}, and one seems to deny what the other says."
    if family == STANCE:
        return f"Both speak of {about}, and one seems to want what the other does not."
    if family == SAME_PURPOSE:
        return f"Both speak of {about}; {one} and {other} seem to serve the same end, and one is enough."
    return f"Both speak of {about}; one says {one}, the other {other}, and it seems that only one can hold."


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1].rstrip() + "…"


def _tree(data: Any, features: int) -> Tree:
    """Raises ValueError or TypeError for what is no tree."""
    if isinstance(data, (int, float)):
        return float(data)
    number, most, first, second = data
    if not isinstance(number, int) or not 0 <= number < features:
        raise ValueError(f"there is no feature {number}")
    return number, float(most), _tree(first, features), _tree(second, features)
