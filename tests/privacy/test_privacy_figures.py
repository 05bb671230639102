"""What is private is recognised in sentences that nobody learned from."""

import pytest

from arbor_desktop.extraction.offline.attributes import DOUBT
from arbor_desktop.extraction.offline.privacy import privacy_odds
from tests.privacy.cases import read


@pytest.mark.slow
def test_private_things_are_recognised_without_a_list_of_words() -> None:
    cases = read("blind")
    judged = [privacy_odds(case.text) > DOUBT for case in cases]
    right = sum(case.private and said for case, said in zip(cases, judged, strict=True))
    assert right / sum(judged) >= 0.84
    assert right / sum(case.private for case in cases) >= 0.87
