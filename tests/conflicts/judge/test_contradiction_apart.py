"""What looks like a contradiction and is none: numbers that name, places, parts, exceptions."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.conflicts.judge import Judge, Rivals

JUDGE = Judge(Rivals.parse(resources.read_text("conflicts.toml")))

NAMED_BY_NUMBER = [
    ("Some preference number 3 about many things", "Some preference number 4 about many things"),
    ("Always do step 2", "Always do step 3"),
    ("Global 3", "Global 4"),
    ("Topic 1 is about rivers", "Topic 2 is about rivers"),
    ("Harbor is built with Expo SDK 52.", "Harbor will cost 3 euros a month or 25 a year."),
]
ELSEWHERE = [
    ("Updates are merged right away, on any day.", "My rowing days are over."),
    ("We log with winston.", "Full logging was switched back off."),
    ("User formats Python with ruff.", "python 2 support can be deleted"),
    ("Invoices go out on the last working day.", "User's working day is over at noon."),
    ("The company runs on AWS in eu-central-1.", "Production runs in eu-central-1."),
    ("The bus runs at 9600 baud.", "Physics runs at 60 Hz."),
    ("User's daughter is called Iris.", "The widest table has 600 columns, I kid you not"),
    ("User's car is an automatic.", "User's wife sold her car."),
    ("User is a passionate cook.", "User is a vet."),
    ("Feature code goes in src/features.", "Feature flags are in Unleash."),
    ("All log messages are written in English.", "Message retention in Kafka is 3 days."),
    ("any is forbidden in TypeScript.", "The linter also reads TypeScript."),
    ("User avoids templates in C++.", "User writes templates in Word for the choir."),
    ("Avoid singletons.", "Metrics clients may be singletons."),
    ("Retries only with a limit.", "A flaky test is fixed the same day, never retried."),
    ("User starts at seven in the sowing season.", "Outside the sowing season User starts at nine."),
    ("The parser lives in src/parse.", "The fixtures of the parser live in data/parse."),
    ("We used CVS until 2009.", "We use git."),
    ("User has booked a week in Ystad in June.", "User has booked a weekend in Brno in March."),
    ("The trial starts on 2 May.", "The trial ends on 30 May."),
    ("Old invoices are deleted after ten years.", "Invoices are sent as PDF."),
]


@pytest.mark.parametrize(("one", "other"), NAMED_BY_NUMBER)
def test_a_number_that_tells_which_one_is_no_value(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


@pytest.mark.parametrize(("one", "other"), ELSEWHERE)
def test_what_holds_elsewhere_or_of_a_part_is_no_contradiction(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None
