"""The figures behind Insights, against slow and plain ones over random lives of memories."""

from __future__ import annotations

import tempfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS, each_day, spans
from arbor_desktop.database import migrations
from arbor_desktop.database.connection import Database
from arbor_desktop.editing.queries import purge, undo
from arbor_desktop.ids import new_id
from arbor_desktop.maintenance.queries import insights
from arbor_desktop.maintenance.queries.insights import Place
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, Evidence, MemoryType, Privacy, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from tests.conftest import ManualClock

POLICY = DecayPolicy()
START = ManualClock().now
HOUR_MS = 3_600_000
KILN, MILL = "/srv/kiln", "/srv/mill"

CHANGES: dict[str, dict[str, Any]] = {
    "archived": {"status": Status.ARCHIVED},
    "restored": {"status": Status.ACTIVE},
    "superseded": {"status": Status.SUPERSEDED},
    "deleted": {"status": Status.DELETED},
    "pending": {"status": Status.PENDING},
    "a skill": {"type": MemoryType.SKILL},
    "a fact": {"type": MemoryType.FACT},
    "everywhere": {"scope": Scope.GLOBAL, "scope_id": None},
    "in the kiln": {"scope": Scope.PROJECT, "scope_id": KILN},
    "in the mill": {"scope": Scope.PROJECT, "scope_id": MILL},
    "worth less": {"confidence": 0.25},
}


@dataclass(frozen=True)
class Step:
    """What happens some hours after the step before: to memory `which`, or a new one comes."""

    hours: float
    what: str
    which: int
    confidence: float


STEPS = st.lists(
    st.builds(
        Step,
        st.one_of(st.just(0.0), st.floats(0, 24 * 40)),
        st.sampled_from(["new", "new", "new pending", "new in the kiln", "purged", "undo", *CHANGES]),
        st.integers(0, 30),
        st.floats(0, 1),
    ),
    max_size=40,
)


@dataclass
class Life:
    """The states of a memory, (from when, status, type, project), the newest last."""

    born: int
    states: list[tuple[int, Status, MemoryType, str | None]]

    def at(self, moment: int) -> tuple[Status, MemoryType, str | None] | None:
        """What it was just before `moment`."""
        found = [state[1:] for state in self.states if state[0] < moment]
        return found[-1] if self.born < moment and found else None


class World:
    """The store, and beside it the same told plainly."""

    def __init__(self, conn: apsw.Connection) -> None:
        self.conn, self.now, self.lives = conn, START, {}  # type: ignore[var-annotated]
        conn.execute(
            "INSERT INTO conversation (id, source, session_id, status, created_at, updated_at) "
            "VALUES ('talk', 'claude-code', 'talk', 'memorized', 1, 1)"
        )
        self.talk = conn.last_insert_rowid()

    def play(self, step: Step) -> None:
        self.now += round(step.hours * HOUR_MS)
        by = Write("user", new_id(self.now), self.now, POLICY)
        if step.what.startswith("new"):
            self._add(step, by)
        elif step.what == "undo":
            self._undo(by)
        elif self.lives:
            ident = sorted(self.lives)[step.which % len(self.lives)]
            row = memories.rows_of(self.conn, [ident])[0][0]
            if step.what == "purged":
                purge.erase_memories(self.conn, [row])
                del self.lives[ident]
            else:
                memories.change(self.conn, row, CHANGES[step.what], by, step.what)
                self._note(ident)

    def _add(self, step: Step, by: Write) -> None:
        kiln = step.what == "new in the kiln"
        new = NewMemory(
            content=f"Number {len(self.lives)}",
            type=list(MemoryType)[step.which % 6],
            category=Category.FACTS,
            scope=Scope.PROJECT if kiln else Scope.GLOBAL,
            scope_id=KILN if kiln else None,
            confidence=step.confidence,
            status=Status.PENDING if step.what == "new pending" else Status.ACTIVE,
            privacy_level=Privacy.ALWAYS_INCLUDE if step.which % 5 == 0 else Privacy.NORMAL,
        )
        ident, row = memories.insert(self.conn, new, by)
        said = self.now - step.which * DAY_MS if step.which % 3 else self.now
        if said < self.now:  # its conversation was brought in later
            place = Evidence("talk", 1, 1, "stated", at=said)
            memories.add_evidence(self.conn, row, self.talk, [place])
        self.lives[ident] = Life(said, [])
        self._note(ident)
        self.lives[ident].states[0] = (said, *self.lives[ident].states[0][1:])

    def _undo(self, by: Write) -> None:
        standing = self.conn.execute(
            "SELECT 1 FROM memory_event WHERE actor = 'user' AND undone_by IS NULL"
        ).fetchone()
        if standing:
            for ident in undo.undo(self.conn, by.action_id, by.now).ids:
                self._note(ident)

    def _note(self, ident: str) -> None:
        found = self.conn.execute(
            "SELECT status, type, scope_id FROM memory WHERE id = ?", (ident,)
        ).fetchone()
        state = (self.now, Status(found[0]), MemoryType(found[1]), found[2])
        self.lives[ident].states.append(state)


