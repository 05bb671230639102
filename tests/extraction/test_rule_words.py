"""Every rule has a name that people understand."""

from __future__ import annotations

import pytest

from arbor_desktop.extraction.offline.classifier import KINDS
from arbor_desktop.extraction.rule_words import Called, RuleWords, load_rule_words


@pytest.fixture(scope="module")
def words() -> RuleWords:
    return load_rule_words()


OUTRIGHT = ("explicit.remember", "assistant.cause", "assistant.confirmed", "assistant.remember")
"""What is to be remembered, and what proved to be a cause."""


def rule_names() -> list[str]:
    """The kinds of the judge, and what is said outright."""
    return sorted({*OUTRIGHT, *(f"judge.{kind}" for kind in KINDS)})


def test_every_rule_belongs_to_a_family_with_a_name(words: RuleWords) -> None:
    names = rule_names()
    assert [name for name in names if name.partition(".")[0] not in words.families] == []


def test_there_are_no_words_for_rules_that_are_gone(words: RuleWords) -> None:
    assert sorted(words.rules.keys() - set(rule_names())) == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_the_judge_has_words_of_its_own(words: RuleWords, kind: str) -> None:
    assert f"judge.{kind}" in words.rules


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("project.we-use", "About the project: we use"),
        ("person.role", "About you: role"),
        ("plain.my-kin", "Plain statement: my kin"),
        ("plain.we-do", "Plain statement: we do"),
        ("correction/plain.dont", "Plain statement: dont"),
        ("observed.tests", "Noticed by your AI: tests"),
        ("assistant.repair", "From your AI: repair"),
        ("judge.fact", "Sounds like: fact"),
        ("model:extraction/7", "Found by a model: version 7 of the prompt"),
    ],
)
def test_a_memory_of_a_rule_that_is_gone_still_says_how_it_was_found(
    words: RuleWords, rule: str, said: str
) -> None:
    assert rule not in rule_names()
    assert words.of(rule).text == said


def test_words_are_short_enough_for_a_row_and_never_the_inner_name(words: RuleWords) -> None:
    for name in (*words.rules, *rule_names()):
        said = words.of(name).text
        assert len(said) < 70, said
        assert name not in said


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("instruction.always", "Standing instruction: always"),
        ("correction/instruction.always", "Standing instruction: always"),
        ("judge.person", "Sounds like: something about you"),
        ("instruction.brand-new", "Standing instruction: brand new"),
        ("weather.next_week", "Weather: next week"),
        ("prompt", "Prompt"),
    ],
)
def test_a_rule_is_called_by_its_words_its_family_or_its_name(words: RuleWords, rule: str, said: str) -> None:
    assert words.of(rule).text == said


def test_kind_and_words_can_be_shown_apart(words: RuleWords) -> None:
    assert words.of("judge.goal") == Called("Sounds like", "a goal")
