"""What was stored before details were indexed is found by them afterwards."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from arbor_desktop.database import migrations
from arbor_desktop.service import MemoryService

BEFORE = tuple(migration for migration in migrations.MIGRATIONS if migration.version < 13)
BUG = "The export is empty."


def test_old_memories_are_found_by_what_only_their_details_say(tmp_path: Path) -> None:
    conn = apsw.Connection(str(tmp_path / "old.db"))
    migrations.migrate(conn, 0, BEFORE)
    stored = (
        (BUG, '{"fix":"Read before the cursorGuard closes","made_up":"zebra","code_example":"okapi()"}', ""),
        ("Root cause: no lock.", '{"pattern":"no lock"}', "kept as it was"),
        ("Uses parseUser.", "{}", "parse User"),
    )
    for row, (text, details, parts) in enumerate(stored, start=1):
        conn.execute(
            "INSERT INTO memory (row, id, content, search_text, details, fold, type, category, scope, "
            "source, status, confidence, privacy_level, created_at, updated_at, reinforced_at) VALUES "
            "(?, ?, ?, ?, ?, ?, 'fact', 'bug_patterns', 'global', 'user_stated', 'active', 1, "
            "'normal', 0, 0, 0)",
            (row, f"id-{row}", text, parts, details, text),
        )
    migrations.migrate(conn, 0)
    texts = [text for (text,) in conn.execute("SELECT search_text FROM memory ORDER BY row")]
    assert texts == ["cursor Guard Read before cursorGuard closes", "", "parse User"]
    for word, rows in (("cursor", [1]), ("closing", [1]), ("zebra", []), ("okapi", [])):
        assert conn.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH ?", (word,)).fetchall() == [
            (row,) for row in rows
        ]
    conn.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    conn.close()


@pytest.fixture
def service(home: Path) -> MemoryService:
    return MemoryService.open(home)


def test_details_are_searched_as_they_change(service: MemoryService) -> None:
    with service:
        ident = service.store(
            BUG, type="fact", category="bug_patterns", details={"fix": "Drain the generator"}
        ).id

        def found(words: str) -> bool:
            return [hit.memory.id for hit in service.search(words)] == [ident]

        assert found("draining generators") and found("empty export")
        service.update(ident, details={"fix": "Rewind the tape"})
        assert found("rewind tape") and not found("generator")
        service.update(ident, content="Rewind it: the export is empty.")
        assert found("tape")
        service.undo()
        service.undo()
        assert found("generator") and not found("tape")
