"""Cursor's editor: conversations in `User/globalStorage/state.vscdb`, a SQLite table of keys and JSON values.

`cursorDiskKV` holds `composerData:<id>` (title, times, `fullConversationHeadersOnly`: the order of its
bubbles; in older versions the bubbles themselves in `conversation` or `conversationMap`) and
`bubbleId:<id>:<bubble>` (`type` 1 user, 2 assistant; `text`, `createdAt`, `toolFormerData`). Bubbles that no
header names were taken back. Which folder a conversation belongs to is said by itself, or by
`workspaceStorage/<hash>/` (S2thend/cursor-history:tests/compatibility/fixtures;
michaeldhood/chatrxiv:docs/cursor/storage-reference.md; getagentseal/codeburn:docs/providers/cursor.md).

A row is replaced when it changes and so gets a new rowid: the highest one tells what is new, in a database of
gigabytes too.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.cursor_speaker import (
    SOURCE,
    Voice,
    called,
    edited_path,
    said_by_assistant,
    said_by_user,
)
from arbor_desktop.conversations.readers.documents import (
    document_checkpoint,
    foreign_database,
    is_unchanged,
    parse_json,
    read_json,
    tables_of,
)
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, sequence, text
from arbor_desktop.conversations.readers.speech import tool_result

TABLE = "cursorDiskKV"
LOOK_BACK_ROWS = 200
_COMPOSER, _BUBBLE = "composerData:", "bubbleId:"
_DONE = frozenset(("completed", "error", "cancelled"))


def is_cursor(path: Path) -> bool:
    """Whether Cursor keeps conversations in this database. Raises Damaged where it can't be opened."""
    with foreign_database(path) as conn:
        return TABLE in tables_of(conn) and bool(
            conn.execute(
                f"SELECT 1 FROM {TABLE} WHERE key >= ? AND key < ? LIMIT 1", (_COMPOSER, f"{_COMPOSER}\x7f")
            ).fetchone()
        )


def read_database(path: Path, since: Checkpoint | None, *, batch_chars: int = BATCH_CHARS) -> Iterator[Batch]:
    """Streams the conversations with rows that are newer than `since`, each of them whole."""
    if since is not None and is_unchanged(path, since):
        yield Batch(since)
        return
    taken = document_checkpoint(path)
    out = Gathering(SOURCE)
    with foreign_database(path) as conn:
        last = number(conn.execute(f"SELECT max(rowid) FROM {TABLE}").fetchone()[0])
        first = _first_row(since, taken, last)
        restarted = since is not None and first is None
        unfinished = document_checkpoint(path, finished=False)
        if since is not None and first is not None:
            unfinished = replace(since, size=0, mtime_ns=0)
        reading = _Reading(conn, path)
        for composer in _composers(conn, first):
            with out.guarded():
                reading.tell(composer, out)
            if out.chars >= batch_chars:
                yield out.batch(unfinished, restarted=restarted)
                restarted = False
    yield out.batch(replace(taken, state=json.dumps({"row": last})), restarted=restarted)


def _first_row(since: Checkpoint | None, now: Checkpoint, last: int) -> int | None:
    """From which row on things may be new; None: all may be."""
    if since is None or not since.state or (since.device, since.inode) != (now.device, now.inode):
        return None
    seen = number(mapping(json.loads(since.state)).get("row"))
    return None if last < seen - LOOK_BACK_ROWS else min(seen, last) - LOOK_BACK_ROWS


def _composers(conn: sqlite3.Connection, first: int | None) -> list[str]:
    """The conversations with a row from `first` on, in the order of those rows."""
    if first is None:
        rows = conn.execute(
            f"SELECT key FROM {TABLE} WHERE key >= ? AND key < ? ORDER BY rowid",
            (_COMPOSER, f"{_COMPOSER}\x7f"),
        )
    else:
        rows = conn.execute(f"SELECT key FROM {TABLE} WHERE rowid > ? ORDER BY rowid", (first,))
    found: dict[str, None] = {}
    for (key,) in rows.fetchall():
        kind, _, rest = text(key).partition(":")
        if kind in ("composerData", "bubbleId"):
            found[rest.partition(":")[0]] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class _Bubble:
    ident: str
    record: Mapping[str, Any]


