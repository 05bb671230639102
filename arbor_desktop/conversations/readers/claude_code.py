"""Claude Code: session files of `~/.claude/projects`, JSON lines, appended to as the session goes.

No schema is published; `claude_records`, docs/formats and the tests say what was seen. What a person said is
0.5 % of such a file, so the decoder skips the rest. A sub-agent's file carries the id of the session that
started it: its turns belong to that session.

A grown file is read on without a saved state: the records before the new part are looked at again, as far
back as it takes to know which prompt a record belongs to, and what was queued. The tree of prompts, their
queue and the count of tokens are rebuilt from them.

iFlow CLI writes its files `~/.iflow/projects/<folder>/session-<uuid>.jsonl` likewise (envelope, content
blocks); only the outputs of tools lie deeper (`{callId, responseParts: {functionResponse: …}}`). Seen in the
sample of kenn-io/agentsview:internal/parser/testdata/iflow, whose every `sessionId` is `session-<uuid>`.
"""

from __future__ import annotations

import hashlib
import re
import threading
from array import array
from collections import OrderedDict, deque
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from arbor_desktop.conversations.files import session_above
from arbor_desktop.conversations.model import ARBOR_MARKER, Batch, Checkpoint, ReadTurn, TurnKind
from arbor_desktop.conversations.readers.base import BatchBuilder
from arbor_desktop.conversations.readers.claude_records import (
    SILENT_TYPES,
    SPEAKING_TYPES,
    TITLE_TYPES,
    Message,
    Record,
    Usage,
    decode_line,
    is_headless,
    pieces_of,
    prompt_pieces,
    said_text,
    shown_in,
    texts,
    tool_target,
)
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog, LogFile
from arbor_desktop.conversations.readers.values import BOM, Spoken, first_line, moment

_NOBODY = -1
_REMEMBERED = 64


class UnknownParent(Exception):
    """A prompt hangs on a record that lies before the part of the file that was looked at."""


@dataclass(slots=True)
class _Prompt:
    """A genuine prompt and the keys of all turns that it led to, up to the next prompt."""

    before: int
    keys: list[str] = field(default_factory=list)
    followed: bool = False
    unsaid: bool = False


