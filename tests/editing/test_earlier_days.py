"""Earlier days say what was so then, and bring it back."""

from __future__ import annotations

import contextlib
import random
from datetime import date, timedelta

import pytest

from arbor_desktop.clock import day_start, local_day
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


def today(clock: ManualClock) -> date:
    return local_day(clock())


def texts(service: MemoryService, day: date, **wanted: str) -> set[str]:
    found = service.time_machine.on(day, **wanted)
    return {one.content for one in service.time_machine.memories(found.ids(), day)}


def known(memory: Memory) -> tuple[object, ...]:
    return (
        memory.content, memory.type, memory.scope, memory.scope_id, memory.branch, memory.privacy_level,
        memory.tags, memory.details, memory.confidence, memory.use_count, memory.current_confidence,
    )  # fmt: skip


def change_at_random(service: MemoryService, rng: random.Random, number: int) -> None:
    memories = service.query(status="all", limit=1000).memories
    one = rng.choice(memories) if memories and number % 3 else None
    match rng.randrange(9):
        case _ if one is None:
            place = {"scope": "project", "scope_id": f"/src/p{rng.randrange(2)}"} if number % 2 else {}
            service.store(f"Statement {number} about {rng.choice('abc')}", type="fact", **place)
        case 0:
            service.update(one.id, content=f"Another {number}", tags=[f"t{number}"])
        case 1:
            service.update(one.id, type="preference", details={"condition": f"in case {number}"})
        case 2:
            service.update(one.id, privacy_level=rng.choice(["normal", "never_share"]))
        case 3:
            service.archive(one.id)
        case 4:
            service.delete(one.id)
        case 5 if one.status is Status.ARCHIVED:
            service.restore(one.id)
        case 6:
            service.record_usage(one.id, success=True)
        case 7:
            with contextlib.suppress(InvalidInput, NotFound):
                service.undo()
        case 8:
            service.update(one.id, scope="global")


@pytest.mark.parametrize("seed", range(4))
def test_each_day_is_as_it_was_then(service: MemoryService, clock: ManualClock, seed: int) -> None:
    """Whatever happens to memories, their states at the end of each day can be computed later."""
    rng, number = random.Random(seed), 0
    ends: dict[date, dict[str, Memory]] = {}
    in_project: dict[date, set[str]] = {}
    for _ in range(25):
        for _ in range(rng.randrange(5)):
            clock.advance(seconds=600)
            change_at_random(service, rng, number := number + 1)
        day = today(clock)
        clock.now = day_start(day + timedelta(days=1)) - 1
        ends[day] = {one.id: one for one in service.query(limit=1000).memories}
        in_project[day] = {one.id for one in service.query(project="/src/p1", limit=1000).memories}
        clock.advance(ms=2)
    now = {one.id: one for one in service.query(status="all", limit=1000).memories}
    days = service.time_machine.days()
    for day, then in ends.items():
        found = service.time_machine.on(day)
        assert set(found.became) == set(then)
        seen = service.time_machine.memories(found.ids(), day)
        assert {one.id: known(one) for one in seen} == {ident: known(one) for ident, one in then.items()}
        assert set(service.time_machine.on(day, "/src/p1").became) == in_project[day]
        assert texts(service, day, words="ANOTHER") == {
            one.content for one in then.values() if one.content.startswith("Another")
        }
        for ident, became in found.became.items():
            if now[ident].status is not Status.ACTIVE:
                assert became == now[ident].status
            else:
                assert became == ("same" if known(now[ident])[:6] == known(then[ident])[:6] and
                                  now[ident].details == then[ident].details else "edited")  # fmt: skip
        active = {ident for ident, one in now.items() if one.status is Status.ACTIVE}
        assert set(found.added) == active - set(then)
        assert found.today == len(active)
        if day >= days.first:
            assert days.active[(day - days.first).days] == len(then)


def test_what_changed_since_is_told_of_each(service: MemoryService, clock: ManualClock) -> None:
    kept, edited, gone = (
        service.store(text, type="fact").id
        for text in ("Tea is green", "Ports start at 80", "Logs go to syslog")
    )
    before = today(clock)
    clock.advance(days=2)
    service.update(edited, content="Ports start at 8000")
    service.archive(gone)
    new = service.store("Backups run at night", type="fact").id
    found = service.time_machine.on(before)
    assert found.became == {gone: "archived", edited: "edited", kept: "same"}
    assert (found.added, found.today) == ((new,), 3)
    assert (found.ids("edited"), len(found.ids())) == ([edited], 3)
    same = service.time_machine.on(today(clock))
    assert (set(same.became.values()), same.added) == ({"same"}, ())
    comparison = service.time_machine.compare(edited, before)
    assert comparison.then is not None and comparison.then.content == "Ports start at 80"
    assert comparison.now.content == "Ports start at 8000"
    assert [entry.action for entry in comparison.history] == ["edited", "added"]
    assert service.time_machine.compare(new, before).then is None


