"""The offline extractor's promises: what it may cite, what it gives, and that it never fails."""

from __future__ import annotations

import pytest

from arbor_desktop.core.conversation import Role, Turn, TurnKind
from arbor_desktop.core.memory import MemoryType, Source
from arbor_desktop.extract.base import Candidate, Excerpt
from arbor_desktop.extract.offline import OfflineExtractor

AT = 1_700_000_000_000  # Tuesday, 14 November 2023


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


def user(text: str, number: int = 1, kind: TurnKind = TurnKind.SAID, unsaid: bool = False) -> Turn:
    return Turn(number, Role.USER, kind, text, AT, unsaid=unsaid)


def assistant(text: str, number: int = 1) -> Turn:
    return Turn(number, Role.ASSISTANT, TurnKind.SAID, text, AT)


def read(extractor: OfflineExtractor, *turns: Turn, through: int = 0) -> list[Candidate]:
    return extractor.extract(Excerpt("c", "claude-code", turns, context_through=through))


@pytest.mark.parametrize("kind", [kind for kind in TurnKind if kind is not TurnKind.SAID])
def test_only_what_was_said_is_evidence(extractor: OfflineExtractor, kind: TurnKind) -> None:
    assert read(extractor, user("always use pnpm", kind=kind)) == []


def test_what_was_taken_back_is_no_evidence(extractor: OfflineExtractor) -> None:
    assert read(extractor, user("always use pnpm", unsaid=True)) == []


def test_turns_memorized_before_are_no_evidence(extractor: OfflineExtractor) -> None:
    turns = (user("always use pnpm", 1), user("never commit to main", 2))
    assert [c.first_turn for c in read(extractor, *turns, through=1)] == [2]


def test_the_span_is_the_sentence_as_said(extractor: OfflineExtractor) -> None:
    text = "Add the button. By the way, I prefer tabs over spaces. Thanks!"
    [memory] = read(extractor, user(text))
    assert text[memory.span_start : memory.span_end] == "By the way, I prefer tabs over spaces."
    assert memory.content == "User prefers tabs over spaces."


def test_said_twice_is_remembered_once(extractor: OfflineExtractor) -> None:
    turns = (user("I prefer tabs over spaces", 1), user("as I said, I prefer tabs over spaces!", 2))
    assert len(read(extractor, *turns)) == 1


def test_an_assistant_that_notes_something_infers_a_fact(extractor: OfflineExtractor) -> None:
    [memory] = read(extractor, assistant("Got it, you prefer tabs over spaces."))
    assert (memory.type, memory.source, memory.confidence) == (MemoryType.FACT, Source.AI_INFERRED, 0.7)
