"""Settings → Maintenance as a person uses it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from arbor_desktop.clock import DAY_MS
from arbor_desktop.errors import MaintenanceFailed
from arbor_desktop.maintenance.model import Ending, MaintenanceStatus, Run
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.maintenance.log import LogDialog
from arbor_desktop.ui.settings.maintenance import MaintenanceSection
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.schedule import ScheduleRow
from tests.conftest import ManualClock
from tests.gathering import gathering

pytestmark = pytest.mark.slow

Settle = Callable[[], None]


@pytest.fixture
def section(page: SettingsPage, settle: Settle) -> MaintenanceSection:
    page.show_section("maintenance")
    page.maintenance.unfold()
    settle()
    return page.maintenance


def rest(qtbot: QtBot, settle: Settle) -> None:
    """News of maintenance are gathered for a moment."""
    settle()
    qtbot.waitUntil(lambda: not gathering(), timeout=20_000)
    settle()


def type_time(row: ScheduleRow, text: str) -> None:
    row.time.setFocus()
    row.time.selectAll()
    QTest.keyClicks(row.time, text)
    QTest.keyClick(row.time, Qt.Key.Key_Return)


def test_each_task_says_what_it_does_and_when(section: MaintenanceSection) -> None:
    for task, row in section.schedule.items():
        assert row.isVisible()
        assert row.description.text()
        assert row.last.text() == "Not run yet", task
        assert row.next.text().startswith("Next run: ")
    times = {task: row.time.text() for task, row in section.schedule.items()}
    assert times == {
        Task.NIGHTLY: "02:00", Task.DAILY: "03:00", Task.WEEKLY: "04:00", Task.MONTHLY: "05:00"
    }  # fmt: skip
    weekly, monthly = section.schedule[Task.WEEKLY].day, section.schedule[Task.MONTHLY].day
    assert weekly is not None
    assert weekly.currentText() == "Sunday"
    assert monthly is not None
    assert monthly.currentText() == "Day 1"


def test_a_time_is_typed_and_stored_as_a_line_of_crontab(
    section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    row = section.schedule[Task.DAILY]
    type_time(row, "6:45")
    settle()
    assert service.settings.get("maintenance.daily") == "45 6 * * *"
    assert row.time.text() == "06:45"


def test_the_next_run_follows_the_time_at_once(
    qtbot: QtBot, section: MaintenanceSection, clock: ManualClock, settle: Settle
) -> None:
    row = section.schedule[Task.DAILY]
    type_time(row, "23:59")
    rest(qtbot, settle)
    assert row.next.text().endswith("23:59")


def test_arrow_keys_go_by_quarters_and_round_midnight(
    section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    row = section.schedule[Task.NIGHTLY]
    type_time(row, "23:50")
    QTest.keyClick(row.time, Qt.Key.Key_Up)
    assert row.time.text() == "00:00"
    QTest.keyClick(row.time, Qt.Key.Key_Down)
    settle()
    assert row.time.text() == "23:45"
    assert service.settings.get("maintenance.nightly") == "45 23 * * *"


def test_what_is_no_time_is_refused_beside_the_field(
    section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    row = section.schedule[Task.DAILY]
    type_time(row, "25:00")
    settle()
    assert row.error.isVisible()
    assert row.error.text() == "Enter a time such as 03:00."
    assert row.time.has_error
    assert service.settings.get("maintenance.daily") == "0 3 * * *"
    QTest.keyClick(row.time, Qt.Key.Key_Escape)
    assert not row.error.isVisible()
    assert row.time.text() == "03:00"


def test_days_are_chosen_from_lists(
    section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    weekly, monthly = section.schedule[Task.WEEKLY], section.schedule[Task.MONTHLY]
    assert weekly.day is not None
    assert monthly.day is not None
    weekly.day.setFocus()
    QTest.keyClick(weekly.day, Qt.Key.Key_Up)  # from Sunday, which comes last, to Saturday
    weekly.day.activated.emit(weekly.day.currentIndex())
    monthly.day.setFocus()
    QTest.keyClick(monthly.day, Qt.Key.Key_Down)
    monthly.day.activated.emit(monthly.day.currentIndex())
    settle()
    assert service.settings.get("maintenance.weekly") == "0 4 * * SAT"
    assert service.settings.get("maintenance.monthly") == "0 5 2 * *"


def test_a_task_is_switched_off_and_comes_back_at_its_time(
    qtbot: QtBot, section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    row = section.schedule[Task.DAILY]
    type_time(row, "6:45")
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    rest(qtbot, settle)
    assert service.settings.get("maintenance.daily") == "off"
    assert row.next.text() == "Turned off"
    assert not row.time.isEnabled()
    assert row.run.isEnabled(), "by hand it can always be run"
    QTest.keyClick(row.switch, Qt.Key.Key_Space)
    settle()
    assert service.settings.get("maintenance.daily") == "45 6 * * *"
    assert row.time.isEnabled()


def test_a_line_written_by_hand_is_shown_and_can_be_reset(
    qtbot: QtBot, section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    service.settings.set("maintenance.weekly", "0 4 * * MON-FRI")
    settle()
    row = section.schedule[Task.WEEKLY]
    assert row.custom.text() == "0 4 * * MON-FRI"
    assert row.custom.isVisible()
    assert not row.time.isVisible()
    assert row.switch.isChecked()
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("maintenance.weekly") == "0 4 * * SUN"
    assert row.time.isVisible()
    assert not row.reset.isVisible()


def test_run_now_runs_that_task_and_says_what_came_of_it(
    qtbot: QtBot, section: MaintenanceSection, service: MemoryService, clock: ManualClock, settle: Settle
) -> None:
    clock.now -= 400 * DAY_MS
    service.store("The staging server is called heron.", type="fact", confidence=0.5)
    clock.now += 400 * DAY_MS
    row = section.schedule[Task.DAILY]
    qtbot.mouseClick(row.run, Qt.MouseButton.LeftButton)
    rest(qtbot, settle)
    assert [run.task for run in service.maintenance_log()] == [Task.DAILY]
    assert "1 memory archived" in row.last.text()
    assert row.last.text().startswith("Last run: today ")


def test_run_all_runs_every_task(
    qtbot: QtBot, section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    qtbot.mouseClick(section.all_row.run, Qt.MouseButton.LeftButton)
    rest(qtbot, settle)
    assert {run.task for run in service.maintenance_log()} == set(Task)
    assert all(row.last.text().startswith("Last run: ") for row in section.schedule.values())


def test_while_one_runs_none_can_be_begun(section: MaintenanceSection) -> None:
    running = MaintenanceStatus(running=Progress(Task.DAILY, "Archiving what faded", 1, 2, 1, 4))
    section.maintenance.take(running)
    assert section.under_way.progress.isVisible()
    assert section.under_way.progress.share.text() == "37 %"
    assert not section.all_row.run.isEnabled()
    assert not any(row.run.isEnabled() for row in section.schedule.values())


def test_why_it_could_not_run_is_said(
    qtbot: QtBot,
    section: MaintenanceSection,
    service: MemoryService,
    settle: Settle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> list[Run]:
        raise MaintenanceFailed("Maintenance is already running. Wait until it is done.")

    monkeypatch.setattr(service, "run_maintenance", refuse)
    qtbot.mouseClick(section.all_row.run, Qt.MouseButton.LeftButton)
    rest(qtbot, settle)
    assert section.all_row.error.text() == "Maintenance is already running. Wait until it is done."


def test_a_failed_run_is_said_with_its_reason(section: MaintenanceSection, clock: ManualClock) -> None:
    failed = Run(
        1, Task.DAILY, clock() - 3_600_000, clock() - 3_590_000, {}, "Backing up: The disk is full.",
        Ending.FAILED, "schedule",
    )  # fmt: skip
    section.maintenance.take(MaintenanceStatus(last={Task.DAILY: failed}))
    assert section.schedule[Task.DAILY].last.text().endswith("· Failed: Backing up: The disk is full.")


def test_the_log_opens_from_here(qtbot: QtBot, section: MaintenanceSection, settle: Settle) -> None:
    qtbot.mouseClick(section.all_row.log, Qt.MouseButton.LeftButton)
    settle()
    (log,) = section.window().findChildren(LogDialog)
    assert log.isVisible()
    with qtbot.waitSignal(section.archived_wanted):
        log.archived_wanted.emit()
    log.close()


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("weekly", "Weekly"),
        ("cron", "Nightly"),
        ("policy decay", "Fading"),
        ("preview curve", "Example: a memory with 0.90 confidence today"),
        ("purge", "Delete archived memories"),
        ("compaction", "Shorten long memories"),
        ("retention compress", "Compress after"),
    ],
)
def test_search_finds_it(page: SettingsPage, section: MaintenanceSection, query: str, title: str) -> None:
    page.field.set_search(query)
    shown = [label.text() for label in section.findChildren(Label) if label.isVisible()]
    assert title in shown


def test_deleting_for_good_is_off_and_warned_of(
    qtbot: QtBot, section: MaintenanceSection, service: MemoryService, settle: Settle
) -> None:
    row = section.purge
    assert not row.switch.isChecked()
    assert not row.warning.isVisible()
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("lifecycle.purge_archived_days") == 183
    assert row.warning.isVisible()
    row.field.setFocus()
    row.field.selectAll()
    QTest.keyClicks(row.field, "0")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    settle()
    assert row.error.text() == "Enter a whole number from 1 to 36,500."
    row.field.selectAll()
    QTest.keyClicks(row.field, "365")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    settle()
    assert service.settings.get("lifecycle.purge_archived_days") == 365
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("lifecycle.purge_archived_days") == 0
    assert not row.warning.isVisible()


def test_how_long_text_is_kept_stands_in_one_place(page: SettingsPage) -> None:
    where = [
        section.key for section in page.sections for row in section.rows()
        if getattr(row, "key", "").startswith("retention.")
    ]  # fmt: skip
    assert where == ["maintenance"] * 5
