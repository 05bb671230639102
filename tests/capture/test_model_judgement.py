"""What a model says of new items beside what is known, and what comes of it: every rule of trust holds."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.with_model.extraction import Extracted, ModelExtraction
from arbor_desktop.llm.model import Usage
from arbor_desktop.memories.model import Category, Memory, MemoryType, Source, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session
from tests.standin.server import Fail, Say, StandIn, purpose_of, said_to

Mind = Callable[[str], list[dict[str, Any]]]
OLD = "The API of the shop listens on port 8080."
NEWER = "The API of the shop listens on port 8090 now."
PROJECT = "/srv/kiln"


def one(action: str, memory: str = "m1", **fields: str) -> dict[str, Any]:
    return {"item": "n1", "action": action, "memory": "" if action == "ADD" else memory, **fields}


CONFLICT = one("CONFLICT", topic="port", old_value="8080", new_value="8090", reason="The ports differ.")


class Judge:
    """A model that judges as it is told, and what it was asked."""

    def __init__(self, server: StandIn) -> None:
        self.server = server
        self.says: Mind = lambda asked: [one("ADD")]
        server.mind = self._mind

    def _mind(self, body: dict[str, Any]) -> Say | Fail | str:
        assert purpose_of(body) == "adjudication"
        return Say(json.dumps({"judgements": self.says(said_to(body))}), anyway=True)

    @property
    def asked(self) -> list[str]:
        return [said_to(body) for body in self.server.asked("adjudication")]


@pytest.fixture
def judge() -> Iterator[Judge]:
    with StandIn() as server:
        yield Judge(server)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Candidate]:
    """What the model finds in the next conversation."""
    items: list[Candidate] = []

    def extract(
        self: ModelExtraction, excerpt: Excerpt, backend: str, wanted: str | None = None
    ) -> Extracted:
        return Extracted(list(items), backend, Usage(100, 10), 0.001)

    monkeypatch.setattr(ModelExtraction, "extract", extract)
    return items


@pytest.fixture
def service(home: Path, clock: ManualClock, judge: Judge) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        opened.settings.set("extraction.backend", "anthropic")
        opened.settings.set("model.base_url", judge.server.url)
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


def candidate(content: str, **fields: Any) -> Candidate:
    base = Candidate(content, MemoryType.FACT, Category.FACTS, 0.95, "model:extraction/1", 1, 1, 0, 10)
    return replace(base, **fields)


class Talk:
    """Conversations, one after the other, each with what the model finds in it."""

    def __init__(self, service: MemoryService, found: list[Candidate], folder: Path) -> None:
        self.service, self.found, self.folder = service, found, folder
        self.count = 0

    def __call__(self, *some: Candidate | str, at: int | None = None) -> CaptureRow:
        self.found[:] = [candidate(one) if isinstance(one, str) else one for one in some]
        self.count += 1
        start = START + self.count * 86_400 if at is None else at
        session = Session(f"talk {self.count}", cwd=PROJECT, start=start)
        session.say("Let me tell you what is so about the shop, at some length.").reply("Understood.")
        (row,) = self.service.capture([session.write(self.folder)])
        assert row.status == "success", row
        return row


@pytest.fixture
def talk(service: MemoryService, found: list[Candidate], tmp_path: Path) -> Talk:
    return Talk(service, found, tmp_path)


def living(service: MemoryService) -> dict[str, Memory]:
    return {memory.content: memory for memory in service.query().memories if memory.status is Status.ACTIVE}


def of_status(service: MemoryService, status: Status) -> list[str]:
    return [memory.content for memory in service.query(status=status.value).memories]


class TestWhatIsAsked:
    def test_nothing_where_nothing_is_near(self, talk: Talk, judge: Judge) -> None:
        talk(OLD)
        assert judge.asked == []

    def test_all_new_items_at_once_with_their_neighbours(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(OLD, "Deploys of the shop happen on Fridays.")
        judge.says = lambda asked: [
            {"item": "n1", "action": "ADD"},
            {"item": "n2", "action": "ADD"},
        ]
        row = talk(NEWER, "Deploys of the shop happen on Mondays.")
        (asked,) = judge.asked
        assert OLD in asked and "Fridays" in asked and NEWER in asked and "Mondays" in asked
        assert PROJECT not in asked
        assert row.tokens > 110 and row.cost > 0.001

    def test_not_what_is_known_word_for_word(self, talk: Talk, judge: Judge) -> None:
        talk(OLD)
        assert talk(OLD).duplicates == 1
        assert judge.asked == []

    def test_not_where_refining_is_off(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        talk(OLD)
        service.settings.set("model.refine", False)
        talk(NEWER)
        assert judge.asked == []

    def test_not_when_the_rules_read(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        talk(OLD)
        service.settings.set("extraction.backend", "offline")
        session = Session("offline", cwd=PROJECT, start=START + 99 * 86_400)
        session.say("Our API listens on port 9090, always and everywhere in production.").reply("Understood.")
        service.capture([session.write(talk.folder)])
        assert judge.asked == []

    @pytest.mark.parametrize("level", ["sensitive", "never_share"])
    def test_never_what_is_private(
        self, talk: Talk, judge: Judge, service: MemoryService, level: str
    ) -> None:
        secret = service.store(
            "The API of the shop is run by Doctor Okonkwo.", type="fact", privacy_level=level
        )
        talk(OLD)
        talk(NEWER)
        assert judge.asked and not any("Okonkwo" in one.raw for one in judge.server.received)
        assert service.get(secret.id).content.endswith("Okonkwo.")

    def test_no_new_item_that_is_private(self, talk: Talk, judge: Judge) -> None:
        from arbor_desktop.memories.model import Privacy

        talk(OLD)
        talk(candidate("The API of the shop has the disease of Mr Okonkwo.", privacy_level=Privacy.SENSITIVE))
        assert judge.asked == []

    def test_nothing_of_an_excluded_project(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        for word, folder in (("Zig", "/srv/hidden"), ("Rust", PROJECT)):
            text = f"The API of the shop is written in {word}."
            service.store(text, type="fact", scope="project", scope_id=folder)
        service.exclude("/srv/hidden")
        talk(NEWER)
        (asked,) = judge.asked
        assert "Rust" in asked and "Zig" not in asked

    @pytest.mark.slow
    def test_many_items_in_several_questions(self, talk: Talk, judge: Judge) -> None:
        talk(OLD)
        judge.says = lambda asked: [
            {"item": name, "action": "ADD"} for name in re.findall(r'id="(n\d+)"', asked)
        ]
        row = talk(*(f"The API of the shop listens to customer {n}{n}." for n in range(30)))
        assert row.items_extracted == 30
        assert len(judge.asked) == 2


class TestKnown:
    def test_the_rules_know_what_contradicts(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        talk("We use jest for the unit tests of the shop.")
        judge.says = lambda asked: [one("NOOP")]
        row = talk("We use vitest for the unit tests of the shop.")
        assert len(living(service)) == 2 and row.conflicts == 1

    def test_the_known_one_is_more_certain_and_rests_on_both(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(candidate(OLD, confidence=0.9))
        judge.says = lambda asked: [one("NOOP")]
        row = talk("Port 8080 is where the API of the shop can be reached.")
        (memory,) = service.query().memories
        assert (row.items_extracted, row.duplicates, row.merged) == (0, 1, 0)
        assert memory.content == OLD and len(memory.evidence) == 2
        assert memory.confidence == pytest.approx(1.0)
        told = service.history(memory.id)[-1]
        assert told.after is not None and "can be reached" in told.after["merged"]
        assert told.reason is not None and "already saved" in told.reason

    def test_nothing_that_has_another_number_is_dropped(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(OLD)
        judge.says = lambda asked: [one("NOOP")]
        row = talk(NEWER)
        assert row.items_extracted == 1 and set(living(service)) == {OLD, NEWER}

    def test_a_denial_is_never_known_by_what_it_denies(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk("The API of the shop is public.")
        judge.says = lambda asked: [one("NOOP")]
        talk("The API of the shop is not public.")
        assert len(living(service)) == 2

    def test_what_awaits_review_does_not_become_certain(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(candidate(OLD, source=Source.AI_INFERRED))
        judge.says = lambda asked: [one("NOOP")]
        talk("Port 8080 is where the API of the shop can be reached.")
        assert of_status(service, Status.PENDING) == [OLD]


class TestJoined:
    BOTH = "Deploys of the shop go through GitHub Actions and happen on Fridays only."
    FIRST = "Deploys of the shop happen on Fridays only."
    SECOND = "Deploys of the shop go through GitHub Actions."

    def test_one_text_of_both_and_the_history_says_so(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(self.FIRST)
        judge.says = lambda asked: [one("MERGE", text=self.BOTH)]
        row = talk(self.SECOND)
        (memory,) = service.query().memories
        assert memory.content == self.BOTH and len(memory.evidence) == 2
        assert (row.items_extracted, row.merged, row.duplicates) == (0, 1, 0)
        told = service.history(memory.id)[-1]
        assert told.before is not None and told.before["content"] == self.FIRST
        service.restore_version(memory.id, service.history(memory.id)[0].seq)
        assert service.get(memory.id).content == self.FIRST

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "text",
        [
            "Deploys of the shop go through GitHub Actions and happen on Fridays and Mondays only.",
            "Deploys of the shop go through GitHub Actions.",
            "Deploys of the shop go through GitHub Actions and happen on Fridays.",
            "Deploys of the shop go through GitHub Actions, never on Fridays only.",
            "Deploys of the shop go through GitHub Actions on Fridays only; the key is in /etc/shop/key.",
        ],
    )
    def test_a_text_that_says_more_or_less_is_not_taken(
        self, talk: Talk, judge: Judge, service: MemoryService, text: str
    ) -> None:
        talk(self.FIRST)
        judge.says = lambda asked: [one("MERGE", text=text)]
        talk(self.SECOND)
        assert set(living(service)) == {self.FIRST, self.SECOND}

    def test_a_conversation_that_is_deleted_for_good_takes_its_words_along(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(self.FIRST)
        judge.says = lambda asked: [one("MERGE", text=self.BOTH)]
        row = talk(self.SECOND)
        service.purge(conversation=row.conversation_id)
        (memory,) = service.query().memories
        assert memory.content == self.FIRST
        assert "GitHub" not in json.dumps([entry.to_dict() for entry in service.history(memory.id)])

    def test_so_does_the_one_that_said_the_first_half(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        first = talk(self.FIRST)
        judge.says = lambda asked: [one("MERGE", text=self.BOTH)]
        talk(self.SECOND)
        service.purge(conversation=first.conversation_id)
        (memory,) = service.query().memories
        assert memory.content == self.SECOND
        assert "Fridays" not in json.dumps([entry.to_dict() for entry in service.history(memory.id)])

    def test_reading_it_again_asks_nobody_and_changes_nothing(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(self.FIRST)
        judge.says = lambda asked: [one("MERGE", text=self.BOTH)]
        row = talk(self.SECOND)
        before = service.query().memories
        again = service.memorize(row.conversation_id or "", again=True)
        assert (again.duplicates, again.items_extracted, len(judge.asked)) == (1, 0, 1)
        assert service.query().memories == before

    def test_what_a_third_one_said_too_stays(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        first = talk(self.FIRST)
        talk(self.FIRST)
        judge.says = lambda asked: [one("MERGE", text=self.BOTH)]
        talk(self.SECOND)
        service.purge(conversation=first.conversation_id)
        assert set(living(service)) == {self.BOTH}

    def test_no_third_half_is_joined(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        talk(self.FIRST)
        judge.says = lambda asked: [one("MERGE", text=self.BOTH)]
        talk(self.SECOND)
        judge.says = lambda asked: [one("MERGE", text=f"{self.BOTH[:-1]}, checked by Ada.")]
        talk("Deploys of the shop are checked by Ada.")
        assert len(living(service)) == 2


class TestReplaced:
    def test_the_newer_takes_the_place_and_the_older_can_be_restored(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(OLD)
        judge.says = lambda asked: [one("UPDATE", topic="port")]
        row = talk(NEWER)
        assert (row.items_extracted, row.conflicts) == (1, 0)
        assert set(living(service)) == {NEWER}
        assert of_status(service, Status.SUPERSEDED) == [OLD]

    def test_what_was_said_earlier_replaces_nothing(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(NEWER, at=START + 50 * 86_400)
        judge.says = lambda asked: [one("UPDATE", topic="port", old_value="8090", new_value="8080")]
        row = talk(OLD, at=START)
        assert row.conflicts == 1 and set(living(service)) == {NEWER, OLD}
        (conflict,) = service.list_conflicts()
        assert [member.content for member in conflict.members] == [OLD, NEWER]

    def test_nothing_of_another_matter_is_replaced(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk("The shops of our partners close early on Sundays.")
        judge.says = lambda asked: [one("UPDATE", topic="shops")]
        row = talk("Our shops sell beans.")
        assert len(living(service)) == 2 and row.conflicts == 1


class TestPeopleAreNotOverruled:
    @pytest.fixture(params=["typed", "edited", "pinned", "confirmed"])
    def held(self, request: pytest.FixtureRequest, talk: Talk, service: MemoryService) -> str:
        if request.param == "typed":
            return service.store(OLD, type="fact").id
        talk("The API of the shop listens on a port." if request.param == "edited" else OLD)
        (memory,) = service.query().memories
        if request.param == "edited":
            service.update(memory.id, content=OLD)
        elif request.param == "confirmed":
            service.feedback(memory.id, "CONFIRM")
        else:
            service.update(memory.id, privacy_level="always_include")
        return memory.id

    def test_an_update_becomes_a_question(
        self, held: str, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        judge.says = lambda asked: [one("UPDATE", topic="port", old_value="8080", new_value="8090")]
        row = talk(NEWER)
        memory = service.get(held)
        assert (memory.content, memory.status) == (OLD, Status.ACTIVE)
        assert row.conflicts == 1 and NEWER in living(service)

    def test_a_joined_text_is_not_taken(
        self, held: str, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        judge.says = lambda asked: [one("MERGE", text=f"{OLD[:-1]} and speaks gRPC.")]
        talk("The API of the shop speaks gRPC.")
        assert service.get(held).content == OLD
        assert "The API of the shop speaks gRPC." in living(service)

    @pytest.mark.slow
    @pytest.mark.parametrize("action", ["UPDATE", "MERGE"])
    def test_what_an_assistant_concluded_rewords_nothing(
        self, talk: Talk, judge: Judge, service: MemoryService, action: str
    ) -> None:
        talk(OLD)
        judge.says = lambda asked: [
            one(action, text="The API of the shop listens on port 8080 and 8090 now.")
        ]
        talk(candidate(NEWER, source=Source.AI_INFERRED))
        assert set(living(service)) == {OLD}
        assert of_status(service, Status.PENDING) == [NEWER]


class TestContradiction:
    def test_both_are_kept_and_asked_about(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        talk("The till is emptied by Ana.")
        judge.says = lambda asked: [
            one("CONFLICT", topic="till", old_value="Ana", new_value="Bo", reason="Two people empty it.")
        ]
        row = talk("It is Bo who empties the till.")
        (conflict,) = service.list_conflicts()
        assert row.conflicts == 1 and row.items_extracted == 2 - 1
        assert (conflict.topic, conflict.reason, conflict.rule) == (
            "till", "Two people empty it.", "model:conflict/1",
        )  # fmt: skip
        assert [member.value for member in conflict.members] == ["Ana", "Bo"]

    def test_one_that_the_rules_find_too_is_there_once(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk("We use npm for package management.")
        judge.says = lambda asked: [CONFLICT]
        row = talk("We use pnpm for package management.")
        assert row.conflicts == 1 and len(service.list_conflicts()) == 1

    def test_none_where_the_person_wants_none(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        service.settings.set("conflicts.detect", False)
        talk(OLD)
        judge.says = lambda asked: [CONFLICT]
        assert talk(NEWER).conflicts == 0 and len(living(service)) == 2


@pytest.mark.slow
class TestAModelThatFails:
    @pytest.mark.parametrize(
        "answer",
        [
            [one("UPDATE", "m7")],
            [one("UPDATE", "")],
            [{"item": "n2", "action": "ADD"}],
            [],
            [one("ADD"), one("ADD")],
            [one("FORGET")],
            [one("ADD") | {"delete": "everything"}],
            [one("MERGE")],
        ],
    )
    def test_its_answer_is_asked_for_twice_more_and_then_the_rules_decide(
        self, talk: Talk, judge: Judge, service: MemoryService, answer: list[dict[str, Any]]
    ) -> None:
        talk(OLD)
        judge.says = lambda asked: answer
        row = talk(NEWER)
        assert len(judge.asked) == 3 and row.items_extracted == 1
        assert set(living(service)) == {OLD, NEWER}

    @pytest.mark.parametrize("status", [401, 402, 429, 500, 529])
    def test_the_conversation_is_memorized_all_the_same(
        self, talk: Talk, judge: Judge, service: MemoryService, status: int
    ) -> None:
        talk(OLD)
        judge.server.fail_next(*[Fail(status)] * 10)
        row = talk(NEWER)
        assert row.items_extracted == 1 and set(living(service)) == {OLD, NEWER}

    def test_a_neighbour_that_changed_meanwhile_is_left_alone(
        self, talk: Talk, judge: Judge, service: MemoryService
    ) -> None:
        talk(OLD)
        (memory,) = service.query().memories
        edited = "The API of the shop listens on port 8081."

        def meanwhile(asked: str) -> list[dict[str, Any]]:
            service.update(memory.id, content=edited)
            return [one("UPDATE")]

        judge.says = meanwhile
        talk(NEWER)
        assert set(living(service)) == {edited, NEWER}

    def test_a_failure_in_the_commit_leaves_nothing_half_done(
        self,
        talk: Talk,
        judge: Judge,
        service: MemoryService,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        from arbor_desktop.capture import model_judgement

        talk(OLD)

        def broken(*_: object) -> None:
            raise RuntimeError("the power went")

        judge.says = lambda asked: [one("UPDATE")]
        with monkeypatch.context() as patched:
            patched.setattr(model_judgement, "replace_old", broken)
            with pytest.raises(AssertionError, match="the power went"):
                talk(NEWER)
        assert set(living(service)) == {OLD}
        caplog.clear()

    @pytest.mark.parametrize("seed", range(6))
    def test_whatever_it_says_nothing_is_lost(
        self, talk: Talk, judge: Judge, service: MemoryService, seed: int
    ) -> None:
        chance = random.Random(seed)
        typed = service.store("The API of the shop is watched by Ada.", type="fact").id
        parts = (
            ["The API of the shop"],
            ["listens on", "never uses", "only opens"],
            ["port 8080", "port 8090"],
        )
        texts = [f"{' '.join(chance.choice(part) for part in parts)} on day {day}." for day in range(9)]

        def anything(asked: str) -> list[dict[str, Any]]:
            known = dict(re.findall(r'<data id="(m\d+)"[^>]*>\n(.*?)\n', asked))
            found = []
            for item, near, text in re.findall(r'<data id="(n\d+)"[^>]* nearest="([^"]*)">\n(.*?)\n', asked):
                memory = chance.choice(near.split())
                both = f"{known[memory]} {text}"
                found.append(
                    {
                        "item": item, "action": chance.choice(["ADD", "NOOP", "UPDATE", "MERGE", "CONFLICT"]),
                        "memory": memory, "text": chance.choice([both, text, "Gone."]), "topic": "t",
                        "reason": "r",
                    }
                )  # fmt: skip
            return found

        judge.says = anything
        for day in range(0, 9, 3):
            talk(*texts[day : day + 3])
        memories = service.query(status="all", limit=100).memories
        told = "\n".join(json.dumps(entry.to_dict()) for one in memories for entry in service.history(one.id))
        assert all(text in told for text in texts)
        assert service.get(typed).content == "The API of the shop is watched by Ada."
        assert service.get(typed).status is Status.ACTIVE

    def test_two_that_replace_the_same_one(self, talk: Talk, judge: Judge, service: MemoryService) -> None:
        talk(OLD)
        judge.says = lambda asked: [one("UPDATE"), one("UPDATE") | {"item": "n2"}]
        other = "The API of the shop listens on port 8070 on Sundays."
        row = talk(NEWER, other)
        assert row.items_extracted == 2 and set(living(service)) == {NEWER, other}
