"""The text in which a person edits a summary, and what becomes of the rest."""

from __future__ import annotations

import pytest

from arbor_desktop.summaries.document import compose, sources_of
from arbor_desktop.summaries.edited_text import short, whole
from arbor_desktop.summaries.model import Document, Fact
from tests.summaries.reading import parse

DOCUMENT = Document(
    "Facts: everywhere", 1_700_000_000_000, 3, (0.5, 1.0), None, "3 memories apply everywhere.",
    tuple(
        Fact(statement, "“So it was said.” (2026-01-02)", 0.9, 1_700_000_000_000, (ident,))
        for statement, ident in (
            ("Uses uv.", "id-1"), ("Hates unittest classes.", "id-2"), ("Likes tabs.", "id-3")
        )
    ),
)  # fmt: skip
MARKDOWN = compose(DOCUMENT)
SHORT = short(MARKDOWN)


def test_only_words_are_edited() -> None:
    assert "- Uses uv.\n" in SHORT and "3 memories apply everywhere." in SHORT
    assert "**" not in SHORT and "id-1" not in SHORT


@pytest.mark.parametrize("text", [MARKDOWN, "", "My own words.\n\n- one\n- two", "# Title\n\nWords.\n"])
def test_what_is_not_edited_is_stored_as_it_was(text: str) -> None:
    assert whole(short(text), text) == text


def test_a_reworded_fact_keeps_its_sources() -> None:
    stored = whole(SHORT.replace("Hates unittest classes.", "Prefers plain functions as tests."), MARKDOWN)
    facts = parse(stored).facts
    assert [(fact.statement, fact.sources) for fact in facts] == [
        ("Uses uv.", ("id-1",)), ("Prefers plain functions as tests.", ("id-2",)), ("Likes tabs.", ("id-3",)),
    ]  # fmt: skip


def test_a_fact_taken_out_is_gone_with_its_sources_and_a_new_line_has_none() -> None:
    stored = whole(SHORT.replace("- Hates unittest classes.\n\n", ""), MARKDOWN)
    assert sources_of(stored) == ("id-1", "id-3")
    stored = whole(SHORT + "\n- Mine.", MARKDOWN)
    assert stored == MARKDOWN + "\n- Mine."


def test_all_reworded_at_once() -> None:
    for old, new in (
        ("Uses uv.", "One."),
        ("Hates unittest classes.", "Two."),
        ("# Facts: everywhere", "# Mine"),
    ):
        stored = whole(SHORT.replace(old, new), MARKDOWN)
        assert new in stored and sources_of(stored) == ("id-1", "id-2", "id-3")
        assert "**Last Review:**" in stored
