"""Makes OpenCode sessions: as a tree of files, and as a database. What both hold is described once."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

START = 1_760_000_000_000
Json = dict[str, Any]


@dataclass
class Talk:
    """A session with its messages: (message, parts), ids in ascending order."""

    id: str = "ses_one"
    parent: str | None = None
    title: str = "Cache for the parser"
    directory: str = "/home/mara/parser"
    project: str = "prj"
    revert: Json | None = None
    messages: list[tuple[Json, list[Json]]] = field(default_factory=list)
    updated: int = START

    def user(self, *parts: str | Json, at: int | None = None, **info: Any) -> str:
        return self._add({"role": "user", "agent": "build", **info}, parts, at)

    def assistant(self, *parts: str | Json, at: int | None = None, done: bool = True, **info: Any) -> str:
        ident = self._add({"role": "assistant", "modelID": "claude-x", "providerID": "p", **info}, parts, at)
        if done:
            time = self.messages[-1][0]["time"]
            time["completed"] = time["created"] + 900
        return ident

    def _add(self, info: Json, parts: Iterable[str | Json], at: int | None) -> str:
        number = len(self.messages) + 1
        ident = f"msg_{self.id[4:]}_{number:04}"
        created = START + number * 1000 if at is None else at
        found = []
        for place, part in enumerate(parts, 1):
            record = {"type": "text", "text": part} if isinstance(part, str) else dict(part)
            found.append({"id": f"prt_{self.id[4:]}_{number:04}_{place:03}", "sessionID": self.id,
                          "messageID": ident, **record})  # fmt: skip
        self.messages.append(
            ({"id": ident, "sessionID": self.id, "time": {"created": created}, **info}, found)
        )
        self.updated = max(self.updated, created)
        return ident

    def forked(self, ident: str, upto: int) -> Talk:
        """A copy of the first messages, as a fork makes it: new ids, the same times."""
        copy = Talk(ident, title=f"{self.title} (fork #1)", directory=self.directory)
        for info, parts in self.messages[:upto]:
            new = f"msg_{ident[4:]}_{len(copy.messages) + 1:04}"
            copy.messages.append((
                {**info, "id": new, "sessionID": ident},
                [{**part, "id": f"prt_{ident[4:]}_{len(copy.messages):04}_{n:03}", "messageID": new,
                  "sessionID": ident} for n, part in enumerate(parts)],
            ))  # fmt: skip
        copy.updated = self.updated
        return copy

    def record(self) -> Json:
        return {
            "id": self.id, "version": "1.2.3", "projectID": self.project, "directory": self.directory,
            "title": self.title, "time": {"created": START, "updated": self.updated},
            **({"parentID": self.parent} if self.parent else {}),
            **({"revert": self.revert} if self.revert else {}),
        }  # fmt: skip


def bash(command: str, output: str = "", *, exit_code: int = 0, status: str = "completed") -> Json:
    state: Json = {"status": status, "input": {"command": command}}
    if status == "completed":
        state |= {"output": output, "title": command, "metadata": {"exit": exit_code}}
    elif status == "error":
        state |= {"error": output}
    return {"type": "tool", "tool": "bash", "callID": f"call_{command}", "state": state}


def write_tree(storage: Path, *talks: Talk) -> list[Path]:
    """Writes (anew) what the talks hold; answers the sessions' files."""
    found = []
    for talk in talks:
        file = storage / "session" / talk.project / f"{talk.id}.json"
        wanted = {file: talk.record()}
        for info, parts in talk.messages:
            wanted[storage / "message" / talk.id / f"{info['id']}.json"] = info
            for part in parts:
                wanted[storage / "part" / info["id"] / f"{part['id']}.json"] = part
        for old in (storage / "message" / talk.id).glob("*.json"):
            if old not in wanted:
                old.unlink()
        for path, record in wanted.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(record), encoding="utf-8")
        found.append(file)
    return found


def hasten(path: Path, seconds: int) -> None:
    """Sets the time of a file, since two writes in a test may fall into one tick of the clock."""
    os.utime(path, ns=(START * 1_000_000 + seconds * 10**9,) * 2)


SCHEMA = """
CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL);
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, slug TEXT NOT NULL,
    directory TEXT NOT NULL, title TEXT NOT NULL, version TEXT NOT NULL, revert TEXT,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE INDEX message_session_idx ON message (session_id);
CREATE INDEX part_message_idx ON part (message_id);
CREATE INDEX part_session_idx ON part (session_id);
"""
_IDS = ("id", "sessionID", "messageID")


def connect(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA synchronous = off")
    if not conn.execute("SELECT 1 FROM sqlite_master").fetchone():
        conn.executescript(SCHEMA)
    return conn


def write_rows(conn: sqlite3.Connection, talks: Sequence[Talk], *, now: int | None = None) -> None:
    """Inserts or updates the rows of what the talks hold; rows that are the same keep their time."""
    conn.execute("BEGIN")
    for talk in talks:
        when = talk.updated if now is None else now
        conn.execute(
            "INSERT INTO session VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET title = "
            "excluded.title, revert = excluded.revert, time_updated = excluded.time_updated",
            (talk.id, talk.project, talk.parent, "slug", talk.directory, talk.title, "1.2.3",
             json.dumps(talk.revert) if talk.revert else None, START, when),
        )  # fmt: skip
        for info, parts in talk.messages:
            created = info["time"]["created"]
            _upsert(conn, "message", (info["id"], talk.id, created, when), info)
            for part in parts:
                _upsert(conn, "part", (part["id"], info["id"], talk.id, created, when), part)
        kept = {info["id"] for info, _ in talk.messages}
        for (ident,) in conn.execute("SELECT id FROM message WHERE session_id = ?", (talk.id,)).fetchall():
            if ident not in kept:
                conn.execute("DELETE FROM part WHERE message_id = ?", (ident,))
                conn.execute("DELETE FROM message WHERE id = ?", (ident,))
    conn.execute("COMMIT")


def _upsert(conn: sqlite3.Connection, table: str, columns: tuple[str | int, ...], record: Json) -> None:
    data = json.dumps({name: value for name, value in record.items() if name not in _IDS})
    marks = ",".join("?" * (len(columns) + 1))
    conn.execute(
        f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET data = excluded.data, "
        "time_updated = excluded.time_updated WHERE data IS NOT excluded.data",
        (*columns, data),
    )
