"""OpenCode: its sessions as a tree of JSON files, and as rows of the database that succeeded it.

`~/.local/share/opencode/storage/`: `session/<project>/<session>.json`, `message/<session>/<message>.json`,
`part/<message>/<part>.json`. The session's file stands for all of them; messages and parts are found beside
it by name (anomalyco/opencode:packages/opencode/src/storage/storage.ts). Parts are written anew while an
answer streams, so a session is read whole each time it changes.

What the messages and parts of a session say, wherever they are kept: a session has messages (`role`,
`time.created` in ms), a message has parts; what is said stands in the parts. The facts come from
anomalyco/opencode:packages/opencode/src/session/ (message-v2, revert, session.sql).

* A user's `text` part is what the person typed, unless it is `synthetic` (files they named, reminders, the
  "go on" after a compaction) or `ignored`. A user message that only says that a tool was run by the user is a
  shell command: the tool stands in the answer whose `parentID` it is. `subtask` is a command to a sub-agent.
* An assistant message with `summary: true` is a compaction's summary. `error.name` `MessageAbortedError` is
  an interrupt. Only finished tool calls (`completed`, `error`) have an outcome.
* `parentID` of a session: a sub-agent's. A fork copies messages under new ids, but with their times, so turns
  are known by time and words: the copies are the same turns.
* `revert` names the message (and part) from which on all was taken back; the next prompt deletes them.
* The text of a custom command stands there as if it had been typed: nothing tells the two apart.

The database is `~/.local/share/opencode/opencode.db` (SQLite, WAL).

Tables `session`, `message` and `part`; the last two keep what the files held as JSON in `data`, without the
ids that are columns (anomalyco/opencode:packages/opencode/src/session/session.sql.ts). Every change of a row
sets its `time_updated` (ms). Rows are updated in place while an answer comes in, and deleted when it is taken
back.

Such a database grows to gigabytes and changes with every answer. So the checkpoint remembers how far rows
go, and only sessions with newer rows are read, each of them whole.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.files import message_files, part_files
from arbor_desktop.conversations.model import Batch, Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BatchBuilder,
    Damaged,
    DocumentReader,
    content_key,
    head_of,
    parse_json,
    read_json,
)
from arbor_desktop.conversations.readers.databases import (
    DatabaseReader,
    State,
    Tables,
    column_json,
    is_database,
    tables_of,
)
from arbor_desktop.conversations.readers.values import (
    at,
    first_text,
    mapping,
    moment,
    number,
    sequence,
    tail,
    text,
    tool_call,
    tool_result,
)

SOURCE = "opencode"
MAX_DEPTH = 32
"""How far up a sub-agent's session is followed."""
_MARKS = re.compile(rb'"id"\s*:\s*".*"directory"\s*:\s*"|"directory"\s*:\s*".*"id"\s*:\s*"', re.DOTALL)
_DEFAULT_TITLE = re.compile(r"(New session|Child session) - \d{4}-\d\d-\d\dT[\d:.]+Z")
_RUN_BY_USER = "The following tool was executed by the user"
_SILENT = frozenset(
    ("reasoning", "step-start", "step-finish", "snapshot", "file", "agent", "retry", "compaction")
)
_EDITING = frozenset(("edit", "write", "multiedit"))
_TARGETS = ("command", "filePath", "path", "pattern", "query", "url", "description", "prompt")
TABLES = frozenset(("session", "message", "part"))
LOOK_BACK_MS = 10_000
"""A row may be committed so long after the time it bears."""
MAX_OPEN = 500


@dataclass(frozen=True, slots=True)
class Message:
    """A message and its parts, as the source keeps them (the ids beside, since a row's JSON has none)."""

    id: str
    info: Mapping[str, Any]
    parts: Sequence[tuple[str, Mapping[str, Any]]] = ()

    @property
    def created(self) -> int | None:
        return moment(self.info, "time", "created")


def _describe(session: Mapping[str, Any], out: BatchBuilder, *, whole: bool) -> None:
    """Note what is known of a session that a person began. `whole`: all of its turns were added."""
    title = text(session, "title")
    out.about(
        text(session, "id"),
        title="" if _DEFAULT_TITLE.fullmatch(title) else title,
        cwd=text(session, "directory"),
        whole=whole,
        headless=bool(text(session, "parentID")),  # a sub-agent's, whose session is gone
        version=text(session, "version"),
    )


