"""Cursor: transcripts of its agents, and the databases of its editor and of its command line.

`~/.cursor/projects/<folder>/agent-transcripts/<id>.jsonl` or `<id>/<id>.jsonl`, of sub-agents in
`<id>/subagents/`: lines `{role, message: {content: [text | thinking | tool_use]}}`, appended to, without
times. Older versions write `<id>.txt`: blocks that begin with a line `user:` or `assistant:`, in which
`[Thinking]`, `[Tool call] name` and `[Tool result]` head indented text
(kenn-io/agentsview:internal/parser/cursor.go).

Times are the file's own: what is new in a file was said when it was written; of what was there before, only
the first and the last turn have one.

The folder's name in `projects` is the path with every sign between words made a dash, which cannot be undone
without looking which folders there are. For agents of the command line `chats/<hash>/<id>/meta.json` says it.

One conversation may lie in two places under the same id: an agent's transcript and the editor's database. So
a turn is known by its session and its words; of short words it also counts how often they were said before.
A prompt is wrapped in `<user_query>…</user_query>`; what stands around it in other tags was added by Cursor
(kenn-io/agentsview:internal/parser/cursor.go, S2thend/cursor-history:src/core/store-stack/transcript.ts).

The editor keeps conversations in `User/globalStorage/state.vscdb`, a table of keys and JSON values.
`cursorDiskKV` holds `composerData:<id>` (title, times, `fullConversationHeadersOnly`: the order of its
bubbles; in older versions the bubbles themselves in `conversation` or `conversationMap`) and
`bubbleId:<id>:<bubble>` (`type` 1 user, 2 assistant; `text`, `createdAt`, `toolFormerData`). Bubbles that no
header names were taken back. Which folder a conversation belongs to is said by itself, or by
`workspaceStorage/<hash>/` (S2thend/cursor-history:tests/compatibility/fixtures;
michaeldhood/chatrxiv:docs/cursor/storage-reference.md; getagentseal/codeburn:docs/providers/cursor.md).

A row is replaced when it changes and so gets a new rowid: the highest one tells what is new, in a database of
gigabytes too.

The command line keeps one small file a session, `~/.cursor/chats/<hash>/<id>/store.db`.
`meta` has one row, whose value is JSON written as hexadecimal digits: `agentId`, `name`, `createdAt` in ms,
`lastUsedModel`, `latestRootBlobId`. `blobs` are named by the hash of their bytes. The root is a protobuf
message whose field 1 names, again and again, the blobs of the messages in their order; those are JSON:
`{role, content: text or [text | tool-call | tool-result | reasoning]}`. Blobs that the latest root does not
name were taken back. `meta.json` beside it says the folder. Messages that are not JSON, as the first versions
wrote them, are only counted (timbaileyjones/timbaileyjones-useful-scripts:cursorchats/
python_data_explorations/README.md; S2thend/cursor-history:src/core/store-stack/store-db.ts).
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.files import folders_named, session_above
from arbor_desktop.conversations.model import Batch, Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BatchBuilder,
    Damaged,
    DocumentReader,
    content_key,
    head_of,
    read_beside,
    read_bytes,
    read_json,
)
from arbor_desktop.conversations.readers.databases import (
    DatabaseReader,
    State,
    Tables,
    column_json,
    foreign_database,
    is_database,
    tables_of,
)
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog
from arbor_desktop.conversations.readers.values import (
    BOM,
    at,
    content_blocks,
    content_text,
    decoded,
    embedded,
    first_text,
    mapping,
    mappings,
    moment,
    number,
    path_of,
    sequence,
    text,
    tool_call,
    tool_result,
)

SOURCE = "cursor"
_FOREIGN = frozenset(("uuid", "sessionId", "session_id", "timestamp", "id", "parentId", "payload"))
"""Fields at the top of a line that Cursor does not write, but others with `role` and `message` do."""
_TEXT_HEADS = ("[Thinking]", "[Tool call]", "[Tool result]")
_STOPPED = frozenset(("aborted", "cancelled", "canceled", "interrupted"))
MAX_LOOKS = 400
"""So many folders are looked into to find the one a name stands for."""
_ID = re.compile(r"\w[\w-]*")

COUNTED_CHARS = 200
"""Longer words said twice in a session are the same words twice read."""
_OPENING, _CLOSING = "<user_query>", "</user_query>"
_CONTEXT = re.compile(
    r"\s*<(attached_files|additional_data|current_file|custom_instructions|environment_context|git_status|"
    r"manually_attached_skills|open_and_recently_viewed_files|project_layout|rules|system_notification|"
    r"system_reminder|terminal_files_information|timestamp|user_info|agent_transcripts|agent_skills|"
    r"always_applied_workspace_rules|user_rules|code_selection|external_links|linter_errors)\b"
)
_HIDDEN = "[REDACTED]"
"""Stands where the model's thinking was."""
_TARGETS = ("command", "path", "target_file", "file_path", "filePath", "pattern", "query", "glob_pattern",
            "url", "search_term", "description", "prompt")  # fmt: skip
