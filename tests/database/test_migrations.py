"""Files of every version open, become files of the newest version, and keep their content."""

from __future__ import annotations

import ast
import hashlib
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest

from arbor_desktop.clock import DAY_MS, spans
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.database import backup, migrations
from arbor_desktop.database.connection import Database
from arbor_desktop.maintenance.queries import insights
from arbor_desktop.maintenance.queries.insights import Place
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.service import MemoryService
from arbor_desktop.text.words import fold
from tests.conftest import ManualClock
from tests.judges import use_judge

FROZEN = {
    "001.sql": "6d05a1b5fecfa47e",
    "002.sql": "a1c889df0f6ba507",
    "004.sql": "c9ceb7c8a9e135b0",
    "005.sql": "066407dc26f51585",
    "006.sql": "1765ede7717c5518",
    "007.py": "e77aa29b3379df4c",
    "008.sql": "cbaafddcf24071de",
    "009.sql": "212461b6b688017a",
    "010.sql": "dd1c9434e5257325",
    "013.py": "9f3421b8d1fc3e02",
    "014.sql": "4b2b6736fca3c7be",
    "015.sql": "5c054bf5b902d9de",
    "016.sql": "0d2633938016fc3f",
    "017.sql": "52e795c96cc74083",
    "018.py": "22be38646aec50a4",
    "019.sql": "afea30a011e842f6",
    "020.sql": "99e1692064dcc494",
    "021.sql": "34bc1a8e7e09d339",
    "022.sql": "a6f640ca6624d307",
    "023.sql": "c047072d1f086bf8",
    "024.sql": "4d2f10d25ed9bccc",
    "025.sql": "f97c46934e690745",
    "026.sql": "50501e13cffa5dac",
    "027.sql": "49794b39c6b8bcc0",
}
"""The beginning of each file's SHA-256. A released migration never changes: a new one follows it."""
VERSIONS = [migration.version for migration in migrations.MIGRATIONS]
NEWEST = VERSIONS[-1]
DERIVED = {
    "memory.search_text",
    "schema_migration",
    "prepared_context",
    "embedding_change",
    "sqlite_sequence",
}
NOT_USED_BEFORE = {"receipt": 16}
"""Tables that were made again, empty, as no released program had written to them."""


def old_file(path: Path, version: int) -> apsw.Connection:
    """Return a new file of an older version."""
    conn = apsw.Connection(str(path))
    migrations.migrate(conn, 0, tuple(one for one in migrations.MIGRATIONS if one.version <= version))
    return conn


