"""Memories in the databases of other programs, made here as these make them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.clock import to_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Entries
from arbor_desktop.memories.model import MAX_CONTENT
from arbor_desktop.service import MemoryService

AT = 1_767_225_600_000
"""The start of 2026."""
CLAUDE_MEM = """
CREATE TABLE observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
    type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,
    files_modified TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL, merged_into_project TEXT
);
CREATE TABLE tool_uses (id INTEGER PRIMARY KEY, project TEXT NOT NULL, tool_response TEXT, cwd TEXT);
CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, prompt_text TEXT NOT NULL);
"""
ENGRAM = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, project TEXT NOT NULL, directory TEXT NOT NULL);
CREATE TABLE observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL,
    content TEXT NOT NULL, project TEXT, scope TEXT NOT NULL DEFAULT 'project', created_at TEXT NOT NULL,
    deleted_at TEXT
);
"""
SERVICE = """
CREATE TABLE memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL, tags TEXT,
    memory_type TEXT, metadata TEXT, created_at REAL, deleted_at REAL, superseded_by TEXT
);
"""


def database(path: Path, schema: str, table: str, rows: Sequence[dict[str, Any]]) -> Path:
    """Make a database in WAL mode, as the programs do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.executescript(schema)
    for row in rows:
        names = ", ".join(row)
        conn.execute(
            f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values())
        )
    conn.commit()
    conn.close()
    return path


def observation(type: str, title: str, narrative: str = "", **more: Any) -> dict[str, Any]:
    lists = {name: json.dumps(more.pop(name, [])) for name in ("facts", "concepts", "files_read")}
    return {
        "memory_session_id": "s", "project": "kiln-shop", "type": type, "title": title,
        "narrative": narrative, "files_modified": "[]", "created_at": to_iso(AT),
        "created_at_epoch": AT, **lists, **more,
    }  # fmt: skip


def claude_mem(folder: Path, *rows: dict[str, Any]) -> Path:
    return database(folder / "claude-mem.db", CLAUDE_MEM, "observations", rows)


def read(path: Path, name: str) -> Entries:
    found, entries = formats.read(path)
    assert found.name == name
    return entries


def test_observations_are_memories_of_their_project(tmp_path: Path) -> None:
    project = tmp_path / "kiln-shop"
    entries = read(
        claude_mem(
            tmp_path,
            observation("decision", "PostgreSQL replaces SQLite.", "Two writers blocked each other.",
                        concepts=["trade-off"], files_read=[str(project / "src" / "db.py"), "src/a.py"]),
            observation("sensitive", "Staging", "It runs on kiln-staging.", project="kiln-shop/worktree"),
            observation("discovery", "Cups", project="tea", facts=["Cups are blue", "Pots are grey."]),
        ),
        "claude-mem",
    )  # fmt: skip
    first, second, third = entries.memories
    assert first.fields == {
        "content": "PostgreSQL replaces SQLite. Two writers blocked each other.",
        "type": "fact", "category": "architectural_decisions", "source": "agent_stored", "confidence": 0.8,
        "tags": ["trade-off"], "scope": "project", "scope_id": str(project),
    }  # fmt: skip
    assert (first.kind, first.at) == ("decision", AT)
    assert (second.fields["scope_id"], second.fields["privacy_level"]) == (str(project), "sensitive")
    assert (third.fields["content"], third.fields["tags"]) == ("Cups. Cups are blue; Pots are grey.", ["tea"])
    assert "scope" not in third.fields


def test_a_project_is_where_its_tools_ran(tmp_path: Path) -> None:
    file = claude_mem(tmp_path, observation("discovery", "Orders lie in two tables"))
    conn = sqlite3.connect(file)
    conn.execute("INSERT INTO tool_uses (project, cwd) VALUES ('kiln-shop', '/code/kiln-shop/src')")
    conn.commit()
    conn.close()
    assert read(file, "claude-mem").memories[0].fields["scope_id"] == "/code/kiln-shop"


@pytest.mark.parametrize(
    ("files", "folder"),
    [
        (["/code/kiln-shop/src/kiln-shop/a.py", "/code/kiln-shop/b.py", "/etc/hosts"], "/code/kiln-shop"),
        (["C:\\code\\kiln-shop\\src\\a.py"], "C:\\code\\kiln-shop"),
        (["src/a.py", "/code/kiln-shopping/a.py"], None),
    ],
)
def test_a_project_is_where_its_files_are(tmp_path: Path, files: list[str], folder: str | None) -> None:
    (entry,) = read(
        claude_mem(tmp_path, observation("discovery", "Cups", files_read=files)), "claude-mem"
    ).memories
    assert entry.fields.get("scope_id") == folder


def test_two_projects_of_one_name_are_none(tmp_path: Path) -> None:
    found = [
        observation("discovery", f"In {place}", files_read=[f"/{place}/kiln-shop/a.py"]) for place in "ab"
    ]
    for entry in read(claude_mem(tmp_path, *found), "claude-mem").memories:
        assert ("scope" in entry.fields, entry.fields["tags"]) == (False, ["kiln-shop"])


def test_records_of_work_are_left_out(tmp_path: Path) -> None:
    found = [observation(kind, "Renamed a file") for kind in ("change", "change", "feature", "refactor")]
    entries = read(claude_mem(tmp_path, *found, observation("discovery", "", "")), "claude-mem")
    assert entries.memories == []
    assert [(one.what, one.reason) for one in entries.skipped] == [
        ("observation 5", "no text"), ("change (2)", "records work, not knowledge"),
        ("feature (1)", "records work, not knowledge"), ("refactor (1)", "records work, not knowledge"),
    ]  # fmt: skip


def test_what_is_too_long_is_split_at_its_facts_or_skipped(service: MemoryService, tmp_path: Path) -> None:
    long = "x" * MAX_CONTENT
    file = claude_mem(
        tmp_path,
        observation("discovery", "Cups.", long, facts=["Cups are blue", "Pots are grey"]),
        observation("discovery", "Plates", long),
    )
    done = service.import_memories(file)
    assert sorted(one.content for one in service.query().memories) == [
        "Cups: Cups are blue", "Cups: Pots are grey"
    ]  # fmt: skip
    assert [one.reason[:25] for one in done.skipped] == ["A memory has at most 10,0"]


def test_neither_prompts_nor_answers_of_tools_are_read(tmp_path: Path) -> None:
    file = claude_mem(tmp_path, observation("discovery", "Orders lie in two tables"))
    conn = sqlite3.connect(file)
    conn.execute("INSERT INTO user_prompts (prompt_text) VALUES ('between us')")
    conn.execute("INSERT INTO tool_uses (project, tool_response) VALUES ('kiln-shop', 'between us')")
    conn.commit()
    conn.close()
    assert "between us" not in str(read(file, "claude-mem"))


def test_an_export_of_claude_mem_is_read_like_its_database(tmp_path: Path) -> None:
    row = observation("decision", "PostgreSQL replaces SQLite", facts=["Version 16"])
    file = tmp_path / "export.json"
    file.write_text(
        json.dumps({"query": "", "observations": [row], "prompts": [{"prompt_text": "between us"}]})
    )
    (entry,) = read(file, "claude-mem").memories
    assert entry.fields["content"] == "PostgreSQL replaces SQLite. Version 16."


def saved(type: str, title: str, content: str = "", **more: Any) -> dict[str, Any]:
    at = "2026-01-01 00:00:00"
    return {"session_id": "s", "type": type, "title": title, "content": content, "created_at": at} | more


ENGRAM_ROWS = [
    saved("bugfix", "Prices rounded twice", "**What**: rounds once", project="kiln-shop"),
    saved("preference", "Tabs", "Nora prefers tabs", project="kiln-shop", scope="personal"),
    saved("decision", "Old", project="kiln-shop", deleted_at="2026-01-02 00:00:00"),
    saved("session_summary", "Session", "## Goal", project="kiln-shop"),
]


def test_engram_has_its_projects_folders_and_what_is_personal(tmp_path: Path) -> None:
    file = database(tmp_path / "engram.db", ENGRAM, "observations", ENGRAM_ROWS)
    conn = sqlite3.connect(file)
    conn.execute("INSERT INTO sessions VALUES ('s', 'kiln-shop', '/code/kiln-shop')")
    conn.execute("INSERT INTO sessions VALUES ('manual', 'kiln-shop', '')")
    conn.commit()
    conn.close()
    entries = read(file, "engram")
    first, second = entries.memories
    assert first.fields["content"] == "Prices rounded twice. **What**: rounds once"
    assert (first.fields["category"], first.fields["scope_id"]) == ("bug_patterns", "/code/kiln-shop")
    assert (first.kind, first.at) == ("bugfix", AT)
    assert (second.fields["type"], "scope" in second.fields) == ("preference", False)
    assert [(one.what, one.reason) for one in entries.skipped] == [
        ("Old", "deleted there"), ("session_summary (1)", "records work, not knowledge"),
    ]  # fmt: skip


def test_an_export_of_engram_is_read_like_its_database(tmp_path: Path) -> None:
    file = tmp_path / "engram.json"
    sessions = [{"id": "s", "project": "kiln-shop", "directory": "/code/kiln-shop"}]
    file.write_text(json.dumps({"version": "0.1.0", "sessions": sessions, "observations": ENGRAM_ROWS[:1]}))
    (entry,) = read(file, "engram").memories
    assert entry.fields["scope_id"] == "/code/kiln-shop"


def test_the_memory_service_gives_what_is_neither_deleted_nor_replaced(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"content": "Deploys go out on Fridays", "tags": "kiln,deploy", "memory_type": "decision"},
        {"content": "Deleted", "deleted_at": 1.0},
        {"content": "The port is 8000", "superseded_by": "h"},
        {"content": "searched for cups", "memory_type": "search"},
        {"content": " "},
    ]
    rows = [row | {"content_hash": str(number), "created_at": AT / 1000} for number, row in enumerate(rows)]
    entries = read(database(tmp_path / "sqlite_vec.db", SERVICE, "memories", rows), "mcp-memory-service")
    (entry,) = entries.memories
    assert (entry.kind, entry.at, entry.fields["tags"]) == ("decision", AT, ["kiln", "deploy"])
    assert entry.fields["category"] == "architectural_decisions"
    assert [(one.what, one.reason) for one in entries.skipped] == [
        ("Deleted", "deleted there"), ("The port is 8000", "replaced there"), ("entry 5", "no text"),
        ("search (1)", "records work, not knowledge"),
    ]  # fmt: skip


def test_nothing_of_a_database_changes(service: MemoryService, tmp_path: Path) -> None:
    file = claude_mem(tmp_path / "store", observation("discovery", "Orders lie in two tables"))
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    assert service.import_memories(file).imported == 1
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_what_its_owner_has_not_written_back_yet_is_read_too(tmp_path: Path) -> None:
    file = claude_mem(tmp_path, observation("discovery", "First"))
    row = observation("discovery", "Second")
    conn = sqlite3.connect(file)
    conn.execute(
        f"INSERT INTO observations ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})",
        tuple(row.values()),
    )
    conn.commit()
    try:
        contents = [one.fields["content"] for one in read(file, "claude-mem").memories]
    finally:
        conn.close()
    assert contents == ["First", "Second"]


def test_databases_of_other_programs_are_refused(tmp_path: Path) -> None:
    file = database(
        tmp_path / "other.db", "CREATE TABLE notes (content TEXT);", "notes", [{"content": "Hello"}]
    )
    with pytest.raises(InvalidInput, match="found no memories"):
        formats.read(file)


def test_a_view_that_looks_like_a_table_is_not_read(tmp_path: Path) -> None:
    rows = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, i AS content_hash, "
    )
    rows += "i AS content, i AS tags, i AS memory_type, i AS created_at FROM n"
    schema = f"CREATE TABLE a (content TEXT); CREATE VIEW memories AS {rows};"
    with pytest.raises(InvalidInput, match="found no memories"):
        formats.read(database(tmp_path / "endless.db", schema, "a", []))


def test_a_locked_database_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbor_desktop.conversations.readers.databases.BUSY_SECONDS", 0)
    file = claude_mem(tmp_path, observation("discovery", "First"))
    conn = sqlite3.connect(file, isolation_level=None)
    conn.execute("PRAGMA journal_mode = DELETE")
    conn.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(InvalidInput, match="locked"):
            formats.read(file)
    finally:
        conn.close()
