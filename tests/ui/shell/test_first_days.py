"""What a newcomer sees after the setup, in the whole window over a real service."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import Use
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button, Label, TagChip
from arbor_desktop.ui.components.text_runs import RunsView
from arbor_desktop.ui.context.sessions import ToldPanel
from arbor_desktop.ui.shell.notifications import Notifier
from arbor_desktop.ui.shell.pages import WindowPages
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.status import StatusWatch
from arbor_desktop.ui.window_state import WindowState
from tests._receipts import tell
from tests.judges import use_judge
from tests.reliability.sessions import Session


@pytest.fixture
def service(home, clock, bridge, monkeypatch):
    use_judge(monkeypatch)
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
        window.attach(
            WindowPages(window, state, clock=clock, autostart=lambda: None, setup=lambda: setup).specs()
        )
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
    qtbot.waitUntil(page(window).detail.isVisible)  # a memory takes its place

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


# Last week


MONDAY, SUNDAY = datetime(2026, 11, 23), datetime(2026, 11, 22)


def at(day, hour=10):
    return round((day + timedelta(hours=hour)).timestamp() * 1000)


def week(window):
    return page(window).news.pane.week


def texts(card):
    """What can be read on a card."""
    labels = [label.text() for label in card.findChildren(Label) if label.isVisible()]
    return [*labels, *shown_words(card)]


@pytest.fixture
def lived(service, clock):
    """A week in which something was learned and replaced, on its last evening."""
    clock.now = at(SUNDAY - timedelta(days=20))
    service.store("Test runner: jest", type="fact")
    clock.now = at(SUNDAY)
    new = service.store("Test runner: vitest", type="fact").id
    for text in ("Run make check before a change is done.", "Small commits."):
        service.store(text, type="instruction")
    (conflict,) = service.get(new).conflict_ids
    service.resolve_conflict(conflict, "accepted_newer")
    waits = service.store("The kiln fires at noon.", type="fact").id
    service.update_many([waits], status="pending")
    return new


def test_on_monday_a_card_tells_of_last_week(qtbot, open_window, lived, clock):
    clock.now = at(MONDAY)
    window = open_window()
    card = week(window)
    qtbot.waitUntil(card.isVisible)
    read = texts(card)
    assert {"Your week", "16–22 Nov"} <= set(read)
    for figure, name in (("3", "learned"), ("1", "changed"), ("1", "need you")):
        assert read[read.index(name) - 1] == figure
    assert "sessions helped" not in read, "no session was judged"
    assert "Small commits." in read
    assert [view.accessibleName() for view in card.findChildren(RunsView)] == [
        "Test runner: jest, now Test runner: vitest"
    ]
    assert "1 memory to review" in read


def test_closed_it_stays_closed_until_the_next_week(qtbot, open_window, lived, service, clock, bridge):
    clock.now = at(MONDAY)
    window = open_window()
    qtbot.waitUntil(week(window).isVisible)
    press(qtbot, week(window).close_button)
    assert not week(window).isVisible()
    qtbot.waitUntil(page(window).detail.isVisible)
    window.close()

    clock.now = at(MONDAY + timedelta(days=3))
    service.store("Answers start with the change.", type="preference")
    again = open_window()
    page(again).news.look()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert not page(again).news.open
    clock.now = at(MONDAY + timedelta(days=7))
    page(again).news.look()
    qtbot.waitUntil(lambda: not week(again).isHidden())
    assert week(again).days.text() == "23–29 Nov"


def test_closed_while_it_is_read_again_it_stays_closed(qtbot, open_window, lived, clock, bridge):
    clock.now = at(MONDAY)
    window = open_window()
    qtbot.waitUntil(week(window).isVisible)
    page(window).news.look()
    press(qtbot, week(window).close_button)
    qtbot.waitUntil(lambda: not bridge.busy)
    assert not page(window).news.open


def test_a_week_without_anything_has_no_card(qtbot, open_window, service, clock, bridge):
    clock.now = at(MONDAY)
    service.store("Of this week.", type="fact")
    window = open_window()
    page(window).news.look()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert not page(window).news.open


def test_the_palette_shows_it_also_when_it_was_closed(qtbot, open_window, lived, clock):
    clock.now = at(MONDAY)
    window = open_window()
    qtbot.waitUntil(week(window).isVisible)
    press(qtbot, week(window).close_button)
    window.show_page("insights")
    palette = window.commands.open_palette()
    qtbot.keyClicks(palette.field, "your week")
    qtbot.waitUntil(lambda: palette.list.model().rowCount() > 0)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(week(window).isVisible)
    assert window.current_key == "memories"
    assert week(window).close_button.hasFocus()


def test_its_buttons_lead_to_what_they_name(qtbot, open_window, lived, clock):
    clock.now = at(MONDAY)
    window = open_window()
    card = week(window)
    qtbot.waitUntil(card.isVisible)

    def button(words):
        return next(one for one in card.findChildren(Button) if one.text() == words)

    press(qtbot, button("Show all 3"))
    model = page(window).model
    qtbot.waitUntil(lambda: model.rowCount() == 3)
    chips = page(window).filters.active.findChildren(TagChip)
    assert [chip.accessibleName() for chip in chips if chip.isVisible()] == ["Saved 16–22 Nov"]
    window.navigation.show_week()
    qtbot.waitUntil(card.isVisible)
    press(qtbot, button("Review"))
    assert window.current_key == "review"


def test_its_switch_is_the_setting(qtbot, open_window, lived, service, clock):
    clock.now = at(MONDAY)
    window = open_window()
    card = week(window)
    qtbot.waitUntil(card.isVisible)
    assert not card.notify.isChecked()
    press(qtbot, card.notify)
    qtbot.waitUntil(lambda: service.settings.get("notify.week"))


def test_tab_goes_through_the_card_and_the_line_as_they_are_seen(qtbot, open_window, lived, clock):
    clock.now = at(MONDAY)
    window = open_window()
    card = week(window)
    qtbot.waitUntil(card.isVisible)
    card.close_button.setFocus()
    names = []
    for _ in range(3):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        names.append(window.focusWidget().accessibleName())
    assert names == ["Show all 3", "Review", "Also send this as a notification on Mondays"]

    page(window).show_memory(lived)
    line = page(window).news.line
    qtbot.waitUntil(line.isVisible)
    line.show_button.setFocus()
    qtbot.keyClick(line.show_button, Qt.Key.Key_Tab)
    assert line.close_button.hasFocus()
    qtbot.keyClick(line.close_button, Qt.Key.Key_Tab)
    assert page(window).view.hasFocus()


def test_in_a_small_window_the_week_is_a_line(qtbot, open_window, lived, clock):
    clock.now = at(MONDAY)
    window = open_window(900, 600)
    line = page(window).news.line
    qtbot.waitUntil(line.isVisible)
    assert line.words.text() == "Your week · 16–22 Nov: 3 learned, 1 changed, 1 needs you"
    press(qtbot, line.show_button)
    assert week(window).isVisible()


# The notification


@pytest.fixture
def notifier(bridge, service, clock, home):
    state = WindowState(home / "window.ini")
    made = Notifier(bridge, StatusWatch(bridge), clock=clock, state=state)
    made.heard = []
    made.notify.connect(made.heard.append)
    return made


def look(qtbot, notifier, bridge):
    notifier.look_at_week()
    qtbot.waitUntil(lambda: not bridge.busy)
    return [(one.title, one.text, one.opens) for one in notifier.heard]


def test_on_monday_morning_it_is_sent_once_where_it_is_wanted(qtbot, notifier, bridge, lived, service, clock):
    service.settings.set("notify.week", True)
    look(qtbot, notifier, bridge)
    told = len(notifier.heard)
    clock.now = at(MONDAY, 8)
    assert len(look(qtbot, notifier, bridge)) == told, "nobody is told in the night"
    clock.now = at(MONDAY, 9)
    sent = ("Your week · 16–22 Nov", "3 learned, 1 changed, 1 needs you.", "week")
    assert look(qtbot, notifier, bridge)[told:] == [sent]
    clock.now = at(MONDAY, 30)
    assert look(qtbot, notifier, bridge)[told:] == [sent]


def test_by_default_it_is_not_sent_and_turned_on_it_begins_next_week(
    qtbot, notifier, bridge, lived, service, clock
):
    clock.now = at(MONDAY)
    assert look(qtbot, notifier, bridge) == []
    service.settings.set("notify.week", True)
    service.store("Of this week.", type="fact")
    assert look(qtbot, notifier, bridge) == []
    clock.now = at(MONDAY + timedelta(days=7))
    assert [title for title, _, _ in look(qtbot, notifier, bridge)] == ["Your week · 23–29 Nov"]
