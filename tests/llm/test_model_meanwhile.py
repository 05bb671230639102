"""What a person decides while a model reads holds at once: for what is sent, and for what is kept of it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.llm.model import Ask, Message, Purpose
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session
from tests.standin.canaries import PRIVATE
from tests.standin.server import Body, Fail, Say, StandIn, said_to

WISH = "In every project I prefer tabs to spaces, so use them everywhere please."
NOTHING = Say('{"no_content_to_extract": true}')
USELESS = Say('{"items": [{"content": 7}]}', anyway=True)
TABS = Say(
    json.dumps(
        {
            "items": [
                {
                    "content": "User prefers tabs to spaces in every project.", "type": "preference",
                    "category": "coding_preferences", "confidence": 0.95, "scope": "user", "turns": [1],
                    "quote": "I prefer tabs to spaces", "tags": [], "sensitive": False, "technology": None,
                    "expires": None, "details": {},
                }
            ]
        }
    )
)  # fmt: skip
Happens = Callable[[], None]


class Mind:
    """Answers in turn, the last again and again; `meanwhile` happens while it thinks about the first."""

    def __init__(self) -> None:
        self.answers: list[Say | Fail] = [TABS]
        self.meanwhile: list[Happens] = []

    def __call__(self, body: Body) -> Say | Fail:
        while self.meanwhile:
            self.meanwhile.pop()()
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@pytest.fixture
def mind() -> Mind:
    return Mind()


@pytest.fixture
def server(mind: Mind) -> Iterator[StandIn]:
    with StandIn(mind) as running:
        yield running


@pytest.fixture
def service(home: Path, server: StandIn) -> Iterator[MemoryService]:
    with MemoryService.open(home, environ={}) as opened:
        opened.settings.set("model.base_url", server.url)
        opened.settings.set("model.refine", False)
        opened.settings.set("extraction.backend", "anthropic")
        yield opened


def talk(words: str = "Understood, tabs it is.") -> Session:
    return Session("talk").say(WISH).reply(words)


def long_talk() -> Session:
    """More than fits into one question."""
    session = talk()
    for number in range(60):
        words = f"Word and more of number {number}. " * 60
        session.say(words).reply(words)
    return session


def leave_out(service: MemoryService) -> None:
    (one,) = service.conversations().conversations
    service.leave_out(one.id)


@pytest.mark.parametrize("answer", [TABS, USELESS])
def test_what_is_kept_out_while_it_is_read_is_not_remembered(
    service: MemoryService, server: StandIn, mind: Mind, tmp_path: Path, answer: Say
) -> None:
    """No correction is asked either: it would send the conversation once more."""
    mind.answers, mind.meanwhile = [answer], [lambda: leave_out(service)]
    (row,) = service.capture([talk().write(tmp_path)])
    assert (row.status, row.reason) == ("skipped", "not remembered")
    (found,) = service.conversations().conversations
    assert (found.status, found.left_out) == (ConversationStatus.SKIPPED, True)
    assert not service.query(status="all").memories
    assert len(server.asked()) == 1
    assert service.watch_once()["conversations"] == 0


@pytest.mark.parametrize("answer", [TABS, USELESS])
def test_a_project_that_is_excluded_while_its_conversation_is_read_waits(
    service: MemoryService, server: StandIn, mind: Mind, tmp_path: Path, answer: Say
) -> None:
    mind.answers, mind.meanwhile = [answer], [lambda: service.exclude("/srv/kiln") and None]
    (row,) = service.capture([talk().write(tmp_path)])
    assert (row.status, row.reason) == ("skipped", "excluded")
    assert not service.query(status="all").memories and len(server.asked()) == 1
    mind.answers = [TABS]
    service.include("/srv/kiln")
    service.watch_once()
    (memory,) = service.query(status="all").memories
    assert "tabs" in memory.content


@pytest.mark.slow
def test_whoever_chooses_offline_while_a_long_conversation_is_read_sends_nothing_more(
    service: MemoryService, server: StandIn, mind: Mind, tmp_path: Path
) -> None:
    mind.answers = [NOTHING]
    mind.meanwhile = [lambda: service.settings.set("extraction.backend", "offline")]
    (row,) = service.capture([long_talk().write(tmp_path)])
    assert row.status == "error" and len(server.asked()) == 1
    service.watch_once()
    (found,) = service.conversations().conversations
    assert found.status is ConversationStatus.MEMORIZED and len(server.asked()) == 1


def test_a_model_that_was_asked_for_by_name_reads_all_of_it(
    service: MemoryService, server: StandIn, mind: Mind, tmp_path: Path
) -> None:
    mind.answers = [NOTHING]
    service.settings.set("extraction.backend", "offline")
    (row,) = service.capture([long_talk().write(tmp_path)], backend="anthropic")
    assert row.status == "success" and len(server.asked()) > 1


@pytest.mark.slow
def test_what_was_answered_of_a_long_conversation_is_not_paid_for_again_when_the_rest_fails(
    service: MemoryService, server: StandIn, mind: Mind, tmp_path: Path
) -> None:
    mind.answers = [NOTHING, NOTHING, *[Fail(402)] * 3, NOTHING]
    (row,) = service.capture([long_talk().write(tmp_path)])
    assert (row.status, row.reason) == ("error", "model: no_credit")
    assert len(server.asked()) == 3
    mind.answers = [NOTHING]
    service.model.try_again()
    service.watch_once()
    (found,) = service.conversations().conversations
    assert found.status is ConversationStatus.MEMORIZED
    asked = [said_to(body) for body in server.asked()]
    assert asked[2] == asked[3] and len(set(asked)) == len(asked) - 1
    service.memorize(found.id, again=True)
    assert len(server.asked()) == 2 * len(set(asked)) + 1


def test_a_conversation_that_is_deleted_while_it_is_read_leaves_nothing(
    service: MemoryService, server: StandIn, mind: Mind, tmp_path: Path
) -> None:
    def delete() -> None:
        (one,) = service.conversations().conversations
        service.purge(conversation=one.id)

    mind.answers, mind.meanwhile = [USELESS, TABS], [delete]
    (row,) = service.capture([talk().write(tmp_path)])
    assert (row.status, row.reason) == ("skipped", "deleted")
    assert not service.query(status="all").memories and len(server.asked()) == 1


def test_the_details_of_what_is_never_shared_are_not_sent(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    why = f"the plan is that {PRIVATE} by those who know"
    memory = service.store(
        "User has a plan.", type="fact", category="facts", privacy_level="never_share", details={"why": why}
    )
    (row,) = service.capture([talk(f"As you say: {why.title()}!").write(tmp_path)])
    service.update(memory.id, details={})
    assert row.conversation_id is not None
    service.memorize(row.conversation_id, again=True)
    assert ["[private]" in said_to(body) for body in server.asked("extraction")] == [True, True]


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_what_is_never_shared_is_known_in_every_form_of_its_letters(
    service: MemoryService, server: StandIn, tmp_path: Path, form: str
) -> None:
    secret = "User meets Zoë at the café Éclair on Fridays"
    service.store(secret, type="fact", category="facts", privacy_level="never_share")
    said = unicodedata.normalize(form, secret.upper())  # type: ignore[arg-type]
    service.capture([talk(f"So {said}.").write(tmp_path)])
    (body,) = server.asked("extraction")
    assert "[private]" in said_to(body) and "CLAIR" not in said_to(body)


def test_a_rule_of_redaction_that_came_later_does_not_uncover_what_is_never_shared(
    service: MemoryService,
) -> None:
    said = f"User writes to wren@example.org that {PRIVATE}"
    service.store(said, type="fact", category="facts", privacy_level="never_share")
    service.settings.set("redaction.personal", True)
    ask = Ask(Purpose.CHAT, "Be brief.", (Message("user", f"{said}."),))
    assert service.model.outgoing.checked(ask).messages[0].text == "[private]."
