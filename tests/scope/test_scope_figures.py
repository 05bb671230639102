"""Messages that nobody tuned on are remembered for the place where they apply."""

import pytest

from tests.scope.messages import places, private


@pytest.mark.slow
def test_statements_are_remembered_for_the_place_where_they_apply() -> None:
    counts = places("blind")
    assert counts["everywhere", "everywhere"] >= 2 * counts["everywhere", "project"]
    assert counts["project", "project"] >= 12 * counts["project", "everywhere"]
    assert counts["private", "private"] >= 15 * counts["private", "everywhere"]


@pytest.mark.slow
def test_private_things_are_recognised_without_a_list_of_words() -> None:
    precision, recall = private("private_blind")
    assert precision >= 0.84
    assert recall >= 0.82
