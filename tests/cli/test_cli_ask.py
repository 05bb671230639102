"""`arbor ask`: an answer as it comes, the memories below it, and what it says without a model."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest
from arbor_cli import added

from arbor_desktop.service import MemoryService
from tests.standin.server import Body, Fail, Say, StandIn

QUESTION = "which package manager do I use?"
PNPM = "User uses pnpm as the package manager in every project"


@pytest.fixture
def mind(home, run) -> Iterator[StandIn]:
    with StandIn(lambda body: "You use pnpm [m1].") as server:
        run("settings", "set", "extraction.backend", "anthropic")
        run("settings", "set", "model.base_url", server.url)
        yield server


def test_the_answer_comes_first_and_its_memories_below(run, mind):
    ident = added(run, PNPM)
    said = run("ask", QUESTION)
    assert said.code == 0
    assert said.out.splitlines()[:2] == ["You use pnpm [1].", ""]
    assert said.out.splitlines()[2].startswith(f"[1] {PNPM}")
    assert ident in said.out
    assert "1 call" in said.err
    assert "$0.0" in said.err


def test_a_question_needs_no_quotes(run, mind):
    added(run, PNPM)
    assert run("ask", *QUESTION.split(), "--quiet").out.startswith("You use pnpm [1].")


def test_json_is_one_document(run, mind):
    ident = added(run, PNPM)
    document = run("ask", QUESTION, "--json").json
    assert document["question"] == QUESTION
    assert document["answer"] == "You use pnpm [1]."
    assert [(one["number"], one["memory_id"], one["content"]) for one in document["citations"]] == [
        (1, ident, PNPM)
    ]
    assert document["backend"] == "anthropic"
    assert document["cost"] > 0
    assert document["fallback"] is None


def test_without_a_model_the_memories_are_listed_with_the_reason(run):
    ident = added(run, PNPM)
    said = run("ask", QUESTION)
    assert said.code == 0
    assert ident in said.out
    assert "No model selected" in said.err
    document = run("ask", QUESTION, "--json").json
    assert (document["answer"], document["backend"]) == ("", "offline")
    assert "No model" in document["fallback"]["reason"]


def test_where_nothing_matches_no_matches_are_announced(run):
    said = run("ask", QUESTION)
    assert "No memory answers this question" in said.out + said.err
    assert "best matches" not in said.out + said.err


def test_another_backend_can_be_asked_once(run, mind):
    added(run, PNPM)
    assert run("ask", QUESTION, "--backend", "offline", "--json").json["calls"] == 0
    assert mind.received == []


def test_a_model_that_fails_leaves_the_memories(run, mind):
    added(run, PNPM)
    mind.fail_next(Fail(401, "invalid x-api-key"))
    said = run("ask", QUESTION)
    assert said.code == 0
    assert PNPM in said.out
    assert "key" in said.err


def test_an_empty_memory_answers_nothing_found(run, mind):
    said = run("ask", QUESTION, "--json")
    assert said.code == 3
    assert said.json["outcome"] == "nothing"
    assert said.json["citations"] == []
    assert run("ask", QUESTION).out == "No memory answers this question.\n"


def test_a_memory_that_does_not_say_is_nothing_found(run, mind):
    added(run, PNPM)
    mind.mind = lambda body: "NOT_IN_MEMORY"
    said = run("ask", QUESTION)
    assert (said.code, said.out) == (3, "Your memories don't say.\n")


def test_words_without_a_memory_are_marked(run, mind):
    added(run, PNPM)
    mind.mind = lambda body: "Most people use npm."
    said = run("ask", QUESTION)
    assert said.code == 3
    assert "Not based on your memories" in said.err


def test_a_cut_answer_is_kept_and_says_so(run, mind):
    added(run, PNPM)
    mind.mind = lambda body: Say("You use pnpm [m1] since", stop="max_tokens")
    said = run("ask", QUESTION)
    assert said.code == 0
    assert said.out.startswith("You use pnpm [1] since\n")
    assert "cut off" in said.err


def test_one_project_can_be_asked(run, mind, project):
    added(run, "The package manager here is npm", "--scope", "project", "--scope-id", str(project))
    added(run, "The package manager of home is Quux", "--scope", "project", "--scope-id", "/src/home")
    run("ask", QUESTION, "--project", str(project))
    assert "npm" in mind.received[-1].raw
    assert "Quux" not in mind.received[-1].raw


def test_long_answers_break_between_words(run, mind, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    added(run, PNPM)
    mind.mind = lambda body: "\n".join(["- " + "pnpm is used everywhere " * 5 + "[m1].", "- npm is not."])
    lines = run("ask", QUESTION).out.splitlines()
    answer = lines[: lines.index("")]
    assert all(len(line) <= 50 for line in answer)
    assert answer[-1] == "- npm is not."
    assert " ".join(answer).count("everywhere") == 5


def test_what_a_model_says_can_not_write_elsewhere_on_the_terminal(run, mind):
    added(run, PNPM)
    mind.mind = lambda body: "\x1b[2J\x1b]8;;http://evil.example\x07pnpm\u202e [m1]"
    out = run("ask", QUESTION).out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_ctrl_c_stops_it(start, home, run):
    added(run, PNPM)
    asked, go_on = threading.Event(), threading.Event()

    def slow(body: Body) -> str:
        asked.set()
        go_on.wait(240)
        return "Too late [m1]."

    with StandIn(slow) as server:
        with MemoryService.open(home) as service:
            service.settings.set("extraction.backend", "anthropic")
            service.settings.set("model.base_url", server.url)
        child = start("ask", QUESTION)
        try:
            assert asked.wait(240)
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=240)
        finally:
            go_on.set()
            child.kill()
    assert child.returncode == 130
    assert "Traceback" not in err
    assert "Too late" not in out


def test_no_question_is_wrong_usage(run):
    assert run("ask").code == 2
    assert run("ask", " ").code == 2
