"""Long memories: everyday data, so that the work they make grows with their length and no faster."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.conflicts.comparison.judge import RuleJudge
from arbor_desktop.maintenance import compaction
from arbor_desktop.service import MemoryService
from arbor_desktop.text.likeness import read
from arbor_desktop.text.support import similarity
from arbor_desktop.text.words import index_words, search_terms
from tests.benchmarks.long_texts import KINDS, LongTexts, texts
from tests.conftest import ManualClock

LENGTHS = (300, 1_000, 10_000)
JEST, VITEST = "The project uses Jest for unit tests.", "Unit tests are written with Vitest."


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One entry for each pair of claims that was compared."""
    compared: list[None] = []
    compare = RuleJudge._judge_claims

    def counted(*arguments: object) -> object:
        compared.append(None)
        return compare(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(RuleJudge, "_judge_claims", counted)
    return compared


@pytest.mark.parametrize("length", LENGTHS)
def test_plain_long_texts_contradict_nothing(service: MemoryService, length: int, pairs: list[None]) -> None:
    given = texts(length, 39)
    service.store_many({"content": text, "type": "context"} for text in given)
    assert service.list_conflicts() == []
    assert len(pairs) <= len(given)


def test_statements_are_compared_among_long_texts(service: MemoryService) -> None:
    service.store_many({"content": text, "type": "context"} for text in texts(1_000, 39))
    older, newer = (service.store(text, type="fact").id for text in (JEST, VITEST))
    (conflict,) = service.list_conflicts()
    assert [member.memory.id for member in conflict.members] == [older, newer]


@pytest.mark.slow
@pytest.mark.parametrize(
    "work", [read, index_words, search_terms, compaction.sentences, lambda t: similarity(t, t + JEST)]
)
@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_text_is_twice_the_work(work: Callable[[str], object], kind: str) -> None:
    text = LongTexts(kind).text(10_000)
    work(text)
    assert _calls(work, text) <= 2.5 * _calls(work, text[:5_000])


def _calls(work: Callable[[str], object], text: str) -> int:
    """How many functions are called."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work(text)
    finally:
        sys.setprofile(before)
    return calls
