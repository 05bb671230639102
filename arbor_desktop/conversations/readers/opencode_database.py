"""OpenCode's database, `~/.local/share/opencode/opencode.db` (SQLite, WAL), successor of its tree of files.

Tables `session`, `message` and `part`; the last two keep what the files held as JSON in `data`, without the
ids that are columns (anomalyco/opencode:packages/opencode/src/session/session.sql.ts). Every change of a row
sets its `time_updated` (ms). Rows are updated in place while an answer comes in, and deleted when it is taken
back.

Such a database grows to gigabytes and changes with every answer. So the checkpoint remembers how far rows
go, and only sessions with newer rows are read, each of them whole.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.documents import (
    document_checkpoint,
    foreign_database,
    is_unchanged,
    parse_json,
    tables_of,
)
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering
from arbor_desktop.conversations.readers.json_lines import mapping, number, sequence, text
from arbor_desktop.conversations.readers.opencode_session import (
    SOURCE,
    Message,
    Session,
    Teller,
    session_of,
    tell_about,
)

TABLES = frozenset(("session", "message", "part"))
LOOK_BACK_MS = 10_000
"""A row may be committed so long after the time it bears."""
LOOK_BACK_ROWS = 5_000
"""So many of the newest rows may still be updated. What is updated later is known to be open."""
MAX_OPEN = 500


def is_opencode(path: Path) -> bool:
    """Whether the database is OpenCode's. Raises Damaged where it can't be opened now."""
    with foreign_database(path) as conn:
        if not tables_of(conn) >= TABLES:
            return False
        columns = {row[1] for row in conn.execute("PRAGMA table_info(part)")}
        return {"message_id", "session_id", "time_updated", "data"} <= columns


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far the database was read. `seen`: the newest `time_updated`; `message`, `part`: the last rowids;
    `open`: the sessions with something unfinished."""

    seen: int = 0
    message: int = 0
    part: int = 0
    open: tuple[str, ...] = ()

    @classmethod
    def load(cls, state: str) -> _Mark:
        found = mapping(json.loads(state)) if state else {}
        return cls(
            number(found.get("seen")),
            number(found.get("message")),
            number(found.get("part")),
            tuple(text(ident) for ident in sequence(found.get("open"))),
        )

    def save(self) -> str:
        return json.dumps(
            {"seen": self.seen, "message": self.message, "part": self.part, "open": list(self.open)},
            separators=(",", ":"),
        )


