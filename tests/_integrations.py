"""Tools that Arbor can be set up in, made by hand: real files in a folder, changed as a person is shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from arbor_desktop.errors import StorageError
from arbor_desktop.user_files.model import Changed, FileChange, Integration, Part, Plan, Standing

TOOLS = {
    "claude-code": ("Claude Code", {"hooks": ".claude/settings.json", "mcp": ".claude.json"}),
    "claude-desktop": ("Claude Desktop", {"mcp": "Claude/claude_desktop_config.json"}),
    "codex": ("Codex", {"hooks": ".codex/hooks.json", "mcp": ".codex/config.json"}),
    "cursor": ("Cursor", {"mcp": ".cursor/mcp.json"}),
    "gemini": ("Gemini CLI", {"hooks": ".gemini/settings.json", "mcp": ".gemini/settings.json"}),
}
CONSENT = "Installing is your yes to this: the tool is told what is known."
NOTE = "Codex asks you to trust the hooks after each change."


class HandMadeSetup:
    """Puts one entry, "arbor", into each tool's file of JSON and takes it away again."""

    def __init__(self, folder: Path, found: Sequence[str] = ("claude-code", "codex")) -> None:
        self.folder, self.found = folder, tuple(found)
        self.blocked: dict[str, str] = {}
        """By tool: why its configuration can't be read."""
        self.applied: list[Plan] = []

    def list(self) -> list[Integration]:
        return [self._tool(name) for name in TOOLS]

    def plan(self, name: str, verb: str, parts: Sequence[str] | None = None) -> Plan:
        wanted = parts if parts is not None else tuple(TOOLS[name][1])
        changes: dict[str, FileChange] = {}
        for part in wanted:
            path = self.folder / TOOLS[name][1][part]
            now = path.read_bytes() if path.exists() else None
            former = changes.get(str(path))
            after = _with(former.after if former else now, part, verb == "install")
            changes[str(path)] = FileChange(str(path), now, after, "An entry for Arbor.")
        notes = (CONSENT, NOTE) if name == "codex" else (CONSENT,)
        notes = notes if verb == "install" else ()
        return Plan(name, verb, tuple(changes.values()), notes)

    def apply(self, plan: Plan) -> list[Changed]:
        for change in plan.changes:
            path = Path(change.path)
            now = path.read_bytes() if path.exists() else None
            if now != change.before:
                raise StorageError(f"{path.name} was changed meanwhile. Nothing was changed.")
        self.applied.append(plan)
        for change in plan.changes:
            path = Path(change.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            if change.after is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(change.after)
        return [Changed(change.path, None) for change in plan.changes]

    def install(self, name: str, *parts: str) -> None:
        self.apply(self.plan(name, "install", parts or None))

    def _tool(self, name: str) -> Integration:
        title, files = TOOLS[name]
        parts = tuple(
            Part(key, key, self._standing(name, key), str(self.folder / file), self.blocked.get(name, ""))
            for key, file in files.items()
        )
        return Integration(name, title, name in self.found, parts, NOTE if name == "codex" else "")

    def _standing(self, name: str, part: str) -> Standing:
        if name in self.blocked:
            return Standing.BLOCKED
        path = self.folder / TOOLS[name][1][part]
        there = path.exists() and part in json.loads(path.read_bytes()).get("arbor", [])
        return Standing.INSTALLED if there else Standing.ABSENT


def _with(text: bytes | None, part: str, on: bool) -> bytes | None:
    value = json.loads(text) if text else {}
    entries = [one for one in value.pop("arbor", []) if one != part]
    if on:
        entries.append(part)
    if entries:
        value["arbor"] = sorted(entries)
    return (json.dumps(value, indent=2) + "\n").encode() if value else None