class PromptTree:
    """Finds rewinds: two prompts under the same turn, of which only the later one still counts.

    Records are linked by `uuid` and `parentUuid`. Links pass through records that are no turns (progress,
    attachments, hooks), so each record is filed under the nearest turn above it, its anchor. Only prompts are
    compared: parallel tool calls fork the tree all the time and mean nothing.

    `complete` says that every record before the current one was fed. Where it was not, `place` raises
    UnknownParent for a prompt whose anchor can't be known from the records fed so far.
    """

    def __init__(self, complete: bool) -> None:
        self._complete = complete
        self._anchors: dict[str, int] = {}
        self._strangers: dict[str, int] = {}
        self._owners = array("q")
        self._prompts: list[_Prompt] = []
        self._prompt_at: dict[int, int] = {}
        self._last_owner = _NOBODY

    def __contains__(self, uuid: str) -> bool:
        return uuid in self._anchors

    def place(self, parent: str | UnsetType | None, session: str, *, prompt: bool) -> int:
        """Return the anchor of a record with this parent. Raises UnknownParent, and changes nothing then."""
        if parent is UNSET:
            return _NOBODY
        if not isinstance(parent, str):
            # "\n" is in no uuid: the start of a session is no record.
            return self._stranger(f"\n{session}", prompt)
        anchor = self._anchors.get(parent, _NOBODY)
        return self._stranger(parent, prompt) if anchor == _NOBODY else anchor

    def add(
        self, uuid: str, above: int, *, turn: bool, prompt: bool, at_root: bool, keys: list[str]
    ) -> list[str]:
        """File a record under `above` (from `place`), with the keys of its turns.

        Returns the keys of the turns that it takes back.
        """
        owner = self._owners[above] if above != _NOBODY else _NOBODY
        if owner != _NOBODY:
            self._prompts[owner].followed = True
        taken_back: list[str] = []
        if prompt:
            if above != _NOBODY:
                taken_back = self._take_back(above, at_root)
            self._prompts.append(_Prompt(before=owner))
            owner = len(self._prompts) - 1
            if above != _NOBODY:
                self._prompt_at[above] = owner
        self._anchors[uuid] = self._new_anchor(owner, self._strangers.pop(uuid, None)) if turn else above
        if owner != _NOBODY:
            self._last_owner = owner
            self._prompts[owner].keys.extend(keys)
        return taken_back

    def add_loose(self, key: str) -> None:
        """File a turn without links (a queued prompt) with the record before it."""
        if self._last_owner != _NOBODY:
            self._prompts[self._last_owner].keys.append(key)

    def _stranger(self, name: str, prompt: bool) -> int:
        if not self._complete:
            if prompt:
                raise UnknownParent(name)
            return _NOBODY
        anchor = self._strangers.get(name)
        if anchor is None:
            anchor = self._strangers[name] = self._new_anchor(_NOBODY, None)
        return anchor

    def _new_anchor(self, owner: int, reserved: int | None) -> int:
        if reserved is not None:
            self._owners[reserved] = owner
            return reserved
        self._owners.append(owner)
        return len(self._owners) - 1

    def _take_back(self, anchor: int, at_root: bool) -> list[str]:
        earlier = self._prompt_at.get(anchor)
        if earlier is None:
            return []
        if at_root and not self._prompts[earlier].followed:
            # Some writers never link records at all: then two prompts at the root are no rewind.
            return []
        branch = {earlier}
        for number in range(earlier + 1, len(self._prompts)):
            if self._prompts[number].before in branch:
                branch.add(number)
        taken_back: list[str] = []
        for number in sorted(branch):
            prompt = self._prompts[number]
            if not prompt.unsaid:
                prompt.unsaid = True
                taken_back += prompt.keys
        return taken_back


class QueuedPrompt(NamedTuple):
    """Words typed while the assistant was working."""

    text: str
    said: str
    """The person's own words in it; "" for a notification."""
    session: str
    timestamp: str | float | None
    offset: int


class PromptQueue:
    """Follows prompts through the queue of Claude Code.

    `enqueue` puts words in. `remove` hands them to the model while it works, and they appear in no other
    record (newer versions also write a `queued_command` attachment); `dequeue` sends them as an ordinary
    user record; `popAll` gives them back to the person for editing. None of these names the words it is
    about, so the oldest waiting ones are meant. Whoever types an ordinary prompt has an empty queue.

    `known` says whether everything that waits was seen go in. It becomes true at the first ordinary prompt.
    """

    def __init__(self, known: bool) -> None:
        self.known = known
        self.gap = not known
        """Words that nobody saw go in may have been handed over, and not been given out yet."""
        self._waiting: deque[QueuedPrompt] = deque()
        self._handed_over: list[QueuedPrompt] = []
        self._given_out: list[str] = []
        self._attached_early = 0
        self._sending = not known

    def enqueue(self, prompt: QueuedPrompt) -> None:
        """Put words into the queue."""
        self._waiting.append(prompt)

    def remove(self, text: str) -> None:
        """Hand words to the model. `text` names them where the record does."""
        if self._attached_early:
            self._attached_early -= 1
            return
        self.gap |= not self.known
        prompt = self._take(text)
        if prompt is not None and prompt.said:
            self._handed_over.append(prompt)

    def dequeue(self) -> None:
        """Send the oldest words as an ordinary user record, which is the one to keep."""
        if self._take("") is not None or not self.known:
            self._sending = True

    def take_back(self) -> None:
        """Give all words back to the person."""
        self._waiting.clear()

    def attach(self, text: str) -> bool:
        """Note a `queued_command` attachment. False where its words were given out before."""
        wanted = _folded(text)
        if self._drop(self._handed_over, wanted):
            return True
        if wanted in self._given_out:
            return False
        if self._drop(self._waiting, wanted):
            self._attached_early += 1
        return True

    def prompted(self, text: str) -> None:
        """Note an ordinary user record: words from the queue again, or new ones."""
        wanted = _folded(text)
        again = self._drop(self._handed_over, wanted) or self._drop(self._waiting, wanted)
        if not again and not self._sending:
            self._waiting.clear()
            self._attached_early = 0
            self.known = True
        self._sending = False

    def give_out(self) -> list[QueuedPrompt]:
        """Return words that the model got: to be called when the conversation goes on.

        Not before, because an attachment with the same words and a better id may follow the `remove`.
        """
        self.gap = False
        if not self._handed_over:
            return []
        given, self._handed_over = self._handed_over, []
        self._given_out = (self._given_out + [_folded(prompt.text) for prompt in given])[-_REMEMBERED:]
        return given

    def answered(self) -> None:
        """Note that the assistant spoke, so that what was dequeued has been said."""
        self._sending = False

    def _drop(self, prompts: MutableSequence[QueuedPrompt], wanted: str) -> bool:
        for prompt in prompts:
            if wanted in (_folded(prompt.text), _folded(prompt.said)):
                prompts.remove(prompt)
                return True
        return False

    def _take(self, text: str) -> QueuedPrompt | None:
        if not self._waiting:
            return None
        wanted = _folded(text)
        chosen = next((p for p in self._waiting if wanted and _folded(p.text) == wanted), None)
        if chosen is None:
            # Notifications leave the queue without a word, so a person's words go first.
            chosen = next((p for p in self._waiting if p.said), self._waiting[0])
        self._waiting.remove(chosen)
        return chosen


