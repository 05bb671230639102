"""Follows the records of one Claude Code file and tells a sink what is new in them."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from typing import Protocol

from arbor_desktop.conversations.arrival import SeenBlock
from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.base import ReadTurn
from arbor_desktop.conversations.readers.claude_hooks import may_show, shown_in
from arbor_desktop.conversations.readers.claude_records import (
    SILENT_TYPES,
    SPEAKING_TYPES,
    TITLE_TYPES,
    Message,
    Record,
    texts,
    tool_target,
)
from arbor_desktop.conversations.readers.claude_speaker import (
    Piece,
    is_headless,
    pieces_of,
    prompt_pieces,
    said_text,
)
from arbor_desktop.conversations.readers.claude_state import (
    PromptQueue,
    PromptTree,
    QueuedPrompt,
    TokenCounter,
    UnknownParent,
)
from arbor_desktop.conversations.readers.speech import ARBOR_MARKER, first_line

EDITING_TOOLS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit", "replace", "write_file"))
PROMPT_RANK = 1
_TITLE_RANKS = {kind: rank for rank, kind in enumerate(TITLE_TYPES, start=PROMPT_RANK + 1)}
_SLASH_COMMAND = re.compile(r"\s*/[a-z][\w:-]*(?:\s|$)")


class QueueUnknown(Exception):
    """A queue record is about words that were queued before the part of the file that was looked at."""


class Sink(Protocol):
    """Takes what a file says. `session` is the id of the session that says it."""

    def turn(self, session: str, turn: ReadTurn) -> None: ...

    def unsay(self, session: str, keys: list[str]) -> None: ...

    def title(self, session: str, text: str) -> None: ...

    def tokens(self, session: str, input_tokens: int, output_tokens: int) -> None: ...

    def edited(self, session: str, path: str) -> None: ...

    def shown(self, session: str, block: SeenBlock) -> None: ...

    def about(self, session: str, record: Record, headless: bool, own_call: bool) -> None: ...


class Earlier(Protocol):
    """Answers questions about the part of the file before the first record that was followed."""

    def mentions(self, text: str) -> bool:
        """Whether that part contains `text`."""
        ...


class Follower:
    """The reader's memory of one file. Feed it every record in order.

    `complete`: it gets the file from its first record. `queue_known`: nothing was queued before the first
    record it gets. Where it lacks one of these, `feed` may raise UnknownParent or QueueUnknown, before
    anything changed: then a follower that started earlier in the file has to take over. Unless `strict`, it
    makes do with what it knows, which is enough for records that were read before.
    """

    def __init__(
        self, session: str, subagent: bool, complete: bool, queue_known: bool, earlier: Earlier
    ) -> None:
        self._subagent = subagent
        self._complete = complete
        self._earlier = earlier
        self.strict = complete
        self._session = session
        self._details: tuple[str | None, str | None] = (None, None)
        self._tree = PromptTree(complete)
        self._queue = PromptQueue(known=complete or queue_known)
        self._tokens = TokenCounter()
        self._summaries: dict[str, str] = {}
        self._ranks: dict[str, int] = {}
        self._own: set[str] = set()
        self.unknown_records = 0

    def inherit(self, other: Follower) -> None:
        """Takes over what is known of whole sessions rather than of places in the file."""
        self._own |= other._own
        for session, rank in other._ranks.items():
            self._ranks[session] = max(rank, self._ranks.get(session, 0))

    @property
    def prompted(self) -> bool:
        """Whether any session of this file has had a genuine prompt."""
        return bool(self._ranks) or bool(self._own)

    def feed(self, record: Record, offset: int, sink: Sink, *, finished: bool = True) -> None:
        """Takes the record at byte `offset`. `finished` is False while its line has no end yet."""
        kind = record.type
        if kind not in SPEAKING_TYPES:
            if kind not in SILENT_TYPES:
                self.unknown_records += 1
            elif record.subtype == "local_command":
                self._linked(record, offset, sink)
            else:
                self._pass_through(record)
            return
        if kind == "queue-operation":
            self._queue_operation(record, offset)
        elif kind in _TITLE_RANKS:
            self._name(record, sink)
        elif kind == "attachment":
            self._attachment(record, offset, sink)
        else:
            self._linked(record, offset, sink, finished)

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
        """A record that says nothing, but through which the links of others pass."""
        uuid = record.uuid
        if uuid is not None and uuid not in self._tree:
            above = self._place(record, record.session_id or self._session, prompt=False)
            self._tree.add(uuid, above, turn=False, prompt=False, at_root=False, keys=[])

    def _linked(self, record: Record, offset: int, sink: Sink, finished: bool = True) -> None:
        """A record of the tree: what is said in it, and by whom."""
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
            self._details = (record.cwd, _detail(record.git_branch))
        if prompt:
            self._queue.prompted(said)
        if record.type in ("user", "assistant"):
            self._give_out(sink)
        if record.type == "assistant":
            self._queue.answered()
        if prompt:
            self._prompted(session, said, sink)
        self._say(record, session, offset, sink, pieces, above, prompt)
        if record.type == "assistant" and isinstance(record.message, Message):
            self._answered(record.message, session, sink, finished)
        if record.type in ("user", "assistant"):
            sink.about(session, record, is_headless(record), session in self._own)
        if not aside and may_show(record):
            self._show(record, session, sink)
        if uuid is not None and uuid in self._summaries:
            self._offer_title(session, _TITLE_RANKS["summary"], self._summaries.pop(uuid), sink)

    def _say(
        self,
        record: Record,
        session: str,
        offset: int,
        sink: Sink,
        pieces: list[Piece],
        above: int,
        prompt: bool,
    ) -> None:
        keys = _keys(record, session, pieces)
        at = to_ms(record.timestamp) if keys else None
        branch = _detail(record.git_branch)
        for key, piece in zip(keys, pieces, strict=True):
            if session not in self._own:
                sink.turn(
                    session,
                    ReadTurn(
                        key=key,
                        role=piece.role,
                        kind=piece.kind,
                        text=piece.text,
                        at=at,
                        cwd=record.cwd or None,
                        branch=branch,
                        line=offset,
                    ),
                )
        if record.uuid is None:
            return
        # Injected text and command wrappers come and go with a rewind: links pass through them.
        turn = record.type == "assistant" or any(
            piece.kind not in (TurnKind.INJECTED, TurnKind.COMMAND) for piece in pieces
        )
        taken_back = self._tree.add(
            record.uuid, above, turn=turn, prompt=prompt, at_root=record.parent_uuid is None, keys=keys
        )
        if taken_back:
            sink.unsay(session, taken_back)

    def _answered(self, message: Message, session: str, sink: Sink, finished: bool) -> None:
        # An unfinished line comes again: what adds up must wait for its end.
        if finished and message.usage is not None and message.id:
            new = self._tokens.count(message.id, message.usage)
            if new != (0, 0):
                sink.tokens(session, *new)
        if isinstance(message.content, list):
            for block in message.content:
                if not isinstance(block, str) and block.type == "tool_use" and block.name in EDITING_TOOLS:
                    path = tool_target(block)[1]
                    if path:
                        sink.edited(session, path)

    def _prompted(self, session: str, said: str, sink: Sink) -> None:
        if self._ranks.get(session, 0) == 0 and said.startswith(ARBOR_MARKER):
            self._own.add(session)
        if session not in self._own and self._ranks.get(session, 0) < PROMPT_RANK:
            self._offer_title(session, PROMPT_RANK, said, sink)

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

    def _give_out(self, sink: Sink) -> None:
        """Queued words that the model got while it was working: the person said them, and nowhere else."""
        for prompt in self._queue.give_out():
            piece = next(p for p in prompt_pieces(prompt.text) if p.kind is TurnKind.SAID)
            key = loose_key(prompt.session, prompt.timestamp, prompt.text)
            cwd, branch = self._details
            self._prompted(prompt.session, prompt.said, sink)
            self._tree.add_loose(key)
            if prompt.session not in self._own:
                sink.turn(
                    prompt.session,
                    ReadTurn(
                        key=key,
                        role=piece.role,
                        kind=piece.kind,
                        text=prompt.said,
                        at=to_ms(prompt.timestamp),
                        cwd=cwd,
                        branch=branch,
                        line=prompt.offset,
                    ),
                )

    def _show(self, record: Record, session: str, sink: Sink) -> None:
        for block in shown_in(record):
            sink.shown(session, block)

    def _attachment(self, record: Record, offset: int, sink: Sink) -> None:
        attachment = record.attachment
        if may_show(record):
            self._show(record, record.session_id or self._session, sink)
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
            self._prompted(session, said, sink)
        # Handed over in the midst of an answer, so it is part of that branch and starts none of its own.
        self._say(record, session, offset, sink, pieces, above, prompt=False)

    def _name(self, record: Record, sink: Sink) -> None:
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
        self._offer_title(session, _TITLE_RANKS[kind], text, sink)

    def _before(self, text: str) -> bool:
        """Whether the part of the file that was not followed has `text`; not asked for old records' sake."""
        return self.strict and not self._complete and self._earlier.mentions(text)

    def _offer_title(self, session: str, rank: int, text: str, sink: Sink) -> None:
        if rank < self._ranks.get(session, 0):
            return
        if any(self._before(f'"{kind}"') for kind, other in _TITLE_RANKS.items() if other > rank):
            return
        self._ranks[session] = rank
        title = first_line(text)
        if title and session not in self._own:
            sink.title(session, title)


