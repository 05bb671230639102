"""Numbered migrations, applied in order, each recorded in its own transaction (spec 1.3).

`NNN.sql`, or `NNN.py` with `apply(conn)` where something is computed, brings a file from the version before
to version NNN. They are frozen: a migration imports the standard library alone, has its own copy of what it
computes, and never changes once it is released (`tests/database/test_migrations.py` knows their hashes). The
schema that they make together is `database/models.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

import apsw

from arbor_desktop.errors import StorageError
from arbor_desktop.quick_dataclass import dataclass

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
    _sql(2, "capture_file.state: what a reader needs to continue a file"),
    _sql(4, "evidence.confidence, rule_reset: feedback on the rules of extraction"),
    _sql(5, "category_summary: a person's edits, and what each version is based on"),
    _sql(6, "trigger: a vector is deleted when the text of its memory changes"),
    _python(7, "memory.search_text: names with signs, such as C++ and .env"),
    _sql(8, "vector_change, triggers: vectors of turns"),
    _sql(9, "conflict_event, memory_topic, judge, uncompared: history and comparison of conflicts"),
    _sql(10, "maintenance_run: endings and undo; project: when its files were read"),
    _python(13, "memory.search_text: words of details"),
    _sql(14, "indexes: changes and uses by time"),
    _sql(15, "model_*, chat_*, summary_wording: calls of language models and their costs"),
    _sql(16, "receipt, prepared_context, branch_*, project_file: blocks for sessions and instruction files"),
    _sql(17, "erased: keys of what was deleted permanently, for backups"),
    Migration(18, "secrets stored before today's rules are redacted", _redact),
    _sql(19, "project_kind: the kind of a project, and the projects that belong together"),
    _sql(20, "index: what was said, by time"),
    _sql(21, "file_version, file_content: versions of AI tools' memory files"),
    _sql(22, "secret_look: where secrets were found that older rules had missed"),
    _sql(23, "memory_event: clock, device, parent; device_*: synchronization with other devices"),
    _sql(24, "compared_session: sessions with and without memories"),
    _sql(25, "index: changes of status and words, by memory and time"),
    _sql(26, "team_*: memories shared with a team"),
    _sql(27, "index: evidence by memory and time; judge.unqueued: memories that are yet to be queued"),
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
