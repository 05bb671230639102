"""Compares what was extracted with what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from arbor_desktop.extraction.model import Candidate
from tests.extraction.labels import Expectation


@dataclass
class Score:
    """Counts over a set: memories found, and expectations met. Optional expectations count neither way."""

    right: int = 0
    wrong: int = 0
    met: int = 0
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
        return self.met / self.expected if self.expected else 1.0

    def add(self, name: str, found: Sequence[Candidate], expected: Sequence[Expectation]) -> None:
        """Counts one conversation. One memory may meet several expectations, and several one."""
        wanted = [e for e in expected if not e.optional]
        for candidate in found:
            right = any(meets(candidate, e) for e in wanted)
            if not right and any(meets(candidate, e) for e in expected):
                continue
            self.by_rule[candidate.rule, right] += 1
            self.right += right
            self.wrong += not right
            if not right:
                self.false.append((name, candidate))
        missed = [e for e in wanted if not any(meets(c, e) for c in found)]
        self.misses.extend((name, e) for e in missed)
        self.expected += len(wanted)
        self.met += len(wanted) - len(missed)

    def merge(self, other: Score) -> None:
        self.right += other.right
        self.wrong += other.wrong
        self.met += other.met
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
