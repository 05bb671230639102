from __future__ import annotations

import stat
import threading
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from arbor_desktop.database import backup, migrations
from arbor_desktop.database.connection import Database, _use_wal
from arbor_desktop.database.migrations import Migration
from arbor_desktop.errors import StorageError
from tests.conftest import ManualClock


def count(db: Database) -> int:
    return int(db.read(lambda c: c.execute("SELECT count(*) FROM memory").fetchone()[0]))


def test_the_file_and_its_folder_are_private(tmp_path: Path, clock: ManualClock) -> None:
    home = tmp_path / "deep" / "home"
    db = Database(home / "arbor_memory.db", clock)
    try:
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        db.write(lambda c: c.execute("CREATE TABLE t (x)"))
        for file in home.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    finally:
        db.close()


def test_a_failed_write_leaves_nothing(db: Database, add: Callable[..., str]) -> None:
    def work(conn: apsw.Connection) -> None:
        conn.execute("INSERT INTO feedback (memory, kind, at) VALUES (1, 'CONFIRM', 0)")
        raise ValueError("half way")

    add("something to refer to")
    with pytest.raises(ValueError, match="half way"):
        db.write(work)
    assert db.read(lambda c: c.execute("SELECT count(*) FROM feedback").fetchone()[0]) == 0


def test_readers_see_a_snapshot_while_a_write_is_under_way(db: Database, add: Callable[..., str]) -> None:
    add("the first")
    inside, go_on = threading.Event(), threading.Event()

    def slow(conn: apsw.Connection) -> None:
        conn.execute("DELETE FROM memory")
        inside.set()
        go_on.wait(10)

    writer = threading.Thread(target=db.write, args=(slow,))
    writer.start()
    inside.wait(10)
    assert count(db) == 1
    go_on.set()
    writer.join()
    assert count(db) == 0


def test_a_reader_cannot_write(db: Database) -> None:
    with pytest.raises(StorageError):
        db.read(lambda c: c.execute("DELETE FROM memory"))


