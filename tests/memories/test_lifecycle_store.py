"""What fades, what is stale, and how often it helped, as the store counts it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.database.connection import Connection, Database
from arbor_desktop.memories.model import Scope
from arbor_desktop.memories.queries import lifecycle, memories, relations
from arbor_desktop.memories.queries.memories import Write
from tests.conftest import ManualClock

Add = Callable[..., str]
By = Callable[..., Write]


def _tell(db: Database, ident: str, now: int) -> None:
    db.write(lambda c: memories.log_access(c, [ident], "conversation_start", now))


def _use(db: Database, ident: str, success: bool, now: int) -> None:
    def write(conn: Connection) -> None:
        row = memories.rows_of(conn, [ident])[0][0]
        relations.add_usage(conn, row, success, None, None, now)

    db.write(write)


def _feedback(db: Database, ident: str, kind: str, now: int) -> None:
    def write(conn: Connection) -> None:
        row = memories.rows_of(conn, [ident])[0][0]
        relations.add_feedback(conn, row, kind, None, now)

    db.write(write)


def test_idle_and_never_used_is_stale(db: Database, add: Add, clock: ManualClock, by: By) -> None:
    ids = [add(text) for text in ("never used", "used once", "confirmed later", "archived since")]
    start = clock()

    def write(conn: Connection) -> None:
        rows = [row for row, _, _ in memories.rows_of(conn, ids)]
        memories.change(conn, rows[1], {"use_count": 1}, by(), "used")
        memories.change(conn, rows[2], {"confirmed_at": start + 10 * DAY_MS}, by(), "confirm")
        memories.change(conn, rows[3], {"status": "archived"}, by(), "archived")

    db.write(write)
    assert db.read(lambda c: lifecycle.stale(c, start + 90 * DAY_MS)) == (0, 3)
    assert db.read(lambda c: lifecycle.stale(c, start + 91 * DAY_MS)) == (1, 3)
    assert db.read(lambda c: lifecycle.stale(c, start + 101 * DAY_MS)) == (2, 3)


def test_stale_of_one_project(db: Database, add: Add, clock: ManualClock) -> None:
    add("of all projects")
    add("of this one", scope=Scope.PROJECT, scope_id="/p")
    later = clock() + 100 * DAY_MS
    assert db.read(lambda c: lifecycle.stale(c, later, "/p")) == (1, 1)
    assert db.read(lambda c: lifecycle.stale(c, later, "/q")) == (0, 0)
    assert db.read(lambda c: lifecycle.stale(c, later)) == (2, 2)


def test_what_was_only_told_came_not_into_play(db: Database, add: Add, clock: ManualClock) -> None:
    one = add("told every morning")
    _tell(db, one, clock())
    assert db.read(lambda c: lifecycle.helpful(c, 0)) == (0, 0)


def test_what_was_told_helped_where_it_was_used_with_success(
    db: Database, add: Add, clock: ManualClock
) -> None:
    used, in_vain, only_told = add("used"), add("used in vain"), add("only told")
    for each in (used, in_vain, only_told):
        _tell(db, each, clock())
        _tell(db, each, clock() + 60_000)  # once more the same day: the same telling
    _use(db, used, True, clock() + 120_000)
    _use(db, in_vain, False, clock() + 120_000)
    assert db.read(lambda c: lifecycle.helpful(c, 0)) == (1, 2)
    assert db.read(lambda c: lifecycle.helpful(c, clock() + DAY_MS)) == (0, 0)


@pytest.mark.parametrize(
    ("kind", "days", "rate"),
    [
        ("CONFIRM", 1, (1, 2)),
        ("CONFIRM", 7, (1, 2)),
        ("CONFIRM", 9, (0, 1)),
        ("INCORRECT", 1, (0, 2)),
        ("OUTDATED", 7, (0, 2)),
        ("OUTDATED", 9, (0, 1)),
        ("FORGET", 1, (0, 1)),
    ],
)
def test_what_a_person_says_soon_after_counts(
    db: Database, add: Add, clock: ManualClock, kind: str, days: int, rate: tuple[int, int]
) -> None:
    one, other = add("one"), add("other")
    _tell(db, one, clock())
    _tell(db, other, clock())
    _use(db, other, False, clock())
    _feedback(db, one, kind, clock() + days * DAY_MS)
    assert db.read(lambda c: lifecycle.helpful(c, 0)) == rate


@pytest.mark.parametrize(
    ("success", "words", "part"),
    [
        (False, ["INCORRECT"], 0),
        (False, ["CONFIRM"], 1),
        (True, ["INCORRECT"], 1),
        (False, ["INCORRECT", "CONFIRM"], 1),
        (False, ["CONFIRM", "INCORRECT"], 0),
    ],
)
def test_use_and_a_persons_last_word_together(
    db: Database, add: Add, clock: ManualClock, success: bool, words: list[str], part: int
) -> None:
    one = add("one")
    _tell(db, one, clock())
    _use(db, one, success, clock())
    for later, kind in enumerate(words, 1):
        _feedback(db, one, kind, clock() + later * 1000)
    assert db.read(lambda c: lifecycle.helpful(c, 0)) == (part, 1)


def test_helpful_of_one_project(db: Database, add: Add, clock: ManualClock) -> None:
    here = add("here", scope=Scope.PROJECT, scope_id="/p")
    elsewhere = add("elsewhere")
    _use(db, here, True, clock())
    _use(db, elsewhere, False, clock())
    assert db.read(lambda c: lifecycle.helpful(c, 0, "/p")) == (1, 1)
    assert db.read(lambda c: lifecycle.helpful(c, 0)) == (1, 2)
