"""What a stored confidence is worth today (spec 5.1): a pure function, never a batch job."""

from __future__ import annotations

from dataclasses import dataclass

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Severity, Source

USED_DELTA, USED_IN_VAIN_DELTA = 0.01, -0.05
FAILURE_DELTA = {Severity.HIGH: -0.15, Severity.MEDIUM: -0.10, Severity.LOW: -0.05}
"""What a use changes confidence by (spec 5.4)."""
EXEMPT = (Privacy.ALWAYS_INCLUDE, Privacy.SENSITIVE)
"""These privacy levels do not decay."""

DEFAULT_RATE = 0.1
"""Under the exponential policy half is left after 138 idle days past the grace; what was sure (0.95) is
forgotten after about eight and a half months."""
CONTEXT_RATE = 0.4
"""What matters now ("we are moving the tests to Vitest") misleads once it is over, and nobody says when.
After three months without a word on it, it goes."""
CONCLUDED_RATE = 0.3
"""Most of what an assistant notes on the way is never needed again: after two to three months without use it
goes. Not so what was decided and what went wrong before, which is rare to come up and dear to have forgotten,
nor anything that a person said themselves."""
STATED_RATE = 0.02
"""What a person said applies until they say otherwise, and who follows it leaves no trace: it is shared
everywhere for a year and three quarters, and forgotten after three, where nobody repeats it."""
_LASTING = (Category.ARCHITECTURAL_DECISIONS, Category.BUG_PATTERNS)
_PROVEN_RATES = {MemoryType.CONTEXT: 0.2}


def rate_of(
    kind: MemoryType, source: Source = Source.USER_STATED, category: Category = Category.FACTS
) -> float:
    """How fast what a conversation taught fades, until it proves to be of use. What somebody stores by hand
    or through the API fades at `DEFAULT_RATE`, whatever it is, unless they say otherwise."""
    if kind is MemoryType.CONTEXT:
        return CONTEXT_RATE
    if source is Source.USER_STATED:
        return STATED_RATE
    noted = kind is MemoryType.FACT and source is Source.AI_INFERRED and category not in _LASTING
    return CONCLUDED_RATE if noted else DEFAULT_RATE


def proven_rate(kind: MemoryType) -> float:
    """How fast it fades once it helped, or a person said it again, confirmed it or brought it back."""
    return _PROVEN_RATES.get(kind, DEFAULT_RATE)


@dataclass(frozen=True, slots=True)
class DecayPolicy:
    """`exponential`: a share a day after `grace_days`, down to `floor`, which raises nothing that was stored
    below it; `linear`: −0.01 × rate a day after the first."""

    name: str = "exponential"
    grace_days: float = 30.0
    floor: float = 0.1


def idle_days(now: int, reinforced_at: int, confirmed_at: int | None) -> float:
    """Days since a memory was last used, said, confirmed or set by hand; below 0 where a clock was wrong."""
    return (now - max(reinforced_at, confirmed_at or 0)) / DAY_MS


def current_confidence(
    confidence: float,
    *,
    decay_rate: float,
    privacy: Privacy,
    reinforced_at: int,
    confirmed_at: int | None,
    now: int,
    policy: DecayPolicy,
) -> float:
    """The confidence of today, 0 to 1, never more than was stored. Times in milliseconds; one that is in the
    future, as after a clock was set back, counts as now. `queries.records.confidence_sql` is the same."""
    if privacy in EXEMPT:
        return confidence
    idle = idle_days(now, reinforced_at, confirmed_at)
    rate = max(0.0, decay_rate)
    if policy.name == "linear":
        return max(0.0, confidence - 0.01 * rate * max(0.0, idle - 1.0))
    left: float = max(0.0, 1 - 0.05 * rate) ** max(0.0, idle - policy.grace_days)
    return max(min(policy.floor, confidence), confidence * left)
