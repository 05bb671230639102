"""A text without a stem of a pattern holds nothing that the pattern finds; kinds of words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extraction.offline.findings import load_findings
from arbor_desktop.extraction.offline.vocabulary import (
    Stemmed,
    WordKinds,
    load_patterns,
    load_stems,
    read_vocabulary,
    stemmed,
)


def _shipped() -> dict[str, tuple[re.Pattern[str], Stemmed, list[str]]]:
    voices = resources.read_text("extraction/voices.toml")
    findings = resources.read_text("extraction/findings.toml")
    found = {}
    for patterns, toml in (
        (load_patterns(voices), voices),
        (load_findings(findings).one, findings),
    ):
        stems = load_stems(toml)
        for name, pattern in stemmed(patterns, stems).items():
            found[name] = (patterns[name], pattern, stems[name])
    return found


SHIPPED = _shipped()


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@given(data=st.data())
def test_whatever_the_pattern_finds_is_found(name: str, data: st.DataObject) -> None:
    pattern, quick, _ = SHIPPED[name]
    text = data.draw(st.from_regex(pattern))
    expected = pattern.search(text)
    found = quick.search(text)
    assert (found and found.span()) == (expected and expected.span())


@pytest.mark.parametrize("name", SHIPPED)
@given(data=st.data())
def test_a_stem_alone_decides_nothing(name: str, data: st.DataObject) -> None:
    pattern, quick, stems = SHIPPED[name]
    parts = st.sampled_from([*stems, *(stem.upper() for stem in stems), "iſſue", "d", "the", " ", "\n", "é"])
    text = "".join(data.draw(st.lists(parts, max_size=8)))
    assert (quick.search(text) is None) == (pattern.search(text) is None)


@pytest.mark.parametrize("text", ["KISSING", "kissing", "Kıſſing", "KİSSING", "é Kissing"])
def test_letters_that_stand_for_others_are_found(text: str) -> None:
    pattern = re.compile("kissing", re.IGNORECASE)
    assert (Stemmed(pattern, ["kiss"]).search(text) is None) == (pattern.search(text) is None)


def test_stems_of_no_pattern_are_refused() -> None:
    with pytest.raises(KeyError):
        stemmed({}, {"unknown": ["x"]})


@pytest.fixture(scope="module")
def words() -> WordKinds:
    return WordKinds(read_vocabulary(), resources.read_text("extraction/word_kinds.toml"))


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
    ("text", "person", "software"),
    [
        ("my wife sings", True, False),
        ("the dog barks", False, False),
        ("ask a nurse", True, False),
        ("ask Wexford", True, False),
        ("Wexford is wet", False, False),
        ("soup is good", False, False),
        ("we use React", False, True),
        ("look into `main`", False, True),
    ],
)
def test_what_is_named(words: WordKinds, text: str, person: bool, software: bool) -> None:
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
    assert {words.name_a_person(text), words.name_software(text)} <= {True, False}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("in any go I own an error gets wrapped", ["go"]),
        ("my rust code has no warnings", ["rust"]),
        ("no force unwraps in my swift", ["swift"]),
        ("they all go to the same bucket", []),
        ("a swift answer, and no rust on the pipes", []),
    ],
)
def test_a_language_in_lower_case_is_known_by_the_words_beside_it(text: str, named: list[str]) -> None:
    assert read_vocabulary().technologies_in(text) == named
