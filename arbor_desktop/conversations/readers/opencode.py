"""OpenCode: its sessions as a tree of JSON files, which is what it had before its database; reads both.

`~/.local/share/opencode/storage/`: `session/<project>/<session>.json`, `message/<session>/<message>.json`,
`part/<message>/<part>.json`. The session's file stands for all of them; messages and parts are found beside
it by name (anomalyco/opencode:packages/opencode/src/storage/storage.ts). Parts are written anew while an
answer streams, so a session is read whole each time it changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.companions import message_files, part_files
from arbor_desktop.conversations.readers.documents import (
    document_checkpoint,
    is_database,
    is_unchanged,
    parse_json,
    read_json,
)
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.json_lines import mapping, text
from arbor_desktop.conversations.readers.opencode_database import is_opencode, read_database
from arbor_desktop.conversations.readers.opencode_session import (
    SOURCE,
    Message,
    Session,
    Teller,
    in_order,
    session_of,
    tell_about,
)

MAX_DEPTH = 32
"""How far up a sub-agent's session is followed."""
_MARKS = re.compile(rb'"id"\s*:\s*".*"directory"\s*:\s*"|"directory"\s*:\s*".*"id"\s*:\s*"', re.DOTALL)


class OpenCodeReader:
    """Reads the file of a session with its messages and parts, or the database that holds all sessions."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """A session's record in a `session` folder (its messages and parts are not sessions), or a database
        with OpenCode's tables."""
        if is_database(head):
            try:
                return is_opencode(path)
            except Damaged:  # locked or broken: whose it is, only its name can tell
                return path.name.startswith("opencode") and path.suffix == ".db"
        if path.suffix != ".json" or path.parent.parent.name != "session":
            return False
        try:
            record = mapping(parse_json(head))
        except Damaged:  # half written, or longer than the head
            return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and bool(_MARKS.search(head))
        return (
            bool(text(record.get("id")))
            and isinstance(record.get("time"), dict)
            and any(isinstance(record.get(name), str) for name in ("projectID", "directory"))
        )

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        with path.open("rb") as file:
            head = file.read(16)
        return read_database(path, since) if is_database(head) else _read_session(path, since)


def _read_session(path: Path, since: Checkpoint | None) -> Iterator[Batch]:
    if since is not None and is_unchanged(path, since):
        yield Batch(since)
        return
    checkpoint = document_checkpoint(path)
    session = session_of(mapping(read_json(path)))
    if not session.id:
        raise Damaged("The session's file has no id.")
    out = Gathering(SOURCE)
    into = _root_of(path, session)
    teller = Teller(session, session.id, out, subagent=into != session.id)
    for message in in_order(_messages(path, out)):
        with out.guarded():
            teller.tell(message)
    if into == session.id:
        # Where a piece is damaged, its words are missing, but not taken back.
        tell_about(session, out, whole=not out.broken)
    else:
        out.about(session.id, parent=into)
    yield out.batch(checkpoint)


def _messages(path: Path, out: Gathering) -> Iterator[Message]:
    """Damaged pieces are counted and passed over; once they are whole, the session has changed."""
    for file in message_files(path):
        info = _record(file, out)
        if info is None:
            continue
        parts = []
        for piece in part_files(path, file):
            part = _record(piece, out)
            if part is not None:
                parts.append((text(part.get("id")) or piece.stem, part))
        yield Message(text(info.get("id")) or file.stem, info, parts)


def _record(path: Path, out: Gathering) -> Mapping[str, Any] | None:
    """None where the file is gone (what was taken back is deleted), or damaged."""
    try:
        return mapping(read_json(path))
    except FileNotFoundError:
        return None
    except Damaged:
        out.broken += 1
        return None


def _root_of(path: Path, session: Session) -> str:
    """The session a person is in: up from a sub-agent's to the one that has no parent."""
    seen = {session.id}
    current = session
    for _ in range(MAX_DEPTH):
        if not current.parent or current.parent in seen:
            break
        seen.add(current.parent)
        above = _session_file(path, current.parent)
        if above is None:
            return current.parent
        current = above
    return current.id


def _session_file(path: Path, ident: str) -> Session | None:
    """What is known of the session `ident` beside `path`; None where its file is gone or damaged."""
    if not re.fullmatch(r"\w[\w.-]*", ident):
        return None
    for folder in (path.parent, *sorted(path.parent.parent.glob("*/"))):
        file = folder / f"{ident}.json"
        if file.is_file():
            try:
                return session_of(mapping(read_json(file)))
            except OSError:
                return None
    return None
