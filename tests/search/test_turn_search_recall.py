"""Questions over long conversations are answered by the turns that hold the answer (spec 4.5)."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from arbor_desktop.service import MemoryService
from tests.benchmarks import locomo
from tests.conftest import ManualClock

pytestmark = pytest.mark.slow


def test_most_evidence_is_among_the_first_ten_turns(tmp_path: Path, clock: ManualClock) -> None:
    dialogues = locomo.dialogues()
    if not dialogues:
        pytest.skip("no LoCoMo in ../shared/corpus/bench")
    recalls, ranks = [], []
    for dialogue in dialogues:
        with MemoryService.open(tmp_path / dialogue.name, clock=clock) as service:
            service.settings.set("capture.only_when_asked", True)
            (row,) = service.capture([dialogue.write(tmp_path / "sessions")])
            assert row.turns == len(dialogue.turns)
            for question in dialogue.questions:
                hits = service.search_turns(question.text, limit=20)
                recalls.append(locomo.recall(question, hits, 10))
                ranks.append(locomo.reciprocal_rank(question, hits))
    assert len(recalls) == 997
    assert statistics.mean(recalls) >= 0.77
    assert statistics.mean(ranks) >= 0.53
