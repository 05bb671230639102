"""What a newcomer sees after the setup, in the whole window over a real service."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import Use
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.text_runs import RunsView
from arbor_desktop.ui.context.sessions import ToldPanel
from arbor_desktop.ui.shell.pages import WindowPages
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.window_state import WindowState
from tests._receipts import tell
from tests.reliability.sessions import Session


@pytest.fixture
def service(home, clock, bridge):
    with MemoryService.open(home, clock=clock, environ={}) as service:
        bridge.listen(service)
        yield service
        bridge.close()


@pytest.fixture
def open_window(qtbot, dressed, theme, icons, bridge, service, home, clock):
    made = []

    def open_(width=1360, height=824):
        state = WindowState(home / "window.ini")
        window = MainWindow(theme, icons, bridge, state, clock)
        qtbot.addWidget(window)
        window.resize(width, height)
        with qtbot.waitExposed(window):
            window.show()
        setup = Setup(service.home, {"HOME": str(home)}, "linux", clock=clock)
        window.attach(WindowPages(window, state, clock=clock, autostart=lambda: None, setup=setup).specs())
        qtbot.waitUntil(lambda: not bridge.busy)
        made.append(window)
        return window

    yield open_
    for window in made:
        window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(open_window):
    return open_window()


def page(window):
    return window.page("memories")


def press(qtbot, button):
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


# Reading


def test_a_backlog_is_told_of_above_the_list_and_in_the_rail(qtbot, window, service, monkeypatch):
    reading = ServiceStatus("processing", done=2, total=41, found=7)
    real = service.get_status
    monkeypatch.setattr(service, "get_status", lambda: reading)
    window.status_watch.refresh()
    line = page(window).reading
    qtbot.waitUntil(line.isVisible)
    assert line.words.text() == "Reading 3 of 41 conversations, 7 memories so far"
    assert window.indicator.line.text() == "Reading 3 of 41"

    monkeypatch.setattr(service, "get_status", lambda: replace(real(), done=2, total=41, found=7))
    press(qtbot, line.pause)
    qtbot.waitUntil(line.resume.isVisible)
    assert real().state == "paused"
    assert window.indicator.line.text() == "Paused"
    press(qtbot, line.resume)
    qtbot.waitUntil(lambda: real().state == "ready")


# The first session that got memories


@pytest.fixture
def told(service, tmp_path, clock):
    """A session got memories; answers its receipt's project and the ids."""

    def tell_(*texts, used=(), arrived=True, name="Fix flaky timer tests", at=None):
        ids = [service.store(text, type="instruction").id for text in texts]
        session = Session(name, cwd="/home/somebody/src/tidepool-web")
        session.say(name).reply("That is done, and it works.")
        service.capture([session.write(tmp_path)])
        talks = service.conversations(limit=100).conversations
        talk = next(one for one in talks if one.session_id == session.id)
        became = {ids[n]: (Use.USED, "It was followed.", 2) for n in used}
        tell(
            service, talk.id, ids, id_=f"told-{name}", at=clock() - 60_000 if at is None else at,
            arrived=arrived, became=became or None,
        )  # fmt: skip
        service._rt.announce(status=True)
        return ids

    return tell_


def share(window):
    return page(window).news.pane.share


def shown_words(card):
    return [view.text for view in card.findChildren(RunsView)]


def test_the_first_session_that_got_memories_is_told_of_once(qtbot, open_window, told, bridge):
    window = open_window()
    told("Use fake timers from vitest.", "Keep test files next to the component.")
    card = share(window)
    qtbot.waitUntil(card.isVisible)
    assert card.title.text() == "Claude Code just got 2 of your memories"
    assert card.line.text() == "Fix flaky timer tests · tidepool-web · 1 min ago"
    assert shown_words(card) == ["Use fake timers from vitest.", "Keep test files next to the component."]
    assert not page(window).view.selected_ids(), "no memory is shown in its place"
    press(qtbot, card.close_button)
    assert not card.isVisible()
    assert page(window).detail.isVisible(), "a memory takes its place"

    told("Small commits.", name="Add retry")
    window.close()
    again = open_window()
    page(again).news.look()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert not page(again).news.open


def test_it_says_used_only_where_that_is_known(qtbot, window, told):
    told("One.", "Two.", "Three.", used=[1])
    card = share(window)
    qtbot.waitUntil(card.isVisible)
    assert card.title.text() == "Claude Code just used 1 of your memories"
    assert shown_words(card) == ["Two."]


def test_of_many_memories_three_are_named(qtbot, window, told):
    told(*(f"Fact number {number}." for number in range(5)))
    card = share(window)
    qtbot.waitUntil(card.isVisible)
    assert len(shown_words(card)) == 3
    assert "and 2 more" in [label.text() for label in card.findChildren(Label) if label.isVisible()]


def test_what_did_not_arrive_is_not_told(qtbot, window, told, bridge):
    told("One.", arrived=False)
    page(window).news.look()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert not page(window).news.open


def test_who_has_used_arbor_for_long_is_not_told(qtbot, open_window, told, clock, bridge):
    told("One.", at=clock() - 30 * DAY_MS)
    window = open_window()
    page(window).news.look()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert not page(window).news.open


def test_a_memory_that_the_person_reads_is_not_taken_away(qtbot, window, service, told):
    service.store("Deploys on Fridays.", type="fact")
    view = page(window).view
    qtbot.waitUntil(lambda: page(window).model.rowCount() == 1)
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(page(window).model.index(0)).center()
    )
    told("One.")
    line = page(window).news.line
    qtbot.waitUntil(line.isVisible)
    assert line.words.text() == "Claude Code just got 1 of your memories"
    assert page(window).detail.isVisible()
    press(qtbot, line.show_button)
    assert share(window).isVisible() and not line.isVisible()


def test_in_a_small_window_it_is_a_line_above_the_list(qtbot, open_window, told, bridge):
    window = open_window(900, 600)
    told("One.")
    line = page(window).news.line
    qtbot.waitUntil(lambda: line.isVisible() and page(window).view.isVisible())
    press(qtbot, line.show_button)
    assert share(window).isVisible() and not page(window).view.isVisible()
    press(qtbot, page(window).news.pane.back)
    assert line.isVisible() and page(window).view.isVisible()
    press(qtbot, line.close_button)
    assert not line.isVisible()


def test_it_leads_to_what_the_session_saw(qtbot, window, told):
    told("One.")
    card = share(window)
    qtbot.waitUntil(card.isVisible)
    press(qtbot, card.show_button)
    assert window.current_key == "context"
    qtbot.waitUntil(lambda: any(panel.isVisible() for panel in window.findChildren(ToldPanel)))
    panel = next(panel for panel in window.findChildren(ToldPanel) if panel.isVisible())
    assert [one.title for one in panel.model.items] == ["Fix flaky timer tests"]
    panel.close()
