"""The measures of success: each counts what it says, and says nothing where nothing is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import apsw
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import Rate
from arbor_desktop.conversations.outcome import ErrorMet
from arbor_desktop.database.connection import Database
from arbor_desktop.maintenance.model import Measure
from arbor_desktop.maintenance.queries import insights
from arbor_desktop.maintenance.queries.insights import Place
from arbor_desktop.memories.model import Category, MemoryType, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from tests.conftest import ManualClock

KILN, MILL = "/srv/kiln", "/srv/mill"
EVERYWHERE = Place()


class Store:
    """Short ways to fill a database with sessions and what came of them."""

    def __init__(self, db: Database, add: Callable[..., str]) -> None:
        self.db, self.add, self.sessions = db, add, 0

    def run(self, sql: str, *values: Any) -> int:
        def write(conn: apsw.Connection) -> int:
            conn.execute(sql, values)
            return int(conn.last_insert_rowid())

        return self.db.write(write)

    def session(
        self,
        began: int,
        project: str = KILN,
        *,
        complexity: int = 1,
        turns: int = 1,
        coded: bool = True,
        errors: tuple[str, ...] = (),
        status: str = "memorized",
    ) -> int:
        self.sessions += 1
        row = self.run(
            "INSERT INTO conversation (id, source, session_id, project, started_at, user_turns, status, "
            "created_at, updated_at) VALUES (?, 'claude-code', ?, ?, ?, ?, ?, ?, ?)",
            f"talk-{self.sessions}", f"s-{self.sessions}", project, began, turns, status, began, began,
        )  # fmt: skip
        met = [ErrorMet(text, "make", 3) for text in errors]
        self.run(
            "INSERT INTO session_outcome "
            "(conversation, type, complexity, outcome, files_modified, errors, at) "
            "VALUES (?, 'FIX', ?, 'success', ?, ?, ?)",
            row, complexity, '["a.py"]' if coded else "[]", msgspec.json.encode(met).decode(), began,
        )  # fmt: skip
        return row

    def row(self, ident: str) -> int:
        return self.db.read(lambda c: memories.rows_of(c, [ident])[0][0])

    def rests(self, ident: str, session: int, error: str | None = None) -> None:
        self.run(
            "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule, error_text) "
            "VALUES (?,?,1,1,'r',?)",
            self.row(ident), session, error,
        )  # fmt: skip

    def used(self, ident: str, session: int | None, at: int, success: bool = True) -> None:
        self.run(
            "INSERT INTO usage_event (memory, conversation, at, success) VALUES (?,?,?,?)",
            self.row(ident), session, at, int(success),
        )  # fmt: skip

    def gotcha(self, text: str, session: int, error: str, project: str | None = KILN) -> str:
        place = {"scope": Scope.PROJECT, "scope_id": project} if project else {}
        ident = self.add(text, category=Category.BUG_PATTERNS, **place)
        self.rests(ident, session, error)
        return ident

    def decided(self, decision: str, suggested: str, at: int, *, scores: dict[str, float] | None = None,
                status: str | None = None, winner: str = "") -> None:  # fmt: skip
        ids = list(scores or {}) or [self.add(f"Older {at}"), self.add(f"Newer {at}")]
        told = {
            "decision": suggested,
            "winner": winner,
            "scores": {ident: {"current": value} for ident, value in (scores or {}).items()},
        }
        row = self.run(
            "INSERT INTO conflict (id, category, status, decision, suggestion, created_at, resolved_at) "
            "VALUES (?, 'facts', ?, ?, ?, 0, ?)",
            ids[0], status or decision, decision, msgspec.json.encode(told).decode(), at,
        )  # fmt: skip
        for place, ident in enumerate(ids):
            self.run(
                "INSERT INTO conflict_member (conflict, memory, content, confidence, at) VALUES (?,?,'',1,?)",
                row, self.row(ident), place,
            )  # fmt: skip


@pytest.fixture
def store(db: Database, add: Callable[..., str]) -> Store:
    return Store(db, add)


def test_nothing_is_said_of_an_empty_store(db: Database, clock: ManualClock) -> None:
    found = db.read(lambda c: insights.measures(c, EVERYWHERE, 0, Rate(), Rate()))
    assert [one.key for one in found] == [
        "helpful", "hit", "prevention", "suggestion", "stale", "learnings", "project_bytes", "global_bytes",
    ]  # fmt: skip
    assert all(one.met is None for one in found)


def test_a_goal_is_met_from_the_right_side() -> None:
    assert Measure("hit", Rate(3, 5), goal=0.6).met
    assert not Measure("hit", Rate(1, 2), goal=0.6).met
    assert Measure("stale", Rate(1, 50), goal=0.05, above=False).met
    assert not Measure("stale", Rate(3, 50), goal=0.05, above=False).met


# -- hit rate --


def hits(db: Database, since: int = 0, place: Place = EVERYWHERE) -> Rate:
    return db.read(lambda c: insights.hit_rate(c, place, since))


def test_a_hit_is_a_coding_session_in_which_a_preference_or_pattern_helped(
    db: Database, store: Store, clock: ManualClock
) -> None:
    taste = store.add("I like tabs", type=MemoryType.PREFERENCE)
    fact = store.add("The port is 80")
    for number, (ident, success) in enumerate([(taste, True), (taste, False), (fact, True)]):
        began = clock() + number
        store.used(ident, store.session(began), began, success)
    store.session(clock() + 10)
    store.used(taste, store.session(clock() + 11, coded=False), clock() + 11)
    assert hits(db) == Rate(1, 4)
    assert hits(db, place=Place(MILL)) == Rate(0, 0)


def test_sessions_before_the_first_use_could_be_no_hit(
    db: Database, store: Store, clock: ManualClock
) -> None:
    taste = store.add("I like tabs", type=MemoryType.PREFERENCE)
    store.session(clock() - DAY_MS)
    store.used(taste, None, clock())  # noted, but not in which session
    assert hits(db) == Rate(0, 0)
    store.used(taste, store.session(clock()), clock())
    assert hits(db) == Rate(1, 1)
    assert hits(db, since=clock() + 1) == Rate(0, 0)


# -- prevention --


def prevented(db: Database, since: int = 0, place: Place = EVERYWHERE) -> Rate:
    return db.read(lambda c: insights.prevention(c, place, since))


PORT = "Error: port 5432 of /srv/kiln/db is in use"
SAME_PORT = "error:  port 5433 of /srv/kiln/data/db is in use"


def test_a_known_problem_that_comes_back_is_not_prevented(
    db: Database, store: Store, clock: ManualClock
) -> None:
    first = store.session(clock(), errors=(PORT,))
    store.gotcha("Free the port first", first, PORT)
    assert prevented(db) == Rate(0, 0)  # no session yet in which it could have come back
    store.session(clock() + 1, MILL, errors=(SAME_PORT,))
    assert prevented(db) == Rate(0, 0)  # another project's
    store.session(clock() + 2, errors=("Error: no space left",))
    assert prevented(db) == Rate(1, 1)
    store.session(clock() + 3, errors=(SAME_PORT,))
    assert prevented(db) == Rate(0, 1)
    assert prevented(db, since=clock() + 4) == Rate(0, 0)


def test_a_gotcha_that_holds_everywhere_can_come_back_anywhere(
    db: Database, store: Store, clock: ManualClock
) -> None:
    store.gotcha("Free the port first", store.session(clock(), errors=(PORT,)), PORT, project=None)
    store.session(clock() + 1, MILL, errors=(SAME_PORT,))
    assert prevented(db) == Rate(0, 1)


def test_what_was_archived_and_what_is_no_gotcha_is_not_counted(
    db: Database, store: Store, clock: ManualClock, by: Callable[..., Write]
) -> None:
    first = store.session(clock(), errors=(PORT,))
    gone = store.gotcha("Free the port first", first, PORT)
    store.rests(store.add("The port is 5432"), first, PORT)
    store.session(clock() + 1)
    row = store.row(gone)
    db.write(lambda c: memories.change(c, row, {"status": Status.ARCHIVED}, by(), "archived"))
    assert prevented(db) == Rate(0, 0)


@given(st.text(max_size=200))
def test_any_error_is_the_same_as_itself(text: str) -> None:
    once = insights.same_error(text)
    assert insights.same_error(once) == once or "'" in text or '"' in text or "`" in text
    assert insights.same_error(f"  {text}\n") == once


def test_errors_are_told_by_their_words() -> None:
    assert insights.same_error(PORT) == insights.same_error(SAME_PORT)
    assert insights.same_error("KeyError: 'a'") == insights.same_error('KeyError: "b"')
    assert insights.same_error("KeyError: 'a'") != insights.same_error("ValueError: 'a'")


# -- suggestions --


def agreed(db: Database, since: int = 0) -> Rate:
    return db.read(lambda c: insights.suggestion(c, EVERYWHERE, since))


def test_a_suggestion_is_right_where_the_same_member_was_kept(
    db: Database, store: Store, clock: ManualClock
) -> None:
    store.decided("accepted_newer", "accepted_newer", 5)
    store.decided("accepted_older", "accepted_newer", 6)
    store.decided("merged", "accepted_newer", 7)
    store.decided("accepted_newer", "accepted_newer", 8, status="auto_resolved")
    store.decided("accepted_newer", "accepted_newer", 9, status="pending_user_review")
    assert agreed(db) == Rate(1, 3)
    assert agreed(db, since=6) == Rate(0, 2)


def test_keeping_the_more_certain_one_agrees_where_that_one_was_suggested(
    db: Database, store: Store, clock: ManualClock
) -> None:
    older, newer = store.add("Older"), store.add("Newer")
    store.decided("accepted_higher_confidence", "accepted_newer", 5, scores={older: 0.4, newer: 0.9})
    assert agreed(db) == Rate(1, 1)
    third, fourth = store.add("Third"), store.add("Fourth")
    store.decided("accepted_higher_confidence", "accepted_newer", 6, scores={third: 0.9, fourth: 0.4})
    assert agreed(db) == Rate(1, 2)


# -- learnings and sizes --


def test_learnings_are_counted_for_substantial_sessions_alone(
    db: Database, store: Store, clock: ManualClock, by: Callable[..., Write]
) -> None:
    def average(since: int = 0) -> float | None:
        return db.read(lambda c: insights.learnings(c, EVERYWHERE, since))

    small = store.session(clock())
    store.rests(store.add("Small gotcha", category=Category.BUG_PATTERNS), small)
    assert average() is None
    large = store.session(clock(), complexity=3)
    long = store.session(clock(), turns=10)
    for text, category, details, home in (
        ("Gotcha", Category.BUG_PATTERNS, {}, large),
        ("Decision", Category.ARCHITECTURAL_DECISIONS, {}, large),
        ("Quirk", Category.PROJECT_CONVENTIONS, {"applies_to": ["src/**"]}, large),
        ("Convention", Category.PROJECT_CONVENTIONS, {}, large),
        ("Fact", Category.FACTS, {}, large),
        ("Pattern", Category.IMPLEMENTATION_NOTES, {}, long),
    ):
        store.rests(store.add(text, category=category, details=details), home)
    gone = store.add("Rejected", category=Category.BUG_PATTERNS, status=Status.REJECTED)
    store.rests(gone, long)
    assert average() == 2.0
    assert average(clock() + 1) is None


def test_the_largest_project_and_what_holds_everywhere_are_measured(
    db: Database, store: Store, add: Callable[..., str]
) -> None:
    add("Everywhere")
    add("Small", scope=Scope.PROJECT, scope_id=MILL)
    add("x" * 5_000, scope=Scope.PROJECT, scope_id=KILN)
    found = {
        one.key: one.value for one in db.read(lambda c: insights.measures(c, EVERYWHERE, 0, Rate(), Rate()))
    }
    assert 10_000 < (found["project_bytes"] or 0) < 20_000
    assert 200 < (found["global_bytes"] or 0) < 1_000
    mill = db.read(lambda c: insights.measures(c, Place(MILL), 0, Rate(), Rate()))
    assert {one.key: one.value for one in mill}["project_bytes"] == pytest.approx(215, abs=30)
    assert "global_bytes" not in {one.key for one in mill}
