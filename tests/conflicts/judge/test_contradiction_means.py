"""The same purpose served by something else, though nobody listed the tools."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.conflicts.judge import Judge, Rivals

JUDGE = Judge(Rivals.parse(resources.read_text("conflicts.toml")))

OTHER_MEANS = [
    ("Use zork for backups.", "Backups are done using halberd.", "Backups", ("zork", "halberd")),
    ("The template engine is velto.", "Our template engine is mirrin.", None, ("velto", "mirrin")),
    ("Invoices are rendered with Papermill.", "Invoices are rendered by Quillbox.", None, None),
    ("We draw diagrams with lumio.", "Use torben for diagrams.", None, ("lumio", "torben")),
    ("Koin does the wiring in the app.", "Wiring in the app goes through Guava.", None, None),
]
TOGETHER = [
    ("The CLI is written in Go.", "The CLI is installed with Homebrew."),
    ("Ines does the reviews.", "Marek does the reviews."),
    ("Reviews are done with care.", "Reviews are done with coffee."),
    ("The template engine is velto.", "The template engine is slow."),
    ("The template engine is velto.", "The template engine is velto."),
    ("Use zork for provisioning.", "Use zork and halberd for provisioning."),
    ("Use zork for provisioning.", "Use halberd for deployments."),
    ("Use zork for provisioning on staging.", "Provisioning in production is done using halberd."),
    ("Diagrams are drawn with lumio.", "Diagrams are reviewed with Tolk."),
]


@pytest.mark.parametrize(("older", "newer", "topic", "values"), OTHER_MEANS)
def test_another_means_of_the_same_purpose_contradicts(
    older: str, newer: str, topic: str | None, values: tuple[str, str] | None
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None and not verdict.replaces
    assert topic in (None, verdict.topic)
    assert values in (None, verdict.values)
    turned = JUDGE.judge(newer, older)
    assert turned is not None and turned.values == verdict.values[::-1]


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_other_purposes_people_and_manners_do_not(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None
