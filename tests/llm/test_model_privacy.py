"""What must not leave this computer leaves in no question to a model. `tests/conftest.py` looks for the
canaries after each of these tests, as after every other one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.llm.model import Ask, Message, ModelFailed, Purpose, ToolResult, ToolUse, Trouble
from arbor_desktop.llm.outgoing import Outgoing, hide, secret_spans
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session
from tests.standin import canaries
from tests.standin.canaries import EXCLUDED, LEFT_OUT, PRIVATE, SECRET, SENSITIVE
from tests.standin.server import Body, Say, StandIn, said_to

NOTHING = Say('{"no_content_to_extract": true}')
WISH = "In every project I prefer tabs to spaces, so use them everywhere please."


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(lambda body: NOTHING) as running:
        yield running


@pytest.fixture
def service(home: Path, server: StandIn) -> Iterator[MemoryService]:
    with MemoryService.open(home, environ={}) as opened:
        opened.settings.set("model.base_url", server.url)
        opened.settings.set("model.refine", False)
        yield opened


def by_model(service: MemoryService) -> None:
    service.settings.set("extraction.backend", "anthropic")


def captured(service: MemoryService, session: Session, folder: Path) -> str:
    (row,) = service.capture([session.write(folder)])
    assert row.conversation_id is not None, row
    return row.conversation_id


def hidden_note(service: MemoryService) -> str:
    """A memory of a person's own making that is never shared."""
    text = f"User knows that {PRIVATE}."
    return service.store(text, type="fact", category="facts", privacy_level="never_share").id


def hidden_memory(service: MemoryService, conversation: str, level: str = "never_share") -> str:
    """The memory that offline extraction found in it, marked."""
    (memory,) = service.query(conversation=conversation, status="all").memories
    service.update(memory.id, privacy_level=level)
    return memory.id


