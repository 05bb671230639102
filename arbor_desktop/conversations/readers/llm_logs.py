"""llm, Simon Willison's command line: `logs.db`, a SQLite database that `llm logs path` names.

Up to 0.2x each prompt with its answer is a row of `responses`, joined by `conversation_id`; tool calls and
results stand in tables of their own. Later versions keep messages by the hash of their content and of what
came before (`messages`, `parts`); a row of `turns` names the last message that was sent
(`parent_message_hash`) and the last of the answer (`tip_message_hash`). A database may hold both, and goes on
under the same ids: `threads.id` is the conversation's (simonw/llm:llm/migrations.py and llm/logs.py; seen as
written by 0.26 and 0.36).

A turn's chain holds the whole history. What is new in it are the messages after the last answer before it.
Fragments are files that were passed along: they are not the person's words. What was piped in cannot be told
from what was typed. Rows are added and never changed, so the highest rowids tell what is new.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.documents import (
    document_checkpoint,
    foreign_database,
    is_database,
    is_unchanged,
    parse_json,
    tables_of,
)
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, sequence, text
from arbor_desktop.conversations.readers.speech import tool_call, tool_result

SOURCE = "llm"
PAGE_ROWS = 200
LOOK_BACK_ROWS = 20
MAX_CHAIN = 1000
"""So many messages of one turn are looked at."""


class LlmReader:
    """Reads the conversations of a `logs.db`."""

    source = SOURCE

    def __init__(self, *, batch_chars: int = BATCH_CHARS, page_rows: int = PAGE_ROWS) -> None:
        self._batch_chars = batch_chars
        self._page_rows = page_rows

    def recognises(self, path: Path, head: bytes) -> bool:
        """A database with llm's tables; one that can't be opened now by its name and folder."""
        if not is_database(head):
            return False
        try:
            with foreign_database(path) as conn:
                tables = tables_of(conn)
                return "_llm_migrations" in tables and bool(tables & {"responses", "turns"})
        except Damaged:
            return path.name == "logs.db" and "llm" in path.parent.name

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        taken = document_checkpoint(path)
        out = Gathering(SOURCE)
        with foreign_database(path) as conn:
            logs = _Logs(conn, self._page_rows)
            rows = _known(since, taken)
            first = None if rows is None else logs.still_there(rows)
            restarted = since is not None and first is None
            done = first or {}
            for done in logs.tell(first or {}, out):
                if out.chars >= self._batch_chars:
                    # Not yet all of the file, but this much is done: a reading goes on from here.
                    yield out.batch(replace(_at(taken, done), size=0, mtime_ns=0), restarted=restarted)
                    restarted = False
        yield out.batch(_at(taken, done), restarted=restarted)


Rows = dict[str, int]
"""Table → the last row that was read of it."""


def _at(taken: Checkpoint, rows: Rows) -> Checkpoint:
    return replace(taken, state=json.dumps(rows, sort_keys=True, separators=(",", ":")))


def _known(since: Checkpoint | None, now: Checkpoint) -> Rows | None:
    if since is None or not since.state or (since.device, since.inode) != (now.device, now.inode):
        return None
    return {table: number(row) for table, row in mapping(json.loads(since.state)).items()}


@dataclass(frozen=True, slots=True)
class _Turn:
    """Whose words are being told, and when they were said."""

    session: str
    ident: str
    at: int | None


class _Logs:
    """One look at the database. Every query ends at once, so that llm never waits for the reader."""

    def __init__(self, conn: sqlite3.Connection, page_rows: int) -> None:
        self._conn = conn
        self._page_rows = page_rows
        conn.row_factory = sqlite3.Row
        self._tables = tables_of(conn)

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        return [dict(row) for row in self._conn.execute(sql, values).fetchall()]

    def still_there(self, rows: Rows) -> Rows | None:
        """From where to go on; None where rows that were read are gone, so that it is another database."""
        found: Rows = {}
        for table, row in rows.items():
            last = number(self._rows(f"SELECT max(rowid) AS last FROM {table}")[0]["last"]) if (
                table in self._tables
            ) else 0  # fmt: skip
            if last < row - LOOK_BACK_ROWS:
                return None
            found[table] = max(0, min(row, last) - LOOK_BACK_ROWS)
        return found

    def tell(self, since: Rows, out: Gathering) -> Iterator[Rows]:
        """Tells what came after `since`, page by page; says after each what is done."""
        done = dict(since)
        for table, tell in (("responses", self._response), ("turns", self._turn)):
            if table not in self._tables:
                continue
            last = done.setdefault(table, 0)
            while page := self._rows(
                f"SELECT rowid AS row_number, * FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT ?",
                last,
                self._page_rows,
            ):
                for row in page:
                    with out.guarded():
                        tell(row, out)
                last = done[table] = page[-1]["row_number"]
                yield dict(done)

    # -- up to 0.2x --

    def _response(self, row: Mapping[str, Any], out: Gathering) -> None:
        ident = text(row.get("id"))
        session = text(row.get("conversation_id")) or ident
        turn = _Turn(session, ident, moment(row.get("datetime_utc")))
        if not session:
            out.unknown += 1
            return
        self._introduce(turn, "conversations", session, row, out)
        self._say(turn, "system", Role.USER, TurnKind.INJECTED, text(row.get("system")), out)
        for found in self._of_response("tool_results", ident):
            failed = bool(found.get("exception"))
            words = tool_result(text(found.get("output")), failed=failed)
            self._say(turn, f"result:{found.get('id')}", Role.ASSISTANT, TurnKind.TOOL, words, out)
        self._say(turn, "prompt", Role.USER, TurnKind.SAID, text(row.get("prompt")), out)
        self._say(turn, "response", Role.ASSISTANT, TurnKind.SAID, text(row.get("response")), out)
        for found in self._of_response("tool_calls", ident):
            words = tool_call(text(found.get("name")), text(found.get("arguments")))
            self._say(turn, f"call:{found.get('id')}", Role.ASSISTANT, TurnKind.TOOL, words, out)

    def _of_response(self, table: str, ident: str) -> list[dict[str, Any]]:
        if table not in self._tables:
            return []
        return self._rows(f"SELECT * FROM {table} WHERE response_id = ? ORDER BY id", ident)

    # -- later --

    def _turn(self, row: Mapping[str, Any], out: Gathering) -> None:
        ident, session = text(row.get("id")), text(row.get("thread_id"))
        turn = _Turn(session or ident, ident, moment(row.get("datetime_utc")))
        if not turn.session:
            out.unknown += 1
            return
        self._introduce(turn, "threads", session, row, out)
        for message in self._new_messages(row):
            for number_, part in enumerate(self._parts(text(message["hash"]))):
                self._part(turn, message, number_, part, out)

    def _new_messages(self, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The answer's messages, and what was sent since the answer before, in the order they were said."""
        sent, found = text(row.get("parent_message_hash")), []
        hash_, answering = text(row.get("tip_message_hash")), True
        for _ in range(MAX_CHAIN):
            answering = answering and hash_ != sent
            rows = self._rows("SELECT hash, parent_hash, role FROM messages WHERE hash = ?", hash_)
            if not rows or (not answering and rows[0]["role"] == "assistant"):
                break
            found.append(rows[0])
            hash_ = text(rows[0]["parent_hash"])
        return found[::-1]

    def _parts(self, message: str) -> list[dict[str, Any]]:
        return self._rows("SELECT * FROM parts WHERE message_hash = ? ORDER BY position", message)

    def _part(
        self, turn: _Turn, message: Mapping[str, Any], place: int, part: Mapping[str, Any], out: Gathering
    ) -> None:
        payload = _payload(part.get("payload"))
        what = f"{text(message.get('hash'))[-16:]}:{place}"
        match part.get("type"):
            case "text":
                words = text(part.get("text")) or _typed(payload)
                match message.get("role"):
                    case "user":
                        self._say(turn, what, Role.USER, TurnKind.SAID, words, out)
                    case "assistant":
                        self._say(turn, what, Role.ASSISTANT, TurnKind.SAID, words, out)
                    case _:
                        self._say(turn, what, Role.USER, TurnKind.INJECTED, words, out)
            case "tool_call":
                words = tool_call(text(part.get("tool_name")), _as_text(payload.get("arguments")))
                self._say(turn, what, Role.ASSISTANT, TurnKind.TOOL, words, out)
            case "tool_result":
                words = tool_result(text(payload.get("output")), failed=bool(payload.get("exception")))
                self._say(turn, what, Role.ASSISTANT, TurnKind.TOOL, words, out)
            case "reasoning" | "attachment":
                pass
            case _:
                out.unknown += 1

    # -- both --

    def _introduce(
        self, turn: _Turn, table: str, session: str, row: Mapping[str, Any], out: Gathering
    ) -> None:
        names = self._rows(f"SELECT name FROM {table} WHERE id = ?", session) if table in self._tables else []
        model = text(row.get("resolved_model")) or text(row.get("model")) or None
        out.about(turn.session, title=text(names[0]["name"]) if names else None, model=model)
        out.tokens(turn.session, number(row.get("input_tokens")), number(row.get("output_tokens")))

    def _say(self, turn: _Turn, what: str, role: Role, kind: TurnKind, words: str, out: Gathering) -> None:
        out.say(turn.session, f"{SOURCE}:{turn.ident}:{what}", role, words, kind=kind, at=turn.at)


def _payload(value: object) -> Mapping[str, Any]:
    if not isinstance(value, str):
        return {}
    try:
        return mapping(parse_json(value.encode("utf-8", "replace")))
    except Damaged:
        return {}


def _typed(payload: Mapping[str, Any]) -> str:
    """The words of a text that also holds fragments, without these."""
    if "text_ref" not in payload:
        return text(payload.get("text"))
    pieces = (text(mapping(piece).get("literal")) for piece in sequence(payload.get("text_ref")))
    return "\n".join(piece.strip() for piece in pieces if piece.strip())


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value) if value else ""
