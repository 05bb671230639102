"""The strip under the Insights page: what it says, what its buttons do, how it breaks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from arbor_desktop.errors import MaintenanceFailed
from arbor_desktop.maintenance.model import Ending, MaintenanceStatus, Run
from arbor_desktop.runtime.steps import Progress
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.card import MaintenanceCard
from arbor_desktop.ui.maintenance.log import LogDialog
from tests.conftest import ManualClock
from tests.ui.maintenance.conftest import Gate, Person
from tests.window_loop import complete

HOUR = 3_600_000


@pytest.fixture
def strip(person: Person, icons: Icons, bridge: Bridge, clock: ManualClock) -> MaintenanceCard:
    strip = MaintenanceCard(icons, bridge, clock=clock)
    person.qtbot.addWidget(strip)
    strip.resize(1120, 60)
    strip.show()
    person.wait()
    return strip


def buttons_in_sight(strip: MaintenanceCard) -> bool:
    """Whether nothing stands beyond the strip's edge or on something else."""
    parts: list[QWidget] = [strip.log_button, strip.run_button, strip.done, strip.title, strip.when]
    rects = [p.rect().translated(p.mapTo(strip, p.rect().topLeft())) for p in parts if p.isVisible()]
    inside = all(strip.rect().contains(rect) for rect in rects)
    return inside and not any(
        one.intersects(other) for n, one in enumerate(rects) for other in rects[n + 1 :]
    )


def test_before_the_first_run_it_says_when_that_will_be(strip: MaintenanceCard) -> None:
    assert strip.done.words == ["Not run yet"]
    assert strip.when.text().startswith("First run: ")
    assert strip.run_button.isVisible()


def test_all_switched_off_is_said(person: Person, strip: MaintenanceCard, service: MemoryService) -> None:
    for task in Task:
        service.settings.set(f"maintenance.{task.value}", "off")
    person.wait()
    assert strip.when.text() == "Turned off"


def test_run_now_runs_everything_and_says_what_came_of_it(person: Person, strip: MaintenanceCard) -> None:
    person.remembers("The staging server is called heron.", idle_days=400)
    person.remembers("The porch light is on a timer.", confidence=0.9)
    person.click(strip.run_button)
    assert "Archived 1 memory" in strip.done.words
    assert "Created 1 backup" in strip.done.words
    assert strip.when.text().startswith("Last run: ")
    assert {run.task for run in person.service.maintenance_log()} == set(Task)


def test_while_it_runs_it_shows_the_step_and_the_share_and_can_be_stopped(
    person: Person, strip: MaintenanceCard, gate: Gate
) -> None:
    person.click(strip.run_button, wait=False)
    person.qtbot.waitUntil(lambda: strip.progress.line.text() == "Daily: checking memories, 3 of 12")
    assert strip.progress.isVisible()
    assert strip.progress.share.text() == "25 %"
    assert strip.progress.bar.fraction == 0.25
    assert not strip.run_button.isVisible()
    person.click(strip.progress.cancel, wait=False)
    person.qtbot.waitUntil(strip.run_button.isVisible)
    person.wait()
    assert person.service.maintenance_log(1)[0].ending is Ending.STOPPED
    assert "Daily stopped" in strip.done.words


def test_the_focus_stays_in_the_strip_while_its_button_is_away(
    person: Person, strip: MaintenanceCard, gate: Gate
) -> None:
    strip.activateWindow()
    strip.run_button.setFocus(Qt.FocusReason.TabFocusReason)
    person.qtbot.keyClick(strip.run_button, Qt.Key.Key_Space)
    person.qtbot.waitUntil(lambda: strip.progress.cancel.isEnabled() and gate.there.is_set())
    assert strip.log_button.hasFocus()
    gate.open.set()
    person.wait()
    assert strip.run_button.hasFocus()


def test_who_stops_a_run_by_key_is_at_its_button_again(
    person: Person, strip: MaintenanceCard, gate: Gate
) -> None:
    strip.activateWindow()
    person.click(strip.run_button, wait=False)
    person.qtbot.waitUntil(lambda: strip.progress.cancel.isEnabled() and gate.there.is_set())
    strip.progress.cancel.setFocus(Qt.FocusReason.TabFocusReason)
    person.qtbot.keyClick(strip.progress.cancel, Qt.Key.Key_Space)
    person.qtbot.waitUntil(strip.run_button.isVisible)
    person.wait()
    assert strip.run_button.hasFocus()


def test_edits_are_not_queued_behind_a_run(person: Person, strip: MaintenanceCard, gate: Gate) -> None:
    person.click(strip.run_button, wait=False)
    person.qtbot.waitUntil(gate.there.is_set)
    stored: list[object] = []
    person.bridge.run(person.service.store, "The mill has two doors.", type="fact", done=stored.append)
    person.qtbot.waitUntil(lambda: bool(stored))
    assert not gate.open.is_set()
    gate.open.set()
    person.wait()
    assert "Archived 3 memories" in strip.done.words


