"""Statements that say themselves how long they hold."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arbor_desktop.extraction.offline.expiry import expires_at

SAID = int(datetime(2026, 10, 14, 12, tzinfo=UTC).timestamp() * 1000)  # a Wednesday


def last_day(text: str) -> str | None:
    end = expires_at(text, SAID)
    return None if end is None else f"{datetime.fromtimestamp(end / 1000, UTC):%Y-%m-%d}"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("no deploys until friday", "2026-10-16"),
        ("until the end of the month we test on staging", "2026-10-31"),
        ("we freeze until 3 November", "2026-11-03"),
        ("until March 2 the office is closed", "2027-03-02"),
        ("it must be in before 2026-12-01", "2026-12-01"),
        ("hands off everything from 19 to 25 october", "2026-10-25"),
        ("I'm away from October 19th to 25th", "2026-10-25"),
        ("closed between 20 Dec and 6 Jan", "2027-01-06"),
        ("from 28 October–2 November the API is down", "2026-11-02"),
        ("for the next two weeks only Ann reviews", "2026-10-28"),
        ("only this week use the meter in the workshop", "2026-10-18"),
        ("use the test server, this week only", "2026-10-18"),
        ("for this sprint no refactoring", "2026-10-28"),
        ("the gateway is down till the weekend", "2026-10-17"),
        ("for today the fonts are Liberation", "2026-10-14"),
        ("use netcat until tomorrow", "2026-10-15"),
        ("nothing is merged before the general assembly on Saturday", "2026-10-17"),
    ],
)
def test_its_last_day(text: str, day: str) -> None:
    assert last_day(text) == day


@pytest.mark.parametrize(
    "text",
    [
        "always run the tests before release",
        "no releases from friday noon till monday 9",
        "no releases from July 15 to October 1",
        "one charge has to last from October until April",
        "no deploys before monday",
        "lay the tables before the choir's rehearsal on Mondays",
        "the shop is open Monday through Friday",
        "deploys only between 6 and 15",
        "this week was hard",
        "between 5 and 10 workers",
        "from 2 to 4 replicas",
    ],
)
def test_what_holds_again_and_again_has_no_end(text: str) -> None:
    assert last_day(text) is None


def test_without_a_time_there_is_no_end() -> None:
    assert expires_at("until friday", None) is None


@pytest.mark.parametrize("text", ["until 30 February", "until 2026-13-45"])
def test_a_day_that_does_not_exist_is_no_end(text: str) -> None:
    assert last_day(text) is None
