"""Claude Code: session files of `~/.claude/projects`, JSON lines, appended to as the session goes.

No schema is published; `claude_records`, docs/formats and the tests say what was seen. What a person said is
0.5 % of such a file, so the decoder skips the rest. A sub-agent's file carries the id of the session that
started it: its turns belong to that session.

A grown file is read on without a saved state: the records before the new part are looked at again, as far
back as it takes to know which prompt a record belongs to, and what was queued.

iFlow CLI writes its files `~/.iflow/projects/<folder>/session-<uuid>.jsonl` likewise (envelope, content
blocks); only the outputs of tools lie deeper (`{callId, responseParts: {functionResponse: …}}`). Seen in the
sample of kenn-io/agentsview:internal/parser/testdata/iflow, whose every `sessionId` is `session-<uuid>`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from arbor_desktop.conversations.model import ARBOR_MARKER, TurnKind
from arbor_desktop.conversations.readers.base import BATCH_CHARS, BatchBuilder, ReadTurn
from arbor_desktop.conversations.readers.claude_records import (
    SILENT_TYPES,
    SPEAKING_TYPES,
    TITLE_TYPES,
    Message,
    Record,
    decode_line,
    is_headless,
    may_show,
    pieces_of,
    prompt_pieces,
    said_text,
    shown_in,
    texts,
    tool_target,
)
from arbor_desktop.conversations.readers.claude_threads import (
    PromptQueue,
    PromptTree,
    QueuedPrompt,
    TokenCounter,
    UnknownParent,
)
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES, LogFile
from arbor_desktop.conversations.readers.speech import Spoken, first_line
from arbor_desktop.conversations.readers.values import BOM, moment

CONTEXT_BYTES = 256 * 1024
"""How much before the new part of a grown file is looked at, to begin with."""
OPENING_BYTES = 4 * 1024 * 1024
"""How far the start of a grown file is searched for its first prompt."""
EDITING_TOOLS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit", "replace", "write_file"))
PROMPT_RANK = 1

_TITLE_RANKS = {kind: rank for rank, kind in enumerate(TITLE_TYPES, start=PROMPT_RANK + 1)}
_SLASH_COMMAND = re.compile(r"\s*/[a-z][\w:-]*(?:\s|$)")
_JOURNAL_TYPES = frozenset(("started", "result"))
_PLACE_MARKS = (b'"sessionId"', b'"parentUuid"')
_IFLOW_SESSION = re.compile("session-[0-9a-f]{8}-[0-9a-f]{4}-")
"""How iFlow names its sessions."""
_IFLOW_RECORD = re.compile(rb'"sessionId"\s*:\s*"' + _IFLOW_SESSION.pattern.encode())


class QueueUnknown(Exception):
    """A queue record is about words that were queued before the part of the file that was looked at."""


class _Follower:
    """What is known of a file. Give it every record in order.

    It knows all records from byte `start` of `file` on. `queue_known`: nothing was queued before. Unless it
    started at the file's beginning, `take` may raise UnknownParent or QueueUnknown, before anything changed:
    then a follower that started earlier has to take over. Unless `strict`, it makes do with what it knows,
    which is enough for records that were read before.
    """

    def __init__(self, log: _Log, file: LogFile, start: int, queue_known: bool) -> None:
        self.out = BatchBuilder(log.source)
        self._subagent = log.subagent
        self._session = log.session
        self._file = file
        self._start = start
        self._mentions: dict[str, bool] = {}
        self.strict = False
        self._details: tuple[str | None, str | None] = (None, None)
        self._tree = PromptTree(start == 0)
        self._queue = PromptQueue(known=start == 0 or queue_known)
        self._tokens = TokenCounter()
        self._summaries: dict[str, str] = {}
        self._ranks: dict[str, int] = {}
        self._own: set[str] = set()

    def inherit(self, other: _Follower) -> None:
        """Take over what is known of whole sessions rather than of places in the file."""
        self._own |= other._own
        for session, rank in other._ranks.items():
            self._ranks[session] = max(rank, self._ranks.get(session, 0))

    @property
    def prompted(self) -> bool:
        """Whether any session of this file has had a genuine prompt."""
        return bool(self._ranks) or bool(self._own)

    def take(self, record: Record, offset: int, *, finished: bool = True) -> None:
        """Take the record at byte `offset`. `finished` is False while its line has no end yet."""
        kind = record.type
        if kind not in SPEAKING_TYPES:
            if kind not in SILENT_TYPES:
                self.out.unknown += 1
            elif record.subtype == "local_command":
                self._linked(record, offset)
            else:
                self._pass_through(record)
            return
        if kind == "queue-operation":
            self._queue_operation(record, offset)
        elif kind in _TITLE_RANKS:
            self._name(record)
        elif kind == "attachment":
            self._attachment(record, offset)
        else:
            self._linked(record, offset, finished)

    @property
    def queue_gap(self) -> bool:
        """Whether queued words wait to be given out that this follower has not seen."""
        return self._queue.gap

    def _need_queue(self) -> None:
        if self.strict and not self._queue.known:
            raise QueueUnknown

    def _place(self, record: Record, session: str, *, prompt: bool) -> int:
        if record.uuid is None:
            return -1
        try:
            return self._tree.place(record.parent_uuid, session, prompt=prompt)
        except UnknownParent:
            if self.strict:
                raise
            return -1

    def _session_of(self, record: Record) -> str:
        if record.session_id:
            self._session = record.session_id
        return self._session

    def _pass_through(self, record: Record) -> None:
        """Take a record that says nothing, but through which the links of others pass."""
        uuid = record.uuid
        if uuid is not None and uuid not in self._tree:
            above = self._place(record, record.session_id or self._session, prompt=False)
            self._tree.add(uuid, above, turn=False, prompt=False, at_root=False, keys=[])

    def _linked(self, record: Record, offset: int, finished: bool = True) -> None:
        """Take a record of the tree: what is said in it, and by whom."""
        uuid = record.uuid
        if uuid is not None and uuid in self._tree:
            return
        aside = self._subagent or bool(record.is_sidechain or record.agent_id)
        pieces = pieces_of(record, aside)
        said = "" if aside else said_text(pieces)
        prompt = bool(said) and record.type == "user"
        session = record.session_id or self._session
        above = self._place(record, session, prompt=prompt)
        # From here on nothing raises: the record is taken.
        self._session_of(record)
        if not aside and record.cwd:
            self._details = (record.cwd, _branch(record.git_branch))
        if prompt:
            self._queue.prompted(said)
        if record.type in ("user", "assistant"):
            self._give_out()
        if record.type == "assistant":
            self._queue.answered()
        if prompt:
            self._prompted(session, said)
        self._say(record, session, offset, pieces, above, prompt)
        if record.type == "assistant" and isinstance(record.message, Message):
            self._answered(record.message, session, finished)
        if record.type in ("user", "assistant"):
            self._about(record, session)
        if not aside and may_show(record):
            self._show(record, session)
        if uuid is not None and uuid in self._summaries:
            self._offer_title(session, _TITLE_RANKS["summary"], self._summaries.pop(uuid))

    def _say(
        self,
        record: Record,
        session: str,
        offset: int,
        pieces: list[Spoken],
        above: int,
        prompt: bool,
    ) -> None:
        keys = _keys(record, session, pieces)
        at = moment(record.timestamp) if keys else None
        branch = _branch(record.git_branch)
        for key, piece in zip(keys, pieces, strict=True):
            if session not in self._own:
                turn = ReadTurn(
                    key, piece.role, piece.kind, piece.text, at, False, record.cwd or None, branch, offset
                )
                self.out.add(session, turn)
        if record.uuid is None:
            return
        # Injected text and command wrappers come and go with a rewind: links pass through them.
        is_turn = record.type == "assistant" or any(
            piece.kind not in (TurnKind.INJECTED, TurnKind.COMMAND) for piece in pieces
        )
        taken_back = self._tree.add(
            record.uuid, above, turn=is_turn, prompt=prompt, at_root=record.parent_uuid is None, keys=keys
        )
        if taken_back:
            self.out.unsay(session, taken_back)

    def _answered(self, message: Message, session: str, finished: bool) -> None:
        # An unfinished line comes again: what adds up must wait for its end.
        if finished and message.usage is not None and message.id:
            new = self._tokens.count(message.id, message.usage)
            if new != (0, 0):
                self.out.tokens(session, *new)
        if isinstance(message.content, list):
            for block in message.content:
                if not isinstance(block, str) and block.type == "tool_use" and block.name in EDITING_TOOLS:
                    path = tool_target(block)[1]
                    if path:
                        self.out.edited(session, path)

    def _prompted(self, session: str, said: str) -> None:
        if self._ranks.get(session, 0) == 0 and said.startswith(ARBOR_MARKER):
            self._own.add(session)
        if session not in self._own and self._ranks.get(session, 0) < PROMPT_RANK:
            self._offer_title(session, PROMPT_RANK, said)

    def _queue_operation(self, record: Record, offset: int) -> None:
        operation = record.operation
        text = "\n".join(texts(record.content))
        if operation != "enqueue":
            self._need_queue()
        session = self._session_of(record)
        if operation == "enqueue":
            said = "" if self._subagent or _SLASH_COMMAND.match(text) else said_text(prompt_pieces(text))
            self._queue.enqueue(QueuedPrompt(text, said, session, record.timestamp, offset))
        elif operation == "remove":
            self._queue.remove(text)
        elif operation == "dequeue":
            self._queue.dequeue()
        elif operation == "popAll":
            self._queue.take_back()

    def _give_out(self) -> None:
        """Add queued words that the model got while it was working: they appear in no other record."""
        for prompt in self._queue.give_out():
            piece = next(p for p in prompt_pieces(prompt.text) if p.kind is TurnKind.SAID)
            key = _loose_key(prompt.session, prompt.timestamp, prompt.text)
            cwd, branch = self._details
            self._prompted(prompt.session, prompt.said)
            self._tree.add_loose(key)
            if prompt.session not in self._own:
                at = moment(prompt.timestamp)
                turn = ReadTurn(
                    key, piece.role, piece.kind, prompt.said, at, False, cwd, branch, prompt.offset
                )
                self.out.add(prompt.session, turn)

    def _show(self, record: Record, session: str) -> None:
        if not self._subagent:
            for block in shown_in(record):
                self.out.shown(session, block)

    def _about(self, record: Record, session: str) -> None:
        own_call = session in self._own
        headless = own_call or is_headless(record)
        self.out.about(session, headless=headless, arbor_internal=True if own_call else None)
        if not (self._subagent or record.is_sidechain):  # a sub-agent may work in another folder
            self.out.about(
                session,
                cwd=record.cwd,
                branch=_branch(record.git_branch),
                version=record.version or None,
                entrypoint=record.entrypoint or None,
            )

    def _attachment(self, record: Record, offset: int) -> None:
        attachment = record.attachment
        if may_show(record):
            self._show(record, record.session_id or self._session)
        if (
            attachment is None
            or attachment.type != "queued_command"
            or (record.uuid is not None and record.uuid in self._tree)
        ):
            self._pass_through(record)
            return
        self._need_queue()
        text = "\n".join(texts(attachment.prompt))
        aside = self._subagent or bool(record.is_sidechain or record.agent_id)
        session = record.session_id or self._session
        above = self._place(record, session, prompt=False)
        self._session_of(record)
        pieces = prompt_pieces(text) if self._queue.attach(text) else []
        if aside:
            pieces = [piece._replace(kind=TurnKind.SUBAGENT) for piece in pieces]
        elif said := said_text(pieces):
            self._prompted(session, said)
        # Handed over in the midst of an answer, so it is part of that branch and starts none of its own.
        self._say(record, session, offset, pieces, above, prompt=False)

    def _name(self, record: Record) -> None:
        session = self._session_of(record)
        kind = record.type or ""
        text = (record.custom_title or record.agent_name or record.ai_title or record.summary or "").strip()
        if not text:
            return
        if kind == "summary":
            # Summaries land in the files of other sessions: only one that names a record of this file counts.
            leaf = record.leaf_uuid
            if leaf is None:
                return
            if leaf not in self._tree and not self._before(leaf):
                self._summaries[leaf] = text
                return
        self._offer_title(session, _TITLE_RANKS[kind], text)

    def _before(self, words: str) -> bool:
        """Return whether the part of the file before the start has `words`; False for old records."""
        if not self.strict or self._start == 0:
            return False
        if words not in self._mentions:
            self._mentions[words] = self._file.find(words.encode(), 0, self._start) >= 0
        return self._mentions[words]

    def _offer_title(self, session: str, rank: int, text: str) -> None:
        if rank < self._ranks.get(session, 0):
            return
        if any(self._before(f'"{kind}"') for kind, other in _TITLE_RANKS.items() if other > rank):
            return
        self._ranks[session] = rank
        title = first_line(text)
        if title and session not in self._own and not self._subagent:
            self.out.about(session, title=title)


def _loose_key(session: str, timestamp: str | float | None, text: str) -> str:
    """Return a key for words without a record id: the same wherever and however often they are read."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (session, str(timestamp), text):
        digest.update(part.encode("utf-8", "replace") + b"\x00")
    return f"h:{digest.hexdigest()}"


