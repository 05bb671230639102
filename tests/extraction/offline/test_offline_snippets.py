"""Single said things, and what is remembered of them: nothing, or exactly this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in text if line.strip() and not line.startswith("//")]


def turns_of(said: str) -> Iterator[Turn]:
    """One turn, or several: "A: … || U: …"."""
    for number, part in enumerate(said.split(" || "), 1):
        role = Role.ASSISTANT if part.startswith("A: ") else Role.USER
        text = part.removeprefix("A: ").removeprefix("U: ").replace("\\n", "\n")
        yield Turn(number, role, TurnKind.SAID, text, 0)


def heard(extractor: OfflineExtractor, said: str) -> list[Candidate]:
    return extractor.extract(Excerpt("c", "claude-code", tuple(turns_of(said)), "/home/kim/pollenwatch"))


def shown(memory: Candidate) -> str:
    return f"{memory.content} | {memory.type} | {memory.category} | {memory.scope}"


def wrong(extractor: OfflineExtractor, snippets: Iterable[list[str]]) -> list[str]:
    """What came of each that is not remembered as it should be."""
    found = []
    for said, *expected in snippets:
        remembered = [shown(memory) for memory in heard(extractor, said)]
        if remembered != expected:
            found.append(f"{said}\n  gave {remembered},\n  not {expected}")
    return found


@pytest.mark.slow
def test_remembered(extractor: OfflineExtractor) -> None:
    parts = ([part.strip() for part in line.split(" => ")] for line in lines("remembered.txt"))
    assert not (found := wrong(extractor, parts)), "\n".join(found)


@pytest.mark.slow
def test_forgotten(extractor: OfflineExtractor) -> None:
    assert not (found := wrong(extractor, ([said] for said in lines("forgotten.txt")))), "\n".join(found)
