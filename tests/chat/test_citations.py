"""An answer as it comes: which memories it names, and that the pieces it comes in change nothing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arbor_desktop.chat.citations import AnswerReader, CitationNumbers


def read(text: str, given_: int = 9) -> tuple[str, dict[int, int], int]:
    citing = CitationNumbers(given_)
    shown = citing.feed(text) + citing.end()
    return shown, citing.numbers, citing.unknown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("You use pnpm [m3].", "You use pnpm [1]."),
        ("You use pnpm[m3].", "You use pnpm[1]."),
        ("Yes [m5][m2], and [m5].", "Yes [1][2], and [1]."),
        ("Yes [m5, m2] [m2; m7].", "Yes [1][2] [2][3]."),
        ("Both [m2-m4].", "Both [1][2][3]."),
        ("Yes [3] and [memory 4].", "Yes [1] and [2]."),
        ("Yes [m3 and m4].", "Yes [1][2]."),
    ],
)
def test_memories_are_numbered_as_they_appear(said: str, shown: str) -> None:
    assert read(said)[0] == shown


def test_the_numbers_lead_back_to_what_was_given() -> None:
    assert read("Yes [m5], no [m2].")[1] == {5: 1, 2: 2}


def test_what_was_not_given_is_taken_out_with_the_space_before_it() -> None:
    shown, numbers, unknown = read("You use pnpm [m77]. Also npm [m2, m50].", 3)
    assert shown == "You use pnpm. Also npm [1]."
    assert numbers == {2: 1}
    assert unknown == 2


@pytest.mark.parametrize(
    "said",
    [
        "Take `argv[1]` of it.",
        "It is argv[1] here.",
        "```\nx [m1]\n```",
        "Ports [8080, 8081].",
        "A list [a, b] and [ ] and [x].",
        "See [the page](http://example.com/m1).",
        "![it](http://example.com/x.png)",
        "[never closed m1",
        "Years [2024-2026].",
    ],
)
def test_what_is_no_mark_stays_as_it_is(said: str) -> None:
    assert read(said) == (said, {}, 0)


def test_a_lone_backtick_hides_no_later_line() -> None:
    assert read("It's ` odd\nYes [m1].")[0] == "It's ` odd\nYes [1]."


def test_what_nobody_sees_and_what_turns_the_reading_order_is_dropped() -> None:
    assert read("a\u202eb\x1b[31mc\u200b [m1\u2060]")[0] == "ab[31mc [1]"


@given(st.text(alphabet="ab `\n[]m123,-NOT_IMEY", max_size=60), st.lists(st.integers(1, 7), max_size=60))
@example("NOT_IN_MEMORY\nYou [m1].", [3])
@example("x [m1] [m", [1])
def test_the_pieces_change_nothing(text: str, sizes: list[int]) -> None:
    whole, parts = [], []
    one = AnswerReader(3, "NOT_IN_MEMORY", whole.append)
    one.feed(text)
    one.end()
    many = AnswerReader(3, "NOT_IN_MEMORY", parts.append)
    at = 0
    for size in [*sizes, len(text)]:
        many.feed(text[at : at + size])
        at += size
    many.end()
    assert many.text == one.text
    assert (many.signed, many.citing.numbers) == (one.signed, one.citing.numbers)


@pytest.mark.parametrize(
    ("sign", "pieces", "shown", "signed"),
    [
        (
            "NOT_IN_MEMORY",
            ["NOT_IN", "_MEM", "ORY\nIt does not say."],
            ["It does not say."],
            True,
        ),
        ("NOT_IN_MEMORY", ["NOT", " on Fridays."], ["NOT on Fridays."], False),
        ("INSUFFICIENT", ["**INSUFFICIENT**"], [], True),
    ],
    ids=["sign", "word that only begins alike", "dressed up"],
)
def test_nothing_is_shown_before_it_is_known_whether_it_is_a_sign(
    sign: str, pieces: list[str], shown: list[str], signed: bool
) -> None:
    told: list[str] = []
    reader = AnswerReader(3, sign, told.append)
    for piece in pieces:
        reader.feed(piece)
    assert (told, reader.signed) == (shown, signed)
    reader.end()
    assert (told, reader.signed) == (shown, signed)


def test_after_a_silent_sign_nothing_is_shown() -> None:
    shown: list[str] = []
    reading = AnswerReader(3, "INSUFFICIENT", shown.append, cited_only=True)
    for piece in ("INSUF", "FICIENT", " because of [m1]"):
        reading.feed(piece)
    reading.end()
    assert shown == []
    assert reading.signed
