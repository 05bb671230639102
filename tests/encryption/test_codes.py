"""Recovery codes: what is accepted as typed, and what is a typing mistake."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.encryption.codes import LETTERS, checked_code, new_code
from arbor_desktop.errors import InvalidInput


def test_a_code_has_eight_groups_of_five_and_is_new_each_time() -> None:
    code = new_code()
    assert [len(group) for group in code.split("-")] == [5] * 8
    assert set(code) <= set(LETTERS) | {"-"}
    assert new_code() != code


def test_case_spaces_and_digits_that_look_like_letters_do_not_matter() -> None:
    code = new_code()
    typed = code.replace("-", "  ").lower().replace("o", "0").replace("i", "1").replace("b", "8")
    assert checked_code(f" {typed}\n") == code


@given(st.integers(0, 39), st.sampled_from(LETTERS))
def test_one_wrong_letter_is_noticed(place: int, letter: str) -> None:
    letters = new_code().replace("-", "")
    wrong = letters[:place] + letter + letters[place + 1 :]
    if wrong == letters:
        assert checked_code(wrong)
    else:
        with pytest.raises(InvalidInput, match="typing mistake"):
            checked_code(wrong)


@pytest.mark.parametrize("typed", ["", "hello", "ABCDE-" * 7, "A" * 41])
def test_what_is_no_code_is_said(typed: str) -> None:
    with pytest.raises(InvalidInput, match="8 groups of 5"):
        checked_code(typed)