_EDITING = frozenset(
    ("write", "strreplace", "edit_file", "search_replace", "edit", "edit_file_v2", "multiedit")
)
TABLE = "cursorDiskKV"
_COMPOSER, _BUBBLE = "composerData:", "bubbleId:"
_DONE = frozenset(("completed", "error", "cancelled"))
_NEEDED = frozenset((
    "type", "bubbleId", "text", "createdAt", "timingInfo", "toolFormerData", "tokenCount", "isThought",
    "workspaceUris", "workspaceProjectDir", "name", "createdOnBranch", "modelConfig", "originalFileStates",
    "newlyCreatedFiles", "fullConversationHeadersOnly", "conversation", "conversationMap", "subComposerIds",
    "subagentInfo", "workspaceIdentifier", "generatingBubbleIds",
))  # fmt: skip
HASH_BYTES = 32
_REFERENCE = 1
_BYTES = 2


# -- who is speaking --


def said_by_user(words: str) -> list[tuple[TurnKind, str]]:
    """Split what was sent for the person into what they typed and what Cursor added."""
    start, end = words.find(_OPENING), words.rfind(_CLOSING)
    before = words[:start].strip() if start >= 0 else ""
    if start < 0 or (before and not before.startswith("<")):
        # Without a wrapper, or with a quoted tag: as it was typed, unless it begins with what Cursor adds.
        kind = TurnKind.INJECTED if _CONTEXT.match(words) else TurnKind.SAID
        return [(kind, words)]
    if end < start:  # cut off
        end = len(words)
    after = words[end + len(_CLOSING) :]
    found = [
        (TurnKind.INJECTED, before),
        (TurnKind.SAID, words[start + len(_OPENING) : end]),
        (TurnKind.INJECTED, after),
    ]
    return [(kind, part.strip()) for kind, part in found if part.strip()]


def said_by_assistant(words: str) -> str:
    """Return an answer without the mark that stands where thinking was."""
    words = words.strip()
    while words.endswith(_HIDDEN):
        words = words.removesuffix(_HIDDEN).rstrip()
    return words.removeprefix(_HIDDEN).lstrip()


def called(name: str, given: Mapping[str, Any]) -> str:
    """Return the text of a tool turn."""
    return tool_call(name, first_text(given, _TARGETS))


def edited_path(name: str, given: Mapping[str, Any]) -> str:
    """Return the file that a tool call changes, "" for none."""
    if name.lower() not in _EDITING:
        return ""
    return first_text(given, ("path", "target_file", "file_path", "filePath", "relativeWorkspacePath"))


class Voice:
    """Adds the turns of one session, and gives each the key it is known by.

    `at`, `line` and `cwd` are those of the next turns. `counts` is how often short words were said, by key.
    """

    def __init__(
        self,
        session: str,
        out: BatchBuilder,
        subagent: bool = False,
        cwd: str | None = None,
        parent: str = "",
    ) -> None:
        """`parent`: the session whose sub-agent this is, where that is known."""
        self.session = session
        self._parent = parent
        self.counts: dict[str, int] = {}
        self.at: int | None = None
        self.line = 0
        self._out = out
        self._subagent = subagent
        self._cwd = cwd or None

    def introduce(self, *, whole: bool = False) -> None:
        """Note what is known of the session before anything is said in it."""
        self._out.about(
            self.session,
            cwd=None if self._subagent else self._cwd,
            parent=self._parent,
            headless=self._subagent and not self._parent,
            whole=whole and not self._subagent,
        )

    def say(self, role: Role, kind: TurnKind, words: str) -> None:
        """Add a turn, unless it has no words."""
        words = words.strip()
        if not words:
            return
        key = content_key(SOURCE, self.session, role.value, kind.value, words)
        if len(words) <= COUNTED_CHARS:
            short = key.rpartition(":")[2][:12]
            count = self.counts[short] = self.counts.get(short, 0) + 1
            key = f"{key}:{count}" if count > 1 else key
        kind = TurnKind.SUBAGENT if self._subagent else kind
        self._out.say(self.session, key, role, words, kind=kind, at=self.at, line=self.line, cwd=self._cwd)

    def block(self, role: Role, block: Mapping[str, Any]) -> None:
        """Add what one block of a message's content says."""
        match block.get("type"):
            case "text" if role is Role.USER:
                for kind, words in said_by_user(text(block, "text")):
                    self.say(role, kind, words)
            case "text":
                self.say(role, TurnKind.SAID, said_by_assistant(text(block, "text")))
            case "tool_use" | "tool_call" | "tool-call":
                name = first_text(block, ("name", "toolName"))
                given = mapping(block, "input") or mapping(block, "args")
                self.say(Role.ASSISTANT, TurnKind.TOOL, called(name, given))
                self._out.edited(self.session, edited_path(name, given))
            case "tool_result" | "tool-result":
                output = content_text(block.get("content") or block.get("result"))
                words = tool_result(output, failed=block.get("is_error") is True)
                self.say(Role.ASSISTANT, TurnKind.TOOL, words)
            case "thinking" | "redacted_thinking" | "redacted-reasoning" | "reasoning" | "image":
                pass
            case _:
                self._out.unknown += 1


