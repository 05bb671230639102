"""The figures that extraction reached on sets that its judge was not learned from; they may not fall."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from safetensors import safe_open

from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from tests.extraction.__main__ import score_snippets
from tests.extraction.labels import snippet_sets
from tests.extraction.sayings import KINDS, PLACES, fingerprint, sayings
from tests.extraction.scoring import Score

JUDGE = Path(__file__).parents[2] / "resources" / "extraction" / "judge.safetensors"


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


@pytest.mark.slow
def test_snippets(extractor: OfflineExtractor) -> None:
    total = Score()
    for snippets in snippet_sets().values():
        total.merge(score_snippets(extractor, snippets))
    assert total.precision >= 0.82, total.false
    assert total.recall >= 0.58, total.misses


def test_the_judge_was_learned_from_the_present_sayings() -> None:
    with safe_open(JUDGE, framework="numpy") as judge:
        learned_from = judge.metadata()["learned_from"]
    assert learned_from == fingerprint(), "run python3 -m tests.extraction.training --write"


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


def test_marks_say_where_they_apply_in_words_that_do_not_tell() -> None:
    found = [
        mark
        for name, some in sayings().items()
        if name.startswith("places_")
        for one in some
        for mark in one.marks
    ]
    places = Counter(mark.place for mark in found)
    assert set(places) == set(PLACES)
    assert places["project"] > 900
    assert places["everywhere"] > 300
    assert sum(bool(mark.private) for mark in found) > 150