class _Thread:
    """Adds the turns of a session's messages, in the order in which they were made, to the session `into`."""

    def __init__(self, session: Mapping[str, Any], into: str, out: BatchBuilder, *, subagent: bool) -> None:
        """`session`: its record, as written to `storage/session/…`."""
        self._directory = text(session, "directory")
        self._reverted = text(session, "revert", "messageID"), text(session, "revert", "partID")
        """What follows this message, or this part of it, was taken back."""
        self._into = into
        self._out = out
        self._subagent = subagent
        self._shell: set[str] = set()
        """User messages that stand for a shell command."""
        self._taken_back = False
        self.open = False
        """Something here is not finished yet: it will change."""

    def add(self, message: Message) -> None:
        """Add the turns of a message."""
        role = message.info.get("role")
        if (message.id, "") == self._reverted:
            self._taken_back = True
        if role == "user":
            self._user(message)
        elif role == "assistant":
            self._assistant(message)
        else:
            self._out.unknown += 1

    # -- the two sides --

    def _user(self, message: Message) -> None:
        if any(_is_shell(part) for _, part in message.parts):
            self._shell.add(message.id)
        for place, (ident, part) in enumerate(message.parts):
            self._pass(ident)
            words, kind = text(part, "text"), TurnKind.SAID
            match part.get("type"):
                case "text" if _is_shell(part):
                    continue  # the command itself follows
                case "text":
                    if part.get("synthetic") is True or part.get("ignored") is True:
                        words, kind = tail(words), TurnKind.INJECTED
                    else:
                        words = _typed(words)
                case "subtask":
                    name = text(part, "command") or text(part, "agent") or "task"
                    words, kind = f"/{name} {text(part, 'prompt')}", TurnKind.COMMAND
                case other:
                    self._pass_over(text(other))
                    continue
            self._say(message, place, Role.USER, kind, words)

    def _assistant(self, message: Message) -> None:
        info = message.info
        self._note_use(info)
        shell = text(info, "parentID") in self._shell
        failed = mapping(info, "error")
        if not (at(info, "time", "completed") or info.get("finish") or failed):
            self.open = True
        for place, (ident, part) in enumerate(message.parts):
            self._pass(ident)
            match part.get("type"):
                case "text":
                    kind = TurnKind.SAID
                    if info.get("summary") is True:
                        kind = TurnKind.SUMMARY
                    elif part.get("synthetic") is True or part.get("ignored") is True:
                        kind = TurnKind.INJECTED
                    self._say(message, place, Role.ASSISTANT, kind, text(part, "text"))
                case "tool":
                    self._tool(message, place, part, shell)
                case "patch":
                    for path in sequence(part, "files"):
                        self._out.edited(self._into, text(path))
                case other:
                    self._pass_over(text(other))
        if failed.get("name") == "MessageAbortedError":
            self._say(message, len(message.parts), Role.USER, TurnKind.INTERRUPT, "Interrupted")

    def _tool(self, message: Message, place: int, part: Mapping[str, Any], shell: bool) -> None:
        state, name = mapping(part, "state"), text(part, "tool")
        status = state.get("status")
        if status not in ("completed", "error"):
            self.open = True
            return
        given = mapping(state, "input")
        exit_code = at(state, "metadata", "exit")
        failed = status == "error" or (isinstance(exit_code, int) and exit_code != 0)
        output = text(state, "error") if status == "error" else text(state, "output")
        if name in _EDITING and not failed:
            self._out.edited(self._into, text(given, "filePath"))
        target = first_text(given, _TARGETS)
        # What was read is a file's contents, which are nobody's words: only that it was read is kept.
        kept = "" if name == "read" and not failed else output
        words = f"{tool_call(name, target)}\n{tool_result(kept, failed=failed)}"
        said = (Role.USER, TurnKind.COMMAND) if shell else (Role.ASSISTANT, TurnKind.TOOL)
        self._say(message, place, *said, words)

    def _note_use(self, info: Mapping[str, Any]) -> None:
        used = mapping(info, "tokens")
        cache = mapping(used, "cache")
        self._out.tokens(
            self._into,
            number(used, "input") + number(cache, "read") + number(cache, "write"),
            number(used, "output") + number(used, "reasoning"),
        )
        if not self._subagent:
            self._out.about(self._into, model=text(info, "modelID") or text(info, "model", "modelID"))

    # -- what all have in common --

    def _pass(self, part: str) -> None:
        self._taken_back |= bool(part) and part == self._reverted[1]

    def _pass_over(self, kind: str) -> None:
        if kind not in _SILENT and kind != "patch":
            self._out.unknown += 1

    def _say(self, message: Message, place: int, role: Role, kind: TurnKind, words: str) -> None:
        if self._subagent:
            kind = TurnKind.SUBAGENT
        created = message.created
        where = message.id if created is None else created
        key = content_key(SOURCE, "turn", where, place, role.value, kind.value, words)
        cwd = text(message.info, "path", "cwd") or self._directory or None
        unsaid = self._taken_back
        self._out.say(self._into, key, role, words, kind=kind, at=created, unsaid=unsaid, cwd=cwd)


