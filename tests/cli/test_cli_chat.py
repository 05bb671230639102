"""`arbor chat`: one line in, one answer out; going on, asking again, and what can't be asked."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from arbor_cli import added

from arbor_desktop.cli import ask as command
from tests.standin.server import Body, Fail, Say, StandIn

TEA = "User drinks green tea while reviewing"


@pytest.fixture
def mind(home, run) -> Iterator[StandIn]:
    with StandIn(lambda body: "Fine.\nAnd you?") as server:
        run("settings", "set", "extraction.backend", "anthropic")
        run("settings", "set", "model.base_url", server.url)
        yield server


def test_the_answer_is_all_of_stdout(run, mind):
    said = run("chat", "how", "are", "you?")
    assert said.code == 0
    assert said.out == "Fine.\nAnd you?\n"
    assert "tokens" in said.err
    assert "--continue" in said.err


def test_json_is_one_document(run, mind):
    ident = added(run, TEA)
    document = run("chat", "hello", "--json").json
    assert document["answer"] == "Fine.\nAnd you?"
    assert document["state"] == "whole"
    assert document["memories"] == document["memories_added"] == [ident]
    assert document["stored"] == []
    assert document["cost"] > 0
    conversation = run("conversation", document["conversation_id"], "--json").json
    assert conversation["source"] == "arbor"
    assert [turn["text"] for turn in conversation["turns"]] == ["hello", "Fine.\nAnd you?"]


def test_a_chat_goes_on_by_the_beginning_of_its_id(run, mind):
    ident = run("chat", "hello", "--json").json["conversation_id"]
    assert run("chat", "--continue", ident[:12], "and", "now?").code == 0
    assert [one["role"] for one in mind.asked("chat")[-1]["messages"]] == ["user", "assistant", "user"]


def test_what_was_stored_is_told(run, mind):
    def storing(body: Body) -> Say | str:
        last = body["messages"][-1]["content"]
        if any(one.get("type") == "tool_result" for one in last if isinstance(one, dict)):
            return "Noted."
        rule = {"content": "Always answer in one line.", "type": "instruction", "importance": "low"}
        return Say(uses=(("arbor_store_memory", rule),))

    mind.mind = storing
    said = run("chat", "answer in one line from now on")
    assert said.out == "Noted.\n"
    assert "Needs review: Always answer in one line." in said.err


def test_what_failed_is_kept_and_asked_again(run, mind):
    mind.fail_next(*[Fail(500)] * 5)
    failed = run("chat", "hello?")
    assert failed.code == 1
    kept = failed.err.split("--continue ")[1].split()[0]
    mind.failing.clear()
    again = run("chat", "--continue", kept, "--again")
    assert again.code == 0
    assert again.out == "Fine.\nAnd you?\n"
    turns = run("conversation", kept, "--json").json["turns"]
    assert [turn["text"] for turn in turns] == ["hello?", "Fine.\nAnd you?"]


def test_stdin_is_read_for_a_dash(run, mind, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("a long\ntext\n"))
    assert run("chat", "-").code == 0
    assert "a long\\ntext" in mind.received[-1].raw


def test_without_a_text_nothing_is_asked_where_nobody_sits(run, mind):
    assert run("chat").code == 2
    assert mind.asked("chat") == []


def test_on_a_terminal_it_goes_on_line_after_line(run, mind, monkeypatch):
    lines = iter(["hello", "", "and now?", "exit"])
    monkeypatch.setattr(command, "interactive", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    said = run("chat")
    assert said.code == 0
    assert said.out == "Fine.\nAnd you?\n" * 2
    assert len(mind.asked("chat")[-1]["messages"]) == 3
    assert "Continue this chat with" in said.err


def test_without_a_model_it_says_what_to_do(run):
    said = run("chat", "hello")
    assert said.code == 1
    assert "Choose one" in said.err
    assert run("conversations", "--json").json["total"] == 0


@pytest.mark.parametrize(
    "arguments",
    [("--again",), ("--again", "hello"), ("--continue", "01a20055", "--project", "/srv/kiln", "hello")],
)
def test_what_makes_no_sense_is_refused(run, mind, arguments):
    assert run("chat", *arguments).code == 2


def test_an_unknown_chat_is_not_found(run, mind):
    assert run("chat", "--continue", "01a20055-949d-74cf-940c-c61d52d751e3", "hello").code == 3
