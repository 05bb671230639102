"""Single said things, and what is remembered of them: nothing, or exactly this."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.core.conversation import Role, Turn, TurnKind
from arbor_desktop.extract.base import Candidate, Excerpt
from arbor_desktop.extract.offline import OfflineExtractor

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


@pytest.mark.parametrize("line", lines("remembered.txt"))
def test_remembered(extractor: OfflineExtractor, line: str) -> None:
    said, *expected = (part.strip() for part in line.split(" => "))
    assert [shown(memory) for memory in heard(extractor, said)] == expected


@pytest.mark.parametrize("said", lines("forgotten.txt"))
def test_forgotten(extractor: OfflineExtractor, said: str) -> None:
    assert [shown(memory) for memory in heard(extractor, said)] == []
