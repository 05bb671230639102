"""Memories of other tools that are found on this computer."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from arbor_desktop.exchange.found import Found, find


@pytest.fixture
def person(tmp_path: Path) -> Path:
    """The home folder of somebody."""
    folder = tmp_path / "person"
    folder.mkdir()
    return folder


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def shown(found: list[Found], person: Path) -> list[tuple[str, str, int | None]]:
    return [(one.path.relative_to(person).as_posix(), one.format, one.count) for one in found]


def test_an_empty_home_has_none(person: Path) -> None:
    assert find(person, [person / "nowhere"]) == []


def test_databases_are_counted(person: Path) -> None:
    file = person / ".claude-mem" / "claude-mem.db"
    file.parent.mkdir()
    with sqlite3.connect(file) as conn:
        conn.execute("CREATE TABLE observations (type TEXT)")
        conn.executemany("INSERT INTO observations VALUES (?)", [("decision",), ("change",), ("discovery",)])
    conn.close()
    write(person / ".engram" / "engram.db", "no database")
    assert shown(find(person), person) == [
        (".claude-mem/claude-mem.db", "claude-mem", 2), (".engram/engram.db", "engram", None),
    ]  # fmt: skip


def test_auto_memory_belongs_to_the_project_of_its_folder(person: Path) -> None:
    project = person / "code" / "kiln_shop"
    name = str(project).replace("/", "-").replace("_", "-").replace("\\", "-").replace(":", "-")
    for folder in (name, "-elsewhere"):
        memory = person / ".claude" / "projects" / folder / "memory"
        write(memory / "MEMORY.md", "- [Role](role.md)")
        write(memory / "role.md", "---\nname: role\n---\nBuilds kilns.\n")
    write(person / ".claude" / "projects" / "-empty" / "memory" / "MEMORY.md", "")
    found = {(one.tool, one.count, one.project) for one in find(person, [project])}
    assert found == {("Claude Code", 1, str(project)), ("Claude Code", 1, None)}


def test_the_file_of_the_memory_server_is_where_a_client_says(person: Path, tmp_path: Path) -> None:
    file = write(person / "notes" / "memory.jsonl", '{"type":"entity","observations":[]}\n' * 3)
    servers = {"mcpServers": {"memory": {"env": {"MEMORY_FILE_PATH": "~/notes/memory.jsonl"}}}}
    write(person / ".claude.json", json.dumps({"projects": {"/code": servers}}))
    write(person / ".cursor" / "mcp.json", json.dumps(servers))
    (one,) = find(person)
    assert (one.path, one.format, one.count) == (file, "mcp-memory", 3)


def test_the_folders_of_basic_memory_are_named_in_its_settings(person: Path) -> None:
    write(person / "basic-memory" / "kiln.md", "---\ntitle: Kiln\n---\n")
    other = write(person / "vault" / "tea.md", "---\ntitle: Tea\n---\n").parent
    settings = {
        "projects": {"main": str(person / "basic-memory"), "tea": {"path": str(other)}, "gone": "/no"}
    }
    write(person / ".basic-memory" / "config.json", json.dumps(settings))
    assert shown(find(person), person) == [("basic-memory", "notes", 1), ("vault", "notes", 1)]


@pytest.mark.parametrize("text", ["", "{", "[1, null]", '{"projects": 3}', '{"projects": {"a": "\\u0000"}}'])
def test_damaged_settings_name_nothing(person: Path, text: str) -> None:
    for name in (".basic-memory/config.json", ".claude.json", ".codex/config.toml"):
        write(person / name, text)
    assert find(person) == []


def test_notes_of_other_tools_are_found(person: Path) -> None:
    write(person / ".codex" / "memories" / "MEMORY.md", "- Run the tests first\n")
    write(person / ".gemini" / "GEMINI.md", "## Gemini Added Memories\n- Likes tea\n")
    write(person / ".codeium" / "windsurf" / "memories" / "global_rules.md", "- Use tabs\n")
    write(person / ".claude" / "global-memory" / "preferences.yaml", "git:\n  style: a\n")
    assert shown(find(person), person) == [
        (".gemini/GEMINI.md", "rules", 1), (".codex/memories", "notes", None),
        (".codeium/windsurf/memories", "rules", 1), (".claude/global-memory", "yaml", None),
    ]  # fmt: skip


def test_memory_folders_of_projects_are_found(person: Path) -> None:
    project = person / "kiln"
    write(project / ".serena" / "memories" / "style.md", "Use tabs.")
    write(project / ".claude" / "memory" / "learnings.yaml", "learnings: []\n")
    write(project / ".puffin" / "memory" / "branches" / "ui.md", "# Branch Memory: ui\n")
    found = find(person, [project])
    assert [(one.tool, one.format, one.count, one.project) for one in found] == [
        ("Serena", "notes", 1, str(project)), ("Claude Code", "yaml", None, str(project)),
        ("Puffin", "memory-folder", None, str(project)),
    ]  # fmt: skip


def test_a_find_has_a_document(person: Path) -> None:
    file = write(person / ".gemini" / "GEMINI.md", "- Likes tea\n")
    (one,) = find(person)
    assert one.to_dict() == {
        "path": str(file), "format": "rules", "title": "rules for AI tools", "tool": "Gemini CLI", "count": 1,
        "project": None,
    }  # fmt: skip


def test_other_folders_of_the_tools_are_looked_at(person: Path) -> None:
    write(person / "c" / "projects" / "-a" / "memory" / "role.md", "---\nname: role\n---\nBuilds kilns.\n")
    write(person / "x" / "memories" / "MEMORY.md", "- Run the tests first\n")
    environ = {"CLAUDE_CONFIG_DIR": str(person / "c"), "CODEX_HOME": str(person / "x")}
    assert [one.tool for one in find(person, environ=environ)] == ["Claude Code", "Codex"]


def test_the_file_of_the_memory_service_may_lie_elsewhere(person: Path) -> None:
    project = person / "kiln"
    file = write(project / "vectors.db", "no database")
    write(
        project / ".vscode" / "mcp.json",
        '{"servers": {"m": {"env": {"MCP_MEMORY_SQLITE_PATH": "vectors.db"}}}}',
    )
    (one,) = find(person, [project])
    assert (one.path, one.format, one.count, one.project) == (file, "mcp-memory-service", None, str(project))


def test_notes_in_a_memory_folder_are_notes(person: Path) -> None:
    write(person / "kiln" / ".claude" / "memory" / "role.md", "---\nname: role\n---\nBuilds kilns.\n")
    assert [one.format for one in find(person, [person / "kiln"])] == ["notes"]


def test_memories_of_agents_are_found(person: Path) -> None:
    project = person / "kiln"
    write(person / ".claude" / "agent-memory" / "reviewer" / "MEMORY.md", "- Ask before you rebase\n")
    write(project / ".claude" / "agent-memory" / "tester" / "MEMORY.md", "- Run the tests first\n")
    assert [(one.tool, one.project) for one in find(person, [project])] == [
        ("Claude Code (reviewer)", None), ("Claude Code (tester)", str(project)),
    ]  # fmt: skip


def test_auto_memory_of_gemini_belongs_to_the_project_of_its_hash(person: Path) -> None:
    project = person / "kiln"
    name = sha256(str(project).encode()).hexdigest()
    write(person / ".gemini" / "tmp" / name / "memory" / "MEMORY.md", "- Run the tests first\n")
    (one,) = find(person, [project])
    assert (one.tool, one.format, one.project) == ("Gemini CLI", "notes", str(project))