def _keys(record: Record, session: str, pieces: list[Spoken]) -> list[str]:
    """Return the record's own id for what is said in it, numbered where it says several things."""
    keys = _record_keys(record, session, pieces)
    if not _IFLOW_SESSION.match(session):
        return keys
    # iFlow tells a call again in the records of the calls beside it.
    calls = (f"{session}:{piece.name}" if piece.name else "" for piece in pieces)
    return [call or key for call, key in zip(calls, keys, strict=True)]


def _record_keys(record: Record, session: str, pieces: list[Spoken]) -> list[str]:
    if record.uuid is None:
        return [_loose_key(session, record.timestamp, f"{piece.role}\n{piece.text}") for piece in pieces]
    if len(pieces) <= 1:
        return [record.uuid] if pieces else []
    first = next((n for n, piece in enumerate(pieces) if piece.kind is TurnKind.SAID), 0)
    others = iter(range(1, len(pieces)))
    return [record.uuid if n == first else f"{record.uuid}#{next(others)}" for n in range(len(pieces))]


def _branch(value: str | None) -> str | None:
    """Return a branch; a detached HEAD and an empty name are none."""
    return value if value and value != "HEAD" else None


class _Log(JsonLog):
    """Follows a file, and looks back where the part before the new records has to be known."""

    def __init__(self, path: Path, source: str, context_bytes: int = CONTEXT_BYTES) -> None:
        super().__init__(path, source)
        self.subagent = path.name.startswith("agent-") or "subagents" in path.parts
        self.out = BatchBuilder(source, subagent=self.subagent)
        if "subagents" in path.parts:  # a record without an id is of the session whose folder is above
            self.session = path.parts[path.parts.index("subagents") - 1]
        self._context_bytes = max(1, context_bytes)

    def begin(self, file: LogFile, start: int) -> None:
        self._file = file
        self._follower = self._replay(max(0, start - self._context_bytes), start)
        if start and self._context_start:
            self._read_opening(start)

    def feed(self, data: bytes) -> bool:
        decoded = decode_line(data)
        if self.unfinished and decoded.broken:
            return True
        self.out.broken += decoded.broken
        self.out.unknown += decoded.foreign
        for number, record in enumerate(decoded.records):
            while True:
                try:
                    self._follower.out = self.out
                    self._follower.take(record, self.line, finished=not self.unfinished)
                    break
                except UnknownParent:
                    known = max(self.line - self._context_start, self._context_bytes)
                    self._look_back(max(0, self.line - known * 8), decoded.records[:number])
                except QueueUnknown:
                    self._look_back(self._queue_start(), decoded.records[:number], queue_known=True)
        return True

    def _queue_start(self) -> int:
        """Return where the first words were queued, if that is before what is known: before, it was empty."""
        first = self._file.find(b'"enqueue"', 0, self._context_start)
        return self._context_start if first < 0 else first

    def _look_back(self, start: int, taken: list[Record], *, queue_known: bool = False) -> None:
        """Start again with a follower that knows the file from the line around `start` on."""
        before = self._follower
        self._follower = self._replay(start, self.line, taken, queue_known)
        self._follower.inherit(before)

    def _replay(
        self, start: int, stop: int, taken: Sequence[Record] = (), queue_known: bool = False
    ) -> _Follower:
        """Return a follower of the file from the line around `start` to `stop`, and then of `taken`."""
        follower = self._replay_from(self._file.line_start(start), stop, taken, queue_known)
        if follower.queue_gap:
            follower = self._replay_from(self._file.line_start(self._queue_start()), stop, taken, True)
        follower.strict = True
        return follower

    def _replay_from(self, start: int, stop: int, taken: Sequence[Record], queue_known: bool) -> _Follower:
        self._context_start = start
        follower = _Follower(self, self._file, start, queue_known)
        for line in self._file.lines(start, stop):
            if line.data and line.complete:
                follower.out = BatchBuilder(self.source)
                for record in decode_line(line.data).records:
                    follower.take(record, line.offset)
        for record in taken:
            follower.take(record, stop)
        return follower

    def _read_opening(self, stop: int) -> None:
        """Find out who began the session: its first prompt shows it, and Arbor's own calls."""
        opening = _Follower(self, self._file, 0, queue_known=True)
        for line in self._file.lines(0, min(stop, OPENING_BYTES)):
            if line.complete and line.data:
                opening.out = BatchBuilder(self.source)
                for record in decode_line(line.data).records:
                    opening.take(record, line.offset)
            if opening.prompted:
                break
        self._follower.inherit(opening)


