"""A file from before the figures were counted: its growth is found all the same."""

from __future__ import annotations

from pathlib import Path

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.database import migrations
from arbor_desktop.database.connection import Database
from arbor_desktop.days import spans
from arbor_desktop.maintenance.insights.queries import insights
from arbor_desktop.maintenance.insights.queries.insights import Place
from arbor_desktop.memories.model import MemoryType
from tests.conftest import ManualClock

BEFORE = tuple(migration for migration in migrations.MIGRATIONS if migration.version < 14)


def test_what_moved_before_is_found_afterwards(tmp_path: Path, clock: ManualClock) -> None:
    path, made, archived = tmp_path / "arbor_memory.db", clock() - 20 * DAY_MS, clock() - 5 * DAY_MS
    conn = apsw.Connection(str(path))
    migrations.migrate(conn, 0, BEFORE)
    conn.execute(
        "INSERT INTO memory (row, id, content, search_text, fold, type, category, scope, source, status, "
        "confidence, privacy_level, created_at, updated_at, reinforced_at) "
        "VALUES (1, 'id-1', 'Fire at noon', '', "
        "'fire at noon', 'fact', 'facts', 'global', 'user_stated', 'archived', 1, 'normal', ?, ?, ?)",
        (made, made, made),
    )
    conn.execute(
        "INSERT INTO memory_event (memory_id, at, actor, action, action_id, before, after) "
        """VALUES ('id-1', ?, 'user', 'archived', 'a', '{"status":"active"}', '{"status":"archived"}')""",
        (archived,),
    )
    conn.close()
    database = Database(path, clock)
    try:
        found = database.read(lambda c: insights.growth(c, Place(), spans(clock(), 30)))
    finally:
        database.close()
    series = found.by_type[MemoryType.FACT]
    assert (series[0], series[-10], series[-1]) == (0, 1, 0)
