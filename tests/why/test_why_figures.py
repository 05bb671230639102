"""How well it is found what answers followed and ignored, also on cases that were not looked at for it."""

from __future__ import annotations

import pytest

from arbor_desktop.context.answers import answer_at
from arbor_desktop.context.following import Regard
from tests.why.reading import Case, figures, read

BOTH = [*read("cases"), *read("blind")]


@pytest.mark.parametrize("regard", [Regard.FOLLOWED, Regard.IGNORED])
@pytest.mark.parametrize("file", ["cases", "blind"])
def test_what_was_followed_and_ignored_is_found_and_hardly_any_is_made_up(file: str, regard: Regard) -> None:
    found = figures(list(read(file)), regard)
    assert found.precision >= 0.9
    assert found.recall >= 0.8


@pytest.mark.parametrize("case", BOTH, ids=lambda case: case.name)
def test_what_is_said_to_be_followed_or_ignored_quotes_the_answer_and_the_memory(case: Case) -> None:
    found = case.finding
    if found.regard is Regard.NOT_NEEDED:
        assert (found.quote, found.turn, found.words, found.deed) == ("", None, (), None)
        return
    answer = answer_at(case.turns, case.asked or len(case.turns))
    assert answer is not None and found.turn is not None
    assert answer.first <= found.turn <= answer.last
    said = " ".join(case.turns[found.turn - 1].text.split())
    if "<<" not in said:  # the text of a commit stands for itself
        assert found.quote.rstrip("…") in said
    assert all(word.lower() in case.memory.lower() for word in found.words)


def test_there_are_enough_cases_of_each_kind() -> None:
    for file in ("cases", "blind"):
        cases = list(read(file))
        assert len(cases) >= 30
        assert {case.label for case in cases} == set(Regard)
    assert len({case.name for case in BOTH}) == len(BOTH)
