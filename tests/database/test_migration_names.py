"""What was stored before names with signs were indexed is found by them afterwards."""

from __future__ import annotations

from pathlib import Path

import apsw

from arbor_desktop.database import migrations

BEFORE = tuple(migration for migration in migrations.MIGRATIONS if migration.version < 7)


def test_old_memories_are_found_by_names_with_signs(tmp_path: Path) -> None:
    conn = apsw.Connection(str(tmp_path / "old.db"))
    migrations.migrate(conn, 0, BEFORE)
    for row, (text, parts) in enumerate(
        (("Written in C++ with parseUser", "parse User"), ("Ends. Here", "")), start=1
    ):
        conn.execute(
            "INSERT INTO memory (row, id, content, search_text, fold, type, category, scope, source, status, "
            "confidence, privacy_level, created_at, updated_at, reinforced_at) "
            "VALUES (?, ?, ?, ?, ?, 'fact', 'facts', 'global', 'user_stated', 'active', 1, 'normal', "
            "0, 0, 0)",
            (row, f"id-{row}", text, parts, text),
        )
    migrations.migrate(conn, 0)
    texts = [text for (text,) in conn.execute("SELECT search_text FROM memory ORDER BY row")]
    assert texts == ["parse User cplusplus", ""]
    found = conn.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH 'cplusplus'").fetchall()
    assert found == [(1,)]
    conn.close()
