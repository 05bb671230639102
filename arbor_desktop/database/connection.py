"""The database file: one thread that writes, a read-only connection for each thread that reads."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import apsw

from arbor_desktop.clock import Clock
from arbor_desktop.database import backup, fulltext, migrations
from arbor_desktop.database.keyed import connect, connect_read_only
from arbor_desktop.errors import ArborError, StorageError

log = logging.getLogger(__name__)

T = TypeVar("T")
Connection = apsw.Connection
"""The type of a connection, for modules that only pass one on."""

BUSY_TIMEOUT_MS = 15_000
LATER_SECONDS, LATER_TIMEOUT_MS = 1.0, 250
LOOK_EVERY_MS = 5
WAL_RETRY_SECONDS = 0.02
WRITER_CACHE_KB = 32_768
CHECKPOINT_PAGES = 4_000
"""Pages (16 MB) that are written to the log before a checkpoint, which waits for the disk."""
READER_CACHE_KB = 4_096
ENCRYPTED_WRITER_KB, ENCRYPTED_READER_KB = 65_536, 32_768
"""The same for an encrypted file: a page that leaves the cache is decrypted again when it is read again."""
SIDES = ("", "-wal", "-shm")
"""Suffixes of the files that make up an open memory file."""
_UNWRITABLE = (apsw.ReadOnlyError, apsw.CantOpenError, apsw.IOError, apsw.FullError)
_WATCH_STEPS, _WATCH = 20_000, "maintenance"


class Database:
    """The memory file: `write` runs on the database thread in BEGIN IMMEDIATE, `read` on the caller's thread
    on a snapshot.

    Both may be called from any thread, and raise StorageError with a message for people where SQLite fails. A
    file that can't be written can still be read.
    """

    def __init__(self, path: Path, clock: Clock, key: str | None = None) -> None:
        """`key`: of an encrypted file."""
        self.path = path
        self.key = key
        self._clock = clock
        self._local = threading.local()
        self._readers: list[apsw.Connection] = []
        self._readers_lock = threading.Lock()
        self._closed = False
        self.unwritable: str | None = None
        """The reason why nothing can be saved; None if it can."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="arbor-store")
        self._order, self._awaited = threading.Lock(), threading.Event()
        try:
            self._writer = self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    def _open(self) -> apsw.Connection:
        with _as_storage_error(self.path):
            try:
                conn = self._open_to_write()
                self._files = _identities(self.path)
            except (OSError, *_UNWRITABLE) as error:
                conn = self._open_to_read(_unwritable(self.path, error))
            return conn

    def _open_to_write(self) -> apsw.Connection:
        _create_private(self.path)
        cache_kb = WRITER_CACHE_KB if self.key is None else ENCRYPTED_WRITER_KB
        conn = _configured(connect(str(self.path), self.key), cache_kb)
        try:
            _use_wal(conn)
            conn.execute("PRAGMA synchronous = NORMAL")
            conn.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
            conn.execute("PRAGMA foreign_keys = ON")
            if missing := migrations.pending(conn):
                if missing[0] is not migrations.MIGRATIONS[0]:
                    backup.before_migration(conn, self.path, self._clock(), self.key)
                migrations.migrate(conn, self._clock())
            backup.tidy(self.path.parent / backup.FOLDER)
        except BaseException:
            conn.close()
            raise
        return conn

    def _open_to_read(self, error: StorageError) -> apsw.Connection:
        """Raise `error` if there is nothing to read, or it is of an older version."""
        self.unwritable = error.message
        try:
            conn = self._connect_reader(WRITER_CACHE_KB)
            older = migrations.pending(conn)
        except _UNWRITABLE:
            raise error from None
        if older:
            conn.close()
            raise error
        return conn

    def _connect_reader(self, cache_kb: int) -> apsw.Connection:
        path = str(self.path)
        conn = connect_read_only(path, self.key) if self.unwritable else connect(path, self.key)
        return _configured(conn, cache_kb)

    def write(self, work: Callable[[apsw.Connection], T]) -> T:
        """Return the result of `work(connection)` in one write transaction on the database thread."""
        if threading.current_thread().name.startswith("arbor-store"):
            raise StorageError("A write was started inside another write.")
        if self.unwritable:
            raise StorageError(self.unwritable, path=str(self.path), unwritable=True)
        return self._submit(lambda: self._transaction(work)).result()

    def _submit(self, work: Callable[[], T]) -> Future[T]:
        """Run `work` on the database thread at once."""
        with self._order:
            self._awaited.set()
            return self._thread.submit(work)

    def write_later(self, work: Callable[[apsw.Connection], object]) -> None:
        """Run `work` as `write` does, without waiting for it: right before the next write, or after a second.
        It does not run at once because each transaction makes readers load their pages again. It is lost if
        the file is busy or can't be written."""

        def attempt() -> None:
            self._awaited.wait(LATER_SECONDS)
            _set_busy_timeout(self._writer, LATER_TIMEOUT_MS)
            try:
                self._transaction(work)
            except StorageError as error:
                log.info("Not noted: %s", error)
            finally:
                _set_busy_timeout(self._writer, BUSY_TIMEOUT_MS)

        with self._order:
            if not self.unwritable and not self._closed:
                self._awaited.clear()
                self._thread.submit(attempt)

    def _transaction(self, work: Callable[[apsw.Connection], T]) -> T:
        with _as_storage_error(self.path):
            conn = self._writer
            conn.execute("BEGIN IMMEDIATE")
            try:
                result = work(conn)
                self._check_still_there()
                conn.execute("COMMIT")
            except BaseException:
                # A failed COMMIT (disk full) may have ended the transaction already.
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
                raise
            return result

    def _check_still_there(self) -> None:
        if not self.unwritable and _identities(self.path) != self._files:
            raise StorageError(
                f"The memory file {self.path} was moved or deleted while Arbor was using it, so nothing can be "
                "saved. Put it back, or restore a backup, and start Arbor again.",
                path=str(self.path),
            )

    def outside_transaction(self, work: Callable[[apsw.Connection], T]) -> T:
        """Return the result of `work` outside a transaction (VACUUM, checkpoint), on the database thread."""

        def run() -> T:
            with _as_storage_error(self.path):
                return work(self._writer)

        return self._submit(run).result()

    def read(self, work: Callable[[apsw.Connection], T]) -> T:
        """Return the result of `work(connection)` on one snapshot, on this thread, without waiting for
        writers."""
        with _as_storage_error(self.path):
            conn = self._reader()
            if conn.in_transaction:  # a read within a read sees the same snapshot
                return work(conn)
            try:
                conn.execute("BEGIN")
                try:
                    return work(conn)
                finally:
                    if conn.in_transaction:
                        conn.execute("COMMIT")
            except ArborError:
                raise
            except BaseException:
                # An unfinished statement keeps its snapshot for as long as the error's traceback lives: this
                # thread would continue to read old data.
                self._drop_reader(conn)
                raise

    def _drop_reader(self, conn: apsw.Connection) -> None:
        self._local.conn = None
        with self._readers_lock:
            if conn in self._readers:
                self._readers.remove(conn)
        conn.close(True)

    def _reader(self) -> apsw.Connection:
        conn: apsw.Connection | None = getattr(self._local, "conn", None)
        if conn is None:
            if self._closed:
                raise StorageError("The memory file is closed.")
            self._check_still_there()
            conn = self._connect_reader(READER_CACHE_KB if self.key is None else ENCRYPTED_READER_KB)
            conn.execute("PRAGMA query_only = ON")
            self._local.conn = conn
            with self._readers_lock:
                self._readers.append(conn)
        return conn

    def data_version(self) -> int:
        """Return a number that changes when another process commits (`PRAGMA data_version`)."""
        return self.outside_transaction(data_version)

    def close(self) -> None:
        """Close all connections once running writes are done. May be called again."""
        if self._closed:
            return
        self._closed = True
        self._submit(self._writer.close).result()
        self._thread.shutdown()
        with self._readers_lock:
            for conn in self._readers:
                conn.close()
            self._readers.clear()


