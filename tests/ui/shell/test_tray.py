"""The tray's menu and icon, and what is said outside the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from arbor_desktop.conflicts.model import Conflict, ConflictStatus, Decision, Member, Suggestion
from arbor_desktop.conversations.model import Activity
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.neighbour import Reason, Waiting
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.shell.notifications import (
    Notification,
    Notifier,
    conflict_notification,
    error_notification,
    memory_notification,
)
from arbor_desktop.ui.shell.tray import Tray, menu_is_native
from arbor_desktop.ui.status import StatusWatch, tomorrow_at, tray_state


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
        "New memory…",
        "Pause",
        "Settings…",
        "Quit Arbor",
    ):
        assert text in offered
    assert not any(text.startswith(("Review", "Resolve", "Resume")) for text in offered)


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


def test_conflicts_are_counted_and_lead_to_the_first(tray, watch, qtbot):
    show(watch, ServiceStatus("ready", open_conflicts=2))
    assert [text for text in texts(tray) if text.startswith("Resolve conflicts") and "2" in text]
    assert not tray.review_action.isVisible()
    with qtbot.waitSignal(tray.conflict_wanted) as heard:
        tray.conflicts_action.trigger()
    assert heard.args == [None]


def test_what_was_marked_outdated_is_not_called_new(tray, watch):
    show(watch, ServiceStatus("ready", pending_review=1))
    assert tray.review_action.text().startswith("Review new memories")
    show(watch, ServiceStatus("ready", pending_review=1, marked_outdated=2))
    assert tray.review_action.text().startswith("Review memories")
    assert "3" in tray.review_action.text()
    show(watch, ServiceStatus("ready", marked_outdated=2))
    assert tray.review_action.text().startswith("Review outdated memories")


@pytest.mark.parametrize(
    ("status", "state", "line", "tip"),
    [
        ({"pending_review": 5, "open_conflicts": 2}, "attention", "5 to review, 2 conflicts",
         ["Arbor", "No sources turned on", "5 to review, 2 conflicts"]),
        ({"open_conflicts": 1}, "attention", "1 conflict",
         ["Arbor", "No sources turned on", "1 conflict"]),
        ({"state": "processing", "total": 3, "open_conflicts": 1}, "attention", "Reading 1 of 3",
         ["Arbor", "Reading 1 of 3", "1 conflict"]),
        ({"state": "error", "last_error": "Disk full", "open_conflicts": 1}, "error", "Disk full",
         ["Arbor", "Disk full", "1 conflict"]),
        ({"marked_outdated": 1}, "attention", "1 to review",
         ["Arbor", "No sources turned on", "1 to review"]),
        ({}, "idle", "No sources turned on", ["Arbor", "No sources turned on"]),
    ],
)  # fmt: skip
def test_icon_first_line_and_tooltip_say_what_waits(tray, watch, status, state, line, tip):
    shown = ServiceStatus(**{"state": "ready", **status})
    show(watch, shown)
    assert tray_state(shown) == state
    assert tray.icon.toolTip().split("\n") == tip
    header = tray.header.line if hasattr(tray, "header") else tray.menu.actions()[0]
    assert header.text() == line


def test_what_waits_for_power_can_be_read_from_here(tray, watch, qtbot):
    assert not tray.read_action.isVisible()
    show(watch, ServiceStatus("ready", 24, unread=24, waiting=Waiting(Reason.BATTERY, 61)))
    assert tray.read_action.text() == "Read 24 now"
    with qtbot.waitSignal(tray.read_wanted):
        tray.read_action.trigger()


def test_the_menu_says_what_today_cost(tray, qtbot, bridge):
    tray.menu.aboutToShow.emit()
    qtbot.waitUntil(lambda: bool(tray._today) and not bridge.busy)
    assert tray._today.startswith("Today: ")
    if hasattr(tray, "header"):
        assert tray.header.today.text() == tray._today


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
    assert "Reading 9 of 24" in tray.icon.toolTip()


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


def conflict(at, *values, topic="test runner", known_since=None, status="unresolved", privacy=Privacy.NORMAL):
    """A conflict found at a time, among memories that were stored just then, or earlier."""
    stored = at if known_since is None else known_since
    members = tuple(
        Member(
            Memory(
                f"{value}-{at}", f"Use {value} for all unit tests.", MemoryType.FACT, Category.FACTS,
                Scope.GLOBAL, Source.USER_STATED, Status.ACTIVE, 0.9, 0.9, privacy, stored, stored, stored,
            ),
            f"Use {value} for all unit tests.", 0.9, stored, value if topic else "",
        )
        for value in values
    )  # fmt: skip
    told = Suggestion(Decision.ACCEPTED_NEWER, "", members[-1].memory.id)
    return Conflict(f"c{at}", Category.FACTS, ConflictStatus(status), at, members, told, "rule", topic)


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
        kinds = ("notify.new_memories", "notify.errors", "notify.conflicts")
        self.settings = Recorder.Settings(dict.fromkeys(kinds, True))
        self.rows, self.open, self.runs = [], [], []
        self.status = ServiceStatus("ready")

    def activity(self, limit):
        return self.rows[:limit]

    def get_status(self):
        return self.status

    def list_conflicts(self, *, up_to_date):
        assert not up_to_date, "notifications wait for nothing to be compared"
        return list(self.open)

    def maintenance_log(self, limit):
        return self.runs[:limit]

    def maintained(self, at, ending, error=None):
        self.runs.insert(0, Run(at, Task.DAILY, at - 5, at, ending=ending, error=error))
        self.events.tell(Changes(status=True, maintenance=True))

    def contradicted(self, at, *values, **fields):
        self.open.append(conflict(at, *values, **fields))
        self.events.tell(Changes(memories=("m",), status=True, conflicts=True))

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


def test_a_failed_run_of_maintenance_is_told_once(qtbot, notifier, happening, clock):
    happening.maintained(clock() + 1, Ending.DONE)
    happening.maintained(clock() + 2, Ending.FAILED, "Backing up: The disk is full.")
    qtbot.waitUntil(lambda: len(notifier.heard) == 1)
    (told,) = notifier.heard
    assert told.title == "Maintenance didn't finish"
    assert told.text == "Backing up: The disk is full."
    assert told.opens == "maintenance"
    assert told.warning
    happening.maintained(clock() + 3, Ending.DONE)
    happening.captured(clock() + 4, "Fix flaky timer tests", 3)
    qtbot.waitUntil(lambda: len(notifier.heard) == 2)
    assert notifier.heard[1].title == "3 new memories"


def test_a_failed_run_is_not_told_where_errors_are_switched_off(qtbot, notifier, happening, clock):
    happening.settings["notify.errors"] = False
    happening.maintained(clock() + 1, Ending.FAILED, "Backing up: The disk is full.")
    happening.captured(clock() + 2, "Fix flaky timer tests", 3)
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert [told.title for told in notifier.heard] == ["3 new memories"]


def test_a_click_on_it_opens_the_log(qtbot, tray):
    tray.notify(Notification("Maintenance didn't finish", "", "maintenance", warning=True))
    with qtbot.waitSignal(tray.maintenance_wanted):
        tray.icon.messageClicked.emit()


def test_maintenance_under_way_is_a_line_of_the_menu(tray, watch, qtbot):
    assert not tray.maintenance_action.isVisible()
    running = Progress(Task.DAILY, "Checking memories", 3, 12, 2, 7)
    show(watch, ServiceStatus("error", last_error="The disk is full.", maintenance=running))
    assert tray.maintenance_action.isVisible()
    assert tray.maintenance_action.text() == "Maintenance: 3 of 7, checking memories"
    assert tray.icon.toolTip() == "Arbor\nThe disk is full.\nMaintenance: 3 of 7"
    with qtbot.waitSignal(tray.activity_wanted):
        tray.maintenance_action.trigger()
    show(watch, ServiceStatus("ready"))
    assert not tray.maintenance_action.isVisible()
    assert "Maintenance" not in tray.icon.toolTip()


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
    assert memory_notification(made, pending=1).opens == "review"
    assert "1 memory needs review" in memory_notification(made, pending=1).text
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


def said(notifier):
    return [(n.title, n.text) for n in notifier.heard]


def test_a_conflict_is_told_with_what_it_is_about(qtbot, notifier, happening, clock):
    happening.contradicted(clock() + 1, "jest", "vitest")
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert said(notifier) == [("Two memories conflict", "Test runner: jest or vitest.")]
    assert (notifier.heard[0].opens, notifier.heard[0].target) == ("conflicts", f"c{clock() + 1}")


def test_several_conflicts_make_one_notification_and_none_is_told_twice(qtbot, notifier, happening, clock):
    happening.contradicted(clock() + 1, "jest", "vitest")
    happening.contradicted(clock() + 2, "tabs", "spaces", topic="indentation")
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert said(notifier) == [("2 new conflicts", "Test runner: jest or vitest, and 1 more.")]
    happening.contradicted(clock() + 3, "npm", "pnpm", topic="")
    qtbot.waitUntil(lambda: len(notifier.heard) == 2)
    assert notifier.heard[1].text == "“Use npm for all unit tests” or “Use pnpm for all unit tests”."


def test_a_conversation_with_a_conflict_is_told_once(qtbot, notifier, happening, clock):
    happening.contradicted(clock() + 1, "jest", "vitest")
    happening.captured(clock() + 2, "Fix flaky timer tests", 3)
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert said(notifier) == [
        (
            "3 new memories",
            "From “Fix flaky timer tests”. Two memories conflict: Test runner: jest or vitest.",
        )
    ]
    assert notifier.heard[0].opens == "conflicts"


def test_conflicts_are_not_told_where_that_is_switched_off(qtbot, notifier, happening, clock):
    happening.settings["notify.conflicts"] = False
    happening.contradicted(clock() + 1, "jest", "vitest")
    happening.captured(clock() + 2, "Fix flaky timer tests", 3)
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert said(notifier) == [("3 new memories", "From “Fix flaky timer tests”.")]
    happening.settings["notify.conflicts"] = True
    happening.captured(clock() + 3, "Add retry", 1)
    qtbot.waitUntil(lambda: len(notifier.heard) == 2)
    assert notifier.heard[1].opens == "memories", "it is no news any more"


def test_what_was_seen_in_the_window_is_no_news(qtbot, notifier, happening, clock):
    happening.contradicted(clock() + 1, "jest", "vitest", status="pending_user_review")
    with qtbot.assertNotEmitted(notifier.notify, wait=60):
        pass


def test_what_the_person_made_in_the_window_is_not_told_when_they_left_it(qtbot, bridge, happening, clock):
    looking = [True]
    notifier = Notifier(bridge, StatusWatch(bridge), clock=clock, delay_ms=30, quiet=lambda: looking[0])
    notifier.heard = []
    notifier.notify.connect(notifier.heard.append)
    clock.advance(seconds=1)
    happening.contradicted(clock(), "jest", "vitest")
    qtbot.waitUntil(lambda: notifier._delay.isActive())
    looking[0] = False
    clock.advance(seconds=1)
    happening.contradicted(clock(), "npm", "pnpm", topic="package manager")
    qtbot.waitUntil(lambda: bool(notifier.heard))
    assert said(notifier) == [("Two memories conflict", "Package manager: npm or pnpm.")]


def test_what_is_found_among_old_memories_is_told_of_once(qtbot, notifier, happening, clock):
    """When contradictions are looked for the first time, hundreds of memories are compared one by one."""
    old = clock() - 1_000_000
    happening.contradicted(clock() + 1, "jest", "vitest", known_since=old)
    qtbot.waitUntil(lambda: len(notifier.heard) == 1)
    happening.contradicted(clock() + 2, "npm", "pnpm", topic="package manager", known_since=old)
    happening.contradicted(clock() + 3, "tabs", "spaces", topic="indentation")
    qtbot.waitUntil(lambda: len(notifier.heard) == 2)
    assert notifier.heard[1].text == "Indentation: tabs or spaces."


@pytest.mark.parametrize("privacy", [Privacy.SENSITIVE, Privacy.NEVER_SHARE])
def test_private_words_stay_out_of_notifications(privacy):
    found = [conflict(1, "Dr. Stein", "Dr. Ay", topic="doctor", privacy=privacy)]
    told = conflict_notification(found)
    assert (told.title, told.text) == ("Two memories conflict", "")
    made = [Activity(1, "memorize", "One", "success", items_extracted=1)]
    assert memory_notification(made, 0, found).text == "From “One”. Two memories conflict."


def test_a_conflict_of_several_is_not_called_one_of_two():
    told = conflict_notification([conflict(1, "jest", "mocha", "vitest")])
    assert (told.title, told.text) == (
        "Several memories conflict",
        "Test runner: jest, mocha or vitest.",
    )


@pytest.mark.parametrize(
    ("opens", "signal", "args"),
    [
        ("conflicts", "conflict_wanted", ["c7"]),
        ("review", "review_wanted", []),
        ("activity", "activity_wanted", []),
        ("memories", "open_wanted", []),
        ("week", "week_wanted", []),
    ],
)
def test_a_click_on_a_notification_opens_what_it_is_about(tray, qtbot, opens, signal, args):
    tray.notify(Notification("Title", "Text", opens, target="c7"))
    with qtbot.waitSignal(getattr(tray, signal)) as heard:
        tray.icon.messageClicked.emit()
    assert heard.args == args
