"""The list of what was deleted for good: ids and hashes, never words. It keeps a backup from bringing it
back, and records what a killed process left undone.

Plain SQL: every start reads it, and restored files may be of any older version.
"""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from arbor_desktop.quick_dataclass import dataclass

EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class Erased:
    """The list: `keys` of memories, conversations, projects and files with versions, and `sessions` (source, id, time) that must
    not be captured again."""

    keys: frozenset[str]
    sessions: tuple[tuple[str, str, int], ...] = ()


def of_project(path: str) -> str:
    """Return the key of a project, or of the versions of a file."""
    import hashlib  # the list is read at every start, and is nearly always empty

    return hashlib.sha256(path.encode()).hexdigest()


def note(conn: apsw.Connection, keys: Iterable[str]) -> None:
    """Add keys to the list."""
    conn.executemany("INSERT OR IGNORE INTO erased (key) VALUES (?)", [(key,) for key in keys])


def note_everything(conn: apsw.Connection) -> None:
    """Replace the list by "everything": no backup from before may be restored in part."""
    conn.execute("DELETE FROM erased")
    note(conn, [EVERYTHING])


def unfinished(conn: apsw.Connection) -> Erased:
    """Return what may still have traces in the memory file or its backups."""
    return _erased(conn, "WHERE done = 0")


def all_of(conn: apsw.Connection) -> Erased:
    """Return the whole list."""
    return _erased(conn, "")


def _erased(conn: apsw.Connection, which: str) -> Erased:
    keys = frozenset(key for (key,) in conn.execute(f"SELECT key FROM erased {which}"))
    sessions = conn.execute("SELECT source, session_id, at FROM erased_session") if keys else ()
    return Erased(keys, tuple((str(source), str(ident), int(at)) for source, ident, at in sessions))


def finish(conn: apsw.Connection, keys: Iterable[str]) -> None:
    """Note that no traces of `keys` are left."""
    conn.executemany("UPDATE erased SET done = 1 WHERE key = ?", [(key,) for key in keys])
    conn.execute("DELETE FROM erased WHERE key = ? AND done = 1", (EVERYTHING,))


def holds_any(conn: apsw.Connection, keys: Iterable[str]) -> bool:
    """Return whether a memory file, of any version, has something of what was deleted."""
    wanted = set(keys)
    found = conn.execute(
        "SELECT id FROM memory UNION SELECT memory_id FROM memory_event UNION SELECT id FROM conversation"
    )
    return any(key in wanted for (key,) in found) or bool(projects(conn, wanted))


def projects(conn: apsw.Connection, keys: Iterable[str]) -> list[str]:
    """Return the projects that are among `keys`, by their paths or the names that AI tools have for them, and
    the paths of files of which versions are kept."""
    wanted = set(keys)
    known = "SELECT path FROM project"
    if conn.table_exists(None, "project_kind"):  # not in an older file
        known += " UNION SELECT project FROM project_kind"
    if conn.table_exists(None, "file_version"):
        known += " UNION SELECT project FROM file_version WHERE project IS NOT NULL"
        known += " UNION SELECT path FROM file_version"
    return [path for (path,) in conn.execute(known) if of_project(path) in wanted]


def take_over(conn: apsw.Connection, erased: Erased) -> None:
    """Add `erased` to the list of another memory file that has nothing of it any more."""
    note(conn, erased.keys)
    finish(conn, all_of(conn).keys)
    conn.executemany(
        "INSERT OR IGNORE INTO erased_session (source, session_id, at) SELECT ?1, ?2, ?3 WHERE NOT EXISTS "
        "(SELECT 1 FROM conversation WHERE source = ?1 AND session_id = ?2)",
        erased.sessions,
    )
