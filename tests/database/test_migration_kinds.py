"""A file from before projects had a kind and a group: all of it is kept, and it works as before."""

from __future__ import annotations

from pathlib import Path

import apsw

from arbor_desktop.context.queries import prepared
from arbor_desktop.database import migrations
from arbor_desktop.service import MemoryService

BEFORE = tuple(migration for migration in migrations.MIGRATIONS if migration.version < 19)
SHOP = "/nowhere/shop"


def test_what_was_there_before_is_there_afterwards(home: Path) -> None:
    conn = apsw.Connection(str(home / "arbor_memory.db"))
    migrations.migrate(conn, 0, BEFORE)
    for ident, kind, scope_id in (("rule", "instruction", None), ("fact", "fact", SHOP)):
        conn.execute(
            "INSERT INTO memory (id, content, search_text, fold, type, category, scope, scope_id, source, "
            "status, confidence, privacy_level, created_at, updated_at, reinforced_at) VALUES "
            "(?1, ?1, '', ?1, ?2, 'facts', ?3, ?4, 'user_stated', 'active', 1, 'always_include', 1, 1, 1)",
            (ident, kind, "project" if scope_id else "global", scope_id),
        )
    conn.execute(
        "INSERT INTO project (path, name, stack, last_seen, read_at) VALUES (?, 'shop', '[\"go\"]', 1, 1)",
        (SHOP,),
    )
    prepared.begin(conn, SHOP, "main", 7, 0)
    tables = {name: list(conn.execute(f"SELECT * FROM {name}")) for name in ("memory", "project")}
    conn.close()
    with MemoryService.open(home) as service:
        assert service._rt.db.read(migrations.version_of) == migrations.MIGRATIONS[-1].version
        for name, rows in tables.items():
            assert service._rt.db.read(lambda c, name=name: list(c.execute(f"SELECT * FROM {name}"))) == rows
        (summary,) = service.list_projects()
        assert (summary.path, summary.kind, summary.group) == (SHOP, "work", "")
        assert {one.id for one in service.get_context(project=SHOP).included} == {"rule", "fact"}
        service.set_project(SHOP, kind="private", group="family")
    with MemoryService.open(home) as service:
        (summary,) = service.list_projects()
        assert (summary.kind, summary.group) == ("private", "family")
