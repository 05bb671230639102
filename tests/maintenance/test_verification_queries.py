"""What can't be right about a memory is seen, and only that."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.maintenance.queries import verification
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Any:
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def memory(service: MemoryService) -> str:
    made = service.store(
        "Deploys go out on Tuesdays",
        type="fact",
        scope="project",
        scope_id="/src/shop",
        tags=["deploy"],
        details={"topic": "deploys"},
    )
    return made.id


def problems(service: MemoryService) -> list[tuple[str, ...]]:
    _, _, odd = service._rt.db.read(lambda c: verification.part(c, 0, 100))
    return [one.problems for one in odd]


def change(service: MemoryService, sql: str, *values: Any) -> None:
    def write(conn: Any) -> None:
        conn.execute("PRAGMA ignore_check_constraints = ON")
        conn.execute(sql, values)
        conn.execute("PRAGMA ignore_check_constraints = OFF")

    service._rt.db.write(write)


def test_a_memory_as_it_is_stored_is_right(service: MemoryService, memory: str) -> None:
    service.store(
        "Global ones too", type="preference", privacy_level="always_include", expires_at="2030-01-01"
    )
    service.record_usage(memory, True)
    service.archive(memory)
    assert problems(service) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("content = ' a '", "the text"),
        ("type = 'rumour'", "unknown type"),
        ("category = ''", "unknown category"),
        ("source = 'x'", "unknown source"),
        ("privacy_level = 'public'", "unknown privacy level"),
        ("scope = 'galaxy'", "unknown scope"),
        ("scope = 'conversation', scope_id = NULL", "doesn't match"),
        ("scope = 'global'", "doesn't match"),
        ("scope_id = 'shop'", "path is not valid"),
        ("confidence = 1.5", "confidence"),
        ("confidence = 'high'", "confidence"),
        ("decay_rate = -1", "fading rate"),
        ("details = '[1]'", "details"),
        ("details = '{broken'", "details"),
        ("tags = '{}'", "tags"),
        ("tags = '[1, 2]'", "tags"),
        ("tags = 'deploy'", "tags"),
        ("use_count = -1", "use count"),
        ("created_at = 0", "a date"),
        ("reinforced_at = 999999999999999", "a date"),
        ("last_used_at = 'yesterday'", "a date"),
        ("expires_at = 'soon'", "expiry date"),
    ],
)
def test_what_can_not_be_right_is_said(service: MemoryService, memory: str, wrong: str, said: str) -> None:
    change(service, f"UPDATE memory SET {wrong}")
    ((first, *_),) = problems(service)
    assert said in first


@pytest.mark.parametrize("path", ["C:\\src\\shop", "\\\\server\\share", "/"])
def test_paths_of_other_systems_are_paths(service: MemoryService, memory: str, path: str) -> None:
    change(service, "UPDATE memory SET scope_id = ?", path)
    assert problems(service) == []


def test_what_was_stored_before_the_clock_was_set_back_is_right(
    service: MemoryService, clock: ManualClock, memory: str
) -> None:
    clock.advance(days=-400)
    assert problems(service) == []
    service.run_maintenance("monthly")
    assert service.verification.invalid() == []


def rests_on(service: MemoryService, first: int, last: int, start: int | None, end: int | None) -> None:
    def write(conn: Any) -> None:
        conn.execute(
            "INSERT INTO conversation (row, id, source, session_id, status, message_count, created_at, "
            "updated_at) "
            "VALUES (1, 'c', 's', 'c', 'memorized', 2, 1, 1)"
        )
        for number, text in ((1, "Deploys go out on Tuesdays"), (2, "Understood")):
            conn.execute(
                "INSERT INTO turn (conversation, number, key, role, kind, text) "
                "VALUES (1, ?1, ?1, 'user', 'said', ?2)",
                (number, text),
            )
        conn.execute(
            "INSERT INTO evidence (memory, conversation, first_turn, last_turn, span_start, span_end, rule) "
            "VALUES (1, 1, ?, ?, ?, ?, 'rule')",
            (first, last, start, end),
        )

    service._rt.db.write(write)


@pytest.mark.parametrize("place", [(1, 1, 0, 26), (1, 2, None, None), (2, 2, 3, 3)])
def test_places_in_a_conversation_are_right(service: MemoryService, memory: str, place: Any) -> None:
    rests_on(service, *place)
    assert problems(service) == []


@pytest.mark.parametrize(
    "place",
    [(1, 3, None, None), (0, 1, None, None), (2, 1, None, None), (1, 1, 0, 27), (1, 1, 5, 2), (1, 1, -1, 2)],
)
def test_places_outside_are_not(service: MemoryService, memory: str, place: Any) -> None:
    rests_on(service, *place)
    ((first, *_),) = problems(service)
    assert "source " in first


def test_a_text_that_is_gone_is_not_held_against_its_memory(service: MemoryService, memory: str) -> None:
    rests_on(service, 1, 1, 0, 26)
    change(service, "UPDATE turn SET text = NULL")
    assert problems(service) == []


def test_it_is_read_in_parts(service: MemoryService) -> None:
    service.store_many([{"content": f"Thing {number}", "type": "fact"} for number in range(7)])
    change(service, "UPDATE memory SET tags = '?' WHERE row IN (3, 7)")
    after, rows, count = 0, [], 0
    while after >= 0:
        after, some, odd = service._rt.db.read(partial(verification.part, after=after, limit=2))
        rows += [one.row for one in odd]
        count += some
    assert (rows, count) == ([3, 7], 7)
