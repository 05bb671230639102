"""The stand-in for the `claude` command, put where a test wants it, and told what to answer."""

from __future__ import annotations

import asyncio
import json
import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbor_desktop.llm.claude_client import ClaudeCli
from arbor_desktop.llm.model import Access, Answer, Ask, Message, ModelFailed, OnText, Purpose

STANDIN = Path(__file__).resolve().parents[1] / "standin" / "claude.py"
SCHEMA = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}


class Command:
    """`program` is the stand-in as an executable of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "standin"
        self.bin = folder / "bin"
        self.own = folder / "arbor" / "claude"
        self.folder.mkdir()
        self.bin.mkdir()
        self.program = self.bin / "claude"
        self.program.write_text(
            f"#!/bin/sh\nCLAUDE_STANDIN='{self.folder}' exec '{sys.executable}' -I -S '{STANDIN}' \"$@\"\n"
        )
        self.program.chmod(0o755)
        self.tell()

    def tell(self, **what: Any) -> None:
        """`mode` and what belongs to it."""
        (self.folder / "claude.json").write_text(json.dumps(what), encoding="utf-8")

    @property
    def calls(self) -> list[dict[str, Any]]:
        paths = sorted(self.folder.glob("call-*.json"), key=lambda path: int(path.stem.split("-")[1]))
        return [json.loads(path.read_text(encoding="utf-8")) for path in paths]

    def access(self, **more: Any) -> Access:
        return Access(
            "claude-cli", **({"program": str(self.program), "folder": str(self.own), "timeout": 60.0} | more)
        )

    def backend(self, **more: Any) -> ClaudeCli:
        return ClaudeCli(self.access(**more))

    def ask(self, ask: Ask | None = None, on_text: OnText | None = None, **access: Any) -> Answer:
        return asyncio.run(self.backend(**access).ask(ask or question(), on_text))

    def failure(self, ask: Ask | None = None, **access: Any) -> ModelFailed:
        """How the question fails."""
        try:
            answer = self.ask(ask, **access)
        except ModelFailed as error:
            return error
        raise AssertionError(f"it answered: {answer}")


def question(text: str = "What is remembered?", **more: Any) -> Ask:
    return Ask(Purpose.TEST, "You answer in one word.", (Message("user", text),), **more)


def thinking(command: Command) -> Callable[[], list[int]]:
    """Called while a slow call runs: waits until it thinks, and answers the ids of its processes."""
    pipe = command.folder / "thinking"
    os.mkfifo(pipe)
    return lambda: [int(ident) for ident in pipe.read_text().split()]


def wait_until_gone(pids: list[int]) -> None:
    """Returns when all the processes have ended."""
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        select.select([handle], [], [])
        os.close(handle)
