"""How far a rule of extraction is trusted for one person, by what they said of its results.

A rule's results are kept (accepted, confirmed, restored, pinned, their text mended) or turned down (rejected,
marked incorrect). Of each memory the person's last clear word counts. Deleting or forgetting soon after a
memory came is a weaker no, later none at all: what was right for a while was no mistake of the rule.
Mending the text, and pinning, is a weaker yes. An action over many memories at once is hardly a look at
each: it counts as few.

The share that is kept is estimated as if a few results were known before, most of them kept (a Beta
prior), so that one word moves nothing. A rule keeps its whole confidence while at least `ENOUGH` of its
results are kept; below that it loses in proportion, never more than half, and it never gains:

    kept share = (KEPT_BEFORE + kept) / (KEPT_BEFORE + TURNED_DOWN_BEFORE + kept + turned down)
    factor = min(1, max(LEAST, kept share / ENOUGH))

Example: nothing kept and 1 turned down → 6 / 8.5 = 0.71 kept, factor 1; 3 turned down → 6 / 10.5 = 0.57,
factor 0.88: what the rule gave 0.90 gets 0.79 and waits for review; 6 turned down → 0.68; 12 or more → 0.5.
With 10 kept it takes 8 turned down to move it at all. Since what waits for review is judged, a rule that
does better comes back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

KEPT_BEFORE, TURNED_DOWN_BEFORE = 6.0, 1.5
"""The prior: four of five results are right, which is what extraction aims at."""
ENOUGH = 0.65
LEAST = 0.5
SOON_MS = 2 * 86_400_000
"""Deleting a memory so soon after it came says something of how it came."""
WEAK = 0.5
MOST_AT_ONCE = 3.0
"""What one action over many memories counts for a rule at most."""

CLEAR_YES = frozenset({"accepted", "confirm", "restored"})
CLEAR_NO = frozenset({"rejected", "incorrect"})
WEAK_YES = frozenset({"edited"})
WEAK_NO = frozenset({"deleted", "forgotten"})


@dataclass(frozen=True, slots=True)
class Said:
    """What a person said of `count` memories of one rule in one action. `action` is named as in the history;
    `soon`: within SOON_MS of their coming."""

    rule: str
    action: str
    action_id: str
    soon: bool
    count: int = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """How many memories of a rule were kept and turned down, and what these words weigh together."""

    kept: int = 0
    turned_down: int = 0
    kept_weight: float = 0.0
    turned_down_weight: float = 0.0

    @property
    def factor(self) -> float:
        """What the rule's confidence is multiplied by."""
        return factor(self.kept_weight, self.turned_down_weight)


UNKNOWN = Standing()


def factor(kept: float, turned_down: float) -> float:
    """From LEAST to 1, see above. The weights are not negative."""
    known = KEPT_BEFORE + TURNED_DOWN_BEFORE + kept + turned_down
    share = (KEPT_BEFORE + kept) / known
    return min(1.0, max(LEAST, share / ENOUGH))


def lowered(confidence: float, by: float) -> float:
    """A confidence times a factor, to four digits."""
    return confidence if by >= 1 else round(confidence * by, 4)


def standings(words: Iterable[Said]) -> dict[str, Standing]:
    """The standing of every rule of which something was said."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    weights: dict[tuple[str, str, bool], float] = defaultdict(float)
    for said in words:
        weight = _weight(said)
        if not weight:
            continue
        counts[said.rule][weight < 0] += said.count
        weights[said.rule, said.action_id, weight < 0] += abs(weight) * said.count
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for (rule, _, no), weight in weights.items():
        sums[rule][no] += min(weight, MOST_AT_ONCE)
    return {rule: Standing(*counts[rule], *sums[rule]) for rule in counts}


def _weight(said: Said) -> float:
    """Above 0 for a yes, below for a no, 0 where nothing is said of the rule."""
    if said.action in CLEAR_YES:
        return 1.0
    if said.action in CLEAR_NO:
        return -1.0
    if said.action in WEAK_YES:
        return WEAK
    return -WEAK if said.action in WEAK_NO and said.soon else 0.0
