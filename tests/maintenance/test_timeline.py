"""What happened to the memory, told through the service."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from arbor_desktop.clock import DAY_MS, local_day
from arbor_desktop.database.connection import Connection
from arbor_desktop.demo.sessions import write_sessions
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.model import MOMENT_KINDS, Moment
from arbor_desktop.memories.model import FeedbackKind, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock
from tests.judges import use_judge

KILN, MILL = "/srv/kiln", "/srv/mill"


def add(service: MemoryService, text: str, project: str | None = None) -> str:
    place = {"scope": "project", "scope_id": project} if project else {"scope": "global"}
    return service.store(text, type="fact", **place).id  # type: ignore[arg-type]


def archive(service: MemoryService, ident: str, by: Write) -> None:
    """As maintenance does it, a memory at a time."""

    def fade(conn: Connection) -> None:
        row = memories.rows_of(conn, [ident])[0][0]
        memories.change(conn, row, {"status": Status.ARCHIVED}, by, "archived")

    service._rt.db.write(fade)


def kinds(moments: tuple[Moment, ...]) -> list[str]:
    return [moment.kind for moment in moments]


def told(service: MemoryService, **asked: object) -> list[tuple[str, int, str]]:
    """(kind, count, title), the newest first."""
    moments, rest = service.timeline(**asked)  # type: ignore[arg-type]
    assert rest is None
    return [(moment.kind, moment.count, moment.title) for moment in moments]


def test_what_a_person_does_is_told_the_newest_first(service: MemoryService, clock: ManualClock) -> None:
    ident = add(service, "The kiln fires at noon")
    clock.advance(days=1)
    service.update(ident, content="The kiln fires at one")
    clock.advance(days=1)
    service.archive(ident)
    clock.advance(days=1)
    service.restore(ident)
    clock.advance(days=1)
    service.delete(ident)
    clock.advance(days=1)
    service.undo()
    title = "The kiln fires at one"
    assert told(service) == [
        ("undone", 1, title), ("deleted", 1, title), ("restored", 1, title), ("archived", 1, title),
        ("changed", 1, title), ("added", 1, title),
    ]  # fmt: skip


def test_a_bulk_action_is_one_moment(service: MemoryService, clock: ManualClock) -> None:
    ids = [add(service, f"Number {n}") for n in range(5)]
    clock.advance(days=1)
    service.archive(*ids)
    newest = service.timeline(limit=1)[0][0]
    assert (newest.kind, newest.count, newest.title) == ("archived", 5, "")
    assert newest.memory_ids == tuple(ids)


def test_what_is_only_worth_more_now_is_not_told(service: MemoryService, clock: ManualClock) -> None:
    ident = add(service, "The kiln fires at noon")
    clock.advance(days=1)
    service.feedback(ident, FeedbackKind.CONFIRM)
    service.record_usage(ident, True)
    assert kinds(service.timeline()[0]) == ["added"]


def test_what_was_deleted_for_good_left_the_timeline(service: MemoryService, clock: ManualClock) -> None:
    gone, kept = add(service, "A secret of the kiln"), add(service, "No secret at all")
    clock.advance(days=1)
    service.archive(gone, kept)
    service.purge(ids=[gone])
    moments, _ = service.timeline()
    assert "A secret of the kiln" not in str(moments)
    assert gone not in str(moments)
    assert [(moment.kind, moment.count) for moment in moments] == [("archived", 1), ("added", 1)]


def test_conflicts_are_told_when_found_and_when_decided_and_no_more_when_taken_back(
    service: MemoryService, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_judge(monkeypatch)
    add(service, "Test runner: jest")
    clock.advance(days=1)
    add(service, "Test runner: vitest")
    conflict = service.list_conflicts()[0]
    clock.advance(days=1)
    service.resolve_conflict(conflict.id, "accepted_newer")
    decided = service.timeline()[0][0]
    assert (decided.kind, decided.decision, decided.actor) == ("decided", "accepted_newer", "user")
    assert set(decided.memory_ids) == {member.memory.id for member in conflict.members}
    assert sorted(kinds(service.timeline()[0])) == ["added", "added", "conflict", "decided"]
    # Asked for by itself, what the decision did to the memory is told.
    assert kinds(service.timeline(kinds=["replaced"])[0]) == ["replaced"]
    service.undo()
    assert "decided" not in kinds(service.timeline()[0])


def test_maintenance_and_new_projects_are_told(service: MemoryService, clock: ManualClock) -> None:
    add(service, "Fire at noon", KILN)
    clock.advance(days=1)
    service.run_maintenance(Task.DAILY.value)
    newest = service.timeline(kinds=["maintenance", "project"])[0]
    assert [(moment.kind, moment.title) for moment in newest] == [
        ("maintenance", "daily"),
        ("project", "kiln"),
    ]
    assert newest[0].decision == "done"


def test_a_project_has_only_what_is_its_own(service: MemoryService, clock: ManualClock) -> None:
    here, there = add(service, "Fire at noon", KILN), add(service, "Mill at night", MILL)
    clock.advance(days=1)
    service.archive(here, there)
    found, _ = service.timeline(project=KILN)
    assert [(moment.kind, moment.count, moment.memory_ids) for moment in found] == [
        ("archived", 1, (here,)),
        ("added", 1, (here,)),
        ("project", 1, ()),
    ]


def test_pages_join_without_gap_or_repeat_though_something_happens_in_between(
    service: MemoryService, clock: ManualClock
) -> None:
    ids = []
    for n in range(12):
        clock.advance(seconds=60)
        ids.append(add(service, f"Number {n}", KILN if n % 2 else None))
    service.archive(*ids[:3])
    whole, end = service.timeline()
    assert end is None
    pages, cursor = service.timeline(limit=3)
    while cursor is not None:
        clock.advance(seconds=60)
        add(service, f"In between {cursor}")
        page, cursor = service.timeline(cursor, limit=3)
        pages += page
    assert pages == whole
    assert len({moment.id for moment in pages}) == len(pages)


def test_an_action_that_goes_on_for_long_is_told_once(service: MemoryService, clock: ManualClock) -> None:
    """Maintenance changes memories bit by bit under one name, and others change some in between."""
    ids = [add(service, f"Number {n}") for n in range(4)]
    by = service._rt.by("maintenance", "Faded")
    for ident in ids:
        clock.advance(seconds=10)

        archive(service, ident, by)
        service.update(ids[0], tags=[ident])
    found = [moment for moment in service.timeline(limit=100)[0] if moment.kind == "archived"]
    assert [(moment.count, moment.actor, moment.reason) for moment in found] == [(4, "maintenance", "Faded")]
    pages, cursor = service.timeline(limit=1)
    while cursor is not None:
        page, cursor = service.timeline(cursor, limit=1)
        pages += page
    assert kinds(pages).count("archived") == 1


def test_unknown_kinds_and_places_are_refused(service: MemoryService) -> None:
    with pytest.raises(InvalidInput, match="learned"):
        service.timeline(kinds=["gossip"])
    with pytest.raises(InvalidInput):
        service.timeline("yesterday")


def test_nothing_happened_yet(service: MemoryService) -> None:
    assert service.timeline() == ((), None)


@pytest.mark.parametrize("kind", MOMENT_KINDS)
def test_each_kind_can_be_asked_for(service: MemoryService, kind: str, clock: ManualClock) -> None:
    ident = add(service, "Fire at noon", KILN)
    clock.advance(days=1)
    service.archive(ident)
    everything = [moment for moment in service.timeline()[0] if moment.kind == kind]
    assert list(service.timeline(kinds=[kind])[0]) == everything


def test_a_conversation_that_made_memories_is_told_as_such(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    files = write_sessions(tmp_path, clock())
    service.capture([files[0]])
    learned = [moment for moment in service.timeline()[0] if moment.kind == "learned"]
    assert learned
    for moment in learned:
        conversation = service.conversation(moment.conversation_id or "")
        assert moment.title == conversation.title
    there = service.query(conversation=learned[0].conversation_id, limit=200, status="all").memories
    assert sum(moment.count for moment in learned) == len(there)


@pytest.mark.slow
def test_what_was_learned_has_the_time_at_which_it_was_said(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    """Read weeks later, a conversation stands where it took place, day by day, and so does its project."""
    clock.advance(days=-30)
    folder = tmp_path / "old"
    files = write_sessions(folder, clock())
    clock.advance(days=30)
    read_at = clock()
    service.capture(files)
    found = [moment for moment in service.timeline(limit=500)[0] if moment.kind in ("learned", "project")]
    assert found
    assert [moment.at for moment in found] == sorted((moment.at for moment in found), reverse=True)
    for moment in found:
        assert moment.at < read_at - 29 * DAY_MS
        for ident in moment.memory_ids:
            times = [one.at for one in service.get(ident).evidence if one.at is not None]
            assert local_day(min(times)) == local_day(moment.at)
    pages, cursor = service.timeline(limit=1)
    while cursor is not None:
        page, cursor = service.timeline(cursor, limit=1)
        pages += page
    assert pages == service.timeline(limit=500)[0]


def test_a_conversation_of_several_days_is_told_on_each_of_them(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    service.capture([write_sessions(tmp_path, clock())[0]])
    (moment,) = [one for one in service.timeline()[0] if one.kind == "learned"]
    assert moment.count > 1
    service._rt.db.write(
        lambda conn: conn.execute(
            "UPDATE evidence SET at = at - ? WHERE memory = (SELECT row FROM memory WHERE id = ?)",
            (3 * DAY_MS, moment.memory_ids[0]),
        )
    )
    newer, older = [one for one in service.timeline()[0] if one.kind == "learned"]
    assert older.memory_ids == moment.memory_ids[:1]
    assert set(newer.memory_ids) == set(moment.memory_ids[1:])
    assert local_day(newer.at) - local_day(older.at) >= timedelta(days=3)


def test_a_reason_is_told_where_all_have_the_same(service: MemoryService, clock: ManualClock) -> None:
    ids = [add(service, f"Number {n}") for n in range(4)]
    for reasons in (("Faded to 0.2", "Faded to 0.1"), ("Expired",) * 2):
        clock.advance(days=1)
        by = service._rt.by("maintenance")
        for reason in reasons:
            archive(service, ids.pop(), replace(by, reason=reason))
    found = service.timeline(kinds=["archived"])[0]
    assert [(moment.count, moment.reason) for moment in found] == [(2, "Expired"), (2, None)]
