"""Session files as Claude Code writes them, made by hand: short scripts of who says what."""

from __future__ import annotations

import json
import os
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

START = int(datetime(2025, 11, 3, 9, 0, tzinfo=UTC).timestamp())


def ident(*parts: object) -> str:
    """The same id for the same parts on every run."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(map(str, parts))))


class Session:
    """Grows by `say`, `reply` and `tool`; `write` makes the file, `append` adds what is new to it."""

    def __init__(self, name: str, cwd: str = "/srv/kiln", *, start: int = START, **fields: Any) -> None:
        self.name = name
        self.id = ident("session", name)
        self.cwd = cwd
        self.at = start
        self.fields = fields
        self.records: list[dict[str, Any]] = []
        self.written = 0
        self._parent: str | None = None

    def say(self, text: str, **fields: Any) -> Self:
        return self._add("user", {"role": "user", "content": text}, fields)

    def reply(self, text: str, *, tokens: tuple[int, int] = (0, 0), **fields: Any) -> Self:
        message: dict[str, Any] = {"role": "assistant", "content": [{"type": "text", "text": text}]}
        if tokens != (0, 0):
            message["id"] = f"msg_{len(self.records)}_{self.name}"
            message["usage"] = {"input_tokens": tokens[0], "output_tokens": tokens[1]}
        return self._add("assistant", message, fields)

    def tool(self, command: str, output: str) -> Self:
        return self.call("Bash", output, command=command)

    def call(self, tool: str, output: str, **given: str) -> Self:
        call = f"toolu_{len(self.records)}_{self.name}"
        block = {"type": "tool_use", "id": call, "name": tool, "input": given}
        self._add("assistant", {"role": "assistant", "content": [block]}, {})
        result = {"type": "tool_result", "tool_use_id": call, "content": output}
        return self._add("user", {"role": "user", "content": [result]}, {})

    def rewind(self, records: int) -> Self:
        """The next record hangs where the last `records` did not exist yet."""
        self._parent = self.records[-records]["parentUuid"]
        return self

    def _add(self, kind: str, message: dict[str, Any], fields: dict[str, Any]) -> Self:
        self.at += 7
        record = {
            "parentUuid": self._parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.id,
            "version": "2.1.14",
            "gitBranch": "main",
            "type": kind,
            "message": message,
            "uuid": ident(self.name, len(self.records)),
            "timestamp": datetime.fromtimestamp(self.at, UTC).isoformat().replace("+00:00", "Z"),
            **self.fields,
            **fields,
        }
        self._parent = record["uuid"]
        self.records.append(record)
        return self

    def lines(self, first: int = 0) -> bytes:
        return b"".join(json.dumps(record).encode() + b"\n" for record in self.records[first:])

    def path(self, folder: Path) -> Path:
        return folder / self.cwd.replace("/", "-") / f"{self.id}.jsonl"

    def write(self, folder: Path) -> Path:
        """The whole session as a new file, whose time is that of its last record."""
        path = self.path(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.lines())
        os.utime(path, (self.at, self.at))
        self.written = len(self.records)
        return path

    def append(self, folder: Path) -> Path:
        path = self.path(folder)
        with path.open("ab") as file:
            file.write(self.lines(self.written))
        os.utime(path, (self.at, self.at))
        self.written = len(self.records)
        return path

    def resumed(self, name: str) -> Session:
        """Another session that holds a copy of this one's records, with their ids, under its own id."""
        copy = Session(name, self.cwd, start=self.at, **self.fields)
        copy.records = [{**record, "sessionId": copy.id} for record in self.records]
        copy._parent = self._parent
        return copy


TOOLS = ("pnpm", "ruff", "httpx", "vitest", "alembic", "redis", "podman", "mypy", "caddy", "polars")
HABITS = (
    "Always run {tool} before you commit anything in this repository.",
    "I prefer {tool} over everything else for this kind of work.",
    "From now on, use {tool} for all new services.",
    "Never call {tool} from the request handlers.",
    "We use {tool} in production, pinned to the last minor version.",
    "We decided to go with {tool} because the old tool was too slow.",
)


def corpus(folder: Path, count: int = 40) -> list[Path]:
    """`count` sessions of four projects: statements said once, said again elsewhere, resumed and rewound
    sessions, sub-agents, and files that hold nothing."""
    paths: list[Path] = []
    for number in range(count):
        tool = TOOLS[number * 7 % len(TOOLS)]
        session = Session(f"talk-{number}", f"/srv/project-{number % 4}", start=START + number * 3600)
        session.say(f"Please have a look at module {number} and tell me what is slow in there.")
        session.tool("make bench", f"bench {number}: ok\n" * (number % 9))
        session.reply("The slow part is the parser, it reads the whole file again for each line.")
        for turn in range(1 + number % 4):
            session.say(HABITS[(number + turn) % len(HABITS)].format(tool=tool))
            session.reply(f"Understood, I will keep to that for step {turn}.", tokens=(10, 5))
        if number % 5 == 0:
            session.say("Never use tabs in the Makefile of this project, ever.").reply(
                "Noted, no tabs there."
            )
            session.rewind(2).say("Forget that, let us look at the next test instead, please.")
        paths.append(session.write(folder))
        if number % 8 == 3:
            resumed = session.resumed(f"resumed-{number}")
            resumed.say(f"I always want the tests of step {number} to run first.").reply(
                "They run first now."
            )
            paths.append(resumed.write(folder))
        if number % 6 == 2:
            agent = Session(f"agent-of-{number}", session.cwd, start=session.at, isSidechain=True)
            agent.id = session.id
            agent.say("Search the code for callers of parse().").reply("There are four callers.")
            place = folder / session.path(folder).parent.name / session.id / "subagents"
            place.mkdir(parents=True)
            (place / f"agent-{number:04x}.jsonl").write_bytes(agent.lines())
            paths.append(place / f"agent-{number:04x}.jsonl")
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "junk.jsonl").write_bytes(bytes(range(256)) * 64)
    return paths


RULES = (
    "Always run the linter before you commit anything in this repository.",
    "I prefer tabs over spaces in all my projects.",
)
"""Statements that are memories, each more than fifty characters with its answer."""
