"""Of memories that say the same one is made, at night."""

from __future__ import annotations

from typing import Any

import pytest

from arbor_desktop.conflicts.detection import Comparison
from arbor_desktop.errors import StorageError
from arbor_desktop.maintenance import runner
from arbor_desktop.maintenance.model import Run
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.model import Memory, Privacy, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

SHORT, FULLER = "Use pnpm for packages", "Use pnpm instead of npm for packages"
ONE, SAME = "The staging server is in Frankfurt", "Our staging server is in Frankfurt"


def stored(service: MemoryService, *texts: str, **fields: Any) -> list[str]:
    """Side by side, as an import leaves them."""
    given = [{"content": text, "type": "fact", "category": "facts"} | fields for text in texts]
    return [result.id for result in service.store_many(given)]


def night(service: MemoryService) -> Run:
    (run,) = service.run_maintenance("nightly")
    assert run.success, run.error
    return run


def living(service: MemoryService) -> list[Memory]:
    return [m for m in service.query(status="all").memories if m.status in (Status.ACTIVE, Status.PENDING)]


def test_the_more_certain_one_stays_and_the_other_is_kept_as_superseded(service: MemoryService) -> None:
    (low,) = stored(service, ONE, confidence=0.6, tags=["hosting"])
    (high,) = stored(service, SAME, confidence=0.9, tags=["staging"])
    run = night(service)
    assert run.result["duplicates_merged"] == 1
    assert run.result["resources_processed"] >= 2
    survivor, other = service.get(high), service.get(low)
    assert (survivor.status, survivor.confidence, survivor.content) == (Status.ACTIVE, 0.9, SAME)
    assert set(survivor.tags) == {"hosting", "staging"}
    assert (other.status, other.content) == (Status.SUPERSEDED, ONE)
    assert [(r.memory.id, r.kind) for r in service.related(low)] == [(high, "merged_into")]
    assert service.history(low)[-1].actor == service.history(high)[-1].actor == "maintenance"
    assert service.history(high)[-1].action == "merged"


def test_confidence_is_that_of_today(service: MemoryService, clock: ManualClock) -> None:
    (old,) = stored(service, ONE, confidence=0.95)
    clock.advance(days=150)
    (new,) = stored(service, SAME, confidence=0.8)
    assert service.get(old).current_confidence < 0.8
    night(service)
    assert service.get(new).current_confidence == 0.8
    assert service.get(old).status is Status.SUPERSEDED


def test_the_fuller_words_are_kept(service: MemoryService) -> None:
    (sure,) = stored(service, SHORT, confidence=0.9, source="ai_inferred")
    stored(service, FULLER, confidence=0.7, source="ai_inferred")
    service._rt.db.write(lambda c: c.execute("UPDATE memory_event SET actor = 'capture'"))
    night(service)
    assert service.get(sure).content == FULLER
    assert service.get(sure).confidence == 0.9
    assert [m.id for m in living(service)] == [sure]


def test_words_that_a_person_typed_stay_as_they_are(service: MemoryService) -> None:
    (mine,) = stored(service, SHORT, confidence=0.9)
    stored(service, FULLER, confidence=0.7)
    night(service)
    assert service.get(mine).content == SHORT


def test_use_counts_for_both(service: MemoryService) -> None:
    one, two = stored(service, ONE, confidence=0.9) + stored(service, SAME, confidence=0.6)
    service.record_usage(one, True)
    service.record_usage(two, True)
    service.record_usage(two, False)
    night(service)
    survivor = service.get(one)
    assert (survivor.use_count, survivor.success_count, survivor.failure_count) == (3, 2, 1)


def test_three_of_a_kind_become_one(service: MemoryService) -> None:
    stored(
        service, ONE, SAME, "The staging server is in Frankfurt, Germany", "The staging server's in Frankfurt"
    )
    merged = night(service).result["duplicates_merged"]
    assert merged >= 1
    assert len(living(service)) == 4 - merged
    assert night(service).result["duplicates_merged"] == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"scope": "project", "scope_id": "/src/a"}, {"scope": "project", "scope_id": "/src/b"}),
        ({"scope": "project", "scope_id": "/src/a"}, {}),
        ({"privacy_level": "never_share"}, {}),
        ({"privacy_level": "sensitive"}, {}),
        ({"privacy_level": "sensitive"}, {"privacy_level": "sensitive"}),
        ({"privacy_level": "always_include"}, {"privacy_level": "always_include"}),
        ({"privacy_level": "always_include"}, {"privacy_level": "sensitive"}),
        ({"technology": "aws"}, {"technology": "azure"}),
        ({"expires_at": 4_000_000_000_000}, {}),
    ],
)
def test_two_of_different_place_or_privacy_stay_two(
    service: MemoryService, one: dict[str, Any], other: dict[str, Any]
) -> None:
    stored(service, ONE, **one)
    stored(service, SAME, **other)
    assert night(service).result["duplicates_merged"] == 0
    assert len(living(service)) == 2