class _Reading:
    """One look at the database. Every query ends at once, so that its owner never waits for the reader."""

    def __init__(self, conn: sqlite3.Connection, path: Path) -> None:
        self._conn = conn
        self._path = path
        self._folders: dict[str, str] | None = None

    def tell(self, composer: str, out: Gathering) -> None:
        data = self._record(f"{_COMPOSER}{composer}", out)
        if data is None:
            return
        parent = text(mapping(data.get("subagentInfo")).get("parentComposerId")) or None
        cwd = _folder_of(data) or self._workspace_of(composer)
        voice = Voice(composer, subagent=parent is not None)
        broken = out.broken
        bubbles = self._in_order(composer, data, out)
        pending = {text(ident) for ident in sequence(data.get("generatingBubbleIds"))}
        for bubble in bubbles:
            if bubble.ident not in pending:  # it is read when it is written again
                with out.guarded():
                    _Telling(composer, voice, out, cwd).tell(bubble.record)
        out.about(
            composer,
            parent=parent,
            # Sub-agents speak in the same conversation: what is theirs is not missing from this.
            whole=parent is None and out.broken == broken and not sequence(data.get("subComposerIds")),
        )
        if parent is None:
            cwd = cwd or next((found for bubble in bubbles if (found := _folder_of(bubble.record))), None)
            out.about(
                composer,
                title=text(data.get("name")) or None,
                cwd=cwd,
                branch=text(data.get("createdOnBranch")) or None,
                model=text(mapping(data.get("modelConfig")).get("modelName")) or None,
            )
        for uri in (*mapping(data.get("originalFileStates")), *sequence(data.get("newlyCreatedFiles"))):
            out.edited(composer, _path_of(uri))

    def _in_order(self, composer: str, data: Mapping[str, Any], out: Gathering) -> list[_Bubble]:
        headers = [mapping(header) for header in sequence(data.get("fullConversationHeadersOnly"))]
        if headers:
            kept = self._bubbles(composer, out)
            inline = mapping(data.get("conversationMap"))
            idents = dict.fromkeys(text(header.get("bubbleId")) for header in headers)
            found = ((ident, kept.get(ident) or mapping(inline.get(ident))) for ident in idents)
            return [_Bubble(ident, record) for ident, record in found if record]
        inline_bubbles = (mapping(record) for record in sequence(data.get("conversation")))
        return [_Bubble(text(record.get("bubbleId")), record) for record in inline_bubbles]

    def _bubbles(self, composer: str, out: Gathering) -> dict[str, Mapping[str, Any]]:
        """By the id in the key, and by the id they bear themselves, which may be another."""
        prefix = f"{_BUBBLE}{composer}:"
        found: dict[str, Mapping[str, Any]] = {}
        own: dict[str, Mapping[str, Any]] = {}
        keys = self._conn.execute(
            f"SELECT key FROM {TABLE} WHERE key >= ? AND key < ? ORDER BY rowid",
            (prefix, f"{prefix}\U0010ffff"),
        ).fetchall()
        for (key,) in keys:
            record = self._record(key, out)
            if record is not None:
                found[text(key).removeprefix(prefix)] = record
                if isinstance(ident := record.get("bubbleId"), str):
                    own.setdefault(ident, record)
        return own | found

    def _record(self, key: str, out: Gathering) -> Mapping[str, Any] | None:
        row = self._conn.execute(f"SELECT value FROM {TABLE} WHERE key = ?", (key,)).fetchone()
        if row is None or row[0] is None:
            return None
        value = row[0].encode("utf-8", "replace") if isinstance(row[0], str) else row[0]
        try:
            record = parse_json(value) if isinstance(value, bytes) else None
        except Damaged:
            record = None
        if not isinstance(record, dict):
            out.broken += 1
            return None
        return _trimmed(record)

    def _workspace_of(self, composer: str) -> str | None:
        if self._folders is None:
            self._folders = _workspaces(self._path)
        return self._folders.get(composer)


_NEEDED = frozenset((
    "type", "bubbleId", "text", "createdAt", "timingInfo", "toolFormerData", "tokenCount", "isThought",
    "workspaceUris", "workspaceProjectDir", "name", "createdOnBranch", "modelConfig", "originalFileStates",
    "newlyCreatedFiles", "fullConversationHeadersOnly", "conversation", "conversationMap", "subComposerIds",
    "subagentInfo", "workspaceIdentifier", "generatingBubbleIds",
))  # fmt: skip


