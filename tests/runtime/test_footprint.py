"""What Arbor's processes use, day by day, kept over restarts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from arbor_desktop.clock import DAY_MS, local_day
from arbor_desktop.runtime import footprint as module
from arbor_desktop.runtime.footprint import Day, Footprint, Used, processes
from arbor_desktop.runtime.usage_notes import note
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.integrations.hook_stage import Tool

MB = 1_000_000


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> dict[object, Used]:
    """What the processes have used, in the test's hand; the first is this one."""
    found: dict[object, Used] = {"own": Used(10.0, 5 * MB, 80 * MB)}
    monkeypatch.setattr(module, "processes", lambda: dict(found))
    return found


@pytest.fixture
def footprint(home: Path, clock: ManualClock, taken: dict[object, Used]) -> Iterator[Footprint]:
    home.mkdir(parents=True, exist_ok=True)
    footprint = Footprint(home, clock, 4.0)
    yield footprint
    footprint.close()


def today(footprint: Footprint) -> Day:
    return footprint.days()[-1]


def test_it_counts_from_when_it_was_made_with_the_processes_that_were_started(
    footprint: Footprint, taken: dict[object, Used]
) -> None:
    footprint.start()
    assert footprint.sample() == 80 * MB
    assert today(footprint).cpu == pytest.approx(6.0)
    taken["own"] = Used(11.0, 7 * MB, 90 * MB)
    taken["worker"] = Used(3.0, 1 * MB, 40 * MB)
    assert footprint.sample() == 130 * MB
    found = today(footprint)
    assert (found.cpu, found.written, found.memory) == (pytest.approx(10.0), 3 * MB, 130 * MB)
    taken["worker"] = Used(3.5, 1 * MB, 20 * MB)
    footprint.sample()
    del taken["worker"]
    footprint.sample()
    assert today(footprint).cpu == pytest.approx(10.5), "what ended is not taken off again"


def test_days_outlast_the_process_and_old_ones_go(
    home: Path, clock: ManualClock, taken: dict[object, Used], footprint: Footprint
) -> None:
    days = [local_day(clock() - number * DAY_MS).isoformat() for number in (0, 1, 6, 7)]
    for number, day in enumerate(days):
        note(str(home), number + 1.0, day=day)
    (home / "usage" / "what.txt").write_text("no day")
    footprint.start()
    footprint.sample()
    assert sorted(file.name for file in (home / "usage").glob("2*")) == sorted(days[:3])
    again = Footprint(home, clock, 0.0)
    found = again.days()
    assert [day.day for day in found] == [
        local_day(clock() - n * DAY_MS).isoformat() for n in range(6, -1, -1)
    ]
    assert [day.cpu for day in found[:-1]] == [3.0, 0, 0, 0, 0, 2.0]
    again.close()


def test_a_line_that_was_cut_off_counts_for_nothing(home: Path, footprint: Footprint) -> None:
    note(str(home), 1.5, day=today(footprint).day)
    with (home / "usage" / today(footprint).day).open("a") as file:
        file.write("2.5 10")
    assert today(footprint).cpu == 1.5


def test_figures_that_cannot_be_written_stop_nothing(tmp_path: Path) -> None:
    note(str(tmp_path / "nowhere"), 1.0)
    (tmp_path / "usage").write_text("a file in the way")
    note(str(tmp_path), 1.0)
    assert (tmp_path / "usage").read_text() == "a file in the way"


@pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")
def test_the_notes_are_private(home: Path, footprint: Footprint) -> None:
    note(str(home), 1.0)
    folder = home / "usage"
    modes = [folder.stat().st_mode & 0o777, *(file.stat().st_mode & 0o777 for file in folder.iterdir())]
    assert modes == [0o700, 0o600]


def test_real_processes_are_read_this_one_first() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        found = processes()
        assert next(iter(found)).pid == os.getpid()
        assert psutil.Process(child.pid) in found
        assert found[psutil.Process()].cpu == pytest.approx(time.process_time(), abs=0.5)
        assert found[psutil.Process()].memory > 10 * MB
    finally:
        child.communicate()


def test_each_service_notes_what_it_used_when_it_is_closed(home: Path, clock: ManualClock) -> None:
    with MemoryService.open(home, clock=clock) as service:
        service.store("The staging server is called heron.", type="fact")
    with MemoryService.open(home, clock=clock) as service:
        costs = service.costs()
    assert costs.days[-1].cpu > 0
    assert costs.memory > 10 * MB
    assert costs.size > 0
    assert (costs.month, costs.calls) == (0, 0)


@pytest.mark.slow
def test_hooks_note_what_they_used(service: MemoryService, home: Path, tmp_path: Path) -> None:
    service.store("The staging server is called heron.", type="fact")
    Tool(home, tmp_path).call("SessionStart")
    lines = (home / "usage" / time.strftime("%Y-%m-%d")).read_text().splitlines()
    assert len(lines) == 1
    assert float(lines[0].split()[0]) > 0
