"""Backups, sizes, and the questions of `doctor` that concern the store."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from arbor_desktop.capture import queries as statistics
from arbor_desktop.database import backup, erased
from arbor_desktop.editing.operations import finish_erasing
from arbor_desktop.editing.queries import purge
from arbor_desktop.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.ids import new_id
from arbor_desktop.maintenance.queries import verification
from arbor_desktop.paths import Home
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

DAILY, WEEKLY = "daily-", "weekly-"
"""How the names of such backups begin; their day follows."""


def set_aside_damaged(home: Home, replacement: str | Path, now: int) -> Path:
    """Moves a memory file that no service can open out of the way, so that `replacement` can be restored.

    Answers where the damaged one lies now. Raises InvalidInput or StorageError, with nothing moved, where
    the replacement is no whole backup.
    """
    backup.check(Path(replacement).expanduser().absolute())
    try:
        return backup.set_aside(home.database, now)
    except OSError as error:
        raise StorageError(f"{home.database} can't be moved aside: {error.strerror}.") from error


def newest_good_backup(home: Home) -> tuple[Path, int] | None:
    """The newest backup that is whole, with its time in milliseconds; works without an open service."""
    for path, _, modified in list_backups(home):
        try:
            backup.check(path)
        except ArborError:
            continue
        return path, modified
    return None


def recover(home: Home, source: Path | None, now: int) -> Path:
    """Puts a backup (None: nothing) in the place of a memory file that can't be opened.

    The damaged file is kept under a dated name, which is answered. Raises InvalidInput, StorageError.
    """
    try:
        if source is None:
            return backup.set_aside(home.database, now)
        backup.check(source)
        with backup.alone(home.backups):
            partial = home.backups / f".{home.database.name}.partial"
            shutil.copyfile(source, partial)
            partial.chmod(0o600)
            aside = backup.set_aside(home.database, now)
            partial.replace(home.database)
    except OSError as error:
        raise StorageError(f"{home.database} can't be replaced: {error.strerror}.") from error
    return aside


def list_backups(home: Home) -> list[tuple[Path, int, int]]:
    """(path, bytes, modified in milliseconds), the newest first."""
    found = [(p, s.st_size, s.st_mtime_ns // 1_000_000) for p in home.backups.glob("*.db") if (s := p.stat())]
    return sorted(found, key=lambda entry: -entry[2])


def _day_of(path: Path) -> date | None:
    """The day in a backup's name."""
    try:
        return datetime.strptime(path.stem.rpartition("-")[2], "%Y%m%d").date()
    except ValueError:  # somebody gave it another name
        return None


def _is_new_week(day: date, weekly: Iterable[Path]) -> bool:
    """Whether no weekly backup is of the week before a day."""
    kept = [found for path in weekly if (found := _day_of(path)) is not None]
    return all(abs((day - one).days) >= 7 for one in kept)


def _nothing() -> None:
    """Nobody waits."""


