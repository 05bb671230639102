"""A file from before contradictions were looked for: nothing of it is lost, and all of it is compared."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from arbor_desktop.database import migrations
from arbor_desktop.service import MemoryService
from tests.judges import use_judge

BEFORE = tuple(migration for migration in migrations.MIGRATIONS if migration.version < 9)
TEXTS = ("Test runner: jest", "Test runner: vitest", "Editor: vim")


def test_what_was_there_before_is_compared_afterwards(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_judge(monkeypatch)
    conn = apsw.Connection(str(home / "arbor_memory.db"))
    migrations.migrate(conn, 0, BEFORE)
    for row, text in enumerate(TEXTS, start=1):
        conn.execute(
            "INSERT INTO memory (row, id, content, search_text, fold, type, category, scope, source, status, "
            "confidence, privacy_level, created_at, updated_at, reinforced_at) "
            "VALUES (?, ?, ?, '', ?, 'fact', 'facts', 'global', 'user_stated', 'active', 1, 'normal', "
            "?, 0, 0)",
            (row, f"id-{row}", text, text.casefold(), row),
        )
    conn.execute(
        "INSERT INTO conflict (id, category, status, created_at) VALUES ('old', 'facts', 'unresolved', 5)"
    )
    conn.executemany(
        "INSERT INTO conflict_member (conflict, memory, content, confidence, at) VALUES (1, ?, ?, 0.9, ?)",
        [(1, TEXTS[0], 1), (3, TEXTS[2], 2)],
    )
    conn.close()
    with MemoryService.open(home) as service:
        found = {one.id: one for one in service.list_conflicts()}
        old = found.pop("old")
        assert [member.memory.id for member in old.members] == ["id-1", "id-3"]
        assert old.suggestion.reason
        (new,) = found.values()
        assert [member.memory.id for member in new.members] == ["id-1", "id-2"]
        service.resolve_conflict("old", "accepted_older")
        assert service.get("id-3").status == "superseded"
