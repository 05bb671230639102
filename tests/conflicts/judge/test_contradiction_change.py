"""Words of change: what the newer one says to be over, and what took its place."""

from __future__ import annotations

import pytest

from arbor_desktop import resources
from arbor_desktop.conflicts.judge import Judge, Rivals

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
    (
        "The roster runs with cronwheel, set up in etc/wheel.",
        "Tidal for the roster, cronwheel out of the repo.",
    ),
    ("Traces are kept in Graphite.", "Graphite goes out, traces go to Tempo."),
    ("Events are logged with winston.", "Throw out winston, use pino for the log."),
    ("The seal key is in vars/site/seal.yml.", "From today seals are kept in the safe, seal.yml is dead."),
    ("Posters are printed on the Epson.", "New poster printer is a Canon, the Epson is retired."),
    ("Wills are drawn up by Ines Prado, head notary.", "New head notary is Lev Marin, he draws them up."),
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
    ("The shop sends a newsletter.", "The newsletter goes out on Mondays."),
    ("The counter is open to guests.", "From today the counter is closed on Sundays."),
    ("The sauna uses paper cards.", "Paper towels are gone from the sauna."),
    ("The parents live in Leeds.", "The parents are retired."),
    ("Wills are drawn up by Ines Prado, head notary.", "New head gardener is Lev Marin."),
    ("The lists are printed.", "Print the lists out of the box."),
]


@pytest.mark.parametrize(("older", "newer"), OVER)
def test_what_is_over_is_replaced(older: str, newer: str) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.replaces) == ("replacement", True)


HELD = [
    ("Marit Holm is the chair of the board.", "Yusuf is the chair now.", ("Marit Holm", "Yusuf")),
    ("The treasurer is Hanne Vik.", "Bo Lund took over as treasurer.", ("Hanne Vik", "Bo Lund")),
    ("Kirsten is the quality manager.", "New quality manager is Omar Saleh.", ("Kirsten", "Omar Saleh")),
    ("The chair is Marit.", "Yusuf is the new chair.", ("Marit", "Yusuf")),
    ("The vet is Dr. Holm.", "Dr. Brandt is the vet now.", ("Holm", "Brandt")),
    ("Nadia Okafor is our landlord.", "Our landlord is now Peter Lang.", ("Nadia Okafor", "Peter Lang")),
    (
        "The chair of the allotment club is Dora.",
        "Since May Yusuf Demir is the chair of the allotment club.",
        ("Dora", "Yusuf Demir"),
    ),
    (
        "The head of purchasing is Ina Falk.",
        "From August on Ruben Aas is the head of purchasing.",
        ("Ina Falk", "Ruben Aas"),
    ),
    ("The project uses Python 3.11.", "Since last week the project uses Python 3.14.", ("3.11", "3.14")),
    ("The team's standup is at 10:00 every day.", "From Monday on standup is at 9:30.", ("10:00", "9:30")),
    ("Standup is at 10:00.", "Standup is at 9:30 from Monday on.", ("10:00", "9:30")),
]
BESIDE = [
    ("Marit is the chair of the choir.", "Yusuf is the chair of the chess club now."),
    ("Marit is the chair.", "Yusuf is the deputy chair now."),
    ("Marit is the chair.", "Yusuf is the treasurer now."),
    ("Marit is the chair.", "Marit is the chair of the board now."),
    ("Marit is the chair.", "Yusuf is also the chair now."),
    ("Ola is the lead of the web team.", "The lead of the web team is on leave now."),
    ("Ana is the new colleague.", "Bo is the new colleague."),
    ("Tove is the accountant.", "Rikke is the best accountant in town now."),
    ("Ilse lives in Ghent.", "Ilse works in Bruges now."),
    ("The monthly fee is 40 euros.", "The monthly fee for students is 25 euros now."),
    ("The standup is at 9:15.", "The standup of the design team is at 9:30 now."),
    ("The standup is at 9:15.", "Since May the retro is at 9:30."),
]


@pytest.mark.parametrize(("older", "newer", "values"), HELD)
def test_another_holder_or_value_from_some_day_on_replaces_the_former(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("replacement", values, True)


@pytest.mark.parametrize(("older", "newer"), BESIDE)
def test_what_is_of_another_part_or_role_holds_beside_it(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None


def test_two_holders_without_a_word_of_change_replace_nothing() -> None:
    verdict = JUDGE.judge("Marit is the chair of the board.", "Yusuf is the chair.")
    assert verdict is None or not verdict.replaces


MOVED = [
    ("The wiki sits on host lynx.", "The wiki was moved to the cloud.", ("host lynx", "the cloud")),
    ("The game is made in Unity.", "We ported the game to Godot.", ("Unity", "Godot")),
]


@pytest.mark.parametrize(("older", "newer", "values"), MOVED)
def test_what_was_moved_is_replaced(older: str, newer: str, values: tuple[str, str]) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("replacement", values, True)


@pytest.mark.parametrize(("older", "newer"), STILL)
def test_what_goes_on_is_not(older: str, newer: str) -> None:
    assert JUDGE.judge(older, newer) is None
