"""How far each rule of extraction is trusted, from what the person did with its memories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.extraction import queries
from arbor_desktop.extraction.model import RuleInfo
from arbor_desktop.extraction.queries import CLEAR_NO, CLEAR_YES, Feedback
from arbor_desktop.extraction.rule_words import RuleWords, load_rule_words
from arbor_desktop.memories.model import base_rule
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

KEPT_BEFORE, TURNED_DOWN_BEFORE = 6.0, 1.5
"""The prior: four of five results are right, which is what extraction aims at."""
ENOUGH = 0.65
"""From this share of right memories on, a rule is fully trusted."""
LEAST = 0.5
WEAK = 0.5
"""Weight of an action that only hints at whether a memory was right."""
MOST_AT_ONCE = 3.0
"""What one action over many memories counts for a rule at most."""

WEAK_YES = frozenset({"edited"})
WEAK_NO = frozenset({"deleted", "forgotten"})


@dataclass(frozen=True, slots=True)
class Standing:
    """How many memories of a rule were kept and turned down, and the weights of both."""

    kept: int = 0
    turned_down: int = 0
    kept_weight: float = 0.0
    turned_down_weight: float = 0.0

    @property
    def factor(self) -> float:
        """What the rule's confidence is multiplied by."""
        return factor(self.kept_weight, self.turned_down_weight)

    def reason(self, confidence: float) -> str | None:
        """Return why a memory's confidence was lowered from `confidence`; None if it was not."""
        if self.factor >= 1:
            return None
        judged = self.kept + self.turned_down
        before, now = f"{confidence:.2f}", f"{lowered(confidence, self.factor):.2f}"
        if self.turned_down == judged:
            return Sentence(
                "Confidence lowered from {before} to {now}: you turned down all {judged} memories of this "
                "rule that you judged.",
                before=before, now=now, judged=judged,
            )  # fmt: skip
        return Sentence(
            "Confidence lowered from {before} to {now}: you turned down {count} of the {judged} memories of "
            "this rule that you judged.",
            before=before, now=now, count=self.turned_down, judged=judged,
        )  # fmt: skip


UNKNOWN = Standing()


def factor(kept: float, turned_down: float) -> float:
    """Return the factor of such a rule, from LEAST to 1. The weights are not negative."""
    known = KEPT_BEFORE + TURNED_DOWN_BEFORE + kept + turned_down
    share = (KEPT_BEFORE + kept) / known
    return min(1.0, max(LEAST, share / ENOUGH))


def lowered(confidence: float, by: float) -> float:
    """Return a confidence times a factor, with four digits."""
    return confidence if by >= 1 else round(confidence * by, 4)


def standings(feedback: Iterable[Feedback]) -> dict[str, Standing]:
    """Return the standing of every rule with feedback."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    weights: dict[tuple[str, str, bool], float] = defaultdict(float)
    for one in feedback:
        weight = _weight(one)
        if not weight:
            continue
        counts[one.rule][weight < 0] += one.count
        weights[one.rule, one.action_id, weight < 0] += abs(weight) * one.count
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for (rule, _, no), weight in weights.items():
        sums[rule][no] += min(weight, MOST_AT_ONCE)
    return {rule: Standing(*counts[rule], *sums[rule]) for rule in counts}


def _weight(one: Feedback) -> float:
    """Return a weight above 0 for right memories, below 0 for wrong ones, 0 if the action says nothing."""
    if one.action in CLEAR_YES:
        return 1.0
    if one.action in CLEAR_NO:
        return -1.0
    if one.action in WEAK_YES:
        return WEAK
    return -WEAK if one.action in WEAK_NO and one.soon else 0.0


class RuleTrust:
    """Standings of rules while memorizing, counted again only after new feedback."""

    def __init__(self) -> None:
        self._known: tuple[tuple[int, ...], Mapping[str, Standing]] | None = None

    def of(self, conn: Connection, rule: str) -> Standing:
        stamp, known = queries.stamp(conn), self._known
        if known is None or known[0] != stamp:
            known = (stamp, standings(queries.feedback(conn)))
            self._known = known
        return known[1].get(base_rule(rule), UNKNOWN)


class RuleHistory:
    """Lists rules with their feedback, and resets it."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    @cached_property
    def words(self) -> RuleWords:
        return load_rule_words()

    def infos(self) -> list[RuleInfo]:
        """Return every rule with memories: the least trusted first, then those with most memories."""
        made, feedback, resets = self._rt.db.read(
            lambda c: (queries.made(c), queries.feedback(c), queries.resets(c))
        )
        known = standings(feedback)
        infos = [self._info(one, known.get(one.rule, UNKNOWN), resets.get(one.rule)) for one in made]
        return sorted(infos, key=lambda info: (info.factor, -info.memories, info.rule))

    def _info(self, made: queries.Made, standing: Standing, reset_at: int | None) -> RuleInfo:
        called = self.words.of(made.rule)
        return RuleInfo(
            rule=made.rule,
            kind=called.kind,
            phrase=called.phrase,
            memories=made.memories,
            kept=standing.kept,
            turned_down=standing.turned_down,
            factor=round(standing.factor, 4),
            confidence=None if made.confidence is None else round(made.confidence, 4),
            reset_at=reset_at,
        )

    def reset(self, rule: str | None = None) -> dict[str, int | None]:
        """Ignore earlier feedback from now on, for one rule or, without a name, for all with memories. Return
        since when feedback counted before for each, for `set_resets`. Raises NotFound."""
        now = self._rt.clock()

        def write(conn: Connection) -> dict[str, int | None]:
            made = [one.rule for one in queries.made(conn)]
            if rule is not None and base_rule(rule) not in made:
                raise NotFound(f"No memory was made by a rule called {rule}.", rule=rule)
            before = queries.resets(conn)
            chosen = made if rule is None else [base_rule(rule)]
            queries.set_resets(conn, dict.fromkeys(chosen, now))
            return {name: before.get(name) for name in chosen}

        before = self._rt.db.write(write)
        self._rt.announce(status=True)
        return before

    def set_resets(self, moments: Mapping[str, int | None]) -> None:
        """Set since when (milliseconds; None: always) feedback on each rule counts: undoes `reset`."""
        self._rt.db.write(lambda c: queries.set_resets(c, moments))
        self._rt.announce(status=True)
