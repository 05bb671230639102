"""Erasure of what was deleted for good from backups (spec 1.3)."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import apsw

from arbor_desktop.database import counting, erased, migrations
from arbor_desktop.database.erased import Erased
from arbor_desktop.editing.queries import purge
from arbor_desktop.errors import StorageError

log = logging.getLogger(__name__)


def erase_from_all(folder: Path, gone: Erased, now: int) -> None:
    """Erases from the backups in `folder` what was erased from the memory file; a backup that can't be read is
    deleted, as nothing can be erased from it. Under `alone`. Raises OSError, StorageError."""
    for path in sorted(folder.glob("*.db")):
        try:
            if erased.EVERYTHING not in gone.keys:
                if _holds_any(path, gone):
                    without(path, path, gone, now)
                continue
        except (StorageError, apsw.CorruptError, apsw.NotADBError) as error:
            log.warning("The backup %s can't be read and is deleted: %s", path, error)
        except apsw.Error as error:
            raise StorageError(f"{path} can't be changed: {error}.") from error
        path.unlink()


def _holds_any(path: Path, gone: Erased) -> bool:
    conn = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return erased.holds_any(conn, gone.keys)
    except apsw.SQLError:  # a file of another program
        return False
    finally:
        conn.close()


def without(source: Path, target: Path, gone: Erased, now: int) -> None:
    """Writes a backup again, in this version and without what was erased since; `target` may be `source`."""
    partial = target.with_name(f".{target.name}.partial")
    shutil.copyfile(source, partial)
    partial.chmod(0o600)
    conn = apsw.Connection(str(partial))
    try:
        counting.register(conn)
        conn.execute("PRAGMA foreign_keys = ON")
        migrations.migrate(conn, now)
        with conn:
            purge.again(conn, gone, now)
        purge.scrub(conn)
    finally:
        conn.close()
    partial.replace(target)
