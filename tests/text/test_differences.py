from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.text.diff import Kind, Piece, contrast, marked_pieces, shortened, word_diff

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


# What keeps two statements apart


def marked(older: str, newer: str, values: tuple[str, str] = ("", "")) -> tuple[list[str], list[str]]:
    first, last = contrast(older, newer, values)
    return [older[a:b] for a, b in first], [newer[a:b] for a, b in last]


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        (
            "Use jest with babel-jest for unit tests. Keep test files beside it as *.spec.tsx.",
            "Use vitest with Testing Library for unit tests. Keep test files beside it as *.test.tsx.",
            (["jest", "babel-jest", "*.spec.tsx"], ["vitest", "Testing Library", "*.test.tsx"]),
        ),
        ("Python 3.11 is used.", "Python 3.12 is used.", (["3.11"], ["3.12"])),
        ("Logs lie in /var/log/app.", "Logs lie in /srv/logs.", (["/var/log/app"], ["/srv/logs"])),
        ("Call `run()` first.", "Call `stop()` first.", (["`run()`"], ["`stop()`"])),
        ("Branches begin with feat/…", "Branches begin with feature/…", (["feat/…"], ["feature/…"])),
        ("Commit to main directly.", "Never commit to main directly.", ([], ["Never"])),
        ("The logs are in Loki.", "The logs are in the CloudWatch.", (["Loki"], ["CloudWatch"])),
        ("Use jest, not vitest, for it.", "Use vitest, not jest, for it.", (["not vitest"], ["vitest, not"])),
        (
            "User prefers chains with .then() over async/await in the client.",
            "Always use async/await in the client, never chains with .then().",
            (["User prefers", "over"], ["Always use", "never"]),
        ),
        ("Use camelCase.", "Use camelcase.", (["camelCase"], ["camelcase"])),
        ("テストはjestを使う", "テストはvitestを使う", (["jest"], ["vitest"])),
    ],
)
def test_names_paths_and_phrases_are_marked_whole(
    older: str, newer: str, expected: tuple[list[str], list[str]]
) -> None:
    assert marked(older, newer) == expected


def test_of_texts_with_little_in_common_only_their_values_are_marked() -> None:
    older = "The project uses pip-tools for dependencies, and requirements.txt is compiled in CI."
    newer = "The team moved from pip-tools to uv, so the lock file is uv.lock."
    assert marked(older, newer, ("pip tools", "uv")) == (["pip-tools"], ["uv"])
    assert marked("Indent with tabs.", "All of this code wants spaces now.", ("tab", "space")) == (
        ["tabs"],
        ["spaces"],
    )


def test_a_value_that_only_one_text_says_is_no_difference_by_itself() -> None:
    older = "hard_tabs is set in rustfmt.toml."
    newer = "User removed hard_tabs because every pasted example came out wrong."
    first, last = marked(older, newer, ("hard_tabs", "no hard_tabs"))
    assert first == ["set in rustfmt.toml"] and last[0] == "User removed"
    assert "hard_tabs" not in " ".join(first + last)


def test_where_no_value_is_said_the_words_of_its_own_are_marked() -> None:
    first, last = marked("Deploy on Friday evening only.", "Nothing goes out before a weekend.")
    assert "Friday" in " ".join(first) and "weekend" in " ".join(last)


@given(TEXT, TEXT)
def test_marks_are_in_order_and_never_empty(older: str, newer: str) -> None:
    for text, spans in zip((older, newer), contrast(older, newer), strict=True):
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(left[1] <= right[0] for left, right in pairwise(spans))
        pieces = marked_pieces(text, spans, Kind.ADDED)
        assert "".join(piece.text for piece in pieces) == text


@given(TEXT)
def test_equal_texts_are_not_kept_apart(text: str) -> None:
    assert contrast(text, text) == ([], [])
