"""What a session cost the person: corrections, failed commands, turns until a test passed."""

from __future__ import annotations

import pytest
from outcome_turns import assistant, derived, edited, person, ran

from arbor_desktop.conversations.model import Role, TurnKind

DONE = assistant("Done, I changed it.")
STOPPED = (Role.USER, TurnKind.INTERRUPT, "[Request interrupted by user]")


@pytest.mark.parametrize(
    "said",
    [
        "No, use pnpm here", "That's wrong, the port is 8080", "I said tabs, not spaces",
        "you forgot the tests", "Why did you delete the file?", "undo that", "still failing",
        "that's not what I asked for", "Stop. Don't touch the lock file.", "Das ist falsch",
        "Nein, mit Tabs", "schon wieder npm?",
    ],
)  # fmt: skip
def test_what_corrects_the_assistant(said: str) -> None:
    assert derived(person("Add a retry"), DONE, person(said)).effort.corrections == 1


@pytest.mark.parametrize(
    "said",
    [
        "Great, now the tests", "no problem, go on", "no worries", "Now add a button that says no",
        "Thanks, that works", "Use pnpm for the next one", "Can you explain it?", "No need to test it",
    ],
)  # fmt: skip
def test_what_does_not(said: str) -> None:
    assert derived(person("Add a retry"), DONE, person(said)).effort.corrections == 0


def test_an_answer_to_a_question_is_no_correction_and_neither_is_the_task() -> None:
    asked = assistant("Shall I commit it?")
    assert derived(person("No more npm, please"), asked, person("no, not yet")).effort.corrections == 0
    assert derived(person("x"), asked, person("That's wrong, look again")).effort.corrections == 1


def test_stopping_the_assistant_counts_once_with_what_is_said_then() -> None:
    assert derived(person("Go"), DONE, STOPPED, person("No, the other one")).effort.corrections == 1
    assert derived(person("Go"), DONE, STOPPED, person("Use the other one")).effort.corrections == 1
    assert derived(person("Go"), DONE, STOPPED, DONE).effort.corrections == 0


def test_turns_until_a_test_passes() -> None:
    failed, passed = ran("pytest", "1 failed", failed=True), ran("pytest", "3 passed")
    found = derived(
        person("Fix it"), edited("a.py"), failed, DONE, person("Again"), failed, DONE, person("Once more"),
        passed, person("Now the next one"), failed,
    ).effort  # fmt: skip
    assert (found.turns_to_pass, found.failed_commands, found.messages) == (3, 3, 6)
    assert derived(person("Fix it"), failed, DONE, person("And?"), DONE).effort.turns_to_pass == 2
    assert derived(person("Fix it"), ran("ls"), DONE).effort.turns_to_pass is None
