"""Short forms that are given are right; that they are given at all comes second."""

from __future__ import annotations

import pytest

from tests.compaction.scoring import FILES, cases, score


@pytest.mark.parametrize("name", FILES)
def test_hardly_any_short_form_loses_something(name: str) -> None:
    result = score(list(cases(name)))
    assert result.precision >= 0.97, [(case.line, short) for case, short in result.wrong]
    assert result.coverage >= 0.6, [case.line for case in result.left]


@pytest.mark.parametrize("name", FILES)
def test_the_labels_are_what_they_should_be(name: str) -> None:
    for case in cases(name):
        assert len(case.text) > 200, case.line
        assert all(len(form) <= 100 for form in case.accepted), case.line
        assert case.accepted or case.may_stay
