"""SQLite databases in which other programs keep conversations: only what is new in them is read."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from arbor_desktop.conversations.files import stamp
from arbor_desktop.conversations.model import Batch, Checkpoint
from arbor_desktop.conversations.readers.base import (
    BATCH_CHARS,
    MAX_DOCUMENT,
    BatchBuilder,
    Damaged,
    document_checkpoint,
    head_of,
    is_unchanged,
)
from arbor_desktop.conversations.readers.values import embedded, mapping, number, text

BUSY_SECONDS = 2.0

State = Mapping[str, Any]


class Tables:
    """One look at a source's database. Every query ends at once, so that its owner never waits for Arbor."""

    numbered: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Tables whose row numbers tell what is new: their names in the state, and in the database."""
    look_back: ClassVar[int] = 0
    """How many of the last rows are read again, since they may have been replaced or withdrawn."""

    def __init__(self, conn: sqlite3.Connection, path: Path, since: State | None, out: BatchBuilder) -> None:
        """`since`: what `state` returned after the last look; None: everything is new."""
        self.conn = conn
        conn.row_factory = sqlite3.Row
        self.path = path
        self.since = since
        """None also where rows are gone: the database can't be the one that was read before."""
        self.out = out
        known = tables_of(conn) if self.numbered else ()
        self.last = {
            name: self.count(f"SELECT max(rowid) FROM {table}") if table in known else 0
            for name, table in self.numbered
        }
        """The numbers of the last rows."""
        if any(last < number(since, name) - self.look_back for name, last in self.last.items()):
            self.since = None

    def rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query, by the names of their columns."""
        return [dict(row) for row in self.conn.execute(sql, values).fetchall()]

    def count(self, sql: str, *values: object) -> int:
        """Return the number that a query answers; 0 where it answers none."""
        return number(self.conn.execute(sql, values).fetchone()[0])

    def take(self) -> Iterator[None]:
        """Put what is new into `out`, pausing wherever a batch may end."""
        raise NotImplementedError

    def state(self, now: int) -> State:
        """Return how far the database was read. `now`: its time of change in milliseconds."""
        raise NotImplementedError

    def progress(self) -> State | None:
        """Return where to go on from if reading ends here: where it began, unless rows are read in order."""
        return self.since


class DatabaseReader:
    """Reads the databases of a source."""

    source: str
    batch_chars: int = BATCH_CHARS
    tables: ClassVar[type[Tables]]

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether the file is a database of this source; one that can't be opened now by its place."""
        if not is_database(head):
            return False
        try:
            with foreign_database(path) as conn:
                return self.claims(conn)
        except Damaged:
            return self.is_place(path)

    def claims(self, conn: sqlite3.Connection) -> bool:
        """Return whether the database is of this source."""
        raise NotImplementedError

    def is_place(self, path: Path) -> bool:
        """Return whether a database at `path` is of this source, as far as its place tells."""
        raise NotImplementedError

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        taken = document_checkpoint(path)
        known: State | None = None
        if since is not None and (since.device, since.inode) == (taken.device, taken.inode) and since.state:
            known = mapping(json.loads(since.state))
        out = BatchBuilder(self.source)
        with foreign_database(path) as conn:
            tables = self.tables(conn, path, known, out)
            out.restarted = since is not None and tables.since is None
            for _ in tables.take():
                if out.chars >= self.batch_chars:
                    yield out.batch(_unfinished(taken, tables.progress()))
            state = tables.state(taken.mtime_ns // 1_000_000)
        yield out.batch(replace(taken, state=_dump(state)))


def _unfinished(taken: Checkpoint, progress: State | None) -> Checkpoint:
    """Return a checkpoint that never looks like an unchanged file."""
    if progress is None:
        return replace(taken, size=0, mtime_ns=0, offset=0)
    return replace(taken, size=0, mtime_ns=0, state=_dump(progress))


def _dump(state: State) -> str:
    return json.dumps(state, sort_keys=True, separators=(",", ":"))


@contextmanager
def foreign_database(path: Path) -> Iterator[sqlite3.Connection]:
    """Open another program's SQLite file so that nothing of it changes: neither a byte nor a time of a
    file, and no file appears beside it. Its owner may go on writing meanwhile.

    Raises Damaged where it is locked, broken or no database, OSError where it can't be read at all.
    """
    with ExitStack() as stack:
        try:
            conn = stack.enter_context(closing(_connect(path, stack)))
            conn.text_factory = lambda data: data.decode("utf-8", "replace")
            yield conn
        except sqlite3.Error as error:
            raise Damaged(f"The database can't be read: {error}.") from error
        except UnicodeDecodeError as error:  # SQLite's message has a damaged name
            raise Damaged("The database can't be read: its schema is damaged.") from error


def _connect(path: Path, stack: ExitStack) -> sqlite3.Connection:
    log, shared = Path(f"{path}-wal"), Path(f"{path}-shm")
    if not _keeps_log(path):
        # Its owner's locks are seen, and the reader's own are no more than locks.
        return _open(path, "mode=ro")
    if not log.exists() or log.stat().st_size == 0:
        # Nobody is writing. Without `immutable`, opening it would make the two files beside it.
        return _open(path, "mode=ro&immutable=1")
    if shared.exists():
        # Without `readonly_shm`, a reader notes in the owner's file how far it reads.
        return _open(path, "mode=ro&readonly_shm=1")
    return _open(_copy(path, log, stack), "mode=ro")


def _open(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_SECONDS)


def _keeps_log(path: Path) -> bool:
    """Return whether the database is in WAL mode, by its header (sqlite.org/fileformat2.html, 1.3.3)."""
    return head_of(path, 20)[18:] == b"\x02\x02"


def _copy(path: Path, log: Path, stack: ExitStack) -> Path:
    """Copy a database with only its log beside it, as a backup or a crash leaves it: whoever opens the
    log makes a third file beside it, so that must happen elsewhere."""
    before = stamp(path)
    if before[0] > MAX_DOCUMENT:
        raise Damaged(f"The database has an unfinished log and is larger than {MAX_DOCUMENT >> 20} MB.")
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="arbor-", ignore_cleanup_errors=True)))
    copy = folder / "copy.db"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, f"{copy}-wal")
    if stamp(path) != before:
        raise Damaged("The database changed while it was copied.")
    return copy


def tables_of(conn: sqlite3.Connection) -> set[str]:
    """Return the names of the tables."""
    return {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def column_json(value: object) -> Any:
    """Return the JSON value in a column, text or bytes; None where it is not whole."""
    return embedded(value.decode("utf-8", "replace") if isinstance(value, bytes) else text(value))


def is_database(head: bytes) -> bool:
    """Return whether a file that begins with `head` is an SQLite database."""
    return head.startswith(b"SQLite format 3\x00")
