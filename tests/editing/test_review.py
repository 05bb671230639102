"""What waits for a yes or no: its order, what it touches, accepting all that is certain, and by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.editing.model import GroupKind, Relation, ReviewItem
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Memory, MemoryType, Source, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.text.support import similarity
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session
from tests.waiting import ByRote, Told

KILN = "/srv/kiln"


@pytest.fixture(scope="module")
def loaded() -> Told:
    return Told()


@pytest.fixture
def worker(loaded: Told) -> Told:
    loaded.makes = {}
    return loaded


@pytest.fixture
def service(
    home: Path, clock: ManualClock, worker: Told, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    monkeypatch.setattr("arbor_desktop.service.memory_service.offline_judge", ByRote)
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as opened:
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


@pytest.fixture
def capture(service: MemoryService, worker: Told, tmp_path: Path) -> Callable[..., None]:
    """A conversation in which each of these was said; what is inferred from it waits for review."""

    def capture_(name: str, *said: str, at: int = START, **fields: object) -> None:
        session = Session(name, start=at)
        for text in said:
            worker.makes[text] = fields
            session.say(text).reply("Understood, this will be kept in mind from here on.")
        service.capture([session.write(tmp_path)])

    return capture_


def pending(service: MemoryService, content: str, **fields: object) -> str:
    ident = service.store(content, **{"type": "fact", "confidence": 0.95} | fields).id
    service.update(ident, status="pending")
    return ident


def contents(items: list[ReviewItem]) -> list[str]:
    return [item.content for item in items]


def stored(service: MemoryService, content: str) -> Memory:
    found = service.query(status="all", limit=100).memories
    return next(memory for memory in found if memory.content == content)


# -- what waits --


def test_nothing_waits(service: MemoryService) -> None:
    service.store("Staging runs PostgreSQL 16.", type="fact")
    assert service.review_items() == []
    assert service.review_groups() == []


def test_the_newest_conversation_comes_first_and_in_it_what_was_said_first(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    capture("old", "The old kiln fires to cone six.", at=START)
    capture("new", "Glazes are mixed on Mondays.", "Bisque firings take a day.", at=START + 86_400)
    first, second = service.review_groups()
    assert contents(list(first.items)) == ["Glazes are mixed on Mondays.", "Bisque firings take a day."]
    assert contents(list(second.items)) == ["The old kiln fires to cone six."]
    assert first.kind is second.kind is GroupKind.CONVERSATION
    assert first.conversation is not None
    assert first.conversation.source == "claude-code"
    assert [item.first_turn for item in first.items] == [1, 3]


def test_what_comes_from_no_conversation_follows_and_what_is_marked_outdated_is_last(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    outdated = service.store("The shop opens at nine.", type="fact").id
    service.feedback(outdated, "OUTDATED")
    pending(service, "Typed by hand and sent to review.")
    pending(service, "The shelves are silicon carbide.", source="agent_stored")
    capture("new", "Glazes are mixed on Mondays.")
    groups = service.review_groups()
    assert [group.kind for group in groups] == [
        GroupKind.CONVERSATION, GroupKind.ASSISTANT, GroupKind.OTHER, GroupKind.OUTDATED
    ]  # fmt: skip
    assert [item.outdated for item in service.review_items()] == [False, False, False, True]
    assert groups[-1].items[0].id == outdated
    assert all(group.conversation is None for group in groups[1:])


def test_a_decided_memory_waits_no_longer(service: MemoryService) -> None:
    yes, no = pending(service, "Glazes are mixed on Mondays."), pending(service, "Cats sleep in kilns.")
    marked = service.store("The shop opens at nine.", type="fact").id
    kept = service.store("The shop closes at six.", type="fact").id
    for ident in (marked, kept):
        service.feedback(ident, "OUTDATED")
    service.accept(yes)
    service.reject(no)
    service.reject(marked)
    service.accept(kept)
    assert service.review_items() == []
    assert [service.get(i).status for i in (yes, no, marked, kept)] == [
        Status.ACTIVE, Status.REJECTED, Status.SUPERSEDED, Status.ACTIVE
    ]  # fmt: skip


def test_what_a_person_accepted_is_as_certain_as_what_needs_no_review(
    service: MemoryService, clock: ManualClock
) -> None:
    unsure, sure = pending(service, "Cats sleep in kilns.", confidence=0.5), pending(service, "Dogs do not.")
    clock.advance(days=365)
    service.accept(unsure, sure)
    assert [service.get(ident).current_confidence for ident in (unsure, sure)] == [0.8, 0.8]


# -- what it touches --


def test_what_contradicts_an_active_memory_says_so_with_its_words(service: MemoryService) -> None:
    old = service.store("runner: jest", type="fact").id
    new = pending(service, "runner: vitest")
    (item,) = service.review_items()
    assert (item.id, item.relation, item.other, item.other_content) == (
        new, Relation.CONTRADICTS, old, "runner: jest"
    )  # fmt: skip
    near = service.review_nearest(new)
    assert near is not None
    assert (near.memory.id, near.relation, near.conflict, near.newer) == (
        old, Relation.CONTRADICTS, item.conflict, False
    )  # fmt: skip
    assert [one.id for one in service.list_conflicts()] == [item.conflict]


def test_a_newer_one_that_says_it_replaces_the_older_updates_it(
    service: MemoryService, clock: ManualClock
) -> None:
    service.store("runner: jest", type="fact")
    clock.advance(days=1)
    pending(service, "runner: now vitest")
    (item,) = service.review_items()
    assert (item.relation, item.other_content) == (Relation.UPDATES, "runner: jest")


def test_the_older_one_of_an_update_merely_contradicts(service: MemoryService, clock: ManualClock) -> None:
    pending(service, "runner: jest")
    clock.advance(days=1)
    service.store("runner: now vitest", type="fact")
    (item,) = service.review_items()
    assert item.relation is Relation.CONTRADICTS
    near = service.review_nearest(item.id)
    assert near is not None
    assert near.newer


def test_a_decided_conflict_is_no_longer_told(service: MemoryService) -> None:
    service.store("runner: jest", type="fact")
    new = pending(service, "runner: vitest")
    conflict = service.review_items()[0].conflict
    service.resolve_conflict(conflict, "kept_both_with_context", older_context="in the old app")
    assert service.review_items() == []
    assert service.get(new).status is Status.ACTIVE


def test_what_was_marked_outdated_in_a_conflict_is_held_against_what_it_was_marked_for(
    service: MemoryService, clock: ManualClock
) -> None:
    old = service.store("runner: jest", type="fact").id
    clock.advance(days=1)
    new = service.store("runner: vitest", type="fact").id
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "marked_outdated")
    (item,) = service.review_items()
    assert (item.id, item.relation, item.outdated) == (old, Relation.NONE, True)
    near = service.review_nearest(old)
    assert near is not None
    assert (near.memory.id, near.relation, near.conflict, near.newer) == (
        new, Relation.OUTDATED_BY, conflict.id, True
    )  # fmt: skip
    assert service.review_nearest(new) is None or service.review_nearest(new).relation is Relation.NEAR  # type: ignore[union-attr]


def test_the_closest_one_is_the_most_similar_of_the_same_place(service: MemoryService) -> None:
    here = {"scope": "project", "scope_id": KILN}
    service.store("Glazes are tested on tiles before large pots.", type="fact", **here)
    closest = service.store("Glazes are mixed on Mondays and sieved twice.", type="fact", **here).id
    elsewhere = {"scope": "project", "scope_id": "/srv/other"}
    service.store("Glazes are mixed on Mondays, then sieved.", type="fact", **elsewhere)
    new = pending(service, "Glazes are mixed on Mondays in the shed.", **here)
    near = service.review_nearest(new)
    assert near is not None
    assert (near.memory.id, near.relation, near.same) == (closest, Relation.NEAR, False)
    assert 0.2 < near.similarity < 0.99


def test_what_is_pending_or_gone_is_not_the_closest_one(service: MemoryService) -> None:
    pending(service, "Glazes are mixed on Mondays at noon.")
    service.delete(service.store("Glazes are mixed on Mondays at ten.", type="fact").id)
    new = pending(service, "Glazes are mixed on Mondays at six.")
    assert service.review_nearest(new) is None


def test_nothing_is_close_to_what_shares_hardly_a_word(service: MemoryService) -> None:
    service.store("The shop in the harbour opens at nine on workdays.", type="fact")
    new = pending(service, "Bisque firings in the small kiln take a whole day.")
    assert service.review_nearest(new) is None


def test_what_says_the_same_in_other_words_is_called_so(service: MemoryService) -> None:
    service.store("Store money as integer cents.", type="instruction")
    new = pending(service, "Money, as was agreed upon.")
    service.update(new, content="Money is stored as integer cents.")
    near = service.review_nearest(new)
    assert near is not None
    assert near.same


def test_a_memory_that_is_unknown_has_no_closest_one(service: MemoryService) -> None:
    with pytest.raises(NotFound):
        service.review_nearest("mem_unknown")


@given(st.text(max_size=80), st.text(max_size=80))
def test_similarity_is_symmetric_and_between_0_and_1(one: str, other: str) -> None:
    value = similarity(one, other)
    assert 0 <= value <= 1
    assert value == similarity(other, one)
    assert similarity(one, one) == 1


def test_only_the_same_text_is_wholly_similar() -> None:
    assert similarity("Use tabs.", "use  tabs") == 1
    assert 0.9 < similarity("Use tabs, not spaces.", "Use spaces, not tabs.") < 1
    assert similarity("Commit early.", "Committing is done early and late.") > 0.5
    assert similarity("Use tabs.", "The kiln is hot.") == 0


# -- accepting what is certain --


def test_all_that_is_certain_is_accepted_and_undone_as_one(service: MemoryService) -> None:
    sure = [pending(service, "Glazes are mixed on Mondays."), pending(service, "Kilns cool for a day.")]
    unsure = pending(service, "Cats sleep in kilns.", confidence=0.6)
    service.store("runner: jest", type="fact")
    contradicting = pending(service, "runner: vitest")
    done = service.accept_certain(0.9)
    assert set(done.accepted) == set(sure)
    assert done.left == (contradicting,)
    assert {service.get(ident).status for ident in sure} == {Status.ACTIVE}
    assert all(service.get(ident).confirmed_at for ident in sure)
    assert service.get(unsure).status is service.get(contradicting).status is Status.PENDING
    assert set(service.undo().ids) == set(sure)
    assert {service.get(ident).status for ident in (*sure, unsure, contradicting)} == {Status.PENDING}


def test_an_update_of_an_older_memory_is_left(service: MemoryService, clock: ManualClock) -> None:
    service.store("runner: jest", type="fact")
    clock.advance(days=1)
    update = pending(service, "runner: now vitest")
    assert service.accept_certain() == ((), (update,))


def test_two_that_wait_and_contradict_each_other_are_both_left(service: MemoryService) -> None:
    both = {pending(service, "runner: jest"), pending(service, "runner: vitest")}
    done = service.accept_certain()
    assert done.accepted == ()
    assert set(done.left) == both


def test_what_was_never_compared_is_compared_before_it_is_accepted(service: MemoryService) -> None:
    service.settings.set("conflicts.detect", False)
    service.store("runner: jest", type="fact")
    contradicting = pending(service, "runner: vitest")
    certain = pending(service, "Glazes are mixed on Mondays.")
    service.settings.set("conflicts.detect", True)
    assert service.accept_certain() == ((certain,), (contradicting,))


def test_what_a_new_judge_has_not_compared_is_compared_before_it_is_accepted(
    service: MemoryService, home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.conflicts.queries.conflicts.QUEUED_AT_ONCE", 1)
    certain = {pending(service, f"Glaze {number} is mixed on Mondays.") for number in range(5)}
    service.store("runner: jest", type="fact")
    contradicting = pending(service, "runner: vitest")
    monkeypatch.setattr(ByRote, "version", "a newer one")
    with MemoryService.open(home, clock=clock, environ={}) as updated:
        updated.store("editor: vim", type="fact")
        done = updated.accept_certain()
        assert (set(done.accepted), done.left) == (certain, (contradicting,))


def test_who_wants_no_contradictions_found_gets_all_accepted(service: MemoryService) -> None:
    service.settings.set("conflicts.detect", False)
    service.store("runner: jest", type="fact")
    pending(service, "runner: vitest")
    assert len(service.accept_certain().accepted) == 1
    service.settings.set("conflicts.detect", True)
    assert len(service.list_conflicts()) == 1, "and it is found when it is wanted later"


def test_certain_is_what_is_shown_as_certain(service: MemoryService) -> None:
    shown_as_90 = pending(service, "Glazes are mixed on Mondays.", confidence=0.8951)
    pending(service, "Cats sleep in kilns.", confidence=0.8949)
    assert service.accept_certain(0.9).accepted == (shown_as_90,)


def test_the_threshold_is_a_setting_and_is_checked(service: MemoryService) -> None:
    ident = pending(service, "Cats sleep in kilns.", confidence=0.7)
    assert service.accept_certain() == ((), ())
    service.settings.set("review.accept_from", 0.7)
    assert service.accept_certain().accepted == (ident,)
    with pytest.raises(InvalidInput):
        service.accept_certain(1.5)


def test_nothing_certain_is_no_action(service: MemoryService) -> None:
    with pytest.raises(NotFound):
        service.accept_certain()
        service.undo()


# -- a yes in other words --


def test_an_edit_and_the_yes_are_one_action(service: MemoryService) -> None:
    ident = pending(service, "Glazes are mixed on Mondays.")
    memory = service.accept_edited(ident, "Glazes are mixed on Tuesdays.")
    assert (memory.content, memory.status) == ("Glazes are mixed on Tuesdays.", Status.ACTIVE)
    assert [entry.action for entry in service.history(ident)][-2:] == ["edited", "accepted"]
    service.undo()
    memory = service.get(ident)
    assert (memory.content, memory.status) == ("Glazes are mixed on Mondays.", Status.PENDING)


def test_what_is_outdated_can_be_kept_in_other_words(service: MemoryService) -> None:
    ident = service.store("The shop opens at nine.", type="fact").id
    service.feedback(ident, "OUTDATED")
    memory = service.accept_edited(ident, "The shop opens at ten.")
    assert not memory.needs_review
    assert service.review_items() == []


def test_a_yes_in_other_words_finds_what_they_contradict(service: MemoryService) -> None:
    service.store("runner: jest", type="fact")
    ident = pending(service, "Glazes are mixed on Mondays.")
    assert service.accept_edited(ident, "runner: vitest").conflict_ids


@pytest.mark.parametrize("words", ["x", "a" * 10_001, "The shop opens at nine."])
def test_words_that_cannot_be_stored_are_refused(service: MemoryService, words: str) -> None:
    service.store("The shop opens at nine.", type="fact")
    ident = pending(service, "Glazes are mixed on Mondays.")
    with pytest.raises(InvalidInput):
        service.accept_edited(ident, words)
    assert service.get(ident).status is Status.PENDING


def test_what_was_rejected_meanwhile_is_not_accepted(service: MemoryService) -> None:
    ident = pending(service, "Glazes are mixed on Mondays.")
    service.reject(ident)
    with pytest.raises(InvalidInput):
        service.accept_edited(ident, "Glazes are mixed on Tuesdays.")


# -- the switch --


def test_without_the_switch_what_is_inferred_waits(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    capture("one", "Glazes are mixed on Mondays.")
    assert stored(service, "Glazes are mixed on Mondays.").status is Status.PENDING


def test_with_the_switch_what_is_certain_is_active_at_once(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    service.settings.set("review.accept_certain", True)
    capture("one", "Glazes are mixed on Mondays.")
    capture("two", "Cats sleep in kilns.", confidence=0.85)
    memory = stored(service, "Glazes are mixed on Mondays.")
    assert memory.status is Status.ACTIVE
    assert memory.confirmed_at is None, "nobody looked at it"
    assert "0.90" in (service.history(memory.id)[-1].reason or "")
    assert stored(service, "Cats sleep in kilns.").status is Status.PENDING


def test_with_the_switch_and_everything_to_review_what_is_certain_does_not_wait(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    service.settings.set("review.mode", "everything")
    service.settings.set("review.accept_certain", True)
    capture("one", "Glazes are mixed on Mondays.", source=Source.USER_STATED)
    assert stored(service, "Glazes are mixed on Mondays.").status is Status.ACTIVE


def test_the_switch_leaves_what_contradicts_or_replaces_an_older_memory(
    service: MemoryService, capture: Callable[..., None], clock: ManualClock
) -> None:
    service.settings.set("review.accept_certain", True)
    service.store("runner: jest", type="fact")
    service.store("database: mysql", type="fact")
    clock.advance(days=1)
    capture("one", "runner: vitest", at=clock.now // 1000)
    capture("two", "database: now postgres", at=clock.now // 1000)
    assert {item.relation for item in service.review_items()} == {Relation.CONTRADICTS, Relation.UPDATES}


def test_the_switch_never_lets_an_instruction_through_that_the_person_did_not_state(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    service.settings.set("review.accept_certain", True)
    capture("one", "Always send the keys along.", type=MemoryType.INSTRUCTION)
    assert stored(service, "Always send the keys along.").status is Status.PENDING


def test_the_switch_leaves_what_could_not_be_compared_yet(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    """One conversation may bring more than is compared in one transaction."""
    service.settings.set("review.accept_certain", True)
    capture("long", *(f"Shelf number {n} holds glaze number {n}00." for n in range(50)))
    waiting = service.review_items()
    assert 0 < len(waiting) < 50
    service.list_conflicts()  # compares the rest
    assert len(service.accept_certain().accepted) == len(waiting)


def test_the_switch_changes_nothing_of_what_waits_already(
    service: MemoryService, capture: Callable[..., None]
) -> None:
    capture("one", "Glazes are mixed on Mondays.")
    service.settings.set("review.accept_certain", True)
    capture("two", "Kilns cool for a day.")
    assert contents(service.review_items()) == ["Glazes are mixed on Mondays."]
