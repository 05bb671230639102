"""What the linear models say of statements that nobody learned from."""

import pytest

from arbor_desktop.extraction.offline.attributes import DOUBT
from arbor_desktop.extraction.offline.linear import PRIVATE, odds
from tests.linear.cases import read


@pytest.mark.slow
def test_private_things_are_recognised_without_a_list_of_words() -> None:
    cases = read("private", "blind")
    judged = [odds(PRIVATE, case.text) > DOUBT for case in cases]
    right = sum(case.expected and said for case, said in zip(cases, judged, strict=True))
    assert right / sum(judged) >= 0.84
    assert right / sum(case.expected for case in cases) >= 0.87
