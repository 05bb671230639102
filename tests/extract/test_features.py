"""What the judge sees of words: names, numbers, code and tools as what they are, not by their letters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extract.offline.features import (
    Around,
    WordKinds,
    features_of,
    features_of_turn,
    of_itself,
)
from arbor_desktop.extract.offline.pieces import pieces_of
from arbor_desktop.extract.offline.pipeline import read_vocabulary


@pytest.fixture(scope="module")
def words() -> WordKinds:
    return WordKinds(read_vocabulary(), resources.read_text("extract/judge_words.toml"))


def seen(words: WordKinds, sentence: str, around: Around | None = None) -> list[set[str]]:
    pieces = pieces_of(sentence, 0, len(sentence))
    return [set(found) for found in features_of(words, pieces, sentence, around or Around())]


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("React", "<tech>"),
        ("postgres", "<tech>"),
        ("2019", "<num>"),
        ("42", "<num>"),
        ("$50", "<num>"),
        ("v3", "<num>"),
        ("10:30", "<num>"),
        ("src/app.py", "<code>"),
        ("conftest.py", "<code>"),
        ("`x + y`", "<code>"),
        ("--fix", "<code>"),
        ("camelCase", "<code>"),
        ("snake_case", "<code>"),
        ("https://example.org/a", "<code>"),
        ("wife", "<kin>"),
        ("nurse", "<occupation>"),
        ("Wexford", "<name>"),
    ],
)
def test_a_word_is_seen_as_what_it_is(words: WordKinds, word: str, kind: str) -> None:
    assert words.of(word)[1] == kind


@pytest.mark.parametrize("word", ["we", "We", "always", "don't", "don’t", "because"])
def test_small_words_stand_for_themselves(words: WordKinds, word: str) -> None:
    assert words.of(word) == (word.lower().replace("’", "'"),) * 2


def test_slips_are_mended(words: WordKinds) -> None:
    assert words.of("alwyas") == words.of("always")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("we use React", "we use Django"),
        ("we pay 30 francs", "we pay 4500 francs"),
        ("look into src/a.py", "look into lib/b.rs"),
    ],
)
def test_what_is_learned_of_one_name_holds_for_the_next(words: WordKinds, one: str, other: str) -> None:
    assert seen(words, one) == seen(words, other)


def test_a_capital_at_the_start_of_a_sentence_is_no_name(words: WordKinds) -> None:
    assert "k <name>" not in seen(words, "Bananas rot")[0]
    assert "k <name>" in seen(words, "we sell Bananas")[0]


def test_each_piece_knows_its_neighbours_and_its_place(words: WordKinds) -> None:
    first, middle, last = seen(words, "run it, we use tabs, thanks")
    assert {"place first", "N1 we"} <= first
    assert {"place mid", "P1 run", "N1 thanks", "gap ,"} <= middle
    assert {"place last", "P use", "gap ,"} <= last
    assert "place only" in seen(words, "we use tabs")[0]


def test_who_does_what_is_seen(words: WordKinds) -> None:
    assert "s we use <tech>" in seen(words, "here we use React")[0]
    assert "s -" in seen(words, "run tests")[0]


def test_how_a_sentence_ends_and_where_it_stands(words: WordKinds) -> None:
    assert "end?" in seen(words, "do we use tabs?")[0]
    assert "bullet" in seen(words, "we use tabs", Around(bullet=True))[0]
    around = Around(sentences=3, number=2, before="Is it done?")
    assert {"closes", "before?", "B1 is"} <= seen(words, "we use tabs", around)[0]
    assert "opens" in seen(words, "we use tabs", replace(around, number=0, before=""))[0]


def test_the_build_of_a_turn_is_seen(words: WordKinds) -> None:
    built = set(features_of_turn(words, '## Rules\n- "tabs"\n- no spaces\n```\nx\n```\nok?'))
    assert {"headings", "fence", "quotes", "asks", "items 0"} <= built
    assert features_of_turn(words, "hi") == ("chars 0", "T1 hi", "T2 hi")


def test_what_tells_the_kind_is_a_pieces_own_words(words: WordKinds) -> None:
    pieces = pieces_of("run it, we use tabs", 0, 19)
    for found in features_of(words, pieces, "run it, we use tabs", Around(before="Ok.")):
        mine = of_itself(found)
        assert mine and not any(name.startswith(("P", "N", "S", "T", "B", "gap", "bias")) for name in mine)


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


@given(turn=WILD, sentence=WILD, before=WILD, bullet=st.booleans(), number=st.integers(0, 5))
def test_whatever_is_written_has_features(
    words: WordKinds, turn: str, sentence: str, before: str, bullet: bool, number: int
) -> None:
    around = Around(6, number, bullet, before.strip(), features_of_turn(words, turn))
    pieces = pieces_of(sentence, 0, len(sentence))
    found = features_of(words, pieces, sentence, around)
    assert len(found) == len(pieces)
    assert all(each and all(isinstance(name, str) for name in each) for each in found)
    assert [sorted(each) for each in features_of(words, pieces, sentence, around)] == [
        sorted(e) for e in found
    ]
    words.name_a_person(sentence), words.name_kin(sentence), words.name_software(sentence)


def test_what_answers_a_question_is_told_from_what_begins_the_talk(words: WordKinds) -> None:
    assert {"replied", "asked"} <= set(features_of_turn(words, "two spaces", "Tabs or **spaces?** "))
    assert "asked" not in features_of_turn(words, "two spaces", "I took tabs.")
    first = seen(words, "two spaces", Around(sentences=2, replies="answers"))[0]
    second = seen(words, "two spaces", Around(sentences=2, number=1, replies="answers"))[0]
    assert "answers" in first and "answers" not in second
