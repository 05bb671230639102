"""What is private is recognised in sentences that nobody learned from."""

from arbor_desktop.extraction.offline.attributes import is_private
from tests.privacy.cases import read


def test_private_things_are_recognised_without_a_list_of_words() -> None:
    cases = read("blind")
    judged = [is_private(case.text) for case in cases]
    right = sum(case.private and said for case, said in zip(cases, judged, strict=True))
    assert right / sum(judged) >= 0.78
    assert right / sum(case.private for case in cases) >= 0.82
