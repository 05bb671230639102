"""What agents propose waits for the person, who decides with one click, and may take it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.agents.proposals import MOST_OPEN, Proposals
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import ProposalAction, ProposalDecision, Status
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

OLD, NEW = "The kiln API listens on port 8080.", "The kiln API listens on port 9090."


@pytest.fixture
def service(home: Path, clock: ManualClock):
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def proposals(service: MemoryService) -> Proposals:
    return service.agent_proposals


@pytest.fixture
def known(service: MemoryService) -> str:
    return service.store(OLD, type="fact").id


def test_an_edit_waits_and_changes_nothing(service, proposals, known, clock):
    before = service.get_many([known])[0]
    clock.advance(seconds=5)
    proposal = proposals.propose_edit(known, {"content": NEW}, client="pottery-agent", reason="It moved.")
    assert (proposal.action, proposal.memory_id, proposal.content) == (ProposalAction.EDIT, known, OLD)
    assert (proposal.fields, proposal.before) == ({"content": NEW}, {"content": OLD})
    assert (proposal.client, proposal.reason, proposal.at) == ("pottery-agent", "It moved.", clock())
    assert proposal.decision is None
    assert service.get_many([known])[0] == before
    assert service.proposals() == [proposal]


def test_it_is_counted_for_review_and_announced(service, proposals, known):
    heard: list[Changes] = []
    service.events.subscribe(heard.append)
    proposal = proposals.propose_deletion(known)
    assert service.get_status().proposals == 1
    assert service.get_status().to_review == 1
    service.reject_proposal(proposal.id)
    assert service.get_status().to_review == 0
    assert [(one.memories, one.status) for one in heard] == [((known,), True)] * 2


def test_a_yes_does_it_as_the_persons_own_deed(service, proposals, known):
    proposal = proposals.propose_edit(known, {"content": NEW}, client="pottery-agent", reason="It moved.")
    assert service.accept_proposal(proposal.id).content == NEW
    assert service.proposals() == []
    last = service.history(known)[-1]
    assert (last.actor, last.action) == ("user", "edited")
    assert last.reason == "Proposed by pottery-agent: It moved."


def test_a_deletion_is_a_deletion(service, proposals, known):
    proposal = proposals.propose_deletion(known, client="pottery-agent")
    assert service.accept_proposal(proposal.id).status is Status.DELETED
    assert service.history(known)[-1].reason == "Proposed by pottery-agent"


@pytest.mark.parametrize("action", ["edit", "delete"])
def test_undo_takes_the_yes_back_and_the_proposal_waits_again(service, proposals, known, action):
    proposal = (
        proposals.propose_edit(known, {"content": NEW})
        if action == "edit"
        else proposals.propose_deletion(known)
    )
    service.accept_proposal(proposal.id)
    service.undo()
    memory = service.get(known)
    assert (memory.content, memory.status) == (OLD, Status.ACTIVE)
    assert [one.id for one in service.proposals()] == [proposal.id]


def test_several_are_accepted_and_undone_as_one(service, proposals, known):
    other = service.store("The glaze room is locked at six.", type="fact").id
    ids = [proposals.propose_edit(known, {"content": NEW}, client="pottery-agent").id]
    ids.append(proposals.propose_deletion(other, client="kiln-agent").id)
    service.accept_proposals(ids)
    assert service.get(known).content == NEW and service.get(other).status is Status.DELETED
    assert service.history(other)[-1].reason == "Proposed by kiln-agent"
    service.undo()
    assert service.get(known).content == OLD and service.get(other).status is Status.ACTIVE
    assert [one.id for one in service.proposals()] == ids


def test_if_one_of_several_is_not_open_none_is_accepted(service, proposals, known):
    first = proposals.propose_edit(known, {"content": NEW})
    second = proposals.propose_deletion(known)
    with pytest.raises(InvalidInput):
        service.accept_proposals([first.id, second.id, first.id])
    assert service.get(known).content == OLD and len(service.proposals()) == 2


def test_what_a_yes_makes_contradict_another_memory_is_found(service, proposals, known):
    other = service.store("We use tabs in every Go file.", type="preference").id
    wrong = service.store("We indent Go with whatever is at hand.", type="preference").id
    proposal = proposals.propose_edit(wrong, {"content": "We use spaces in every Go file, never tabs."})
    accepted = service.accept_proposal(proposal.id)
    assert accepted.conflict_ids
    assert accepted.conflict_ids == service.get(other).conflict_ids


def test_a_change_in_between_overtakes_it_and_undoing_that_brings_it_back(service, proposals, known):
    proposal = proposals.propose_edit(known, {"content": NEW})
    service.update(known, content="The kiln API listens on port 7070.")
    assert service.proposals() == []
    with pytest.raises(InvalidInput, match="changed since"):
        service.accept_proposal(proposal.id)
    assert service.get(known).content == "The kiln API listens on port 7070."
    service.undo()
    assert [one.id for one in service.proposals()] == [proposal.id]


@pytest.mark.parametrize("away", ["delete", "archive", "reject"])
def test_one_of_a_memory_that_went_away_waits_no_more(service, proposals, known, away):
    proposals.propose_deletion(known)
    getattr(service, away)(known)
    assert service.proposals() == []


def test_what_changes_nothing_that_it_speaks_of_does_not_overtake_it(service, proposals, known):
    proposal = proposals.propose_edit(known, {"content": NEW})
    service.record_usage(known, True)
    service.add_tags([known], ["ports"])
    accepted = service.accept_proposal(proposal.id)
    assert (accepted.content, accepted.tags) == (NEW, ("ports",))


def test_of_two_for_one_memory_a_yes_to_one_overtakes_the_other(service, proposals, known):
    first = proposals.propose_edit(known, {"content": NEW})
    second = proposals.propose_edit(known, {"content": "The kiln API has no port."})
    service.accept_proposal(second.id)
    assert service.proposals() == []
    with pytest.raises(InvalidInput, match="changed since"):
        service.accept_proposal(first.id)


def test_the_same_twice_is_one(service, proposals, known):
    first = proposals.propose_edit(known, {"content": NEW, "tags": ["b", "a"]}, client="one")
    again = proposals.propose_edit(known, {"tags": ["b", "a"], "content": f"  {NEW} "}, client="two")
    assert again == first
    assert len(service.proposals()) == 1


def test_what_was_turned_down_is_not_proposed_again(service, proposals, known):
    proposal = proposals.propose_deletion(known)
    service.reject_proposal(proposal.id)
    assert service.get(known).status is Status.ACTIVE
    with pytest.raises(InvalidInput, match="rejected"):
        proposals.propose_deletion(known, client="another")
    service.update(known, content=NEW)
    assert proposals.propose_deletion(known).decision is None, "the memory says something else now"


def test_a_no_can_be_taken_back(service, proposals, known):
    proposal = proposals.propose_deletion(known)
    service.reject_proposal(proposal.id)
    service.reopen_proposal(proposal.id)
    assert [one.id for one in service.proposals()] == [proposal.id]
    with pytest.raises(InvalidInput, match="not rejected"):
        service.reopen_proposal(proposal.id)


def test_one_is_decided_once(service, proposals, known):
    proposal = proposals.propose_edit(known, {"content": NEW})
    service.accept_proposal(proposal.id)
    for decide in (service.accept_proposal, service.reject_proposal):
        with pytest.raises(InvalidInput, match="accepted already"):
            decide(proposal.id)
    with pytest.raises(NotFound):
        service.accept_proposal("nothing")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "what to change"),
        ({"content": OLD}, "already"),
        ({"privacy_level": "normal"}, "can't be proposed"),
        ({"confidence": 1.0}, "can't be proposed"),
        ({"status": "active"}, "can't be proposed"),
        ({"scope": "global"}, "can't be proposed"),
        ({"content": "x"}, "at least"),
        ({"type": "wish"}, "type"),
    ],
)
def test_what_is_no_sensible_edit_is_refused(service, proposals, known, fields, said):
    with pytest.raises(InvalidInput, match=said):
        proposals.propose_edit(known, fields)
    assert service.proposals() == []


def test_nothing_is_proposed_of_what_is_not_there(service, proposals, known):
    with pytest.raises(NotFound):
        proposals.propose_deletion("nothing")
    service.delete(known)
    with pytest.raises(InvalidInput, match="deleted"):
        proposals.propose_edit(known, {"content": NEW})


def test_an_edit_that_would_make_a_double_is_refused_when_it_is_accepted(service, proposals, known):
    proposal = proposals.propose_edit(known, {"content": NEW})
    service.store(NEW, type="fact")
    with pytest.raises(InvalidInput, match="already says exactly this"):
        service.accept_proposal(proposal.id)
    assert service.proposals()[0].decision is None


def test_no_more_wait_than_a_person_can_read(service, proposals):
    ids = [
        one.id
        for one in service.store_many(
            [{"content": f"Shelf {n} holds {n} bowls.", "type": "fact"} for n in range(MOST_OPEN + 1)]
        )
    ]
    for ident in ids[:-1]:
        proposals.propose_deletion(ident)
    with pytest.raises(InvalidInput, match="already need"):
        proposals.propose_deletion(ids[-1])
    service.reject_proposal(service.proposals()[0].id)
    proposals.propose_deletion(ids[-1])


def test_it_outlives_the_process_and_goes_with_its_memory(home, service, proposals, known):
    proposal = proposals.propose_edit(known, {"content": NEW})
    with MemoryService.open(home) as other:
        assert other.proposals() == [proposal]
    service.purge([known])
    assert service.proposals() == []
    with pytest.raises(NotFound):
        service.accept_proposal(proposal.id)


def test_nothing_of_it_is_left_in_the_file_of_a_purged_memory(home, service, proposals, known):
    proposals.propose_edit(
        known, {"content": "The kiln API listens on the lilac port."}, reason="Lilac it is."
    )
    service.purge([known])
    service.close()
    for file in home.glob("*.db*"):
        assert b"lilac" not in file.read_bytes().lower(), file.name


def test_its_shape_for_programs(proposals, known):
    shape = proposals.propose_edit(known, {"content": NEW}, client="c", reason="r").to_dict()
    assert set(shape) == {
        "id", "memory_id", "action", "content", "fields", "before", "client", "reason", "at", "decision",
        "decided_at",
    }  # fmt: skip
    assert shape["decision"] is None
    assert ProposalDecision("overtaken") is ProposalDecision.OVERTAKEN
