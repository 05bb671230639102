from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.capture import queries as statistics
from arbor_desktop.clock import DAY_MS
from arbor_desktop.database.connection import Database
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.checks import SORTS, memory_filter
from arbor_desktop.memories.confidence import DecayPolicy, current_confidence
from arbor_desktop.memories.model import MemoryFilter, MemoryType, Page, Privacy, Scope, Status
from arbor_desktop.memories.queries import memories, records, search
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.text.words import identifier_parts
from tests.conftest import POLICY, ManualClock
from tests.properties import times

Add = Callable[..., str]


def test_pages_walk_over_everything_once(db: Database, add: Add, clock: ManualClock) -> None:
    for n in range(25):
        add(f"memory number {n}", confidence=(n % 5) / 5)
    for sort in ("created", "confidence", "used", "access_count"):
        for order in ("asc", "desc"):
            seen: list[str] = []
            after: str | None = None
            while True:
                page = _page(db, clock, sort, order, after)
                assert page.total == 25
                seen += [m.id for m in page.memories]
                after = page.next
                if after is None:
                    break
            assert len(seen) == len(set(seen)) == 25
            listed = db.read(
                lambda c, s=sort, o=order: search.list_ids(
                    c, MemoryFilter(), sort=s, order=o, policy=POLICY, now=clock()
                )
            )
            assert listed == seen


