"""OpenCode's database, `~/.local/share/opencode/opencode.db` (SQLite, WAL), successor of its tree of files.

Tables `session`, `message` and `part`; the last two keep what the files held as JSON in `data`, without the
ids that are columns (anomalyco/opencode:packages/opencode/src/session/session.sql.ts). Every change of a row
sets its `time_updated` (ms). Rows are updated in place while an answer comes in, and deleted when it is taken
back.

Such a database grows to gigabytes and changes with every answer. So the checkpoint remembers how far rows
go, and only sessions with newer rows are read, each of them whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.readers.base import BATCH_CHARS, Batch, BatchBuilder, Checkpoint
from arbor_desktop.conversations.readers.databases import (
    DatabaseReader,
    State,
    Tables,
    is_database,
    tables_of,
)
from arbor_desktop.conversations.readers.opencode import (
    SOURCE,
    Message,
    Session,
    SessionReader,
    Thread,
    describe,
    session_of,
)
from arbor_desktop.conversations.readers.values import embedded, number, sequence, text

TABLES = frozenset(("session", "message", "part"))
LOOK_BACK_MS = 10_000
"""A row may be committed so long after the time it bears."""
LOOK_BACK_ROWS = 5_000
"""So many of the newest rows may still be updated. What is updated later is known to be open."""
MAX_OPEN = 500


class _Rows(Tables):
    """The sessions with rows that are newer than what was read.

    The state has `seen`, the newest `time_updated`; `message` and `part`, the last rowids; `open`, the
    sessions with something unfinished.
    """

    def __init__(self, conn: sqlite3.Connection, path: Path, since: State | None, out: BatchBuilder) -> None:
        super().__init__(conn, path, since, out)
        conn.row_factory = sqlite3.Row
        self._last = {table: self._one(f"SELECT max(rowid) FROM {table}") for table in ("message", "part")}
        if any(last < self._read(table) - LOOK_BACK_ROWS for table, last in self._last.items()):
            self.since = None  # more than what was taken back is gone: rows have new numbers
        self._seen = self._read("seen")
        opened = sequence(self.since.get("open")) if self.since is not None else []
        self._open: dict[str, None] = dict.fromkeys(text(ident) for ident in opened)

    def _read(self, name: str) -> int:
        """Return how far was read before."""
        return number(self.since.get(name)) if self.since is not None else 0

    def _one(self, sql: str, *values: object) -> int:
        return number(self.conn.execute(sql, values).fetchone()[0])

    def take(self) -> Iterator[None]:
        for root, family in self._changed():
            with self.out.guarded():
                self._conversation(root, family)
            yield

    def state(self, now: int) -> State:
        """See `Tables.state`. Nothing after `now` counts: a clock that ran ahead must not hide the rest."""
        return {"seen": min(self._seen, now), **self._last, "open": list(self._open)[-MAX_OPEN:]}

    def _changed(self) -> Iterator[tuple[str, list[str]]]:
        """Yield (session a person is in, itself and its sub-agents' sessions) of all that changed, those that
        were begun first before the forks made of them."""
        parents: dict[str, str] = {}
        newer: dict[str, None] = {}
        after = self._seen - LOOK_BACK_MS
        for row in self.conn.execute(
            "SELECT id, parent_id, time_updated FROM session ORDER BY time_created, id"
        ).fetchall():
            ident = text(row["id"])
            parents[ident] = text(row["parent_id"])
            self._note(row["time_updated"])
            if self.since is None or row["time_updated"] is None or number(row["time_updated"]) >= after:
                newer[ident] = None
        if self.since is not None:
            newer.update(dict.fromkeys(self._with_newer_rows(after)))
        families: dict[str, list[str]] = {}
        for ident in parents:
            families.setdefault(_root(ident, parents), []).append(ident)
        for root in dict.fromkeys(_root(ident, parents) for ident in newer if ident in parents):
            yield root, families[root]

    def _with_newer_rows(self, after: int) -> Iterator[str]:
        for table, now in self._last.items():
            last = min(self._read(table), now)  # numbers of rows that were deleted are used again
            rows = self.conn.execute(
                f"SELECT DISTINCT session_id FROM {table} "
                "WHERE rowid > ? AND (rowid > ? OR time_updated >= ?)",
                (last - LOOK_BACK_ROWS, last, after),
            )
            yield from (text(row[0]) for row in rows.fetchall())
        for ident in self._open:
            if self._one("SELECT max(time_updated) FROM part WHERE session_id = ?", ident) >= after:
                yield ident

    def _conversation(self, root: str, family: list[str]) -> None:
        """Add a session with its sub-agents, as one: in the order in which things were said."""
        sessions = {ident: session for ident in family if (session := self._session(ident)) is not None}
        if root not in sessions:  # deleted meanwhile
            return
        threads = {
            ident: Thread(session, root, self.out, subagent=ident != root)
            for ident, session in sessions.items()
        }
        broken = self.out.broken
        for ident, message in self._messages(list(sessions)):
            with self.out.guarded():
                threads[ident].add(message)
        # Words in a row that is damaged are missing, but not taken back.
        describe(sessions[root], self.out, whole=self.out.broken == broken)
        for ident, thread in threads.items():
            self._open.pop(ident, None)
            if thread.open:
                self._open[ident] = None

    def _session(self, ident: str) -> Session | None:
        row = self.conn.execute("SELECT * FROM session WHERE id = ?", (ident,)).fetchone()
        if row is None:
            return None
        record = dict(row)
        record["parentID"] = record.get("parent_id")
        record["revert"] = _json(record.get("revert"))
        return session_of(record)

    def _messages(self, sessions: list[str]) -> Iterator[tuple[str, Message]]:
        heads: list[tuple[int, str, str]] = []
        for ident in sessions:
            heads += (
                (number(row["time_created"]), text(row["id"]), ident)
                for row in self.conn.execute(
                    "SELECT id, time_created FROM message WHERE session_id = ?", (ident,)
                ).fetchall()
            )
        for created, message, session in sorted(heads):
            row = self.conn.execute(
                "SELECT data, time_updated FROM message WHERE id = ?", (message,)
            ).fetchone()
            info = self._data(row) if row is not None else None
            if info is not None:
                info.setdefault("time", {"created": created})
                yield session, Message(message, info, self._parts(message))

    def _parts(self, message: str) -> list[tuple[str, dict[str, Any]]]:
        rows = self.conn.execute(
            "SELECT id, data, time_updated FROM part WHERE message_id = ? ORDER BY id", (message,)
        ).fetchall()
        found = ((text(row["id"]), self._data(row)) for row in rows)
        return [(ident, part) for ident, part in found if part is not None]

    def _data(self, row: sqlite3.Row) -> dict[str, Any] | None:
        self._note(row["time_updated"])
        found = _json(row["data"])
        if not isinstance(found, dict):
            self.out.broken += 1
            return None
        return found

    def _note(self, updated: object) -> None:
        self._seen = max(self._seen, number(updated))


def _root(ident: str, parents: dict[str, str]) -> str:
    """Return, up from a sub-agent's session to the one a person is in."""
    seen = {ident}
    while (above := parents.get(ident, "")) and above in parents:
        if above in seen:  # they name each other
            return min(seen)
        seen.add(above)
        ident = above
    return ident


def _json(value: object) -> Any:
    """Return the JSON value in a column; None where it is not whole."""
    return embedded(value.decode("utf-8", "replace") if isinstance(value, bytes) else text(value))


class DatabaseSessionReader(DatabaseReader):
    """Reads the sessions that changed, each of them whole."""

    source = SOURCE
    tables = _Rows

    def claims(self, conn: sqlite3.Connection) -> bool:
        if not tables_of(conn) >= TABLES:
            return False
        columns = {row[1] for row in conn.execute("PRAGMA table_info(part)")}
        return {"message_id", "session_id", "time_updated", "data"} <= columns

    def is_place(self, path: Path) -> bool:
        return path.name.startswith("opencode") and path.suffix == ".db"


class OpenCodeReader:
    """Reads the file of a session, or the database that holds all sessions."""

    source = SOURCE

    def __init__(self, *, batch_chars: int = BATCH_CHARS) -> None:
        self._database = DatabaseSessionReader(batch_chars=batch_chars)
        self._files = SessionReader()

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `conversations.readers.base.Reader.recognises`."""
        return (self._database if is_database(head) else self._files).recognises(path, head)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        with path.open("rb") as file:
            head = file.read(16)
        return (self._database if is_database(head) else self._files).read(path, since)
