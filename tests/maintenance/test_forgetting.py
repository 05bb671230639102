"""What fades is archived by itself, once, with its reason; what a person brings back stays."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS
from arbor_desktop.errors import StorageError
from arbor_desktop.memories.confidence import (
    ACCEPTED_CONFIDENCE,
    RESTORED_CONFIDENCE,
    ArchiveReason,
    DecayPolicy,
    archive_reason,
)
from arbor_desktop.memories.model import Memory, Privacy, Status
from arbor_desktop.memories.queries import lifecycle, memories
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.steps import Progress, Stopped, Work
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock
from tests.reliability.sessions import RULES, Session

LOGS = ("maintenance_run", "access_log", "activity", "conflict_event")


def add(service: MemoryService, content: str, **fields: Any) -> str:
    return service.store(content, **{"type": "fact"} | fields).id


def run(
    service: MemoryService,
    step: Callable[[Work], None],
    *,
    stopping: Callable[[], bool] = lambda: False,
    told: Callable[[Progress], None] = lambda _: None,
) -> Work:
    work = Work(Task.DAILY, service._rt.by("maintenance"), stopping, told)
    step(work)
    return work


def dump(service: MemoryService) -> dict[str, list[tuple[Any, ...]]]:
    """Every table but the logs of what was done when."""

    def read(conn: apsw.Connection) -> dict[str, list[tuple[Any, ...]]]:
        names = [n for (n,) in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")]
        kept = [n for n in names if n not in LOGS and "_fts" not in n and n != "memory_terms"]
        return {name: sorted(conn.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in kept}

    return service._rt.db.read(read)


def daily(service: MemoryService) -> Work:
    return run(service, service.maintenance_parts.lifecycle.archive)


def weekly(service: MemoryService) -> Work:
    return run(service, partial(service.maintenance_parts.lifecycle.archive, weekly=True))


# -- what is forgotten --


def test_what_faded_is_archived_with_its_reason_and_last_confidence(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor", confidence=0.5)
    clock.advance(days=130)
    assert service.run_decay() == {"updated": 1, "archived": 0}
    clock.advance(days=10)
    assert service.run_decay() == {"updated": 1, "archived": 1}
    memory = service.get(ident)
    assert (memory.status, memory.archived_at) == (Status.ARCHIVED, clock())
    last = service.history(ident)[-1]
    assert (last.actor, last.action) == ("maintenance", "archived")
    assert last.reason == "Faded to 0.29 without being used"
    assert last.after is not None and last.after["final_confidence"] == pytest.approx(
        0.5 * 0.995**110, abs=1e-4
    )
    assert last.after["why"] == "faded"
    assert service.run_decay() == {"updated": 0, "archived": 0}


def test_linear_needs_a_week_of_silence_as_well(service: MemoryService, clock: ManualClock) -> None:
    service.settings.set("confidence.policy", "linear")
    ident = add(service, "The kiln is on the second floor", confidence=0.14)
    clock.advance(days=2)
    assert service.run_decay() == {"updated": 1, "archived": 0}
    clock.advance(days=5)
    assert service.run_decay() == {"updated": 1, "archived": 1}
    assert service.get(ident).status is Status.ARCHIVED


@pytest.mark.parametrize("privacy", [Privacy.ALWAYS_INCLUDE, Privacy.SENSITIVE])
def test_nothing_pinned_or_sensitive_is_forgotten_even_when_its_time_ran_out(
    service: MemoryService, clock: ManualClock, privacy: Privacy
) -> None:
    ident = add(
        service, "The code of the door", confidence=0.1, privacy_level=privacy, expires_at=clock() + DAY_MS
    )
    clock.advance(days=3000)
    assert service.run_decay() == {"updated": 0, "archived": 0}
    weekly(service)
    assert service.get(ident).status is Status.ACTIVE
    told = service.get_context()
    assert ident not in [one.id for one in told.included], "a date that has passed still counts"


def test_what_ran_out_is_archived_also_where_it_waits_for_a_yes(
    service: MemoryService, clock: ManualClock
) -> None:
    one = add(service, "The kiln is broken until Friday", expires_at=clock() + DAY_MS)
    waiting = add(service, "The shop is closed until Friday", expires_at=clock() + DAY_MS)
    service.update(waiting, status="pending")
    clock.advance(days=1)
    assert service.run_decay()["archived"] == 2
    assert service.history(one)[-1].reason == "Expired; its confidence was 1.00"
    assert service.get(waiting).status is Status.ARCHIVED


def test_what_waits_for_a_yes_is_not_taken_away_before_it_is_given(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln might be on the second floor", confidence=0.4, source="ai_inferred")
    service.update(ident, status="pending")
    clock.advance(days=2000)
    daily(service)
    weekly(service)
    assert service.get(ident).status is Status.PENDING


def test_a_conclusion_that_proved_nothing_goes_weekly(service: MemoryService, clock: ManualClock) -> None:
    def conclude(text: str, **fields: Any) -> str:
        return add(service, text, **{"source": "ai_inferred", "confidence": 0.55} | fields)

    idle = conclude("The tests are run with tox")
    stated = conclude("The kiln is on the second floor", source="user_stated")
    confirmed = conclude("Glazes are mixed on Tuesdays")
    used = conclude("The shop opens at nine")
    sure = conclude("Invoices are sent by mail", confidence=0.9)
    service.feedback(confirmed, "CONFIRM")
    service.record_usage(used, True)
    clock.advance(days=89)
    service.record_usage(used, False)
    assert weekly(service).counts["items_archived"] == 0
    clock.advance(days=2)
    assert service.run_decay()["archived"] == 0
    assert weekly(service).counts["items_archived"] == 1
    assert service.get(idle).status is Status.ARCHIVED
    assert service.history(idle)[-1].after["why"] == ArchiveReason.UNPROVEN  # type: ignore[index]
    assert {service.get(i).status for i in (stated, confirmed, used, sure)} == {Status.ACTIVE}


def test_archived_memories_are_not_found_told_or_counted_but_can_be_browsed(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor", type="preference")
    clock.advance(days=400)
    service.run_decay()
    assert service.search("kiln second floor") == []
    assert service.retrieve("where is the kiln").memories == ()
    assert service.get_context().included == ()
    assert service.get_stats()["total_memories"] == 0
    assert [m.id for m in service.query(status="archived").memories] == [ident]
    assert [h.memory.id for h in service.search("kiln", status="archived")] == [ident]


@pytest.mark.parametrize(("worth", "told"), [(0.2996, "0.29"), (0.288, "0.29"), (0.1, "0.10"), (0.4, "0.40")])
def test_the_reason_is_one(worth: float, told: str) -> None:
    assert ArchiveReason.FADED.text(worth) == f"Faded to {told} without being used"


# -- coming back --


def test_what_is_restored_is_not_archived_again_the_next_night(
    service: MemoryService, clock: ManualClock
) -> None:
    faded = add(service, "The kiln is on the second floor", confidence=0.5)
    ran_out = add(service, "The shop is closed until Friday", expires_at=clock() + DAY_MS)
    unproven = add(service, "Tox runs the tests", source="ai_inferred", confidence=0.55)
    fast = add(service, "We are moving the ovens", decay_rate=10)
    ids = (faded, ran_out, unproven, fast)
    clock.advance(days=100)
    weekly(service)
    clock.advance(days=100)
    service.run_decay()
    assert {service.get(i).status for i in ids} == {Status.ARCHIVED}
    service.restore(*ids)
    memory = service.get(faded)
    assert (memory.confidence, memory.reinforced_at) == (RESTORED_CONFIDENCE, clock())
    assert (memory.confirmed_at, memory.archived_at) == (clock(), None)
    assert service.get(ran_out).expires_at is None
    for _ in range(8):
        clock.advance(days=1)
        assert service.run_decay()["archived"] == 0
        assert weekly(service).counts["items_archived"] == 0
    clock.advance(days=3000)
    assert service.run_decay()["archived"] == 4, "brought back is not pinned"


def test_restoring_is_taken_back_whole(service: MemoryService, clock: ManualClock) -> None:
    ident = add(service, "The kiln is on the second floor", confidence=0.5)
    clock.advance(days=200)
    service.run_decay()
    before = service.get_many([ident])[0]
    service.restore(ident)
    service.undo()
    assert replace(service.get_many([ident])[0], updated_at=0) == replace(before, updated_at=0)


def test_a_status_set_by_hand_is_restoring(service: MemoryService, clock: ManualClock) -> None:
    ident = add(service, "The kiln is on the second floor", confidence=0.5)
    clock.advance(days=200)
    service.run_decay()
    memory = service.update(ident, status="active")
    assert (memory.status, memory.confidence, memory.archived_at) == (
        Status.ACTIVE,
        RESTORED_CONFIDENCE,
        None,
    )
    assert service.run_decay()["archived"] == 0


def test_taking_an_archiving_back_leaves_a_memory_exactly_as_it_was(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor", confidence=0.7)
    clock.advance(days=40)
    before = service.get_many([ident])[0]
    service.archive(ident)
    service.undo()
    assert replace(service.get_many([ident])[0], updated_at=0) == replace(before, updated_at=0)


def test_what_faded_while_it_was_archived_by_hand_lives_on_when_that_is_taken_back(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor", confidence=0.5)
    service.archive(ident)
    clock.advance(days=200)
    service.undo()
    assert service.get(ident).current_confidence == RESTORED_CONFIDENCE
    assert service.run_decay()["archived"] == 0


def test_a_run_that_is_taken_back_is_not_repeated_the_next_night(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor", confidence=0.5)
    clock.advance(days=200)
    by = service._rt.by("maintenance")
    service._rt.db.write(lambda c: lifecycle.forget(c, [ident], by))
    undo = service._rt.by("undo")

    def back(conn: apsw.Connection) -> list[str]:
        row = memories.rows_of(conn, [ident])[0][0]
        memories.change(conn, row, {"status": Status.ACTIVE, "archived_at": None}, undo, "undo")
        return lifecycle.keep_brought_back(conn, undo)

    assert service._rt.db.write(back) == [ident]
    assert service._rt.db.write(lambda c: lifecycle.keep_brought_back(c, undo)) == []
    assert service.run_decay()["archived"] == 0


def test_a_yes_makes_a_waiting_memory_live_on(service: MemoryService, clock: ManualClock) -> None:
    ident = add(service, "Tox runs the tests", source="ai_inferred", confidence=0.55, decay_rate=0.2)
    service.update(ident, status="pending")
    clock.advance(days=300)
    memory = service.accept(ident)[0]
    assert (memory.confidence, memory.reinforced_at, memory.confirmed_at) == (
        ACCEPTED_CONFIDENCE,
        clock(),
        clock(),
    )
    assert memory.decay_rate == 0.1, "what a person said yes to fades as what proved of use"
    assert service.run_decay()["archived"] == 0


def test_what_was_forgotten_comes_back_when_it_is_said_again(
    service: MemoryService, clock: ManualClock
) -> None:
    forgotten, put_away = add(service, "The kiln is upstairs"), add(service, "The shop opens at nine")
    service.archive(put_away)
    clock.advance(days=400)
    service.run_decay()
    again = service.store("The kiln is upstairs", type="fact")
    assert (again.id, again.duplicate, again.existing_id) == (forgotten, True, forgotten)
    memory = service.get(forgotten)
    assert (memory.status, memory.current_confidence, memory.archived_at) == (Status.ACTIVE, 1.0, None)
    assert service.history(forgotten)[-1].action == "said again"
    assert service.store("The shop opens at nine", type="fact").id != put_away, "that was a person's wish"
    assert service.run_decay()["archived"] == 0


def test_a_conversation_brings_back_what_was_forgotten(
    service: MemoryService, clock: ManualClock, tmp_path: Path
) -> None:
    def say(name: str) -> None:
        session = Session(name, start=clock() // 1000).say(RULES[0]).reply("I will. " * 20)
        service.capture([session.write(tmp_path)])

    say("once")
    (memory,) = service.query().memories
    clock.advance(days=1_500)
    assert service.run_decay()["archived"] == 1
    clock.advance(days=1)
    say("again")
    assert [m.id for m in service.query().memories] == [memory.id]


# -- rebasing --


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["exponential", "linear"])
@pytest.mark.parametrize(
    ("deed", "delta"),
    [
        (lambda s, i: s.feedback(i, "CONFIRM"), 0.1),
        (lambda s, i: s.feedback(i, "INCORRECT"), -0.3),
        (lambda s, i: s.feedback(i, "OUTDATED"), -0.2),
        (lambda s, i: s.record_usage(i, True), 0.01),
        (lambda s, i: s.record_usage(i, False), -0.05),
        (lambda s, i: s.report_failure(i, "HIGH"), -0.15),
        (lambda s, i: s.report_failure(i, "MEDIUM"), -0.10),
        (lambda s, i: s.report_failure(i, "LOW"), -0.05),
        (lambda s, i: s.adjust_confidence(i, 0.07, "why not"), 0.07),
        (lambda s, i: s.store("The kiln is on the second floor", type="fact"), 0.05),
        (lambda s, i: s.update(i, content="The kiln is on the third floor"), 0),
        (lambda s, i: s.update(i, privacy_level="always_include"), 0),
        (lambda s, i: s.update(i, decay_rate=5), 0),
        (lambda s, i: s.add_tags([i], ["kiln"]), 0),
        (lambda s, i: s.restore_version(i, s.history(i)[0].seq), 0),
    ],
)
def test_every_change_starts_from_today_and_counts_from_there(
    service: MemoryService, clock: ManualClock, policy: str, deed: Callable[..., Any], delta: float
) -> None:
    service.settings.set("confidence.policy", policy)
    ident = add(service, "The kiln is on the second floor", confidence=0.8)
    clock.advance(days=90)
    today = service.get(ident).current_confidence
    assert today < 0.8
    deed(service, ident)
    after = service.get_many([ident])[0]
    assert after.confidence == after.current_confidence == pytest.approx(today + delta, abs=1e-6)
    assert after.reinforced_at == clock()


def test_what_was_pinned_for_a_year_does_not_fade_at_once_when_it_is_pinned_no_more(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor", privacy_level="always_include", confidence=0.9)
    clock.advance(days=700)
    service.update(ident, privacy_level="normal")
    assert service.get(ident).current_confidence == 0.9
    assert service.run_decay()["archived"] == 0


def test_an_edit_that_changes_nothing_is_none(service: MemoryService, clock: ManualClock) -> None:
    ident = add(service, "The kiln is on the second floor", tags=["kiln"])
    clock.advance(days=90)
    before = service.get_many([ident])[0]
    service.update(ident, content="The kiln is on the second floor")
    service.add_tags([ident], ["kiln"])
    service.update(ident, confidence=before.current_confidence)
    assert service.get_many([ident])[0] == before
    assert service.update(ident, confidence=1.0).current_confidence == 1.0, "back to what it once was"


def test_an_edit_can_be_taken_back_though_the_memory_was_used_since(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor", confidence=0.8)
    clock.advance(days=90)
    service.update(ident, content="The kiln is on the third floor")
    worth = service.get(ident).confidence
    service.record_usage(ident, True, actor="agent")
    service.undo()
    memory = service.get(ident)
    assert memory.content == "The kiln is on the second floor"
    assert memory.confidence == pytest.approx(worth + 0.01), "that it was used stands"


@pytest.mark.parametrize(
    "deed",
    [lambda s, i: s.record_usage(i, True), lambda s, i: s.feedback(i, "CONFIRM"), lambda s, i: s.restore(i)],
)
def test_what_proved_of_use_fades_slower(service: MemoryService, deed: Callable[..., Any]) -> None:
    ident = add(service, "The kiln is on the second floor", decay_rate=0.3)
    now = add(service, "We are moving the ovens", type="context", decay_rate=0.4)
    lasting = add(service, "The shop opens at nine", decay_rate=0.02)
    for each in (ident, now, lasting):
        deed(service, each)
    assert [service.get_many([each])[0].decay_rate for each in (ident, now, lasting)] == [0.1, 0.2, 0.02]


def test_of_no_use_is_no_proof(service: MemoryService) -> None:
    ident = add(service, "The kiln is on the second floor", decay_rate=0.3)
    service.record_usage(ident, False)
    assert service.get(ident).decay_rate == 0.3


def test_what_is_made_an_instruction_fades_like_one(service: MemoryService) -> None:
    ident = add(service, "We move the tests to Vitest", type="context", decay_rate=0.4)
    assert service.update(ident, type="instruction").decay_rate == 0.1
    assert service.update(ident, type="context").decay_rate == 0.1


# -- how it is done --


def test_once_or_ten_times_is_the_same(service: MemoryService, clock: ManualClock) -> None:
    for number in range(30):
        add(service, f"Oven {number} is in hall {number * 7}", confidence=0.3 + 0.02 * number)
    clock.advance(days=90)
    daily(service)
    once = dump(service)
    assert once["memory"] and any("archived" in row for row in once["memory"])
    for _ in range(9):
        daily(service)
    assert dump(service) == once


def test_a_memory_that_cannot_be_archived_does_not_keep_the_others(
    service: MemoryService, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    ids = [add(service, f"Oven {number} is in hall {number * 7}") for number in range(5)]
    clock.advance(days=400)
    service._rt.db.write(
        lambda c: c.execute(
            "CREATE TRIGGER broken BEFORE UPDATE OF status ON memory WHEN new.id = '" + ids[2] + "' "
            "BEGIN SELECT raise(ABORT, 'a bad sector'); END"
        )
    )
    work = daily(service)
    assert work.counts == {"items_archived": 4, "failures": 1}
    assert ids[2] in work.troubles[0].what and "a bad sector" in work.troubles[0].why
    assert service.get(ids[2]).status is Status.ACTIVE
    assert {service.get(i).status for i in ids if i != ids[2]} == {Status.ARCHIVED}


def test_what_fails_for_all_is_told_as_one(service: MemoryService, clock: ManualClock) -> None:
    for number in range(3):
        add(service, f"Oven {number} is in hall {number * 7}")
    clock.advance(days=400)
    service._rt.db.write(
        lambda c: c.execute(
            "CREATE TRIGGER broken BEFORE UPDATE OF status ON memory BEGIN SELECT raise(ABORT, 'no'); END"
        )
    )
    with pytest.raises(StorageError):
        daily(service)


def test_it_is_done_in_pieces_tells_how_far_it_is_and_can_be_stopped(
    service: MemoryService, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.maintenance.forgetting.AT_ONCE", 2)
    for number in range(5):
        add(service, f"Oven {number} is in hall {number * 7}")
    clock.advance(days=400)
    told: list[tuple[int, int]] = []
    with pytest.raises(Stopped):
        run(service, service.maintenance_parts.lifecycle.archive, stopping=lambda: len(told) == 1,
            told=lambda p: told.append((p.done, p.total)))  # fmt: skip
    assert told == [(2, 5)]
    assert service.get_stats()["total_memories"] == 3, "what was done is kept"
    run(service, service.maintenance_parts.lifecycle.archive, told=lambda p: told.append((p.done, p.total)))
    assert told == [(2, 5), (2, 3), (3, 3)]
    assert service.get_stats()["total_memories"] == 0


def test_what_is_used_meanwhile_stays(service: MemoryService, clock: ManualClock) -> None:
    ident = add(service, "The kiln is on the second floor")
    clock.advance(days=400)
    by = service._rt.by("maintenance")
    found = service._rt.db.read(lambda c: lifecycle.forgettable(c, by.policy, by.now))
    service.feedback(ident, "CONFIRM")
    service.adjust_confidence(ident, 0.5, "needed every day")
    assert service._rt.db.write(lambda c: lifecycle.forget(c, found, by)) == []
    assert service.get(ident).status is Status.ACTIVE


def test_a_conflict_ends_when_one_side_is_forgotten_and_begins_again_when_it_is_back(
    service: MemoryService, clock: ManualClock
) -> None:
    older = add(service, "Tests are run with Jest", type="preference", confidence=0.5)
    clock.advance(days=150)
    newer = add(service, "Never run tests with Jest", type="preference")
    (conflict,) = service.list_conflicts()
    heard: list[Changes] = []
    unsubscribe = service.events.subscribe(heard.append)
    try:
        assert service.run_decay()["archived"] == 1
    finally:
        unsubscribe()
    assert service.list_conflicts() == []
    assert service.get(newer).conflict_ids == ()
    assert any(c.conflicts and {older, newer} <= set(c.memories) for c in heard)
    service.restore(older)
    assert [one.id for one in service.list_conflicts()] == [conflict.id]


# -- deleting for good what was archived long ago --


def test_archived_memories_are_kept_unless_a_setting_says_otherwise(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = add(service, "The kiln is on the second floor")
    service.archive(ident)
    clock.advance(days=5000)
    assert run(service, service.maintenance_parts.lifecycle.purge).counts == {}
    assert service.get(ident).status is Status.ARCHIVED


def test_what_was_archived_long_ago_is_deleted_for_good_where_that_is_wanted(
    service: MemoryService, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.maintenance.forgetting.AT_ONCE", 2)
    service.settings.set("lifecycle.purge_archived_days", 183)
    old = [add(service, f"Oven {number} stands in the zanzibar hall") for number in range(5)]
    pinned = add(service, "The kiln is pinned", privacy_level="always_include")
    secret = add(service, "The kiln is secret", privacy_level="sensitive")
    service.archive(*old, pinned, secret)
    clock.advance(days=100)
    young = add(service, "The shop opens at nine")
    service.archive(young)
    clock.advance(days=84)
    assert run(service, service.maintenance_parts.lifecycle.purge).counts["items_purged"] == 5
    assert {m.id for m in service.query(status="archived").memories} == {pinned, secret, young}
    assert b"zanzibar" not in service.home.database.read_bytes(), "nothing of it is left in the file"
    assert run(service, service.maintenance_parts.lifecycle.purge).counts == {}


# -- the same in SQL --


@given(data=st.data())
def test_the_store_finds_exactly_what_the_rules_say(data: st.DataObject) -> None:
    now = 20_000 * DAY_MS
    policy = data.draw(
        st.sampled_from([DecayPolicy(), DecayPolicy("linear"), DecayPolicy(grace_days=0, floor=0.0)])
    )
    days = st.integers(-5, 400).map(lambda d: now - d * DAY_MS)
    conn = _empty()
    for number in range(4):
        conn.execute(
            "INSERT INTO memory (id, content, fold, type, category, scope, source, status, confidence, "
            "privacy_level, created_at, updated_at, reinforced_at, confirmed_at, last_used_at, expires_at, "
            "decay_rate) VALUES (?, 'x', 'x', 'fact', 'facts', 'global', ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?)",
            (
                f"m{number}",
                data.draw(st.sampled_from(["user_stated", "ai_inferred"])),
                data.draw(st.sampled_from([s.value for s in Status])),
                data.draw(st.floats(0, 1)),
                data.draw(st.sampled_from([p.value for p in Privacy])),
                data.draw(days),
                data.draw(st.none() | days),
                data.draw(st.none() | days),
                data.draw(st.none() | days),
                data.draw(st.sampled_from([0.0, 0.1, 0.4, 1.0, 10.0])),
            ),
        )
    everything: list[Memory] = memories.get_many(conn, [f"m{n}" for n in range(4)], policy, now)
    for weekly_too in (False, True):
        found = lifecycle.forgettable(conn, policy, now, weekly=weekly_too)
        assert found == [
            m.id for m in everything if archive_reason(m, now, policy, weekly=weekly_too) is not None
        ]


_local = threading.local()


def _empty() -> apsw.Connection:
    """An empty store in memory: made once, for making one takes longer than the test."""
    from arbor_desktop.database import migrations

    if not hasattr(_local, "conn"):
        _local.conn = apsw.Connection(":memory:")
        migrations.migrate(_local.conn, 0)
    _local.conn.execute("DELETE FROM memory")
    return _local.conn  # type: ignore[no-any-return]


def test_the_side_that_a_person_chose_is_not_forgotten_the_next_night(
    service: MemoryService, clock: ManualClock
) -> None:
    older = add(service, "Tests are run with Jest", type="preference", confidence=0.45)
    clock.advance(days=100)
    add(service, "Never run tests with Jest", type="preference")
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "accepted_older")
    memory = service.get(older)
    assert (memory.current_confidence, memory.confirmed_at) == (ACCEPTED_CONFIDENCE, clock())
    clock.advance(days=100)
    assert service.run_decay()["archived"] == 0
