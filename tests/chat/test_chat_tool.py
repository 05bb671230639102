"""The tool by which a model stores memories: what is stored, waits or is known, and how it is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.chat.chats import NAME, ROUNDS, Chats
from arbor_desktop.chat.model import ChatAnswer
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import Privacy, Scope, Source, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.standin.canaries import SECRET
from tests.standin.server import Body, Say, StandIn

pytestmark = pytest.mark.slow

KILN = "/srv/kiln"
FACT = {"content": "The kiln API listens on port 8080.", "type": "fact", "importance": "medium"}
RULE = {"content": "Always answer with a plan first.", "type": "instruction", "importance": "low"}
VITAL = {"content": "User is allergic to walnuts.", "type": "fact", "importance": "high"}


class Mind:
    """Stores what it is given, then says `after`."""

    def __init__(self) -> None:
        self.wants: list[dict[str, Any]] = []
        self.after = "Done."
        self.results: list[tuple[str, bool]] = []

    def __call__(self, body: Body) -> Say | str:
        last = body["messages"][-1]["content"]
        given = [one for one in last if isinstance(one, dict) and one.get("type") == "tool_result"]
        if given:
            self.results += [(str(one["content"]), bool(one.get("is_error"))) for one in given]
            return self.after
        if not self.wants:
            return self.after
        return Say("One moment.", uses=tuple((NAME, want) for want in self.wants))


@pytest.fixture
def mind() -> Mind:
    return Mind()


@pytest.fixture
def server(mind: Mind) -> Iterator[StandIn]:
    with StandIn(mind) as running:
        yield running


@pytest.fixture
def service(home: Path, clock: ManualClock, server: StandIn) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, environ={}) as opened:
        opened.settings.set("model.base_url", server.url)
        opened.settings.set("extraction.backend", "anthropic")
        yield opened


@pytest.fixture
def chats(service: MemoryService) -> Chats:
    return service.models.chats


def say(chats: Chats, mind: Mind, *wants: dict[str, Any], **more: Any) -> ChatAnswer:
    mind.wants = list(wants)
    return chats.say(more.pop("chat_id", None), "Listen", **more)


def test_a_fact_is_stored_for_the_project_with_its_place(service, chats, mind):
    answer = say(chats, mind, FACT, project=KILN)
    (kept,) = answer.stored
    assert kept.state.value == "stored"
    assert mind.results == [("Stored.", False)]
    assert answer.answer == "One moment.\n\nDone."
    memory = service.get(kept.result.id)
    assert (memory.source, memory.status) == (Source.AGENT_STORED, Status.ACTIVE)
    assert (memory.scope, memory.scope_id) == (Scope.PROJECT, KILN)
    assert memory.confidence == 0.85
    assert memory.conversation_id == answer.chat_id
    assert service.history(memory.id)[0].actor == "agent"
    (line,) = [one for one in chats.open(answer.chat_id).lines if one.stored]
    assert [(one.id, one.status) for one in line.stored] == [(memory.id, "active")]


def test_instructions_and_what_is_called_important_wait_for_a_yes(service, chats, mind):
    answer = say(chats, mind, RULE, VITAL)
    assert [one.state.value for one in answer.stored] == ["waits", "waits"]
    assert all("needs the person's review" in words for words, _ in mind.results)
    rule, vital = (service.get(one.result.id) for one in answer.stored)
    assert rule.status is vital.status is Status.PENDING
    assert (vital.confidence, vital.privacy_level) == (1.0, Privacy.ALWAYS_INCLUDE)
    again = chats.say(answer.chat_id, "And now?")
    assert vital.id not in again.loaded, "nothing is told before the person's yes"
    service.accept(vital.id)
    assert vital.id in chats.say(answer.chat_id, "And now?").loaded


def test_they_wait_also_where_nothing_is_reviewed(service, chats, mind):
    service.settings.set("review.mode", "nothing")
    assert [one.state.value for one in say(chats, mind, RULE, FACT).stored] == ["waits", "stored"]


def test_everything_waits_where_everything_is_reviewed(service, chats, mind):
    service.settings.set("review.mode", "everything")
    assert [one.state.value for one in say(chats, mind, FACT).stored] == ["waits"]


def test_what_is_known_gains_nothing(service, chats, mind):
    known = service.store(FACT["content"], type="fact", confidence=0.6).id
    before = service.get_many([known])[0]
    answer = say(chats, mind, FACT, project=KILN)
    (kept,) = answer.stored
    assert (kept.state.value, kept.result.id, kept.result.duplicate) == ("known", known, True)
    assert mind.results == [("Already saved; nothing was added.", False)]
    after = service.get_many([known])[0]
    assert (after.confidence, after.reinforced_at) == (before.confidence, before.reinforced_at)
    assert len(service.history(known)) == 1
    assert not any(line.stored for line in chats.open(answer.chat_id).lines)


def test_the_same_twice_is_stored_once(service, chats, mind):
    answer = say(chats, mind, FACT, FACT)
    assert [one.state.value for one in answer.stored] == ["stored", "known"]
    assert service.query(status="all").total == 1


def test_what_the_tool_stored_and_the_answer_promises_is_stored_once(service, chats, mind):
    mind.after = "I'll remember that the kiln API listens on port 8080."
    answer = say(chats, mind, FACT, project=KILN)
    assert service.query(status="all").total == 1
    assert [one.state.value for one in answer.stored] == ["stored"]


def test_what_an_answer_promises_is_stored_and_shown(service, chats, mind):
    mind.after = "Got it. I'll remember that the project uses port 8080 for its API."
    answer = say(chats, mind, project=KILN)
    (kept,) = answer.stored
    assert kept.state.value == "waits"
    assert "8080" in kept.content
    assert [one.id for line in chats.open(answer.chat_id).lines for one in line.stored] == [kept.result.id]


def test_what_was_turned_down_stays_so(service, chats, mind):
    first = say(chats, mind, FACT)
    service.reject(first.stored[0].result.id)
    second = say(chats, mind, FACT, chat_id=first.chat_id)
    assert second.stored == ()
    assert mind.results[-1] == ("Not stored: The person rejected or archived this.", True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"content": "", "type": "fact", "importance": "low"}, "characters"),
        ({"content": "Something that lasts.", "type": "wish", "importance": "low"}, "type"),
        ({"content": "Something that lasts.", "type": "fact", "importance": "vital"}, "importance"),
        ({"content": "x" * 1001, "type": "fact", "importance": "low"}, "1,000"),
        ({"content": 7, "type": "fact", "importance": "low"}, "text"),
        ({"content": f"The key is {SECRET}.", "type": "fact", "importance": "low"}, "secret"),
        ({}, "text"),
    ],
)
def test_what_makes_no_sense_is_said_to_the_model(service, chats, mind, given, words):
    answer = say(chats, mind, given)
    assert answer.state == "whole"
    assert answer.stored == ()
    ((told, failed),) = mind.results
    assert failed
    assert words in told
    assert service.query(status="all").total == 0


def test_the_model_is_asked_only_so_often(service, chats, server):
    server.mind = lambda body: Say("More.", uses=((NAME, dict(FACT)),))
    answer = chats.say(None, "Go on")
    assert len(server.asked("chat")) == ROUNDS
    assert answer.state == "whole"
    assert service.query(status="all").total == 1


def test_ten_memories_at_most_come_of_one_answer(service, chats, mind):
    names = ("ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "yew")
    wants = [{**FACT, "content": f"The {name} shelf holds the {name} boards."} for name in names]
    assert len(say(chats, mind, *wants).stored) == 10
    assert sum(failed for _, failed in mind.results) == 2


def test_storing_is_taken_back_and_that_undone(service, chats, mind):
    answer = say(chats, mind, FACT, VITAL)
    fact, vital = (one.result.id for one in answer.stored)
    chats.take_back(fact)
    assert service.get(fact).status is Status.DELETED
    assert service.get(vital).status is Status.PENDING
    assert [one.id for line in chats.open(answer.chat_id).lines for one in line.stored] == [vital]
    service.undo()
    assert service.get(fact).status is Status.ACTIVE


def test_what_the_person_changed_since_is_not_taken_back(service, chats, mind):
    (kept,) = say(chats, mind, FACT).stored
    service.update(kept.result.id, content="The kiln API listens on port 9090.")
    with pytest.raises(InvalidInput, match="changed since"):
        chats.take_back(kept.result.id)


def test_what_was_taken_back_is_not_memorized_again(service, chats, mind, clock):
    mind.after = "I'll remember that the kiln API listens on port 8080."
    answer = say(chats, mind, FACT, project=KILN)
    chats.take_back(*[one.result.id for one in answer.stored])
    clock.advance(seconds=600)
    service.settings.set("extraction.backend", "offline")
    service.watch_once()
    assert [m.status for m in service.query(status="all").memories] == [Status.DELETED]


def test_deleting_a_chat_for_good_deletes_what_only_it_brought(service, chats, mind):
    answer = say(chats, mind, FACT)
    service.purge(conversation=answer.chat_id)
    assert service.query(status="all").total == 0
