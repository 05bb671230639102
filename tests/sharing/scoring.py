"""What sessions saw, held against what they should see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arbor_desktop.context.model import Context
from tests.sharing.world import Case, Thing, World

KINDS = (
    "other client",
    "private",
    "replaced",
    "language",
    "branch",
    "temporary",
    "person",
    "other",
    "unlisted",
)


@dataclass
class Score:
    """Sums over cases. Memories are counted for precision, things for recall."""

    right: int = 0
    wrong: int = 0
    tokens: int = 0
    wasted: int = 0
    needed: int = 0
    captured: int = 0
    """Of the things that were needed, those that some memory says, active or pending."""
    shared: int = 0
    """Of the captured ones, those that were shared."""
    asked: Counter[str] = field(default_factory=Counter)
    """Captured things that a prompt calls for, by the prompt's form."""
    answered: Counter[str] = field(default_factory=Counter)
    off_topic: int = 0
    quiet: int = 0
    """Off-topic prompts that added nothing."""
    leaks: Counter[str] = field(default_factory=Counter)
    leaked_cases: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    """Captured things that should have been shared and were not, by the reason that `get_context` gives."""
    cases: int = 0
    lines: list[str] = field(default_factory=list)
    """What went wrong, a line each."""

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.shared / max(1, self.captured)


def things_of(world: World, text: str) -> list[Thing]:
    """Return the things that a memory's text says."""
    return [thing for thing in world.things.values() if thing.is_said_by(text)]


def add_case(
    score: Score, world: World, case: Case, context: Context, start: Context, stored: set[str]
) -> None:
    """Count one case. `start` is what its session saw without the prompt, `stored` the captured things."""
    score.cases += 1
    score.tokens += context.tokens
    seen: set[str] = set()
    leaked: set[str] = set()
    for one in context.included:
        said = things_of(world, one.content)
        seen.update(thing.id for thing in said)
        labels = {case.labels.get(thing.id) for thing in said}
        if "must" in labels:
            score.right += 1
        elif "may" not in labels or "must_not" in labels:
            score.wrong += 1
            score.wasted += one.tokens
            kind = _kind(world, case, said)
            score.leaks[kind] += 1
            leaked.add(kind)
            score.lines.append(f"{case.id}: {kind}: {one.content}")
    score.leaked_cases.update(leaked)
    must = case.labelled("must")
    score.needed += len(must)
    score.captured += len(must & stored)
    score.shared += len(must & stored & seen)
    for ident in sorted((must & stored) - seen):
        thing = world.things[ident]
        reasons = {one.kind for one in context.excluded if thing.is_said_by(one.content)}
        reason = " or ".join(sorted(reasons)) or "not considered"
        score.missed[reason] += 1
        score.lines.append(f"{case.id}: not shared ({reason}): {thing.says}")
    if case.form == "off-topic":
        score.off_topic += 1
        added = {one.id for one in context.included} - {one.id for one in start.included}
        score.quiet += not added
    elif case.form != "start":
        asked = case.asked & stored
        score.asked[case.form] += len(asked)
        score.answered[case.form] += len(asked & seen)


def _kind(world: World, case: Case, said: Sequence[Thing]) -> str:
    """Name what is wrong with sharing a memory that says these things."""
    if not said:
        return "unlisted"
    kinds = [_kind_of(world, case, thing) for thing in said]
    return min(kinds, key=KINDS.index)


def _kind_of(world: World, case: Case, thing: Thing) -> str:
    here = world.places[case.place]
    homes = [world.places[one.place] for one in world.sessions if one.name in thing.said]
    same = [one for one in homes if one.name == here.name or (one.group and one.group == here.group)]
    if thing.private and here.kind == "work":
        return "private"
    if thing.scope != "everywhere" and not same:
        return "other client"
    if thing.replaced_by:
        return "replaced"
    if not thing.lasting:
        return "temporary"
    if thing.language:
        return "language"
    if thing.scope == "branch":
        return "branch"
    return "person" if thing.about == "person" else "other"


def stored_things(world: World, texts: Iterable[str]) -> set[str]:
    """Return the ids of the things that any of the texts says."""
    return {thing.id for text in texts for thing in things_of(world, text)}


def report(score: Score) -> str:
    """Return the figures, a few lines."""
    cases = max(1, score.cases)
    prompts = "  ".join(
        f"{form} {score.answered[form]}/{count}" for form, count in sorted(score.asked.items())
    )
    leaks = "  ".join(
        f"{kind} {score.leaks[kind]} ({score.leaked_cases[kind] / cases:.0%})"
        for kind in KINDS
        if score.leaks[kind]
    )
    missed = ", ".join(f"{count} {reason}" for reason, count in score.missed.most_common())
    return "\n".join(
        (
            f"  precision {score.precision:.3f}   recall of the captured {score.recall:.3f}"
            f"   {score.tokens / cases:.0f} tokens, {score.wasted / max(1, score.tokens):.0%} wasted",
            f"  asked by prompts: {prompts}   off-topic adds nothing {score.quiet}/{score.off_topic}",
            f"  wrong: {leaks or 'nothing'}",
            f"  missed: {missed or 'nothing'}",
        )
    )
