"""What is weighed where no rule tells whether two statements contradict each other."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.core.contradiction import Rivals
from arbor_desktop.core.contradiction.notions import Notions
from arbor_desktop.core.contradiction.reading import read as read_claims
from arbor_desktop.core.contradiction.slots import fill
from arbor_desktop.core.contradiction.statements import Read
from arbor_desktop.core.contradiction.weighing import Weighed, Weighing
from arbor_desktop.core.errors import InvalidInput

RIVALS = Rivals.parse(resources.read_text("conflicts.toml"))
WEIGHTS, NOTIONS = resources.read_text("conflict_weights.json"), resources.read_text("conflict_notions.toml")
WEIGHING = Weighing.parse(WEIGHTS, NOTIONS, RIVALS)


def _read(text: str) -> Read:
    claims = read_claims(text, RIVALS)
    return WEIGHING.read(claims, [one for claim in claims for one in fill(claim, RIVALS)])


def _weigh(older: str, newer: str) -> Weighed | None:
    return WEIGHING.weigh(_read(older), _read(newer))


def _found(older: str, newer: str) -> Weighed:
    weighed = _weigh(older, newer)
    assert weighed is not None
    assert weighed.probability >= WEIGHING.sure, weighed
    return weighed


@pytest.mark.parametrize(
    ("older", "newer", "family"),
    [
        ("User is vegan.", "User grills a steak every Friday.", "exclusive"),
        (
            "User writes the minutes in Obsidian.",
            "I gave up Obsidian, the minutes are on paper.",
            "replacement",
        ),
        ("Calyx makes the notes.", "Calyx was shut down in May, notes are made by Bract.", "replacement"),
    ],
)
def test_what_contradicts_is_told_as_the_rule_that_speaks_most_for_it(
    older: str, newer: str, family: str
) -> None:
    assert _found(older, newer).family == family


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User is vegan.", "User's sister grills a steak every Friday."),
        ("The importer reads plain CSV.", "The importer writes its errors to a log."),
        ("User likes hiking.", "User likes sailing."),
        ("User has a dog called Wanda.", "User's allotment is behind the station."),
        ("Invoices go out by mail.", "Reminders are sent by hand."),
    ],
)
def test_what_can_hold_together_is_not_sure_enough(one: str, other: str) -> None:
    for older, newer in ((one, other), (other, one)):
        weighed = _weigh(older, newer)
        assert weighed is None or weighed.probability < WEIGHING.sure, weighed
        assert WEIGHING.verdict(_read(older), _read(newer)) is None


def test_a_verdict_says_what_was_weighed() -> None:
    older, newer = "User is vegan.", "User grills a steak every Friday."
    weighed = _found(older, newer)
    assert WEIGHING.verdict(_read(older), _read(newer)) == weighed.verdict()
    assert (weighed.topic, weighed.values, weighed.replaces) == ("Diet", ("vegan", "steak"), False)
    assert weighed.reason == "One speaks of vegan, the other of steak, and these seem to exclude each other."


def test_only_a_newer_one_that_says_so_replaces() -> None:
    older, newer = "User writes the minutes in Obsidian.", "I gave up Obsidian, the minutes are on paper."
    weighed = _found(older, newer)
    assert weighed.replaces and weighed.verdict().replaces
    assert weighed.topic == "Obsidian"
    back = _weigh(newer, older)
    assert back is None or not back.replaces


def test_what_both_speak_of_and_where_they_differ_is_told() -> None:
    weighed = _weigh("The template engine is velto.", "Our template engine is mirrin.")
    assert weighed is not None
    assert (weighed.family, weighed.topic, weighed.values) == (
        "value",
        "Template engine",
        ("velto", "mirrin"),
    )
    other = _weigh("Screens are fine at the table.", "No screens at the table.")
    assert other is not None
    assert (other.family, other.values) == ("negation", ("screens table", "not screens table"))


def test_what_excludes_each_other_without_a_common_word_shares_a_topic() -> None:
    ours, theirs = (_read(text) for text in ("User is vegan.", "User grills a steak every Friday."))
    assert "Diet" in set(WEIGHING.topics(ours)) & set(WEIGHING.topics(theirs))
    assert WEIGHING.topics(_read("The importer writes its errors to a log.")) == ()


def test_what_is_denied_is_no_notion() -> None:
    weighed = _weigh("User is a vegetarian.", "User never eats pork.")
    assert weighed is None or weighed.family != "exclusive"


def test_where_two_things_differ_at_once_both_hold() -> None:
    assert _weigh("The fair starts on 2 September.", "The fair ends on 30 September.") is None


def test_statements_with_nothing_in_common_are_not_weighed() -> None:
    assert _weigh("The template engine is velto.", "User sleeps badly in July.") is None
    assert _weigh("", "User sleeps badly.") is None


@given(st.text(max_size=300), st.text(max_size=300))
@settings(max_examples=80, deadline=None)
def test_any_text_is_safe(one: str, other: str) -> None:
    weighed = _weigh(one, other)
    if weighed is not None:
        assert 0 <= weighed.probability <= 1
        assert weighed.topic and weighed.reason and all(weighed.values)


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "[]",
        '{"features": ["a"], "trees": [[1, 0.5, 0, 1]], "start": 0, "sure": 0.5}',
        '{"features": ["a"], "trees": [[0, 0.5, 0]], "start": 0, "sure": 0.5}',
        '{"features": ["a"], "trees": ["no"], "start": 0, "sure": 0.5}',
        '{"features": ["a"], "trees": [], "start": 0}',
    ],
)
def test_weights_that_can_not_be_read_are_refused(broken: str) -> None:
    with pytest.raises(InvalidInput, match="weights"):
        Weighing.parse(broken, NOTIONS, RIVALS)


@pytest.mark.parametrize(
    "broken",
    [
        "[words",
        "[words]\nended = 3",
        "[words]\n[opposites]\npairs = []",
        NOTIONS.replace("up|upward|upwards - ", "up|"),
    ],
)
def test_notions_that_can_not_be_read_are_refused(broken: str) -> None:
    with pytest.raises(InvalidInput, match="notions"):
        Notions.parse(broken)


def test_trees_add_up() -> None:
    trees = [[0, 0.5, -1.0, [0, 0.5, 9.0, 3.0]], 0.25]
    weighing = Weighing.parse(
        json.dumps({"features": ["shared 1"], "trees": trees, "start": -0.25, "sure": 0.5}), NOTIONS, RIVALS
    )
    weighed = weighing.weigh(_read("Velto renders pages."), _read("Velto costs nothing."))
    assert weighed is not None
    assert weighed.probability == pytest.approx(1 / (1 + 2.718281828459045**-3))
