"""Cursor's command line: one small SQLite file a session, `~/.cursor/chats/<hash>/<id>/store.db`.

`meta` has one row, whose value is JSON written as hexadecimal digits: `agentId`, `name`, `createdAt` in ms,
`lastUsedModel`, `latestRootBlobId`. `blobs` are named by the hash of their bytes. The root is a protobuf
message whose field 1 names, again and again, the blobs of the messages in their order; those are JSON:
`{role, content: text or [text | tool-call | tool-result | reasoning]}`. Blobs that the latest root does not
name were taken back. `meta.json` beside it says the folder. Messages that are not JSON, as the first versions
wrote them, are only counted (timbaileyjones/timbaileyjones-useful-scripts:cursorchats/
python_data_explorations/README.md; S2thend/cursor-history:src/core/store-stack/store-db.ts).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.cursor_speaker import SOURCE, Voice
from arbor_desktop.conversations.readers.documents import (
    document_checkpoint,
    foreign_database,
    is_unchanged,
    parse_json,
    read_json,
    tables_of,
)
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.json_lines import mapping, moment, sequence, text

HASH_BYTES = 32
_REFERENCE = 1
_BYTES = 2


def is_store(path: Path) -> bool:
    """Whether the database is a session of the command line. Raises Damaged where it can't be opened."""
    with foreign_database(path) as conn:
        return tables_of(conn) >= {"blobs", "meta"} and bool(text(_about(conn).get("agentId")))


def read_store(path: Path, since: Checkpoint | None) -> Iterator[Batch]:
    """A session, whole: its database is small."""
    if since is not None and is_unchanged(path, since):
        yield Batch(since)
        return
    checkpoint = document_checkpoint(path)
    out = Gathering(SOURCE)
    with foreign_database(path) as conn:
        about = _about(conn)
        session = text(about.get("agentId"))
        if not session:
            raise Damaged("The session has no id.")
        beside = _beside(path)
        subagent = beside.get("isSubagent") is True
        cwd = text(beside.get("cwd")) or None
        _tell(conn, about, Voice(session, subagent=subagent), cwd, out)
    out.about(
        session,
        title=text(about.get("name")) or None,
        model=text(about.get("lastUsedModel")) or None,
        cwd=cwd,
        headless=subagent,
        whole=not out.broken,
    )
    yield out.batch(checkpoint)


def _tell(
    conn: sqlite3.Connection, about: Mapping[str, Any], voice: Voice, cwd: str | None, out: Gathering
) -> None:
    at = moment(about.get("createdAt"))
    for ident in references(_blob(conn, text(about.get("latestRootBlobId"))) or b""):
        data = _blob(conn, ident)
        try:
            message = parse_json(data) if data is not None else None
        except Damaged:
            message = None
        if not isinstance(message, dict):
            out.broken += 1
            continue
        role, content = message.get("role"), message.get("content")
        if role == "system":  # Cursor's own instructions
            continue
        who = Role.USER if role == "user" else Role.ASSISTANT
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else sequence(content)
        for block in blocks:
            with out.guarded():
                voice.block(out, who, mapping(block), at=at, cwd=cwd)
        if out.chars:
            at = None  # only when it began is known


def references(root: bytes) -> list[str]:
    """The names of the blobs in a root's field 1 (protobuf.dev/programming-guides/encoding); what does not
    decode ends the list."""
    found: list[str] = []
    position = 0
    while position < len(root):
        tag, position = _varint(root, position)
        size = 0
        match tag & 7:
            case 0:  # a number
                _, position = _varint(root, position)
            case 1:
                size = 8
            case 2:  # bytes, after their count
                size, position = _varint(root, position)
            case 5:
                size = 4
            case _:
                break
        if tag >> 3 == _REFERENCE and tag & 7 == _BYTES and size == HASH_BYTES:
            found.append(root[position : position + size].hex())
        position += size
    return found


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """The number at `position`, and where it ends; what is cut off ends the data."""
    value = shift = 0
    while position < len(data) and shift < 64:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7
    return 0, len(data)


def _about(conn: sqlite3.Connection) -> Mapping[str, Any]:
    row = conn.execute("SELECT value FROM meta WHERE key = '0'").fetchone()
    try:
        return mapping(parse_json(bytes.fromhex(text(row[0])))) if row is not None else {}
    except (ValueError, Damaged):
        return {}


def _blob(conn: sqlite3.Connection, ident: str) -> bytes | None:
    row = conn.execute("SELECT data FROM blobs WHERE id = ?", (ident,)).fetchone()
    if row is None:
        return None
    value = row[0]
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    return value if isinstance(value, bytes) else None


def _beside(path: Path) -> Mapping[str, Any]:
    """What `meta.json` beside the store says; nothing where it is not there."""
    try:
        return mapping(read_json(path.with_name("meta.json")))
    except OSError:
        return {}
