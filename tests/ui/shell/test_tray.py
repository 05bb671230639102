"""The tray's menu and icon, and what is said outside the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from arbor_desktop.core.results import Activity, Changes, ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.notifications import Notifier, error_notification, memory_notification
from arbor_desktop.ui.status import StatusWatch, tomorrow_at
from arbor_desktop.ui.tray import Tray, menu_is_native


@pytest.fixture
def service(home, clock, bridge):
    with MemoryService.open(home, clock=clock) as service:
        bridge.listen(service)
        yield service
        bridge.close()


@pytest.fixture
def watch(bridge, service):
    return StatusWatch(bridge)


@pytest.fixture(params=[False, True], ids=["own menu", "native menu"])
def tray(request, qtbot, dressed, icons, bridge, watch, clock):
    tray = Tray(icons, bridge, watch, clock=clock, native_menu=request.param)
    yield tray
    tray.hide()
    tray.menu.deleteLater()
    tray.deleteLater()


def show(watch, status):
    watch.status = status
    watch.changed.emit(status)


def texts(tray):
    return [a.text() for a in tray.menu.actions() if a.isVisible() and not a.isSeparator() and a.text()]


def test_the_menu_offers_what_exists(tray, watch):
    show(watch, ServiceStatus("ready", watching=("claude-code",)))
    offered = texts(tray)
    for text in (
        "Open Arbor",
        "Search memories…",
        "Add a memory…",
        "Pause watching",
        "Settings…",
        "Quit Arbor",
    ):
        assert text in offered
    assert not any(text.startswith(("Review new memories", "Resume")) for text in offered)


@pytest.mark.parametrize("name", ["open", "search", "add", "settings", "quit"])
def test_each_entry_asks_for_its_deed(tray, qtbot, name):
    with qtbot.waitSignal(getattr(tray, f"{name}_wanted")):
        getattr(tray, f"{name}_action").trigger()


def test_what_waits_for_review_is_counted(tray, watch, qtbot):
    show(watch, ServiceStatus("ready", pending_review=5))
    assert tray.review_action.isVisible()
    assert "5" in tray.review_action.text()
    with qtbot.waitSignal(tray.review_wanted):
        tray.review_action.trigger()


def test_paused_it_offers_to_resume_instead(tray, watch, qtbot):
    show(watch, ServiceStatus("paused"))
    assert tray.resume_action.isVisible()
    assert not tray.pause_menu.menuAction().isVisible()
    with qtbot.waitSignal(tray.resume_wanted):
        tray.resume_action.trigger()


def test_pausing_says_until_when(tray, qtbot, clock):
    heard = []
    tray.pause_wanted.connect(heard.append)
    for action in tray.pause_menu.actions():
        action.trigger()
    assert heard == [clock() + 3_600_000, tomorrow_at(8, clock()), None]


def test_the_status_line_is_in_the_menu_and_the_tooltip(tray, watch):
    show(watch, ServiceStatus("processing", done=8, total=24, current="tidepool-web · Fix flaky timer tests"))
    assert "Processing 9 of 24" in tray.icon.toolTip()


def test_the_ring_turns_only_while_something_is_processed(tray, watch, qtbot):
    show(watch, ServiceStatus("processing", total=3))
    before = tray.icon.icon().cacheKey()
    qtbot.waitUntil(lambda: tray.icon.icon().cacheKey() != before)
    show(watch, ServiceStatus("ready"))
    assert not tray._turning.isActive()


def test_the_last_memories_are_listed_and_open(tray, service, qtbot):
    ids = [service.store(f"The worker polls table {n} every 2 seconds.", type="fact").id for n in range(7)]
    tray.refresh()
    qtbot.waitUntil(lambda: len(tray.recent_actions) == 5)
    with qtbot.waitSignal(tray.memory_wanted) as heard:
        tray.recent_actions[0].trigger()
    assert heard.args[0] in ids


def test_a_new_memory_appears_in_the_menu_by_itself(tray, service, qtbot):
    tray.refresh()
    service.store("Prefers small commits & short subjects.", type="preference")
    qtbot.waitUntil(lambda: len(tray.recent_actions) == 1)
    assert "&&" in tray.recent_actions[0].text()


def test_panels_told_by_a_bus_draw_the_menu_themselves():
    assert menu_is_native({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"}, "linux")
    assert not menu_is_native({"DBUS_SESSION_BUS_ADDRESS": "disabled:"}, "linux")
    assert not menu_is_native({}, "linux")
    assert menu_is_native({}, "darwin")
    assert not menu_is_native({}, "win32")


# Notifications


class Recorder(QObject):
    """A service of which the test says what happened."""

    class Events:
        def __init__(self):
            self.tell = lambda changes: None

        def subscribe(self, tell):
            self.tell = tell
            return lambda: None

    class Settings(dict):
        pass

    def __init__(self):
        super().__init__()
        self.events = Recorder.Events()
        self.settings = Recorder.Settings({"notify.new_memories": True, "notify.errors": True})
        self.rows = []
        self.status = ServiceStatus("ready")

    def activity(self, limit):
        return self.rows[:limit]

    def get_status(self):
        return self.status

    def captured(self, at, title, items=0, status="success", reason=None):
        self.rows.insert(0, Activity(at, "memorize", title, status, reason, items_extracted=items))
        self.events.tell(Changes(conversations=(title,), status=True))


@pytest.fixture
def happening(bridge):
    recorder = Recorder()
    bridge.listen(recorder)
    return recorder


@pytest.fixture
def notifier(bridge, happening, clock):
    watch = StatusWatch(bridge)
    notifier = Notifier(bridge, watch, clock=clock, delay_ms=5)
    notifier.heard = []
    notifier.notify.connect(notifier.heard.append)
    notifier.watch = watch
    return notifier


def test_several_conversations_make_one_notification(qtbot, notifier, happening, clock):
    happening.captured(clock() + 1, "Fix flaky timer tests", 3)
    happening.captured(clock() + 2, "Add retry", 2)
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert [n.title for n in notifier.heard] == ["5 new memories"]
    assert notifier.heard[0].text == "From “Add retry” and 1 more."


def test_nothing_is_said_twice(qtbot, notifier, happening, clock, bridge):
    happening.captured(clock() + 1, "One", 3)
    qtbot.waitUntil(lambda: len(notifier.heard) == 1)
    happening.captured(clock() + 2, "Two", 1)
    qtbot.waitUntil(lambda: len(notifier.heard) == 2)
    assert notifier.heard[1].title == "1 new memory"


def test_what_was_there_before_the_start_is_no_news(qtbot, notifier, happening, clock, bridge):
    happening.captured(clock() - 1, "Old", 3)
    with qtbot.assertNotEmitted(notifier.notify, wait=60):
        pass


def test_while_processing_it_waits_for_the_end(qtbot, notifier, happening, clock):
    happening.status = ServiceStatus("processing", total=2)
    happening.captured(clock() + 1, "One", 3)
    qtbot.waitUntil(lambda: notifier.watch.status.state == "processing")
    with qtbot.assertNotEmitted(notifier.notify, wait=60):
        pass
    happening.status = ServiceStatus("ready")
    happening.captured(clock() + 2, "Two", 4)
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert [n.title for n in notifier.heard] == ["7 new memories"]


@pytest.mark.parametrize("switch", ["notify.new_memories", "notify.errors"])
def test_each_kind_can_be_switched_off(qtbot, notifier, happening, clock, switch):
    happening.settings[switch] = False
    happening.captured(clock() + 1, "One", 3)
    happening.captured(clock() + 2, "Two", status="error", reason="The file is locked.")
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert [n.warning for n in notifier.heard] == [switch == "notify.new_memories"]


def test_what_waits_for_review_is_opened_by_a_click():
    made = [Activity(1, "memorize", "One", "success", items_extracted=2)]
    assert memory_notification(made, pending=1).opens == "pending"
    assert "1 waits for review" in memory_notification(made, pending=1).text
    assert memory_notification(made, pending=0).opens == "memories"


def test_an_error_says_its_reason():
    failed = [Activity(1, "memorize", "One", "error", "The file is locked.\nmore")]
    said = error_notification(failed)
    assert said.text == "“One”: The file is locked."
    assert said.opens == "activity"


def test_a_person_looking_at_the_window_is_not_told(qtbot, bridge, happening, clock):
    notifier = Notifier(bridge, StatusWatch(bridge), clock=clock, delay_ms=1, quiet=lambda: True)
    happening.captured(clock() + 1, "One", 3)
    with qtbot.assertNotEmitted(notifier.notify, wait=60):
        pass
