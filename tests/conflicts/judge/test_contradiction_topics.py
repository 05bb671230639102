"""What statements speak of: by it the store finds what may contradict without sharing a word."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.conflicts.judge import Judge, Rivals


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(Rivals.parse(resources.read_text("conflicts.toml")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The project uses PostgreSQL.", "Our database is MySQL."),
        ("Use jest for unit tests.", "We moved to vitest."),
        ("User lives in Berlin.", "User moved to Munich."),
        ("Prefer async/await", "Promise.then() is better for us"),
    ],
)
def test_what_contradicts_shares_a_topic(judge: Judge, one: str, other: str) -> None:
    assert set(judge.topics(one)) & set(judge.topics(other))


def test_what_names_nothing_known_has_no_topic(judge: Judge) -> None:
    assert judge.topics("") == () == judge.topics("Nothing of that kind at all")