@pytest.mark.parametrize("pinned_first", [True, False])
def test_the_pinned_one_stays_however_uncertain(service: MemoryService, pinned_first: bool) -> None:
    def pin() -> str:
        return stored(service, ONE, confidence=0.5, privacy_level="always_include")[0]

    def plain() -> str:
        return stored(service, SAME, confidence=0.95)[0]

    pinned, other = (pin(), plain()) if pinned_first else (plain(), pin())[::-1]
    night(service)
    assert service.get(pinned).status is Status.ACTIVE
    assert service.get(pinned).privacy_level is Privacy.ALWAYS_INCLUDE
    assert service.get(pinned).confidence == 0.95
    assert service.get(other).status is Status.SUPERSEDED


def test_what_is_accepted_stays_before_what_waits_for_review(service: MemoryService) -> None:
    (active,) = stored(service, ONE, confidence=0.5)
    (waiting,) = stored(service, SAME, confidence=0.9, source="ai_inferred")
    service._rt.db.write(lambda c: c.execute("UPDATE memory SET status='pending' WHERE id=?", (waiting,)))
    night(service)
    assert service.get(active).status is Status.ACTIVE
    assert service.get(waiting).status is Status.SUPERSEDED


def test_what_was_marked_outdated_is_left_to_the_person(service: MemoryService) -> None:
    (doubted,) = stored(service, ONE)
    stored(service, SAME)
    service.feedback(doubted, "OUTDATED")
    assert night(service).result["duplicates_merged"] == 0


def test_only_what_is_new_since_the_last_night_is_looked_at(
    service: MemoryService, clock: ManualClock
) -> None:
    stored(service, ONE)
    night(service)
    clock.advance(days=40)
    night(service)
    clock.advance(days=5)  # not open for some days: what was stored in them is looked at all the same
    stored(service, SHORT, FULLER)
    clock.advance(days=3)
    run = night(service)
    assert run.result["duplicates_merged"] == 1
    clock.advance(days=2)
    assert night(service).result["duplicates_merged"] == 0


def test_taken_back_two_are_two_again_and_stay_so(service: MemoryService, clock: ManualClock) -> None:
    (low,) = stored(service, ONE, confidence=0.6, tags=["hosting"])
    (high,) = stored(service, SAME, confidence=0.9, tags=["staging"])
    before = [service.get_many([ident])[0].to_dict() for ident in (low, high)]
    run = night(service)
    service.undo_maintenance(run.id)
    assert [service.get_many([ident])[0].to_dict() for ident in (low, high)] == before
    assert service.related(low) == []
    clock.advance(seconds=3600)
    assert night(service).result["duplicates_merged"] == 0
    assert len(living(service)) == 2


def test_if_the_survivor_was_changed_the_other_still_comes_back(
    service: MemoryService, clock: ManualClock
) -> None:
    (low,) = stored(service, ONE, confidence=0.6)
    (high,) = stored(service, SAME, confidence=0.9)
    clock.advance(seconds=60)
    run = night(service)
    clock.advance(seconds=60)
    service.feedback(high, "CONFIRM")
    taken = service.undo_maintenance(run.id)
    assert service.get(low).status is Status.ACTIVE
    assert service.related(low) == []
    assert service.get(high).confirmed_at == clock.now
    assert [trouble.what for trouble in taken.troubles] == [f"“{SAME}”"]


def said(service: MemoryService, ident: str, session: str, turn: int) -> None:
    """Notes that a memory comes from a turn of a session."""

    def write(conn: Any) -> None:
        conn.execute(
            "INSERT OR IGNORE INTO conversation (id, source, session_id, status, message_count, created_at, "
            "updated_at) "
            "VALUES (?1, 'claude-code', ?1, 'memorized', 9, 1, 1)",
            (session,),
        )
        conn.execute(
            "INSERT INTO evidence (memory, conversation, first_turn, last_turn, span_start, rule) "
            "SELECT m.row, c.row, ?3, ?3, 0, 'rule' FROM memory m, conversation c "
            "WHERE m.id = ?1 AND c.id = ?2",
            (ident, session, turn),
        )

    service._rt.db.write(write)


def places(service: MemoryService, ident: str) -> list[tuple[str, int]]:
    return sorted((e.conversation_id, e.first_turn) for e in service.get(ident).evidence)


def test_the_evidence_of_both_is_the_survivors_until_that_is_taken_back(service: MemoryService) -> None:
    low, high = stored(service, ONE, confidence=0.6) + stored(service, SAME, confidence=0.9)
    said(service, low, "monday", 1)
    said(service, low, "tuesday", 2)
    said(service, high, "tuesday", 2)
    run = night(service)
    assert places(service, high) == [("monday", 1), ("tuesday", 2)]
    assert places(service, low) == [("monday", 1), ("tuesday", 2)]
    service.undo_maintenance(run.id)
    assert places(service, high) == [("tuesday", 2)]
    assert places(service, low) == [("monday", 1), ("tuesday", 2)]


