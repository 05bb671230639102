"""What a stored confidence is worth today (spec 5.1): a pure function, never a batch job."""

from __future__ import annotations

from dataclasses import dataclass

from arbor_desktop.core.clock import DAY_MS
from arbor_desktop.core.memory import Privacy

EXEMPT = (Privacy.ALWAYS_INCLUDE, Privacy.SENSITIVE)
"""These privacy levels do not decay."""


@dataclass(frozen=True, slots=True)
class DecayPolicy:
    """`exponential`: a share a day after `grace_days`, down to `floor`, which raises nothing that was stored
    below it; `linear`: −0.01 × rate a day after the first."""

    name: str = "exponential"
    grace_days: float = 30.0
    floor: float = 0.1


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
    """The confidence of today, 0 to 1. Times in milliseconds. `store.records.confidence_sql` is the same."""
    if privacy in EXEMPT:
        return confidence
    idle_days = (now - max(reinforced_at, confirmed_at or 0)) / DAY_MS
    if policy.name == "linear":
        return max(0.0, confidence - 0.01 * decay_rate * max(0.0, idle_days - 1.0))
    worth: float = confidence * (1 - 0.05 * decay_rate) ** max(0.0, idle_days - policy.grace_days)
    return max(min(policy.floor, confidence), worth)
