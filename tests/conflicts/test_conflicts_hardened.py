"""What could go wrong with conflicts: nothing is lost, nothing false is shown, nobody gets stuck."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.conflicts.model import ConflictStatus, Verdict
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.judges import ByTopic, use_judge
from tests.stacks import known_stack

JEST, VITEST, MOCHA = "Test runner: jest", "Test runner: vitest", "Test runner: mocha"
APP, SHOP = "/home/someone/app", "/home/someone/shop"


def sound(service: MemoryService) -> bool:
    return service.verification.problems() == {"integrity": [], "index": [], "references": []}


@pytest.fixture
def service(home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as opened:
        yield opened
        assert sound(opened)


@pytest.fixture
def add(service: MemoryService, clock: ManualClock) -> Any:
    """Adds a memory, and lets a day pass."""

    def added(content: str, project: str | None = None, **fields: Any) -> str:
        if project:
            fields |= {"scope": "project", "scope_id": project}
        ident = service.store(content, type=fields.pop("type", "preference"), **fields).id
        clock.advance(days=1)
        return ident

    return added


@pytest.fixture
def pair(service: MemoryService, add: Any) -> tuple[str, str, str]:
    older, newer = add(JEST), add(VITEST)
    (conflict,) = service.list_conflicts()
    return older, newer, conflict.id


@pytest.fixture
def three(service: MemoryService, add: Any) -> tuple[list[str], str]:
    """Three that contradict each other, the oldest first, and their conflict."""
    ids = [add(text) for text in (JEST, VITEST, MOCHA)]
    (conflict,) = service.list_conflicts()
    return ids, conflict.id


def status(service: MemoryService, *ids: str) -> list[str]:
    return [service.get(ident).status.value for ident in ids]


def members(service: MemoryService) -> list[set[str]]:
    return [{one.memory.id for one in found.members} for found in service.list_conflicts()]


def links(service: MemoryService, ident: str) -> set[str]:
    return {one.memory.id for one in service.related(ident) if one.kind == "supersedes"}


# -- taking back --


def test_undoing_both_are_kept_takes_the_conditions_off_the_conflict(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.resolve_conflict(pair[2], "kept_both_with_context", older_context="here", newer_context="there")
    service.undo()
    assert [one.condition for one in service.get_conflict(pair[2]).members] == [None, None]


def test_undoing_an_opening_brings_the_conditions_back(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.resolve_conflict(pair[2], "kept_both_with_context", older_context="here", newer_context="there")
    service.reopen_conflict(pair[2])
    service.undo()
    assert [one.condition for one in service.get_conflict(pair[2]).members] == ["here", "there"]


def test_undoing_a_decision_takes_its_links_away_and_undoing_an_opening_brings_them_back(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    older, newer, conflict = pair
    service.resolve_conflict(conflict, "accepted_newer")
    service.reopen_conflict(conflict)
    assert links(service, newer) == set()
    service.undo()
    assert links(service, newer) == {older}
    service.undo()
    assert links(service, newer) == set()


def test_undoing_a_merge_leaves_no_link_to_what_is_gone(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.resolve_conflict(pair[2], "merged", content="Test runner: both")
    service.undo()
    assert links(service, pair[0]) == set() == links(service, pair[1])


def test_undoing_an_edit_of_what_was_kept_asks_nothing(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.resolve_conflict(pair[2], "kept_both_with_context", note="Both hold")
    service.update(pair[1], content=MOCHA)
    assert len(service.list_conflicts()) == 1
    service.undo()
    assert service.list_conflicts() == []
    service.undo()
    assert members(service) == [{pair[0], pair[1]}]


def test_opening_again_does_not_ask_the_same_twice(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.resolve_conflict(pair[2], "kept_both_with_context", note="Both hold")
    service.update(pair[1], content=MOCHA)
    (other,) = service.list_conflicts()
    service.reopen_conflict(pair[2])
    assert [one.id for one in service.list_conflicts()] == [pair[2]]
    service.undo()
    assert [one.id for one in service.list_conflicts()] == [other.id]


def test_opening_again_makes_no_second_memory_of_the_same_words(
    service: MemoryService, pair: tuple[str, str, str], add: Any
) -> None:
    service.resolve_conflict(pair[2], "accepted_newer")
    again = add(JEST)
    assert again != pair[0]
    with pytest.raises(InvalidInput, match="says exactly this"):
        service.reopen_conflict(pair[2])
    assert status(service, pair[0], again) == ["superseded", "active"]


def test_opening_what_a_program_decided_takes_back_nothing_else_of_that_moment(
    service: MemoryService, add: Any
) -> None:
    service.settings.set("conflicts.auto_resolve", True)
    older = add(JEST, confidence=0.4)
    newer = add(VITEST)
    (decided,) = service.list_conflicts(include_resolved=True)
    service.reopen_conflict(decided.id)
    assert status(service, older, newer) == ["active", "active"]
    assert members(service) == [{older, newer}]


def test_opening_after_the_merged_memory_was_deleted_for_good(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.resolve_conflict(pair[2], "merged", content="Test runner: both")
    (merged,) = service.query().memories
    service.purge([merged.id])
    service.reopen_conflict(pair[2])
    assert members(service) == [{pair[0], pair[1]}]


def test_opening_after_the_merged_memory_was_merged_again(
    service: MemoryService, pair: tuple[str, str, str], add: Any
) -> None:
    service.resolve_conflict(pair[2], "merged", content="Test runner: both")
    add("Test runner: tape")
    (second,) = service.list_conflicts()
    service.resolve_conflict(second.id, "merged", content="Test runner: all of them")
    service.reopen_conflict(pair[2])
    assert status(service, pair[0], pair[1]) == ["active", "active"]
    living = {one.content for one in service.query().memories}
    assert living == {JEST, VITEST, "Test runner: all of them"}


def test_what_a_change_settled_is_not_asked_again_while_nothing_contradicts(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.update(pair[1], content="Deploys happen on Fridays")
    with pytest.raises(InvalidInput, match="no longer contradict"):
        service.reopen_conflict(pair[2])
    service.update(pair[1], content=VITEST)
    (again,) = service.list_conflicts()
    assert (again.id, again.notes) == (pair[2], None)


def test_what_lost_to_words_that_are_others_now_is_restored_and_not_asked_about(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.resolve_conflict(pair[2], "accepted_newer")
    service.update(pair[1], content="Deploys happen on Fridays")
    with pytest.raises(InvalidInput, match="no longer contradict"):
        service.reopen_conflict(pair[2])
    assert status(service, pair[0]) == ["superseded"]
    service.restore(pair[0])
    assert service.list_conflicts() == []


def test_opening_what_only_notes_change_is_undone_by_itself(
    service: MemoryService, three: tuple[list[str], str], add: Any
) -> None:
    """Undo goes by what people did to memories: each opening leaves a line with each of them."""
    ids, conflict = three
    service.resolve_conflict(conflict, "kept_both_with_context", note="All hold")
    service.reopen_conflict(conflict)
    service.undo()
    assert service.list_conflicts() == []
    service.undo()
    assert members(service) == [set(ids)]


def test_those_that_were_kept_are_not_asked_about_beside_a_new_one(
    service: MemoryService, three: tuple[list[str], str], add: Any
) -> None:
    ids, conflict = three
    service.resolve_conflict(conflict, "kept_both_with_context", note="All hold")
    fourth = add("Test runner: tape")
    assert sorted(map(sorted, members(service))) == sorted(sorted([one, fourth]) for one in ids)


# -- what is left of a conflict --


def test_what_only_one_is_left_of_is_not_decided(service: MemoryService, pair: tuple[str, str, str]) -> None:
    service.delete(pair[0])
    with pytest.raises(InvalidInput, match="Nothing left to decide"):
        service.resolve_conflict(pair[2], "accepted_older")
    assert not service.get_conflict(pair[2]).is_open
    assert status(service, pair[0], pair[1]) == ["deleted", "active"]


def test_what_none_is_left_of_is_not_decided(service: MemoryService, pair: tuple[str, str, str]) -> None:
    service.delete(pair[0], pair[1])
    with pytest.raises(InvalidInput, match="Nothing left to decide"):
        service.resolve_conflict(pair[2], "accepted_newer")


def test_of_three_the_newest_that_lives_stays_as_it_is(
    service: MemoryService, three: tuple[list[str], str]
) -> None:
    ids, conflict = three
    service.delete(ids[2])
    service.resolve_conflict(conflict, "marked_outdated")
    assert [service.get(ident).needs_review for ident in ids] == [True, False, False]


def test_of_three_the_conditions_are_of_those_that_live(
    service: MemoryService, three: tuple[list[str], str]
) -> None:
    ids, conflict = three
    service.delete(ids[2])
    service.resolve_conflict(conflict, "kept_both_with_context", older_context="here", newer_context="there")
    assert [service.get(ident).condition for ident in ids] == ["here", "there", None]


def test_when_one_of_three_is_reworded_the_others_still_contradict_each_other(
    service: MemoryService, three: tuple[list[str], str]
) -> None:
    ids, _ = three
    service.update(ids[0], content="Deploys happen on Fridays")
    assert members(service) == [set(ids[1:])]
    service.undo()
    assert members(service) == [set(ids)]


def test_what_one_of_three_said_is_not_told_of_the_others_when_it_left(
    service: MemoryService, add: Any
) -> None:
    ids = [add(text) for text in (JEST, VITEST, MOCHA)]
    service.update(ids[0], content="Deploys happen on Fridays")
    service.purge([ids[0]])
    raw = b"".join(path.read_bytes() for path in service.home.database.parent.glob("arbor_memory.db*"))
    assert b"jest" not in raw
    assert members(service) == [set(ids[1:])]


def test_of_three_one_that_contradicts_only_one_other_is_asked_about_beside_that(
    service: MemoryService, add: Any
) -> None:
    everywhere, app = add(JEST), add(VITEST, project=APP)
    third = add(MOCHA, project=APP)
    assert members(service) == [{everywhere, app, third}]
    service.update(third, scope="project", scope_id=SHOP)
    assert sorted(map(sorted, members(service))) == sorted(
        [sorted([everywhere, app]), sorted([everywhere, third])]
    )


def test_no_two_memories_are_asked_about_twice(service: MemoryService, add: Any) -> None:
    add(JEST), add(VITEST)
    add(MOCHA, project=APP), add("Test runner: tape", project=SHOP)
    add("Test runner: ava", project=SHOP)
    assert_asked_once(service)


def assert_asked_once(service: MemoryService) -> None:
    asked: set[frozenset[str]] = set()
    for found in service.list_conflicts():
        ids = [one.memory.id for one in found.members]
        pairs = {frozenset((one, other)) for one in ids for other in ids if one < other}
        assert not asked & pairs
        asked |= pairs


def test_after_purging_one_of_three_that_were_kept_the_others_are_not_asked_about(
    service: MemoryService, three: tuple[list[str], str]
) -> None:
    ids, conflict = three
    service.resolve_conflict(conflict, "kept_both_with_context", note="jest and the others hold")
    service.purge([ids[0]])
    service.archive(ids[1])
    service.restore(ids[1])
    assert service.list_conflicts() == []
    raw = b"".join(path.read_bytes() for path in service.home.database.parent.glob("arbor_memory.db*"))
    assert b"jest" not in raw


def test_after_purging_one_of_three_what_was_marked_outdated_is_still_not_told(
    service: MemoryService, three: tuple[list[str], str]
) -> None:
    ids, conflict = three
    service.resolve_conflict(conflict, "marked_outdated")
    service.purge([ids[0]])
    service.archive(ids[1])
    service.restore(ids[1])
    assert service.list_conflicts() == []
    known_stack(service, APP, "vitest", "mocha")
    text = service.get_context(project=APP).text
    assert "vitest" not in text and "mocha" in text


def test_a_place_where_the_same_is_held_already_is_refused(
    service: MemoryService, pair: tuple[str, str, str], add: Any
) -> None:
    service.settings.set("conflicts.detect", False)
    add(JEST, project=SHOP)
    places = {pair[0]: {"scope": "project", "scope_id": SHOP}}
    with pytest.raises(InvalidInput, match="says exactly this"):
        service.resolve_conflict(pair[2], "kept_both_with_context", places=places)
    assert service.get_conflict(pair[2]).is_open


def test_a_place_outside_of_the_project_is_refused_as_in_an_edit(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.update(pair[0], category="project_conventions")
    places = {pair[0]: {"applies_to": ["../elsewhere/**"]}}
    with pytest.raises(InvalidInput, match="must not lead out of the project"):
        service.resolve_conflict(pair[2], "kept_both_with_context", places=places)
    assert service.get_conflict(pair[2]).is_open


def test_an_older_version_makes_no_second_memory_of_the_same_words(service: MemoryService, add: Any) -> None:
    first = add(JEST)
    service.update(first, content="Linter: eslint")
    add(JEST)
    with pytest.raises(InvalidInput, match="says exactly this"):
        service.restore_version(first, service.history(first)[0].seq)


def test_nothing_restored_is_held_twice(service: MemoryService, add: Any) -> None:
    first = add(JEST)
    service.delete(first)
    second = add(JEST)
    with pytest.raises(InvalidInput, match="says exactly this"):
        service.restore(first)
    assert status(service, first, second) == ["deleted", "active"]


def test_what_is_over_by_a_deletion_says_what_to_restore(
    service: MemoryService, pair: tuple[str, str, str]
) -> None:
    service.delete(pair[0])
    with pytest.raises(InvalidInput, match=r"jest.*is deleted. Restore it first"):
        service.reopen_conflict(pair[2])


def test_of_many_that_contradict_each_other_not_each_pair_is_looked_up(
    service: MemoryService, add: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.store_many({"content": f"Test runner: {number}", "type": "fact"} for number in range(30))
    (found,) = service.list_conflicts()
    assert len(found.members) == 30
    asked = []
    look_up = conflicts.of_memories
    monkeypatch.setattr(conflicts, "of_memories", lambda *a: asked.append(a) or look_up(*a))
    add(JEST)
    assert 0 < len(asked) < 10
    (found,) = service.list_conflicts()
    service.resolve_conflict(found.id, "accepted_newer")
    assert service.query().total == 1
    service.undo()
    assert members(service) == [{member.memory.id for member in found.members}]


# -- deciding alone --


@pytest.fixture
def alone(service: MemoryService) -> None:
    service.settings.set("conflicts.auto_resolve", True)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({"confidence": 0.4, "privacy_level": "always_include"}, {}),
        ({"confidence": 0.4}, {"privacy_level": "never_share"}),
        ({"confidence": 0.4}, {"project": APP}),
        ({"confidence": 0.4, "project": APP}, {"project": APP, "branch": "next"}),
        ({"confidence": 0.4}, {"expires_at": "2027-01-01"}),
    ],
    ids=["pinned", "never told", "to all projects", "any branch", "for ever"],
)
def test_the_person_is_asked_where_something_would_be_missed(
    service: MemoryService, add: Any, older: dict[str, Any], newer: dict[str, Any]
) -> None:
    ids = [add(JEST, **older), add(VITEST, **newer)]
    assert status(service, *ids) == ["active", "active"]
    assert len(service.list_conflicts()) == 1


@pytest.mark.usefixtures("alone")
def test_what_waits_for_review_does_not_win_alone(service: MemoryService, add: Any) -> None:
    service.settings.set("conflicts.detect", False)
    older, newer = add(JEST, confidence=0.4), add(VITEST)
    service.update(newer, status="pending")
    service.settings.set("conflicts.detect", True)
    assert len(service.list_conflicts()) == 1
    assert status(service, older, newer) == ["active", "pending"]


@pytest.mark.usefixtures("alone")
def test_nothing_is_decided_against_what_is_suggested(service: MemoryService, add: Any) -> None:
    ids = [add(JEST), add("Test runner: now vitest", confidence=0.4)]
    (conflict,) = service.list_conflicts()
    assert conflict.suggestion.decision.value == "accepted_newer"
    assert status(service, *ids) == ["active", "active"]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("count", [2, 3])
def test_what_was_decided_alone_stays_decided_when_many_are_compared_at_once(
    service: MemoryService, add: Any, count: int
) -> None:
    service.settings.set("conflicts.detect", False)
    ids = [add(text, confidence=0.4) for text in (JEST, MOCHA)[: count - 1]]
    ids.append(add(VITEST))
    service.settings.set("conflicts.detect", True)
    assert service.list_conflicts() == []
    assert status(service, *ids) == ["superseded"] * (count - 1) + ["active"]
    for decided in service.list_conflicts(include_resolved=True):
        assert decided.status is ConflictStatus.AUTO_RESOLVED
        assert decided.decision is not None


# -- a judge with a bug --


class Broken(ByTopic):
    """Fails in whatever it is asked."""

    def judge(self, older: str, newer: str) -> Verdict | None:
        raise RecursionError(f"no end in {older}")

    def topics(self, text: str) -> tuple[str, ...]:
        raise KeyError(text)

    def terms(self, text: str) -> tuple[str, ...]:
        raise ValueError(text)


class HalfBroken(ByTopic):
    """Finds what to compare, and fails then."""

    judge = Broken.judge


@pytest.mark.logs_warnings
@pytest.mark.parametrize("judge", [Broken, HalfBroken])
def test_a_bug_of_the_judge_keeps_nothing_from_being_stored_and_does_not_come_again(
    home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, caplog: Any, judge: type
) -> None:
    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", judge)
    with MemoryService.open(home, clock=clock) as service:
        first = service.store(JEST, type="fact").id
        second = service.store(VITEST, type="fact").id
        assert first != second
        assert status(service, first, second) == ["active", "active"]
        told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
        assert told
        assert second in told[-1]
        assert not any("jest" in line for line in told)
        caplog.clear()
        assert service.list_conflicts() == []
        assert caplog.records == []


@pytest.mark.logs_warnings
def test_a_judge_that_fails_always_does_not_fill_the_log(
    home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", Broken)
    with MemoryService.open(home, clock=clock) as service:
        service.store_many({"content": f"Tool {number}: hammer", "type": "fact"} for number in range(60))
        service.list_conflicts()
    assert 0 < len(caplog.records) < 40


@pytest.mark.logs_warnings
def test_without_any_judge_memories_are_stored_all_the_same(
    home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> ByTopic:
        raise FileNotFoundError("conflicts.toml")

    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", nobody)
    with MemoryService.open(home, clock=clock) as service:
        ids = [service.store(text, type="fact").id for text in (JEST, VITEST)]
        assert service.list_conflicts() == []
        service.delete(ids[0])
        service.undo()
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as service:
        assert members(service) == [set(ids)]


class Another(ByTopic):
    version = "another one"


def test_two_versions_of_the_program_do_not_undo_each_other_s_comparing_for_ever(
    home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that was updated, and a server of the version before that still runs."""
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as before:
        before.store_many({"content": f"Tool {number}: hammer", "type": "fact"} for number in range(60))
        before.list_conflicts()
        monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", Another)
        with MemoryService.open(home, clock=clock) as after:
            after.store("Editor: vim", type="fact")
            after.list_conflicts()
            waiting = []
            for number in range(3):
                for service in (before, after):
                    service.store(f"{service is after} {number}: x", type="fact")
                    waiting.append(service._detector.compare_pending())
            assert waiting == [0] * 6


def test_a_new_judge_compares_every_living_memory_without_queueing_them_all_at_once(
    home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conflicts, "QUEUED_AT_ONCE", 7)
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as before:
        before.store_many({"content": f"Tool {number}: hammer", "type": "fact"} for number in range(60))
        before.list_conflicts()
        before.delete(before.recent(1)[0].id)
        first = before.find_ids(sort="created", order="asc")[0]
    compared: list[str] = []

    class Newer(Another):
        def topics(self, text: str) -> tuple[str, ...]:
            compared.append(text)
            return super().topics(text)

    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", Newer)
    with MemoryService.open(home, clock=clock) as after:
        after.store("Editor: vim", type="fact")
        count = after._rt.db.read(conflicts.count_uncompared)
        assert count == 59 == len(after._detector.pending())
        assert len(after._rt.db.read(lambda c: c.execute("SELECT * FROM uncompared").fetchall())) < 7
        after.update(first, content="Tool 1: tongs")
        compared.clear()
        assert after.list_conflicts()[0].topic == "Tool 1"
        living = {memory.content for memory in after.query(limit=100).memories}
        assert {text for text in compared if text in living} == living - {"Editor: vim"}
        assert after._detector.pending() == []
