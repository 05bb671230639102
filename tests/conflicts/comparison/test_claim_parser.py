"""How statements are taken apart: quantities, clauses, claims; and the data file."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.conflicts.comparison.claims import AGAINST, GONE, MAIN, SCOPE
from arbor_desktop.conflicts.comparison.data import RuleData
from arbor_desktop.conflicts.comparison.parser import read
from arbor_desktop.conflicts.comparison.quantities import quantity
from arbor_desktop.errors import InvalidInput
from arbor_desktop.text.sentences import pieces, sentences

RIVALS = RuleData.parse(resources.read_text("conflicts.toml"))


def amount(text: str) -> tuple[str, float | str]:
    words = pieces(text)
    found = next(one for at in range(len(words)) if (one := quantity(words, at)))
    return found[0].kind, found[0].amount


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("30 seconds", "30s"),
        ("two minutes", "120 s"),
        ("1 GB", "1024 MB"),
        ("80%", "80 percent"),
        ("8,000 euros", "8000 €"),
        ("at 9:00", "at 9 am"),
        ("at noon", "at 12"),
        ("8 May", "the eighth of May"),
        ("May 8", "8 May"),
        ("after an hour", "after 60 minutes"),
        ("1/120 s", "120 Hz"),
        ("1.5 kHz", "1500 Hz"),
        ("once a minute", "every 60 seconds"),
    ],
)
def test_the_same_amount_in_other_units_is_the_same(one: str, other: str) -> None:
    assert amount(one) == amount(other)


@pytest.mark.parametrize(("one", "other"), [("30 seconds", "30 minutes"), ("3.1", "3.10"), ("8", "8 GB")])
def test_other_amounts_are_others(one: str, other: str) -> None:
    assert amount(one) != amount(other)


def roles(text: str) -> dict[str, str]:
    return {word.raw: word.role for claim in read(text, RIVALS) for word in claim.words}


def test_what_is_chosen_against_what_and_where() -> None:
    assert roles("Use Jest instead of Mocha for unit tests") == {
        "Jest": MAIN,
        "Mocha": AGAINST,
        "unit tests": SCOPE,
    }


@pytest.mark.parametrize(
    "text",
    [
        "We moved from Jest to Vitest.",
        "Jest was replaced with Vitest.",
        "We replaced Jest with Vitest.",
        "Vitest replaced Jest.",
        "We don't use Jest any more, Vitest runs the tests.",
        "Jest is gone, Vitest is in.",
    ],
)
def test_what_is_no_more_and_what_is(text: str) -> None:
    found = roles(text)
    assert (found["Jest"], found["Vitest"]) == (GONE, MAIN)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Don't use tabs.", True),
        ("Avoid tabs.", True),
        ("Tabs are unnecessary.", True),
        ("Never skip tests.", False),
        ("Use tabs, not spaces.", False),
        ("Not only tabs count.", False),
    ],
)
def test_denials(text: str, denied: bool) -> None:
    assert [claim.denied for claim in read(text, RIVALS)] == [denied]


def test_sentences_are_parted_into_clauses() -> None:
    found = read("The API is in Go, but the worker is in Rust and we use pnpm.", RIVALS)
    assert [[word.raw for word in claim.words if word.members] for claim in found] == [
        ["Go"],
        ["Rust"],
        ["pnpm"],
    ]


def test_questions_and_reasons_claim_nothing() -> None:
    assert read("Should we use Jest?", RIVALS) == ()
    assert "slow" not in roles("Use Vitest because Jest is slow.")


def test_abbreviations_end_no_sentence() -> None:
    assert len(sentences("Use a tool, e.g. Jest, for tests.")) == 1


def test_a_data_file_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidInput, match="can't be read"):
        RuleData.parse("[[group]]\ntopic = ")
    with pytest.raises(InvalidInput, match="can't be read"):
        RuleData.parse("")


def test_every_group_has_rivals_and_words_for_people() -> None:
    assert len(RIVALS.groups) > 150
    for group in RIVALS.groups.values():
        assert len(group.names) > 1, group.topic
        assert group.topic[:1].upper() == group.topic[:1] and group.plural and group.why
