"""What is searched for to find whatever may contradict a statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.conflicts.judge import Judge, Rivals
from arbor_desktop.conflicts.judge.search_terms import MOST_TERMS
from tests.properties import times

JUDGE = Judge(Rivals.parse(resources.read_text("conflicts.toml")))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Use Jest for tests", {"jest", "vitest", "mocha"}),
        ("Prefer async/await", {"async", "await", "promise", "callbacks"}),
        ("User lives in Berlin", {"berlin", "lives", "moved", "based"}),
        ("User has no pets", {"pets", "dog", "cat"}),
        ("User had bacon for breakfast", {"bacon", "vegan", "vegetarian"}),
        ("User is vegan", {"vegan", "meat", "cheese"}),
        ("Use C++ for the engine", {"cplusplus", "rust"}),
        ("The API timeout is 30 seconds", {"api", "timeout"}),
    ],
)
def test_own_words_and_those_of_the_other_side_are_asked_for(text: str, asked: set[str]) -> None:
    assert asked <= set(JUDGE.terms(text))


def test_names_come_first() -> None:
    assert JUDGE.terms("All of the unit tests run with Jest")[0] == "jest"


def test_frequent_words_are_left_out() -> None:
    assert not {"use", "the", "we", "in", "project", "user"} & set(JUDGE.terms("We use Jest in the project"))


@given(st.text(max_size=500))
@times(2)
def test_terms_are_few_plain_words(text: str) -> None:
    terms = JUDGE.terms(text)
    assert len(terms) <= MOST_TERMS and len(set(terms)) == len(terms)
    assert all(term and not any(sign.isspace() for sign in term) for term in terms)