def test_what_is_never_shared_is_not_sent_by_its_words(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    hidden_note(service)
    by_model(service)
    captured(
        service, Session("talk").say(f"{WISH} User knows that {PRIVATE.upper()}!").reply("Noted."), tmp_path
    )
    (asked,) = server.asked("extraction")
    assert "[private]" in said_to(asked) and "tabs to spaces" in said_to(asked)


def test_what_was_reworded_after_capture_is_still_known_by_the_passage_it_came_from(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    said = f"Remember that {PRIVATE}, in all my notes."
    ident = captured(service, Session("talk").say(said).reply("Understood, I will."), tmp_path)
    memory = hidden_memory(service, ident)
    service.update(memory, content="User has a bird that nobody is to know of.")
    by_model(service)
    assert service.memorize(ident, again=True).status == "success"
    again = captured(
        service, Session("other").say(f"{WISH} And: {said}").reply("Of course, tabs it is."), tmp_path
    )
    assert service.conversation(again).status == "memorized"
    assert len(server.asked("extraction")) == 2


def test_an_older_wording_is_kept_back_too(service: MemoryService, server: StandIn, tmp_path: Path) -> None:
    memory = service.store(f"User wrote down that {PRIVATE}.", type="fact", category="facts").id
    service.update(memory, content="User has a secret.", privacy_level="never_share")
    by_model(service)
    captured(service, Session("talk").say(f"{WISH} User wrote down that {PRIVATE}").reply("Fine."), tmp_path)
    assert len(server.asked("extraction")) == 1


def test_what_was_deleted_is_not_sent_therefore(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    memory = hidden_note(service)
    service.delete(memory)
    by_model(service)
    captured(service, Session("talk").say(f"{WISH} User knows that {PRIVATE}.").reply("Fine."), tmp_path)
    assert len(server.asked("extraction")) == 1


def test_secrets_are_redacted_before_they_leave(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    by_model(service)
    captured(service, Session("talk").say(f"{WISH} My key: {SECRET}").reply("Better change it."), tmp_path)
    (asked,) = server.asked("extraction")
    assert "[redacted:" in said_to(asked)


@pytest.mark.may_send(SENSITIVE)
def test_a_first_reading_sends_what_was_said(service: MemoryService, server: StandIn, tmp_path: Path) -> None:
    """How far it is true: before it was read, nobody knows what is sensitive in it."""
    by_model(service)
    captured(service, Session("talk").say(f"{WISH} I have {SENSITIVE}.").reply("I see."), tmp_path)
    assert SENSITIVE in said_to(server.asked("extraction")[0])


def test_what_is_known_to_be_sensitive_is_kept_back_when_read_again(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    said = f"I prefer that {SENSITIVE} stays closed in all my projects."
    ident = captured(service, Session("talk").say(said).reply("Understood, it stays closed."), tmp_path)
    hidden_memory(service, ident, "sensitive")
    by_model(service)
    assert service.memorize(ident, again=True).status == "success"
    assert len(server.asked("extraction")) == 1


def test_an_excluded_project_is_not_sent(service: MemoryService, server: StandIn, tmp_path: Path) -> None:
    session = Session("talk", cwd="/srv/wrenfold").say(f"{WISH} See {EXCLUDED}.").reply("I see.")
    ident = captured(service, session, tmp_path)
    service.exclude("/srv/wrenfold")
    by_model(service)
    row = service.memorize(ident, again=True)
    assert (row.status, row.reason) == ("error", "model: private")
    assert server.received == []


def test_a_conversation_that_is_kept_out_is_not_sent(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    ident = captured(service, Session("talk").say(f"{WISH} {LEFT_OUT}").reply("I see."), tmp_path)
    service.leave_out(ident)
    by_model(service)
    assert service.memorize(ident, again=True).status == "skipped"
    assert server.received == []


@pytest.mark.slow
def test_keeping_it_out_while_it_is_read_stops_the_reading(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    session = Session("talk")
    for number in range(60):
        session.say(f"{WISH} {number} " + "A word of it. " * 130).reply(
            "It is noted. " + "A thing of it. " * 125
        )
    session.say(LEFT_OUT).reply("Good.")
    ident = captured(service, session, tmp_path)

    def keeps_it_out(body: Body) -> Say:
        service.leave_out(ident)
        return NOTHING

    server.mind = keeps_it_out
    by_model(service)
    row = service.memorize(ident, again=True)
    assert row.reason == "model: stopped" and len(server.asked("extraction")) == 1
    assert service.conversation(ident).left_out


def test_nobody_is_asked_while_the_rules_of_this_computer_read(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    session = Session("talk").say(f"{WISH} {PRIVATE} {SECRET}").reply("Understood, tabs it is.")
    ident = captured(service, session, tmp_path)
    service.memorize(ident, again=True)
    service.process_waiting()
    service.search("tabs")
    service.get_context(prompt="tabs or spaces")
    assert service.query().total and server.received == []


def test_everything_that_is_asked_goes_through_the_same_door(service: MemoryService, server: StandIn) -> None:
    hidden_note(service)
    by_model(service)
    ask = Ask(
        Purpose.ANSWER,
        "Answer.",
        (
            Message("user", f"Is it so that user knows that\n> {PRIVATE}?"),
            Message("assistant", SECRET),
            Message("user", "So?"),
        ),
        context=f"User knows that {PRIVATE}. {SECRET}",
    )
    service.model.ask(ask)
    assert "[private]" in json.dumps(server.asked()[0])
    with pytest.raises(ModelFailed) as failed:
        service.exclude("/srv/wrenfold")
        service.model.ask(Ask(Purpose.ANSWER, "", (Message("user", EXCLUDED),), project="/srv/wrenfold/sub"))
    assert failed.value.trouble is Trouble.PRIVATE


def test_every_part_of_a_question_is_looked_through(service: MemoryService) -> None:
    hidden_note(service)
    told = f"User knows that {PRIVATE}."
    use = ToolUse("t1", "find", {"query": told, "also": [{"deep": told}, 3, None], "n": True})
    ask = Ask(
        Purpose.CHAT,
        told,
        (
            Message("user", told),
            Message("assistant", told, (use,)),
            Message("user", "", (), (ToolResult("t1", told),)),
        ),
        context=told,
    )
    checked = Outgoing(service.model._rt).checked(ask)
    assert "heron" not in repr(checked)
    assert checked.messages[1].uses[0].input == {
        "query": "[private].", "also": [{"deep": "[private]."}, 3, None], "n": True,
    }  # fmt: skip


# -- the words --


@pytest.mark.parametrize(
    "text",
    [
        "it is My Dark Plan here",
        "it is my\n> dark   plan here",
        "it is *my* dark-plan here",
        "it is my_dark_plan here",
    ],
)
def test_words_are_found_whatever_stands_between_them(text: str) -> None:
    assert "plan" not in hide(text, ["my dark plan."]).casefold()


def test_words_within_other_words_are_left_alone() -> None:
    assert hide("the cathedral and a cat", ["cat"]) == "the cathedral and a [private]"
    assert secret_spans("plan, dark, my", ["my dark plan"]) == []
    assert hide("nothing", []) == "nothing" and hide("a ?! b", ["?!"]) == "a [private] b"


# -- the check itself --


def test_the_check_finds_what_was_sent(server: StandIn, service: MemoryService) -> None:
    by_model(service)
    with canaries.watching() as watch, StandIn() as other:
        service.settings.set("model.base_url", other.url)
        half = " ".join(LEFT_OUT.split()[:3]).upper()
        service.model.ask(Ask(Purpose.TEST, "", (Message("user", f"Look: {half}…"),)))
        with pytest.raises(pytest.fail.Exception, match="seventeen quiet lanterns"):
            watch.fail_on_leaks()
        watch.fail_on_leaks(allowed=[LEFT_OUT])
        other.received.clear()  # the check after this test would find it as well
        watch.fail_on_leaks()


def test_the_check_knows_what_is_never_shared_in_every_store(
    server: StandIn, service: MemoryService, home: Path
) -> None:
    by_model(service)
    with canaries.watching() as watch, StandIn() as other:
        service.settings.set("model.base_url", other.url)
        said = "The spare keys hang behind the third clock."
        service.model.ask(Ask(Purpose.TEST, "", (Message("user", f"Is it so? {said.upper()}"),)))
        service.store(said, type="fact", privacy_level="never_share")
        with pytest.raises(pytest.fail.Exception, match="third clock"):
            watch.fail_on_leaks(home)
        other.received.clear()  # the check after this test would find it as well


def test_the_check_reads_the_calls_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    noted = tmp_path / "notes" / "call-1.json"
    noted.write_text(json.dumps({"prompt": f"Here is {EXCLUDED}."}), encoding="utf-8")
    with canaries.watching() as watch:
        with pytest.raises(pytest.fail.Exception, match="Wrenfold"):
            watch.fail_on_leaks(tmp_path)
        noted.unlink()
        watch.fail_on_leaks(tmp_path)


def test_every_canary_is_found_by_half_of_it() -> None:
    for canary in canaries.CANARIES:
        assert canaries.leaks([canary[: len(canary) * 2 // 3]]) == [canary]
    assert canaries.leaks(["a violet heron", "the third boathouse"]) == []
