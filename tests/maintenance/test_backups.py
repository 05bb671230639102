from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.database import backup
from arbor_desktop.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.maintenance.backups import newest_good_backup
from arbor_desktop.service import MemoryService
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
        assert service.backups.daily_backup() is not None
        assert service.backups.daily_backup() is None
        clock.advance(days=1)
    kept = sorted(path.name for path, _, _ in service.backups.all())
    assert kept == [
        "daily-20260103.db",
        "daily-20260104.db",
        "daily-20260105.db",
        "weekly-20260101.db",
    ]
    assert service.backups.sizes()["backups"] > 0


def test_a_sound_store_has_no_problems(service: MemoryService) -> None:
    service.store("All is well here", type="fact")
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}


def test_the_newest_backup_that_is_whole_is_found(service: MemoryService, clock: ManualClock) -> None:
    service.store("In the good backup", type="fact")
    good = service.backups.daily_backup()
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
        service.backups.check_and_back_up()
    assert service.backups.all() == []
    monkeypatch.undo()
    service.backups.check_and_back_up()
    assert len(service.backups.all()) == 1


def test_of_two_months_seven_days_and_four_weeks_are_kept(service: MemoryService, clock: ManualClock) -> None:
    for _ in range(60):
        service.backups.daily_backup()
        clock.advance(days=1)
    names = sorted(path.name for path, _, _ in service.backups.all())
    assert names == [
        *(f"daily-202602{day}.db" for day in range(23, 29)),
        "daily-20260301.db",
        "weekly-20260129.db",
        "weekly-20260205.db",
        "weekly-20260212.db",
        "weekly-20260219.db",
    ]
    service.settings.set("backup.keep_weekly", 0)
    service.backups.daily_backup()
    assert all(path.name.startswith("daily-") for path, _, _ in service.backups.all())


def test_after_months_away_no_backup_is_dropped_that_is_the_only_one_of_its_week(
    service: MemoryService, clock: ManualClock
) -> None:
    service.settings.set("backup.keep_daily", 1)
    for days in (0, 1, 30, 1):
        clock.advance(days=days)
        service.backups.daily_backup()
    assert sorted(path.name for path, _, _ in service.backups.all()) == [
        "daily-20260202.db", "weekly-20260101.db", "weekly-20260201.db",
    ]  # fmt: skip


def test_the_chore_makes_a_backup_only_where_the_daily_task_did_not(
    service: MemoryService, clock: ManualClock
) -> None:
    service.backups.check_and_back_up()
    clock.advance(days=1)
    service.backups.check_and_back_up()  # today's comes with the daily task
    assert len(service.backups.all()) == 1
    clock.advance(days=1)
    service.backups.check_and_back_up()
    assert len(service.backups.all()) == 2


def test_a_backup_that_is_broken_off_leaves_nothing(service: MemoryService) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        service.backups.daily_backup(stop)
    assert list(service.home.backups.iterdir()) == []
