"""Memories of other tools at their usual places on this computer.

Nothing is read but what it takes to count them, and the settings that name a place.

- server-memory: the file that `MEMORY_FILE_PATH` names in a client's list of MCP servers
  (modelcontextprotocol/servers, src/memory/README.md); without it, the file lies in a cache.
- mcp-memory-service: its data folder, or the file that `MCP_MEMORY_SQLITE_PATH` names there
  (doobidoo/mcp-memory-service, src/mcp_memory_service/config.py).
- basic-memory: `projects` of `~/.basic-memory/config.json`, a path or an object with one each
  (basicmachines-co/basic-memory, src/basic_memory/config.py).
- Others: in the modules that read them.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.files import walk
from arbor_desktop.conversations.readers.values import is_absolute
from arbor_desktop.documents import document
from arbor_desktop.exchange import claude_mem, databases, engram, formats, mcp_memory_service
from arbor_desktop.exchange.memory_folder import is_memory_folder
from arbor_desktop.quick_dataclass import dataclass

_LARGEST = 4 * 1024 * 1024
"""Bytes of a text file whose entries are counted."""
_SERVERS = (
    ".claude.json", ".cursor/mcp.json", ".gemini/settings.json", ".codex/config.toml",
    ".codeium/windsurf/mcp_config.json", ".config/Claude/claude_desktop_config.json",
    "Library/Application Support/Claude/claude_desktop_config.json",
    "AppData/Roaming/Claude/claude_desktop_config.json",
)  # fmt: skip
"""Files below the home folder that list MCP servers."""
_PROJECT_SERVERS = (".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json")
_MEMORY_FILE = "MEMORY_FILE_PATH"
_SERVICE_FILES = ("MCP_MEMORY_SQLITE_PATH", "MCP_MEMORY_SQLITEVEC_PATH")


_Place = tuple[Path, str, str, int | None, str | None]


@dataclass(frozen=True, slots=True)
class Found:
    """A file or folder with memories of another tool.

    Attributes:
        format, title: Name and title of its format (see `formats.FORMATS`).
        tool: The name of the tool that wrote it.
        count: How many entries it has, roughly; None if that is not known.
        project: The path of the project that it belongs to, if that is known.
    """

    path: Path
    format: str
    title: str
    tool: str
    count: int | None
    project: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self, path=str(self.path))


def find(home: Path, projects: Iterable[Path] = (), environ: Mapping[str, str] = os.environ) -> list[Found]:
    """Return the memories of other tools below a home folder and in projects.

    What can't be read is passed over. `environ`: may name other folders of Claude Code and Codex.
    """
    known = list(projects)
    claude = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(environ.get("CODEX_HOME") or home / ".codex")
    titles = {one.name: one.title for one in formats.FORMATS}
    found: dict[str, Found] = {}
    for places in (
        _databases(home), _configured(home, known), _claude_code(claude, known), _basic_memory(home),
        _gemini(home / ".gemini", known), _notes_of_tools(home, claude, codex), _in_projects(known),
    ):  # fmt: skip
        for path, format, tool, count, project in _readable(places):
            if count != 0 and format in titles:
                one = Found(path, format, titles[format], tool, count, project)
                found.setdefault(os.path.realpath(path), one)
    return list(found.values())


def _readable(places: Iterator[_Place]) -> Iterator[_Place]:
    """Yield the places that exist, until one must not even be looked at."""
    with suppress(PermissionError):
        for place in places:
            if place[0].exists():
                yield place


def _databases(home: Path) -> Iterator[_Place]:
    vectors = (
        home / ".local" / "share", home / "Library" / "Application Support", home / "AppData" / "Local",
    )  # fmt: skip
    stores = [
        (home / ".claude-mem" / "claude-mem.db", "claude-mem", "claude-mem", claude_mem.COUNTED),
        (home / ".engram" / "engram.db", "engram", "Engram", engram.COUNTED),
        *(
            (
                folder / "mcp-memory" / "sqlite_vec.db",
                "mcp-memory-service",
                "mcp-memory-service",
                mcp_memory_service.COUNTED,
            )
            for folder in vectors
        ),
    ]
    for path, format, tool, counted in stores:
        if path.is_file():
            yield path, format, tool, databases.count(path, *counted), None


def _configured(home: Path, projects: Iterable[Path]) -> Iterator[_Place]:
    """Yield the files that lists of MCP servers name."""
    files = [(home / name, home) for name in _SERVERS]
    files += [(project / name, project) for project in projects for name in _PROJECT_SERVERS]
    for file, base in files:
        project = None if base == home else str(base)
        for variable, named in _variables(_settings(file)):
            named = named.replace("${HOME}", str(home))
            path = home / named[2:] if named.startswith(("~/", "~\\")) else base / named
            if not path.is_file():
                continue
            if variable == _MEMORY_FILE:
                count = _lines(path, '"observations"')
                yield path, "mcp-memory", "MCP server “memory”", count, project
            else:
                count = databases.count(path, *mcp_memory_service.COUNTED)
                yield path, "mcp-memory-service", "mcp-memory-service", count, project


def _settings(file: Path) -> Any:
    try:
        text = file.read_text("utf-8-sig")
        return tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    except (OSError, ValueError, RecursionError):
        return None


def _variables(settings: Any) -> Iterator[tuple[str, str]]:
    """Yield the known variables in the settings, at any depth: clients nest them differently."""
    rest = [settings]
    while rest:
        one = rest.pop()
        if isinstance(one, dict):
            for variable in (_MEMORY_FILE, *_SERVICE_FILES):
                if isinstance(named := one.get(variable), str) and named and "\0" not in named:
                    yield variable, named
            rest += one.values()
        elif isinstance(one, list):
            rest += one


def _claude_code(claude: Path, projects: list[Path]) -> Iterator[_Place]:
    """Claude Code names the folder of a project by its path, with a hyphen for all but letters and digits."""
    known = {re.sub(r"[^A-Za-z0-9]", "-", str(project)): str(project) for project in projects}
    for folder in _folders(claude / "projects"):
        memory = folder / "memory"
        yield memory, "notes", "Claude Code", _notes(memory), known.get(folder.name)
    agents: list[tuple[Path, str | None]] = [(claude / "agent-memory", None)]
    agents += [
        (project / ".claude" / name, str(project))
        for project in projects
        for name in ("agent-memory", "agent-memory-local")
    ]
    for above, path in agents:
        for folder in _folders(above):
            yield folder, "notes", f"Claude Code ({folder.name})", _entries_of(folder), path


def _gemini(folder: Path, projects: Iterable[Path]) -> Iterator[_Place]:
    """Gemini CLI names the folder of a project by the hash of its path (google-gemini/gemini-cli,
    docs/cli/auto-memory.md)."""
    added = folder / "GEMINI.md"
    yield added, "rules", "Gemini CLI", _lines(added, "- ", "* "), None
    known = {sha256(str(project).encode()).hexdigest(): str(project) for project in projects}
    for one in _folders(folder / "tmp"):
        memory = one / "memory"
        yield memory, "notes", "Gemini CLI", _entries_of(memory), known.get(one.name)


def _basic_memory(home: Path) -> Iterator[_Place]:
    settings = _settings(home / ".basic-memory" / "config.json")
    projects = settings.get("projects") if isinstance(settings, dict) else None
    named = [
        one.get("path") if isinstance(one, dict) else one
        for one in (projects.values() if isinstance(projects, dict) else ())
    ]
    folders = [Path(one) for one in named if isinstance(one, str) and is_absolute(one) and "\0" not in one]
    for folder in (*folders, home / "basic-memory"):
        yield folder, "notes", "basic-memory", _notes(folder), None


def _notes_of_tools(home: Path, claude: Path, codex: Path) -> Iterator[_Place]:
    learned, windsurf = codex / "memories", home / ".codeium" / "windsurf" / "memories"
    shared = claude / "global-memory"
    yield learned, "notes", "Codex", _entries_of(learned), None
    yield windsurf, "rules", "Windsurf", _notes(windsurf), None
    yield shared, "yaml", "Claude Code", None, None


def _in_projects(projects: Iterable[Path]) -> Iterator[_Place]:
    for project in projects:
        serena = project / ".serena" / "memories"
        yield serena, "notes", "Serena", _notes(serena), str(project)
        for name, tool in ((".claude", "Claude Code"), (".puffin", "Puffin"), (".plato", "Plato")):
            folder = project / name / "memory"
            yield folder, _format_of(folder), tool, None, str(project)


def _format_of(folder: Path) -> str:
    if any((folder / name).is_file() for name in ("project-context.yaml", "learnings.yaml")):
        return "yaml"
    return "memory-folder" if is_memory_folder(folder) else "notes"


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(one for one in folder.iterdir() if one.is_dir())
    except OSError:
        return []


def _notes(folder: Path) -> int:
    """Return how many notes a folder has, without Claude Code's list of them."""
    files = walk(folder, lambda error: None)
    return sum(path.suffix.casefold() in (".md", ".markdown") and path.name != "MEMORY.md" for path in files)


def _entries_of(folder: Path) -> int | None:
    """Return None for a folder of notes with lists, whose entries are not counted; 0 if there are none."""
    return None if _notes(folder) or (folder / "MEMORY.md").is_file() else 0


def _lines(path: Path, *marks: str) -> int | None:
    """Return how many lines of a text file have one of the marks; None if it is large."""
    try:
        if path.stat().st_size > _LARGEST:
            return None
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return 0
    return sum(any(mark in line for mark in marks) for line in lines)
