"""What was forgotten while its project rested is restored when work there continues there."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import Status
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session

PROJECT = "/srv/harbor"
START = 1_800_000_000_000


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def days(self, many: float) -> None:
        self.now += int(many * DAY_MS)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(tmp_path: Path, clock: Clock):
    with MemoryService.open(tmp_path / "home", clock=clock) as opened:
        yield opened


def fact(service: MemoryService, text: str, **fields: object) -> str:
    given = {"type": "fact", "scope": "project", "scope_id": PROJECT, "confidence": 0.9} | fields
    return service.store(text, **given).id


def much_used(service: MemoryService) -> None:
    """Something tells Arbor what helps."""
    ident = service.store("User prefers small commits", type="preference").id
    for _ in range(30):
        service.record_usage(ident, True)


def status(service: MemoryService, ident: str) -> Status:
    return service.get(ident).status


def test_a_fact_of_no_use_goes_after_three_months_where_use_is_known(service, clock):
    of_no_use = fact(service, "The staging host is called heron")
    bug = fact(service, "The crash came from a stale lock", category="bug_patterns")
    wish = fact(service, "Always run the linter first", type="instruction")
    everywhere = fact(service, "User lives in Bergen", scope="global", scope_id=None)
    used = fact(service, "The queue is called inbound")
    service.record_usage(used, True)
    clock.days(89)
    fact(service, "The project goes on")
    much_used(service)
    service.run_maintenance("weekly")
    assert status(service, of_no_use) is Status.ACTIVE
    clock.days(2)
    service.run_maintenance("weekly")
    assert status(service, of_no_use) is Status.ARCHIVED
    assert {status(service, one) for one in (bug, wish, everywhere, used)} == {Status.ACTIVE}
    assert "was not used" in (service.history(of_no_use)[-1].reason or "")


def test_nothing_goes_for_want_of_use_where_nobody_knows_of_any(service, clock):
    ident = fact(service, "The staging host is called heron")
    clock.days(120)
    service.run_maintenance("weekly")
    assert status(service, ident) is Status.ACTIVE


def test_a_resting_project_is_put_away_and_comes_back_when_its_ai_asks(service, clock):
    wish = fact(service, "Always run the linter first", type="instruction")
    heron = fact(service, "The staging host is called heron")
    clock.days(100)
    much_used(service)
    service.run_maintenance("weekly")
    assert status(service, wish) is status(service, heron) is Status.ARCHIVED
    assert "is restored when work there continues" in (service.history(wish)[-1].reason or "")
    clock.days(200)
    told = service.get_context(project=PROJECT)
    assert "linter" in told.text
    assert status(service, wish) is status(service, heron) is Status.ACTIVE
    assert service.history(wish)[-1].reason.startswith("Restored: work continued")
    assert service.get(wish).confirmed_at is None
    service.run_maintenance("full")
    assert status(service, wish) is Status.ACTIVE


def test_looking_at_what_would_be_told_wakes_nothing(service, clock):
    ident = fact(service, "The staging host is called heron")
    clock.days(300)
    service.run_maintenance("daily")
    service.get_context(project=PROJECT, log_access=False)
    service.get_context(project=PROJECT, as_of=clock.now)
    assert status(service, ident) is Status.ARCHIVED


def test_what_faded_while_the_project_was_worked_on_stays_away(service, clock):
    ident = fact(service, "The staging host is called heron")
    for number in range(12):
        clock.days(25)
        fact(service, f"Something new of month {number}")
    service.run_maintenance("daily")
    assert status(service, ident) is Status.ARCHIVED
    service.get_context(project=PROJECT)
    assert status(service, ident) is Status.ARCHIVED


def test_what_a_person_put_away_or_another_memory_says_stays_away(service, clock):
    by_hand = fact(service, "The staging host is called heron")
    ran_out = fact(service, "The freeze ends soon", expires_at=START + DAY_MS)
    service.archive(by_hand)
    faded = fact(service, "The queue is called inbound")
    clock.days(300)
    service.run_maintenance("daily")
    again = service.store_many(
        [{"content": "The queue is called inbound", "type": "fact", "scope": "project", "scope_id": PROJECT}]
    )
    service.get_context(project=PROJECT)
    assert status(service, by_hand) is status(service, ran_out) is Status.ARCHIVED
    assert {status(service, faded), status(service, again[0].id)} >= {Status.ACTIVE}
    living = [m for m in service.query().memories if m.content == "The queue is called inbound"]
    assert len(living) == 1


def test_pinned_and_sensitive_ones_never_go(service, clock):
    pinned = fact(service, "The staging host is called heron", privacy_level="always_include")
    private = fact(service, "The owner is called Ada", privacy_level="sensitive")
    clock.days(400)
    much_used(service)
    service.run_maintenance("full")
    assert status(service, pinned) is status(service, private) is Status.ACTIVE


def test_taking_a_run_back_keeps_it_from_going_again_next_week(service, clock):
    ident = fact(service, "The staging host is called heron")
    clock.days(100)
    much_used(service)
    run = service.run_maintenance("weekly")[0]
    assert status(service, ident) is Status.ARCHIVED
    service.undo_maintenance(run.id)
    clock.days(7)
    service.run_maintenance("weekly")
    assert status(service, ident) is Status.ACTIVE


def test_a_new_conversation_of_the_project_brings_it_back_an_old_one_does_not(service, clock, tmp_path):
    ident = fact(service, "The staging host is called heron")
    clock.days(300)
    service.run_maintenance("daily")
    assert status(service, ident) is Status.ARCHIVED
    clock.days(1)
    for name, start, expected in (
        ("old", START // 1000 + 86_400, Status.ARCHIVED),
        ("new", clock.now // 1000 - 60, Status.ACTIVE),
    ):
        talk = Session(name, PROJECT, start=start)
        talk.say("Always run the linter before you commit anything in this repository.")
        talk.reply("Understood, the linter runs before each commit.")
        service.capture([talk.write(tmp_path / "talks")])
        assert status(service, ident) is expected
    assert service.history(ident)[-1].actor == "maintenance"