def _folded(text: str) -> str:
    return " ".join(text.split())


# -- a file --

CONTEXT_BYTES = 256 * 1024
"""How much before the new part of a grown file is looked at, to begin with."""
MOST_KEPT = 4
"""Files that are followed at the same time."""
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
        self._counted: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._summaries: dict[str, str] = {}
        self._ranks: dict[str, int] = {}
        self._own: set[str] = set()
        self._unknown = ""
        """A command that Claude Code did not know, until its words follow."""

    def go_on(self, file: LogFile) -> None:
        """Go on in the same file, opened again."""
        self._file = file

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
            elif record.subtype == "local_command" or self._refused(record):
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

    def _refused(self, record: Record) -> bool:
        """Return whether a record tells the words of a command that Claude Code does not know, and make it
        what the person typed: `Unknown command: /arbor`, then `Args from unknown skill: off`."""
        if record.subtype != "informational" or not isinstance(record.content, str):
            return False
        command = record.content.removeprefix("Unknown command: ")
        words = record.content.removeprefix("Args from unknown skill: ")
        if command != record.content:
            self._unknown = command.split(". ")[0]
        elif words != record.content and self._unknown:
            record.type, record.message = "user", Message(content=f"{self._unknown} {words}")
            self._unknown = ""
            return True
        return False

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
        if not aside:
            self._show(record, session)
        if uuid is not None and uuid in self._summaries:
            self._offer_title(session, _TITLE_RANKS["summary"], self._summaries.pop(uuid))

    def _say(
        self, record: Record, session: str, offset: int, pieces: list[Spoken], above: int, prompt: bool
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
            self._count(message.id, message.usage, session)
        if isinstance(message.content, list):
            for block in message.content:
                if not isinstance(block, str) and block.type == "tool_use" and block.name in EDITING_TOOLS:
                    path = tool_target(block)[1]
                    if path:
                        self.out.edited(session, path)

    def _count(self, message_id: str, usage: Usage, session: str) -> None:
        """Count the tokens of each answer once: its usage is repeated, and grows, in several records."""
        now = (max(0, usage.input_tokens or 0), max(0, usage.output_tokens or 0))
        before = self._counted.pop(message_id, (0, 0))
        most = self._counted[message_id] = (max(now[0], before[0]), max(now[1], before[1]))
        if len(self._counted) > _REMEMBERED:
            self._counted.popitem(last=False)
        if most != before:
            self.out.tokens(session, most[0] - before[0], most[1] - before[1])

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
        for block in shown_in(record) if not self._subagent else ():
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
                version=record.version,
                entrypoint=record.entrypoint,
            )

    def _attachment(self, record: Record, offset: int) -> None:
        attachment = record.attachment
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

    def __init__(
        self, path: Path, source: str, context_bytes: int = CONTEXT_BYTES, ended: _Ended | None = None
    ) -> None:
        super().__init__(path, source)
        self._ended = ended
        self._follower: _Follower
        self._context_start = 0
        self.subagent = path.name.startswith("agent-") or "subagents" in path.parts
        self.out = BatchBuilder(source, subagent=self.subagent)
        self.session = session_above(path) or self.session  # of records without an id
        self._context_bytes = max(1, context_bytes)

    def begin(self, file: LogFile, start: int) -> None:
        self._file = file
        ended, self._ended = self._ended, None
        if ended is not None and ended.mark == _mark(file.checkpoint(start)):
            self._context_start, self._follower = ended.log._context_start, ended.log._follower
            self._follower.go_on(file)
            return
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
        for _ in self._taken(follower, start, stop):
            pass
        for record in taken:
            follower.take(record, stop)
        return follower

    def _taken(self, follower: _Follower, start: int, stop: int) -> Iterator[None]:
        """Let a follower take the lines from byte `start` to `stop`, pausing after each."""
        for line in self._file.lines(start, stop):
            if line.data and line.complete:
                follower.out = BatchBuilder(self.source)
                for record in decode_line(line.data).records:
                    follower.take(record, line.offset)
            yield

    def _read_opening(self, stop: int) -> None:
        """Find out who began the session: its first prompt shows it, and Arbor's own calls."""
        opening = _Follower(self, self._file, 0, queue_known=True)
        for _ in self._taken(opening, 0, min(stop, OPENING_BYTES)):
            if opening.prompted:
                break
        self._follower.inherit(opening)


