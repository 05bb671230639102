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
MAX_CHAIN = 1000
"""So many messages of one turn are looked at."""


class _Logs(Tables):
    """The rows of both schemas. The state is the last row that was read of each table."""

    numbered = (("responses", "responses"), ("turns", "turns"))
    look_back = 20

    def __init__(self, conn: sqlite3.Connection, path: Path, since: State | None, out: BatchBuilder) -> None:
        super().__init__(conn, path, since, out)
        self._session = self._ident = ""
        """The session and the id of the words that are being added."""
        self._at: int | None = None
        self._tables = tables_of(conn)
        self._done = {
            table: max(0, min(number(self.since, table), last) - self.look_back)
            for table, last in self.last.items()
            if self.since is not None and table in self.since
        }

    def take(self) -> Iterator[None]:
        for table, add in (("responses", self._response), ("turns", self._turn)):
            if table not in self._tables:
                continue
            self._done.setdefault(table, 0)
            while page := self.rows(
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
        if not self._introduce("conversations", text(row, "conversation_id"), row):
            return
        self._say("system", Role.USER, TurnKind.INJECTED, text(row, "system"))
        for found in self._of_response("tool_results"):
            failed = bool(found.get("exception"))
            words = tool_result(text(found, "output"), failed=failed)
            self._say(f"result:{found.get('id')}", Role.ASSISTANT, TurnKind.TOOL, words)
        self._say("prompt", Role.USER, TurnKind.SAID, text(row, "prompt"))
        self._say("response", Role.ASSISTANT, TurnKind.SAID, text(row, "response"))
        for found in self._of_response("tool_calls"):
            words = tool_call(text(found, "name"), text(found, "arguments"))
            self._say(f"call:{found.get('id')}", Role.ASSISTANT, TurnKind.TOOL, words)

    def _of_response(self, table: str) -> list[dict[str, Any]]:
        if table not in self._tables:
            return []
        return self.rows(f"SELECT * FROM {table} WHERE response_id = ? ORDER BY id", self._ident)

    # -- later --

    def _turn(self, row: Mapping[str, Any]) -> None:
        if not self._introduce("threads", text(row, "thread_id"), row):
            return
        for message in self._new_messages(row):
            for number_, part in enumerate(self._parts(text(message["hash"]))):
                self._part(message, number_, part)

    def _new_messages(self, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the answer's messages, and what was sent since the answer before, in the order they were
        said."""
        sent, found = text(row, "parent_message_hash"), []
        hash_, answering = text(row, "tip_message_hash"), True
        for _ in range(MAX_CHAIN):
            answering = answering and hash_ != sent
            rows = self.rows("SELECT hash, parent_hash, role FROM messages WHERE hash = ?", hash_)
            if not rows or (not answering and rows[0]["role"] == "assistant"):
                break
            found.append(rows[0])
            hash_ = text(rows[0]["parent_hash"])
        return found[::-1]

    def _parts(self, message: str) -> list[dict[str, Any]]:
        return self.rows("SELECT * FROM parts WHERE message_hash = ? ORDER BY position", message)

    def _part(self, message: Mapping[str, Any], place: int, part: Mapping[str, Any]) -> None:
        payload = mapping(embedded(part.get("payload")))
        what = f"{text(message, 'hash')[-16:]}:{place}"
        match part.get("type"):
            case "text":
                words = text(part, "text") or _typed(payload)
                match message.get("role"):
                    case "user":
                        self._say(what, Role.USER, TurnKind.SAID, words)
                    case "assistant":
                        self._say(what, Role.ASSISTANT, TurnKind.SAID, words)
                    case _:
                        self._say(what, Role.USER, TurnKind.INJECTED, words)
            case "tool_call":
                words = tool_call(text(part, "tool_name"), _as_text(payload.get("arguments")))
                self._say(what, Role.ASSISTANT, TurnKind.TOOL, words)
            case "tool_result":
                words = tool_result(text(payload, "output"), failed=bool(payload.get("exception")))
                self._say(what, Role.ASSISTANT, TurnKind.TOOL, words)
            case "reasoning" | "attachment":
                pass
            case _:
                self.out.unknown += 1

    # -- both --

    def _introduce(self, table: str, session: str, row: Mapping[str, Any]) -> bool:
        """Note what a row says of its session, which may be its own; False where it names neither."""
        self._ident, self._at = text(row, "id"), moment(row, "datetime_utc")
        self._session = session or self._ident
        if not self._session:
            self.out.unknown += 1
            return False
        query = f"SELECT name FROM {table} WHERE id = ?"
        named = self.rows(query, self._session) if table in self._tables else []
        title = next((text(found, "name") for found in named), None)
        self.out.about(self._session, title=title, model=first_text(row, ("resolved_model", "model")))
        self.out.tokens(self._session, number(row, "input_tokens"), number(row, "output_tokens"))
        return True

    def _say(self, what: str, role: Role, kind: TurnKind, words: str) -> None:
        self.out.say(self._session, f"{SOURCE}:{self._ident}:{what}", role, words, kind=kind, at=self._at)


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
