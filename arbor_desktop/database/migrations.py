"""Versioned migrations: named functions, applied in order, each recorded in its own transaction (spec 1.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import apsw

from arbor_desktop.database import schema
from arbor_desktop.errors import StorageError

# What a migration needs is imported by it: nearly every start has none to apply.


@dataclass(frozen=True, slots=True)
class Migration:
    version: int
    name: str
    apply: Callable[[apsw.Connection], None]


def _initial(conn: apsw.Connection) -> None:
    conn.execute(schema.INITIAL)


def _reader_state(conn: apsw.Connection) -> None:
    conn.execute("ALTER TABLE capture_file ADD COLUMN state TEXT NOT NULL DEFAULT ''")


def _rule_trust(conn: apsw.Connection) -> None:
    from arbor_desktop.extraction.queries import rules

    conn.execute(rules.MIGRATION)


def _vectors_follow_texts(conn: apsw.Connection) -> None:
    from arbor_desktop.search.queries import vectors

    conn.execute(vectors.MIGRATION)


def _summaries(conn: apsw.Connection) -> None:
    from arbor_desktop.summaries.queries import summaries

    conn.execute(summaries.MIGRATION)


def _signed_names(conn: apsw.Connection) -> None:
    from arbor_desktop.text.words import signed_names

    with_signs = conn.execute(
        "SELECT row, content FROM memory WHERE content GLOB '*[+#.]*' ORDER BY row"
    ).fetchall()
    for row, content in with_signs:
        if names := signed_names(content):
            conn.execute(
                "UPDATE memory SET search_text = trim(search_text || ' ' || ?) WHERE row = ?",
                (" ".join(names), row),
            )


def _vectors_of_turns(conn: apsw.Connection) -> None:
    from arbor_desktop.search.queries import turn_vectors

    conn.execute(turn_vectors.MIGRATION)


def _conflicts(conn: apsw.Connection) -> None:
    from arbor_desktop.conflicts.queries import conflict_history

    conn.execute(conflict_history.MIGRATION)


def _maintenance(conn: apsw.Connection) -> None:
    from arbor_desktop.maintenance.queries import maintenance
    from arbor_desktop.projects.queries import projects

    conn.execute(maintenance.MIGRATION)
    conn.execute(projects.MIGRATION)


def _words_of_details(conn: apsw.Connection) -> None:
    from arbor_desktop.memories.queries import fields, records

    detailed = conn.execute(
        "SELECT row, content, details, search_text FROM memory WHERE details != '{}' ORDER BY row"
    ).fetchall()
    for row, content, details, before in detailed:
        after = fields.search_text(content, records.from_json(details))
        if after != before:
            conn.execute("UPDATE memory SET search_text = ? WHERE row = ?", (after, row))


def _insights(conn: apsw.Connection) -> None:
    from arbor_desktop.maintenance.insights.queries import insights

    conn.execute(insights.MIGRATION)


def _model(conn: apsw.Connection) -> None:
    from arbor_desktop.chat.queries import chats
    from arbor_desktop.models.queries import model, refined

    conn.execute(model.MIGRATION)
    conn.execute(chats.MIGRATION)
    conn.execute(refined.MIGRATION)


def _deliveries(conn: apsw.Connection) -> None:
    from arbor_desktop.branches.queries import branch_memory, project_switches
    from arbor_desktop.context.queries import prepared, receipts
    from arbor_desktop.memories.queries import proposals

    conn.execute(receipts.MIGRATION)
    conn.execute(prepared.MIGRATION)
    conn.execute(project_switches.MIGRATION)
    conn.execute(branch_memory.MIGRATION)
    conn.execute(proposals.MIGRATION)


def _erased(conn: apsw.Connection) -> None:
    from arbor_desktop.database import erased

    conn.execute(erased.MIGRATION)


def _typed_secrets(conn: apsw.Connection) -> None:
    from arbor_desktop.memories.queries import typed

    typed.redact(conn)


def _project_kinds(conn: apsw.Connection) -> None:
    from arbor_desktop.context.queries import prepared
    from arbor_desktop.projects.queries import projects

    conn.execute(projects.KIND_MIGRATION)
    conn.execute(prepared.KIND_MIGRATION)


MIGRATIONS = (
    Migration(1, "initial schema", _initial),
    Migration(2, "what a reader needs to go on in a file", _reader_state),
    Migration(4, "what a person says of the rules of extraction", _rule_trust),
    Migration(5, "what a summary tells of, and whose words it holds", _summaries),
    Migration(6, "a vector is of its memory's text as it is", _vectors_follow_texts),
    Migration(7, "names with signs are found: C++, .env", _signed_names),
    Migration(8, "vectors of turns", _vectors_of_turns),
    Migration(9, "why memories conflict, and what is still to be compared", _conflicts),
    Migration(10, "how maintenance ended; when a project's files were read", _maintenance),
    Migration(13, "memories are found by what their details say", _words_of_details),
    Migration(14, "what moved memories, and when they helped, is found by its time", _insights),
    Migration(15, "what models are asked, and what it costs", _model),
    Migration(16, "what sessions are told, and what is written into projects", _deliveries),
    Migration(17, "what was deleted for good, so that no backup brings it back", _erased),
    Migration(18, "secrets that were typed, or found by newer rules, are redacted", _typed_secrets),
    Migration(19, "what kind a project is, and which projects belong together", _project_kinds),
)


def version_of(conn: apsw.Connection) -> int:
    """The schema version of a file; 0 for a new one."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def pending(conn: apsw.Connection, migrations: tuple[Migration, ...] = MIGRATIONS) -> tuple[Migration, ...]:
    """What is still to be applied. Raises StorageError for a file from a newer version, which stays untouched."""
    version, newest = version_of(conn), migrations[-1].version
    if version > newest:
        raise StorageError(
            f"This memory file was written by a newer Arbor (format {version}; this one reads up to {newest}). "
            "Update Arbor to open it. The file was not changed.",
            version=version,
        )
    return tuple(m for m in migrations if m.version > version)


def migrate(conn: apsw.Connection, now: int, migrations: tuple[Migration, ...] = MIGRATIONS) -> list[str]:
    """Applies what is missing and answers the names. Safe against a second process doing the same: a new file
    is made whole in one transaction, so that nobody takes a half-made one for an old one."""
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