def test_closing_the_window_stops_a_run(person: Person, strip: MaintenanceCard, gate: Gate) -> None:
    person.click(strip.run_button, wait=False)
    person.qtbot.waitUntil(gate.there.is_set)
    complete(person.bridge.begun())
    person.bridge.close()  # returns when the run has ended
    assert person.service.maintenance_log(5, "daily")[0].ending is Ending.STOPPED


def test_a_run_of_another_process_is_said_and_cannot_be_stopped_here(
    person: Person, strip: MaintenanceCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = MaintenanceStatus(elsewhere=True)
    monkeypatch.setattr(person.service, "maintenance_status", lambda: elsewhere)
    strip.refresh()
    person.wait()
    assert strip.progress.line.text() == "Maintenance is running in another Arbor process"
    assert not strip.progress.cancel.isVisible()
    assert not strip.progress.bar.isVisible()
    assert not strip.run_button.isVisible()


def test_why_it_could_not_begin_is_said_beside_the_button(
    person: Person, strip: MaintenanceCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> list[Run]:
        raise MaintenanceFailed("Maintenance is already running. Wait until it is done.")

    monkeypatch.setattr(person.service, "run_maintenance", refuse)
    person.click(strip.run_button)
    assert strip.error.isVisible()
    assert strip.error.text() == "Maintenance is already running. Wait until it is done."
    assert strip.run_button.isEnabled()


def test_a_night_is_told_as_one(person: Person, strip: MaintenanceCard, clock: ManualClock) -> None:
    midnight = clock() - 12 * HOUR
    night = {
        Task.NIGHTLY: run(Task.NIGHTLY, midnight + 2 * HOUR, {"duplicates_merged": 6}),
        Task.DAILY: run(Task.DAILY, midnight + 3 * HOUR, {"items_archived": 11, "contradictions_found": 1}),
        Task.MONTHLY: run(Task.MONTHLY, midnight - 200 * HOUR, {"items_invalid": 4}),
    }
    strip.controller.status_changed.emit(MaintenanceStatus(last=night))
    assert strip.done.words == ["Merged 6 duplicates", "Archived 11 memories", "Found 1 new conflict"]
    assert strip.when.text().endswith("(48 s)")


def test_what_failed_is_marked_by_a_glyph_and_words(
    person: Person, strip: MaintenanceCard, icons: Icons, clock: ManualClock
) -> None:
    failed = run(Task.DAILY, clock() - HOUR, {"items_archived": 1, "failures": 2}, Ending.FAILED)
    strip.controller.status_changed.emit(MaintenanceStatus(last={Task.DAILY: failed}))
    assert strip.done.words == ["Archived 1 memory", "Failed: 2 items", "Daily failed"]
    person.qtbot.wait(1)
    assert has_color(strip.done, icons.theme.color("danger"))


@pytest.mark.parametrize("width", [1124, 800, 640])
def test_it_breaks_and_nothing_is_cut(strip: MaintenanceCard, clock: ManualClock, width: int) -> None:
    much = {"items_archived": 11, "duplicates_merged": 6, "contradictions_found": 3, "backups_made": 1}
    many = {task: run(task, clock() - HOUR, much) for task in Task}
    strip.controller.status_changed.emit(MaintenanceStatus(last=many))
    strip.resize(width, strip.heightForWidth(width))
    strip.grab()
    assert buttons_in_sight(strip)


def test_real_progress_only(strip: MaintenanceCard) -> None:
    running = MaintenanceStatus(running=Progress(Task.WEEKLY, "Shortening long memories"))
    strip.controller.status_changed.emit(running)
    assert strip.progress.line.text() == "Weekly: shortening long memories"
    assert strip.progress.share.text() == "0 %"


def test_show_log_opens_the_log(person: Person, strip: MaintenanceCard) -> None:
    person.click(strip.log_button)
    (dialog,) = strip.findChildren(LogDialog)
    assert dialog.isVisible()
    dialog.close()


def run(task: Task, at: int, result: dict[str, int], ending: Ending = Ending.DONE) -> Run:
    return Run(1, task, at, at + 24_000, result, ending=ending, actor="schedule")


def has_color(widget: QWidget, wanted: QColor) -> bool:
    """Whether the colour is painted anywhere in it; thin lines are nearly of it."""
    image = widget.grab().toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return any(
        max(abs(p.red() - wanted.red()), abs(p.green() - wanted.green()), abs(p.blue() - wanted.blue())) < 48
        for p in pixels
    )
