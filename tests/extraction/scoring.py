"""Compares what was extracted with what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from arbor_desktop.extract.base import Candidate
from tests.extraction.labels import Expectation


@dataclass
class Score:
    """Counts over a set. Optional expectations, met or not, count neither way."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    expected: int = 0
    by_rule: Counter[tuple[str, bool]] = field(default_factory=Counter)
    false: list[tuple[str, Candidate]] = field(default_factory=list)
    misses: list[tuple[str, Expectation]] = field(default_factory=list)

    @property
    def precision(self) -> float:
        found = self.right + self.wrong
        return self.right / found if found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.expected if self.expected else 1.0

    def add(self, name: str, found: Sequence[Candidate], expected: Sequence[Expectation]) -> None:
        """Counts one conversation. Each expectation is met once; what says it once more counts neither way."""
        open_ones = list(expected)
        for candidate in found:
            # One that counts is met before one that does not.
            met = next((e for e in sorted(open_ones, key=lambda e: e.optional) if meets(candidate, e)), None)
            if met is not None:
                open_ones.remove(met)
                if met.optional:
                    continue
                self.right += 1
                self.by_rule[candidate.rule, True] += 1
            elif not any(meets(candidate, e) for e in expected):
                self.wrong += 1
                self.by_rule[candidate.rule, False] += 1
                self.false.append((name, candidate))
        left = [e for e in open_ones if not e.optional]
        self.missed += len(left)
        self.misses.extend((name, e) for e in left)
        self.expected += sum(not e.optional for e in expected)

    def merge(self, other: Score) -> None:
        self.right += other.right
        self.wrong += other.wrong
        self.missed += other.missed
        self.expected += other.expected
        self.by_rule += other.by_rule
        self.false += other.false
        self.misses += other.misses


def meets(candidate: Candidate, wanted: Expectation) -> bool:
    """Whether a memory is the one that was wanted: said there, of such a type, with the words it needs."""
    text = candidate.content.lower()
    return (
        candidate.first_turn <= wanted.turn <= candidate.last_turn
        and (not wanted.types or candidate.type.value in wanted.types)
        and (not wanted.categories or candidate.category.value in wanted.categories)
        and (wanted.scope is None or candidate.scope.value == wanted.scope)
        and all(piece in text for piece in wanted.must)
        and not any(piece in text for piece in wanted.must_not)
    )
