"""Makes Claude Code records for tests, linked the way the program links them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Batch, Checkpoint, ReadTurn, SessionPart
from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader

Json = dict[str, Any]


@dataclass
class Log:
    """A session file in the making. Every method appends one record and answers its uuid."""

    session: str = "5e550001-0000-4000-8000-000000000001"
    records: list[Json] = field(default_factory=list)
    leaf: str | None = None
    count: int = 0

    def raw(self, **record: Any) -> None:
        self.records.append(record)

    def link(self, type_: str, /, parent: str | None = "", **more: Any) -> str:
        """A record of the tree; `parent` defaults to the record before."""
        self.count += 1
        uuid = f"{self.session[:8]}-u{self.count}"
        record = {
            "parentUuid": self.leaf if parent == "" else parent,
            "isSidechain": False,
            "cwd": "/home/ada/engine",
            "sessionId": self.session,
            "version": "2.1.40",
            "gitBranch": "main",
            "type": type_,
            "uuid": uuid,
            "timestamp": self.time(),
        }
        self.records.append(record | more)
        self.leaf = uuid
        return uuid

    def time(self) -> str:
        return f"2026-03-04T05:{len(self.records) // 60:02}:{len(self.records) % 60:02}.250Z"

    def user(self, content: Any, parent: str | None = "", **more: Any) -> str:
        return self.link("user", parent, message={"role": "user", "content": content}, **more)

    def answer(self, text: str, parent: str | None = "", message_id: str | None = None, **more: Any) -> str:
        return self.blocks([{"type": "text", "text": text}], parent, message_id, **more)

    def blocks(
        self, content: list[Json], parent: str | None = "", message_id: str | None = None, **more: Any
    ) -> str:
        usage = {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 9000}
        message = {
            "id": message_id or f"msg_{self.count}",
            "role": "assistant",
            "model": "m",
            "content": content,
            "usage": usage,
        }
        return self.link("assistant", parent, **({"message": message} | more))

    def tool(self, name: str, parent: str | None = "", **inputs: Any) -> str:
        return self.blocks([{"type": "tool_use", "id": "t", "name": name, "input": inputs}], parent)

    def result(self, output: Any, parent: str | None = "", **more: Any) -> str:
        block = {"type": "tool_result", "tool_use_id": "t", "content": output} | more
        return self.user([block], parent, toolUseResult={"stdout": output, "file": {"x": [1, 2]}})

    def progress(self) -> str:
        return self.link("progress", data={"type": "hook_progress", "hookName": "x"})

    def queue(self, operation: str, content: Any = None) -> None:
        record = {
            "type": "queue-operation",
            "operation": operation,
            "timestamp": self.time(),
            "sessionId": self.session,
        }
        self.records.append(record if content is None else record | {"content": content})

    def lines(self) -> list[bytes]:
        return [json.dumps(record).encode() + b"\n" for record in self.records]

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(self.lines()))
        return path


@dataclass
class Seen:
    """Everything that a run of batches said, as a store would keep it."""

    turns: dict[str, ReadTurn] = field(default_factory=dict)
    unsaid: set[str] = field(default_factory=set)
    titles: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    parts: list[SessionPart] = field(default_factory=list)
    batches: list[Batch] = field(default_factory=list)
    input_tokens: int = 0
    output_tokens: int = 0

    def take(self, batches: Iterable[Batch]) -> Checkpoint:
        for batch in batches:
            self.batches.append(batch)
            for part in batch.sessions:
                self.parts.append(part)
                for turn in part.turns:
                    self.turns.setdefault(turn.key, turn)
                    self.sessions.setdefault(turn.key, part.session_id)
                    if turn.unsaid:
                        self.unsaid.add(turn.key)
                self.unsaid |= set(part.unsaid_keys)
                if part.title:
                    self.titles[part.session_id] = part.title
                self.input_tokens += part.input_tokens
                self.output_tokens += part.output_tokens
        return self.batches[-1].checkpoint

    def texts(self, kind: str = "said", role: str | None = None) -> list[str]:
        return [t.text for t in self.turns.values() if t.kind == kind and role in (None, t.role)]

    @property
    def unsaid_texts(self) -> list[str]:
        return [turn.text for key, turn in self.turns.items() if key in self.unsaid]

    @property
    def said(self) -> list[str]:
        """What the person typed."""
        return self.texts("said", "user")

    def same_as(self, other: Seen) -> None:
        assert self.sessions == other.sessions
        assert {k: (t.text, t.kind, t.role, t.at, t.branch) for k, t in self.turns.items()} == {
            k: (t.text, t.kind, t.role, t.at, t.branch) for k, t in other.turns.items()
        }
        assert self.unsaid & set(self.turns) == other.unsaid & set(other.turns)


def limited(reader: Any, **limits: int) -> Any:
    """The reader, with other limits than it has."""
    for name, value in limits.items():
        assert hasattr(reader, name)
        setattr(reader, name, value)
    return reader


def read(path: Path, since: Checkpoint | None = None, reader: ClaudeCodeReader | None = None) -> Seen:
    seen = Seen()
    seen.take((reader or ClaudeCodeReader()).read(path, since))
    return seen
