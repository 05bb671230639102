"""The figures of last week."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from arbor_desktop.clock import last_week
from arbor_desktop.context.model import Rate, Use
from arbor_desktop.maintenance.model import Learned, Replaced
from arbor_desktop.service import MemoryService
from tests._receipts import tell
from tests.conftest import ManualClock
from tests.judges import use_judge
from tests.reliability.sessions import Session

Zone = Callable[[str], None]


@pytest.fixture
def service(home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zone]:
    """Move the computer to another time zone."""
    if not hasattr(time, "tzset"):
        pytest.skip("the zone of a process can't be changed on this system")

    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


def at(text: str) -> int:
    """A local time in milliseconds."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def fact(service: MemoryService, clock: ManualClock, when: str, text: str) -> str:
    clock.now = at(when)
    return service.store(text, type="fact").id


@pytest.mark.parametrize(
    ("now", "week"),
    [
        ("2026-11-23T00:00", ("2026-11-16", "2026-11-22")),
        ("2026-11-22T23:59", ("2026-11-09", "2026-11-15")),
        ("2026-11-29T23:59", ("2026-11-16", "2026-11-22")),
        ("2027-01-04T08:00", ("2026-12-28", "2027-01-03")),
        ("2027-01-03T08:00", ("2026-12-21", "2026-12-27")),
    ],
)
def test_a_week_goes_from_monday_to_sunday(now: str, week: tuple[str, str]) -> None:
    first, last = last_week(at(now))
    assert (first.isoformat(), last.isoformat()) == week


@pytest.mark.parametrize("name", ["UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu"])
def test_what_was_stored_in_the_week_was_learned(
    service: MemoryService, clock: ManualClock, zone: Zone, name: str
) -> None:
    zone(name)
    fact(service, clock, "2026-12-27T23:59:59", "Too early.")
    first = fact(service, clock, "2026-12-28T00:00:00", "The first of the week.")
    last = fact(service, clock, "2027-01-03T23:59:59", "The last, in another year.")
    fact(service, clock, "2027-01-04T00:00:00", "Too late.")
    week = service.week()
    assert (week.first, week.last, week.learned) == ("2026-12-28", "2027-01-03", 2)
    assert week.newest == (
        Learned(last, "The last, in another year."),
        Learned(first, "The first of the week."),
    )
    assert not week.empty


def test_a_week_in_which_clocks_change_is_whole(
    service: MemoryService, clock: ManualClock, zone: Zone
) -> None:
    zone("Europe/Berlin")
    fact(service, clock, "2026-10-25T23:30:00", "On the day with 25 hours.")
    clock.now = at("2026-10-26T00:30")
    week = service.week()
    assert (week.last, week.learned) == ("2026-10-25", 1)
    assert week.until - week.since == (7 * 24 + 1) * 3_600_000


def test_two_of_many_are_named_and_only_active_ones_count(service: MemoryService, clock: ManualClock) -> None:
    ids = [fact(service, clock, f"2026-11-1{day}T10:00", f"Number {day}.") for day in range(6, 10)]
    service.archive(ids[3])
    clock.now = at("2026-11-23T09:00")
    week = service.week()
    assert (week.learned, [one.text for one in week.newest]) == (3, ["Number 8.", "Number 7."])


def test_a_replaced_memory_is_a_change_from_old_to_new(service: MemoryService, clock: ManualClock) -> None:
    fact(service, clock, "2026-11-02T10:00", "Test runner: jest")
    new = fact(service, clock, "2026-11-17T10:00", "Test runner: vitest")
    (conflict,) = service.get(new).conflict_ids
    clock.now = at("2026-11-23T09:00")
    assert (service.week().conflicts, service.week().changed) == (1, 0)
    assert service.week().topic.casefold() == "test runner"
    clock.now = at("2026-11-18T10:00")
    service.resolve_conflict(conflict, "accepted_newer")
    clock.now = at("2026-11-23T09:00")
    week = service.week()
    assert week.changed == 1
    assert week.changes == (Replaced(new, "Test runner: jest", "Test runner: vitest"),)
    assert week.conflicts == 0 and week.topic == ""
    service.undo()
    assert service.week().changed == 0, "what was undone is no change"


def test_what_needs_a_decision_is_counted_as_of_now(service: MemoryService, clock: ManualClock) -> None:
    one, other = (fact(service, clock, "2026-11-17T10:00", text) for text in ("One.", "Other."))
    service.update_many([one], status="pending")
    service.feedback(other, "OUTDATED")
    service.agent_proposals.propose_deletion(other, client="codex", reason="It is wrong.")
    clock.now = at("2026-11-23T09:00")
    assert service.week().to_review == 3
    service.accept(one)
    assert service.week().to_review == 2


def test_sessions_that_memories_helped_are_counted(
    service: MemoryService, clock: ManualClock, tmp_path: Path
) -> None:
    memory = fact(service, clock, "2026-11-02T10:00", "Run make check.")
    for number, (when, use) in enumerate(
        [
            ("2026-11-15T23:00", Use.USED),
            ("2026-11-16T00:00", Use.USED),
            ("2026-11-22T23:00", Use.UNUSED),
            ("2026-11-22T23:30", None),
            ("2026-11-23T00:00", Use.USED),
        ]
    ):
        session = Session(f"session {number}").say("Add a retry.").reply("Done.")
        service.capture([session.write(tmp_path)])
        talk = next(one for one in service.conversations().conversations if one.session_id == session.id)
        became = None if use is None else {memory: (use, "", None)}
        tell(service, talk.id, [memory], id_=f"told-{number}", at=at(when), became=became)
    clock.now = at("2026-11-23T09:00")
    week = service.week()
    assert week.helped == Rate(1, 2)
    assert week.empty, "nothing was learned"


def test_programs_get_the_same(service: MemoryService, clock: ManualClock) -> None:
    clock.now = at("2026-11-23T09:00")
    assert service.week().empty
    ident = fact(service, clock, "2026-11-17T10:00", "One.")
    clock.now = at("2026-11-23T09:00")
    told = service.week().to_dict()
    assert (told["first"], told["last"], told["learned"]) == ("2026-11-16", "2026-11-22", 1)
    assert told["newest"] == [{"id": ident, "text": "One."}]
    assert told["helped"] == {"part": 0, "whole": 0, "share": None}
    assert str(told["since"]).endswith("Z")
