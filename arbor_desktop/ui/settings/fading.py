"""What the preview of fading shows: what memories are worth while nobody uses them, and when they go. No Qt
widgets here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories import confidence as decay
from arbor_desktop.memories.confidence import DecayPolicy, current_confidence, rate_of
from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.ui.translation import number, tr

YEAR = 365
START = 0.9
"""What the memories of the preview are worth at first: said clearly, and not long ago."""
_LONGEST = 20 * YEAR
_MONTH = 30.44


@dataclass(frozen=True, slots=True)
class Kind:
    """One curve: what it is called, and beside its line in short; the tokens of its line and of its name; a
    memory of that kind as it is on the first day."""

    name: str
    short: str
    line: str
    ink: str
    memory: Memory


def kinds() -> tuple[Kind, ...]:
    """What differs in how fast it fades, from the slowest, before it proves to be of use."""
    said, noted = Source.USER_STATED, Source.AI_INFERRED
    return (
        Kind(tr("Fact from you"), tr("From you"), "accent", "accentText", _memory(MemoryType.FACT, said)),
        Kind(tr("Inferred fact"), tr("Inferred"), "chSkill", "skill", _memory(MemoryType.FACT, noted)),
        Kind(tr("Context"), tr("Context"), "chCtx", "ctx", _memory(MemoryType.CONTEXT, said)),
    )


def worth_after(kind: Kind, days: float, policy: DecayPolicy) -> float:
    """What a memory of that kind is worth after so many days without use."""
    memory = kind.memory
    return current_confidence(
        memory.confidence,
        decay_rate=memory.decay_rate,
        privacy=memory.privacy_level,
        reinforced_at=memory.reinforced_at,
        confirmed_at=None,
        now=round(days * DAY_MS),
        policy=policy,
    )


def archived_after(kind: Kind, policy: DecayPolicy) -> int | None:
    """After how many days without use it is archived; None where that does not happen in twenty years."""

    def gone(days: int) -> bool:
        worth = worth_after(kind, days, policy)
        memory = replace(kind.memory, current_confidence=worth)
        return decay.archive_reason(memory, days * DAY_MS, policy, weekly=True) is not None

    if not gone(_LONGEST):
        return None
    low, high = 0, _LONGEST  # it only ever fades
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if gone(middle) else (middle, high)
    return high


def threshold(policy: DecayPolicy) -> float:
    """Below which worth a memory is archived under this policy."""
    return decay.LINEAR_BELOW if policy.name == "linear" else decay.FADED_BELOW


def span_words(days: int) -> str:
    """ "12 days", "3.5 months", "14 months", "2 years"."""
    if days < 60:
        return tr("%n days", None, days)
    months = days / _MONTH
    if months < 11.75:
        return tr("{n} months").format(n=f"{round(2 * months) / 2:g}")
    if round(months) < 24:
        return tr("%n months", None, round(months))
    return tr("%n years", None, round(days / YEAR))


def summary(policy: DecayPolicy) -> str:
    """The picture in words."""
    parts = []
    for kind in kinds():
        after = archived_after(kind, policy)
        end = (
            tr("archived after {span} without use").format(span=span_words(after))
            if after is not None
            else tr("never archived")
        )
        year = worth_after(kind, YEAR, policy)
        if after is None or after > YEAR:
            end = tr("confidence {worth} after a year, {end}").format(worth=number(year, 2), end=end)
        parts.append(tr("{kind}: {end}.").format(kind=kind.name, end=end))
    parts.append(tr("Useful memories fade more slowly. Pinned and sensitive memories never fade."))
    parts.append(
        tr(
            "Inferred memories that haven't been confirmed or used for {days} days are archived "
            "once their confidence is below {worth}."
        ).format(worth=number(decay.UNPROVEN_BELOW, 2), days=decay.UNPROVEN_DAYS)
    )
    return " ".join(parts)


def _memory(kind: MemoryType, source: Source) -> Memory:
    return Memory(
        id="", content="", type=kind, category=Category.FACTS, scope=Scope.GLOBAL, source=source,
        status=Status.ACTIVE, confidence=START, current_confidence=START, privacy_level=Privacy.NORMAL,
        created_at=0, updated_at=0, reinforced_at=0, decay_rate=rate_of(kind, source),
    )  # fmt: skip
