"""The formats that can be imported, each known by its content."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import (
    arbor_json,
    claude_code_memory,
    claude_mem,
    engram,
    json_memories,
    mcp_memory,
    mcp_memory_service,
    memory_folder,
    notes,
    obsidian,
    rules,
    table,
    text_list,
    yaml_folder,
)
from arbor_desktop.exchange.model import Entries, Format, Source
from arbor_desktop.text.sentence import Sentence

FORMATS = (
    Format("arbor", "Arbor", arbor_json.read),
    Format("claude-code-memory", "claude-code-memory", claude_code_memory.read),
    Format("obsidian", Sentence("Obsidian notes"), obsidian.read, ("file", "folder")),
    Format("yaml", Sentence("YAML folder"), yaml_folder.read, ("folder",)),
    Format("mcp-memory", Sentence("MCP server “memory”"), mcp_memory.read),
    Format("mcp-memory-service", "mcp-memory-service", mcp_memory_service.read, ("file", "database")),
    Format("claude-mem", "claude-mem", claude_mem.read, ("file", "database")),
    Format("engram", "Engram", engram.read, ("file", "database")),
    Format("mem0", Sentence("mem0 or OpenMemory"), json_memories.read_mem0, ("file", "archive")),
    Format("claude-ai", "Claude.ai", json_memories.read_claude_ai, ("file", "archive", "folder")),
    Format("chatgpt", "ChatGPT", json_memories.read_chatgpt),
    Format("csv", Sentence("a table (CSV)"), table.read),
    Format("memory-folder", Sentence("a project’s memory folder"), memory_folder.read, ("folder",)),
    Format("rules", Sentence("rules for AI tools"), rules.read, ("file", "folder")),
    Format("notes", Sentence("Markdown notes"), notes.read, ("file", "folder")),
    Format("list", Sentence("a list of memories"), text_list.read),
)
"""In the order in which they are tried: the most particular first."""


def read(path: Path, name: str = "auto") -> tuple[Format, Entries]:
    """Return the format of a file or folder, and what it holds.

    Raises:
        InvalidInput: It can't be read, or is of no known format or not of the named one.
    """
    wanted = [one for one in FORMATS if name in ("auto", one.name)]
    if not wanted:
        raise InvalidInput(
            f"There is no format {name!r}; there are {', '.join(one.name for one in FORMATS)}.", format=name
        )
    source = Source(path)
    for one in wanted:
        if source.kind in one.of and (entries := one.read(source)) is not None:
            return one, entries
    if name != "auto":
        raise InvalidInput(f"{path.name} is not of the format {name}.", path=str(path), format=name)
    if source.kind in ("folder", "archive"):
        raise InvalidInput(f"{path.name} holds no export of memories and no notes.", path=str(path))
    raise InvalidInput(f"Arbor found no memories in {path.name}.", path=str(path))
