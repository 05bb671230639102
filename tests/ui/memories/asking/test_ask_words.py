"""What reads as a question, and how steps and costs are told."""

from __future__ import annotations

import pytest

from arbor_desktop.chat.model import AskResult, Outcome, Stage, Step
from arbor_desktop.llm.model import Usage
from arbor_desktop.ui.memories.asking.words import cost_words, reads_as_question, step_words


@pytest.mark.parametrize(
    "text",
    ["pnpm?", "which package manager", "How do we deploy", "welche Datenbank nutzen wir", "deadline when?"],
)
def test_questions(text):
    assert reads_as_question(text)


@pytest.mark.parametrize(
    "text", ["", "?", "pnpm", "package manager of kiln", "how deploy", "whichever works best now"]
)
def test_no_questions(text):
    assert not reads_as_question(text)


def test_steps_say_how_far_it_is():
    assert step_words(Step(Stage.SEARCHING, 1284), 0) == "Searching 1,284 memories…"
    assert step_words(Step(Stage.READING, 12), 1284) == "Searching 1,284 memories… reading 12 matches"


def test_the_cost_names_the_model_the_calls_and_the_time():
    asked = AskResult(
        "q",
        Outcome.ANSWERED,
        model="claude-haiku-5-5",
        calls=2,
        cost=0.00041,
        usage=Usage(5, 5),
        milliseconds=1240,
    )
    assert cost_words(asked) == "Claude Haiku 5.5 · 2 calls · $0.0004 · 1.2 s"
    assert cost_words(AskResult("q", Outcome.LISTED)) == ""
