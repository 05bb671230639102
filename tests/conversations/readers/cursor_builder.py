"""Makes Cursor's conversations: transcripts of agents, and the editor's database."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

Json = dict[str, Any]
SESSION = "0b1c2d3e-0000-4000-8000-000000000001"


def query(words: str) -> Json:
    return line("user", {"type": "text", "text": f"<user_query>\n{words}\n</user_query>"})


def line(role: str, *blocks: str | Json) -> Json:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {"role": role, "message": {"content": content}}


def call(name: str, **given: Any) -> Json:
    return {"type": "tool_use", "name": name, "input": given}


def transcript(folder: Path, *lines: Json, session: str = SESSION, under: str = "") -> Path:
    path = folder / "projects" / "no-such-place" / "agent-transcripts" / under / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_bytes(*lines))
    return path


def as_bytes(*lines: Json) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in lines)


def connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA synchronous = off")
    for table in ("ItemTable", "cursorDiskKV"):
        conn.execute(f"CREATE TABLE IF NOT EXISTS {table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
    return conn


def put(conn: sqlite3.Connection, key: str, value: Any, table: str = "cursorDiskKV") -> None:
    data = value if isinstance(value, str | bytes) or value is None else json.dumps(value)
    conn.execute(f"INSERT INTO {table} VALUES (?, ?)", (key, data))


def compose(conn: sqlite3.Connection, *bubbles: Json, session: str = SESSION, **about: Any) -> None:
    """Writes a conversation; bubbles that are there already and the same keep their rows."""
    headers = []
    for number, bubble in enumerate(bubbles):
        ident = bubble.get("bubbleId", f"b{number}")
        headers.append({"bubbleId": ident, "type": bubble.get("type")})
        key, data = f"bubbleId:{session}:{ident}", json.dumps({**bubble, "bubbleId": ident})
        if conn.execute("SELECT value FROM cursorDiskKV WHERE key = ?", (key,)).fetchone() != (data,):
            put(conn, key, data)
    put(
        conn,
        f"composerData:{session}",
        {"composerId": session, "fullConversationHeadersOnly": headers, **about},
    )


def asked(words: str, at: str = "2026-01-16T00:00:01.000Z", **more: Any) -> Json:
    return {"type": 1, "text": words, "createdAt": at, **more}


def answered(words: str, at: str = "2026-01-16T00:00:02.000Z", **more: Any) -> Json:
    return {"type": 2, "text": words, "createdAt": at, **more}


def used(name: str, given: Json, result: Json, status: str = "completed") -> Json:
    tool = {"name": name, "params": json.dumps(given), "result": json.dumps(result), "status": status}
    return answered("", toolFormerData=tool)
