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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import BatchBuilder
from arbor_desktop.conversations.readers.databases import DatabaseReader, State, Tables, tables_of
from arbor_desktop.conversations.readers.values import (
    embedded,
    first_text,
    mapping,
    moment,
    number,
    sequence,
    text,
    tool_call,
    tool_result,
)

SOURCE = "llm"
PAGE_ROWS = 200
LOOK_BACK_ROWS = 20
MAX_CHAIN = 1000
"""So many messages of one turn are looked at."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """The session, id and time of the words that are being added."""

    session: str
    ident: str
    at: int | None


class _Logs(Tables):
    """The rows of both schemas. The state is the last row that was read of each table."""

    def __init__(self, conn: sqlite3.Connection, path: Path, since: State | None, out: BatchBuilder) -> None:
        super().__init__(conn, path, since, out)
        conn.row_factory = sqlite3.Row
        self._tables = tables_of(conn)
        self._done: dict[str, int] = {}
        for table, row in ({} if since is None else since).items():
            last = 0
            if table in self._tables:
                last = number(self._rows(f"SELECT max(rowid) AS last FROM {table}")[0]["last"])
            if last < number(row) - LOOK_BACK_ROWS:  # rows are gone, so it is another database
                self.since, self._done = None, {}
                break
            self._done[table] = max(0, min(number(row), last) - LOOK_BACK_ROWS)

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        return [dict(row) for row in self.conn.execute(sql, values).fetchall()]

    def take(self) -> Iterator[None]:
        for table, add in (("responses", self._response), ("turns", self._turn)):
            if table not in self._tables:
                continue
            self._done.setdefault(table, 0)
            while page := self._rows(
                f"SELECT rowid AS row_number, * FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT ?",
                self._done[table],
                PAGE_ROWS,
            ):
                for row in page:
                    with self.out.guarded():
                        add(row)
                self._done[table] = page[-1]["row_number"]
                yield

    def state(self, now: int) -> State:
        return self._done

    def progress(self) -> State:
        """Return what is done: reading goes on from here."""
        return dict(self._done)

    # -- up to 0.2x --

    def _response(self, row: Mapping[str, Any]) -> None:
        ident = text(row, "id")
        session = text(row, "conversation_id") or ident
        turn = _Turn(session, ident, moment(row, "datetime_utc"))
        if not session:
            self.out.unknown += 1
            return
        self._introduce(turn, "conversations", session, row)
        self._say(turn, "system", Role.USER, TurnKind.INJECTED, text(row, "system"))
        for found in self._of_response("tool_results", ident):
            failed = bool(found.get("exception"))
            words = tool_result(text(found, "output"), failed=failed)
            self._say(turn, f"result:{found.get('id')}", Role.ASSISTANT, TurnKind.TOOL, words)
        self._say(turn, "prompt", Role.USER, TurnKind.SAID, text(row, "prompt"))
        self._say(turn, "response", Role.ASSISTANT, TurnKind.SAID, text(row, "response"))
        for found in self._of_response("tool_calls", ident):
            words = tool_call(text(found, "name"), text(found, "arguments"))
            self._say(turn, f"call:{found.get('id')}", Role.ASSISTANT, TurnKind.TOOL, words)

    def _of_response(self, table: str, ident: str) -> list[dict[str, Any]]:
        if table not in self._tables:
            return []
        return self._rows(f"SELECT * FROM {table} WHERE response_id = ? ORDER BY id", ident)

    # -- later --

    def _turn(self, row: Mapping[str, Any]) -> None:
        ident, session = text(row, "id"), text(row, "thread_id")
        turn = _Turn(session or ident, ident, moment(row, "datetime_utc"))
        if not turn.session:
            self.out.unknown += 1
            return
        self._introduce(turn, "threads", session, row)
        for message in self._new_messages(row):
            for number_, part in enumerate(self._parts(text(message["hash"]))):
                self._part(turn, message, number_, part)

    def _new_messages(self, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the answer's messages, and what was sent since the answer before, in the order they were
        said."""
        sent, found = text(row, "parent_message_hash"), []
        hash_, answering = text(row, "tip_message_hash"), True
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

    def _part(self, turn: _Turn, message: Mapping[str, Any], place: int, part: Mapping[str, Any]) -> None:
        payload = mapping(embedded(part.get("payload")))
        what = f"{text(message, 'hash')[-16:]}:{place}"
        match part.get("type"):
            case "text":
                words = text(part, "text") or _typed(payload)
                match message.get("role"):
                    case "user":
                        self._say(turn, what, Role.USER, TurnKind.SAID, words)
                    case "assistant":
                        self._say(turn, what, Role.ASSISTANT, TurnKind.SAID, words)
                    case _:
                        self._say(turn, what, Role.USER, TurnKind.INJECTED, words)
            case "tool_call":
                words = tool_call(text(part, "tool_name"), _as_text(payload.get("arguments")))
                self._say(turn, what, Role.ASSISTANT, TurnKind.TOOL, words)
            case "tool_result":
                words = tool_result(text(payload, "output"), failed=bool(payload.get("exception")))
                self._say(turn, what, Role.ASSISTANT, TurnKind.TOOL, words)
            case "reasoning" | "attachment":
                pass
            case _:
                self.out.unknown += 1

    # -- both --

    def _introduce(self, turn: _Turn, table: str, session: str, row: Mapping[str, Any]) -> None:
        names = self._rows(f"SELECT name FROM {table} WHERE id = ?", session) if table in self._tables else []
        model = first_text(row, ("resolved_model", "model")) or None
        self.out.about(turn.session, title=text(names[0]["name"]) if names else None, model=model)
        self.out.tokens(turn.session, number(row, "input_tokens"), number(row, "output_tokens"))

    def _say(self, turn: _Turn, what: str, role: Role, kind: TurnKind, words: str) -> None:
        self.out.say(turn.session, f"{SOURCE}:{turn.ident}:{what}", role, words, kind=kind, at=turn.at)


class LlmReader(DatabaseReader):
    """Reads the conversations of a `logs.db`."""

    source = SOURCE
    tables = _Logs

    def claims(self, conn: sqlite3.Connection) -> bool:
        tables = tables_of(conn)
        return "_llm_migrations" in tables and bool(tables & {"responses", "turns"})

    def is_place(self, path: Path) -> bool:
        return path.name == "logs.db" and "llm" in path.parent.name


def _typed(payload: Mapping[str, Any]) -> str:
    """Return the words of a text that also holds fragments, without these."""
    if "text_ref" not in payload:
        return text(payload, "text")
    pieces = (text(piece, "literal") for piece in sequence(payload, "text_ref"))
    return "\n".join(piece.strip() for piece in pieces if piece.strip())


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value) if value else ""
