"""Backups of the memory file, its recovery, and its size."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from arbor_desktop.database import backup, erased
from arbor_desktop.editing.operations import finish_erasing
from arbor_desktop.editing.queries import purge
from arbor_desktop.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.ids import new_id
from arbor_desktop.paths import Home
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

DAILY, WEEKLY = "daily-", "weekly-"
"""Beginnings of the names of such backups; their day follows."""


def set_aside_damaged(home: Home, replacement: str | Path, now: int, key: str | None = None) -> Path:
    """Move a memory file that no service can open out of the way, so that `replacement` can be restored.

    Return where the damaged one is now. Raises InvalidInput or StorageError, with nothing moved, if the
    replacement is not a whole backup, and Locked. `key`: of an encrypted memory, which is looked up if it is
    not given.
    """
    backup.check(Path(replacement).expanduser().absolute(), _key_of(home, key))
    try:
        return backup.set_aside(home.database, now)
    except OSError as error:
        raise StorageError(f"{home.database} can't be moved aside: {error.strerror}.") from error


def newest_good_backup(home: Home, key: str | None = None) -> tuple[Path, int] | None:
    """Return the newest whole backup, with its time in milliseconds; works without an open service. None also
    if the memory is locked. `key`: as in `set_aside_damaged`."""
    try:
        key = _key_of(home, key)
    except ArborError:
        return None
    for path, _, modified in list_backups(home):
        try:
            backup.check(path, key)
        except ArborError:
            continue
        return path, modified
    return None


def recover(home: Home, source: Path | None, now: int, key: str | None = None) -> Path:
    """Replace a memory file that can't be opened by a backup (None: by nothing).

    Return where the damaged file is now, under a dated name. `key`: as in `set_aside_damaged`. Raises
    InvalidInput, StorageError, Locked.
    """
    try:
        if source is None:
            return backup.set_aside(home.database, now)
        backup.check(source, _key_of(home, key))
        with backup.locked(home.backups):
            partial = home.backups / f".{home.database.name}.partial"
            shutil.copyfile(source, partial)
            partial.chmod(0o600)
            aside = backup.set_aside(home.database, now)
            partial.replace(home.database)
    except OSError as error:
        raise StorageError(f"{home.database} can't be replaced: {error.strerror}.") from error
    return aside


def _key_of(home: Home, key: str | None) -> str | None:
    if key is not None or not home.encryption.exists():
        return key
    from arbor_desktop.encryption import keys

    return keys.find(home)


def key_file_of(path: Path) -> Path:
    """Return the copy of encryption.json beside an encrypted backup: `arbor.encryption.json`."""
    return path.with_name(f"{path.stem}.encryption.json")


def list_backups(home: Home) -> list[tuple[Path, int, int]]:
    """Return (path, bytes, modified in milliseconds) of all backups, the newest first."""
    found = [(p, s.st_size, s.st_mtime_ns // 1_000_000) for p in home.backups.glob("*.db") if (s := p.stat())]
    return sorted(found, key=lambda entry: -entry[2])


def _day_of(path: Path) -> date | None:
    """Return the day in a backup's name."""
    try:
        return datetime.strptime(path.stem.rpartition("-")[2], "%Y%m%d").date()
    except ValueError:  # somebody gave it another name
        return None


