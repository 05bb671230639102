"""How far a rule is trusted, from what the person said of its results; names of rules for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arbor_desktop import resources
from arbor_desktop.memories.model import base_rule

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


_FILE = "extract/rule_words.toml"
_MODEL = "model:"
"""So begins the rule of what a model read: `model:extraction/1`, the prompt and its version."""


@dataclass(frozen=True, slots=True)
class Called:
    """The kind of statement, and the words a rule looks for: "Standing instruction", "always …"."""

    kind: str
    phrase: str

    @property
    def text(self) -> str:
        return f"{self.kind}: {self.phrase}" if self.phrase else self.kind


@dataclass(frozen=True, slots=True)
class RuleWords:
    families: Mapping[str, str]
    rules: Mapping[str, str]

    def of(self, rule: str) -> Called:
        """How a rule is called. One without words of its own: its family, and its name as words."""
        base = base_rule(rule)
        if base.startswith(_MODEL):
            version = base.rpartition("/")[2]
            return Called(self.families["model"], f"version {version} of the prompt")
        family, _, name = base.partition(".")
        kind = self.families.get(family) or _plain(family).capitalize()
        return Called(kind, self.rules.get(base, _plain(name)))


def load_rule_words() -> RuleWords:
    """Reads the file. Raises FileNotFoundError for a damaged installation."""
    import tomllib  # most commands never name a rule

    raw = tomllib.loads(resources.read_text(_FILE))
    return RuleWords(raw["family"], raw["rule"])


def _plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
