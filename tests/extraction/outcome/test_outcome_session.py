"""What a session came to: its task, kind, size and end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome_turns import MARKS, assistant, call, derived, edited, outcome, person, ran, result, turns, wrote

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import OutcomeStatus, TaskType
from arbor_desktop.conversations.readers.registry import all_readers, detect
from arbor_desktop.extraction.outcome.derivation import Derivation, complexity_of, derive, task_of
from tests.properties import times

PASSES = ran("pytest -q", "12 passed in 0.3s")
FAILS = ran("pytest -q", "FAILED tests/test_a.py::test_b\n1 failed, 11 passed in 0.3s", failed=True)


def test_a_session_is_told_whole() -> None:
    found = outcome(
        person("Fix the login redirect, it loops for ever"),
        assistant("I will look at it."),
        FAILS,
        edited("/home/ada/shop/src/login.py"),
        wrote("/home/ada/shop/tests/test_login.py"),
        PASSES,
        assistant("The redirect no longer loops."),
        person("great, it works now"),
        project="/home/ada/shop",
    )
    assert found.task == "Fix the login redirect, it loops for ever"
    assert found.type is TaskType.FIX
    assert found.status is OutcomeStatus.SUCCESS
    assert found.files_created == ("tests/test_login.py",)
    assert found.files_modified == ("src/login.py",)
    assert found.commands == ("pytest -q",)
    [error] = found.errors
    assert error.text == "FAILED tests/test_a.py::test_b" and error.command == "pytest -q" and error.solved
    said = found.to_dict()
    assert said["verification"]["tests"] == [
        {"name": "pytest", "command": "pytest -q", "result": "passed", "turn": 10, "runs": 2}
    ]
    assert said["verification"]["last"] == "passed"
    assert said["errors"][0]["solved_turn"] == 10


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("Add a dark mode to the settings page", TaskType.FEATURE),
        ("implement pagination for /orders", TaskType.FEATURE),
        ("The build fails with TS2304, please repair it", TaskType.FIX),
        ("users can't log in since yesterday, the page isn't loading", TaskType.FIX),
        ("I keep getting build errors in CI", TaskType.FIX),
        ("Refactor the billing module into smaller functions", TaskType.REFACTOR),
        ("rename all handlers to use cases", TaskType.REFACTOR),
        ("Write unit tests for the parser", TaskType.TEST),
        ("add more test coverage around refunds", TaskType.TEST),
        ("Update the README with the new flags", TaskType.DOCS),
        ("fix the typos in the docs", TaskType.DOCS),
        ("add docstrings to all public functions", TaskType.DOCS),
        ("Add a page that lists failed test runs", TaskType.FEATURE),
    ],
)
def test_the_task_is_what_the_person_asked_for(prompt: str, kind: TaskType) -> None:
    assert outcome(person(prompt), edited("src/app.py")).type is kind


@pytest.mark.parametrize(
    "prompt",
    [
        "Why is the build failing?",
        "How does the cache work?",
        "can we run a build and all the tests",
        "Explain the retry logic to me",
        "review the diff for bugs",
        "Let's explore how scrolling is done here",
    ],
)
def test_a_question_is_one_only_while_nothing_is_changed(prompt: str) -> None:
    assert outcome(person(prompt), ran("ls")).type is TaskType.QUESTION
    assert outcome(person(prompt), edited("src/app.py")).type is not TaskType.QUESTION


def test_without_hands_and_code_there_is_no_task_but_to_answer() -> None:
    assert outcome(person("Write a toast for my sister"), assistant("Dear all, …")).type is TaskType.QUESTION
    with_code = outcome(person("Write a function that adds"), assistant("```python\ndef add(): ...\n```"))
    assert with_code.type is TaskType.FEATURE


def test_where_the_prompt_says_nothing_commits_and_files_do() -> None:
    committed = outcome(
        person("ENT-207"), edited("a.py"), ran('git commit -m "fix(api): no double charge"', "[main 1] fix")
    )
    assert committed.type is TaskType.FIX
    assert outcome(person("go on"), wrote("tests/test_api.py")).type is TaskType.TEST
    assert outcome(person("go on"), edited("docs/guide.md")).type is TaskType.DOCS
    assert outcome(person("go on"), wrote("src/api.py")).type is TaskType.FEATURE


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ([], OutcomeStatus.UNKNOWN),
        ([*PASSES], OutcomeStatus.SUCCESS),
        ([*FAILS], OutcomeStatus.FAILED),
        ([*FAILS, *PASSES], OutcomeStatus.SUCCESS),
        ([*ran("npm run build", "built in 3s"), *FAILS], OutcomeStatus.PARTIAL),
        ([*FAILS, person("works now, thanks!")], OutcomeStatus.SUCCESS),
        ([*PASSES, person("it still crashes on start")], OutcomeStatus.FAILED),
        ([person("works now"), assistant("Good."), person("no wait, still broken")], OutcomeStatus.PARTIAL),
        ([person("perfect, thanks")], OutcomeStatus.SUCCESS),
        ([*FAILS, person("thanks")], OutcomeStatus.FAILED),
        ([*edited("a.py"), *ran("git commit -m wip", "[main 1] wip")], OutcomeStatus.SUCCESS),
        ([*edited("a.py"), *ran("./deploy.sh", "Error: refused", failed=True)], OutcomeStatus.PARTIAL),
    ],
)
def test_how_it_ended(said: list[tuple[Role, TurnKind, str]], status: OutcomeStatus) -> None:
    found = outcome(person("Add the export"), assistant("On it."), *said)
    assert found.status is status


def test_who_stops_the_assistant_leaves_it_half_done() -> None:
    stop = (Role.USER, TurnKind.INTERRUPT, "[Request interrupted by user]")
    assert outcome(person("Add it"), edited("a.py"), stop).status is OutcomeStatus.PARTIAL
    assert outcome(person("Add it"), stop).status is OutcomeStatus.UNKNOWN


def test_what_was_taken_back_injected_or_done_by_sub_agents_does_not_count() -> None:
    said = turns(person("Add it"), edited("a.py"), PASSES)
    taken_back = [Turn(t.number, t.role, t.kind, t.text, t.at, unsaid=t.number > 1) for t in said]
    for kind in (TurnKind.INJECTED, TurnKind.SUBAGENT, TurnKind.SUMMARY):
        quiet = [t if t.number == 1 else Turn(t.number, t.role, kind, t.text, t.at) for t in said]
        assert derive(quiet, MARKS).outcome.checks == ()
    found = derive(taken_back, MARKS).outcome
    assert not found.files_modified and not found.checks and found.task == "Add it"


def test_the_task_is_the_first_prompt_cut_at_a_word() -> None:
    assert task_of([]) == ""
    assert task_of(["  Add\n a   thing "]) == "Add a thing"
    long = task_of(["word " * 200])
    assert len(long) <= 300 and long.endswith("word…")


def test_complexity_as_documented() -> None:
    assert complexity_of(0, 0, 0, 0) == 1
    assert complexity_of(1, 3, 5, 0) == 1
    assert complexity_of(2, 3, 5, 0) == 2
    assert complexity_of(4, 6, 12, 0) == 3
    assert complexity_of(9, 20, 60, 3) == 5


@given(*(st.integers(0, 200) for _ in range(8)))
def test_more_of_anything_never_makes_it_simpler(
    a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int
) -> None:
    less, more = complexity_of(a, b, c, d), complexity_of(a + e, b + f, c + g, d + h)
    assert 1 <= less <= more <= 5


@given(
    st.lists(st.tuples(st.sampled_from(Role), st.sampled_from(TurnKind), st.text(max_size=80)), max_size=12)
)
def test_any_turns_have_an_outcome_and_always_the_same(said: list[tuple[Role, TurnKind, str]]) -> None:
    found = derived(*said)
    assert found == derived(*said)
    assert 1 <= found.outcome.complexity <= 5
    assert found.outcome.to_dict()["status"] in {"success", "partial", "failed", "unknown"}


TELLING = (
    person("Fix the login"), person("works now, thanks"), person("still failing"), person("No, use pnpm"),
    person("the second one"), person("I get this:\nTypeError: x is not a function"), person("Use Redis."),
    assistant("Done."), assistant("Shall I use Redis or Kafka?"), assistant("```py\nx\n```"),
    assistant("1. Redis\n2. Kafka\nWhich one do you want?"),
    *map(call, (
        "Bash: pytest -q", "Bash: pytest tests/test_a.py", "Bash: npm run build && git commit -m 'fix: x'",
        "Bash: git push", "Bash: ls -l", "Edit: a.py", "Write: b.md", "Read: b.md", "BashOutput: 1",
        "AskUserQuestion: Which db?", "Bash: make test\nok\n3 passed", "Bash: pytest &",
    )),
    *map(result, (
        "ok\n3 passed", "error\n1 failed, 2 passed", "ok", "error\nTypeError: boom",
        "error\nFAILED tests/test_a.py::test_x\n1 failed", "ok\nCommand running in background with ID: 1",
        'ok\n"Which db?"="Redis"', "ok\nFile created successfully at: b.md",
    )),
    *((Role.USER, TurnKind.COMMAND, text) for text in ("!make test", "!ls", "3 passed", "/clear")),
    (Role.USER, TurnKind.INTERRUPT, "[Request interrupted by user]"),
)  # fmt: skip


@times(4)
@given(st.lists(st.sampled_from(TELLING), max_size=30), st.data())
def test_turn_by_turn_the_outcome_is_that_of_the_whole(
    said: list[tuple[Role, TurnKind, str]], data: st.DataObject
) -> None:
    every = turns(*said)
    going, taken = Derivation(MARKS), 0
    for cut in sorted(data.draw(st.lists(st.integers(0, len(every)), max_size=8))):
        going.take(every[taken:cut])
        taken = max(taken, cut)
        assert going.derived() == derive(every[:taken], MARKS)
    going.take(every[taken:])
    assert going.derived(["b.md", "c.md"]) == derive(every, MARKS, paths=["b.md", "c.md"])


def test_long_walls_of_marks_take_no_longer_than_others() -> None:
    """Patterns that look back would hang here, until the suite's own limit ends them."""
    for wall in (
        '"' * 40_000,
        "error: " * 8_000,
        "a or " * 8_000,
        "?" * 40_000,
        "\n" * 40_000,
        "A.b" * 9_000,
    ):
        found = outcome(
            person(wall), assistant(wall), person(wall[:500]), call(f"Bash: {wall}"), result(f"error\n{wall}")
        )
        assert found.complexity >= 1


def test_real_sessions_have_believable_outcomes(corpus: Path) -> None:
    readers = all_readers()
    kinds: Counter[TaskType] = Counter()
    for file in sorted((corpus / "claude_code").rglob("*.jsonl")):
        reader = detect(file, readers)
        if reader is None:
            continue
        said: list[Turn] = []
        for batch in reader.read(file, None):
            for part in batch.sessions:
                said += [
                    Turn(len(said) + n, t.role, t.kind, t.text, t.at, t.key, t.unsaid)
                    for n, t in enumerate(part.turns, 1)
                ]
        found = derive(said, MARKS).outcome
        kinds[found.type] += 1
        assert all(error.turn <= len(said) for error in found.errors)
        assert all(error.solved_turn is None or error.solved_turn > error.turn for error in found.errors)
        assert len(set(found.commands)) == len(found.commands)
    assert kinds[TaskType.QUESTION] and kinds[TaskType.FEATURE] and kinds[TaskType.FIX]
