"""The stored versions of AI tools' memory files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.database import erased
from arbor_desktop.file_versions.model import FileVersion, KeptFile

_version, _content = db.FileVersion, db.FileContent
_FIELDS = (
    _version.row, _version.tool, _version.path, _version.project, _version.at, _version.size, _version.hash,
    _version.mode, _version.lines, _version.added, _version.removed, _version.loss, _version.restored,
)  # fmt: skip


def _made(row: tuple[Any, ...]) -> FileVersion:
    id, tool, path, project, at, size, hash, mode, lines, added, removed, loss, restored = row
    kept = size is not None and hash is not None
    return FileVersion(
        id, tool, path, project, at, size, kept, mode, lines, added, removed, bool(loss), bool(restored)
    )


def hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def get(conn: apsw.Connection, id: int) -> FileVersion | None:
    found = db.run(conn, _version.select(*_FIELDS).where(_version.row == id)).fetchone()
    return None if found is None else _made(found)


def of_path(conn: apsw.Connection, path: str) -> list[FileVersion]:
    """Return the versions of a file, newest first."""
    query = _version.select(*_FIELDS).where(_version.path == path).order_by(_version.row.desc())
    return [_made(row) for row in db.run(conn, query)]


def newest(conn: apsw.Connection, path: str) -> FileVersion | None:
    """Return the newest version of a file."""
    query = _version.select(*_FIELDS).where(_version.path == path).order_by(_version.row.desc()).limit(1)
    found = db.run(conn, query).fetchone()
    return None if found is None else _made(found)


def files(conn: apsw.Connection) -> list[KeptFile]:
    """Return all files with versions, the newest change first."""
    last = _version.select(db.fn.max(_version.row), db.fn.count(_version.row)).group_by(_version.path)
    counts = dict(db.run(conn, last))
    query = _version.select(*_FIELDS).where(_version.row << list(counts)).order_by(_version.row.desc())
    return [KeptFile(_made(row), counts[row[0]]) for row in db.run(conn, query)]


def losses(conn: apsw.Connection, since: int) -> list[FileVersion]:
    """Return the versions that lost much since a moment, oldest first."""
    query = _version.select(*_FIELDS).where(_version.at >= since, _version.loss)
    return [_made(row) for row in db.run(conn, query.order_by(_version.row))]


def content(conn: apsw.Connection, id: int) -> bytes | None:
    """Return the bytes of a version; None if they are not kept or there was no file."""
    query = _content.select(_content.content).join(_version, on=_content.hash == _version.hash)
    found = db.run(conn, query.where(_version.row == id)).fetchone()
    return None if found is None else bytes(found[0])


def is_elsewhere(conn: apsw.Connection, content: bytes, path: str) -> bool:
    """Return whether the newest version of another file has the same content."""
    other = db.FileVersion.alias()
    last = other.select(db.fn.max(other.row)).where(other.path == _version.path)
    query = _version.select(_version.row).where(
        _version.hash == hashed(content), _version.path != path, _version.row == last
    )
    return db.run(conn, query.limit(1)).fetchone() is not None


def add(conn: apsw.Connection, content: bytes | None, **values: Any) -> FileVersion:
    """Store a version and return it."""
    hash = None if content is None else hashed(content)
    if hash is not None:
        db.run(conn, _content.insert(hash=hash, content=content).on_conflict_ignore())
    db.run(conn, _version.insert(hash=hash, **values))
    made = get(conn, conn.last_insert_rowid())
    assert made is not None
    return made


def delete(conn: apsw.Connection, ids: Iterable[int]) -> None:
    db.run(conn, _version.delete().where(_version.row << list(ids)))


def forget(conn: apsw.Connection, path: str) -> int:
    """Delete all versions of a file, and note that for its traces and for backups. Return how many."""
    db.run(conn, _version.delete().where(_version.path == path))
    count = int(conn.changes())
    erased.note(conn, [erased.of_project(path)])
    return count