# -- transcripts --


class _Lines(JsonLog):
    """The lines of a transcript."""

    saved = ("counts",)

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self._voice = _voice_of(path, self.out)
        self._voice.at = _mtime(path)
        self._introduced = False

    def save(self) -> dict[str, Any]:
        return {"counts": self._voice.counts}  # how often short words were said, by their keys

    def restore(self, state: dict[str, Any]) -> None:
        self._voice.counts = state["counts"]

    def take(self, record: Mapping[str, Any]) -> None:
        voice, role = self._voice, record.get("role")
        voice.line = self.line
        if not self._introduced:
            voice.introduce()
            self._introduced = True
        if role not in ("user", "assistant"):
            if record.get("type") != "turn_ended":
                self.out.unknown += 1
            elif text(record, "status") in _STOPPED:
                voice.say(Role.USER, TurnKind.INTERRUPT, "Interrupted")
            return
        before = self.out.chars
        for block in content_blocks(at(record, "message", "content")):
            voice.block(Role(role), block)
        if self.out.chars > before and self.complete:
            voice.at = None  # when the others of an old file were said, nobody knows


class _TextReader(DocumentReader):
    """Reads the transcripts of older versions."""

    source = SOURCE

    def __init__(self, since: Checkpoint | None) -> None:
        self._since = since

    def take(self, path: Path, out: BatchBuilder) -> None:
        voice = _voice_of(path, out)
        voice.introduce(whole=True)
        voice.at = _mtime(path)
        lines = decoded(read_bytes(path).removeprefix(BOM)).splitlines()
        for role, block in _blocks(lines):
            before = out.chars
            for kind, words in said_by_user("\n".join(block)) if role is Role.USER else _answered(block):
                voice.say(role, kind, words)
            if out.chars > before and self._since is None:
                voice.at = None


class CursorReader(JsonLinesReader):
    """Reads an agent's transcript, or a database."""

    source = SOURCE
    log = _Lines
    head_lines = 20

    def recognises(self, path: Path, head: bytes) -> bool:
        if is_database(head):
            try:
                return EditorReader().recognises(path, head) or StoreReader().recognises(path, head)
            except Damaged:  # locked or broken: whose it is, only its place can tell
                return path.name == "store.db" and "cursor" in str(path).lower()
        head = head.removeprefix(BOM)
        if head.lstrip().startswith(b"user:"):
            return _is_text(path, head)
        return super().recognises(path, head)

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        """Return whether most first lines are Cursor's; those of others have more at their top."""
        messages = [record for record in records if "role" in record or "message" in record]
        ours = [
            record
            for record in messages
            if record.get("role") in ("user", "assistant")
            and isinstance(at(record, "message", "content"), list | str)
            and "type" not in record
            and _FOREIGN.isdisjoint(record)
        ]
        return len(ours) * 2 > len(messages)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        head = head_of(path, 64)
        if is_database(head):
            return (StoreReader() if path.name == "store.db" else EditorReader()).read(path, since)
        if head.removeprefix(BOM).lstrip().startswith(b"user:"):
            return _last_timed(_TextReader(since).read(path, since), path)
        return _last_timed(super().read(path, since), path)