class Backups:
    """Thread-safe; among processes, only one writes backups at a time."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._checked = False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with backup.locked(self._rt.home.backups):
                yield
        except OSError as error:
            raise StorageError(f"The backup can't be written: {error.strerror}.") from error

    def backup(self, path: str | Path | None = None) -> dict[str, object]:
        """Copy the memory file while it is in use, and return `{path, bytes}`. Without a path it goes into
        the folder of backups. Raises InvalidInput if the file exists already or its folder does not,
        StorageError."""
        with self._alone():
            return self._backup(path)

    def _backup(self, path: str | Path | None) -> dict[str, object]:
        target = self._rt.home.backups if path is None else Path(path).expanduser().absolute()
        if target.is_dir():
            target = target / f"arbor-{self._now():%Y%m%d-%H%M%S}.db"
        if target.exists():
            raise InvalidInput(f"{target} exists already; choose another name.", path=str(target))
        if not target.parent.is_dir():
            raise InvalidInput(
                f"There is no folder {target.parent}. Create it first, or choose another.", path=str(target)
            )
        try:
            size = self._rt.db.read(lambda c: backup.write(c, target, key=self._rt.db.key))
        except OSError as error:
            raise StorageError(f"The backup can't be written to {target}: {error.strerror}.") from error
        if self._rt.db.key is not None and target.parent != self._rt.home.backups:
            self._put_key_file_beside(target)
        return {"path": str(target), "bytes": size}

    def _put_key_file_beside(self, target: Path) -> None:
        """Copy what the recovery code needs to open a backup on another computer."""
        try:
            shutil.copyfile(self._rt.home.encryption, key_file_of(target))
        except OSError as error:
            raise StorageError(
                f"{key_file_of(target)}, which the backup needs, can't be written: {error.strerror}."
            ) from error

    def restore_backup(self, path: str | Path, own_key: str | None = None) -> dict[str, object]:
        """Replace all memories by a backup's, without what was deleted for good since, and return `{path,
        bytes, previous}`; `previous` is a backup of what was there before. `own_key`: of an encrypted backup
        of another memory."""
        source, key = Path(path).expanduser().absolute(), self._rt.db.key
        backup.check(source, own_key or key)
        finish_erasing(self._rt)
        folder, now = self._rt.home.backups, self._rt.clock()
        gone = self._rt.db.read(erased.all_of)
        with self._alone():
            saved = self._backup(folder / f"before-restore-{new_id(now)}.db")
            ready = folder / f".{source.name}.partial-restore"
            self._rt.db.outside_transaction(
                lambda _: purge.write_without(source, ready, gone, now, key, own_key)
            )
            self._rt.db.outside_transaction(lambda c: backup.restore(c, ready, key))
            ready.unlink()
        self._rt.events.announce(Changes(all_memories=True, status=True))
        return {"path": str(source), "bytes": source.stat().st_size, "previous": saved["path"]}

    def daily_backup(self, between: Callable[[], object] | None = None) -> Path | None:
        """Make today's backup unless there is one, and delete those beyond what is kept. Return the new one.

        `between` is called every few megabytes; what it raises ends it, with nothing left behind.
        """
        target = self._rt.home.backups / f"{DAILY}{self._now():%Y%m%d}.db"
        with self._alone():
            if target.exists():
                return None
            self._rt.db.read(lambda c: backup.write(c, target, between, self._rt.db.key))
            self._delete_old(target)
        return target

    def _delete_old(self, new: Path) -> None:
        """Keep the newest daily ones, the one just made, and of those before one a week, as a weekly one."""
        folder, get = self._rt.home.backups, self._rt.settings.get
        weekly = sorted(folder.glob(f"{WEEKLY}*.db"))
        for old in sorted(folder.glob(f"{DAILY}*.db"))[: -get("backup.keep_daily")]:
            if old == new:  # the clock was wrong once, and left some of days to come
                continue
            day = _day_of(old)
            days = [kept for path in weekly if (kept := _day_of(path)) is not None]
            if get("backup.keep_weekly") and day and all(abs((day - kept).days) >= 7 for kept in days):
                weekly.append(old.replace(folder / f"{WEEKLY}{day:%Y%m%d}.db"))
            else:
                old.unlink(missing_ok=True)
        for old in sorted(weekly)[: max(0, len(weekly) - get("backup.keep_weekly"))]:
            old.unlink(missing_ok=True)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._rt.clock() / 1000, UTC)

    def check_and_back_up(self) -> None:
        """End a deletion that was cut short, check the file once a run, and back it up if there is no backup
        of today or yesterday: the daily task makes them, unless it is switched off. A damaged file is not
        backed up.

        Raises StorageError with what is wrong.
        """
        self.finish_deletions()
        if not self._checked:
            problems = self._rt.db.read(lambda c: backup.integrity_problems(c, full=False))
            if problems:
                raise StorageError(
                    f"The memory file is damaged ({problems[0]}). Run arbor doctor, or restore a backup.",
                    damaged=True,
                )
            self._checked = True
        today, one = self._now().date(), timedelta(days=1)
        days = [_day_of(path) for path in self._rt.home.backups.glob(f"{DAILY}*.db")]
        if not any(day is not None and today - one <= day <= today + one for day in days):
            self.daily_backup()

    def finish_deletions(self) -> None:
        """End a deletion that was cut short, if that is possible now."""
        try:
            finish_erasing(self._rt, 0)
        except StorageError as error:
            log.info("%s", error)

    def all(self) -> list[tuple[Path, int, int]]:
        """Return (path, bytes, modified in milliseconds) of all backups, the newest first."""
        return list_backups(self._rt.home)

    def sizes(self) -> dict[str, int]:
        """Return the bytes on disk of the memory file and its side files (`database`), and of all
        `backups`."""
        database = self._rt.home.database
        parts = [database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))]
        return {
            "database": sum(p.stat().st_size for p in parts if p.exists()),
            "backups": sum(size for _, size, _ in self.all()),
        }
