"""Session files as Claude Code writes them, made by hand, line by line."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbor_desktop.clock import to_iso


@dataclass
class ClaudeFile:
    """`at`: when the next record is written, milliseconds; each record takes ten seconds."""

    path: Path
    session: str
    at: int
    cwd: str = "/home/someone/app"
    records: list[dict[str, Any]] = field(default_factory=list)

    def said(self, text: str) -> ClaudeFile:
        return self._add("user", message={"role": "user", "content": text}, promptSource="typed")

    def answered(self, text: str) -> ClaudeFile:
        return self._assistant({"type": "text", "text": text})

    def ran(self, command: str, output: str = "", *, failed: bool = False) -> ClaudeFile:
        ident = f"toolu_{len(self.records)}"
        self._assistant({"type": "tool_use", "id": ident, "name": "Bash", "input": {"command": command}})
        result = {"type": "tool_result", "tool_use_id": ident, "content": output, "is_error": failed}
        return self._add("user", message={"role": "user", "content": [result]})

    def hooked(self, event: str, *contexts: str, kind: str = "hook_additional_context") -> ClaudeFile:
        """An answer of hooks: `contexts` is what the model got of it."""
        content = list(contexts) if kind == "hook_additional_context" else "\n".join(contexts)
        return self._add("attachment", attachment={"type": kind, "hookEvent": event, "content": content})

    def write(self) -> Path:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(json.dumps(one) + "\n" for one in self.records), encoding="utf-8")
        return self.path

    def _assistant(self, block: dict[str, Any]) -> ClaudeFile:
        return self._add(
            "assistant", message={"id": f"m{len(self.records)}", "role": "assistant", "content": [block]}
        )

    def _add(self, kind: str, **fields: Any) -> ClaudeFile:
        number = len(self.records)
        self.at += 10_000
        self.records.append({
            "type": kind, "uuid": f"{self.session}-{number}",
            "parentUuid": f"{self.session}-{number - 1}" if number else None,
            "sessionId": self.session, "timestamp": to_iso(self.at), "cwd": self.cwd, "version": "2.1.114",
            "isSidechain": False, **fields,
        })  # fmt: skip
        return self