def remember(conn: apsw.Connection, row: int, content: str, **columns: Any) -> None:
    """Insert a memory as the oldest version could hold it."""
    values = {
        "row": row, "id": f"id-{row}", "content": content, "fold": fold(content), "type": "fact",
        "category": "facts", "scope": "global", "source": "user_stated", "status": "active", "confidence": 1,
        "privacy_level": "normal", "created_at": 0, "updated_at": 0, "reinforced_at": 0, **columns,
    }  # fmt: skip
    marks = ", ".join("?" * len(values))
    conn.execute(f"INSERT INTO memory ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))


def found_by(conn: apsw.Connection, word: str) -> list[int]:
    rows = conn.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH ?", (word,))
    return [row for (row,) in rows]


def test_migrations_are_frozen() -> None:
    files = {one.name: one for one in migrations.FOLDER.iterdir() if one.stem.isdigit()}
    assert {name: hashlib.sha256(one.read_bytes()).hexdigest()[:16] for name, one in files.items()} == FROZEN
    assert sorted(int(one.stem) for one in files.values()) == VERSIONS


@pytest.mark.parametrize("name", [name for name in FROZEN if name.endswith(".py")])
def test_a_migration_imports_the_standard_library_alone(name: str) -> None:
    tree = ast.parse((migrations.FOLDER / name).read_text("utf-8"))
    imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    imported += [f"{'.' * n.level}{n.module}" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    assert {module.split(".")[0] for module in imported} <= sys.stdlib_module_names


def schema_of(conn: apsw.Connection) -> set[tuple[str, ...]]:
    return set(conn.execute("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_master"))


def columns_of(conn: apsw.Connection, table: str) -> dict[str, str]:
    return {name: type for _, name, type, *_ in conn.execute(f'PRAGMA table_info("{table}")')}


def tables_of(conn: apsw.Connection) -> list[str]:
    """Return the tables with content of their own."""
    names = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [name for name in names if "_fts" not in name and name != "memory_terms" and name not in DERIVED]


def fill(conn: apsw.Connection) -> dict[str, list[dict[str, Any]]]:
    """Store a row in every table of a file, whatever its version, and return all rows."""
    conn.execute("PRAGMA foreign_keys = OFF")
    for table in tables_of(conn):
        defaults = {row[1]: row[4] for row in conn.execute(f'PRAGMA table_info("{table}")')}
        values: dict[str, Any] = {}
        for name, type in columns_of(conn, table).items():
            words = (defaults[name] or "").strip("'")
            plain = {"INTEGER": 1, "REAL": 1.0, "BLOB": b"bytes"}.get(type, f'{{"{name}":"of {table}"}}')
            values[name] = words if words in ("{}", "[]") else plain
        marks = ", ".join("?" * len(values))
        conn.execute(f'INSERT OR IGNORE INTO "{table}" VALUES ({marks})', tuple(values.values()))
    return rows_of(conn)


def rows_of(conn: apsw.Connection) -> dict[str, list[dict[str, Any]]]:
    found = {}
    for table in tables_of(conn):
        names = list(columns_of(conn, table))
        rows = conn.execute(f'SELECT * FROM "{table}"').fetchall()
        found[table] = [dict(zip(names, row, strict=True)) for row in rows]
    return found


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_of_any_version_keeps_all_that_it_had(
    version: int, tmp_path: Path, clock: ManualClock
) -> None:
    path = tmp_path / "arbor_memory.db"
    conn = old_file(path, version)
    before = fill(conn)
    assert all(before.values())
    conn.close()

    database = Database(path, clock)
    try:
        after = database.read(rows_of)
        for table, rows in before.items():
            if version >= NOT_USED_BEFORE.get(table, 0):
                kept = [{name: row[name] for name in rows[0]} for row in after[table]]
                for row in (*rows, *kept):
                    row.pop("search_text", None)
                assert kept[: len(rows)] == rows, table
        new = apsw.Connection(":memory:")
        migrations.migrate(new, 0)
        assert database.read(schema_of) == schema_of(new)
        new.close()
        assert database.read(migrations.version_of) == NEWEST
        applied = database.read(lambda c: c.execute("SELECT version, name FROM schema_migration").fetchall())
        assert applied == [(one.version, one.name) for one in migrations.MIGRATIONS]
        assert database.read(lambda c: backup.integrity_problems(c, full=True)) == []
    finally:
        database.close()
    saved = [one.name for one in (tmp_path / backup.FOLDER).glob("*.db")]
    assert [name.rpartition("-v")[2].split("-")[0] for name in saved] == [str(version)] * (version < NEWEST)


def test_version_7_finds_names_with_signs(tmp_path: Path) -> None:
    conn = old_file(tmp_path / "old.db", 6)
    remember(conn, 1, "Written in C++ with parseUser", search_text="parse User")
    remember(conn, 2, "Ends. Here")
    remember(conn, 3, "C# reads .env, then C# writes .env")
    migrations.migrate(conn, 0)
    texts = [text for (text,) in conn.execute("SELECT search_text FROM memory ORDER BY row")]
    assert texts == ["parse User cplusplus", "", "csharp dotenv"]
    assert found_by(conn, "cplusplus") == [1]
    conn.close()


def test_version_9_compares_all_that_was_there_before(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_judge(monkeypatch)
    conn = old_file(home / "arbor_memory.db", 8)
    texts = ("Test runner: jest", "Test runner: vitest", "Editor: vim")
    for row, text in enumerate(texts, start=1):
        remember(conn, row, text, created_at=row)
    conn.execute(
        "INSERT INTO conflict (id, category, status, created_at) VALUES ('old', 'facts', 'unresolved', 5)"
    )
    conn.executemany(
        "INSERT INTO conflict_member (conflict, memory, content, confidence, at) VALUES (1, ?, ?, 0.9, ?)",
        [(1, texts[0], 1), (3, texts[2], 2)],
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


def test_version_13_finds_memories_by_words_that_only_their_details_say(tmp_path: Path) -> None:
    conn = old_file(tmp_path / "old.db", 10)
    stored = (
        (
            "The export is empty.",
            '{"fix":"Read before the cursorGuard closes","made_up":"zebra","code_example":"okapi()"}',
            "",
        ),
        ("Root cause: no lock.", '{"pattern":"no lock"}', "kept as it was"),
        ("Uses parseUser.", "{}", "parse User"),
    )
    for row, (text, details, parts) in enumerate(stored, start=1):
        remember(conn, row, text, details=details, search_text=parts, category="bug_patterns")
    migrations.migrate(conn, 0)
    texts = [text for (text,) in conn.execute("SELECT search_text FROM memory ORDER BY row")]
    assert texts == ["cursor Guard Read before cursorGuard closes", "", "parse User"]
    for word, rows in (("cursor", [1]), ("closing", [1]), ("zebra", []), ("okapi", [])):
        assert found_by(conn, word) == rows
    conn.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    conn.close()


def test_version_14_counts_what_moved_before(tmp_path: Path, clock: ManualClock) -> None:
    path, made, archived = tmp_path / "arbor_memory.db", clock() - 20 * DAY_MS, clock() - 5 * DAY_MS
    conn = old_file(path, 13)
    remember(conn, 1, "Fire at noon", status="archived", created_at=made, updated_at=made, reinforced_at=made)
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


SECRET = "Tern-" + "Harbour-61"
SAID = f"The password of the staging printer is {SECRET}"


@pytest.fixture
def with_secrets(tmp_path: Path) -> apsw.Connection:
    conn = old_file(tmp_path / "old.db", 17)
    for row, text in enumerate((SAID, "Use pnpm here"), start=1):
        remember(conn, row, text, details=f'{{"steps":["{text}"],"n":1}}')
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


def test_version_18_leaves_no_typed_secret_in_the_file(with_secrets: apsw.Connection) -> None:
    migrations.migrate(with_secrets, 0)
    kept = [str(row) for rows in rows_of(with_secrets).values() for row in rows]
    assert any("[redacted:password]" in row for row in kept)
    assert [row for row in kept if SECRET in row] == []
    with_secrets.close()


def test_version_18_keeps_the_other_words(with_secrets: apsw.Connection) -> None:
    migrations.migrate(with_secrets, 0)
    contents = [text for (text,) in with_secrets.execute("SELECT content FROM memory ORDER BY row")]
    assert contents == [SAID.replace(SECRET, "[redacted:password]"), "Use pnpm here"]
    details = with_secrets.execute("SELECT details FROM memory WHERE row = 1").fetchone()
    assert details == (f'{{"steps":["{contents[0]}"],"n":1}}',)
    assert with_secrets.execute("SELECT fold FROM memory WHERE row = 1").fetchone() == (fold(contents[0]),)
    assert (found_by(with_secrets, "printer"), found_by(with_secrets, "harbour")) == ([1], [])
    with_secrets.close()


def test_version_19_keeps_projects_and_their_memories(home: Path) -> None:
    shop = "/nowhere/shop"
    conn = old_file(home / "arbor_memory.db", 18)
    remember(conn, 1, "rule", type="instruction", privacy_level="always_include")
    remember(conn, 2, "fact", privacy_level="always_include", scope="project", scope_id=shop)
    conn.execute(
        "INSERT INTO project (path, name, stack, last_seen, read_at) VALUES (?, 'shop', '[\"go\"]', 1, 1)",
        (shop,),
    )
    ready_blocks.begin(conn, shop, "main", 7, 0)
    tables = {name: list(conn.execute(f"SELECT * FROM {name}")) for name in ("memory", "project")}
    conn.close()
    with MemoryService.open(home) as service:
        for name, rows in tables.items():
            assert service._rt.db.read(lambda c, name=name: list(c.execute(f"SELECT * FROM {name}"))) == rows
        (summary,) = service.list_projects()
        assert (summary.path, summary.kind, summary.group) == (shop, "work", "")
        assert {one.id for one in service.get_context(project=shop).included} == {"id-1", "id-2"}
        service.set_project(shop, kind="private", group="family")
    with MemoryService.open(home) as service:
        (summary,) = service.list_projects()
        assert (summary.kind, summary.group) == ("private", "family")