def lived(steps: list[Step], check: Callable[[World], None]) -> None:
    """Plays the steps in a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        conn = apsw.Connection(str(Path(folder, "arbor_memory.db")))
        try:
            migrations.migrate(conn, START)
            conn.execute("BEGIN")
            world = World(conn)
            for step in steps:
                world.play(step)
            check(world)
        finally:
            conn.close()


@given(STEPS, st.sampled_from([1, 30, 60, 61, 182, 365]), st.sampled_from([None, KILN, MILL]))
def test_growth_is_what_was_active_at_the_end_of_each_span(
    steps: list[Step], days: int, project: str | None
) -> None:
    def check(world: World) -> None:
        parts = spans(world.now, days)
        found = insights.growth(world.conn, Place(project), parts)
        assert found.starts == tuple(start for start, _ in parts)
        for number, (_, end) in enumerate(parts):
            then = [life.at(end) for life in world.lives.values()]
            expected = Counter(
                state[1]
                for state in then
                if state and state[0] is Status.ACTIVE and (project is None or state[2] == project)
            )
            shown = {kind: series[number] for kind, series in found.by_type.items()}
            assert shown == {kind: expected[kind] for kind in MemoryType}

    lived(steps, check)


@given(STEPS, st.sampled_from(["exponential", "linear"]), st.floats(0, 400))
def test_the_histogram_counts_what_each_is_worth_today(steps: list[Step], name: str, later: float) -> None:
    def check(world: World) -> None:
        now = world.now + round(later * DAY_MS)
        policy = DecayPolicy(name)
        expected = [0] * 10
        for memory in memories.get_many(world.conn, list(world.lives), policy, now):
            if memory.status is Status.ACTIVE:
                edges = [n / 10 - 1e-10 for n in range(1, 10)]
                expected[bisect_right(edges, memory.current_confidence)] += 1
        assert insights.counts(world.conn, Place(), policy, now).histogram == tuple(expected)

    lived(steps, check)


@given(STEPS, st.sampled_from([None, KILN]))
def test_counts_by_type_and_the_last_point_of_growth_agree(steps: list[Step], project: str | None) -> None:
    def check(world: World) -> None:
        found = insights.counts(world.conn, Place(project), POLICY, world.now)
        growth = insights.growth(world.conn, Place(project), spans(world.now, 30))
        last = {kind.value: series[-1] for kind, series in growth.by_type.items() if series[-1]}
        assert found.by_type == last
        assert found.total == sum(last.values()) == sum(found.by_category.values())
        new = sum(
            life.born >= world.now - 7 * DAY_MS
            for life in world.lives.values()
            if life.states[-1][1] is Status.ACTIVE and project in (None, life.states[-1][3])
        )
        assert found.this_week == new

    lived(steps, check)


def test_a_clock_that_was_set_back_makes_no_negative_counts(db: Database, add: Callable[..., str]) -> None:
    ident = add("The kiln fires at noon")

    def backwards(conn: apsw.Connection) -> None:
        row = memories.rows_of(conn, [ident])[0][0]
        for hours, status in ((480, Status.ARCHIVED), (240, Status.ACTIVE), (360, Status.DELETED)):
            now = START + hours * HOUR_MS
            memories.change(conn, row, {"status": status}, Write("user", new_id(now), now, POLICY), "set")

    db.write(backwards)
    found = db.read(lambda c: insights.growth(c, Place(), spans(START + 30 * DAY_MS, 30)))
    series = found.by_type[MemoryType.FACT]
    assert set(series) <= {0, 1}
    assert series[-1] == 0


def test_days_and_weeks_end_at_midnight_where_the_person_is() -> None:
    until = START + 11 * HOUR_MS
    for days in (30, 182):
        parts = spans(until, days)
        assert parts[-1][1] == until + 1
        assert all(datetime.fromtimestamp(start / 1000).hour == 0 for start, _ in parts)
        assert all(end == start for (_, end), (start, _) in pairwise(parts))
        assert until - parts[0][0] >= (days - 1) * DAY_MS
    assert len(spans(until, 30)) == 30
    assert len(spans(until, 182)) == 26
    assert each_day(until, 3)[-1][0] == datetime.fromtimestamp(until / 1000).date().isoformat()


@pytest.mark.parametrize("project", [None, KILN])
def test_use_that_helped_is_counted_by_day(
    db: Database, add: Callable[..., str], project: str | None
) -> None:
    here = add("Fire at noon", scope=Scope.PROJECT, scope_id=KILN)
    there = add("Mill at night")
    days = each_day(START + 12 * HOUR_MS, 10)

    def use(conn: apsw.Connection) -> None:
        for ident, back, success in (
            (here, 0, 1),
            (here, 0, 1),
            (there, 0, 1),
            (here, 3, 1),
            (here, 3, 0),
            (here, 11, 1),
        ):
            row = memories.rows_of(conn, [ident])[0][0]
            at = days[-1][1] - back * DAY_MS + 5
            conn.execute("INSERT INTO usage_event (memory, at, success) VALUES (?,?,?)", (row, at, success))

    db.write(use)
    found = db.read(lambda c: insights.used_by_day(c, Place(project), days))
    assert found == {days[-4][0]: 1, days[-1][0]: 3 if project is None else 2}


def test_what_the_growth_asks_is_found_by_its_index(db: Database) -> None:
    """The walk over the history must not read all of it."""
    plan = db.read(
        lambda c: c.execute(
            f"EXPLAIN QUERY PLAN SELECT e.memory_id FROM memory_event e WHERE {insights._MOVED} AND e.at >= 5"
        ).fetchall()
    )
    assert "memory_event_moved" in str(plan)
