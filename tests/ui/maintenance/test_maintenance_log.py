"""The log of runs: what it says, what can be taken back, how it goes by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from arbor_desktop.errors import StorageError
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.memories.model import Status
from arbor_desktop.runtime.steps import Trouble
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.log import AT_ONCE, LogDialog, RunRow
from tests.conftest import ManualClock
from tests.ui.maintenance.conftest import Gate, Person

Open = Callable[..., LogDialog]


@pytest.fixture
def open_log(person: Person, icons: Icons, bridge: Bridge, clock: ManualClock) -> Iterator[Open]:
    window = QWidget()
    window.resize(1000, 760)
    window.show()

    def show(task: Task | None = None) -> LogDialog:
        dialog = LogDialog(icons, bridge, window, clock=clock, task=task)
        dialog.open()
        person.wait()
        return dialog

    yield show
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def row(log: LogDialog, task: Task) -> RunRow:
    return next(row for row in log.rows if row.run.task is task)


def told(monkeypatch: pytest.MonkeyPatch, service: MemoryService, *runs: Run) -> None:
    """The log as it would be after these."""
    monkeypatch.setattr(
        service,
        "maintenance_log",
        lambda limit=50, task=None: [r for r in runs if task in (None, r.task.value)][:limit],
    )


def test_an_empty_log_says_what_would_be_here(open_log: Open) -> None:
    log = open_log()
    assert log.empty.isVisible()
    assert log.empty.title.text() == "Not run yet"
    assert not log.area.isVisible()


def test_runs_are_told_with_their_results_the_newest_first(person: Person, open_log: Open) -> None:
    person.remembers("The staging server is called heron.", idle_days=400)
    person.service.run_maintenance("daily")
    person.clock.now += 60_000
    person.service.run_maintenance("nightly", actor="schedule")
    log = open_log()
    assert [row.run.task for row in log.rows] == [Task.NIGHTLY, Task.DAILY]
    daily = row(log, Task.DAILY)
    assert "1 memory archived" in daily.result.text()
    assert "by you" in daily.about.text()
    assert "scheduled" in row(log, Task.NIGHTLY).about.text()
    assert daily.badge.accessibleName() == "Done"


def test_a_run_is_taken_back_by_a_click(person: Person, open_log: Open) -> None:
    faded = person.remembers("The staging server is called heron.", idle_days=400)
    person.service.run_maintenance("daily")
    assert person.service.get(faded.id).status is Status.ARCHIVED
    log = open_log()
    person.click(log.rows[0].undo_button)
    assert person.service.get(faded.id).status is Status.ACTIVE
    assert log.snackbar.message == "1 memory restored"
    assert not log.rows[0].undo_button.isVisible()
    assert log.rows[0].undone.text() == "Undone just now: 1 memory restored"


def test_what_was_made_global_is_named_beside_its_undo(
    person: Person, open_log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = person.clock()
    run = Run(
        1, Task.NIGHTLY, at, at, {"memories_promoted": 1}, ending=Ending.DONE, action_id="a",
        promoted=("Retry with exponential backoff.",),
    )  # fmt: skip
    told(monkeypatch, person.service, run)
    shown = open_log().rows[0]
    assert shown.promoted.text() == "Now global: “Retry with exponential backoff.”"
    assert shown.promoted.isVisible()
    assert shown.undo_button.isVisible()


def test_what_was_changed_since_stays_and_is_named(person: Person, open_log: Open) -> None:
    back = person.remembers("The staging server is called heron.", idle_days=400)
    since = person.remembers("The porch light is on a timer.", idle_days=400)
    person.service.run_maintenance("daily")
    person.clock.now += 60_000
    person.service.restore(since.id)
    log = open_log()
    person.click(log.rows[0].undo_button)
    assert person.service.get(back.id).status is Status.ACTIVE
    assert log.snackbar.message == "1 memory restored, 1 not restored because it changed after the run"
    person.click(log.rows[0].more)
    assert "porch light" in log.rows[0].troubles.text


def test_a_run_that_changed_no_memory_offers_no_undo(person: Person, open_log: Open) -> None:
    person.service.run_maintenance("daily")
    log = open_log()
    assert not log.rows[0].undo_button.isVisible()
    assert not log.rows[0].show_button.isVisible()


def test_why_it_cannot_be_taken_back_is_said(
    person: Person, open_log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.remembers("The staging server is called heron.", idle_days=400)
    person.service.run_maintenance("daily")
    log = open_log()

    def refuse(_run: int) -> Run:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(person.service, "undo_maintenance", refuse)
    person.click(log.rows[0].undo_button)
    assert log.snackbar.message == "The disk is full."
    assert log.rows[0].undo_button.isEnabled()


def test_archived_memories_are_a_click_away(person: Person, open_log: Open) -> None:
    person.remembers("The staging server is called heron.", idle_days=400)
    person.service.run_maintenance("daily")
    log = open_log()
    with person.qtbot.waitSignal(log.archived_wanted):
        person.click(log.rows[0].show_button)


def test_troubles_are_unfolded(person: Person, open_log: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(
        1, Task.MONTHLY, person.clock(), person.clock() + 500, {"failures": 3}, None, Ending.DONE,
        troubles=(Trouble("Memory 0a1b", "Its reference is gone."), Trouble("Memory 2c3d", "Damaged.")),
    )  # fmt: skip
    told(monkeypatch, person.service, run)
    log = open_log()
    (shown,) = log.rows
    assert shown.badge.accessibleName() == "Partly done"
    assert shown.more.text() == "Show 3 errors"
    assert not shown.troubles.isVisible()
    person.click(shown.more)
    assert shown.troubles.text == "Memory 0a1b: Its reference is gone.\nMemory 2c3d: Damaged.\nand 1 more"
    assert shown.more.text() == "Hide 3 errors"


def test_a_failed_run_says_why(person: Person, open_log: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(
        1, Task.DAILY, person.clock(), person.clock() + 500, {}, "Backing up: The disk is full.",
        Ending.FAILED,
    )  # fmt: skip
    told(monkeypatch, person.service, run)
    log = open_log()
    assert log.rows[0].badge.accessibleName() == "Failed"
    assert log.rows[0].error.text() == "Backing up: The disk is full."
    assert "Backing up" in log.rows[0].accessibleName()


def test_the_filter_shows_one_task(person: Person, open_log: Open) -> None:
    person.service.run_maintenance("full")
    log = open_log()
    assert len(log.rows) == len(Task)
    log.filter.setFocus()
    QTest.keyClick(log.filter, Qt.Key.Key_Down)
    QTest.keyClick(log.filter, Qt.Key.Key_Down)
    log.filter.activated.emit(log.filter.currentIndex())
    person.wait()
    assert [row.run.task for row in log.rows] == [Task.DAILY]


def test_a_task_that_never_ran_says_so_and_leads_back(person: Person, open_log: Open) -> None:
    person.service.run_maintenance("daily")
    log = open_log(Task.WEEKLY)
    assert log.empty.title.text() == "Weekly maintenance has not run yet"
    (button,) = [b for b in log.empty.findChildren(QWidget) if getattr(b, "text", str)() == "Show all tasks"]
    person.click(button)
    assert [row.run.task for row in log.rows] == [Task.DAILY]


@pytest.mark.slow
def test_older_runs_come_on_demand(person: Person, open_log: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Run(1, Task.DAILY, person.clock(), person.clock() + 1, {}, ending=Ending.DONE)
    told(monkeypatch, person.service, *(replace(first, id=n) for n in range(AT_ONCE + 5)))
    log = open_log()
    assert len(log.rows) == AT_ONCE
    log.area.verticalScrollBar().setValue(log.area.verticalScrollBar().maximum())
    person.click(log.older)
    assert len(log.rows) == AT_ONCE + 5
    assert not log.older.isVisible()


def test_a_log_that_cannot_be_read_says_why(
    person: Person, open_log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> list[Run]:
        raise StorageError("The memory file is locked.")

    monkeypatch.setattr(person.service, "maintenance_log", refuse)
    log = open_log()
    assert log.empty.title.text() == "Couldn't load the log"
    assert log.empty.text.text() == "The memory file is locked."


def test_run_now_runs_what_the_filter_shows_and_the_list_follows(person: Person, open_log: Open) -> None:
    log = open_log(Task.DAILY)
    person.click(log.run_button)
    assert [row.run.task for row in log.rows] == [Task.DAILY]
    assert [run.task for run in person.service.maintenance_log()] == [Task.DAILY]


def test_a_run_under_way_is_shown_and_can_be_stopped(person: Person, open_log: Open, gate: Gate) -> None:
    log = open_log(Task.DAILY)
    person.click(log.run_button, wait=False)
    person.qtbot.waitUntil(
        lambda: bool(log.rows) and log.progress.cancel.isVisible() and log.progress.cancel.isEnabled()
    )
    assert log.rows[0].badge.accessibleName() == "Running"
    assert not log.run_button.isEnabled()
    person.click(log.progress.cancel, wait=False)
    person.qtbot.waitUntil(log.run_button.isEnabled)
    person.wait()
    assert log.rows[0].badge.accessibleName() == "Stopped"
    assert not log.progress.isVisible()


@pytest.mark.slow
def test_tab_goes_through_the_runs_as_they_are_seen(person: Person, open_log: Open) -> None:
    for text in ("The staging server is called heron.", "The porch light is on a timer."):
        person.remembers(text, idle_days=400)
        person.service.run_maintenance("daily")
        person.clock.now += 60_000
    log = open_log()
    log.close_button.setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    first, second = log.rows
    assert seen == [log.area, first.show_button, first.undo_button, second.show_button, second.undo_button]
    person.qtbot.keyClick(second.undo_button, Qt.Key.Key_Space)
    person.wait()
    assert log.snackbar.message == "1 memory restored"
    assert log.area.hasFocus()


def test_escape_closes_it(person: Person, open_log: Open) -> None:
    log = open_log()
    with person.qtbot.waitSignal(log.finished):
        QTest.keyClick(log, Qt.Key.Key_Escape)
