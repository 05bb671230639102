"""A memory file that can't be written, or that somebody emptied, moved or deleted."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.database import backup, migrations
from arbor_desktop.database.connection import Database
from arbor_desktop.database.keyed import connect_read_only
from arbor_desktop.errors import StorageError
from tests.conftest import ManualClock


def contents(db: Database) -> list[str]:
    return db.read(lambda c: [row[0] for row in c.execute("SELECT content FROM memory ORDER BY row")])


def no_more_writing(path: Path) -> None:
    """SQLite can't make its shared index, as on a full disk or a read-only one, for root too."""
    path.with_name(path.name + "-shm").symlink_to("nowhere")


def copied_in_use(db: Database, folder: Path) -> Path:
    """The files of a store as a killed process leaves them: the newest is only in the log."""
    folder.mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{db.path}{end}", folder / f"m.db{end}")
    return folder / "m.db"


@pytest.mark.parametrize("in_use", [True, False])
def test_a_file_that_can_not_be_written_is_read(
    tmp_path: Path, clock: ManualClock, db: Database, add: Callable[..., str], in_use: bool
) -> None:
    add("Written before the disk was full")
    path = copied_in_use(db, tmp_path / "full") if in_use else db.path
    db.close()
    no_more_writing(path)
    before = path.read_bytes()
    found = Database(path, clock)
    try:
        assert contents(found) == ["Written before the disk was full"]
        assert found.unwritable and "can't write" in found.unwritable
        with pytest.raises(StorageError, match="nothing can be saved") as caught:
            found.write(lambda c: c.execute("DELETE FROM memory"))
        assert caught.value.context["unwritable"] is True
    finally:
        found.close()
    assert path.read_bytes() == before


def test_a_hook_reads_it_too(db: Database, add: Callable[..., str]) -> None:
    add("Written before the disk was full")
    db.close()
    no_more_writing(db.path)
    conn = ready_blocks.open_file(str(db.path), 10)
    assert conn is not None
    assert conn.execute("SELECT content FROM memory").fetchall() == [("Written before the disk was full",)]


def test_an_odd_path_is_read_as_it_is(tmp_path: Path, db: Database, add: Callable[..., str]) -> None:
    add("In a folder with an odd name")
    folder = tmp_path / "50% of #1 ?mode=rwc"
    db.close()
    folder.mkdir()
    shutil.copy(db.path, folder / "m.db")
    conn = connect_read_only(str(folder / "m.db"))
    assert conn.execute("SELECT count(*) FROM memory").fetchone() == (1,)
    conn.close()


def test_a_file_of_an_older_version_that_can_not_be_written_is_refused(
    tmp_path: Path, clock: ManualClock
) -> None:
    path = tmp_path / "m.db"
    conn = apsw.Connection(str(path))
    migrations.migrate(conn, 0, migrations.MIGRATIONS[:-1])
    conn.execute("PRAGMA journal_mode = WAL")
    conn.close()
    no_more_writing(path)
    with pytest.raises(StorageError, match="can't write its memory file"):
        Database(path, clock)


def test_an_emptied_file_is_damaged_where_there_are_backups(
    clock: ManualClock, db: Database, add: Callable[..., str]
) -> None:
    add("In the backup alone")
    saved = db.path.parent / backup.FOLDER / "daily-20260101.db"
    db.read(lambda c: backup.write(c, saved))
    db.close()
    db.path.write_bytes(b"")
    with pytest.raises(StorageError, match="empty") as caught:
        Database(db.path, clock)
    assert caught.value.context["damaged"] is True
    assert db.path.read_bytes() == b""


def test_an_emptied_file_is_damaged_where_its_log_is_left(
    tmp_path: Path, clock: ManualClock, db: Database, add: Callable[..., str]
) -> None:
    add("In the log alone")
    path = copied_in_use(db, tmp_path / "cut")
    path.write_bytes(b"")
    with pytest.raises(StorageError, match="empty"):
        Database(path, clock)
    assert path.with_name("m.db-wal").stat().st_size > 0


def test_an_empty_file_is_new_where_nothing_was_before(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "m.db"
    path.touch()
    db = Database(path, clock)
    assert contents(db) == []
    db.close()


@pytest.mark.parametrize("lost", ["folder", "", "-wal", "-shm"])
def test_what_is_deleted_under_an_open_store_takes_no_more(
    tmp_path: Path, clock: ManualClock, lost: str
) -> None:
    db = Database(tmp_path / "home" / "m.db", clock)
    try:
        note = "INSERT INTO usage (day, backend, model) VALUES (?, 'b', 'm')"
        db.write(lambda c: c.execute(note, ("1",)))
        if lost == "folder":
            shutil.rmtree(db.path.parent)
        else:
            Path(f"{db.path}{lost}").unlink()
        with pytest.raises(StorageError, match="moved or deleted"):
            db.write(lambda c: c.execute(note, ("2",)))
        with pytest.raises(StorageError, match="moved or deleted"):
            db.read(lambda c: c.execute("SELECT day FROM usage").fetchall())
    finally:
        db.close()


def test_another_file_in_its_place_is_noticed(tmp_path: Path, clock: ManualClock) -> None:
    db, other = Database(tmp_path / "m.db", clock), tmp_path / "other.db"
    try:
        Database(other, clock).close()
        other.replace(db.path)
        with pytest.raises(StorageError, match="moved or deleted"):
            db.write(lambda c: None)
    finally:
        db.close()


def test_opening_a_file_of_this_version_waits_for_nobody_who_writes(
    clock: ManualClock, db: Database, add: Callable[..., str]
) -> None:
    add("Something to read")
    other = apsw.Connection(str(db.path))
    other.execute("BEGIN IMMEDIATE")
    second = Database(db.path, clock)
    assert contents(second) == ["Something to read"]
    second.close()
    other.close()