def to_ms(timestamp: str | float | None) -> int | None:
    """ISO 8601 or seconds or milliseconds since the epoch → milliseconds; None where it is no time."""
    if timestamp is None:
        return None
    try:
        if isinstance(timestamp, str):
            moment = datetime.fromisoformat(timestamp)
            return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
        return int(timestamp if timestamp > 1e11 else timestamp * 1000)
    except (ValueError, OverflowError):
        return None


IFLOW_SESSION = re.compile("session-[0-9a-f]{8}-[0-9a-f]{4}-")
"""How iFlow, which else writes as Claude Code does, names its sessions."""


def loose_key(session: str, timestamp: str | float | None, text: str) -> str:
    """A key for words without a record id: the same wherever and however often they are read."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (session, str(timestamp), text):
        digest.update(part.encode("utf-8", "replace") + b"\x00")
    return f"h:{digest.hexdigest()}"


def _keys(record: Record, session: str, pieces: list[Piece]) -> list[str]:
    """The record's own id for what is said in it, numbered where it says several things."""
    keys = _record_keys(record, session, pieces)
    if not IFLOW_SESSION.match(session):
        return keys
    # iFlow tells a call again in the records of the calls beside it.
    calls = (f"{session}:{piece.call}" if piece.call else "" for piece in pieces)
    return [call or key for call, key in zip(calls, keys, strict=True)]


def _record_keys(record: Record, session: str, pieces: list[Piece]) -> list[str]:
    if record.uuid is None:
        return [loose_key(session, record.timestamp, f"{piece.role}\n{piece.text}") for piece in pieces]
    if len(pieces) <= 1:
        return [record.uuid] if pieces else []
    first = next((n for n, piece in enumerate(pieces) if piece.kind is TurnKind.SAID), 0)
    others = iter(range(1, len(pieces)))
    return [record.uuid if n == first else f"{record.uuid}#{next(others)}" for n in range(len(pieces))]


def _detail(value: str | None) -> str | None:
    """A detached HEAD and an empty name are no branch."""
    return value if value and value != "HEAD" else None
