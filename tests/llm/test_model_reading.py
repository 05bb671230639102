"""A conversation read by a model, from the file to the memories: corrections, halves, failures, its cost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.llm.model import Ask, Message, ModelFailed, Purpose, Trouble, Usage
from arbor_desktop.llm.structured import CORRECTIONS, MOST_TOKENS, Unusable, ask_structured
from arbor_desktop.memories.model import Source, Status
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session
from tests.standin.server import Body, Fail, Say, StandIn, said_to

WISH = "In every project I prefer tabs to spaces, so use them everywhere please."
NOTHING = Say('{"no_content_to_extract": true}')
Minds = Callable[[Body], Any]


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(lambda body: NOTHING) as running:
        yield running


@pytest.fixture
def service(home: Path, server: StandIn) -> Iterator[MemoryService]:
    with MemoryService.open(home, environ={}) as opened:
        opened.settings.set("model.base_url", server.url)
        opened.settings.set("model.refine", False)
        opened.settings.set("extraction.backend", "anthropic")
        yield opened


def answer(content: str, quote: str, turn: int, **changed: Any) -> dict[str, Any]:
    return {
        "content": content, "type": "preference", "category": "coding_preferences", "confidence": 0.95,
        "scope": "user", "turns": [turn], "quote": quote, "tags": [], "sensitive": False,
        "technology": None, "expires": None, "details": {}, **changed,
    }  # fmt: skip


TABS = answer("User prefers tabs to spaces in every project.", "I prefer tabs to spaces", 1)


def says(*items: dict[str, Any]) -> Say:
    return Say(json.dumps({"items": list(items)}))


def in_turn(*answers: Say | Fail) -> Minds:
    """One answer after the other; the last one again and again."""
    left = list(answers)
    return lambda body: left.pop(0) if len(left) > 1 else left[0]


def talk(turns: int = 1, words: str = "") -> Session:
    session = Session("talk").say(WISH).reply("Understood, tabs it is.")
    for number in range(2, turns + 1):
        session.say(f"I go on with number {number}. {words}").reply(f"That is number {number}. {words}")
    return session


def capture(service: MemoryService, session: Session, folder: Path) -> Any:
    (row,) = service.capture([session.write(folder)])
    return row


def test_a_conversation_becomes_memories_with_their_place(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    server.mind = lambda body: says(TABS)
    row = capture(service, talk(), tmp_path)
    assert (row.status, row.backend, row.items_extracted, row.fell_back) == ("success", "anthropic", 1, None)
    (memory,) = service.query().memories
    assert (memory.content, memory.source) == (TABS["content"], Source.USER_STATED)
    (place,) = memory.evidence
    assert (place.first_turn, place.rule) == (1, "model:extraction/1")
    assert WISH[place.span_start : place.span_end] == "I prefer tabs to spaces"
    assert row.tokens > 0 and row.cost > 0


def test_what_the_model_guesses_waits_for_a_yes(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    guess = answer("The tabs were understood.", "tabs it is", 2, type="fact", category="facts")
    server.mind = lambda body: says(guess)
    assert capture(service, talk(), tmp_path).pending_review == 1
    (memory,) = service.query(status="all").memories
    assert (memory.status, memory.source) == (Status.PENDING, Source.AI_INFERRED)


def test_nothing_to_extract_is_a_good_answer(service: MemoryService, server: StandIn, tmp_path: Path) -> None:
    row = capture(service, talk(), tmp_path)
    assert (row.status, row.items_extracted) == ("success", 0)
    assert service.conversation(row.conversation_id).status == "memorized"


def test_only_new_turns_are_evidence_the_next_time(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    session = talk()
    capture(service, session, tmp_path)
    server.mind = lambda body: says(TABS, answer("User likes rye bread most of all.", "I like rye bread", 3))
    session.say("Besides, I like rye bread most of all.").reply("Good to know that about you.")
    row = capture(service, session, tmp_path)
    assert row.items_extracted == 1
    second = said_to(server.asked("extraction")[1])
    assert re.findall(r'number="(\d)" speaker="\w+" evidence="(\w+)"', second) == [
        ("1", "no"), ("2", "no"), ("3", "yes"), ("4", "yes"),
    ]  # fmt: skip


# -- answers that are of no use --


def test_what_was_wrong_is_told_and_the_answer_put_right(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    bent = Say(json.dumps({"items": [{**TABS, "confidence": 7}]}), anyway=True)
    server.mind = in_turn(Say("I think …", anyway=True), bent, says(TABS))
    row = capture(service, talk(), tmp_path)
    assert (row.status, row.items_extracted) == ("success", 1)
    first, second, third = server.asked("extraction")
    assert len(first["messages"]) == 1 and len(second["messages"]) == len(third["messages"]) == 3
    assert "no JSON object" in said_to(second) and "confidence must be between 0 and 1" in said_to(third)
    assert "I think …" not in said_to(third)
    spent = service.model.costs.this_month()
    assert (spent.calls, row.tokens) == (3, spent.usage.all_input + spent.usage.output)


@pytest.mark.logs_warnings
def test_after_two_corrections_the_rules_read_it(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    server.mind = lambda body: Say("Sorry.", anyway=True)
    row = capture(service, talk(), tmp_path)
    assert len(server.asked("extraction")) == 1 + CORRECTIONS
    assert (row.status, row.backend, row.items_extracted) == ("success", "offline", 1)
    assert row.fell_back and "not usable" in row.fell_back and row.tokens > 0


def test_without_falling_back_it_is_an_error_that_can_be_tried_again(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    service.settings.set("extraction.fall_back", False)
    server.mind = lambda body: Say("Sorry.", anyway=True)
    row = capture(service, talk(), tmp_path)
    conversation = service.conversation(row.conversation_id)
    assert (row.status, conversation.status) == ("error", "error")
    assert "not usable" in (conversation.status_reason or "") and service.query().total == 0
    server.mind = lambda body: says(TABS)
    assert service.memorize(conversation.id).status == "success"
    assert service.query().total == 1


@pytest.mark.logs_warnings
def test_a_refusal_is_not_argued_with(service: MemoryService, server: StandIn, tmp_path: Path) -> None:
    server.mind = lambda body: Say("", stop="refusal", anyway=True)
    row = capture(service, talk(), tmp_path)
    assert len(server.asked("extraction")) == 1
    assert row.backend == "offline" and "refused" in (row.fell_back or "")


def test_an_answer_that_was_cut_off_is_asked_for_with_more_room(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    server.mind = in_turn(Say('{"items": [', stop="max_tokens", anyway=True), says(TABS))
    assert capture(service, talk(), tmp_path).items_extracted == 1
    rooms = [body["max_tokens"] for body in server.asked("extraction")]
    assert rooms == [4_096, 8_192]


@pytest.mark.slow
def test_a_window_whose_answer_never_fits_is_read_in_halves(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    def mind(body: Body) -> Say:
        if said_to(body).count('evidence="yes"') > 3:
            return Say('{"items": [', stop="max_tokens", anyway=True)
        return (
            says(TABS)
            if WISH in said_to(body) and 'number="1" speaker="user" evidence="yes"' in said_to(body)
            else NOTHING
        )

    server.mind = mind
    row = capture(service, talk(6), tmp_path)
    assert (row.status, row.items_extracted) == ("success", 1)
    read = [
        int(number)
        for body in server.asked("extraction")
        if said_to(body).count('evidence="yes"') <= 3
        for number in re.findall(r'number="(\d+)" speaker="\w+" evidence="yes"', said_to(body))
    ]
    assert read == list(range(1, 13)), "every turn was read, and once"


def test_a_window_that_is_too_long_for_the_model_is_read_in_halves(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    def mind(body: Body) -> Say | Fail:
        many = said_to(body).count('evidence="yes"') > 6
        return Fail(400, "prompt is too long: 9000 tokens > 8000 maximum") if many else NOTHING

    server.mind = mind
    assert capture(service, talk(6), tmp_path).status == "success"


@pytest.mark.logs_warnings
def test_a_single_turn_that_is_too_long_falls_back(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    server.mind = lambda body: Fail(400, "prompt is too long: 9000 tokens > 8000 maximum")
    assert capture(service, talk(2), tmp_path).backend == "offline"


# -- several windows --


def test_a_window_that_fails_fails_the_conversation_and_nothing_is_stored(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    words = "And so it went on and on. " * 70
    server.mind = in_turn(says(TABS), Fail(529, "Overloaded"))
    row = capture(service, talk(30, words), tmp_path)
    assert (row.status, row.reason) == ("error", "model: overloaded")
    assert service.query(status="all").total == 0
    assert service.conversation(row.conversation_id).memorized_through == 0
    assert service.conversation(row.conversation_id).status == "pending"
    service.model.try_again()
    server.mind = lambda body: says(TABS) if WISH in said_to(body) else NOTHING
    assert service.memorize(row.conversation_id).items_extracted == 1


@pytest.mark.slow
def test_what_windows_take_is_added_up(service: MemoryService, server: StandIn, tmp_path: Path) -> None:
    words = "And so it went on and on. " * 70
    row = capture(service, talk(30, words), tmp_path)
    spent = service.model.costs.this_month()
    assert spent.calls == len(server.asked("extraction")) > 1
    assert row.tokens == spent.usage.all_input + spent.usage.output
    assert row.cost == pytest.approx(spent.cost)


def test_what_two_windows_say_alike_is_remembered_once(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    words = "And so it went on and on. " * 70
    session = talk(30, words).say(WISH).reply("As before.")

    def mind(body: Body) -> Say:
        found = re.findall(rf'number="(\d+)" speaker="user" evidence="yes"[^>]*>\n{WISH}', said_to(body))
        return says(*({**TABS, "turns": [int(number)]} for number in found)) if found else NOTHING

    server.mind = mind
    assert capture(service, session, tmp_path).items_extracted == 1


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (Fail(401, "invalid x-api-key"), "model: key_refused"),
        (Fail(429, "slow down", headers=(("retry-after", "30"),)), "model: rate_limited"),
        (Fail(500, "internal"), "model: server_error"),
    ],
)
def test_what_is_no_fault_of_the_conversation_waits_for_the_model(
    service: MemoryService, server: StandIn, tmp_path: Path, failure: Fail, reason: str
) -> None:
    server.mind = lambda body: failure
    row = capture(service, talk(), tmp_path)
    assert (row.status, row.reason, row.backend) == ("error", reason, "offline")
    assert service.conversation(row.conversation_id).status == "pending"
    assert service.query(status="all").total == 0


# -- asking until the answer can be used --


def asked(service: MemoryService, read: Callable[[str], Any]) -> Any:
    ask = Ask(Purpose.TEST, "Answer.", (Message("user", "Well?"),), max_tokens=MOST_TOKENS)
    return ask_structured(service.model, ask, read)


def test_a_reader_s_words_are_told_and_its_value_comes_back(service: MemoryService, server: StandIn) -> None:
    server.mind = in_turn(Say("one", anyway=True), Say("two", anyway=True))

    def read(text: str) -> int:
        if text != "two":
            raise Unusable("It is not two.", "It is even less.")
        return 2

    found = asked(service, read)
    assert (found.value, found.tries, found.model) == (2, 2, "claude-haiku-5-5")
    assert found.usage.output > 0
    told = server.asked()[1]["messages"]
    assert [one["role"] for one in told] == ["user", "assistant", "user"]
    assert "- It is not two.\n- It is even less." in said_to(server.asked()[1])


def test_a_bug_of_a_reader_goes_through(service: MemoryService, server: StandIn) -> None:
    server.mind = lambda body: Say("x", anyway=True)
    with pytest.raises(ZeroDivisionError):
        asked(service, lambda text: 1 // 0)


@pytest.mark.parametrize(
    ("said", "trouble"),
    [
        (Say("no", anyway=True), Trouble.INVALID),
        (Say("", stop="refusal", anyway=True), Trouble.REFUSED),
        (Say("n", stop="max_tokens", anyway=True), Trouble.CUT),
    ],
)
def test_what_was_paid_for_in_vain_is_told(
    service: MemoryService, server: StandIn, said: Say, trouble: Trouble
) -> None:
    server.mind = lambda body: said

    def read(text: str) -> None:
        raise Unusable("No.")

    with pytest.raises(ModelFailed) as failed:
        asked(service, read)
    assert failed.value.trouble is trouble
    assert failed.value.usage != Usage()
    assert failed.value.usage == service.model.costs.this_month().usage


def test_an_empty_answer_can_be_put_right(service: MemoryService, server: StandIn) -> None:
    server.mind = in_turn(Say("", anyway=True), Say("yes", anyway=True))

    def read(text: str) -> str:
        if not text:
            raise Unusable("It is empty.")
        return text

    assert asked(service, read).value == "yes"
