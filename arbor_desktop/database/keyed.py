"""Opening of database files, plain or encrypted by SQLite3 Multiple Ciphers (ChaCha20-Poly1305).

A key is 64 hexadecimal digits, 256 random bits, and is used directly, without slow key derivation.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import apsw

READ_ONLY = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
"""To read, also for `rewrite`."""
PLAIN = b"SQLite format 3\0"
CIPHER = "chacha20"
OPEN_OR_CREATE = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
_STEPS = 20_000
_WITHOUT_LOCKS = "win32-none" if sys.platform == "win32" else "unix-none"


def connect(
    path: str, key: str | None, flags: int = OPEN_OR_CREATE, vfs: str | None = None
) -> apsw.Connection:
    """Open a file, with its key if it is encrypted. A wrong key raises apsw.NotADBError at the first
    statement. Raises apsw.Error."""
    if key is None:
        return apsw.Connection(path, flags=flags, vfs=vfs)
    # The VFS that encrypts wraps the one that reads and writes files.
    conn = apsw.Connection(path, flags=flags, vfs=vfs and f"multipleciphers-{vfs}")
    try:
        conn.pragma("cipher", CIPHER)
        conn.pragma("key", f"raw:{key}")
        conn.pragma("temp_store", 2)  # nothing of it goes to a plain temporary file
    except BaseException:
        conn.close()
        raise
    return conn


def connect_read_only(path: str, key: str | None = None) -> apsw.Connection:
    """Open a file that nobody can be writing, on a read-only or full disk: the shared index of the log, which
    every writer needs, can't be created there. Raises apsw.Error."""
    if os.path.exists(path + "-wal") and os.path.getsize(path + "-wal"):  # noqa: PTH110, PTH202 - hooks use it
        conn = connect(path, key, apsw.SQLITE_OPEN_READONLY, _WITHOUT_LOCKS)
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")  # the index of the log is then in memory
        return conn
    from urllib.parse import quote

    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return connect(f"file:{quote(path)}?immutable=1", key, flags)


def is_plain(path: Path | str) -> bool:
    """Return whether a file is a database that is not encrypted. Raises OSError."""
    with open(path, "rb") as file:  # noqa: PTH123 - text or path
        return file.read(len(PLAIN)) == PLAIN


def key_of(path: Path, key: str | None) -> str | None:
    """Return the key to open `path` with: `key`, or None if the file is plain. Copies made before encryption
    was turned on, or brought from elsewhere, may be plain. Raises OSError."""
    return None if key is None or is_plain(path) else key


def rewrite(
    conn: apsw.Connection, target: Path, key: str | None, progress: Callable[[int], None] = lambda size: None
) -> None:
    """Write all of an open database into the new file `target`, encrypted with `key` (None: plain), and on to
    the disk. `progress` is called with the bytes that are written, and stops it by raising.

    The connection was opened with SQLITE_OPEN_URI and is in no transaction. Raises apsw.Error, whose message has no key.
    """

    def look() -> bool:
        progress(target.stat().st_size if target.exists() else 0)
        return False

    cipher = "cipher=none&key=" if key is None else f"cipher={CIPHER}&key=raw:{key}"
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    conn.set_progress_handler(look, _STEPS)
    try:
        conn.execute("VACUUM INTO ?", (f"{target.absolute().as_uri()}?{cipher}",))
    except apsw.Error as error:
        raise type(error)(str(error).partition("file:")[0] + target.name) from None
    finally:
        conn.set_progress_handler(None)
    with target.open("rb+") as file:
        os.fsync(file.fileno())