def _order(message: Message) -> tuple[int, str]:
    """Return what messages are sorted by, as they were made: time, then id (ids ascend)."""
    return message.created or 0, message.id


def _typed(words: str) -> str:
    """Return a prompt as it was typed: `opencode run` puts an argument that has spaces between quotes."""
    inside = words.strip()[1:-1]
    if words.strip() == f'"{inside}"' and '"' not in inside.replace('\\"', ""):
        return inside.replace('\\"', '"')
    return words


def _is_shell(part: Mapping[str, Any]) -> bool:
    return part.get("synthetic") is True and text(part, "text").startswith(_RUN_BY_USER)


def _messages(path: Path, out: BatchBuilder) -> Iterator[Message]:
    """Yield messages. Damaged files are counted and skipped: once they are whole, the session has changed."""
    for file in message_files(path):
        info = _record(file, out)
        if info is None:
            continue
        parts = []
        for piece in part_files(path, file):
            part = _record(piece, out)
            if part is not None:
                parts.append((text(part, "id") or piece.stem, part))
        yield Message(text(info, "id") or file.stem, info, parts)


def _record(path: Path, out: BatchBuilder) -> Mapping[str, Any] | None:
    """Return a record; None where the file is gone (what was taken back is deleted), or damaged."""
    try:
        return mapping(read_json(path))
    except FileNotFoundError:
        return None
    except Damaged:
        out.broken += 1
        return None


def _root_of(path: Path, session: Mapping[str, Any]) -> str:
    """Return the session a person is in: up from a sub-agent's to the one that has no parent."""
    ident = text(session, "id")
    seen = {ident}
    for _ in range(MAX_DEPTH):
        parent = text(session, "parentID")
        if not parent or parent in seen:
            break
        seen.add(parent)
        ident, session = parent, _session_file(path, parent)
    return ident


def _session_file(path: Path, ident: str) -> Mapping[str, Any]:
    """Return the record of the session `ident` beside `path`, empty where its file is gone or damaged."""
    if re.fullmatch(r"\w[\w.-]*", ident):
        for folder in (path.parent, *sorted(path.parent.parent.glob("*/"))):
            file = folder / f"{ident}.json"
            if file.is_file():
                try:
                    return mapping(read_json(file))
                except OSError:
                    return {}
    return {}


# -- the database --


