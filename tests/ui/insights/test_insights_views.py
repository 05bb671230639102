"""Charts, timeline and graph take turns; what one of them wants reaches the rest of the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.page import MemoriesPage
from arbor_desktop.ui.shell.pages import WindowPages
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.window_state import WindowState


@pytest.mark.slow
@pytest.mark.parametrize("key", ["timeline", "graph"])
def test_a_view_takes_the_place_of_the_charts_and_is_remembered(
    open_page: Any, some: dict[str, str], tmp_path: Path, key: str
) -> None:
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    page = person.page
    person.click(page.bar.views.button(key))
    shown = page.stack.currentWidget()
    assert shown is not page.charts
    assert shown.isVisible()
    assert not page.strip.isVisible()
    assert not page.bar.range.isVisible()
    assert page.focus_groups()[0] is page.bar.views
    again = open_page(state=state)
    assert again.page.bar.views.current == key
    assert again.page.view == key
    again.click(again.page.bar.views.button("charts"))
    assert again.page.stack.currentWidget() is again.page.charts
    assert again.stat("memories")[0] == "5"


@pytest.mark.slow
def test_keys_lead_from_view_to_view(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    alt = Qt.KeyboardModifier.AltModifier
    person.page.focus_main()
    for key, view in ((Qt.Key.Key_2, "timeline"), (Qt.Key.Key_3, "graph"), (Qt.Key.Key_1, "charts")):
        person.qtbot.keyClick(person.page.focusWidget(), key, alt)
        person.wait()
        assert person.page.view == view
        assert person.page.bar.views.current == view
    assert person.page.charts.area.hasFocus()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["timeline", "graph"])
def test_a_view_is_of_the_chosen_project(open_page: Any, some: dict[str, str], key: str) -> None:
    person = open_page()
    person.choose_project("pollen")
    person.click(person.page.bar.views.button(key))
    view = person.page.stack.currentWidget()
    assert view.project == "/srv/pollen"
    person.choose_project("All projects")
    assert view.project is None
    person.click(person.page.bar.views.button("charts"))
    assert person.stat("memories")[0] == "5"


def test_what_a_view_opens_reaches_the_window(open_page: Any, some: dict[str, str], qtbot: QtBot) -> None:
    person = open_page()
    person.click(person.page.bar.views.button("timeline"))
    view = person.page.stack.currentWidget()
    with qtbot.waitSignal(person.page.memory_wanted) as opened:
        view.memory_wanted.emit(some["staging"])
    assert opened.args == [some["staging"]]
    with qtbot.waitSignal(person.page.conversation_wanted) as opened:
        view.conversation_wanted.emit("c1", None)
    assert opened.args == ["c1", None]


def test_behind_another_view_the_charts_are_counted_when_they_are_shown(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.click(person.page.bar.views.button("timeline"))
    service.delete(some["pollen"])
    person.wait()
    person.click(person.page.bar.views.button("charts"))
    assert person.stat("memories")[0] == "4"


def has_room(widget: QWidget) -> bool:
    return widget.height() >= widget.minimumSizeHint().height()


@pytest.mark.slow
@pytest.mark.parametrize(("start", "smaller"), [(1300, 800), (800, 1300)])
def test_the_page_finds_its_height_when_the_window_changes(
    open_page: Any, some: dict[str, str], start: int, smaller: int
) -> None:
    person = open_page(width=start)
    for width, height in ((smaller, 560), (start, 900), (smaller, 700)):
        person.page.resize(width, height)
        content, cards = person.page.charts.content, person.page.charts.cards.values()
        person.qtbot.waitUntil(
            lambda content=content: content.height() >= content.layout().minimumSize().height()
        )
        # The height of the heatmap follows its width, so that a second layout follows the first.
        person.qtbot.waitUntil(lambda cards=cards: all(has_room(card) for card in cards))


def test_a_bar_leads_to_the_memories_that_it_counts(
    icons: Icons, bridge: Bridge, service: MemoryService, clock: Any, some: dict[str, str], qtbot: QtBot,
    tmp_path: Path,
) -> None:  # fmt: skip
    state = WindowState(tmp_path / "window.ini")
    window = MainWindow(icons.theme, icons, bridge, state, clock)
    qtbot.addWidget(window)
    window.resize(1360, 824)
    window.show()
    window.attach(WindowPages(window, state, clock=clock, autostart=lambda: None).specs())
    memories = window.page("memories")
    assert isinstance(memories, MemoriesPage)
    memories.state.set(text="nothing of this", tags=("old",))
    window.show_page("insights")
    page: Any = window.page("insights")
    qtbot.waitUntil(lambda: page.charts.bars.count() > 0, timeout=20_000)
    at = page.charts.bars.bar_box(0).center().toPoint()
    qtbot.mouseClick(page.charts.bars, Qt.MouseButton.LeftButton, pos=at)
    assert window.current_page is memories
    assert memories.state.query.categories == ("facts",)
    assert not memories.state.query.tags
    qtbot.waitUntil(lambda: memories.model.rowCount() == 3 and not bridge.busy, timeout=20_000)
    window.close()