def read_database(path: Path, since: Checkpoint | None, *, batch_chars: int = BATCH_CHARS) -> Iterator[Batch]:
    """Streams the sessions that changed since `since`, several in a batch."""
    if since is not None and is_unchanged(path, since):
        yield Batch(since)
        return
    taken = document_checkpoint(path)
    with foreign_database(path) as conn:
        reading = _Reading(conn, _known(since, taken))
        restarted = since is not None and not reading.goes_on
        out = Gathering(SOURCE)
        # Until all was read, a reading starts where this one did.
        unfinished = document_checkpoint(path, finished=False)
        if since is not None and reading.goes_on:
            unfinished = replace(since, size=0, mtime_ns=0)
        for root, family in reading.changed():
            with out.guarded():
                reading.tell(root, family, out)
            if out.chars >= batch_chars:
                yield out.batch(unfinished, restarted=restarted)
                restarted = False
        newest = reading.mark(taken.mtime_ns // 1_000_000)
    yield out.batch(replace(taken, state=newest.save()), restarted=restarted)


def _known(since: Checkpoint | None, now: Checkpoint) -> _Mark | None:
    if since is None or not since.state or (since.device, since.inode) != (now.device, now.inode):
        return None
    return _Mark.load(since.state)


class _Reading:
    """One look at the database. Every query ends at once, so that its owner never waits for the reader."""

    def __init__(self, conn: sqlite3.Connection, since: _Mark | None) -> None:
        self._conn = conn
        conn.row_factory = sqlite3.Row
        self._message, self._part = (
            self._one(f"SELECT max(rowid) FROM {name}") for name in ("message", "part")
        )
        if since is not None and (
            self._message < since.message - LOOK_BACK_ROWS or self._part < since.part - LOOK_BACK_ROWS
        ):
            since = None  # more than what was taken back is gone: rows have new numbers
        self.goes_on = since is not None
        self._since = since or _Mark()
        self._seen = self._since.seen
        self._open: dict[str, None] = dict.fromkeys(self._since.open)

    def _one(self, sql: str, *values: object) -> int:
        return number(self._conn.execute(sql, values).fetchone()[0])

    def changed(self) -> Iterator[tuple[str, list[str]]]:
        """(session a person is in, itself and its sub-agents' sessions) of all that changed, those that
        were begun first before the forks made of them."""
        parents: dict[str, str] = {}
        newer: dict[str, None] = {}
        after = self._since.seen - LOOK_BACK_MS
        for row in self._conn.execute(
            "SELECT id, parent_id, time_updated FROM session ORDER BY time_created, id"
        ).fetchall():
            ident = text(row["id"])
            parents[ident] = text(row["parent_id"])
            self._note(row["time_updated"])
            if not self.goes_on or row["time_updated"] is None or number(row["time_updated"]) >= after:
                newer[ident] = None
        if self.goes_on:
            newer.update(dict.fromkeys(self._with_newer_rows(after)))
        families: dict[str, list[str]] = {}
        for ident in parents:
            families.setdefault(_root(ident, parents), []).append(ident)
        wanted = dict.fromkeys(_root(ident, parents) for ident in newer if ident in parents)
        for root in wanted:
            yield root, families[root]

    def _with_newer_rows(self, after: int) -> Iterator[str]:
        for table, before, now in (
            ("message", self._since.message, self._message),
            ("part", self._since.part, self._part),
        ):
            last = min(before, now)  # numbers of rows that were deleted are used again
            rows = self._conn.execute(
                f"SELECT DISTINCT session_id FROM {table} "
                "WHERE rowid > ? AND (rowid > ? OR time_updated >= ?)",
                (last - LOOK_BACK_ROWS, last, after),
            )
            yield from (text(row[0]) for row in rows.fetchall())
        for ident in self._since.open:
            if self._one("SELECT max(time_updated) FROM part WHERE session_id = ?", ident) >= after:
                yield ident

    def tell(self, root: str, family: list[str], out: Gathering) -> None:
        """All of a session with its sub-agents, as one: in the order in which things were said."""
        sessions = {ident: session for ident in family if (session := self._session(ident)) is not None}
        if root not in sessions:  # deleted meanwhile
            return
        tellers = {
            ident: Teller(session, root, out, subagent=ident != root) for ident, session in sessions.items()
        }
        broken = out.broken
        for ident, message in self._messages(list(sessions), out):
            with out.guarded():
                tellers[ident].tell(message)
        # Words in a row that is damaged are missing, but not taken back.
        tell_about(sessions[root], out, whole=out.broken == broken)
        for ident, teller in tellers.items():
            self._open.pop(ident, None)
            if teller.open:
                self._open[ident] = None

    def _session(self, ident: str) -> Session | None:
        row = self._conn.execute("SELECT * FROM session WHERE id = ?", (ident,)).fetchone()
        if row is None:
            return None
        record = dict(row)
        record["parentID"] = record.get("parent_id")
        record["revert"] = _json(record.get("revert"))
        return session_of(record)

    def _messages(self, sessions: list[str], out: Gathering) -> Iterator[tuple[str, Message]]:
        heads: list[tuple[int, str, str]] = []
        for ident in sessions:
            heads += (
                (number(row["time_created"]), text(row["id"]), ident)
                for row in self._conn.execute(
                    "SELECT id, time_created FROM message WHERE session_id = ?", (ident,)
                ).fetchall()
            )
        for created, message, session in sorted(heads):
            row = self._conn.execute(
                "SELECT data, time_updated FROM message WHERE id = ?", (message,)
            ).fetchone()
            info = self._data(row, out) if row is not None else None
            if info is not None:
                info.setdefault("time", {"created": created})
                yield session, Message(message, info, self._parts(message, out))

    def _parts(self, message: str, out: Gathering) -> list[tuple[str, dict[str, Any]]]:
        rows = self._conn.execute(
            "SELECT id, data, time_updated FROM part WHERE message_id = ? ORDER BY id", (message,)
        ).fetchall()
        found = ((text(row["id"]), self._data(row, out)) for row in rows)
        return [(ident, part) for ident, part in found if part is not None]

    def _data(self, row: sqlite3.Row, out: Gathering) -> dict[str, Any] | None:
        self._note(row["time_updated"])
        found = _json(row["data"])
        if not isinstance(found, dict):
            out.broken += 1
            return None
        return found

    def _note(self, updated: object) -> None:
        self._seen = max(self._seen, number(updated))

    def mark(self, latest: int) -> _Mark:
        """How far was read, but not beyond `latest` (ms): a clock that ran ahead must not hide the rest."""
        return _Mark(
            min(self._seen, latest),
            self._message,
            self._part,
            tuple(self._open)[-MAX_OPEN:],
        )


def _root(ident: str, parents: dict[str, str]) -> str:
    """Up from a sub-agent's session to the one a person is in."""
    seen = {ident}
    while (above := parents.get(ident, "")) and above in parents:
        if above in seen:  # they name each other
            return min(seen)
        seen.add(above)
        ident = above
    return ident


def _json(value: object) -> Any:
    """None where it is not whole JSON."""
    if isinstance(value, str):
        value = value.encode("utf-8", "replace")
    if not isinstance(value, bytes):
        return None
    try:
        return parse_json(value)
    except Damaged:
        return None