def _is_text(path: Path, head: bytes) -> bool:
    lines = [line.strip() for line in head.split(b"\n") if line.strip()]
    return (
        path.suffix == ".txt"
        and lines[0] == b"user:"
        and (lines[1:2] == [b"<user_query>"] or "agent-transcripts" in path.parts)
    )


def _mtime(path: Path) -> int:
    return path.stat().st_mtime_ns // 1_000_000


def _last_timed(batches: Iterator[Batch], path: Path) -> Iterator[Batch]:
    """Give the last turn of all the file's time."""
    at, held = _mtime(path), None
    for batch in batches:
        if held is not None:
            yield held
        held = batch
    if held is None:
        return
    parts = [part for part in held.sessions if part.turns]
    if parts:
        last = parts[-1]
        timed = replace(last, turns=(*last.turns[:-1], replace(last.turns[-1], at=at)))
        held = replace(held, sessions=tuple(timed if part is last else part for part in held.sessions))
    yield held


# -- the older text --


def _blocks(lines: list[str]) -> Iterator[tuple[Role, list[str]]]:
    """Yield what each side said. Inside a prompt's wrapper a line `assistant:` is the person's."""
    role: Role | None = None
    block: list[str] = []
    quoted = False
    for line in lines:
        bare = line.strip()
        if bare in ("user:", "assistant:") and line == line.lstrip() and not quoted:
            if role is not None:
                yield role, block
            role, block = Role(bare[:-1]), []
            continue
        if role is Role.USER:
            quoted = (quoted or bare.startswith("<user_query>")) and not bare.endswith("</user_query>")
        block.append(line)
    if role is not None:
        yield role, block


def _answered(lines: list[str]) -> Iterator[tuple[TurnKind, str]]:
    """Yield an answer's words and tool calls, without thinking and results, which are files' contents."""
    words: list[str] = []
    hidden = False
    for line in lines:
        if line.startswith(_TEXT_HEADS):
            yield TurnKind.SAID, said_by_assistant("\n".join(words))
            words, hidden = [], True
            if line.startswith("[Tool call]"):
                yield TurnKind.TOOL, called(line.removeprefix("[Tool call]"), {})
        elif not (hidden and (not line.strip() or line[0] in " \t")):
            hidden = False
            words.append(line)
    yield TurnKind.SAID, said_by_assistant("\n".join(words))


# -- where a transcript lies --


def _voice_of(path: Path, out: BatchBuilder) -> Voice:
    """Return what adds the turns of a transcript, by its path and the folders that this may stand for."""
    subagent = "subagents" in path.parts
    parent = session_above(path)
    parent = "" if parent == "agent-transcripts" else parent
    return Voice(path.stem, out, subagent, _folder(path, parent or path.stem), parent)


def _folder(path: Path, session: str) -> str | None:
    if "agent-transcripts" not in path.parts:
        return None
    project = Path(*path.parts[: path.parts.index("agent-transcripts")])
    if _ID.fullmatch(session):
        for meta in project.parent.parent.glob(f"chats/*/{session}/meta.json"):
            try:
                if cwd := text(read_json(meta), "cwd"):
                    return cwd
            except OSError:
                continue
    return folder_named(project.name)


def folder_named(name: str, root: Path | None = None) -> str | None:
    """Return the folder whose path was made the name `name`; None where no folder fits it."""
    drive = re.match(r"([A-Za-z])-(?=.)", name) if os.name == "nt" else None
    start = root or Path(f"{drive[1]}:/" if drive else "/")
    found = folders_named(name[2:] if drive else name, start, _dashed, MAX_LOOKS)
    return str(folder) if (folder := next(found, None)) else None


