"""The MCP server in a JSON file: `mcpServers.<name> = {command, args, …}`, as Claude Code, Claude Desktop,
Cursor and Gemini CLI have it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from arbor_desktop.integrations.setup.calling import calls
from arbor_desktop.integrations.setup.json_text import Document, Path
from arbor_desktop.integrations.setup.pieces import (
    AGAIN,
    Call,
    Look,
    Odd,
    expect,
    is_there,
    json_of,
    why_partly,
)
from arbor_desktop.user_files.model import Standing

NAME = "arbor"
ROOT: Path = ("mcpServers",)
TAKEN = "has another MCP server that is called “arbor”. Give that one another name, then try again."


def named(servers: Mapping[str, Any] | None) -> list[str]:
    """The names of the servers that are an Arbor. Raises Odd if our name is another's."""
    ours = [name for name, entry in (servers or {}).items() if calls(entry, "mcp")]
    if NAME in (servers or {}) and NAME not in ours:
        raise Odd(TAKEN)
    return ours


@dataclass(frozen=True)
class Server:
    call: Call
    exists: Callable[[str], bool] = is_there

    def look(self, data: bytes | None) -> Look:
        document = self._read(data)
        found = named(document.get(ROOT))
        if not found:
            return Look(Standing.ABSENT)
        entry = document.get((*ROOT, found[0]))
        if not self.call.same(entry):
            return Look(Standing.PARTLY, why_partly(entry, self.call, self.exists))
        if len(found) > 1:
            return Look(Standing.PARTLY, f"It is there {len(found)} times. {AGAIN}")
        return Look(Standing.INSTALLED)

    def install(self, data: bytes | None) -> bytes:
        document = self._read(data)
        found = named(document.get(ROOT))
        for name in found[1:]:
            document = document.remove((*ROOT, name))
        path = (*ROOT, found[0] if found else NAME)
        before = document.get(path)
        if before is None:
            document = document.put(path, self.call.entry)
        elif not self.call.same(before):
            document = document.put(path, self.call.put_in(before))
        return document.to_bytes()

    def remove(self, data: bytes, kept: Collection[Path]) -> bytes:
        document = self._read(data)
        for name in named(document.get(ROOT)):
            document = document.remove((*ROOT, name))
            if not document.get(ROOT) and ROOT not in kept:
                document = document.remove(ROOT)
        return document.to_bytes()

    def containers(self, data: bytes) -> list[Path]:
        return [ROOT] if self._read(data).has(ROOT) else []

    def _read(self, data: bytes | None) -> Document:
        document = json_of(data)
        expect(document, ROOT, dict)
        return document