class Backups:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._checked = False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with backup.alone(self._rt.home.backups):
                yield
        except OSError as error:
            raise StorageError(f"The backup can't be written: {error.strerror}.") from error

    def backup(self, path: str | Path) -> dict[str, object]:
        """Copies the memory file while it is in use: `{path, bytes}`. An existing file is not overwritten."""
        with self._alone():
            return self._backup(path)

    def _backup(self, path: str | Path) -> dict[str, object]:
        target = Path(path).expanduser().absolute()
        if target.is_dir():
            target = target / f"arbor-{self._stamp()}.db"
        if target.exists():
            raise InvalidInput(f"{target} exists already; choose another name.", path=str(target))
        try:
            size = self._rt.db.read(lambda c: backup.write(c, target))
        except OSError as error:
            raise StorageError(f"The backup can't be written to {target}: {error.strerror}.") from error
        return {"path": str(target), "bytes": size}

    def restore_backup(self, path: str | Path) -> dict[str, object]:
        """Replaces all memories by a backup's, without what was deleted for good since. What was there is
        backed up first, as `previous`."""
        source = Path(path).expanduser().absolute()
        backup.check(source)
        finish_erasing(self._rt)
        folder, now = self._rt.home.backups, self._rt.clock()
        gone = self._rt.db.read(erased.all_of)
        with self._alone():
            saved = self._backup(folder / f"before-restore-{new_id(now)}.db")
            ready = folder / f".{source.name}.partial-restore"
            self._rt.db.outside_transaction(lambda _: purge.without(source, ready, gone, now))
            self._rt.db.outside_transaction(lambda c: backup.restore(c, ready))
            ready.unlink()
        self._rt.events.announce(Changes(all_memories=True, status=True))
        return {"path": str(source), "bytes": source.stat().st_size, "previous": saved["path"]}

    def daily_backup(self, between: Callable[[], object] = _nothing) -> Path | None:
        """Makes today's backup unless there is one; drops those beyond what is kept. Answers the new one.
        `between` is called every few megabytes; what it raises ends it, with nothing left behind."""
        target = self._rt.home.backups / f"{DAILY}{self._day():%Y%m%d}.db"
        with self._alone():
            if target.exists():
                return None
            self._rt.db.read(lambda c: backup.write(c, target, between))
            self._drop_old(target)
        return target

    def _drop_old(self, new: Path) -> None:
        """The newest daily ones stay, and the one that was just made. Of those before, one a week is kept as
        a weekly one."""
        folder, get = self._rt.home.backups, self._rt.settings.get
        weekly = sorted(folder.glob(f"{WEEKLY}*.db"))
        for old in sorted(folder.glob(f"{DAILY}*.db"))[: -get("backup.keep_daily")]:
            if old == new:  # the clock was wrong once, and left some of days to come
                continue
            day = _day_of(old)
            if get("backup.keep_weekly") and day and _is_new_week(day, weekly):
                weekly.append(old.replace(folder / f"{WEEKLY}{day:%Y%m%d}.db"))
            else:
                old.unlink(missing_ok=True)
        for old in sorted(weekly)[: max(0, len(weekly) - get("backup.keep_weekly"))]:
            old.unlink(missing_ok=True)

    def _day(self) -> date:
        return datetime.fromtimestamp(self._rt.clock() / 1000, UTC).date()

    def check_and_back_up(self) -> None:
        """Ends a deleting that was cut short. A quick check of the file once a run, and a backup if there is
        none of today or yesterday: the daily task makes them, where it is not switched off. A damaged file
        is not backed up.

        Raises StorageError with what is wrong.
        """
        self.take_up()
        if not self._checked:
            problems = self._rt.db.read(lambda c: backup.integrity_problems(c, full=False))
            if problems:
                raise StorageError(
                    f"The memory file is damaged ({problems[0]}). Run arbor doctor, or restore a backup.",
                    damaged=True,
                )
            self._checked = True
        days = [_day_of(path) for path in self._rt.home.backups.glob(f"{DAILY}*.db")]
        one = timedelta(days=1)
        if not any(day is not None and self._day() - one <= day <= self._day() + one for day in days):
            self.daily_backup()

    def take_up(self) -> None:
        """Ends a deleting that was cut short, if it can be ended now."""
        try:
            finish_erasing(self._rt, 0)
        except StorageError as error:
            log.info("%s", error)

    def backups(self) -> list[tuple[Path, int, int]]:
        """(path, bytes, modified in milliseconds), the newest first."""
        return list_backups(self._rt.home)

    def sizes(self) -> dict[str, int]:
        """Bytes on disk: the memory file with its side files, and all backups."""
        database = self._rt.home.database
        parts = [database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))]
        return {
            "database": sum(p.stat().st_size for p in parts if p.exists()),
            "backups": sum(size for _, size, _ in self.backups()),
        }

    def problems(self) -> dict[str, list[str]]:
        """What a full check finds: `integrity` of the file, `index` of full text, `references` of tables."""
        return {
            "integrity": self._rt.db.read(lambda c: backup.integrity_problems(c, full=True)),
            "index": self._rt.db.write(statistics.index_problems),
            "references": self._rt.db.read(statistics.logical_problems),
        }

    def invalid(self) -> list[tuple[str, str, str]]:
        """(id, text, why) of the memories that the monthly check marked since they can't be right."""
        return self._rt.db.read(lambda c: list(verification.invalid(c)))

    def _stamp(self) -> str:
        return datetime.fromtimestamp(self._rt.clock() / 1000, UTC).strftime("%Y%m%d-%H%M%S")
