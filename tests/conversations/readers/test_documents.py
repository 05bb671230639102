"""Documents that are rewritten whole, and other programs' databases: read without a trace."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.readers import databases
from arbor_desktop.conversations.readers.base import (
    Damaged,
    document_checkpoint,
    is_unchanged,
    parse_json,
    read_bytes,
    read_json,
)
from arbor_desktop.conversations.readers.databases import foreign_database, tables_of
from arbor_desktop.conversations.readers.values import decoded

# A process of its own: within one process SQLite's locks would not be seen, and closing a file drops them.
_WRITER = """
import sqlite3, sys
conn = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
conn.execute("PRAGMA wal_autocheckpoint = 0")
for line in sys.stdin:
    if line.strip() == "die":
        import os, signal
        os.kill(os.getpid(), signal.SIGKILL) if hasattr(signal, "SIGKILL") else os._exit(1)
    conn.execute(line)
    print("done", flush=True)
"""


class Writer:
    """Another program with the database open."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *statements: str) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        for statement in statements:
            self._process.stdin.write(f"{statement}\n")
            self._process.stdin.flush()
            assert self._process.stdout.readline() == "done\n", statement

    def die(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("die\n")
        self._process.stdin.flush()
        self._process.wait()

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._process.wait()


@contextmanager
def writer(path: Path) -> Iterator[Writer]:
    found = Writer(path)
    try:
        yield found
    finally:
        found.close()


_SNAPSHOT = """
import hashlib, os, sys
folder = sys.argv[1]
print(os.stat(folder).st_mtime_ns)
for name in sorted(os.listdir(folder)):
    path = os.path.join(folder, name)
    print(name, os.stat(path).st_mtime_ns, hashlib.sha256(open(path, "rb").read()).hexdigest())
"""


def snapshot(folder: Path) -> str:
    """Names, times and bytes of all files of a folder, and the folder's own time."""
    found = subprocess.run([sys.executable, "-c", _SNAPSHOT, str(folder)], capture_output=True, text=True)
    assert not found.stderr
    return found.stdout


def count(path: Path) -> int:
    with foreign_database(path) as conn:
        return int(conn.execute("SELECT count(*) FROM note").fetchone()[0])


MAKE = ("CREATE TABLE note (words TEXT)", "INSERT INTO note VALUES ('one')")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = tmp_path / "owner"
    folder.mkdir()
    return folder / "state.db"


@pytest.mark.parametrize("mode", ["delete", "truncate", "persist", "wal"])
def test_a_database_at_rest_is_read_without_a_trace(base: Path, mode: str) -> None:
    with writer(base) as write:
        write(f"PRAGMA journal_mode = {mode}", *MAKE)
    before = snapshot(base.parent)
    assert count(base) == 1
    assert snapshot(base.parent) == before


def test_a_database_that_is_being_written_is_read_without_a_trace(base: Path) -> None:
    with writer(base) as write:
        write("PRAGMA journal_mode = wal", *MAKE, "BEGIN", "INSERT INTO note VALUES ('not committed')")
        before = snapshot(base.parent)
        assert count(base) == 1
        assert snapshot(base.parent) == before
        write("COMMIT")
        before = snapshot(base.parent)
        assert count(base) == 2
        assert snapshot(base.parent) == before


def test_what_is_written_while_it_is_read_is_not_seen_half(base: Path) -> None:
    with writer(base) as write:
        write("PRAGMA journal_mode = wal", *MAKE)
        with foreign_database(base) as conn:
            conn.execute("BEGIN")
            assert conn.execute("SELECT count(*) FROM note").fetchone() == (1,)
            write("INSERT INTO note VALUES ('two')")  # the reader does not hold it up
            assert conn.execute("SELECT count(*) FROM note").fetchone() == (1,)
        assert count(base) == 2


@pytest.mark.parametrize("lost", [(), ("-shm",)])
def test_what_a_crash_left_in_the_log_is_read_without_a_trace(base: Path, lost: tuple[str, ...]) -> None:
    with writer(base) as write:
        write("PRAGMA journal_mode = wal", *MAKE, "INSERT INTO note VALUES ('two')")
        write.die()
    for suffix in lost:
        Path(f"{base}{suffix}").unlink()
    before = snapshot(base.parent)
    assert count(base) == 2
    assert snapshot(base.parent) == before


def test_a_large_database_with_only_its_log_is_not_copied(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writer(base) as write:
        write("PRAGMA journal_mode = wal", *MAKE)
        write.die()
    Path(f"{base}-shm").unlink()
    monkeypatch.setattr(databases, "MAX_DOCUMENT", 4096)
    with pytest.raises(Damaged, match="larger"):
        count(base)


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_that_is_locked_is_damaged_and_can_be_read_later(
    base: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "BUSY_SECONDS", 0.01)
    with writer(base) as write:
        write(f"PRAGMA journal_mode = {mode}", *MAKE)
        if mode == "wal":  # nobody else may even look
            write("PRAGMA locking_mode = exclusive", "PRAGMA journal_mode = delete")
        write("BEGIN EXCLUSIVE", "INSERT INTO note VALUES ('two')")
        before = snapshot(base.parent)
        with pytest.raises(Damaged, match="locked"):
            count(base)
        assert snapshot(base.parent) == before
        write("COMMIT", "PRAGMA locking_mode = normal", "INSERT INTO note VALUES ('three')")
        assert count(base) == 3


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that bind")
def test_a_read_only_folder_is_no_hindrance(base: Path) -> None:
    with writer(base) as write:
        write("PRAGMA journal_mode = wal", *MAKE)
    base.parent.chmod(0o500)
    try:
        assert count(base) == 1
    finally:
        base.parent.chmod(0o700)


@pytest.mark.parametrize("data", [b"", b"no database", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_database_is_damaged(base: Path, data: bytes) -> None:
    base.write_bytes(data)
    with pytest.raises(Damaged):
        count(base)


def test_a_database_that_is_gone_is_gone(base: Path) -> None:
    with pytest.raises(FileNotFoundError):
        count(base)


@given(place=st.integers(0, 8191), wrong=st.binary(min_size=1, max_size=60))
def test_a_broken_database_only_raises_oserror(
    tmp_path_factory: pytest.TempPathFactory, place: int, wrong: bytes
) -> None:
    path = tmp_path_factory.mktemp("broken") / "a.db"
    conn = sqlite3.connect(path)
    conn.executescript("CREATE TABLE note (words TEXT); INSERT INTO note VALUES ('one');")
    conn.close()
    data = path.read_bytes()
    path.write_bytes(data[:place] + wrong + data[place + len(wrong) :])
    try:
        with foreign_database(path) as found:
            tables_of(found)
            found.execute("SELECT * FROM note").fetchall()
    except OSError:
        return


def test_text_that_is_not_utf8_is_replaced(base: Path) -> None:
    with writer(base) as write:
        write(*MAKE, "INSERT INTO note VALUES (CAST(x'61ff62' AS TEXT))")
    with foreign_database(base) as conn:
        assert conn.execute("SELECT words FROM note ORDER BY rowid DESC").fetchone() == ("a\ufffdb",)
        assert tables_of(conn) == {"note"}


# -- documents --


def test_a_document_is_unchanged_until_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}")
    taken = document_checkpoint(path)
    assert taken.offset == 2
    assert is_unchanged(path, taken)
    os.utime(path, ns=(1, 1))
    assert not is_unchanged(path, taken)


def test_an_unfinished_checkpoint_is_read_again_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}")
    taken = document_checkpoint(path, finished=False)
    assert taken.offset == 0
    assert not is_unchanged(path, taken)


def test_the_log_of_a_database_belongs_to_its_checkpoint(base: Path) -> None:
    with writer(base) as write:
        write("PRAGMA journal_mode = wal", *MAKE)
        taken = document_checkpoint(base)
        assert is_unchanged(base, taken)
        write("INSERT INTO note VALUES ('two')")
        assert not is_unchanged(base, taken)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b'\xef\xbb\xbf{"a": 1}\r\n\0\0', {"a": 1}),
        (b'["\xff"]', ["\ufffd"]),
        (b'["\\ud800"]', ["?"]),
        (b" [1] ", [1]),
    ],
)
def test_json_is_read_whatever_its_edges(data: bytes, found: object) -> None:
    assert parse_json(data) == found


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Menü €".encode(), "Menü €"),
        ("Menü – für “Zoë”".encode("cp1252"), "Menü – für “Zoë”"),
        ("Menü\n".encode() + "für\n".encode("cp1252"), "Menü\nfür\n"),
        ("Menü".encode() + b" f\xfcr", "Menü f\ufffdr"),  # UTF-8 with damage
        (b"a\xff\xc3", "a\ufffd\ufffd"),
    ],
)
def test_the_encoding_of_a_text_is_guessed_where_it_is_likely(data: bytes, text: str) -> None:
    assert decoded(data) == text


@pytest.mark.parametrize("data", [b"", b'{"a": ', b"\0\0\0", b"[" * 100_000, b'{"a": 1} {"b": 2}'])
def test_json_that_is_not_whole_is_damaged(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(data)
    with pytest.raises(Damaged):
        read_json(path)


@given(st.binary(max_size=300))
def test_any_bytes_are_json_or_damaged(data: bytes) -> None:
    try:
        parse_json(data)
    except Damaged:
        return


def test_a_document_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"x" * 100)
    assert hashlib.sha256(read_bytes(path, 100)).hexdigest()
    with pytest.raises(Damaged, match="larger"):
        read_bytes(path, 99)
