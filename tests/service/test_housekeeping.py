from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.core.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.service.housekeeping import newest_good_backup
from arbor_desktop.store import backup
from tests.conftest import ManualClock


def test_a_backup_can_be_made_and_restored_with_a_way_back(service: MemoryService, tmp_path: Path) -> None:
    service.store("Before the backup", type="fact")
    made = service.backup(tmp_path / "copy.db")
    assert made["bytes"] == (tmp_path / "copy.db").stat().st_size
    service.store("After the backup", type="fact")
    restored = service.restore_backup(tmp_path / "copy.db")
    assert [m.content for m in service.query().memories] == ["Before the backup"]
    service.restore_backup(str(restored["previous"]))
    assert service.query().total == 2


def test_an_existing_file_is_not_overwritten(service: MemoryService, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InvalidInput, match="exists already"):
        service.backup(tmp_path / "mine.txt")
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_backup_into_a_folder_gets_a_name(service: MemoryService, tmp_path: Path) -> None:
    made = service.backup(tmp_path)
    assert Path(str(made["path"])).parent == tmp_path


def test_junk_is_no_backup_and_changes_nothing(service: MemoryService, tmp_path: Path) -> None:
    service.store("Still here after", type="fact")
    (tmp_path / "junk.db").write_bytes(b"junk" * 4000)
    for path in (tmp_path / "junk.db", tmp_path / "missing.db"):
        with pytest.raises(ArborError):
            service.restore_backup(path)
    assert service.query().total == 1


def test_daily_backups_are_made_once_a_day_and_the_oldest_dropped(
    service: MemoryService, clock: ManualClock
) -> None:
    service.settings.set("backup.keep_daily", 3)
    for _ in range(5):
        assert service.housekeeping.daily_backup() is not None
        assert service.housekeeping.daily_backup() is None
        clock.advance(days=1)
    kept = sorted(path.name for path, _, _ in service.housekeeping.backups())
    assert kept == [
        "daily-20260103.db",
        "daily-20260104.db",
        "daily-20260105.db",
        "weekly-20260101.db",
    ]
    assert service.housekeeping.sizes()["backups"] > 0


def test_a_sound_store_has_no_problems(service: MemoryService) -> None:
    service.store("All is well here", type="fact")
    assert service.housekeeping.problems() == {"integrity": [], "index": [], "references": []}


def test_the_newest_backup_that_is_whole_is_found(service: MemoryService, clock: ManualClock) -> None:
    service.store("In the good backup", type="fact")
    good = service.housekeeping.daily_backup()
    assert good is not None
    newer = good.with_name("daily-99990101.db")
    newer.write_bytes(b"broken" * 1000)
    found = newest_good_backup(service.home)
    assert found is not None and found[0] == good


def test_the_file_is_checked_before_it_is_backed_up(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "integrity_problems", lambda conn, full: ["row 7 is missing"])
    with pytest.raises(StorageError, match="row 7 is missing"):
        service.housekeeping.check_and_back_up()
    assert service.housekeeping.backups() == []
    monkeypatch.undo()
    service.housekeeping.check_and_back_up()
    assert len(service.housekeeping.backups()) == 1
