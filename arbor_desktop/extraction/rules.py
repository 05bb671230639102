"""The rules of extraction as the person judged them: how they stand, and how one or all begin anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.extraction import queries
from arbor_desktop.extraction.model import RuleInfo
from arbor_desktop.extraction.trust import UNKNOWN, RuleWords, Standing, load_rule_words, lowered, standings
from arbor_desktop.memories.model import base_rule
from arbor_desktop.runtime.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Trusted:
    """How far one rule is trusted."""

    standing: Standing

    @property
    def factor(self) -> float:
        return self.standing.factor

    def reason(self, confidence: float) -> str | None:
        """What the history says where a memory's confidence was lowered from `confidence`; else None."""
        if self.factor >= 1:
            return None
        turned_down, judged = self.standing.turned_down, self.standing.kept + self.standing.turned_down
        now = lowered(confidence, self.factor)
        share = f"all {judged}" if turned_down == judged else f"{turned_down} of the {judged}"
        return (
            f"Confidence lowered from {confidence:.2f} to {now:.2f}: you turned down {share} memories "
            "of this rule that you judged."
        )


class RuleTrust:
    """Answers while memorizing how far a rule is trusted; counts anew only after the person said more."""

    def __init__(self) -> None:
        self._known: tuple[tuple[int, ...], Mapping[str, Standing]] | None = None

    def of(self, conn: Connection, rule: str) -> Trusted:
        stamp, known = queries.stamp(conn), self._known
        if known is None or known[0] != stamp:
            known = (stamp, standings(queries.said(conn)))
            self._known = known
        return Trusted(known[1].get(base_rule(rule), UNKNOWN))


class Rules:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._words: RuleWords | None = None

    @property
    def words(self) -> RuleWords:
        """What the rules are called, for people."""
        if self._words is None:
            self._words = load_rule_words()
        return self._words

    def infos(self) -> list[RuleInfo]:
        """Every rule that made something: the most turned down first, then those that made most."""
        made, said, resets = self._rt.db.read(lambda c: (queries.made(c), queries.said(c), queries.resets(c)))
        known = standings(said)
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
        """From now on only what the person says later counts, for one rule or, without a name, for all that
        made something. Answers since when each counted before, for `set_resets`. Raises NotFound."""
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
        """Since when (milliseconds; None: ever) each rule counts: undoes what `reset` did."""
        self._rt.db.write(lambda c: queries.set_resets(c, moments))
        self._rt.announce(status=True)