def _trimmed(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without the attached context that makes up nearly all of a record."""
    return {name: value for name, value in record.items() if name in _NEEDED}


@dataclass(frozen=True, slots=True)
class _Telling:
    """Says what one bubble says."""

    composer: str
    voice: Voice
    out: Gathering
    cwd: str | None

    def tell(self, record: Mapping[str, Any]) -> None:
        used = mapping(record.get("tokenCount"))
        self.out.tokens(self.composer, number(used.get("inputTokens")), number(used.get("outputTokens")))
        words = text(record.get("text"))
        match record.get("type"):
            case 1:
                for kind, part in said_by_user(words):
                    self._say(record, Role.USER, kind, part)
            case 2:
                if record.get("isThought") is not True:
                    self._say(record, Role.ASSISTANT, TurnKind.SAID, said_by_assistant(words))
                self._tool(record, mapping(record.get("toolFormerData")))
            case _:
                self.out.unknown += 1

    def _tool(self, record: Mapping[str, Any], tool: Mapping[str, Any]) -> None:
        status, name = text(tool.get("status")), text(tool.get("name"))
        if not name or status not in _DONE:
            return
        given = _object(tool.get("rawArgs")) | _object(tool.get("params"))
        failed = status != "completed"
        result = _object(tool.get("result"))
        # What a tool read is a file's contents; of a command, the output's end is kept.
        output = text(result.get("output")) or text(result.get("error")) or text(result.get("message"))
        self._say(record, Role.ASSISTANT, TurnKind.TOOL,
                  f"{called(name, given)}\n{tool_result(output, failed=failed)}")  # fmt: skip
        if not failed:
            self.out.edited(self.composer, edited_path(name, given))

    def _say(self, record: Mapping[str, Any], role: Role, kind: TurnKind, words: str) -> None:
        at = moment(record.get("createdAt")) or moment(
            mapping(record.get("timingInfo")).get("clientStartTime")
        )
        self.voice.say(self.out, role, kind, words, at=at, cwd=self.cwd)


def _object(value: object) -> dict[str, Any]:
    """An object that may be written as JSON in a text."""
    if isinstance(value, str):
        try:
            value = parse_json(value.encode("utf-8", "replace"))
        except Damaged:
            return {}
    return value if isinstance(value, dict) else {}


# -- folders --


def _folder_of(record: Mapping[str, Any]) -> str | None:
    place = mapping(mapping(record.get("workspaceIdentifier")).get("uri"))
    for found in (place.get("fsPath"), place.get("path"), record.get("workspaceProjectDir"),
                  *sequence(record.get("workspaceUris"))):  # fmt: skip
        if path := _path_of(found):
            return path
    return None


def _path_of(uri: object) -> str:
    """The path of a `file:` URI, or a path as it is; "" for other places."""
    found = text(uri)
    if "://" not in found:
        return found
    try:
        parts = urlsplit(found)
    except ValueError:
        return ""
    if parts.scheme != "file":
        return ""
    path = unquote(parts.path)
    return path[1:] if path[2:3] == ":" else path  # /c:/Users → c:/Users


def _workspaces(path: Path) -> dict[str, str]:
    """Conversation → folder, as the databases of the workspaces beside the global one say."""
    found: dict[str, str] = {}
    for place in sorted(path.parent.parent.glob("workspaceStorage/*/workspace.json")):
        try:
            folder = _path_of(mapping(read_json(place)).get("folder"))
            if folder:
                for composer in _composers_of(place.with_name("state.vscdb")):
                    found[composer] = folder
        except OSError:  # gone, or locked: those conversations have no folder this time
            continue
    return found


def _composers_of(path: Path) -> Iterator[str]:
    with foreign_database(path) as conn:
        if "ItemTable" not in tables_of(conn):
            return
        row = conn.execute("SELECT value FROM ItemTable WHERE key = 'composer.composerData'").fetchone()
    value = row[0] if row is not None else None
    heads = _object(value.decode("utf-8", "replace") if isinstance(value, bytes) else value)
    for head in sequence(heads.get("allComposers")):
        yield text(mapping(head).get("composerId"))
