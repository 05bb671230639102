"""Makes Codex rollouts for tests, the way the program writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import zstandard
from claude_builder import Seen, limited

from arbor_desktop.conversations.model import Checkpoint
from arbor_desktop.conversations.readers.codex import CodexReader

Json = dict[str, Any]
SESSION = "01990000-0000-7000-8000-00000000000a"
START = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@dataclass
class Rollout:
    """A rollout in the making; every method appends the records of one thing."""

    session: str = SESSION
    records: list[Json] = field(default_factory=list)
    start: datetime = START
    seconds: float = 0

    def line(self, type_: str, payload: Json, wait: float = 10) -> Rollout:
        at = (self.start + timedelta(seconds=self.seconds)).isoformat().replace("+00:00", "Z")
        self.records.append({"timestamp": at, "type": type_, "payload": payload})
        self.seconds += wait
        return self

    def meta(self, **more: Any) -> Rollout:
        known = {
            "id": self.session,
            "cwd": "/home/ada/engine",
            "originator": "codex_cli_rs",
            "cli_version": "0.140.0",
            "source": "cli",
            "git": {"branch": "main", "commit_hash": "0" * 40},
        }
        return self.line("session_meta", known | more)

    def context(self, **more: Any) -> Rollout:
        return self.line("turn_context", {"cwd": "/home/ada/engine", "model": "m-1"} | more)

    def event(self, type_: str, **more: Any) -> Rollout:
        return self.line("event_msg", {"type": type_} | more)

    def item(self, type_: str, **more: Any) -> Rollout:
        return self.line("response_item", {"type": type_} | more)

    def message(self, role: str, *texts: str) -> Rollout:
        kind = "output_text" if role == "assistant" else "input_text"
        return self.item("message", role=role, content=[{"type": kind, "text": words} for words in texts])

    def user(self, words: str) -> Rollout:
        """As the program writes it: first what the model gets, then the event."""
        return self.message("user", words).event("user_message", message=words, images=[])

    def answer(self, words: str) -> Rollout:
        return self.event("agent_message", message=words).message("assistant", words)

    def environment(self) -> Rollout:
        return self.message(
            "user", "<environment_context>\n  <cwd>/home/ada/engine</cwd>\n</environment_context>"
        )

    def shell(self, command: str, output: str, code: int = 0, call: str = "call_1") -> Rollout:
        arguments = json.dumps({"command": ["bash", "-lc", command], "workdir": "/home/ada/engine"})
        self.item("function_call", name="shell", arguments=arguments, call_id=call)
        ended = json.dumps({"output": output, "metadata": {"exit_code": code, "duration_seconds": 0.1}})
        return self.item("function_call_output", call_id=call, output=ended)

    def tokens(self, fresh: int, cached: int, answered: int) -> Rollout:
        total = {"input_tokens": fresh + cached, "cached_input_tokens": cached, "output_tokens": answered}
        return self.event("token_count", info={"total_token_usage": total, "last_token_usage": total})

    def fork(self, session: str, **more: Any) -> Rollout:
        """A new rollout that begins with a copy of this one, written anew within a moment."""
        copy = Rollout(session, start=self.start + timedelta(days=1))
        copy.line("session_meta", {"id": session, "forked_from_id": self.session, "cwd": "/x"} | more, 0.01)
        for record in self.records:
            copy.line(record["type"], record["payload"], 0.001)
        copy.seconds += 60
        return copy

    def lines(self) -> list[bytes]:
        return [json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in self.records]

    def data(self) -> bytes:
        return b"".join(self.lines())

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data())
        return path

    def pack(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(zstandard.ZstdCompressor().compress(self.data()))
        return path


def work() -> Rollout:
    """A session with a bit of everything."""
    log = Rollout().meta().environment().context()
    log.user("Build the engine.").answer("Building.").shell("make", "done").tokens(100, 900, 20)
    log.answer("Built.").user("Paint it red.").shell("paint", "no paint", 1, "call_2").answer("No paint.")
    return log.tokens(150, 1900, 50)


def read(path: Path, since: Checkpoint | None = None, **options: Any) -> Seen:
    seen = Seen()
    seen.take(limited(CodexReader(), **options).read(path, since))
    return seen
