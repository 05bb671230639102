"""What a confidence is worth today: it only ever sinks, and stops where it should."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import (
    DEFAULT_RATE,
    STATED_RATE,
    DecayPolicy,
    current_confidence,
    proven_rate,
    rate_of,
)
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Source

DAY = 20_000 * DAY_MS
POLICIES = st.one_of(
    st.builds(DecayPolicy, st.just("exponential"), st.floats(0, 3650), st.floats(0, 1)),
    st.just(DecayPolicy("linear")),
)
TIMES = st.integers(-10_000 * DAY_MS, 10_000 * DAY_MS)


def worth(
    confidence: float,
    *,
    rate: float = 0.1,
    privacy: Privacy = Privacy.NORMAL,
    idle_days: float = 0,
    policy: DecayPolicy | None = None,
) -> float:
    return current_confidence(
        confidence,
        decay_rate=rate,
        privacy=privacy,
        reinforced_at=DAY - int(idle_days * DAY_MS),
        confirmed_at=None,
        now=DAY,
        policy=policy or DecayPolicy(),
    )


@given(
    confidence=st.floats(0, 1),
    rate=st.floats(0, 100),
    privacy=st.sampled_from(list(Privacy)),
    reinforced=TIMES,
    confirmed=st.none() | TIMES,
    moments=st.lists(TIMES, min_size=2, max_size=5),
    policy=POLICIES,
)
def test_it_never_rises_while_time_passes(
    confidence: float,
    rate: float,
    privacy: Privacy,
    reinforced: int,
    confirmed: int | None,
    moments: list[int],
    policy: DecayPolicy,
) -> None:
    found = [
        current_confidence(
            confidence,
            decay_rate=rate,
            privacy=privacy,
            reinforced_at=reinforced,
            confirmed_at=confirmed,
            now=now,
            policy=policy,
        )
        for now in sorted(moments)
    ]
    assert all(0 <= value <= confidence for value in found)
    assert found == sorted(found, reverse=True)


@given(st.floats(0, 1), st.floats(0, 100), st.integers(0, 10**7), POLICIES)
def test_what_is_pinned_or_sensitive_stays_as_it_is(
    confidence: float, rate: float, idle: int, policy: DecayPolicy
) -> None:
    for privacy in (Privacy.ALWAYS_INCLUDE, Privacy.SENSITIVE):
        assert worth(confidence, rate=rate, privacy=privacy, idle_days=idle, policy=policy) == confidence


@pytest.mark.parametrize(
    ("idle", "left"), [(0, 1.0), (30, 1.0), (31, 0.995), (40, 0.995**10), (1_000_000, 0.1)]
)
def test_half_a_percent_a_day_after_a_month(idle: int, left: float) -> None:
    assert worth(1.0, idle_days=idle) == pytest.approx(left)


@pytest.mark.parametrize(("idle", "lost"), [(0, 0), (1, 0), (2, 0.001), (101, 0.1), (100_000, 0.9)])
def test_linear_loses_the_same_every_day_after_the_first(idle: int, lost: float) -> None:
    assert worth(0.9, idle_days=idle, policy=DecayPolicy("linear")) == pytest.approx(0.9 - lost)


def test_the_floor_raises_nothing() -> None:
    policy = DecayPolicy(floor=0.5)
    assert worth(0.2, idle_days=1000, policy=policy) == 0.2
    assert worth(0.9, idle_days=100_000, policy=policy) == 0.5


@pytest.mark.parametrize("rate", [20, 21.5, 1e9])
@pytest.mark.parametrize("name", ["exponential", "linear"])
def test_a_rate_beyond_all_bounds_ends_at_the_bottom(rate: float, name: str) -> None:
    value = worth(0.9, rate=rate, idle_days=400.5, policy=DecayPolicy(name, floor=0.0))
    assert value == 0.0
    assert isinstance(value, float)


def test_a_negative_rate_does_not_make_it_grow() -> None:
    for name in ("exponential", "linear"):
        assert worth(0.5, rate=-3, idle_days=400, policy=DecayPolicy(name)) == 0.5


@pytest.mark.parametrize("name", ["exponential", "linear"])
def test_after_a_clock_was_set_back_nothing_fades_until_it_has_caught_up(name: str) -> None:
    assert worth(0.9, idle_days=-5000, policy=DecayPolicy(name)) == 0.9


def test_what_matters_now_fades_faster_than_what_holds() -> None:
    said = {kind: rate_of(kind) for kind in MemoryType}
    assert said.pop(MemoryType.CONTEXT) > DEFAULT_RATE
    assert set(said.values()) == {STATED_RATE}
    found = {rate_of(kind, Source.AI_INFERRED, Category.BUG_PATTERNS) for kind in MemoryType}
    assert min(found) > STATED_RATE


def test_what_a_person_said_is_shared_for_more_than_a_year_and_forgotten_after_some() -> None:
    assert worth(1.0, rate=STATED_RATE, idle_days=365) > 0.5
    assert worth(1.0, rate=STATED_RATE, idle_days=3 * 365) < 0.5


def test_what_an_assistant_noted_fades_faster_than_what_went_wrong_or_was_decided() -> None:
    noted = {category: rate_of(MemoryType.FACT, Source.AI_INFERRED, category) for category in Category}
    lasting = {noted.pop(Category.BUG_PATTERNS), noted.pop(Category.ARCHITECTURAL_DECISIONS)}
    assert lasting == {DEFAULT_RATE}
    assert min(noted.values()) > DEFAULT_RATE


def test_what_proved_of_use_never_fades_faster() -> None:
    assert all(proven_rate(rate_of(kind), kind) <= rate_of(kind) for kind in MemoryType)
    assert proven_rate(0.05, MemoryType.FACT) == 0.05
