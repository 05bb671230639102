"""The figures that offline extraction reached on the sets rules may be tuned on; they may not fall."""

from __future__ import annotations

import pytest

from arbor_desktop.extract.offline import OfflineExtractor
from tests.extraction.__main__ import score_snippets
from tests.extraction.labels import snippet_sets


@pytest.mark.parametrize(("name", "precision", "recall"), [("coding", 0.88, 0.7), ("people", 0.88, 0.8)])
def test_open_sets(name: str, precision: float, recall: float) -> None:
    score = score_snippets(OfflineExtractor.from_resources(), snippet_sets()[name])
    assert score.precision >= precision, score.false
    assert score.recall >= recall, score.misses
