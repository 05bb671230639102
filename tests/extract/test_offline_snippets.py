"""Single said things, and what is remembered of them: nothing, or exactly this."""

from __future__ import annotations

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


def heard(extractor: OfflineExtractor, said: str) -> list[Candidate]:
    role = Role.ASSISTANT if said.startswith("A: ") else Role.USER
    text = said.removeprefix("A: ").replace("\\n", "\n")
    return extractor.extract(Excerpt("c", "claude-code", (Turn(1, role, TurnKind.SAID, text, 0),), "/p"))


def shown(memory: Candidate) -> str:
    return f"{memory.content} | {memory.type} | {memory.category} | {memory.scope}"


@pytest.mark.parametrize("line", lines("remembered.txt"))
def test_remembered(extractor: OfflineExtractor, line: str) -> None:
    said, *expected = (part.strip() for part in line.split(" => "))
    assert [shown(memory) for memory in heard(extractor, said)] == expected


@pytest.mark.parametrize("said", lines("forgotten.txt"))
def test_forgotten(extractor: OfflineExtractor, said: str) -> None:
    assert [shown(memory) for memory in heard(extractor, said)] == []
