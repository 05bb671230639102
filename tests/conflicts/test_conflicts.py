"""Conflicts: found where two memories would be told in one place, decided in one action, taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.conflicts.model import ConflictStatus, Decision
from arbor_desktop.context.model import Context
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Status
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.judges import ByTopic, use_judge
from tests.stacks import known_stack

JEST, VITEST, MOCHA = "Test runner: jest", "Test runner: vitest", "Test runner: mocha"
APP, SHOP = "/home/someone/app", "/home/someone/shop"


@pytest.fixture
def service(home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as opened:
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


def add(service: MemoryService, content: str, **fields: Any) -> str:
    project = fields.pop("project", None)
    if project:
        fields |= {"scope": "project", "scope_id": project}
    return service.store(content, type=fields.pop("type", "preference"), **fields).id


@pytest.fixture
def pair(service: MemoryService, clock: ManualClock) -> tuple[str, str, str]:
    """Two memories a week apart, and their conflict."""
    older = add(service, JEST)
    clock.advance(days=7)
    newer = add(service, VITEST)
    (conflict,) = service.list_conflicts()
    return older, newer, conflict.id


def shared(service: MemoryService) -> Context:
    """Return what a session in a project sees that has all these test runners."""
    known_stack(service, APP, "jest", "vitest", "mocha")
    return service.get_context(project=APP)


def status(service: MemoryService, *ids: str) -> list[str]:
    return [service.get(ident).status.value for ident in ids]


# -- finding --


def test_what_contradicts_a_memory_is_related_to_it_until_that_is_decided(service: MemoryService) -> None:
    ids = [add(service, content) for content in (JEST, VITEST, MOCHA)]
    related = {(one.memory.id, one.kind) for one in service.related(ids[0])}
    assert related == {(ids[1], "contradicts"), (ids[2], "contradicts")}
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "kept_both_with_context", older_context="in the old app")
    assert service.related(ids[0]) == []


def test_storing_what_contradicts_answers_the_conflict(service: MemoryService, clock: ManualClock) -> None:
    older = add(service, JEST)
    clock.advance(days=7)
    stored = service.store(VITEST, type="preference", category="coding_preferences")
    (conflict,) = service.list_conflicts()
    assert stored.conflicts == (conflict.id,)
    assert service.get(older).conflict_ids == (conflict.id,) == service.get(stored.id).conflict_ids
    assert [member.memory.id for member in conflict.members] == [older, stored.id]
    assert [member.value for member in conflict.members] == ["jest", "vitest"]
    assert conflict.status is ConflictStatus.UNRESOLVED
    assert (conflict.rule, conflict.topic) == ("by_topic", "Test runner")
    assert conflict.newer.at - conflict.older.at == 7 * 86_400_000


def test_what_was_said_later_is_newer_though_it_was_stored_first(
    service: MemoryService, clock: ManualClock
) -> None:
    first = add(service, JEST)
    clock.advance(days=1)
    second = add(service, "Test runner: tape")
    clock.advance(days=1)
    service.update(first, content=VITEST)
    (conflict,) = service.list_conflicts()
    assert [member.memory.id for member in conflict.members] == [second, first]


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ({}, {}, True),
        ({}, {"project": APP}, True),
        ({"project": APP}, {}, True),
        ({"project": APP}, {"project": APP}, True),
        ({"project": APP}, {"project": SHOP}, False),
        ({"project": APP, "branch": "main"}, {"project": APP, "branch": "next"}, False),
        ({"project": APP, "branch": "main"}, {"project": APP}, True),
        ({"scope": "conversation", "scope_id": "c1"}, {}, False),
        ({"scope": "conversation", "scope_id": "c1"}, {"scope": "conversation", "scope_id": "c1"}, True),
        ({"details": {"condition": "in old code"}}, {}, False),
        ({"details": {"condition": "in old code"}}, {"details": {"condition": "in old code"}}, True),
        ({"privacy_level": "never_share"}, {}, True),
    ],
)
def test_only_what_would_be_told_in_one_place_contradicts(
    service: MemoryService, one: dict[str, Any], other: dict[str, Any], meet: bool
) -> None:
    add(service, JEST, **one)
    add(service, VITEST, **other)
    assert len(service.list_conflicts()) == int(meet)


def test_what_names_a_group_contradicts_in_all_its_projects(service: MemoryService) -> None:
    for path in ("/src/portal", "/src/orders"):
        service.set_project(path, group="Northquay")
    add(service, JEST, project="/src/portal")
    add(service, VITEST, project="/src/orders")
    assert not service.list_conflicts()
    add(service, "Editor at Northquay: vim", project="/src/portal")
    add(service, "Editor at Northquay: helix", project="/src/orders")
    (conflict,) = service.list_conflicts()
    assert {one.memory.scope_id for one in conflict.members} == {"/src/portal", "/src/orders"}


def test_what_has_expired_contradicts_nothing(service: MemoryService, clock: ManualClock) -> None:
    add(service, JEST, expires_at=clock.now + 1000)
    clock.advance(days=1)
    add(service, VITEST)
    assert service.list_conflicts() == []


def test_an_edit_makes_a_conflict_and_settles_it(service: MemoryService) -> None:
    add(service, JEST)
    other = add(service, "Linter: eslint")
    service.update(other, content=VITEST)
    (conflict,) = service.list_conflicts()
    service.update(other, content="Formatter: prettier")
    assert service.list_conflicts() == []
    (settled,) = service.list_conflicts(include_resolved=True)
    assert settled.id == conflict.id
    assert settled.status is ConflictStatus.AUTO_RESOLVED
    service.undo()
    assert [one.id for one in service.list_conflicts()] == [conflict.id]


def test_moving_a_memory_elsewhere_settles_its_conflict(service: MemoryService) -> None:
    add(service, JEST, project=APP)
    other = add(service, VITEST, project=APP)
    assert len(service.list_conflicts()) == 1
    service.update(other, scope="project", scope_id=SHOP)
    assert service.list_conflicts() == []


def test_an_edit_that_still_contradicts_keeps_the_conflict_with_its_new_words(service: MemoryService) -> None:
    add(service, JEST)
    other = add(service, VITEST)
    (conflict,) = service.list_conflicts()
    service.update(other, content=MOCHA)
    (again,) = service.list_conflicts()
    assert again.id == conflict.id
    assert again.member(other).value == "mocha"
    assert again.member(other).content == MOCHA


def test_three_that_contradict_each_other_are_one_conflict(
    service: MemoryService, clock: ManualClock
) -> None:
    ids = []
    for text in (JEST, VITEST, MOCHA):
        ids.append(add(service, text))
        clock.advance(days=1)
    (conflict,) = service.list_conflicts()
    assert [member.memory.id for member in conflict.members] == ids
    assert [member.value for member in conflict.members] == ["jest", "vitest", "mocha"]


def test_deleting_one_ends_the_conflict_and_undo_brings_it_back(service: MemoryService, pair: Any) -> None:
    older, newer, conflict = pair
    service.delete(older)
    assert service.list_conflicts() == []
    assert service.get(newer).conflict_ids == ()
    assert service.get_stats()["open_conflicts"] == 0 == service.get_status().open_conflicts
    service.undo()
    assert [one.id for one in service.list_conflicts()] == [conflict]
    assert service.get_stats()["open_conflicts"] == 1 == service.get_status().open_conflicts


def test_what_many_bring_at_once_is_compared_before_conflicts_are_listed(service: MemoryService) -> None:
    texts = [f"Tool {number}: {value}" for number in range(60) for value in ("alpha", "beta")]
    service.store_many([{"content": text, "type": "fact"} for text in texts])
    assert len(service.list_conflicts(up_to_date=False)) < 60
    assert len(service.list_conflicts()) == 60


def test_with_finding_switched_off_nothing_is_found_and_nothing_forgotten(service: MemoryService) -> None:
    service.settings.set("conflicts.detect", False)
    add(service, JEST)
    assert service.store(VITEST, type="preference").conflicts == ()
    assert service.list_conflicts() == []
    service.settings.set("conflicts.detect", True)
    assert len(service.list_conflicts()) == 1


def test_a_conflict_is_announced(service: MemoryService) -> None:
    heard: list[Changes] = []
    service.events.subscribe(heard.append)
    older = add(service, JEST)
    heard.clear()
    newer = add(service, VITEST)
    assert any(changes.conflicts and {older, newer} <= set(changes.memories) for changes in heard)


def test_once_shown_it_waits_for_the_person(service: MemoryService, pair: Any) -> None:
    service.mark_conflict_seen(pair[2])
    assert service.get_conflict(pair[2]).status is ConflictStatus.PENDING_USER_REVIEW


def test_the_conflicts_of_a_memory(service: MemoryService, pair: Any) -> None:
    assert [one.id for one in service.conflicts_of(pair[0])] == [pair[2]]
    with pytest.raises(NotFound):
        service.conflicts_of("nobody")


# -- deciding --


def test_keeping_the_older_supersedes_the_newer(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    decided = service.resolve_conflict(ident, "accepted_older", note="We stay with it")
    assert status(service, older, newer) == ["active", "superseded"]
    assert decided.status is ConflictStatus.ACCEPTED_OLDER
    assert decided.decision is Decision.ACCEPTED_OLDER
    assert decided.notes == "We stay with it"
    assert service.list_conflicts() == []
    assert service.get(older).confirmed_at is not None
    last = service.history(newer)[-1]
    assert last.action == "superseded"
    assert "the older one was kept. You wrote: We stay with it" in (last.reason or "")
    assert [(r.memory.id, r.kind) for r in service.related(older)] == [(newer, "supersedes")]


def test_keeping_the_newer_supersedes_the_older(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.resolve_conflict(ident, "accepted_newer")
    assert status(service, older, newer) == ["superseded", "active"]


def test_keeping_the_more_certain_one(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.adjust_confidence(newer, -0.4, "doubted")
    service.resolve_conflict(ident, "accepted_higher_confidence")
    assert status(service, older, newer) == ["active", "superseded"]


def test_keeping_both_gives_each_its_condition(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    decided = service.resolve_conflict(
        ident, "kept_both_with_context", older_context="in the old app", newer_context="elsewhere"
    )
    assert status(service, older, newer) == ["active", "active"]
    assert [member.condition for member in decided.members] == ["in the old app", "elsewhere"]
    assert service.get(older).condition == "in the old app"
    text = shared(service).text
    assert "- Test runner: jest (only: in the old app)" in text
    assert "- Test runner: vitest (only: elsewhere)" in text
    assert "contradicts" not in text
    assert service.list_conflicts() == []
    summary = service.get_category("coding_preferences").markdown
    assert "Test runner: jest (only: in the old app)" in summary


def test_both_can_be_kept_in_places_of_their_own(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    places = {
        older: {"scope": "project", "scope_id": SHOP},
        newer: {"scope": "project", "scope_id": APP, "branch": "next"},
    }
    service.resolve_conflict(ident, "kept_both_with_context", places=places)
    assert service.get(older).scope_id == SHOP
    assert service.get(newer).branch == "next"
    assert "jest" in service.get_context(project=SHOP).text
    assert "jest" not in service.get_context(project=APP).text


def test_both_hold_as_they_are_is_not_asked_again(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.resolve_conflict(ident, "kept_both_with_context", note="Not a conflict")
    service.archive(older)
    service.restore(older)
    assert service.list_conflicts() == []
    assert "the contradiction" not in shared(service).text
    service.update(newer, content=MOCHA)
    assert len(service.list_conflicts()) == 1


def test_marking_the_older_as_outdated_waits_for_a_confirmation(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.resolve_conflict(ident, "marked_outdated")
    assert status(service, older, newer) == ["active", "active"]
    assert service.get(older).needs_review
    assert "jest" not in shared(service).text
    assert "vitest" in shared(service).text
    service.reject(older)
    assert status(service, older) == ["superseded"]


def test_what_was_marked_outdated_and_still_holds_is_told_again(service: MemoryService, pair: Any) -> None:
    older, _, ident = pair
    service.resolve_conflict(ident, "marked_outdated")
    service.accept(older)
    assert "jest" in shared(service).text


def test_merging_takes_the_place_of_both(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.update(older, privacy_level="sensitive", tags=["tests"])
    text = "Test runner: vitest for new code and jest for old"
    decided = service.resolve_conflict(ident, "merged", content=text)
    assert status(service, older, newer) == ["superseded", "superseded"]
    (merged,) = service.query().memories
    assert (merged.content, merged.privacy_level.value, merged.tags) == (text, "sensitive", ("tests",))
    assert decided.decision is Decision.MERGED
    assert {r.memory.id for r in service.related(merged.id)} == {older, newer}


def test_merging_into_the_words_of_one_keeps_that_one(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.resolve_conflict(ident, "merged", content="test runner: Vitest.")
    assert status(service, older, newer) == ["superseded", "active"]


def test_merging_can_say_what_the_new_one_is(service: MemoryService, pair: Any) -> None:
    fields = {"type": "fact", "scope": "project", "scope_id": APP}
    service.resolve_conflict(pair[2], "merged", content="Something new", fields=fields)
    (merged,) = service.query().memories
    assert (merged.type.value, merged.scope_id) == ("fact", APP)


def test_of_three_any_can_be_kept(service: MemoryService, clock: ManualClock) -> None:
    ids = []
    for text in (JEST, VITEST, MOCHA):
        ids.append(add(service, text))
        clock.advance(days=1)
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "accepted_newer", keep=ids[1])
    assert status(service, *ids) == ["superseded", "active", "superseded"]


def test_the_chosen_one_need_not_be_reviewed_any_more(service: MemoryService, clock: ManualClock) -> None:
    older = add(service, JEST)
    clock.advance(days=1)
    newer = add(service, VITEST)
    service.update(newer, status="pending")
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "accepted_newer")
    assert status(service, older, newer) == ["superseded", "active"]


@pytest.mark.parametrize(
    "options",
    [
        {"decision": "thrown away"},
        {"decision": "merged"},
        {"decision": "accepted_older", "content": "Some text"},
        {"decision": "accepted_older", "older_context": "here"},
        {"decision": "accepted_older", "keep": "nobody"},
        {"decision": "kept_both_with_context", "places": {"nobody": {"branch": "main"}}},
        {"decision": "kept_both_with_context", "older_context": "x" * 300},
        {"decision": "merged", "content": "ab"},
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    service: MemoryService, pair: Any, options: dict[str, Any]
) -> None:
    older, newer, ident = pair
    with pytest.raises(InvalidInput):
        service.resolve_conflict(ident, **options)
    assert status(service, older, newer) == ["active", "active"]
    assert service.get_conflict(ident).is_open


def test_a_decided_conflict_is_not_decided_again(service: MemoryService, pair: Any) -> None:
    service.resolve_conflict(pair[2], "accepted_older")
    with pytest.raises(InvalidInput, match="already resolved"):
        service.resolve_conflict(pair[2], "accepted_newer")


# -- taking back --

DECISIONS: list[dict[str, Any]] = [
    {"decision": "accepted_older"},
    {"decision": "accepted_newer", "note": "because"},
    {"decision": "accepted_higher_confidence"},
    {"decision": "kept_both_with_context", "older_context": "here", "newer_context": "there"},
    {"decision": "kept_both_with_context"},
    {"decision": "marked_outdated"},
    {"decision": "merged", "content": "Test runner: both"},
]


@pytest.mark.parametrize("options", DECISIONS, ids=lambda o: o["decision"])
def test_every_decision_is_undone_as_one(service: MemoryService, pair: Any, options: dict[str, Any]) -> None:
    older, newer, ident = pair
    before = [_essence(service, one) for one in (older, newer)]
    service.resolve_conflict(ident, **options)
    service.undo()
    assert [_essence(service, one) for one in (older, newer)] == before
    conflict = service.get_conflict(ident)
    assert conflict.is_open
    assert conflict.decision is None
    assert [one.id for one in service.list_conflicts()] == [ident]
    assert service.query().total == 2


@pytest.mark.parametrize("options", DECISIONS, ids=lambda o: o["decision"])
def test_every_decision_can_be_opened_again_and_that_be_undone(
    service: MemoryService, pair: Any, options: dict[str, Any], clock: ManualClock
) -> None:
    older, newer, ident = pair
    before = [_essence(service, one) for one in (older, newer)]
    service.resolve_conflict(ident, **options)
    decided = [_essence(service, one) for one in (older, newer)]
    clock.advance(days=1)
    service.reopen_conflict(ident)
    assert [_essence(service, one) for one in (older, newer)] == before
    assert [one.id for one in service.list_conflicts()] == [ident]
    assert service.query().total == 2
    service.undo()
    assert [_essence(service, one) for one in (older, newer)] == decided
    assert not service.get_conflict(ident).is_open


def _essence(service: MemoryService, ident: str) -> dict[str, Any]:
    values = service.get(ident).to_dict()
    left_out = ("updated_at", "conflict_ids", "accessed_at", "access_count")
    return {name: value for name, value in values.items() if name not in left_out}


def test_opening_again_keeps_what_was_changed_since(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.resolve_conflict(ident, "accepted_newer")
    service.update(newer, tags=["tests"])
    service.reopen_conflict(ident)
    assert service.get(newer).tags == ("tests",)
    assert status(service, older, newer) == ["active", "active"]


def test_what_lost_a_memory_for_good_can_not_be_opened(service: MemoryService, pair: Any) -> None:
    older, newer, ident = pair
    service.resolve_conflict(ident, "accepted_newer")
    service.delete(newer)
    with pytest.raises(InvalidInput, match="Restore it first"):
        service.reopen_conflict(ident)
    assert status(service, older) == ["superseded"]


def test_a_loser_that_is_restored_is_in_conflict_again(service: MemoryService, pair: Any) -> None:
    older, _, ident = pair
    service.resolve_conflict(ident, "accepted_newer")
    service.restore(older)
    assert [one.id for one in service.list_conflicts()] == [ident]


def test_purging_a_memory_leaves_no_word_of_it_in_conflicts(service: MemoryService, pair: Any) -> None:
    service.resolve_conflict(pair[2], "accepted_newer", note="jest is gone")
    service.purge([pair[0]])
    assert service.list_conflicts(include_resolved=True) == []
    raw = b"".join(path.read_bytes() for path in service.home.database.parent.glob("arbor_memory.db*"))
    assert b"jest" not in raw


# -- suggestion, deciding alone --


def test_project_with_its_stack_beats_global(service: MemoryService) -> None:
    """The first example of 5.3."""
    add(service, JEST, confidence=0.85, technology="jest")
    here = add(service, VITEST, confidence=0.95, technology="vitest", project=APP)
    _project(service, APP, ["vitest"])
    _use(service, JEST, 20)
    _use(service, VITEST, 5)
    (conflict,) = service.list_conflicts()
    assert conflict.suggestion.winner == here
    assert conflict.suggestion.decision is Decision.ACCEPTED_NEWER
    assert "app uses vitest" in conflict.suggestion.reason


def test_proven_global_beats_untried_project(service: MemoryService) -> None:
    """The second example of 5.3."""
    everywhere = add(service, "Password hash: bcrypt, cost 12", confidence=0.95)
    add(service, "Password hash: argon2", confidence=0.70, project=APP)
    _use(service, "Password hash: bcrypt, cost 12", 50)
    _use(service, "Password hash: argon2", 1)
    (conflict,) = service.list_conflicts()
    assert conflict.suggestion.winner == everywhere
    assert conflict.suggestion.decision is Decision.ACCEPTED_OLDER


def _use(service: MemoryService, content: str, times: int) -> None:
    """As if it had been used: without the confidence that use brings."""
    service._rt.db.write(
        lambda c: c.execute(
            "UPDATE memory SET use_count = ?, success_count = ?, last_used_at = ? WHERE content = ?",
            (times, times, service._rt.clock(), content),
        )
    )


def _project(service: MemoryService, path: str, stack: list[str]) -> None:
    import json

    service._rt.db.write(
        lambda c: c.execute(
            "INSERT INTO project (path, name, stack, last_seen, read_at) VALUES (?, 'app', ?, 0, 0)",
            (path, json.dumps(stack)),
        )
    )


@pytest.mark.parametrize(
    ("older", "why"), [(0.5, "it is more certain"), (0.75, "it was mentioned most recently")]
)
def test_only_a_level_that_differs_is_a_reason(
    service: MemoryService, clock: ManualClock, older: float, why: str
) -> None:
    add(service, JEST, confidence=older)
    clock.advance(seconds=1)
    add(service, VITEST, confidence=0.95)
    (conflict,) = service.list_conflicts()
    assert conflict.suggestion.decision is Decision.ACCEPTED_NEWER
    assert conflict.suggestion.why == why


def test_what_says_that_it_replaces_the_other_is_suggested(
    service: MemoryService, clock: ManualClock
) -> None:
    add(service, JEST)
    clock.advance(days=1)
    add(service, "Test runner: now vitest", confidence=0.5)
    (conflict,) = service.list_conflicts()
    assert conflict.replaces
    assert conflict.suggestion.decision is Decision.ACCEPTED_NEWER
    assert "says it replaces" in conflict.suggestion.reason


def test_clear_conflicts_are_decided_alone_only_if_the_person_wants_it(
    service: MemoryService, clock: ManualClock
) -> None:
    service.settings.set("conflicts.auto_resolve", True)
    older = add(service, JEST, confidence=0.4)
    clock.advance(days=1)
    newer = add(service, VITEST)
    close = add(service, "Editor: vim", confidence=0.9)
    closer = add(service, "Editor: emacs", confidence=0.95)
    assert status(service, older, newer, close, closer) == ["superseded", "active", "active", "active"]
    (open_one,) = service.list_conflicts()
    assert open_one.topic == "Editor"
    decided = next(c for c in service.list_conflicts(include_resolved=True) if not c.is_open)
    assert decided.status is ConflictStatus.AUTO_RESOLVED
    assert decided.decision is Decision.ACCEPTED_NEWER
    assert "effective confidence" in (decided.notes or "")
    service.reopen_conflict(decided.id)
    assert status(service, older, newer) == ["active", "active"]
    assert service.get_conflict(decided.id).is_open


def test_undo_takes_back_with_the_person_s_own_action_what_was_decided_because_of_it(
    service: MemoryService, clock: ManualClock
) -> None:
    service.settings.set("conflicts.auto_resolve", True)
    older = add(service, JEST, confidence=0.4)
    clock.advance(days=1)
    newer = add(service, VITEST)
    service.undo()
    assert status(service, older, newer) == ["active", "deleted"]


def test_the_status_that_a_decision_leaves(service: MemoryService, pair: Any) -> None:
    service.resolve_conflict(pair[2], "accepted_newer")
    assert Status.SUPERSEDED.value in {m.status.value for m in service.query(status="all").memories}


# -- what was not compared when it was stored --


def test_a_search_shows_known_conflicts_and_compares_nothing(service: MemoryService) -> None:
    service.settings.set("conflicts.detect", False)
    ids = {add(service, JEST), add(service, VITEST)}
    service.settings.set("conflicts.detect", True)
    assert not any(hit.memory.conflict_ids for hit in service.search("test runner"))
    assert service.retrieve("test runner").conflicts == ()
    service.list_conflicts()
    hits = service.search("test runner")
    assert {hit.memory.id for hit in hits} == ids
    assert all(hit.memory.conflict_ids for hit in hits)


def test_what_an_assistant_retrieves_carries_its_conflict(service: MemoryService) -> None:
    add(service, JEST)
    add(service, VITEST)
    found = service.retrieve("test runner")
    assert len(found.conflicts) == 1
    assert "## Undecided" in found.context


def test_the_rest_is_compared_in_the_background(service: MemoryService) -> None:
    import threading

    texts = [f"Tool {number}: {value}" for number in range(50) for value in ("alpha", "beta")]
    service.store_many([{"content": text, "type": "fact"} for text in texts])
    enough = threading.Event()
    service.events.subscribe(
        lambda _: enough.set() if len(service.list_conflicts(up_to_date=False)) == 50 else None
    )
    service._catching_up.start()
    assert enough.wait(20)


def test_the_rules_are_read_once_there_is_something_to_compare(
    home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[None] = []

    def judge() -> ByTopic:
        made.append(None)
        return ByTopic()

    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", judge)
    with MemoryService.open(home, clock=clock) as service:
        assert service._detector.compare_pending() == 0
        assert made == []
        service.settings.set("conflicts.detect", False)
        add(service, JEST)
        service.settings.set("conflicts.detect", True)
        assert service._detector.compare_pending() == 1
        assert made == [None]


def test_until_it_is_decided_an_assistant_goes_by_what_replaces_the_other(
    service: MemoryService, clock: ManualClock
) -> None:
    add(service, JEST)
    clock.advance(days=1)
    newer = add(service, "Test runner: now vitest")
    context = shared(service)
    assert [one.id for one in context.included] == [newer]
    assert [one.kind for one in context.excluded] == ["replaced"]


def test_a_conflict_is_found_when_a_memory_no_longer_expires(
    service: MemoryService, clock: ManualClock
) -> None:
    older = add(service, JEST, expires_at=clock.now + 1000)
    clock.advance(days=1)
    add(service, VITEST)
    assert service.list_conflicts() == []
    service.update(older, expires_at=None)
    assert len(service.list_conflicts()) == 1