def _dashed(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")


# -- the editor --


class _Editor(Tables):
    """The rows of the editor's database that are newer than the last one that was read."""

    numbered = (("row", TABLE),)
    look_back = 200

    def take(self) -> Iterator[None]:
        for composer in self._composers():
            with self.out.guarded():
                self._conversation(composer)
            yield

    def state(self, now: int) -> State:
        return self.last

    def _composers(self) -> list[str]:
        """Return the conversations with new rows, in the order of those rows."""
        if self.since is None:
            keys = self._keys("key >= ? AND key < ?", _COMPOSER, f"{_COMPOSER}\x7f")
        else:
            read = min(number(self.since, "row"), self.last["row"])
            keys = self._keys("rowid > ?", read - self.look_back)
        named = (key.split(":") for key in keys if key.startswith((_COMPOSER, _BUBBLE)))
        return list(dict.fromkeys(parts[1] for parts in named))

    def _keys(self, which: str, *values: object) -> list[str]:
        return [
            text(row, "key")
            for row in self.rows(f"SELECT key FROM {TABLE} WHERE {which} ORDER BY rowid", *values)
        ]

    def _conversation(self, composer: str) -> None:
        out = self.out
        data = self._record(f"{_COMPOSER}{composer}")
        if data is None:
            return
        parent = text(data, "subagentInfo", "parentComposerId") or None
        cwd = _folder_of(data) or self._folders.get(composer, "")
        voice = Voice(composer, out, parent is not None, cwd)
        broken = out.broken
        bubbles = self._in_order(composer, data)
        pending = {text(ident) for ident in sequence(data, "generatingBubbleIds")}
        for ident, record in bubbles:
            if ident not in pending:  # it is read when it is written again
                with out.guarded():
                    self._bubble(voice, record)
        out.about(
            composer,
            parent=parent,
            # Sub-agents speak in the same conversation: what is theirs is not missing from this.
            whole=parent is None and out.broken == broken and not sequence(data, "subComposerIds"),
        )
        if parent is None:
            out.about(
                composer,
                title=text(data, "name"),
                cwd=cwd or next((found for _, record in bubbles if (found := _folder_of(record))), None),
                branch=text(data, "createdOnBranch"),
                model=text(data, "modelConfig", "modelName"),
            )
        for uri in (*mapping(data, "originalFileStates"), *sequence(data, "newlyCreatedFiles")):
            out.edited(composer, _local_path(uri))

    def _in_order(self, composer: str, data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
        """Return (id, record) of the conversation's bubbles, without those that were taken back."""
        headers = mappings(data, "fullConversationHeadersOnly")
        if not headers:
            return [(text(record, "bubbleId"), record) for record in mappings(data, "conversation")]
        kept = self._bubbles(composer)
        inline = mapping(data, "conversationMap")
        idents = dict.fromkeys(text(header, "bubbleId") for header in headers)
        found = ((ident, kept.get(ident) or mapping(inline, ident)) for ident in idents)
        return [(ident, record) for ident, record in found if record]

    def _bubbles(self, composer: str) -> dict[str, Mapping[str, Any]]:
        """Return bubbles by the id in their key, and by the id within, which may be another."""
        prefix = f"{_BUBBLE}{composer}:"
        found: dict[str, Mapping[str, Any]] = {}
        own: dict[str, Mapping[str, Any]] = {}
        for key in self._keys("key >= ? AND key < ?", prefix, f"{prefix}\U0010ffff"):
            record = self._record(key)
            if record is not None:
                found[key.removeprefix(prefix)] = record
                if isinstance(ident := record.get("bubbleId"), str):
                    own.setdefault(ident, record)
        return own | found

    def _record(self, key: str) -> Mapping[str, Any] | None:
        """Return a record without the attached context that makes up nearly all of it."""
        row = self.conn.execute(f"SELECT value FROM {TABLE} WHERE key = ?", (key,)).fetchone()
        if row is None or row[0] is None:
            return None
        record = column_json(row[0])
        if not isinstance(record, dict):
            self.out.broken += 1
            return None
        return {name: value for name, value in record.items() if name in _NEEDED}

    @cached_property
    def _folders(self) -> dict[str, str]:
        return _workspaces(self.path)

    def _bubble(self, voice: Voice, record: Mapping[str, Any]) -> None:
        used = mapping(record, "tokenCount")
        self.out.tokens(voice.session, number(used, "inputTokens"), number(used, "outputTokens"))
        voice.at = moment(record, "createdAt") or moment(record, "timingInfo", "clientStartTime")
        words = text(record, "text")
        match record.get("type"):
            case 1:
                for kind, part in said_by_user(words):
                    voice.say(Role.USER, kind, part)
            case 2:
                if record.get("isThought") is not True:
                    voice.say(Role.ASSISTANT, TurnKind.SAID, said_by_assistant(words))
                self._tool(voice, mapping(record, "toolFormerData"))
            case _:
                self.out.unknown += 1

    def _tool(self, voice: Voice, tool: Mapping[str, Any]) -> None:
        status, name = text(tool, "status"), text(tool, "name")
        if not name or status not in _DONE:
            return
        given = {**mapping(embedded(tool.get("rawArgs"))), **mapping(embedded(tool.get("params")))}
        failed = status != "completed"
        # What a tool read is a file's contents; of a command, the output's end is kept.
        output = first_text(mapping(embedded(tool.get("result"))), ("output", "error", "message"))
        ended = tool_result(output, failed=failed)
        voice.say(Role.ASSISTANT, TurnKind.TOOL, f"{called(name, given)}\n{ended}")
        if not failed:
            self.out.edited(voice.session, edited_path(name, given))


class EditorReader(DatabaseReader):
    """Reads the conversations with new rows, each of them whole.

    A row is replaced when it changes and so gets a new rowid: the highest one tells what is new, even in a
    database of gigabytes.
    """

    source = SOURCE
    tables = _Editor

    def claims(self, conn: sqlite3.Connection) -> bool:
        if TABLE not in tables_of(conn):
            return False
        found = conn.execute(
            f"SELECT 1 FROM {TABLE} WHERE key >= ? AND key < ? LIMIT 1", (_COMPOSER, f"{_COMPOSER}\x7f")
        )
        return found.fetchone() is not None

    def is_place(self, path: Path) -> bool:
        return path.name == "state.vscdb" and "cursor" in str(path).lower()


def _folder_of(record: Mapping[str, Any]) -> str:
    """Return the folder that a conversation or a bubble names, "" for none."""
    place = mapping(record, "workspaceIdentifier", "uri")
    for found in (place.get("fsPath"), place.get("path"), record.get("workspaceProjectDir"),
                  *sequence(record, "workspaceUris")):  # fmt: skip
        if path := _local_path(found):
            return path
    return ""


def _local_path(uri: object) -> str:
    """Return the path of a `file:` address, or a path as it is; "" for other places."""
    found = text(uri)
    return path_of(found) if "://" not in found or found.startswith("file:") else ""


def _workspaces(path: Path) -> dict[str, str]:
    """Return the folder of each conversation, by the databases of the workspaces beside this one."""
    found: dict[str, str] = {}
    for place in sorted(path.parent.parent.glob("workspaceStorage/*/workspace.json")):
        try:
            folder = _local_path(at(read_json(place), "folder"))
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
        query = "SELECT value FROM ItemTable WHERE key = 'composer.composerData'"
        for (value,) in conn.execute(query).fetchall():
            yield from (text(head, "composerId") for head in mappings(column_json(value), "allComposers"))


# -- the command line --


class StoreReader(DocumentReader):
    """Reads a session of the command line, whole: its database is small."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether the database is a session. Raises Damaged where it can't be opened."""
        with foreign_database(path) as conn:
            return tables_of(conn) >= {"blobs", "meta"} and bool(text(_about(conn), "agentId"))

    def take(self, path: Path, out: BatchBuilder) -> None:
        with foreign_database(path) as conn:
            about = _about(conn)
            session = text(about, "agentId")
            if not session:
                raise Damaged("The session has no id.")
            beside = mapping(read_beside(path, "meta.json"))
            subagent, cwd = beside.get("isSubagent") is True, text(beside, "cwd")
            voice = Voice(session, out, subagent, cwd)
            voice.at = moment(about, "createdAt")
            for ident in references(_blob(conn, text(about, "latestRootBlobId")) or b""):
                _message(column_json(_blob(conn, ident)), voice, out)
        out.about(
            session,
            title=text(about, "name"),
            model=text(about, "lastUsedModel"),
            cwd=cwd,
            headless=subagent,
            whole=not out.broken,
        )


def _message(message: Any, voice: Voice, out: BatchBuilder) -> None:
    if not isinstance(message, dict):
        out.broken += 1
        return
    role, content = message.get("role"), message.get("content")
    if role == "system":  # Cursor's own instructions
        return
    for block in content_blocks(content):
        with out.guarded():
            voice.block(Role.USER if role == "user" else Role.ASSISTANT, block)
    if out.chars:
        voice.at = None  # only when it began is known


def references(root: bytes) -> list[str]:
    """Return the names of the blobs in a root's field 1; what does not decode ends the list.

    The encoding: protobuf.dev/programming-guides/encoding.
    """
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
    """Return the number at `position`, and where it ends; what is cut off ends the data."""
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
        return mapping(column_json(bytes.fromhex(text(row[0])))) if row is not None else {}
    except ValueError:
        return {}


def _blob(conn: sqlite3.Connection, ident: str) -> bytes | None:
    row = conn.execute("SELECT data FROM blobs WHERE id = ?", (ident,)).fetchone()
    value = row[0] if row is not None else None
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    return value if isinstance(value, bytes) else None