def data_version(conn: apsw.Connection) -> int:
    """Return a number that changes when another connection commits."""
    return int(conn.execute("PRAGMA data_version").fetchone()[0])


def _create_private(path: Path) -> None:
    """Create the file, readable by its owner alone (spec 8.3); SQLite gives its side files the same mode.
    Raises OSError, and StorageError if an existing file has lost its content."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.exists() and not path.stat().st_size and _had_content(path):
        raise _damaged(path, "it is empty, and it was not before")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _had_content(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return any((path.parent / backup.FOLDER).glob("*.db")) or (log.exists() and log.stat().st_size > 0)


def _identities(path: Path) -> list[tuple[int, int] | None]:
    """Return the identities of the files at the path, which differ if somebody moved or deleted them."""
    found: list[tuple[int, int] | None] = []
    for end in SIDES:
        try:
            stat = os.stat(f"{path}{end}")  # noqa: PTH116 - with every write
        except OSError:
            found.append(None)
        else:
            found.append((stat.st_dev, stat.st_ino))
    return found


def _damaged(path: Path, why: str) -> StorageError:
    return StorageError(
        f"The memory file {path} is damaged: {why}. Run arbor doctor.", path=str(path), damaged=True, why=why
    )


def _unwritable(path: Path, error: Exception) -> StorageError:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return StorageError(
        f"Arbor can't write its memory file {path} ({why}), so nothing can be saved. Check the folder's "
        "permissions and free space, or choose another folder with --home.",
        path=str(path),
        unwritable=True,
    )


def _configured(conn: apsw.Connection, cache_kb: int) -> apsw.Connection:
    _set_busy_timeout(conn, BUSY_TIMEOUT_MS)
    conn.execute(f"PRAGMA cache_size = -{cache_kb}")
    conn.execute("PRAGMA temp_store = MEMORY")
    fulltext.register(conn)
    return conn


def _set_busy_timeout(conn: apsw.Connection, timeout_ms: int) -> None:
    """Wait for others with short pauses. SQLite's own handler tries only ten times a second in the end, and
    so misses the gaps between the transactions of others for many seconds."""

    def wait(looks: int) -> bool:
        time.sleep(LOOK_EVERY_MS / 1000)
        return looks * LOOK_EVERY_MS < timeout_ms

    conn.set_busy_handler(wait)


def _use_wal(conn: apsw.Connection) -> None:
    """Switch to WAL mode. Two processes that create a file at once meet here, where SQLite's busy timeout
    does not wait."""
    deadline = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            conn.execute("PRAGMA journal_mode = WAL")
            return
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(WAL_RETRY_SECONDS)


@contextlib.contextmanager
def _as_storage_error(path: Path) -> Iterator[None]:
    try:
        yield
    except ArborError:
        raise
    except apsw.BusyError as error:
        raise StorageError("Another program keeps the memory file busy. Try again in a moment.") from error
    except apsw.FullError as error:
        raise StorageError(
            f"The disk is full, so {path.name} could not be written. Nothing was lost."
        ) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise _damaged(path, str(error)) from error
    except _UNWRITABLE as error:
        raise _unwritable(path, error) from error
    except apsw.Error as error:
        raise StorageError(f"The memory file refused an operation: {error}.", path=str(path)) from error


def concerns_the_file(error: BaseException) -> bool:
    """Return whether an error concerns the memory file as a whole (busy, full, damaged, not writable), so
    that the next record would fail as well."""
    whole = (
        apsw.BusyError, apsw.LockedError, apsw.FullError, apsw.CorruptError, apsw.NotADBError,
        apsw.ReadOnlyError, apsw.CantOpenError, apsw.IOError, apsw.InterruptError,
    )  # fmt: skip
    return isinstance(error, StorageError) and isinstance(error.__cause__, whole)


def watched(conn: apsw.Connection, stopping: Callable[[], bool], work: Callable[[], T]) -> T:
    """Return the result of `work`, whose statements on `conn` take long; stop it with a StorageError as soon
    as `stopping` returns True."""
    conn.set_progress_handler(stopping, _WATCH_STEPS, id=_WATCH)
    try:
        return work()
    finally:
        conn.set_progress_handler(None, id=_WATCH)
