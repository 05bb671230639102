"""The figures that extraction reached on sets that its judge was not learned from; they may not fall."""

from __future__ import annotations

import json

import pytest

from arbor_desktop import resources
from arbor_desktop.extract.offline import OfflineExtractor
from tests.extraction.__main__ import score_snippets
from tests.extraction.labels import snippet_sets
from tests.extraction.sayings import KINDS, fingerprint, sayings


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


@pytest.mark.parametrize(
    ("name", "precision", "recall"),
    [
        ("coding", 0.82, 0.58),
        ("coding_more", 0.85, 0.6),
        ("people", 0.83, 0.55),
        ("people_more", 0.75, 0.48),
        ("work", 0.58, 0.66),
    ],
)
def test_sets(extractor: OfflineExtractor, name: str, precision: float, recall: float) -> None:
    score = score_snippets(extractor, snippet_sets()[name])
    assert score.precision >= precision, score.false
    assert score.recall >= recall, score.misses


def test_the_judge_was_learned_from_the_present_sayings() -> None:
    judge = json.loads(resources.read_text("extract/judge.json"))
    assert judge["learned_from"] == fingerprint(), "run python3 -m tests.extraction.training --write"


def test_sayings_hold_all_kinds_and_plenty_of_nothing() -> None:
    said = [saying for found in sayings().values() for saying in found]
    kinds = {mark.kind for saying in said for mark in saying.marks}
    assert kinds == set(KINDS)
    assert sum(not saying.marks for saying in said) > len(said) / 2


def test_a_mark_covers_what_it_marks() -> None:
    for found in sayings().values():
        for saying in found:
            for mark in saying.marks:
                marked = saying.text[mark.start : mark.end]
                assert marked == marked.strip() and "[[" not in marked
