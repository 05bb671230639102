"""What was typed before typed texts were redacted holds no secret afterwards."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from arbor_desktop.database import migrations
from arbor_desktop.text.words import fold

BEFORE = tuple(migration for migration in migrations.MIGRATIONS if migration.version < 18)
SECRET = "Tern-" + "Harbour-61"
SAID = f"The password of the staging printer is {SECRET}"


@pytest.fixture
def conn(tmp_path: Path) -> apsw.Connection:
    conn = apsw.Connection(str(tmp_path / "old.db"))
    migrations.migrate(conn, 0, BEFORE)
    for row, text in enumerate((SAID, "Use pnpm here"), start=1):
        conn.execute(
            "INSERT INTO memory (row, id, content, fold, type, category, details, scope, source, status, "
            "confidence, privacy_level, created_at, updated_at, reinforced_at) VALUES "
            "(?, ?, ?, ?, 'fact', 'facts', ?, 'global', 'user_stated', 'active', 1, 'normal', 0, 0, 0)",
            (row, f"id-{row}", text, fold(text), f'{{"steps":["{text}"],"n":1}}'),
        )
    conn.execute(
        "INSERT INTO memory_event (memory_id, at, actor, action, action_id, after) "
        "VALUES ('id-1', 0, 'user', 'stored', 'a', ?)",
        (f'{{"content":"{SAID}"}}',),
    )
    conn.execute("INSERT INTO feedback (memory, kind, comment, at) VALUES (1, 'CONFIRM', ?, 0)", (SAID,))
    conn.execute(
        "INSERT INTO category_summary (scope, category, version, markdown, actor, updated_at) "
        "VALUES ('global', 'facts', 1, ?, 'user', 0)",
        (f"# Facts\n\n- {SAID}\n",),
    )
    return conn


def test_no_typed_secret_is_left_in_the_file(conn: apsw.Connection) -> None:
    migrations.migrate(conn, 0)
    tables = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept = [str(row) for name in tables if "fts" not in name for row in conn.execute(f"SELECT * FROM {name}")]

    assert any("[redacted:password]" in row for row in kept)
    assert [row for row in kept if SECRET in row] == []
    conn.close()


def test_what_holds_no_secret_stays_and_what_did_is_found_by_its_other_words(conn: apsw.Connection) -> None:
    migrations.migrate(conn, 0)

    contents = [text for (text,) in conn.execute("SELECT content FROM memory ORDER BY row")]
    assert contents == [SAID.replace(SECRET, "[redacted:password]"), "Use pnpm here"]
    assert conn.execute("SELECT fold FROM memory WHERE row = 1").fetchone() == (fold(contents[0]),)
    found = conn.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH 'printer'").fetchall()
    assert found == [(1,)]
    assert conn.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH 'harbour'").fetchall() == []
    conn.close()