def test_very_many_are_listed_in_the_same_order(
    db: Database, add: Add, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(40):
        add(f"memory number {n}", confidence=(n % 5) / 5 + 1e-16 * (n % 3), tags=("odd",) * (n % 2))
        clock.advance(ms=n % 2)
    for ident in (ids := _ids(db, clock, "created", "asc"))[::3]:
        clock.advance(days=1)
        db.write(lambda c, i=ident: memories.log_access(c, [i], "search", clock()))
    assert len(ids) == 40
    wanted = [
        (sort, order, filters)
        for sort in SORTS
        for order in ("asc", "desc")
        for filters in ({}, {"tags": ["odd"]}, {"tags": ["none"]})
    ]
    few = [_ids(db, clock, sort, order, **filters) for sort, order, filters in wanted]
    monkeypatch.setattr(search, "MANY", 1)
    assert [_ids(db, clock, sort, order, **filters) for sort, order, filters in wanted] == few


def _ids(db: Database, clock: ManualClock, sort: str, order: str, **filters: object) -> list[str]:
    wanted = memory_filter(**filters)  # type: ignore[arg-type]
    return db.read(lambda c: search.list_ids(c, wanted, sort=sort, order=order, policy=POLICY, now=clock()))


def _page(db: Database, clock: ManualClock, sort: str, order: str, after: str | None) -> Page:
    return db.read(
        lambda c: search.page(
            c, MemoryFilter(), sort=sort, order=order, limit=7, after=after, policy=POLICY, now=clock()
        )
    )


def test_a_foreign_page_mark_is_refused(db: Database, add: Add, clock: ManualClock) -> None:
    for n in range(10):
        add(f"memory number {n}")
    for mark in ("nonsense", "", "e30", _page(db, clock, "created", "asc", None).next):
        with pytest.raises(InvalidInput):
            _page(db, clock, "confidence", "asc", mark)


def test_filters_hold_together(db: Database, add: Add, clock: ManualClock) -> None:
    add("global one")
    add("project one", scope=Scope.PROJECT, scope_id="/p", tags=("a", "b"))
    add("other project", scope=Scope.PROJECT, scope_id="/q")
    add("secret one", privacy_level=Privacy.NEVER_SHARE)
    add("gone", status=Status.DELETED)

    def names(**f: object) -> set[str]:
        wanted = memory_filter(**f)  # type: ignore[arg-type]
        ids = db.read(
            lambda c: search.list_ids(c, wanted, sort="created", order="asc", policy=POLICY, now=clock())
        )
        return {m.content for m in db.read(lambda c: memories.get_many(c, ids, POLICY, clock()))}

    assert names(project="/p") == {"global one", "project one", "secret one"}
    assert names(scope="project") == {"project one", "other project"}
    assert names(tags=["a"]) == {"project one"}
    assert names(tags=["a", "c"]) == set()
    assert names(privacy=["never_share"]) == {"secret one"}
    assert names(status="deleted") == {"gone"}
    assert len(names(status="all")) == 5
    assert names(scope_id="/q") == {"other project"}


def test_facets_count_types_without_their_own_filter(db: Database, add: Add, clock: ManualClock) -> None:
    add("a fact here")
    add("a rule here", type=MemoryType.INSTRUCTION)
    facets = db.read(lambda c: search.facets(c, memory_filter(types=["fact"]), POLICY, clock()))
    assert facets.types == {"fact": 1, "instruction": 1}
    assert facets.total == 2


@given(
    confidence=st.floats(0, 1),
    rate=st.floats(-1, 30),
    idle=st.integers(-4000, 4000),
    confirmed=st.none() | st.integers(-4000, 4000),
    privacy=st.sampled_from(list(Privacy)),
    policy=st.sampled_from([DecayPolicy(), DecayPolicy("linear"), DecayPolicy(grace_days=0, floor=0.3)]),
)
@times(4)
def test_sql_and_python_agree_on_confidence_today(
    confidence: float, rate: float, idle: int, confirmed: int | None, privacy: Privacy, policy: DecayPolicy
) -> None:
    import apsw

    now = 5000 * DAY_MS
    reinforced = now - idle * DAY_MS
    confirmed_at = None if confirmed is None else now - confirmed * DAY_MS
    conn = apsw.Connection(":memory:")
    conn.execute("CREATE TABLE m (privacy_level, confidence, decay_rate, reinforced_at, confirmed_at)")
    conn.execute(
        "INSERT INTO m VALUES (?,?,?,?,?)", (privacy.value, confidence, rate, reinforced, confirmed_at)
    )
    sql = conn.execute(f"SELECT {records.confidence_sql(policy, now)} FROM m").fetchone()[0]
    python = current_confidence(
        confidence,
        decay_rate=rate,
        privacy=privacy,
        reinforced_at=reinforced,
        confirmed_at=confirmed_at,
        now=now,
        policy=policy,
    )
    assert sql == pytest.approx(python, abs=1e-12)


def test_identifier_parts_are_only_what_the_tokenizer_misses() -> None:
    assert (
        identifier_parts("parseUserName and HTTPServer in snake_case plain") == "parse User Name HTTP Server"
    )


def test_access_is_counted_without_history_or_reinforcement(
    db: Database, add: Add, clock: ManualClock
) -> None:
    ident = add("seen twice")
    before = db.read(lambda c: memories.get(c, ident, POLICY, clock()))
    clock.advance(days=1)
    for _ in range(2):
        db.write(lambda c: memories.log_access(c, [ident], "search", clock()))
    after = db.read(lambda c: memories.get(c, ident, POLICY, clock()))
    assert (after.access_count, after.accessed_at) == (2, clock())
    assert (after.confidence, after.reinforced_at) == (before.confidence, before.reinforced_at)


def test_checks_find_a_broken_index_and_broken_references(
    db: Database, add: Add, by: Callable[..., Write]
) -> None:
    add("a memory that is indexed")
    assert db.write(statistics.index_problems) == []
    assert db.read(statistics.logical_problems) == []

    def damage(conn: object) -> None:
        conn.execute("DROP TRIGGER memory_fts_update")  # type: ignore[attr-defined]
        conn.execute("UPDATE memory SET content = 'changed behind its back', scope_id = '/nowhere'")  # type: ignore[attr-defined]
        conn.execute("DELETE FROM memory_event")  # type: ignore[attr-defined]

    db.write(damage)
    assert db.write(statistics.index_problems) == ["the memory index differs from the memories"]
    problems = db.read(statistics.logical_problems)
    assert any("without any history" in p for p in problems)
    assert any("without their project" in p for p in problems)