def test_many_threads_write_without_losing_anything(db: Database, add: Callable[..., str]) -> None:
    def work(name: int) -> None:
        for n in range(20):
            add(f"thread {name} says number {n}")

    threads = [threading.Thread(target=work, args=(n,)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count(db) == 100


def test_two_databases_on_one_file_wait_for_each_other(
    tmp_path: Path, db: Database, clock: ManualClock
) -> None:
    other = Database(db.path, clock)
    try:
        before = db.data_version()
        other.write(lambda c: c.execute("INSERT INTO usage (day, backend, model) VALUES ('d', 'b', 'm')"))
        assert db.data_version() != before
        db.write(lambda c: c.execute("DELETE FROM usage"))
        assert other.read(lambda c: c.execute("SELECT count(*) FROM usage").fetchone()[0]) == 0
    finally:
        other.close()


def test_a_folder_that_is_a_file_is_a_clear_error(tmp_path: Path, clock: ManualClock) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(StorageError, match="can't write its memory file"):
        Database(tmp_path / "home" / "arbor_memory.db", clock)


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "arbor_memory.db"
    path.write_bytes(b"this is no database" * 1000)
    with pytest.raises(StorageError, match="damaged") as caught:
        Database(path, clock)
    assert caught.value.context["damaged"] is True
    assert path.read_bytes() == b"this is no database" * 1000


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path, clock: ManualClock) -> None:
    Database(tmp_path / "m.db", clock).close()
    conn = apsw.Connection(str(tmp_path / "m.db"))
    conn.execute("PRAGMA user_version = 999")
    conn.close()
    before = (tmp_path / "m.db").read_bytes()
    with pytest.raises(StorageError, match="newer Arbor"):
        Database(tmp_path / "m.db", clock)
    assert (tmp_path / "m.db").read_bytes() == before


def _second(conn: apsw.Connection) -> None:
    conn.execute("ALTER TABLE memory ADD COLUMN mood TEXT")


def _broken(conn: apsw.Connection) -> None:
    conn.execute("ALTER TABLE memory ADD COLUMN half TEXT")
    raise RuntimeError("power cut")


def test_a_migration_is_backed_up_recorded_and_keeps_what_was_there(
    tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, add: Callable[..., str], db: Database
) -> None:
    add("kept over the migration")
    db.close()
    newest = migrations.MIGRATIONS[-1].version
    newer = (*migrations.MIGRATIONS, Migration(newest + 1, "moods", _second))
    monkeypatch.setattr(migrations, "MIGRATIONS", newer)
    monkeypatch.setattr(migrations.migrate, "__defaults__", (newer,))
    monkeypatch.setattr(migrations.pending, "__defaults__", (newer,))
    again = Database(db.path, clock)
    try:
        assert count(again) == 1
        assert again.read(migrations.version_of) == newest + 1
        names = again.read(lambda c: [r[0] for r in c.execute("SELECT name FROM schema_migration")])
        assert names == [m.name for m in newer]
    finally:
        again.close()
    (saved,) = (db.path.parent / backup.FOLDER).iterdir()
    assert saved.name.startswith(f"before-migration-v{newest}-")


def test_a_migration_that_fails_leaves_the_old_version_whole(tmp_path: Path, clock: ManualClock) -> None:
    Database(tmp_path / "m.db", clock).close()
    conn = apsw.Connection(str(tmp_path / "m.db"))
    newest = migrations.MIGRATIONS[-1].version
    steps = (
        *migrations.MIGRATIONS,
        Migration(newest + 1, "moods", _second),
        Migration(newest + 2, "breaks", _broken),
    )
    with pytest.raises(RuntimeError, match="power cut"):
        migrations.migrate(conn, 0, steps)
    assert migrations.version_of(conn) == newest + 1
    columns = [row[1] for row in conn.execute("PRAGMA table_info(memory)")]
    assert "mood" in columns and "half" not in columns
    assert migrations.migrate(conn, 0, steps[:-1]) == []
    conn.close()


def test_a_backup_is_whole_private_and_taken_while_in_use(
    tmp_path: Path, db: Database, add: Callable[..., str]
) -> None:
    for n in range(50):
        add(f"memory number {n}")
    target = tmp_path / "backups" / "copy.db"
    size = db.read(lambda c: backup.write(c, target))
    assert size == target.stat().st_size
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert backup.check(target) == migrations.MIGRATIONS[-1].version
    assert [p.name for p in target.parent.iterdir()] == ["copy.db"]


def test_a_restored_backup_brings_back_that_very_state(
    tmp_path: Path, db: Database, add: Callable[..., str]
) -> None:
    add("before the backup")
    db.read(lambda c: backup.write(c, tmp_path / "copy.db"))
    add("after the backup")
    db.outside_transaction(lambda c: backup.restore(c, tmp_path / "copy.db"))
    assert db.read(lambda c: [r[0] for r in c.execute("SELECT content FROM memory")]) == ["before the backup"]


@pytest.mark.parametrize("content", [b"", b"junk" * 5000])
def test_what_is_no_backup_is_not_taken_for_one(tmp_path: Path, content: bytes) -> None:
    from arbor_desktop.errors import ArborError

    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(ArborError):
        backup.check(path)


def test_many_that_make_the_same_new_file_at_once_all_open_it(tmp_path: Path, clock: ManualClock) -> None:
    path, count = tmp_path / "new" / "arbor_memory.db", 6
    together = threading.Barrier(count)
    opened: list[Database] = []
    failed: list[BaseException] = []

    def work() -> None:
        together.wait(10)
        try:
            opened.append(Database(path, clock))
        except StorageError as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for db in opened:
        db.close()
    assert failed == [] and len(opened) == count


def test_a_new_file_that_is_busy_for_a_moment_is_waited_for() -> None:
    class Busy:
        tries = 0

        def execute(self, sql: str) -> None:
            self.tries += 1
            if self.tries < 3:
                raise apsw.BusyError("database is locked")

    busy = Busy()
    _use_wal(busy)
    assert busy.tries == 3


def test_a_bug_amid_a_reading_does_not_hold_an_old_snapshot(tmp_path: Path) -> None:
    database = Database(tmp_path / "memories.db", lambda: 1)
    database.write(lambda c: c.execute("CREATE TABLE t (x)"))
    database.write(lambda c: c.execute("INSERT INTO t VALUES (1), (2)"))
    held = []

    def broken(conn: apsw.Connection) -> None:
        for _ in conn.execute("SELECT x FROM t"):
            raise KeyError("a bug")

    try:
        database.read(broken)
    except KeyError as error:
        held.append(error)  # as a log or a report may
    database.write(lambda c: c.execute("DELETE FROM t"))
    assert database.read(lambda c: c.execute("SELECT count(*) FROM t").fetchone()) == (0,)
    assert held
    database.close()


def test_what_a_killed_process_left_of_a_backup_is_removed_at_the_next_start(
    tmp_path: Path, clock: ManualClock
) -> None:
    folder = tmp_path / backup.FOLDER
    folder.mkdir()
    left = [
        folder / ".before-migration-v5-20260101-000000.db.1-2.partial",
        folder / ".x.db.1-2.partial-journal",
    ]
    for path in left:
        path.write_text("half of a backup")
    with backup.locked(folder):  # now it may be this process that writes them
        for path in left:
            path.write_text("half of a backup")
        Database(tmp_path / "m.db", clock).close()
        assert all(path.exists() for path in left)
    Database(tmp_path / "m.db", clock).close()
    assert list(folder.iterdir()) == []


def test_a_writer_looks_often_whether_it_is_its_turn(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    other, looks = apsw.Connection(str(db.path)), []
    other.execute("BEGIN IMMEDIATE")

    def sleep(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 20:
            other.execute("COMMIT")

    monkeypatch.setattr("arbor_desktop.database.connection.time.sleep", sleep)
    db.write(lambda c: c.execute("DELETE FROM usage"))
    assert looks == [0.005] * 20
    other.close()
