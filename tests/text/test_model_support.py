"""Whether a text says more or less than its sources, by its words; in doubt it does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.text.support import conditions, missing, overlap, unsupported

words = st.sampled_from(
    "kiln clay 8080 v2.1 /etc/app.toml GitHub never only unless oven Lund port user prefers the and".split()  # noqa: SIM905
)
texts = st.lists(words, min_size=1, max_size=12).map(" ".join)


class TestWhatIsAdded:
    @pytest.mark.parametrize(
        ("text", "sources"),
        [
            ("User prefers pytest, run in parallel with xdist.",
             ("User prefers pytest.", "Tests are run in parallel using xdist.")),
            ("The API uses JWT tokens that expire after 15 minutes.",
             ("The API uses JWT tokens.", "JWT tokens expire after 15 minutes.")),
            ("Deploying goes to Fly.io.", ("Deploys go to Fly.io",)),
            ("We don't deploy on Fridays.", ("Never deploy on a Friday.",)),
        ],
    )  # fmt: skip
    def test_other_forms_of_the_same_words_add_nothing(self, text: str, sources: tuple[str, ...]) -> None:
        assert unsupported(text, sources) == ()

    @pytest.mark.parametrize(
        ("text", "added"),
        [
            ("The API listens on port 8090.", ("8090",)),
            ("The API never listens on port 8080.", ("never",)),
            ("The API listens on port 8080, as in /etc/api.toml.", ("/etc/api.toml",)),
            ("The API listens on port 8080, said Ada.", ("Ada",)),
            ("The redis API listens on port 8080.", ("redis",)),
            ("The API won't listen on port 8080.", ("not",)),
        ],
    )
    def test_a_name_a_number_a_path_and_a_denial_are_seen(self, text: str, added: tuple[str, ...]) -> None:
        assert unsupported(text, ["The API listens on port 8080."]) == added


class TestWhatIsLost:
    @pytest.mark.parametrize(
        "source",
        [
            "The API of Ada listens on port 8080.",
            "The API listens on port 8080 unless Vault is down.",
            "The API does not listen on port 8080.",
            "The API listens on port 8080 and 8081.",
        ],
    )
    def test_a_mark_is_missed_however_little_must_be_kept(self, source: str) -> None:
        assert missing("The API listens on port 8080.", source, least=0.0)

    def test_other_words_only_as_far_as_they_must_be_kept(self) -> None:
        source = "The big old kiln behind the barn is fired on Monday nights."
        short = "The kiln is fired on Monday."
        assert missing(short, source) and not missing(short, source, least=0.3)

    def test_a_capital_at_the_start_of_a_sentence_makes_no_name(self) -> None:
        assert not missing("All deploys are manual.", "Deploys are manual.")


def test_denials_and_limits_are_told_apart_from_the_rest() -> None:
    assert conditions("Never deploy unless Ada can't.") == conditions("No deploy, unless Bo is not there.")


def test_two_texts_overlap_by_what_they_are_about() -> None:
    assert overlap("Deploys go to Fly.io.", "We deploy to Heroku.") == 0.5
    assert overlap("Never on Fridays.", "Never say never.") == 0.0


@given(texts)
def test_a_text_supports_itself(text: str) -> None:
    assert unsupported(text, [text]) == () and missing(text, text) == ()


@given(texts, texts)
def test_both_together_miss_nothing_and_add_nothing(one: str, other: str) -> None:
    both = f"{one} and {other}"
    assert missing(both, one) == () and missing(both, other) == ()
    assert unsupported(both, [one, other]) == ()


@given(texts, texts)
def test_what_is_missing_in_one_is_what_the_other_would_add(one: str, other: str) -> None:
    assert bool(missing(one, other)) == bool(unsupported(other, [one]))


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_safe(one: str, other: str) -> None:
    assert unsupported(one, [one]) == ()
    missing(one, other)
    assert 0.0 <= overlap(one, other) <= 1.0
