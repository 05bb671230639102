"""How well it is judged what memories were of use, also on cases that were not looked at for it."""

from __future__ import annotations

import pytest

from arbor_desktop.context.model import Use
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from tests.use.reading import JUDGE, Case, figures, read


@pytest.mark.parametrize("file", ["cases", "blind"])
def test_uses_are_found_and_hardly_one_is_made_up(file: str) -> None:
    found = figures(list(read(file)))
    assert found.precision >= 0.95
    assert found.recall >= 0.6


@pytest.mark.parametrize("case", list(read("cases")), ids=lambda case: case.name)
def test_a_reason_says_nothing_but_what_the_memory_says(case: Case) -> None:
    verdict = case.verdict
    assert verdict.reason
    for quoted in verdict.reason.split("`")[1::2]:
        assert quoted.rstrip("…").lower() in case.memory.lower()
    assert (verdict.turn is None) == (verdict.use is Use.UNUSED)


@pytest.mark.parametrize(
    "case", [case for case in read("cases") if "arbor" in case.name], ids=lambda case: case.name
)
def test_what_arbor_itself_answered_was_heard_from_nobody_else(case: Case) -> None:
    assert case.right


def test_every_label_and_both_files_have_cases() -> None:
    known, blind = list(read("cases")), list(read("blind"))
    assert min(len(known), len(blind)) >= 40
    assert {case.label for case in known} == {case.label for case in blind} == set(Use)
    assert len({case.name for case in [*known, *blind]}) == len(known) + len(blind)


def test_what_was_taken_back_is_not_looked_at() -> None:
    turns = [
        Turn(1, Role.USER, TurnKind.SAID, "fix the totals"),
        Turn(2, Role.ASSISTANT, TurnKind.TOOL, "Bash: make check-fast", unsaid=True),
    ]
    assert JUDGE.judge(["Run `make check-fast`."], turns, 0)[0].use is Use.UNUSED


def test_a_session_of_nothing_uses_nothing() -> None:
    assert [one.use for one in JUDGE.judge(["Run `make check-fast`.", ""], [], 0)] == [Use.UNUSED] * 2
