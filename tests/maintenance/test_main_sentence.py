"""The essential sentence of a long text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.maintenance.compaction import main_sentence, sentences
from arbor_desktop.maintenance.model import MAX_SUMMARY
from tests.compaction.scoring import FILES, cases

TEXTS = [case.text for name in FILES for case in cases(name)]
PIECES = [piece for text in TEXTS for piece in sentences(text)]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def is_within(short: str, text: str) -> bool:
    rest = iter(words(text))
    return all(word in rest for word in words(short))


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5), st.sampled_from(["\n", " "]))
def test_it_is_short_and_in_the_words_of_the_text(some: list[str], gap: str) -> None:
    text = gap.join(some)
    short = main_sentence(text, MAX_SUMMARY)
    if short is not None:
        assert 3 <= len(short) <= MAX_SUMMARY
        assert is_within(short, text)


@given(st.text(max_size=600))
def test_whatever_the_text_it_answers(text: str) -> None:
    short = main_sentence(text, MAX_SUMMARY)
    assert short is None or (3 <= len(short) <= MAX_SUMMARY and is_within(short, text))


@given(st.sampled_from(TEXTS), st.sampled_from([
    "However, this is not so on Windows.", "It must never be changed by hand.", "Except on Sundays.",
    "On the small machine it is 40.", "Do not use it for invoices.", "The second one listens on port 9090.",
]))  # fmt: skip
def test_a_rule_beside_it_leaves_the_text_alone(text: str, more: str) -> None:
    assert main_sentence(f"{text} {more}", MAX_SUMMARY) is None


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Ask Dr. Brandt, e.g. by mail. She answers.", ["Ask Dr. Brandt, e.g. by mail.", "She answers."]),
        ("It runs on 3.11 and 3.12. Both work.", ["It runs on 3.11 and 3.12.", "Both work."]),
        ("See app.config.ts. `main` is the default.", ["See app.config.ts.", "`main` is the default."]),
        ("One\nTwo", ["One", "Two"]),
        ("", []),
    ],
)
def test_sentences_end_where_people_end_them(text: str, cut: list[str]) -> None:
    assert sentences(text) == cut


def test_a_text_in_another_language_is_left_alone() -> None:
    german = (
        "Die Rechnungen werden pro Jahr nummeriert. Das war früher anders, aber die Kunden haben gefragt."
    )
    assert main_sentence(german, MAX_SUMMARY) is None


def test_code_is_left_alone() -> None:
    assert main_sentence("The build uses CMake.\n```\ncmake -B out\n```", MAX_SUMMARY) is None


@pytest.mark.parametrize(
    "text",
    [
        "Run the migrations by hand because the runner is slow, apart from the small ones which run by "
        "themselves, as the ops people told us long ago in the meeting about it, and as they still say.",
        "Deploy from the release branch because main is often broken, provided that the tests of the night "
        "passed and nobody from support has complained since then about it at all, in any of the regions.",
        "Deploy from the release branch because main is often broken, as long as the flag is set in the "
        "console of the provider, which takes a while, in all of the regions that we have at the moment.",
        "Use the read replica for reports because the primary is busy, with the exclusion of finance, where "
        "the newest rows of all in the whole ledger of the year are wanted, as the auditors of it told us.",
        "Use the cache for product pages because rendering is slow; the cart page is left alone since prices "
        "differ for each customer and each country that we sell things to, as in most shops of that kind.",
        "Send mails through the queue because the provider limits us. It is rather different for password "
        "resets, which go out at once, since people wait for them, as everybody knows from such services.",
        "The cache is safe to delete on the build machine because it is rebuilt. On the laptop it is the "
        "sole copy, since nobody uploads it, so that deleting it is rather a bad idea, of course, as I say.",
    ],
)
def test_no_exception_or_condition_is_dropped(text: str) -> None:
    assert main_sentence(text, 100) is None
