"""Words are told by what they are: names, numbers, code, tools, relatives, trades."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extraction.offline.pipeline import read_vocabulary
from arbor_desktop.extraction.offline.word_kinds import WordKinds


@pytest.fixture(scope="module")
def words() -> WordKinds:
    return WordKinds(read_vocabulary(), resources.read_text("extract/word_kinds.toml"))


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("React", "tech"),
        ("postgres", "tech"),
        ("42", "number"),
        ("$50", "number"),
        ("v3", "number"),
        ("10:30", "number"),
        ("src/app.py", "code"),
        ("conftest.py", "code"),
        ("`x + y`", "code"),
        ("--fix", "code"),
        ("camelCase", "code"),
        ("snake_case", "code"),
        ("https://example.org/a", "code"),
        ("wife", "kin"),
        ("nurse", "occupation"),
        ("Wexford", "name"),
    ],
)
def test_a_word_is_seen_as_what_it_is(words: WordKinds, word: str, kind: str) -> None:
    assert words.of(word) == kind


def test_slips_are_mended(words: WordKinds) -> None:
    assert words.of("alwyas") == words.of("always") == "function"


@pytest.mark.parametrize(
    ("text", "person", "kin", "software"),
    [
        ("my wife sings", True, True, False),
        ("the dog barks", False, True, False),
        ("ask a nurse", True, False, False),
        ("ask Wexford", True, False, False),
        ("Wexford is wet", False, False, False),
        ("soup is good", False, False, False),
        ("we use React", False, False, True),
        ("look into `main`", False, False, True),
    ],
)
def test_what_is_named(words: WordKinds, text: str, person: bool, kin: bool, software: bool) -> None:
    assert words.name_kin(text) == kin
    assert words.name_software(text) == software
    assert words.name_a_person(text) == person


WORDS = st.sampled_from(
    (
        *("we", "I", "use", "React", "2019", "src/a.py", "`", "`x`", "wife", ",", ";", "(", "?", "!", "\n"),
        *("—", "...", "$", "#", "'tis", "@", "//", "**", "don't", "’"),
    )
)
WILD = st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=40).map(" ".join))


@given(text=WILD)
def test_whatever_is_written_can_be_asked_about(words: WordKinds, text: str) -> None:
    assert {words.name_a_person(text), words.name_kin(text), words.name_software(text)} <= {True, False}
