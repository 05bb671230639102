"""Words of change: what the newer one says to be over, and what took its place."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.core.contradiction import Judge, Rivals

JUDGE = Judge(Rivals.parse(resources.read_text("conflicts.toml")))

OVER = [
    ("User spends Easter in Bergen.", "Bergen fell through, so it's Easter at home."),
    ("User sails at a club in Turku.", "My sailing days are over."),
    ("User wears a splint on the wrist.", "The splint came off on Friday."),
    ("We meet on a Monday call.", "The Monday call was abolished; we write notes."),
    ("Java code uses Lombok.", "Records made Lombok pointless."),
    ("Background jobs run on Resque.", "Sidekiq took Resque's place for background jobs."),
    ("Background jobs run on Resque.", "Sidekiq took the place of Resque."),
    ("We build the theme with Gulp.", "theme finished, gulp deleted"),
    ("User wants long explanations.", "I've changed my mind about long explanations."),
    ("User has a car loan.", "The car loan is paid off."),
    ("User rides a Vespa.", "I traded the Vespa in for a bicycle."),
    ("The billing queue runs on Redis.", "We switched the billing queue from Redis to Kafka."),
]
STILL = [
    ("User keeps a diary in Finnish.", "These days User writes the diary on the train."),
    ("Tests run in a container.", "Slow tests are marked and left out locally."),
    ("Alerts are sent by a bot.", "An alert without a link gets deleted."),
    ("Keep changes under 400 lines.", "Changes should stay below 400 changed lines."),
    ("User is looking for a flat.", "User found a wallet in the flat."),
    ("The wiki sits on host lynx.", "The blog was moved to the cloud."),
    ("The session cache runs on Redis.", "We switched the billing queue from Redis to Kafka."),
    ("User has choir on Thursday.", "The dentist moved my check-up from Thursday to Friday."),
    ("User has pain in the left knee.", "User has the left knee checked in May."),
]


@pytest.mark.parametrize(("older", "newer"), OVER)
def test_what_is_over_is_replaced(older: str, newer: str) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.replaces) == ("replacement", True)


CHANGED = [
    ("User is preparing for the sailing exam.", "I passed the sailing exam!", ("preparing", "passed")),
    ("User is looking for a flat.", "I found a flat at last.", ("looking", "found")),
    ("User's major is botany.", "User changed majors, it's glaciology now.", ("botany", "glaciology")),
    ("The wiki sits on host lynx.", "The wiki was moved to the cloud.", ("host lynx", "the cloud")),
    ("The game is made in Unity.", "We ported the game to Godot.", ("Unity", "Godot")),
]


@pytest.mark.parametrize(("older", "newer", "values"), CHANGED)
def test_what_was_changed_moved_or_reached_is_replaced(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("replacement", values, True)


@pytest.mark.parametrize(("older", "newer"), STILL)
def test_what_goes_on_is_not(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None