class ClaudeCodeReader(JsonLinesReader):
    """Reads session files, old and new, whole or from a checkpoint on."""

    source: str = "claude-code"
    home = ".claude"

    def __init__(
        self,
        *,
        batch_chars: int = BATCH_CHARS,
        context_bytes: int = CONTEXT_BYTES,
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        super().__init__(batch_chars=batch_chars, chunk_bytes=chunk_bytes)
        self._context_bytes = context_bytes

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether `head` has records of a session; an empty file has to lie below `projects`."""
        return not _made_by_iflow(path, head) and self._is_session(path, head)

    def open(self, path: Path) -> _Log:
        return _Log(path, self.source, self._context_bytes)

    def _is_session(self, path: Path, head: bytes) -> bool:
        lines = [line for line in head.removeprefix(BOM).split(b"\n") if line.strip(b" \r\0")]
        votes = [vote for line in lines[:50] if (vote := _is_ours(line)) is not None]
        if votes:
            return sum(votes) * 2 > len(votes)
        if lines:
            # One line longer than the head, such as a first prompt with a picture.
            return lines[0].lstrip().startswith(b"{") and all(mark in lines[0] for mark in _PLACE_MARKS)
        return path.suffix == ".jsonl" and self.home in path.parts and "projects" in path.parts


class IflowReader(ClaudeCodeReader):
    """Reads iFlow's session files."""

    source = "iflow"
    home = ".iflow"

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether `head` has records of iFlow, which names its sessions its own way."""
        return _made_by_iflow(path, head) and self._is_session(path, head)


def _made_by_iflow(path: Path, head: bytes) -> bool:
    return ".iflow" in path.parts or _IFLOW_RECORD.search(head) is not None


def _is_ours(line: bytes) -> bool | None:
    """Return a vote on one line; None where it can't be told (not whole, or of no telling type)."""
    decoded = decode_line(line)
    if not decoded.records:
        return None if decoded.broken else False
    record = decoded.records[0]
    if record.type in _JOURNAL_TYPES:
        return False
    if record.type in ("user", "assistant"):
        has_content = record.message is not None and not isinstance(record.message, str)
        return (
            has_content
            and (record.uuid is not None or record.timestamp is not None)
            and b'"parts"' not in line
        )
    if record.type in SPEAKING_TYPES:
        return True
    if record.type in SILENT_TYPES:
        return record.type != "system" or (record.session_id is not None and b'"systemPayload"' not in line)
    return False
