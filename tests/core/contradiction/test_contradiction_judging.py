"""What the judge finds, by rule, and what it leaves alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.core.contradiction import Judge, Rivals

JUDGE = Judge(Rivals.parse(resources.read_text("conflicts.toml")))

TOOLS = [
    ("Use Jest for tests.", "The project uses Vitest.", ("jest", "vitest")),
    ("Use npm.", "User prefers pnpm.", ("npm", "pnpm")),
    ("Use tabs.", "Indent with 2 spaces.", ("tab", "space")),
    ("Prefer async/await.", "Promise.then() is better for us.", ("async/await", "promise.then")),
    ("Orders are stored in Postgres.", "Orders are stored in MySQL.", ("postgres", "mysql")),
]
TOGETHER = [
    ("Use Jest for unit tests.", "Use Playwright for end-to-end tests."),
    ("The frontend uses Vitest.", "The backend uses pytest."),
    ("The project uses Postgres.", "The project uses Redis."),
    ("The orders service uses MongoDB.", "The invoice service uses PostgreSQL."),
    ("User likes coffee.", "User likes tea."),
    ("User knows Python.", "User knows Go."),
    ("Use tabs.", "In legacy code use spaces."),
    ("Use tabs.", "Use spaces when you write YAML."),
    ("The API listens on port 8080.", "The web server listens on port 3000."),
    ("User used to live in Berlin.", "User lives in Munich."),
    ("We might move to Vitest.", "Use Jest for tests."),
]


@pytest.mark.parametrize(("older", "newer", "values"), TOOLS)
def test_alternatives_of_which_one_is_needed_contradict(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("competing_tools", values, False)


def test_a_newer_one_that_says_it_takes_the_place_replaces() -> None:
    verdict = JUDGE.judge("Use Jest for tests.", "We moved from Jest to Vitest.")
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("replacement", ("Jest", "Vitest"), True)


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_what_holds_together_is_left_alone(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


def test_the_same_with_another_number_contradicts() -> None:
    verdict = JUDGE.judge("The API timeout is 30 seconds.", "The API timeout is 60s.")
    assert verdict is not None
    assert (verdict.rule, verdict.values) == ("value", ("30 seconds", "60s"))
    assert JUDGE.judge("The API timeout is 30 seconds.", "The timeout of the API is 30s.") is None


def test_what_one_says_and_the_other_denies_contradicts() -> None:
    verdict = JUDGE.judge("The API is versioned.", "The API is not versioned.")
    assert verdict is not None and verdict.rule == "negation"


def test_what_one_wants_and_the_other_does_not_contradicts() -> None:
    verdict = JUDGE.judge("User likes snapshot tests.", "Avoid snapshot tests.")
    assert verdict is not None and verdict.rule == "stance"


@given(st.text(max_size=300), st.text(max_size=300))
@settings(max_examples=80, deadline=None)
def test_any_text_is_safe(one: str, other: str) -> None:
    JUDGE.judge(one, other)
    assert JUDGE.judge(one, one) is None
