"""estimate and model: what people and programs are told about cost and readiness."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import pytest

from arbor_desktop.service import MemoryService
from tests.standin.server import Fail, Say, StandIn, purpose_of

ESTIMATE = {
    "conversations", "characters", "windows", "input_tokens", "output_tokens", "exact", "rough", "prices",
    "backends",
}  # fmt: skip
BACKEND = {"backend", "model", "seconds", "cost", "batch_cost", "measured"}
STATUS = {
    "backend", "model", "address", "ready", "reason", "trouble", "detail", "since", "retry_at", "month",
    "budget", "prices", "by", "batches",
}  # fmt: skip
SPENT = {"calls", "input_tokens", "cached_tokens", "output_tokens", "cost", "unpriced"}
CALL = {
    "at", "purpose", "backend", "model", "input_tokens", "cached_tokens", "output_tokens", "cost",
    "milliseconds", "batch", "trouble", "conversation",
}  # fmt: skip


def mind(body):
    return Say('{"no_content_to_extract": true}' if purpose_of(body) == "extraction" else "ready")


@pytest.fixture
def server(run) -> Iterator[StandIn]:
    with StandIn(mind) as made:
        assert run("settings", "set", "model.base_url", made.url).code == 0
        assert run("settings", "set", "extraction.backend", "anthropic").code == 0
        yield made


class TestEstimate:
    def test_nothing_waits(self, run, captured):
        said = run("estimate", "--json")
        assert said.code == 3
        assert said.json["conversations"] == 0
        assert said.json["backends"][0]["cost"] == 0
        assert "Nothing to read" in run("estimate").err

    def test_of_what_was_captured_for_each_backend(self, run, captured):
        document = run("estimate", "--all", "--json").json
        assert document.keys() == ESTIMATE
        assert (document["conversations"], document["windows"], document["exact"]) == (1, 1, True)
        offline, anthropic, command = document["backends"]
        assert offline.keys() == BACKEND
        assert (offline["backend"], offline["cost"]) == ("offline", 0)
        assert anthropic["model"] == "claude-haiku-5-5"
        assert 0 < anthropic["batch_cost"] < anthropic["cost"] < 0.01
        assert (command["backend"], command["cost"], command["batch_cost"]) == ("claude-cli", None, None)

    def test_of_files_that_were_not_read(self, run, write_session):
        path = write_session("one", "Always use pnpm instead of npm in this repository.")
        document = run("estimate", str(path), "--json").json
        assert (document["conversations"], document["rough"]) == (1, True)
        assert run("list", "--json").json["memories"] == []
        assert run("capture", str(path)).code == 0
        assert run("estimate", str(path), "--json").json["conversations"] == 0

    def test_people_read_words(self, run, captured):
        said = run("estimate", "--all").out
        assert said.startswith("1 conversation, ")
        assert "This computer *" in said
        assert "your plan" in said
        assert "prices of 22 Nov 2026" in " ".join(said.split())
        assert "a guess" in said

    def test_one_thing_at_a_time(self, run, captured):
        assert run("estimate", "--all", "--waiting").code == 2
        assert run("estimate", "/nowhere/at/all").code == 2


class TestStatus:
    def test_without_a_model_nothing_is_sent(self, run, home):
        said = run("model", "--json")
        assert said.code == 0
        assert said.json.keys() == STATUS
        assert (said.json["backend"], said.json["ready"], said.json["model"]) == ("offline", True, "")
        assert said.json["month"].keys() == SPENT
        assert "nothing is sent anywhere" in run("model").out

    def test_what_stands_in_the_way_is_said_and_lifted(self, run, server):
        server.key = "another"
        with MemoryService.open() as service, pytest.raises(Exception, match="key"):
            service.model.ask(_question())
        said = run("model", "--json")
        assert said.code == 1
        assert (said.json["trouble"], said.json["ready"]) == ("key_refused", False)
        assert said.json["detail"].startswith("401")
        assert "not ready" in run("model").out
        assert run("model", "retry", "--json").json["ready"] is True

    def test_a_test_says_who_answered_and_is_in_the_ledger(self, run, server):
        said = run("model", "test", "--json")
        assert said.code == 0
        assert (said.json["model"], said.json["said"]) == ("claude-haiku-5-5", "ready")
        (call,) = run("model", "calls", "--json").json
        assert call.keys() == CALL
        assert (call["purpose"], call["trouble"]) == ("test", None)
        assert call["cost"] > 0
        month = run("model", "--json").json["month"]
        assert (month["calls"], month["cost"]) == (1, call["cost"])
        assert "answered in" in run("model", "test").out

    def test_a_test_that_fails_says_why_and_makes_nothing_rest(self, run, server):
        server.fail_next(Fail(401))
        said = run("model", "test", "--json")
        assert said.code == 1
        assert said.json["code"] == "MODEL_FAILED"
        assert run("model", "--json").json["ready"] is True

    def test_another_model_is_tested_before_it_is_chosen(self, run, server):
        assert run("model", "test", "--model", "claude-opus-5-5", "--json").json["model"] == "claude-opus-5-5"
        assert run("model", "--json").json["model"] == "claude-haiku-5-5"

    def test_the_list_marks_the_chosen_one(self, run, server):
        found = {one["id"]: one for one in run("model", "list", "--json").json}
        assert found["claude-haiku-5-5"]["chosen"]
        assert not found["claude-opus-5-5"]["chosen"]
        assert "* claude-haiku-5-5" in run("model", "list").out

    def test_nothing_to_take_back(self, run, server):
        assert run("model", "cancel").out == "No batch to cancel.\n"


def _question():
    from arbor_desktop.llm.model import Ask, Message, Purpose

    return Ask(Purpose.CHAT, "", (Message("user", "Hello"),))


class TestReadingManyAgain:
    @pytest.fixture
    def two(self, run, write_session) -> list[str]:
        for name in ("one", "two"):
            path = write_session(name, f"Always use pnpm instead of npm in the {name} repository, please.")
            assert run("capture", str(path)).code == 0
        return [one["id"] for one in run("conversations", "--json").json["conversations"]]

    @pytest.fixture
    def terminal(self, monkeypatch):
        def answers(text: str) -> None:
            monkeypatch.setattr("arbor_desktop.cli.models.interactive", lambda: True)
            monkeypatch.setattr(sys, "stdin", io.StringIO(text))

        return answers

    def test_a_person_is_told_and_asked_first(self, run, two, server, terminal):
        terminal("n\n")
        said = run("memorize", "--again", *two)
        assert said.code == 1
        assert "2 conversations" in said.err
        assert "Read them again? [y/N]" in said.err
        assert server.asked() == []

    def test_yes_reads(self, run, two, server, terminal):
        terminal("y\n")
        run("memorize", "--again", *two)
        assert server.asked("extraction")

    @pytest.mark.parametrize("more", [("--yes",), ("--json",)])
    def test_nobody_is_asked_who_can_not_answer_or_said_yes(self, run, two, server, terminal, more):
        terminal("")
        said = run("memorize", "--again", *two, *more)
        assert "Read them again" not in said.err
        assert server.asked("extraction")

    def test_one_conversation_or_the_rules_are_not_worth_a_question(self, run, two, server, terminal):
        terminal("")
        run("memorize", "--again", two[0])
        run("settings", "set", "extraction.backend", "offline")
        said = run("memorize", "--again", *two)
        assert "Read them again" not in said.err
        assert said.code == 0


def test_a_way_that_can_be_listened_to_is_told(run):
    run("settings", "set", "extraction.backend", "anthropic")
    run("settings", "set", "model.base_url", "http://models.example.com")
    assert "not encrypted" in run("model").out
    run("settings", "set", "model.base_url", "https://models.example.com")
    assert "not encrypted" not in run("model").out
