"""Which sentences of a turn are its speaker's own, and the pieces of a sentence that may be statements."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.extraction.offline.segments import MAX_PIECES, pieces_of, prose

PERSON = [
    "I live in Bern (Switzerland)",
    "Jonas owns billing (leave a TODO)",
    "we deploy on fridays :)",
    "not supported by Chrome :(",
    "OK we use pnpm here",
    "(btw we ship on Mondays)",
    "[SHOP-1] never touch the checkout without me",
    "@anna reviews everything about billing",
    "~80% of our users are on iOS",
    "$200 is our monthly budget for this",
    "kim@example.org is my work mail",
    "package manager: pnpm",
    "public API: keep it backwards compatible",
    "10:30 is our standup",
    "never call datetime.now()",
    "Promise.then() is better for us",
    "money = integer cents everywhere in this codebase",
]
MACHINE = [
    "INFO Starting server on port 80",
    "[ERROR] boom",
    "error[E0308]: mismatched types",
    "OK: 5 tests",
    "PASS src/app.test.js (5.2 s)",
    "GET /api/users 200 (12 ms)",
    "at Object.run (index.js:5)",
    "src/app.ts:14:5 error",
    "$ npm install",
    "~/src $ ls",
    "return foo(bar)",
    "const x = 5;",
    "def foo(self):",
    "class Foo:",
    "for (const a of list) {",
    "if (a and b) return;",
    "expect(a).toBe(b);",
    "print('the value is not in the list')",
    "raise ValueError('no value for the key')",
    "assert x == y, 'not equal to the value'",
    "self.assertEqual(a, b)",
    "value = the_list[0]",
    "@app.route('/x')",
    "} else {",
    "    never commit to main",
    "> always quote",
]


def everything(_: str) -> bool:
    return True


@pytest.mark.parametrize("line", PERSON)
def test_a_persons_line_is_read(line: str) -> None:
    assert [sentence.text for sentence in prose(line, everything)] == [line]


@pytest.mark.parametrize("line", MACHINE)
def test_a_machines_line_is_not(line: str) -> None:
    assert list(prose(line, everything)) == []


def test_titles_end_no_sentence() -> None:
    told = "Mr. Brandão and Engr. Tan sign off costs, e.g. travel. Dr. Osei does not."
    assert [sentence.text for sentence in prose(told, everything)] == [
        "Mr. Brandão and Engr. Tan sign off costs, e.g. travel.",
        "Dr. Osei does not.",
    ]


def test_a_date_is_not_cut() -> None:
    told = "I write dates as 3. November 2026. Not as 11/3."
    assert [one.text for one in prose(told, everything)] == [
        "I write dates as 3. November 2026.",
        "Not as 11/3.",
    ]
    assert [one.text for one in pieces_of(told, 0, 34)] == ["I write dates as 3. November 2026."]


def test_a_word_like_no_ends_a_sentence() -> None:
    assert [s.text for s in prose("the bot says no. start with issue 88", everything)] == [
        "the bot says no.",
        "start with issue 88",
    ]


def test_a_fence_shown_within_a_longer_one_does_not_end_it() -> None:
    text = "````md\n```sh\nWe always deploy on Fridays.\n```\nWe never rush.\n````\nWe use pnpm here."
    assert [one.text for one in prose(text, everything)] == ["We use pnpm here."]
    text = "```\nWe always deploy on Fridays.\n````\nWe use pnpm here."
    assert [one.text for one in prose(text, everything)] == ["We use pnpm here."]


def cut(text: str) -> list[str]:
    return [piece.text for piece in pieces_of(text, 0, len(text))]


@pytest.mark.parametrize(
    ("said", "pieces"),
    [
        (
            "fix the login test, we use vitest here, and run it",
            ["fix the login test", "we use vitest here", "and run it"],
        ),
        ("we use tabs; never spaces", ["we use tabs", "never spaces"]),
        ("note: we use tabs", ["note", "we use tabs"]),
        ("the port (we never change it) is 8080", ["the port", "we never change it", "is 8080"]),
        ("we deploy on mondays - never on fridays", ["we deploy on mondays", "never on fridays"]),
        ("the barn — my office — has no heating", ["the barn", "my office", "has no heating"]),
        ("rename it\nwe name files in kebab case", ["rename it", "we name files in kebab case"]),
    ],
)
def test_marks_cut(said: str, pieces: list[str]) -> None:
    assert cut(said) == pieces


@pytest.mark.parametrize(
    ("said", "pieces"),
    [
        ("run it and we use vitest here", ["run it", "and we use vitest here"]),
        ("add the field because we need it", ["add the field", "because we need it"]),
        ("keep it although nobody asked", ["keep it", "although nobody asked"]),
        ("btw i work at a bank", ["btw", "i work at a bank"]),
    ],
)
def test_words_that_begin_a_clause_cut(said: str, pieces: list[str]) -> None:
    assert cut(said) == pieces


@pytest.mark.parametrize(
    "said",
    [
        "we ship 1,200 units a day",
        "the clinic opens at 10:30",
        "a well-known state-of-the-art kiln",
        "bread and butter",
        "it runs on 3.11.4",
        "I prefer .then() chains to anything that waits",
        "From now on always use pnpm instead of npm in this repo.",
    ],
)
def test_what_belongs_together_is_not_cut(said: str) -> None:
    assert cut(said) == [said]


def test_two_sentences_that_run_together_are_cut() -> None:
    said = "the tests are slow please never run all of them at once in the morning"
    assert cut(said) == ["the tests are slow", "please never run all of them at once in the morning"]


def test_a_clause_that_depends_on_its_verb_is_no_run_on() -> None:
    said = "the landlord should know that i'm away for most of the winter months"
    assert cut(said) == [said]


@pytest.mark.parametrize("code", ["`a, b; c (d)`", "`x - y`", "`i need and i always`"])
def test_code_is_never_cut(code: str) -> None:
    said = f"in the second shed of the farm call {code} and nothing else, then stop"
    assert cut(said) == [f"in the second shed of the farm call {code} and nothing else", "then stop"]


def test_emphasis_and_quotes_around_a_piece_are_no_part_of_it() -> None:
    assert cut('**we use tabs**, "never spaces"') == ["we use tabs", "never spaces"]


@pytest.mark.parametrize("said", ["", "   ", " ,,, ;; -- ", "(…)", "***"])
def test_where_nothing_is_said_there_is_no_piece(said: str) -> None:
    assert cut(said) == []


def test_a_table_is_not_taken_apart_for_ever() -> None:
    pieces = cut(", ".join(f"cell {letter}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz" * 8))
    assert len(pieces) == MAX_PIECES + 1
    assert pieces[-1].count(",") > 100


def test_what_stands_between_is_told() -> None:
    said = "the port (we never change it) is 8080"
    assert [piece.gap.strip() for piece in pieces_of(said, 0, len(said))] == ["", "(", ")"]


PARTS = st.sampled_from(
    (
        *("and", "but", "because", "i", "we", "we're", "I'm", "never", "please", "don't", "the", "tabs"),
        *(",", ";", ":", "-", "—", "(", ")", ".", "...", "`", "*", "_", '"', "3", "1,2", "\n"),
        *("`a, b`", "über", "🙂"),
    )
)
WILD = st.one_of(st.text(max_size=300), st.lists(PARTS, max_size=60).map(" ".join))


@given(before=st.text(max_size=20), sentence=WILD, after=st.text(max_size=20))
def test_pieces_are_exact_ordered_and_inside(before: str, sentence: str, after: str) -> None:
    text = before + sentence + after
    start, end = len(before), len(before) + len(sentence)
    position = start
    for piece in pieces_of(text, start, end):
        assert text[piece.start : piece.end] == piece.text
        assert position <= piece.start < piece.end <= end
        assert piece.text == piece.text.strip(" \t") and any(c.isalnum() for c in piece.text)
        position = piece.end


@given(sentence=WILD)
def test_no_letter_is_lost_but_the_words_at_a_cut(sentence: str) -> None:
    """Only marks and blanks lie between the pieces."""
    kept = "".join(piece.text for piece in pieces_of(sentence, 0, len(sentence)))
    letters = [c for c in sentence if c.isalnum()]
    assert [c for c in kept if c.isalnum()] == letters


@given(
    sentence=WILD.filter(lambda text: "`" not in text), code=st.text("abc ,;:-()", min_size=3, max_size=40)
)
def test_no_piece_begins_or_ends_inside_code(sentence: str, code: str) -> None:
    text = f"{sentence} `{code}`"
    opening, closing = len(sentence) + 1, len(text) - 1
    for piece in pieces_of(text, 0, len(text)):
        assert not opening < piece.start <= closing
        assert not opening < piece.end <= closing