class _Rows(Tables):
    """The sessions with rows that are newer than what was read.

    The state has `seen`, the newest `time_updated`; `message` and `part`, the last rowids; `open`, the
    sessions with something unfinished.
    """

    numbered = (("message", "message"), ("part", "part"))
    look_back = 5_000
    """So many of the newest rows may still be updated. What is updated later is known to be open."""

    def __init__(self, conn: sqlite3.Connection, path: Path, since: State | None, out: BatchBuilder) -> None:
        super().__init__(conn, path, since, out)
        self._seen = self._read("seen")
        self._open: dict[str, None] = dict.fromkeys(map(text, sequence(self.since, "open")))

    def _read(self, name: str) -> int:
        """Return how far was read before."""
        return number(self.since, name)

    def take(self) -> Iterator[None]:
        for root, family in self._changed():
            with self.out.guarded():
                self._conversation(root, family)
            yield

    def state(self, now: int) -> State:
        """See `Tables.state`. Nothing after `now` counts: a clock that ran ahead must not hide the rest."""
        return {"seen": min(self._seen, now), **self.last, "open": list(self._open)[-MAX_OPEN:]}

    def _changed(self) -> Iterator[tuple[str, list[str]]]:
        """Yield (session a person is in, itself and its sub-agents' sessions) of all that changed, those that
        were begun first before the forks made of them."""
        parents: dict[str, str] = {}
        newer: dict[str, None] = {}
        after = self._seen - LOOK_BACK_MS
        for row in self.rows("SELECT id, parent_id, time_updated FROM session ORDER BY time_created, id"):
            ident = text(row, "id")
            parents[ident] = text(row, "parent_id")
            self._note(row["time_updated"])
            if self.since is None or row["time_updated"] is None or number(row, "time_updated") >= after:
                newer[ident] = None
        if self.since is not None:
            newer.update(dict.fromkeys(self._with_newer_rows(after)))
        families: dict[str, list[str]] = {}
        for ident in parents:
            families.setdefault(_root(ident, parents), []).append(ident)
        for root in dict.fromkeys(_root(ident, parents) for ident in newer if ident in parents):
            yield root, families[root]

    def _with_newer_rows(self, after: int) -> Iterator[str]:
        for table, now in self.last.items():
            last = min(self._read(table), now)  # numbers of rows that were deleted are used again
            newer = "rowid > ? AND (rowid > ? OR time_updated >= ?)"
            query = f"SELECT DISTINCT session_id FROM {table} WHERE {newer}"
            for row in self.rows(query, last - self.look_back, last, after):
                yield text(row, "session_id")
        for ident in self._open:
            if self.count("SELECT max(time_updated) FROM part WHERE session_id = ?", ident) >= after:
                yield ident

    def _conversation(self, root: str, family: list[str]) -> None:
        """Add a session with its sub-agents, as one: in the order in which things were said."""
        sessions = {ident: session for ident in family if (session := self._session(ident)) is not None}
        if root not in sessions:  # deleted meanwhile
            return
        threads = {
            ident: _Thread(session, root, self.out, subagent=ident != root)
            for ident, session in sessions.items()
        }
        broken = self.out.broken
        for ident, message in self._messages(list(sessions)):
            with self.out.guarded():
                threads[ident].add(message)
        # Words in a row that is damaged are missing, but not taken back.
        _describe(sessions[root], self.out, whole=self.out.broken == broken)
        for ident, thread in threads.items():
            self._open.pop(ident, None)
            if thread.open:
                self._open[ident] = None

    def _session(self, ident: str) -> Mapping[str, Any] | None:
        for row in self.rows("SELECT * FROM session WHERE id = ?", ident):
            return {**row, "parentID": row["parent_id"], "revert": column_json(row.get("revert"))}
        return None

    def _messages(self, sessions: list[str]) -> Iterator[tuple[str, Message]]:
        heads = [
            (number(row, "time_created"), text(row, "id"), ident)
            for ident in sessions
            for row in self.rows("SELECT id, time_created FROM message WHERE session_id = ?", ident)
        ]
        for created, message, session in sorted(heads):
            for row in self.rows("SELECT data, time_updated FROM message WHERE id = ?", message):
                if (info := self._data(row)) is not None:
                    info.setdefault("time", {"created": created})
                    yield session, Message(message, info, self._parts(message))

    def _parts(self, message: str) -> list[tuple[str, dict[str, Any]]]:
        rows = self.rows("SELECT id, data, time_updated FROM part WHERE message_id = ? ORDER BY id", message)
        found = ((text(row, "id"), self._data(row)) for row in rows)
        return [(ident, part) for ident, part in found if part is not None]

    def _data(self, row: Mapping[str, Any]) -> dict[str, Any] | None:
        self._note(row["time_updated"])
        found = column_json(row["data"])
        if isinstance(found, dict):
            return found
        self.out.broken += 1
        return None

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


# -- the reader --


class OpenCodeReader(DocumentReader, DatabaseReader):
    """Reads the file of a session with its messages and parts, or the database that holds all sessions: of
    this those that changed, each of them whole."""

    source = SOURCE
    tables = _Rows

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether it is a database, or a record in a `session` folder; messages and parts are none."""
        if is_database(head):
            return DatabaseReader.recognises(self, path, head)
        if path.suffix != ".json" or path.parent.parent.name != "session":
            return False
        try:
            record = mapping(parse_json(head))
        except Damaged:  # half written, or longer than the head
            return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and bool(_MARKS.search(head))
        placed = any(isinstance(record.get(name), str) for name in ("projectID", "directory"))
        return bool(text(record, "id")) and isinstance(record.get("time"), dict) and placed

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        base = DatabaseReader if is_database(head_of(path, 16)) else DocumentReader
        return base.read(self, path, since)

    def claims(self, conn: sqlite3.Connection) -> bool:
        if not tables_of(conn) >= TABLES:
            return False
        columns = {row[1] for row in conn.execute("PRAGMA table_info(part)")}
        return {"message_id", "session_id", "time_updated", "data"} <= columns

    def is_place(self, path: Path) -> bool:
        return path.name.startswith("opencode") and path.suffix == ".db"

    def take(self, path: Path, out: BatchBuilder) -> None:
        session = mapping(read_json(path))
        ident = text(session, "id")
        if not ident:
            raise Damaged("The session's file has no id.")
        root = _root_of(path, session)
        thread = _Thread(session, ident, out, subagent=root != ident)
        for message in sorted(_messages(path, out), key=_order):
            with out.guarded():
                thread.add(message)
        if root == ident:
            # Where a piece is damaged, its words are missing, but not taken back.
            _describe(session, out, whole=not out.broken)
        else:
            out.about(ident, parent=root)
