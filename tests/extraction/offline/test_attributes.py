"""Where a statement applies and how private it is, by its own words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbor_desktop.embedding.catalogue import installed_encoder
from arbor_desktop.extraction.offline.attributes import AttributeFinder, Attributes, load_slots
from arbor_desktop.extraction.offline.classifier import StatementClassifier, load_classifier
from arbor_desktop.extraction.offline.rules import Statement
from arbor_desktop.extraction.offline.statements import RULES
from arbor_desktop.extraction.offline.vocabulary import read_vocabulary
from arbor_desktop.memories.model import Privacy, Scope
from arbor_desktop.resources import read_bytes, read_text


@pytest.fixture(scope="module")
def attributes() -> AttributeFinder:
    return AttributeFinder(read_vocabulary(), load_slots(read_text("extraction/slots.toml")))


@pytest.fixture(scope="module")
def judge() -> StatementClassifier:
    return load_classifier(installed_encoder(), read_bytes("extraction/judge.safetensors"))


@pytest.fixture(scope="module")
def classified(attributes: AttributeFinder, judge: StatementClassifier) -> Callable[[str, str], Attributes]:
    def classify(kind: str, content: str) -> Attributes:
        reach = judge.read_alone(content).reach
        return attributes.classify(content, Statement(content, {}), RULES[kind], "orchard", content, reach)

    return classify


@pytest.mark.parametrize(
    ("kind", "content", "scope"),
    [
        ("preference", "User prefers figures in a table.", Scope.GLOBAL),
        ("preference", "For letters, the user prefers a large font.", Scope.GLOBAL),
        ("preference", "List the plants in the order that the user waters them, ferns first.", Scope.PROJECT),
        ("goal", "User wants to speak Welsh by summer.", Scope.GLOBAL),
        ("rule", "I never know which bin goes out.", Scope.PROJECT),
        ("rule", "Tell the user what failed before what worked.", Scope.GLOBAL),
        ("rule", "Permission slips live in the blue drawer only.", Scope.PROJECT),
        ("rule", "Never push without the user's permission.", Scope.GLOBAL),
        ("preference", "Don't touch the raw data, it is read only, for the user.", Scope.PROJECT),
    ],
)
def test_a_wish_applies_everywhere_where_it_is_about_the_person(
    classified: Callable[[str, str], Attributes], kind: str, content: str, scope: Scope
) -> None:
    assert classified(kind, content).scope is scope


@pytest.mark.parametrize(
    ("kind", "content", "privacy"),
    [
        ("people", "New head of purchasing is Dunja Kos, she signs the orders from now.", Privacy.NORMAL),
        ("people", "From now it's Tilo Renn who approves the menus.", Privacy.NORMAL),
        ("people", "Ewan from Harlech tunes the organ.", Privacy.NORMAL),
        ("people", "The head of purchasing has cancer and is in a clinic.", Privacy.SENSITIVE),
        ("rule", "User doesn't speak to their sister, only through the lawyer.", Privacy.SENSITIVE),
        ("rule", "Never print the names of patients.", Privacy.NORMAL),
        ("rule", "No calls before noon, the dialysis makes me tired.", Privacy.SENSITIVE),
        ("preference", "User prefers the afternoons since the stroke.", Privacy.SENSITIVE),
        ("project", "Lena is pregnant and has not told the others.", Privacy.SENSITIVE),
        ("project", "Harlech pays two months late, that stays between us.", Privacy.SENSITIVE),
        ("project", "The child process dies when the parent is killed.", Privacy.NORMAL),
        ("cause", "User removed the filter because every second row came out wrong.", Privacy.NORMAL),
    ],
)
def test_a_role_at_work_is_not_private(
    classified: Callable[[str, str], Attributes], kind: str, content: str, privacy: Privacy
) -> None:
    assert classified(kind, content).privacy_level is privacy
