"""Which word was meant: near in spelling, as it is written, the likelier slip first."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.text import spelling
from arbor_desktop.text.spelling import Change, changed, nearest_spelling, typed_words


def nearest(word: str, *texts: str, unfinished: bool = False) -> str | None:
    found = nearest_spelling(spelling.folded(word), texts, unfinished=unfinished)
    return found.text if found else None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("delpoy", "deploy"),  # two letters changed places
        ("depoy", "deploy"),  # one is missing
        ("deploly", "deploy"),  # one too many
        ("deplloy", "deploy"),  # one doubled
        ("deplay", "deploy"),  # another one
        ("edploy", "deploy"),  # at the very beginning
        ("kuberntees", "kubernetes"),
        ("configuraton", "configuration"),
        ("cafée", "café"),
        ("teh", None),  # never a word that a search leaves out
    ],
)
def test_a_slip_of_the_fingers_finds_the_word(typed: str, meant: str | None) -> None:
    text = "We deploy the kubernetes configuration from the café."
    assert nearest(typed, text) == meant


def test_what_is_too_far_is_not_meant() -> None:
    assert nearest("zebra", "We deploy on Fridays.") is None
    assert nearest("red", "We use bed and rod.") is None, "short words are all alike"
    assert nearest("rde", "We use red.") == "red"


def test_short_words_with_another_letter_are_other_words() -> None:
    assert nearest("lint", "The line ends here.") is None
    assert nearest("docker", "The doctor is in.") is None
    assert nearest("lien", "The line ends here.") == "line"
    assert nearest("lne", "The line ends here.") is None
    assert nearest("lnie", "The line ends here.") == "line"


def test_of_a_near_stem_longer_forms_are_near_too() -> None:
    found = nearest_spelling("comit", ["Small commits are liked."], unfinished=False, stem="commit")
    assert found is not None
    assert (found.text, found.distance) == ("commits", 1.25)
    both = nearest_spelling("comit", ["A commit of many commits."], unfinished=False, stem="commit")
    assert both is not None
    assert both.text == "commit", "the word itself before its other forms"
    assert nearest_spelling("lint", ["The lines end."], unfinished=False, stem="line") is None


def test_numbers_are_part_of_a_name_and_no_slips() -> None:
    assert nearest("python2", "We use python3 here.") is None
    assert nearest("pyhton3", "We use python3 here.") == "python3"
    assert not spelling.may_be_wrong("8080")
    assert not spelling.may_be_wrong("the")


def test_changed_places_come_before_other_letters_and_the_frequent_before_the_rare() -> None:
    assert nearest("fiel", "The field and the file.") == "file"
    assert nearest("deplox", "One deploy. A deplon. A deplon.") == "deplon"


def test_a_word_is_suggested_as_it_is_written() -> None:
    assert nearest("gihtub", "GitHub runs it. We like GitHub. github once.") == "GitHub"
    assert nearest("delpoy", "Deploy on Fridays.") == "deploy", "a capital that begins a sentence"


def test_an_unfinished_word_is_compared_with_beginnings() -> None:
    assert nearest("kubre", "We run kubernetes.", unfinished=False) is None
    assert nearest("kubre", "We run kubernetes.", unfinished=True) == "kubernetes"


def test_likely_stems_come_nearest_first() -> None:
    known = {"configur": 4, "config": 9, "confus": 3, "zebra": 7}
    found = [
        term for term, _ in spelling.likely_stems("configuraton", "configuraton", known, unfinished=False)
    ]
    assert found[0] == "configur" or found[0] == "config"
    assert "configur" in found
    assert "zebra" not in found


def test_changes_are_made_in_place_and_marked() -> None:
    suggestion = changed('say "delpoy" on firday!', [Change(16, 22, "friday"), Change(5, 11, "deploy")])
    assert suggestion.text == 'say "deploy" on friday!'
    assert [suggestion.text[start:end] for start, end in suggestion.marks] == ["deploy", "friday"]
    assert suggestion.to_dict() == {"text": suggestion.text, "marks": [[5, 11], [16, 22]]}


@given(st.text(max_size=200))
def test_the_words_of_any_text_lie_where_they_are_said_to(query: str) -> None:
    words = typed_words(query)
    for word in words:
        assert query[word.start : word.end] == word.text
        assert word.text
    assert all(before.end <= after.start for before, after in pairwise(words))
    assert changed(query, []).text == query


@given(st.text(min_size=1, max_size=30), st.lists(st.text(max_size=60), max_size=5), st.booleans())
def test_what_is_found_is_said_by_the_texts(word: str, texts: list[str], unfinished: bool) -> None:
    found = nearest_spelling(spelling.folded(word), texts, unfinished=unfinished)
    if found is not None:
        assert spelling.folded(found.text) in {spelling.folded(w.text) for t in texts for w in typed_words(t)}
        assert spelling.folded(found.text) != spelling.folded(word)
