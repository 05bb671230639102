"""Who counts while a conflict is open."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.suggestion import effective, last_stated, winner
from arbor_desktop.memories.model import (
    Category,
    Evidence,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)

NOW = 1_000 * DAY_MS


def memory(ident: str, confidence: float = 0.9, **fields: Any) -> Memory:
    made = Memory(
        id=ident, content=ident, type=MemoryType.FACT, category=Category.FACTS, scope=Scope.GLOBAL,
        source=Source.USER_STATED, status=Status.ACTIVE, confidence=confidence, current_confidence=confidence,
        privacy_level=Privacy.NORMAL, created_at=NOW, updated_at=NOW, reinforced_at=NOW,
    )  # fmt: skip
    return dataclasses.replace(made, **fields)


def test_a_memory_of_the_projects_own_technology_beats_a_global_one_that_was_used_more() -> None:
    vitest = memory(
        "vitest", 0.95, scope=Scope.PROJECT, scope_id="/p", use_count=5, last_used_at=NOW, technology="Vitest"
    )
    jest = memory("jest", 0.85, use_count=20, last_used_at=NOW, technology="jest")
    assert winner([jest, vitest], NOW, {"vitest"}) is vitest


def test_a_global_memory_that_proved_right_beats_a_weak_one_of_the_project() -> None:
    bcrypt = memory("bcrypt", 0.95, use_count=50, success_count=50, last_used_at=NOW)
    argon = memory("argon2", 0.70, scope=Scope.PROJECT, scope_id="/p", use_count=1, last_used_at=NOW)
    assert winner([argon, bcrypt], NOW) is bcrypt


def test_the_factors_multiply_and_stay_in_their_bounds() -> None:
    worn = memory(
        "worn", 0.8, use_count=500, success_count=3, failure_count=1, last_used_at=NOW - 500 * DAY_MS
    )
    parts = effective(worn, NOW)
    assert (parts.recency, parts.frequency, parts.context, parts.success) == (0.8, 1.2, 1.0, 0.75)
    assert parts.score == pytest.approx(0.8 * 0.8 * 1.2 * 0.75)
    later = dataclasses.replace(worn, last_used_at=NOW + DAY_MS)
    assert effective(later, NOW).recency == 1.0


def test_what_was_never_used_is_as_recent_as_it_was_said_last() -> None:
    told = Evidence("c", 1, 1, "rule", at=NOW - 10 * DAY_MS)
    old = memory("old", created_at=NOW - 300 * DAY_MS, evidence=(told, dataclasses.replace(told, at=None)))
    assert last_stated(old) == NOW - 10 * DAY_MS
    assert effective(old, NOW).recency == pytest.approx(0.9)
    assert winner([old, memory("new")], NOW).id == "new"


def test_among_equals_the_narrower_place_wins_and_the_order_does_not_matter() -> None:
    twins = [memory("a"), memory("b", scope=Scope.PROJECT, scope_id="/p"), memory("c")]
    assert winner(twins, NOW).id == winner(twins[::-1], NOW).id == "b"
