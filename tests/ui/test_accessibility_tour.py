"""What a screen reader is told of everything that Tab reaches in the whole window, by Qt's interfaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QComboBox

from arbor_desktop.ui.components.nav_item import NavItem
from tests._stage import Stage
from tests.ui.touring import PAGES, Stop, go_to, named, press, stops, touring

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

_NO_CONTROL = {
    QAccessible.Role.NoRole,
    QAccessible.Role.Client,
    QAccessible.Role.Pane,
    QAccessible.Role.Border,
    QAccessible.Role.Whitespace,
}
_PICTURES = {"TranscriptView", "Overview", "AreaChart", "BarChart", "Histogram", "Heatmap", "Measures"}
"""Pictures and texts with keys of their own, for which Qt has no role; their names and descriptions speak."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tour")


@pytest.fixture
def made(qapp: QApplication, folder: Path) -> Iterator[Stage]:
    with touring(folder) as stage:
        yield stage


def faults_of(page: str, stop: Stop) -> Iterator[str]:
    kind = type(stop.widget).__name__
    if not stop.name.strip():
        yield f"{page}: {stop} has no name"
    elif re.fullmatch(r"Q?[A-Z][a-z]+([A-Z][a-z]+)+", stop.name) or not re.search(r"\w", stop.name):
        yield f"{page}: {stop} is named by its code or by a sign"
    if stop.role in _NO_CONTROL and kind not in _PICTURES:
        yield f"{page}: {stop} has the role {stop.role.name}"
    if not (stop.state.focusable and stop.state.focused):
        yield f"{page}: {stop} does not say that it has the focus"


def test_an_earlier_day_is_read_aloud(made: Stage) -> None:
    go_to(made, "memories")
    press("Ctrl+Shift+T")
    made.settle()
    found = stops(made)
    faults = [fault for stop in found for fault in faults_of("time machine", stop)]
    assert not faults, "\n".join(faults)
    assert any(
        re.fullmatch(r"\d+ \w+ 2026, \d+ memories, \d+ changes? that week", stop.name) for stop in found
    )


def test_every_control_has_a_name_and_a_role_of_its_own(made: Stage) -> None:
    faults: list[str] = []
    for page in PAGES:
        go_to(made, page)
        found = stops(made)
        faults += [fault for stop in found for fault in faults_of(page, stop)]
        counted = Counter((stop.name, stop.role) for stop in found)
        twice = [name for (name, _role), count in counted.items() if count > 1]
        faults += [f"{page}: only sight tells apart what is called “{name}”" for name in twice]
    assert not faults, "\n".join(faults)


def test_pages_are_one_of_several_and_say_what_needs_attention(made: Stage) -> None:
    go_to(made, "memories")
    items = {item.key: item for item in made.window.rail.findChildren(NavItem)}
    assert set(PAGES) <= set(items)
    for key, item in items.items():
        interface = QAccessible.queryAccessibleInterface(item)
        assert interface.role() is QAccessible.Role.RadioButton
        assert interface.state().checked == (key == "memories")
    assert named(items["review"]) == f"Review, {items['review'].count}"


def test_every_choice_is_named_by_its_label_and_says_what_is_chosen(made: Stage) -> None:
    for page in PAGES:
        go_to(made, page)
        shown = made.window.current_page
        assert shown is not None
        for choice in shown.findChildren(QComboBox):
            if not choice.isVisible():
                continue
            interface = QAccessible.queryAccessibleInterface(choice)
            assert named(choice), f"{page}: a choice without a label: {choice.currentText()}"
            if not choice.isEditable():
                assert interface.text(QAccessible.Text.Value) == choice.currentText()


def test_a_card_says_what_is_painted_on_it(made: Stage) -> None:
    go_to(made, "memories")
    view = QAccessible.queryAccessibleInterface(made.memories.view)
    assert view.childCount() >= made.memories.model.rowCount()
    said = view.child(0).text(QAccessible.Text.Name)
    memory = made.memories.model.loaded(made.memories.model.id_at(0) or "")
    assert memory is not None and memory.content.rstrip(".") in said.replace("`", "") and "confidence" in said
