"""The whole window over a real service, with small pages in place of the real ones."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conversations.model import Activity
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.model import Ending
from arbor_desktop.runtime.neighbour import Reason, Waiting
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.runtime.steps import Progress, Step
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.components import Button, ErrorPanel, Message, Snackbar, Splitter
from arbor_desktop.ui.maintenance.log import LogDialog
from arbor_desktop.ui.shell import window as window_module
from arbor_desktop.ui.shell.commands import ShortcutSheet
from arbor_desktop.ui.shell.pages import PageSpec
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.window_state import WindowState, is_reachable
from tests.judges import use_judge


class MemoriesStub(QWidget):
    """A page with everything a page may have; notes what it was asked."""

    def __init__(self, theme):
        super().__init__()
        self.asked = []
        self.search = QLineEdit()
        self.search.setAccessibleName("Search")
        self.first, self.second = QPushButton("First"), QPushButton("Second")
        self.splitter = Splitter(theme)
        self.splitter.addWidget(self.first)
        self.splitter.addWidget(self.second)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.splitter)

    def focus_search(self):
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def focus_groups(self):
        return [self.search, self.first, self.second]

    def add_memory(self, text=""):
        self.asked.append("add")

    def refresh(self):
        self.asked.append("refresh")

    def undo(self):
        self.asked.append("undo")

    def show_memory(self, memory_id):
        self.asked.append(("memory", memory_id))

    def show_conversation(self, conversation_id):
        self.asked.append(("conversation", conversation_id))

    def show_rule(self, rule, called):
        self.asked.append(("rule", rule))

    def show_filtered(self, fields):
        self.asked.append(("filtered", dict(fields)))

    def read_files(self, paths):
        self.asked.append(("files", list(paths)))


class ReviewStub(QWidget):
    def __init__(self):
        super().__init__()
        self.asked = []

    def show_memory(self, memory_id):
        self.asked.append(memory_id)


class ConflictsStub(QWidget):
    def __init__(self):
        super().__init__()
        self.asked = []

    def show_conflict(self, conflict_id):
        self.asked.append(conflict_id)


@pytest.fixture
def service(home, clock, bridge, monkeypatch):
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as service:
        bridge.listen(service)
        yield service
        bridge.close()


@pytest.fixture
def make_window(qtbot, dressed, theme, icons, bridge, service, clock, home):
    def make(attach=True, make_settings=QWidget):
        window = MainWindow(theme, icons, bridge, WindowState(home / "window.ini"), clock)
        qtbot.addWidget(window)
        with qtbot.waitExposed(window):
            window.show()
        if attach:
            window.attach(
                [
                    PageSpec(
                        "memories",
                        "Memories",
                        "memories",
                        lambda: MemoriesStub(theme),
                        __name__,
                        keys=lambda: (("J|K", "Navigate"),),
                    ),
                    PageSpec(
                        "settings", "Settings", "settings", make_settings, shortcut="Ctrl+,", at_bottom=True
                    ),
                ]
            )
            window.activateWindow()
            qtbot.waitUntil(lambda: window.isActiveWindow() and not bridge.busy)
        return window

    return make


@pytest.fixture
def window(make_window):
    return make_window()


def page(window):
    return window.page("memories")


def press(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(window.focusWidget() or window, key, modifier)


CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_the_window_is_there_before_the_service_is_open(make_window):
    window = make_window(attach=False)
    assert window.isVisible()
    assert window.current_page is None
    window.navigation.search()
    window.navigation.show_review()
    window.navigation.show_conflict("c1")
    window.navigation.show_memory("m1")
    window.navigation.open_conversation("c1")
    window.navigation.show_capture_settings()
    window.refresh()
    window.show_activity()


def test_pages_are_chosen_by_rail_and_by_key(window, qtbot):
    assert window.current_page is page(window)
    qtbot.mouseClick(window.rail.item("settings"), Qt.MouseButton.LeftButton)
    assert window.current_page is window.page("settings")
    assert window.windowTitle() == "Settings - Arbor"
    press(qtbot, window, Qt.Key.Key_1, CTRL)
    assert window.current_page is page(window)
    assert window.rail.item("memories").isChecked()
    press(qtbot, window, Qt.Key.Key_Comma, CTRL)
    assert window.current_page is window.page("settings")


def test_the_last_page_is_shown_again(make_window):
    make_window().show_page("settings")
    assert make_window().rail.item("settings").isChecked()


@pytest.mark.parametrize(
    ("key", "modifier", "asked"),
    [
        (Qt.Key.Key_N, CTRL, "add"),
        (Qt.Key.Key_Z, CTRL, "undo"),
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, "refresh"),
    ],
)
def test_keys_reach_the_page(window, qtbot, key, modifier, asked):
    press(qtbot, window, key, modifier)
    assert page(window).asked == [asked]


def test_search_is_reached_from_another_page(window, qtbot):
    window.show_page("settings")
    press(qtbot, window, Qt.Key.Key_K, CTRL)
    assert window.current_page is page(window)
    qtbot.waitUntil(page(window).search.hasFocus)


def test_typing_starts_a_search_on_the_page(window, qtbot):
    stub = page(window)
    stub.search.setText("earlier words")
    stub.first.setFocus()
    QTest.keyClicks(window.focusWidget(), "k")
    QTest.keyClicks(window.focusWidget(), "ube9")
    assert stub.search.hasFocus()
    assert stub.search.text() == "kube9"


def test_typing_with_ctrl_or_alt_or_on_a_page_without_a_search_does_nothing(window, qtbot):
    stub = page(window)
    stub.first.setFocus()
    press(qtbot, window, Qt.Key.Key_J, CTRL)
    press(qtbot, window, Qt.Key.Key_J, Qt.KeyboardModifier.AltModifier)
    assert stub.search.text() == ""
    window.show_page("settings")
    press(qtbot, window, Qt.Key.Key_J)
    assert stub.search.text() == ""


def test_a_new_memory_can_be_added_from_another_page(window, qtbot):
    window.show_page("settings")
    press(qtbot, window, Qt.Key.Key_N, CTRL)
    assert window.current_page is page(window)
    assert page(window).asked == ["add"]


def test_undo_where_the_page_cannot_undo_is_the_windows(window, qtbot, service, bridge):
    kept = service.store("Prefers small commits with short subjects.", type="preference").id
    service.delete(kept)
    window.show_page("settings")
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: window.notice.message == "Memory restored")
    assert service.get(kept).status == "active"


def test_what_the_window_undid_is_no_more_offered_on_the_page(window, qtbot, service, icons):
    kept = service.store("Prefers small commits with short subjects.", type="preference").id
    service.archive(kept)
    window.show_page("settings")
    strip = Snackbar(icons, parent=window.current_page)
    strip.say(Message("Memory archived", undo=service.undo))
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: not strip.message)
    assert service.get(kept).status == "active"


def test_the_windows_undo_skips_no_permanent_deletion(window, qtbot, service, bridge):
    kept = service.store("Prefers small commits with short subjects.", type="preference").id
    gone = service.store("Uses tabs.", type="preference").id
    service.purge([gone])
    window.show_page("settings")
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: "deleted something permanently" in (window.notice.message or ""))
    assert service.get(kept).status == "active"
    service.archive(kept)
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: window.notice.message == "Memory restored")
    assert service.get(kept).status == "active"


@pytest.mark.slow
def test_f6_goes_round_the_groups_and_back(window, qtbot):
    page(window).search.setFocus()
    press(qtbot, window, Qt.Key.Key_F6)
    assert page(window).first.hasFocus()
    press(qtbot, window, Qt.Key.Key_F6)
    assert page(window).second.hasFocus()
    press(qtbot, window, Qt.Key.Key_F6)
    assert window.indicator.isAncestorOf(window.focusWidget())
    press(qtbot, window, Qt.Key.Key_F6)
    assert window.rail.item("memories").hasFocus()
    press(qtbot, window, Qt.Key.Key_F6, SHIFT)
    assert window.indicator.isAncestorOf(window.focusWidget())


def test_ctrl_q_asks_to_quit(window, qtbot):
    with qtbot.waitSignal(window.quit_wanted):
        press(qtbot, window, Qt.Key.Key_Q, CTRL)


def test_the_sheet_lists_the_windows_and_the_pages_keys(window, qtbot):
    sheet = window.commands.open_sheet()
    said = {w.text() for w in sheet.findChildren(QWidget) if hasattr(w, "text")}
    assert {"Anywhere", "Memories", "Navigate", "Search"} <= said
    sheet.close()


def test_the_sheet_begins_with_the_keys_of_the_page_that_is_seen(window):
    window.attach([PageSpec("context", "Context", "context", QWidget, keys=lambda: (("Alt+P", "Project"),))])

    def headings():
        sheet = window.commands.open_sheet()
        said = [w.text() for w in sheet.findChildren(QWidget) if hasattr(w, "text")]
        sheet.close()
        return [text for text in said if text in ("Memories", "Context")]

    window.show_page("context")
    assert headings() == ["Context", "Memories"]
    window.show_page("memories")
    assert headings() == ["Memories", "Context"]


def test_a_button_of_the_rail_opens_the_sheet_of_keys(window, qtbot):
    qtbot.mouseClick(window.indicator.help, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.findChild(ShortcutSheet) is not None)
    window.findChild(ShortcutSheet).reject()


def test_the_status_is_one_line_while_maintenance_runs(window):
    show_status(window, watching=("claude-code",), maintenance=Progress(Task.DAILY, "Checking memories"))
    assert window.indicator.maintenance.isVisible() and not window.indicator.line.isVisible()
    show_status(window, watching=("claude-code",))
    assert window.indicator.line.isVisible() and not window.indicator.maintenance.isVisible()


def test_no_two_commands_share_a_key(window):
    keys = [command.keys for command in window.commands.all() if command.keys]
    assert len(keys) == len(set(keys))


def test_the_palette_changes_the_theme_and_keeps_it(window, qtbot, theme, service, bridge):
    press(qtbot, window, Qt.Key.Key_P, CTRL | SHIFT)
    palette = window.commands.open_palette()
    qtbot.keyClicks(palette.field, "theme dark")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: theme.mode == "dark")
    qtbot.waitUntil(lambda: service.settings.get("appearance.theme") == "dark")


def test_pausing_and_resuming_changes_the_status(window, qtbot, service, clock):
    window.commands.pause("hour")
    qtbot.waitUntil(lambda: window.status_watch.status.state == "paused")
    assert window.status_watch.status.paused_until == clock() + 3_600_000
    window.show_activity()
    qtbot.mouseClick(window.activity.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.status_watch.status.state != "paused")
    assert not window.activity.resume.isVisible()
    window.activity.close()


@pytest.fixture
def with_both(window):
    """The window with pages of what waits for the person."""
    window.attach(
        [
            PageSpec("review", "Review", "review", ReviewStub),
            PageSpec("conflicts", "Conflicts", "conflicts", ConflictsStub),
        ]
    )
    return window


def show_status(window, **figures):
    window.status_watch.status = ServiceStatus("ready", **figures)
    window.status_watch.changed.emit(window.status_watch.status)


def test_what_waits_for_the_person_is_counted_on_the_rail(with_both):
    review, conflicts = (with_both.rail.item(key) for key in ("review", "conflicts"))
    show_status(with_both, pending_review=4, marked_outdated=1, open_conflicts=2)
    assert (review.count, conflicts.count) == (5, 2)
    assert (review.accessibleName(), conflicts.accessibleName()) == ("Review, 5", "Conflicts, 2")
    assert with_both.rail.item("memories").count == 0
    show_status(with_both)
    assert (review.count, conflicts.count) == (0, 0)
    assert review.accessibleName() == "Review"


def test_the_numbers_follow_what_is_stored_and_decided(with_both, qtbot, service):
    review, conflicts = (with_both.rail.item(key) for key in ("review", "conflicts"))
    older, newer = (service.store(f"Test runner: {value}", type="fact").id for value in ("jest", "vitest"))
    qtbot.waitUntil(lambda: conflicts.count == 1)
    service.update_many([older], status="pending")
    qtbot.waitUntil(lambda: review.count == 1)
    service.resolve_conflict(service.get(newer).conflict_ids[0], "marked_outdated")
    qtbot.waitUntil(lambda: (review.count, conflicts.count) == (1, 0))
    service.undo()
    qtbot.waitUntil(lambda: (review.count, conflicts.count) == (1, 1))
    service.delete(older)
    qtbot.waitUntil(lambda: (review.count, conflicts.count) == (0, 0))


def test_the_numbers_follow_what_another_process_does(with_both, qtbot, service, home, clock):
    service._process_watcher._poll = 0.02
    service._process_watcher.start()
    with MemoryService.open(home, clock=clock) as other:
        for value in ("jest", "vitest"):
            other.store(f"Test runner: {value}", type="fact")
        qtbot.waitUntil(lambda: with_both.rail.item("conflicts").count == 1)
        other.resolve_conflict(other.list_conflicts()[0].id, "accepted_newer")
    qtbot.waitUntil(lambda: with_both.rail.item("conflicts").count == 0)


def painted_in_accent(item, theme):
    """Whether any of the item is drawn in the colour of its dot."""
    image, accent = item.grab().toImage(), theme.color("accent").rgb()
    return any(
        image.pixelColor(x, y).rgb() == accent for x in range(image.width()) for y in range(image.height())
    )


@pytest.mark.parametrize("width", [1360, 900], ids=["wide", "narrow"])
def test_a_dot_says_that_something_waits_also_where_there_is_no_room_for_a_number(
    with_both, qtbot, theme, width
):
    with_both.resize(width, 700)
    item = with_both.rail.item("conflicts")
    assert with_both.rail.narrow == (width == 900)
    show_status(with_both)
    assert not painted_in_accent(item, theme)
    show_status(with_both, open_conflicts=3)
    assert painted_in_accent(item, theme)
    assert ("3" in item.toolTip()) == (width == 900)


def test_who_comes_back_to_a_page_sees_where_the_focus_is(window, qtbot, dressed, theme):
    window.attach([PageSpec("other", "Other", "review", lambda: MemoriesStub(theme))], first="memories")
    window.activateWindow()
    mine = page(window).second
    qtbot.mouseClick(mine, Qt.MouseButton.LeftButton)
    mine.setFocus(Qt.FocusReason.MouseFocusReason)
    assert dressed.target is None
    window.show_page("other")
    window.show_page("memories")
    assert window.focusWidget() is mine
    assert dressed.target is mine


def test_pages_are_reached_by_key_in_the_order_of_the_rail(with_both, qtbot):
    press(qtbot, with_both, Qt.Key.Key_3, CTRL)
    assert with_both.current_key == "conflicts"
    press(qtbot, with_both, Qt.Key.Key_2, CTRL)
    assert with_both.current_key == "review"


@pytest.mark.parametrize(
    ("words", "key"), [("review new", "review"), ("resolve conf", "conflicts"), ("go to conf", "conflicts")]
)
def test_the_palette_leads_to_what_waits(with_both, qtbot, words, key):
    palette = with_both.commands.open_palette()
    qtbot.keyClicks(palette.field, words)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: with_both.current_key == key)


def test_one_thing_that_waits_can_be_asked_for(with_both):
    with_both.navigation.show_review("m1")
    assert with_both.current_page.asked == ["m1"]
    with_both.navigation.show_conflict("c1")
    assert with_both.current_page.asked == ["c1"]
    with_both.navigation.show_conflict()
    assert with_both.current_page.asked == ["c1"]


# Activity


def test_the_status_opens_with_a_click_or_f9_and_closes_with_either_key(window, qtbot, bridge):
    popover = window.popover
    qtbot.mouseClick(window.indicator.line, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: popover.isVisible() and not bridge.busy)
    assert popover.buttons["pause"].hasFocus()
    assert popover.rows["memory"].value.text().endswith("MB")
    qtbot.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert window.indicator.line.hasFocus()
    press(qtbot, window, Qt.Key.Key_F9)
    assert popover.isVisible()
    qtbot.keyClick(popover.buttons["pause"], Qt.Key.Key_F9)
    assert not popover.isVisible()
    window.show_status()
    window.show_page("settings")
    assert not popover.isVisible()
    qtbot.waitUntil(lambda: not bridge.busy)


def test_the_status_opens_without_another_window(window, qtbot):
    shown = []

    class Watch(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                shown.append(watched)
            return False

    watch = Watch()
    QGuiApplication.instance().installEventFilter(watch)
    window.show_status()
    QGuiApplication.instance().removeEventFilter(watch)
    assert shown == [window.popover]


def test_the_status_follows_pausing_and_reads_what_waits(window, qtbot, service, monkeypatch):
    window.show_status()
    buttons = window.popover.buttons
    qtbot.mouseClick(buttons["pause"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(buttons["resume"].isVisible)
    qtbot.mouseClick(buttons["resume"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(buttons["pause"].isVisible)
    asked = []
    monkeypatch.setattr(type(service), "process_waiting", lambda _: asked.append("read"))
    waiting = ServiceStatus("ready", 24, waiting=Waiting(Reason.BATTERY, 61))
    window.status_watch.show(waiting)
    qtbot.mouseClick(buttons["read"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: asked == ["read"])
    window.popover.close()
    qtbot.waitUntil(lambda: not window.bridge.busy)


def test_the_activity_list_starts_empty_and_says_so(window, qtbot, bridge):
    window.show_status()
    qtbot.mouseClick(window.popover.head, Qt.MouseButton.LeftButton)
    assert not window.popover.isVisible()
    qtbot.waitUntil(lambda: window.activity.isVisible() and not bridge.busy)
    assert window.activity.empty.isVisible()
    window.activity.close()


def test_a_line_of_the_activity_opens_its_memories(window, qtbot, clock):
    panel = window.activity
    rows = [
        Activity(
            clock(),
            "memorize",
            "Add retry",
            "success",
            project="/src/harbor-api",
            conversation_id="c1",
            items_extracted=3,
        ),
        Activity(clock() - 60_000, "memorize", "is it tagged?", "skipped", "trivial"),
    ]
    panel.open_at(QPoint(300, 600), ServiceStatus("ready"))
    qtbot.waitUntil(lambda: not window.bridge.busy)
    panel._fill(rows)
    panel.grab()
    index = panel.model.index(0, 0)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Add retry. 3 memories. harbor-api · just now"
    qtbot.mouseClick(
        panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualRect(index).center()
    )
    assert page(window).asked == [("conversation", "c1")]
    assert not panel.isVisible()


def test_runs_of_maintenance_stand_among_what_was_captured_and_open_the_log(window, qtbot, service, clock):
    panel = window.activity
    quiet = service.run_maintenance("nightly")[0]
    clock.now -= 400 * DAY_MS
    service.store("The staging server is called heron.", type="fact", confidence=0.5)
    clock.now += 400 * DAY_MS
    service.run_maintenance("daily", actor="schedule")
    assert quiet.success
    panel.open_at(QPoint(300, 600), ServiceStatus("ready"))
    qtbot.waitUntil(lambda: panel.model.rowCount() > 0 and not window.bridge.busy)
    assert panel.model.rowCount() == 1, "a run that found nothing to do is no news"
    index = panel.model.index(0, 0)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Daily maintenance. Maintenance. just now · 1 memory archived")
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    panel.list.setCurrentIndex(index)
    qtbot.mouseClick(
        panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualRect(index).center()
    )
    qtbot.waitUntil(lambda: not window.bridge.busy)
    assert not panel.isVisible()
    (log,) = window.findChildren(LogDialog)
    assert log.isVisible()
    log.rows[0].show_button.click()
    assert page(window).asked == [("filtered", {"status": ("archived",), "sort": "updated"})]
    assert window.current_page is page(window)


def test_maintenance_is_shown_and_stopped_at_the_bottom_of_the_rail(window, qtbot, service):
    """Beside what capture does, also where that is an error."""
    released = threading.Event()

    def work(work):
        while not released.wait(0.005):
            work.at(3, 12)
            work.check()

    service.maintenance._steps = {Task.DAILY: [Step("Checking memories", work), Step("Tidying", work)]}
    stopping = window.bridge.closing.is_set  # else a failure would wait for ever
    window.bridge.run(service.run_maintenance, "daily", stopping=stopping, ordered=False)
    badge = window.indicator.maintenance
    qtbot.waitUntil(lambda: badge.isVisible() and badge.bar.fraction == 0.125)
    assert badge.line.text() == "Maintenance: 1 of 2, checking memories"
    assert window.indicator.line.text() == "No sources turned on"
    window.show_activity()
    qtbot.waitUntil(window.activity.maintenance.isVisible)
    assert window.activity.maintenance.line.text() == "Daily: checking memories, 3 of 12"
    window.activity.close()
    qtbot.mouseClick(badge.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not badge.isVisible() and not window.bridge.busy)
    assert service.maintenance_log()[0].ending is Ending.STOPPED


def test_maintenance_is_run_from_the_palette(window, qtbot, service):
    command = next(one for one in window.commands.all() if one.text == "Run maintenance now")
    command.run()
    (log,) = window.findChildren(LogDialog)
    qtbot.waitUntil(lambda: len(log.rows) == len(Task) and not window.bridge.busy, timeout=20_000)
    assert {run.task for run in service.maintenance_log()} == set(Task)
    assert all(run.success for run in service.maintenance_log())
    log.close()


def test_the_activity_is_as_high_as_its_lines_need(window, qtbot, clock):
    panel, corner = window.activity, QPoint(10, 590)
    panel.open_at(corner, ServiceStatus("ready"))
    qtbot.waitUntil(lambda: not window.bridge.busy)
    heights = []
    for count in (1, 4, 40):
        panel._fill([Activity(clock(), "memorize", f"Talk {n}", "success") for n in range(count)])
        panel.grab()
        assert panel.geometry().bottom() < corner.y() + 1
        heights.append(panel.height())
    assert heights[0] < heights[1] < heights[2] <= window.theme.px(460)
    panel.close()


def test_the_panel_stays_on_the_screen(window, qtbot):
    window.activity.open_at(QPoint(0, 0), ServiceStatus("ready"))
    area = QGuiApplication.primaryScreen().availableGeometry()
    assert area.contains(window.activity.geometry())
    window.activity.close()


# Failures


def test_an_expected_failure_is_said_by_its_message(window, qtbot, bridge):
    def refuse():
        raise InvalidInput("The text is too short.")

    bridge.run(refuse)
    qtbot.waitUntil(lambda: window.notice.message == "The text is too short.")
    assert not window.notice.action.isVisible()


@pytest.mark.logs_warnings
def test_a_bug_offers_its_report(window, qtbot, bridge):
    bridge.run(lambda: {}["row"])
    qtbot.waitUntil(lambda: "Something went wrong" in window.notice.message)
    qtbot.mouseClick(window.notice.action, Qt.MouseButton.LeftButton)
    panel = window.findChild(ErrorPanel)
    assert "KeyError: 'row'" in panel.report
    panel.window().close()


@pytest.mark.logs_warnings
def test_a_page_that_cannot_be_built_leaves_the_others_working(make_window, qtbot):
    tries = []

    def broken():
        tries.append(1)
        if len(tries) == 1:
            raise ZeroDivisionError("no")
        return QWidget()

    window = make_window(make_settings=broken)
    window.show_page("settings")
    panel = window.current_page
    assert isinstance(panel, ErrorPanel)
    assert "ZeroDivisionError" in panel.report
    window.show_page("memories")
    assert window.current_page is page(window)
    window.show_page("settings")
    qtbot.mouseClick(panel.retry_button, Qt.MouseButton.LeftButton)
    assert not isinstance(window.current_page, ErrorPanel)


@pytest.mark.logs_warnings
def test_an_error_from_a_pages_code_takes_down_that_page_alone(window):
    try:
        raise LookupError("row 7")  # this module is the package that the page names as its own
    except LookupError as error:
        window.handle_exception(error)
    assert isinstance(window.page("memories"), ErrorPanel)
    assert not isinstance(window.page("settings"), ErrorPanel)


def test_why_the_memory_cannot_be_opened_is_said_with_ways_out(make_window, qtbot, monkeypatch):
    from arbor_desktop.ui.bridge import failure

    window = make_window(attach=False)
    opened: list[str] = []
    monkeypatch.setattr(window_module, "open_with_system", opened.append)
    why = failure(InvalidInput("Made by a newer Arbor."), "open")
    panel = window.fail_to_open(why, Path("/srv/arbor"))
    assert window.current_page is panel
    ways = {b.text(): b for b in panel.findChildren(Button)}
    ways["Show folder"].click()
    assert opened == [str(Path("/srv/arbor"))]
    with qtbot.waitSignal(window.quit_wanted):
        ways["Quit Arbor"].click()


# Place and size


def test_below_a_width_the_rail_shows_icons_alone(window, qtbot, theme):
    window.resize(1360, 824)
    qtbot.waitUntil(lambda: not window.rail.narrow)
    window.resize(900, 600)
    qtbot.waitUntil(lambda: window.rail.narrow)
    assert window.rail.width() == theme.px(56)


def test_place_and_panes_are_remembered(make_window, qtbot):
    first = make_window()
    first.resize(860, 700)
    qtbot.waitUntil(lambda: first.height() == 700)
    first.page("memories").splitter.setSizes([300, 500])
    sizes = first.page("memories").splitter.sizes()
    first.save_state()
    second = make_window()
    assert (second.width(), second.height()) == (860, 700)
    qtbot.waitUntil(lambda: second.page("memories").splitter.sizes() == sizes)


def test_a_place_off_the_screens_is_not_reachable(qapp):
    area = QGuiApplication.primaryScreen().availableGeometry()
    assert is_reachable(QRect(area.x() + 10, area.y() + 10, 900, 600))
    assert not is_reachable(QRect(area.right() + 500, 10, 900, 600))
    assert not is_reachable(QRect(area.x(), area.bottom() + 300, 900, 600))
    assert not is_reachable(QRect(area.x() - 880, area.y(), 900, 600))


def test_a_damaged_memory_of_the_place_is_no_hindrance(make_window, home):
    (home / "window.ini").write_text("[General]\nscreen=%%%\n\x00garbage", encoding="utf-8")
    assert make_window().isVisible()


def test_closing_asks_what_closing_means(window, qtbot):
    heard = []

    def keep(event):
        heard.append(event)
        event.ignore()

    window.closing.connect(keep)
    window.close()
    assert heard
    assert window.isVisible()


# Accessible


def test_an_entry_of_the_rail_is_one_of_several_to_a_screen_reader(window):
    entry = QAccessible.queryAccessibleInterface(window.rail.item("memories"))
    assert entry.role() == QAccessible.Role.RadioButton
    assert entry.text(QAccessible.Text.Name) == "Memories"


def test_everything_that_takes_focus_has_a_name(window):
    nameless = [
        f"{type(w).__name__} in {type(w.parentWidget()).__name__}"
        for root in (
            window,
            window.activity,
            window.popover,
            window.commands.open_palette(),
            window.commands.open_sheet(),
        )
        for w in root.findChildren(QWidget)
        if w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not w.isHidden()
        and not w.accessibleName()
        and not (hasattr(w, "text") and w.text())
    ]
    assert nameless == []
