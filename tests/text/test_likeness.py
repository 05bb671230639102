"""Whether two texts say the same: what joins them, and what must keep them apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.text.likeness import fuller, read, same
from arbor_desktop.text.stems import stem
from tests.likeness.scoring import pairs, score

PAIRS = list(pairs())
TEXTS = sorted({text for pair in PAIRS for text in (pair.one, pair.other)})


def alike(one: str, other: str) -> bool:
    return same(read(one), read(other))


def test_the_labelled_pairs_are_told_apart() -> None:
    result = score(PAIRS)
    assert len(PAIRS) >= 200
    assert result.precision >= 0.97, [f"{p.one} | {p.other}" for p in result.wrong]
    assert result.recall >= 0.7


def test_the_order_of_two_texts_does_not_matter() -> None:
    assert [pair for pair in PAIRS if alike(pair.one, pair.other) != alike(pair.other, pair.one)] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tests go in tests/unit", "The tests live in tests/unit"),
        ("Use pnpm, not npm", "We use pnpm instead of npm here."),
        ("Always run the linter before committing.", "Run the linter before each commit"),
        ("User prefers tabs over spaces.", "I prefer tabs to spaces"),
        ("Dates are stored in UTC.", "Store dates in UTC"),
    ],
)
def test_other_words_for_the_same(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use pnpm", "Use npm"),
        ("The API is on port 8080", "The API is on port 8081"),
        ("Never use semicolons", "Always use semicolons"),
        ("User prefers tabs over spaces", "User prefers spaces over tabs"),
        ("Use pnpm instead of npm", "Use npm instead of pnpm"),
        ("We moved from Jest to Vitest", "We moved from Vitest to Jest"),
        ("Call `foo_bar` first", "Call `foo_baz` first"),
        ("The API is not ready", "The API is ready"),
        ("", ""),
        ("...", "!"),
    ],
)
def test_what_could_be_a_contradiction_is_left_apart(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("Use pnpm because it is faster.", "Use pnpm."),
        ("User prefers tabs over spaces.", "User prefers tabs."),
    ],
)
def test_a_reason_and_a_contrast_say_more(more: str, less: str) -> None:
    assert alike(more, less)
    assert fuller(read(more), read(less))
    assert not fuller(read(less), read(more))


def test_neither_of_two_that_say_as_much_is_fuller() -> None:
    one, other = read("Tests go in tests/unit"), read("The tests live in tests/unit.")
    assert not fuller(one, other)
    assert not fuller(other, one)


def test_two_different_reasons_are_two_memories() -> None:
    assert not alike("Use pnpm because it is fast.", "Use pnpm because disk space is short.")


def test_a_text_says_the_same_as_itself() -> None:
    assert [text for text in TEXTS if not (alike(text, text) and alike(text, text.upper() + "."))] == []


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_symmetric_over_any_two(one: str, other: str) -> None:
    assert alike(one, other) == alike(other, one)


@given(st.sampled_from(TEXTS), st.integers(0, 99_999), st.integers(0, 99_999))
def test_another_number_is_never_the_same(text: str, one: int, other: int) -> None:
    bare = text.rstrip(".")
    assert alike(f"{bare} {one}", f"{bare} {other}") == (one == other)


@given(st.sampled_from(TEXTS), st.sampled_from(("never", "not", "don't", "no longer")))
def test_a_negation_more_is_never_the_same(text: str, negation: str) -> None:
    for denied in (f"{negation} {text}", " ".join([*text.split()[:2], negation, *text.split()[2:]])):
        assert not alike(text, denied)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_can_be_read(one: str, other: str) -> None:
    assert alike(one, other) == alike(other, one)
    assert read(one).words >= 0


@pytest.mark.parametrize(
    "forms",
    [
        "commit commits committed committing", "store stores stored storing", "file files filed filing",
        "run runs ran running", "deploy deploys deployed deploying", "query queries queried querying",
        "use uses used using", "fix fixes fixed fixing", "colour color colours", "class classes",
    ],
)  # fmt: skip
def test_the_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("linter", "lint"), ("universe", "university"), ("locale", "local"), ("plane", "plan"),
        ("import", "export"), ("enable", "disable"), ("process", "proceed"),
    ],
)  # fmt: skip
def test_different_words_have_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)
