from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.core.differences import Kind, Piece, shortened, word_diff

TEXT = st.text(alphabet="ab1 .,\n×é", max_size=60)


def older(pieces: list[Piece]) -> str:
    return "".join(p.text for p in pieces if p.kind is not Kind.ADDED)


def newer(pieces: list[Piece]) -> str:
    return "".join(p.text for p in pieces if p.kind is not Kind.REMOVED)


@given(TEXT, TEXT)
def test_both_texts_can_be_read_back_from_the_pieces(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert (older(pieces), newer(pieces)) == (before, after)
    assert all(left.kind is not right.kind for left, right in pairwise(pieces))


def test_a_changed_word_stands_alone_beside_what_stayed() -> None:
    assert word_diff("polls every 5 s and stops.", "polls every 2 s and stops.") == [
        Piece(Kind.SAME, "polls every "),
        Piece(Kind.REMOVED, "5"),
        Piece(Kind.ADDED, "2"),
        Piece(Kind.SAME, " s and stops."),
    ]


def test_changes_with_one_word_between_them_are_marked_as_one_phrase() -> None:
    pieces = word_diff("from 5 s up to 5 min.", "from 5 s up to 10 min, then stop after 8 tries.")
    assert [p.text for p in pieces if p.kind is Kind.ADDED] == ["10 min, then stop after 8 tries"]
    assert [p.text for p in pieces if p.kind is Kind.REMOVED] == ["5 min"]


def test_equal_texts_have_nothing_marked() -> None:
    assert word_diff("same", "same") == [Piece(Kind.SAME, "same")]
    assert word_diff("", "") == []


def test_long_unchanged_runs_are_shortened_around_the_change() -> None:
    before = " ".join(f"w{n}" for n in range(40))
    cut = shortened(word_diff(before, before.replace("w20 ", "changed ")), words=3)
    assert cut[0] == Piece(Kind.SAME, "…w17 w18 w19 ")
    assert cut[-1] == Piece(Kind.SAME, " w21 w22 w23 …")


def test_a_run_between_two_changes_keeps_both_its_ends() -> None:
    middle = " ".join(f"m{n}" for n in range(20))
    cut = shortened(word_diff(f"a {middle} b", f"x {middle} y"), words=2)
    assert [p.text for p in cut if p.kind is Kind.SAME] == [" m0 m1 … m18 m19 "]


def test_text_without_a_change_is_shown_whole() -> None:
    text = " ".join("word" for _ in range(100))
    assert shortened(word_diff(text, text)) == [Piece(Kind.SAME, text)]
