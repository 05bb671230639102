"""While Arbor runs, changes of memory files are kept as they happen."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.file_versions import watcher as watching
from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.file_versions.watcher import FileVersionWatcher
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from tests.file_versions.conftest import lines


@pytest.fixture
def watcher(service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> Iterator[FileVersionWatcher]:
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.05)
    made = FileVersionWatcher(service._rt, service.file_versions)
    yield made
    made.close()


@pytest.fixture
def announced(service: MemoryService) -> queue.Queue[Changes]:
    """The announcements of new versions; `get` waits for one."""
    heard: queue.Queue[Changes] = queue.Queue()

    def hear(changes: Changes) -> None:
        if changes.file_versions:
            heard.put(changes)

    service.events.subscribe(hear)
    return heard


def test_no_thread_runs_until_a_tool_is_switched_on(
    service: MemoryService, watcher: FileVersionWatcher, announced: queue.Queue[Changes], notes: Path
) -> None:
    watcher.start()
    assert not watcher.running
    assert "arbor-file-versions" not in {thread.name for thread in threading.enumerate()}
    service.settings.set("file_versions.claude_code", True)
    assert watcher.running
    announced.get(timeout=30)
    assert len(service.file_versions.versions(str(notes))) == 1


def test_changes_and_deletions_are_kept_and_announced(
    versions: FileVersions, watcher: FileVersionWatcher, announced: queue.Queue[Changes], notes: Path
) -> None:
    watcher.start()
    announced.get(timeout=30)
    notes.write_bytes(lines(2))
    announced.get(timeout=30)
    notes.unlink()
    announced.get(timeout=30)
    assert [one.exists for one in versions.versions(str(notes))] == [False, True, True]


def test_a_file_that_is_being_written_is_kept_once_it_is_quiet(versions: FileVersions, notes: Path) -> None:
    versions.look()
    notes.write_bytes(b"")
    assert versions.look(settled=True) == 0
    notes.write_bytes(lines(11))
    assert versions.look(settled=True) == 0
    assert versions.look(settled=True) == 1
    assert [one.lines for one in versions.versions(str(notes))] == [11, 10]


def test_nothing_is_read_while_reading_is_paused(
    service: MemoryService, versions: FileVersions, watcher: FileVersionWatcher, notes: Path
) -> None:
    service.pause()
    watcher._look()
    assert versions.versions(str(notes)) == []
    service.resume()
    watcher._look()
    assert len(versions.versions(str(notes))) == 1


def test_watching_once_keeps_them_too(service: MemoryService, versions: FileVersions, notes: Path) -> None:
    service.watch_once()
    assert len(versions.versions(str(notes))) == 1


def test_what_another_process_keeps_is_announced_here(
    service: MemoryService, versions: FileVersions, announced: queue.Queue[Changes], notes: Path
) -> None:
    service._process_watcher.look()
    while not announced.empty():
        announced.get_nowait()
    with MemoryService.open(service.home) as other:
        assert other.file_versions.look() == 1
    service._process_watcher.look()
    assert announced.get_nowait().file_versions
    assert versions.look() == 0


def test_two_processes_keep_a_change_once(
    service: MemoryService, versions: FileVersions, notes: Path
) -> None:
    with MemoryService.open(service.home) as other:
        both = [threading.Thread(target=one.file_versions.look) for one in (service, other)]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
    assert len(versions.versions(str(notes))) == 1
