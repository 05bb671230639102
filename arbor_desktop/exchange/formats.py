"""The formats that can be imported, each known by its content."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import arbor_json, json_memories, mcp_memory, notes, text_list
from arbor_desktop.exchange.model import Entries, Format

MOST_BYTES = 256 * 1024 * 1024

FORMATS = (
    Format("arbor", "Arbor", arbor_json.read),
    Format("mcp-memory", "MCP server “memory”", mcp_memory.read),
    Format("mcp-memory-service", "mcp-memory-service", json_memories.read_mcp_memory_service),
    Format("mem0", "mem0 or OpenMemory", json_memories.read_mem0),
    Format("claude-ai", "Claude.ai", json_memories.read_claude_ai),
    Format("chatgpt", "ChatGPT", json_memories.read_chatgpt),
    Format("notes", "Markdown notes", notes.read),
    Format("list", "a list of memories", text_list.read),
)
"""In the order in which they are tried: the most particular first."""


def read(path: Path, name: str = "auto") -> tuple[Format, Entries]:
    """Return the format of a file, or of a folder of notes, and what it holds.

    Raises:
        InvalidInput: The file can't be read, or is of no known format or not of the named one.
    """
    wanted = [one for one in FORMATS if name in ("auto", one.name)]
    if not wanted:
        raise InvalidInput(
            f"There is no format {name!r}; there are {', '.join(one.name for one in FORMATS)}.", format=name
        )
    if path.is_dir() and name in ("auto", "notes"):
        if (entries := notes.read_folder(path, _text)) is not None:
            return next(one for one in FORMATS if one.name == "notes"), entries
        raise InvalidInput(f"{path} has no Markdown notes with properties.", path=str(path))
    text = _text(path)
    for one in wanted:
        if (entries := one.read(path, text)) is not None:
            return one, entries
    if name == "auto":
        raise InvalidInput(
            f"{path.name} holds no memories that Arbor knows. Conversations are read with: arbor capture",
            path=str(path),
        )
    raise InvalidInput(f"{path.name} is not of the format {name}.", path=str(path), format=name)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InvalidInput(f"{path.name} is larger than 256 MB.", path=str(path))
        return path.read_text("utf-8-sig")
    except IsADirectoryError:
        raise InvalidInput(f"{path} is a folder. Give a file.", path=str(path)) from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{path.name} is not a text file.", path=str(path)) from None
    except OSError as error:
        raise InvalidInput(f"{path} can't be read: {error.strerror}.", path=str(path)) from None
