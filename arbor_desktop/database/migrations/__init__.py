"""Numbered migrations, applied in order, each recorded in its own transaction (spec 1.3).

`NNN.sql`, or `NNN.py` with `apply(conn)` where something is computed, brings a file from the version before
to version NNN. They are frozen: a migration imports the standard library alone, has its own copy of what it
computes, and never changes once it is released (`tests/database/test_migrations.py` knows their hashes). The
schema that they make together is `database/models.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

import apsw

from arbor_desktop.errors import StorageError

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Migration:
    """A step to a schema version."""

    version: int
    name: str
    apply: Callable[[apsw.Connection], None]


def _run_sql(version: int, conn: apsw.Connection) -> None:
    conn.execute((FOLDER / f"{version:03}.sql").read_text("utf-8"))


def _run_python(version: int, conn: apsw.Connection) -> None:
    import_module(f"{__name__}.{version:03}").apply(conn)


def _redact(conn: apsw.Connection) -> None:
    """Run migration 18 with today's rules: a newer rule finds more secrets, and none is to be kept."""

    def clean(texts: list[str]) -> list[str]:
        from arbor_desktop.redaction.redactor import screen

        return screen(personal=False).clean(texts)

    import_module(f"{__name__}.018").apply(conn, clean)


def _sql(version: int, name: str) -> Migration:
    return Migration(version, name, partial(_run_sql, version))


def _python(version: int, name: str) -> Migration:
    return Migration(version, name, partial(_run_python, version))


MIGRATIONS = (
    _sql(1, "initial schema"),
    _sql(2, "what a reader needs to go on in a file"),
    _sql(4, "what a person says of the rules of extraction"),
    _sql(5, "what a summary tells of, and whose words it holds"),
    _sql(6, "a vector is of its memory's text as it is"),
    _python(7, "names with signs are found: C++, .env"),
    _sql(8, "vectors of turns"),
    _sql(9, "why memories conflict, and what is still to be compared"),
    _sql(10, "how maintenance ended; when a project's files were read"),
    _python(13, "memories are found by what their details say"),
    _sql(14, "what moved memories, and when they helped, is found by its time"),
    _sql(15, "what models are asked, and what it costs"),
    _sql(16, "what sessions are told, and what is written into projects"),
    _sql(17, "what was deleted for good, so that no backup brings it back"),
    Migration(18, "secrets that were typed, or found by newer rules, are redacted", _redact),
    _sql(19, "what kind a project is, and which projects belong together"),
)


def version_of(conn: apsw.Connection) -> int:
    """Return the schema version of a file; 0 for a new one."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def pending(conn: apsw.Connection, migrations: tuple[Migration, ...] = MIGRATIONS) -> tuple[Migration, ...]:
    """Return the migrations that are still to be applied. Raises StorageError for a file from a newer
    version, which stays untouched."""
    version, newest = version_of(conn), migrations[-1].version
    if version > newest:
        raise StorageError(
            f"This memory file was written by a newer Arbor (format {version}; this one reads up to {newest}). "
            "Update Arbor to open it. The file was not changed.",
            version=version,
        )
    return tuple(m for m in migrations if m.version > version)


def migrate(conn: apsw.Connection, now: int, migrations: tuple[Migration, ...] = MIGRATIONS) -> list[str]:
    """Apply the missing migrations and return their names. A second process may do the same: a new file is
    created in one transaction, so that nobody takes an unfinished one for an old one."""
    applied = []
    steps = [migrations] if version_of(conn) == 0 else [(migration,) for migration in migrations]
    for step in steps:
        conn.execute("BEGIN IMMEDIATE")
        try:
            here = version_of(conn)
            missing = [migration for migration in step if migration.version > here]
            for migration in missing:
                _apply(conn, migration, now)
            conn.execute("COMMIT")
        except BaseException:
            conn.execute("ROLLBACK")
            raise
        applied += [migration.name for migration in missing]
    return applied


def _apply(conn: apsw.Connection, migration: Migration, now: int) -> None:
    conn.execute(
        "CREATE TABLE IF NOT EXISTS schema_migration "
        "(version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL)"
    )
    migration.apply(conn)
    conn.execute("INSERT INTO schema_migration VALUES (?, ?, ?)", (migration.version, migration.name, now))
    conn.execute(f"PRAGMA user_version = {migration.version}")
