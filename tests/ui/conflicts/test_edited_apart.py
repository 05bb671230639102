"""A memory edited on two devices at the same time: whose text is which, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.devices.stage import Machine, edit_apart
from tests.ui.conflicts.conftest import Person


@pytest.fixture
def person(
    service: MemoryService, clock: ManualClock, open_page: Callable[..., Person], tmp_path: Path
) -> Iterator[Person]:
    home = tmp_path / "elsewhere"
    home.mkdir(mode=0o700)
    with MemoryService.open(home, clock=clock) as other:
        edit_apart(Machine(service, clock, "one"), Machine(other, clock, "other"), tmp_path)
    yield open_page()


def texts(service: MemoryService) -> list[str]:
    return [one.content for one in service.query().memories]


def test_each_side_has_the_name_of_its_device(person: Person) -> None:
    cards = {card.accessibleName().partition(".")[0] for card in person.page.view.cards}
    assert cards == {"larch", "rowan"}
    words = [button.text() for button in person.page.view.buttons.values()]
    assert words[2:] == ["Keep both, with conditions…", "Restore earlier text", "Merge & edit…"]
    assert person.page.view.suggestion is None
    person.click(person.button("Keep rowan"))
    assert texts(person.service) == ["Failed deliveries stop after 12 tries, then alert"]


def test_both_edits_can_be_taken_back(person: Person) -> None:
    person.hover(person.button("Restore earlier"))
    assert "Failed deliveries stop after 5 tries" in person.said[0]
    person.key(Qt.Key.Key_4)
    assert texts(person.service) == ["Failed deliveries stop after 5 tries"]
    person.undo()
    assert len(person.service.list_conflicts()) == 1