class _Ended(NamedTuple):
    """A log that took a file to its end."""

    mark: tuple[int, str, str]
    log: _Log


def _mark(at: Checkpoint) -> tuple[int, str, str]:
    return at.offset, at.head_hash, at.tail_hash


class ClaudeCodeReader(JsonLinesReader):
    """Reads session files, old and new, whole or from a checkpoint on. Safe to use from several threads.

    A file that has grown soon grows again: the logs of the last few are kept.
    """

    source: str = "claude-code"
    place = frozenset((".claude", "projects", ".jsonl"))
    context_bytes: int = CONTEXT_BYTES

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ended: dict[Path, _Ended] = {}

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether `head` has records of a session; an empty file has to lie below `projects`."""
        return not _made_by_iflow(path, head) and self._is_session(path, head)

    def open(self, path: Path) -> _Log:
        with self._lock:
            return _Log(path, self.source, self.context_bytes, self._ended.pop(path, None))

    def _batches(self, file: LogFile, log: JsonLog, first: int) -> Iterator[Batch]:
        at = Checkpoint()
        for batch in super()._batches(file, log, first):
            at = batch.checkpoint
            yield batch
        if first and isinstance(log, _Log) and not log.unfinished:
            with self._lock:
                self._ended[log.path] = _Ended(_mark(at), log)
                if len(self._ended) > MOST_KEPT:
                    self._ended.pop(next(iter(self._ended)))

    def _is_session(self, path: Path, head: bytes) -> bool:
        lines = [line for line in head.removeprefix(BOM).split(b"\n") if line.strip(b" \r\0")]
        votes = [vote for line in lines[:50] if (vote := _is_ours(line)) is not None]
        if votes:
            return sum(votes) * 2 > len(votes)
        if lines:
            # One line longer than the head, such as a first prompt with a picture.
            return lines[0].lstrip().startswith(b"{") and all(mark in lines[0] for mark in _PLACE_MARKS)
        return self.is_place(path)


class IflowReader(ClaudeCodeReader):
    """Reads iFlow's session files."""

    source = "iflow"
    place = frozenset((".iflow", "projects", ".jsonl"))

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