def test_an_edit_that_was_undone_is_none(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store("Ports start at 80", type="fact").id
    before = today(clock)
    clock.advance(days=1)
    service.update(ident, content="Ports start at 8000")
    service.undo()
    assert service.time_machine.on(before).became == {ident: "same"}


def test_what_was_deleted_permanently_is_only_counted(service: MemoryService, clock: ManualClock) -> None:
    gone = service.store("Ports start at 80", type="fact").id
    before = today(clock)
    clock.advance(days=1)
    service.store("Logs go to syslog", type="fact")
    service.purge([gone])
    found = service.time_machine.on(before)
    assert (found.became, found.purged) == ({}, 1)
    assert service.time_machine.on(before - timedelta(days=1)).purged == 0
    with pytest.raises(NotFound):
        service.time_machine.compare(gone, before)


def test_a_day_to_come_is_refused(service: MemoryService, clock: ManualClock) -> None:
    with pytest.raises(InvalidInput, match="still to come"):
        service.time_machine.on(today(clock) + timedelta(days=1))
    assert service.time_machine.on(today(clock) - timedelta(days=900)).became == {}


def test_several_are_restored_as_one_change(service: MemoryService, clock: ManualClock) -> None:
    edited, archived, deleted = (
        service.store(text, type="fact").id
        for text in ("Ports start at 80", "Logs go to syslog", "Tea is green")
    )
    before = today(clock)
    clock.advance(days=3)
    service.update(edited, content="Ports start at 8000", type="preference")
    service.archive(archived)
    service.delete(deleted)
    done = service.time_machine.restore([edited, archived, deleted], before)
    assert {one.id for one in done} == {edited, archived, deleted}
    assert texts(service, today(clock)) == texts(service, before)
    assert set(service.time_machine.on(before).became.values()) == {"same"}
    service.undo()
    now = service.get_many([edited, archived, deleted])
    assert [(one.content, one.status.value) for one in now] == [
        ("Ports start at 8000", "active"), ("Logs go to syslog", "archived"), ("Tea is green", "deleted"),
    ]  # fmt: skip
    assert service.get(edited).type == "preference"


def test_a_text_is_restored_beside_todays(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store("Ports start at 80", type="fact", tags=["net"]).id
    before = today(clock)
    clock.advance(days=3)
    service.update(ident, content="The web server is nginx", privacy_level="never_share")
    (added,) = service.time_machine.restore([ident], before, as_new=True)
    assert (added.content, added.tags, added.privacy_level) == ("Ports start at 80", ("net",), "never_share")
    assert service.get(ident).content == "The web server is nginx"
    assert service.time_machine.restore([ident], before, as_new=True) == []  # it is there already
    service.undo()
    assert service.get(added.id).status is Status.DELETED


def test_a_memory_takes_its_successors_place_again(service: MemoryService, clock: ManualClock) -> None:
    old = service.store("Always use npm for packages", type="preference").id
    before = today(clock)
    clock.advance(days=3)
    stored = service.store("Always use pnpm for packages, not npm", type="preference")
    (conflict,) = stored.conflicts
    service.resolve_conflict(conflict, "accepted_newer")
    comparison = service.time_machine.compare(old, before)
    assert comparison.successor is not None and comparison.successor.id == stored.id
    clock.advance(days=1)
    service.time_machine.restore([old], before, instead_of=stored.id)
    assert (service.get(old).status, service.get(stored.id).status) == ("active", "superseded")
    assert not service.list_conflicts()
    service.undo()
    assert (service.get(old).status, service.get(stored.id).status) == ("superseded", "active")
    assert [one.memory.id for one in service.related(old)] == [stored.id]


def test_a_restored_text_that_contradicts_another_is_a_conflict(
    service: MemoryService, clock: ManualClock
) -> None:
    ident = service.store("Always use npm for packages", type="preference").id
    before = today(clock)
    clock.advance(days=3)
    service.archive(ident)
    service.store("Always use pnpm for packages, not npm", type="preference")
    assert not service.list_conflicts()
    service.time_machine.restore([ident], before)
    assert len(service.list_conflicts()) == 1


def test_a_restored_memory_is_no_less_private_than_today(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store("The staging key is in the safe", type="fact").id
    before = today(clock)
    clock.advance(days=1)
    service.update(ident, content="The staging key is in drawer 4", privacy_level="never_share")
    service.time_machine.restore([ident], before)
    now = service.get(ident)
    assert (now.content, now.privacy_level) == ("The staging key is in the safe", "never_share")
