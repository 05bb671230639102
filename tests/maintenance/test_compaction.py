"""Long, old memories are shown as their essential sentence; nothing of them is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.maintenance.model import Action, Reason
from arbor_desktop.runtime.steps import Stopped, Work
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock

NAMES = (
    "blue",
    "school",
    "museum",
    "garden",
    "copper",
    "harbour",
    "castle",
    "winter",
    "village",
    "glass",
    "bread",
)


def short(number: int) -> str:
    return f"The {NAMES[number]} oven is fired on Tuesday nights."


def long(number: int) -> str:
    """A text of which `short` is the essence."""
    return short(number) + (
        f" That was decided in the year of the great flood, when the power in the {NAMES[number]} valley was "
        "cheap after ten in the evening and the old foreman could not sleep anyway, as he told everybody who "
        "asked, and some who did not."
    )


LIST = (
    "Oven 1 has three doors. Oven 2 has four. The blue kiln belongs to the school, the green one to the "
    "city, and the red one must not be used before the chimney was swept. Glazes are kept beside the stairs. "
    "The key to the store is with Lena."
)


def add(service: MemoryService, text: str, **fields: Any) -> str:
    return service.store(text, **{"type": "fact", "confidence": 0.9} | fields).id


@pytest.fixture
def old(service: MemoryService, clock: ManualClock) -> str:
    ident = add(service, long(1))
    clock.advance(days=40)
    return ident


def weekly(service: MemoryService, stopping: Callable[[], bool] = lambda: False) -> Work:
    work = Work(Task.WEEKLY, service._rt.by("maintenance"), stopping, lambda _: None)
    service.maintenance_parts.compaction.shorten(work)
    return work


def candidates(service: MemoryService) -> list[str]:
    return [one.memory.id for one in service.get_compaction_candidates()]


def test_long_and_old_memories_are_candidates(service: MemoryService, clock: ManualClock) -> None:
    fact = add(service, long(1))
    context = add(service, long(2), type="context")
    add(service, short(3))
    add(service, long(4), type="instruction")
    add(service, long(5), privacy_level="always_include")
    archived = add(service, long(6))
    service.archive(archived)
    clock.advance(days=30)
    assert candidates(service) == []
    clock.advance(days=1)
    add(service, long(7))
    assert set(candidates(service)) == {fact, context}


def test_a_candidate_says_why_and_what(service: MemoryService, clock: ManualClock) -> None:
    aged = add(service, long(1))
    unseen = add(service, long(2))
    large = add(service, LIST * 5)
    faded = add(service, long(3), confidence=0.35)
    failed = add(service, long(4), confidence=0.38)
    service.record_usage(aged, True)
    service.report_failure(failed, "LOW")
    clock.advance(days=31)
    found = {one.memory.id: one for one in service.get_compaction_candidates()}
    assert {i: (one.reason, one.action) for i, one in found.items()} == {
        aged: (Reason.AGE, Action.SUMMARIZE),
        unseen: (Reason.LOW_ACCESS, Action.SUMMARIZE),
        large: (Reason.SIZE, Action.SUMMARIZE),
        faded: (Reason.LOW_CONFIDENCE, Action.ARCHIVE),
        failed: (Reason.LOW_CONFIDENCE, Action.DELETE),
    }
    assert found[aged].summary == short(1)
    assert found[large].summary is None
    assert found[aged].to_dict().keys() == {"memory", "reason", "action", "summary", "also", "applied"}
    assert [one.ready for one in service.get_compaction_candidates()] == [True, True, False, False, False]
    assert len(service.get_compaction_candidates(2)) == 2
    with pytest.raises(InvalidInput):
        service.get_compaction_candidates(0)


def test_it_is_done_weekly_and_once(service: MemoryService, old: str, clock: ManualClock) -> None:
    left = add(service, LIST)
    clock.advance(days=40)
    before = service.get_many([old])[0]
    assert weekly(service).counts == {"items_compressed": 1}
    memory = service.get_many([old])[0]
    assert memory.summary == memory.shown_text == short(1)
    assert memory == replace(before, summary=memory.summary, compacted_at=clock())
    last = service.history(old)[-1]
    assert (last.actor, last.action) == ("maintenance", "compacted")
    assert last.reason
    assert service.get(left).summary is None
    assert service.get_stats()["compacted_count"] == 1
    assert weekly(service).counts == {"items_compressed": 0}
    assert service.get_many([old])[0] == memory


def test_a_setting_switches_it_off(service: MemoryService, old: str) -> None:
    service.settings.set("lifecycle.compact", False)
    assert weekly(service).counts == {}
    assert service.get(old).summary is None


def test_the_short_form_is_told_and_all_the_words_are_found(service: MemoryService, old: str) -> None:
    weekly(service)
    assert [hit.memory.id for hit in service.search("foreman flood valley")] == [old]
    told = service.get_context(prompt=short(1)).text
    assert short(1) in told
    assert "foreman" not in told


def test_what_contradicts_the_whole_text_is_still_found(service: MemoryService, clock: ManualClock) -> None:
    text = (
        "The tests of the kiln's controller are long, and they are started on the machine in the hall, which "
        "nobody may switch off before the last of them is done. Always run the controller's tests with Jest."
    )
    old = add(service, text)
    clock.advance(days=40)
    service.apply_compaction(old, "The tests of the kiln's controller are long")
    newer = add(service, text.replace("Always run", "Never run"))
    assert service.get(newer).conflict_ids == service.get(old).conflict_ids != ()


def test_the_same_text_again_is_no_second_memory(service: MemoryService, old: str) -> None:
    weekly(service)
    assert service.store(long(1), type="fact").existing_id == old
    assert service.get(old).summary == short(1)


# -- by hand --


def test_a_person_gives_a_short_form_and_takes_it_back(service: MemoryService, old: str) -> None:
    before = service.get_many([old])[0]
    memory = service.apply_compaction(old, "  Fired on\nTuesdays ")
    assert memory.summary == "Fired on Tuesdays"
    assert service.undo().action == "compacted"
    assert replace(service.get_many([old])[0], updated_at=0) == replace(before, updated_at=0)
    service.apply_compaction(old, "Fired on Tuesdays")
    assert service.undo_compaction(old).summary is None
    assert service.get(old).compacted_at is None
    with pytest.raises(InvalidInput, match="no summary"):
        service.undo_compaction(old)


@pytest.mark.parametrize("summary", ["", "  ", "ab", "x" * 101])
def test_a_short_form_has_its_length(service: MemoryService, old: str, summary: str) -> None:
    with pytest.raises(InvalidInput):
        service.apply_compaction(old, summary)


def test_a_short_form_is_shorter_than_its_text(service: MemoryService) -> None:
    ident = add(service, "Oven 1 has three doors.")
    with pytest.raises(InvalidInput, match="shorter"):
        service.apply_compaction(ident, "The oven number one has three doors.")
    with pytest.raises(NotFound):
        service.apply_compaction("none", "Oven 1 has doors")


def test_what_was_taken_back_is_not_shortened_by_itself_again(
    service: MemoryService, old: str, clock: ManualClock
) -> None:
    weekly(service)
    service.undo_compaction(old)
    assert candidates(service) == []
    clock.advance(days=100)
    assert weekly(service).counts == {"items_compressed": 0}
    service.update(old, content=long(9))
    clock.advance(days=31)
    assert candidates(service) == [old], "it is another text now"


def test_all_at_once_is_taken_back_as_one(service: MemoryService, clock: ManualClock) -> None:
    ids = {add(service, long(number)) for number in range(3)}
    left = add(service, LIST)
    clock.advance(days=40)
    planned = service.compact(dry_run=True)
    assert not any(one.applied for one in planned)
    assert all(service.get(i).summary is None for i in ids)
    done = service.compact()
    assert {one.memory.id for one in done if one.applied} == ids
    assert {one.memory.id for one in done} == ids | {left}
    assert set(service.undo().ids) == ids
    assert service.compact(dry_run=True)[0].memory.id == left, "taken back is taken back"


# -- after it --


def test_an_edit_drops_a_short_form_that_is_no_longer_true(service: MemoryService, old: str) -> None:
    weekly(service)
    service.update(old, tags=["oven"])
    assert service.get(old).summary is not None
    memory = service.update(old, content="Oven 1 is never fired at night.")
    assert (memory.summary, memory.compacted_at) == (None, None)
    service.undo()
    assert service.get(old).summary == short(1)


def test_an_edit_may_bring_its_own(service: MemoryService, old: str, clock: ManualClock) -> None:
    memory = service.update(old, content=long(2), summary="Oven 2: Tuesdays")
    assert (memory.summary, memory.compacted_at) == ("Oven 2: Tuesdays", clock())
    assert service.update(old, summary=None).compacted_at is None


def test_an_older_version_comes_back_with_its_short_form(service: MemoryService, old: str) -> None:
    weekly(service)
    seq = service.history(old)[-1].seq
    service.update(old, content="Oven 1 is never fired at night.")
    memory = service.restore_version(old, seq)
    assert memory.summary == short(1)
    assert memory.compacted_at is not None


def test_what_a_person_said_lately_is_left_alone(service: MemoryService, clock: ManualClock) -> None:
    edited, confirmed, doubted, contested = (add(service, long(n)) for n in range(4))
    clock.advance(days=40)
    service.update(edited, content=long(10))
    service.feedback(confirmed, "CONFIRM")
    service.feedback(doubted, "OUTDATED")
    add(service, long(3).replace("is fired", "is never fired"))
    assert service.get(contested).conflict_ids
    assert candidates(service) == []
    clock.advance(days=31)
    assert {edited, confirmed} <= set(candidates(service))
    assert not {doubted, contested} & set(candidates(service)), "somebody has to decide these first"


def test_it_can_be_stopped_between_memories(service: MemoryService, old: str) -> None:
    with pytest.raises(Stopped):
        weekly(service, stopping=lambda: True)
    assert service.get(old).summary is None


def test_one_that_fails_does_not_keep_the_others(
    service: MemoryService, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    ids = [add(service, long(number)) for number in range(3)]
    clock.advance(days=40)
    service._rt.db.write(
        lambda c: c.execute(
            f"CREATE TRIGGER broken BEFORE UPDATE OF summary ON memory WHEN new.id = '{ids[1]}' "
            "BEGIN SELECT raise(ABORT, 'a bad sector'); END"
        )
    )
    work = weekly(service)
    assert work.counts == {"items_compressed": 2, "failures": 1}
    assert ids[1] in work.troubles[0].what
    assert [service.get_many([i])[0].summary is None for i in ids] == [False, True, False]
