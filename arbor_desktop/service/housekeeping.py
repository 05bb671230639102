"""Backups, sizes, and the questions of `doctor` that concern the store."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from arbor_desktop.core.errors import ArborError, InvalidInput, StorageError
from arbor_desktop.core.ids import new_id
from arbor_desktop.core.results import Changes
from arbor_desktop.paths import Home
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import backup, migrations, statistics
from arbor_desktop.store.database import Connection


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
        partial = home.database.with_name(f".{home.database.name}.partial")
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


class Housekeeping:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._checked = False

    def backup(self, path: str | Path) -> dict[str, object]:
        """Copies the memory file while it is in use: `{path, bytes}`. An existing file is not overwritten."""
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
        """Replaces all memories by a backup's. What was there is backed up first, as `previous`."""
        source = Path(path).expanduser().absolute()
        backup.check(source)
        saved = self.backup(self._rt.home.backups / f"before-restore-{new_id(self._rt.clock())}.db")
        self._rt.db.outside_transaction(lambda c: self._replace(c, source))
        self._rt.events.announce(Changes(all_memories=True, status=True))
        return {"path": str(source), "bytes": source.stat().st_size, "previous": saved["path"]}

    def _replace(self, conn: Connection, source: Path) -> None:
        backup.restore(conn, source)
        migrations.migrate(conn, self._rt.clock())

    def daily_backup(self) -> Path | None:
        """Makes today's backup unless there is one; drops those beyond what is kept. Answers the new one."""
        day = datetime.fromtimestamp(self._rt.clock() / 1000, UTC).strftime("%Y%m%d")
        target = self._rt.home.backups / f"daily-{day}.db"
        if target.exists():
            return None
        try:
            self._rt.db.read(lambda c: backup.write(c, target))
            keep = self._rt.settings.get("backup.keep_daily")
            for old in sorted(self._rt.home.backups.glob("daily-*.db"))[:-keep]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"Today's backup can't be written: {error.strerror}.") from error
        return target

    def check_and_back_up(self) -> None:
        """A quick check of the file once a run, and today's backup; a damaged file is not backed up.

        Raises StorageError with what is wrong.
        """
        if not self._checked:
            problems = self._rt.db.read(lambda c: backup.integrity_problems(c, full=False))
            if problems:
                raise StorageError(
                    f"The memory file is damaged ({problems[0]}). Run arbor doctor, or restore a backup.",
                    damaged=True,
                )
            self._checked = True
        self.daily_backup()

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

    def _stamp(self) -> str:
        return datetime.fromtimestamp(self._rt.clock() / 1000, UTC).strftime("%Y%m%d-%H%M%S")