def test_what_a_conversation_that_went_on_speaks_of_is_looked_at_however_old(
    service: MemoryService, clock: ManualClock
) -> None:
    low, _ = stored(service, ONE, confidence=0.6) + stored(service, SAME, confidence=0.9)
    said(service, low, "monday", 1)
    clock.advance(days=10)
    noted = (
        "INSERT INTO maintenance_run (task, started_at, finished_at, ending) VALUES ('nightly', ?, ?, 'done')"
    )
    service._rt.db.write(lambda c: c.execute(noted, (clock.now, clock.now)))
    assert night(service).result["duplicates_merged"] == 0
    service._rt.db.write(lambda c: c.execute("UPDATE conversation SET ended_at = ?", (clock.now,)))
    assert night(service).result["duplicates_merged"] == 1


@pytest.mark.logs_warnings
def test_one_memory_that_fails_does_not_keep_the_others(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arbor_desktop.conflicts import duplicates

    stored(service, "Odd one that breaks", ONE, SAME)
    alike = duplicates.find_near

    def breaking(conn: Any, new: Any, by: Any) -> Any:
        if new.content.startswith("Odd"):
            raise RuntimeError("a bug")
        return alike(conn, new, by)

    monkeypatch.setattr(duplicates, "find_near", breaking)
    run = night(service)
    assert run.result["duplicates_merged"] == 1
    assert run.result["failures"] == 1
    assert run.troubles[0].what == "“Odd one that breaks”"


@pytest.mark.logs_warnings
def test_one_memory_that_can_not_be_compared_does_not_keep_the_others(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(service, "Editor is vim", "Odd one that breaks", "Editor is emacs", "Shell is fish")
    compare = Comparison._compare_one

    def breaking(self: Comparison, memory: Memory) -> None:
        if memory.content.startswith("Odd"):
            raise RuntimeError("a bug")
        compare(self, memory)

    monkeypatch.setattr(Comparison, "_compare_one", breaking)
    service._rt.db.write(lambda c: c.execute("INSERT OR IGNORE INTO uncompared SELECT row FROM memory"))
    (run,) = service.run_maintenance("nightly")
    assert run.result["failures"] == 1
    assert len(service._detector.pending()) == 1


@pytest.mark.parametrize("by", ["a click", "undoing the run, of which the other was used since"])
def test_what_was_brought_back_is_not_merged_into_the_same_again(
    service: MemoryService, clock: ManualClock, by: str
) -> None:
    ids = stored(service, ONE, SAME)
    clock.advance(seconds=60)
    run = night(service)
    (survivor,) = living(service)
    (other,) = [ident for ident in ids if ident != survivor.id]
    clock.advance(seconds=60)
    if by == "a click":
        service.restore(other)
    else:
        service.record_usage(survivor.id, success=True)
        assert service.undo_maintenance(run.id).result["items_left"] == 1
    service.update(other, tags=["changed"])
    assert night(service).result["duplicates_merged"] == 0
    assert {m.id for m in living(service)} == set(ids)


def test_a_run_that_is_taken_back_leaves_older_links(service: MemoryService, clock: ManualClock) -> None:
    ids = stored(service, ONE, SAME, confidence=0.4)
    clock.advance(seconds=60)
    night(service)
    (survivor,) = living(service)
    (other,) = [ident for ident in ids if ident != survivor.id]
    service.restore(other)
    linked = [(r.memory.id, r.kind) for r in service.related(other)]
    assert linked == [(survivor.id, "merged_into")]
    clock.advance(days=600)
    (run,) = service.run_maintenance("daily")
    assert service.get(other).status is Status.ARCHIVED
    service.undo_maintenance(run.id)
    assert service.get(other).status is Status.ACTIVE
    assert [(r.memory.id, r.kind) for r in service.related(other)] == linked


@pytest.mark.parametrize("at_once", [1, 100])
def test_taking_back_that_broke_off_can_be_asked_for_again(
    service: MemoryService, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    stored(service, ONE, SAME)
    clock.advance(seconds=60)
    run = night(service)
    monkeypatch.setattr(runner, "UNDONE_AT_ONCE", at_once)

    def full(*_: object) -> None:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(maintenance, "undone", full)
        with pytest.raises(StorageError):
            service.undo_maintenance(run.id)
    assert service.maintenance_log()[0].undone_at is None
    again = service.undo_maintenance(run.id)
    assert again.undone_at == clock()
    assert again.result["items_restored"] == 2
    assert len(living(service)) == 2
