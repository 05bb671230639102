"""Claude Code: session files of `~/.claude/projects`, JSON lines, appended to as the session goes.

No schema is published; docs/formats and the tests say what was seen. What a person said is 0.5 % of such a
file, so the decoder skips the rest. A sub-agent's file carries the id of the session that started it: its
turns belong to that session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.arrival import SeenBlock
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, ReadTurn, SessionPart
from arbor_desktop.conversations.readers.claude_follow import IFLOW_SESSION, Follower, QueueUnknown, Sink
from arbor_desktop.conversations.readers.claude_records import (
    SILENT_TYPES,
    SPEAKING_TYPES,
    Record,
    decode_line,
)
from arbor_desktop.conversations.readers.claude_state import UnknownParent
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES, Growth, Line, LogFile

SOURCE = "claude-code"
BATCH_CHARS = 2 * 1024 * 1024
BATCH_BYTES = 32 * 1024 * 1024
"""A batch ends after so many bytes of file even if hardly anything was said in them."""
CONTEXT_BYTES = 256 * 1024
"""How much before the new part of a grown file is looked at, to begin with."""
OPENING_BYTES = 4 * 1024 * 1024
"""How far the start of a grown file is searched for its first prompt."""

_JOURNAL_TYPES = frozenset(("started", "result"))
_PLACE_MARKS = (b'"sessionId"', b'"parentUuid"')
_IFLOW_SESSION = re.compile(rb'"sessionId"\s*:\s*"' + IFLOW_SESSION.pattern.encode())


class ClaudeCodeReader:
    """Reads session files, old and new, whole or from a checkpoint on."""

    source: str = SOURCE

    def __init__(
        self,
        *,
        batch_chars: int = BATCH_CHARS,
        context_bytes: int = CONTEXT_BYTES,
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        self._batch_chars = batch_chars
        self._context_bytes = context_bytes
        self._chunk_bytes = chunk_bytes

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the records in `head`; a file with none yet by its place below a `projects` folder."""
        return not made_by_iflow(path, head) and is_session(path, head, ".claude")

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        with LogFile(path, chunk_bytes=self._chunk_bytes) as log:
            growth = log.growth_since(since)
            if since is not None and growth is Growth.UNCHANGED:
                yield Batch(since)
                return
            start = since.offset if since is not None and growth is Growth.GROWN else 0
            reading = _Reading(log, path, start, self._context_bytes, self.source)
            restarted = growth is Growth.REWRITTEN
            for batch in reading.batches(self._batch_chars):
                yield replace(batch, restarted=True) if restarted else batch
                restarted = False


@dataclass(slots=True)
class _Part:
    """A SessionPart in the making."""

    turns: list[ReadTurn] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    paths: dict[str, None] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    title: str | None = None
    cwd: str | None = None
    branch: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    headless: bool = False
    shown: dict[SeenBlock, None] = field(default_factory=dict)


class _Collector:
    """Gathers a batch."""

    def __init__(self, source: str, subagent: bool) -> None:
        self._source = source
        self._subagent = subagent
        self._parts: dict[str, _Part] = {}
        self._places: dict[str, tuple[_Part, int]] = {}
        self.chars = 0

    def turn(self, session: str, turn: ReadTurn) -> None:
        if turn.key in self._places:
            return
        part = self._part(session)
        self._places[turn.key] = (part, len(part.turns))
        part.turns.append(turn)
        self.chars += len(turn.text)

    def unsay(self, session: str, keys: list[str]) -> None:
        for key in keys:
            if key in self._places:
                part, number = self._places[key]
                part.turns[number] = replace(part.turns[number], unsaid=True)
            else:
                self._part(session).unsaid.append(key)

    def title(self, session: str, text: str) -> None:
        if not self._subagent:
            self._part(session).title = text

    def tokens(self, session: str, input_tokens: int, output_tokens: int) -> None:
        part = self._part(session)
        part.input_tokens += input_tokens
        part.output_tokens += output_tokens

    def edited(self, session: str, path: str) -> None:
        self._part(session).paths[path] = None

    def shown(self, session: str, block: SeenBlock) -> None:
        if not self._subagent:
            self._part(session).shown[block] = None

    def about(self, session: str, record: Record, headless: bool, own_call: bool) -> None:
        part = self._part(session)
        part.headless |= headless or own_call
        if own_call:
            part.extra["arbor_internal"] = True
        if self._subagent or record.is_sidechain:
            return  # a sub-agent may work in another folder
        if record.cwd:
            part.cwd = record.cwd
        if record.git_branch and record.git_branch != "HEAD":
            part.branch = record.git_branch
        for name, value in (("version", record.version), ("entrypoint", record.entrypoint)):
            if value:
                part.extra[name] = value

    def sessions(self) -> tuple[SessionPart, ...]:
        return tuple(
            SessionPart(
                source=self._source,
                session_id=session,
                turns=tuple(part.turns),
                unsaid_keys=tuple(part.unsaid),
                title=part.title,
                cwd=part.cwd,
                branch=part.branch,
                input_tokens=part.input_tokens,
                output_tokens=part.output_tokens,
                paths=tuple(part.paths),
                parent_session_id=session if self._subagent else None,
                headless=part.headless,
                extra=part.extra,
                shown=tuple(part.shown),
            )
            for session, part in self._parts.items()
        )

    def _part(self, session: str) -> _Part:
        part = self._parts.get(session)
        if part is None:
            part = self._parts[session] = _Part()
        return part


class _Mute:
    """Takes everything and keeps nothing: for records that were read before."""

    def turn(self, session: str, turn: ReadTurn) -> None: ...

    def unsay(self, session: str, keys: list[str]) -> None: ...

    def title(self, session: str, text: str) -> None: ...

    def tokens(self, session: str, input_tokens: int, output_tokens: int) -> None: ...

    def edited(self, session: str, path: str) -> None: ...

    def shown(self, session: str, block: SeenBlock) -> None: ...

    def about(self, session: str, record: Record, headless: bool, own_call: bool) -> None: ...


class _EarlierPart:
    """The file before byte `stop`."""

    def __init__(self, log: LogFile, stop: int) -> None:
        self._log = log
        self._stop = stop
        self._answers: dict[str, bool] = {}

    def mentions(self, text: str) -> bool:
        if text not in self._answers:
            self._answers[text] = self._log.find(text.encode(), 0, self._stop) >= 0
        return self._answers[text]


class _Reading:
    """One pass over the new part of a file."""

    def __init__(self, log: LogFile, path: Path, start: int, context_bytes: int, source: str) -> None:
        self._log = log
        self._source = source
        self._start = start
        self._context_bytes = max(1, context_bytes)
        self._subagent = path.name.startswith("agent-") or "subagents" in path.parts
        self._fallback = _session_by_path(path)
        self._context_start = start
        self._mute: Sink = _Mute()
        self._follower = self._replay(max(0, start - self._context_bytes), start)
        if start:
            self._read_opening()

    def batches(self, batch_chars: int) -> Iterator[Batch]:
        out = _Collector(self._source, self._subagent)
        skipped = broken = unknown_before = 0
        offset = batch_start = seen = self._start
        unknown = 0
        for line in self._log.lines(self._start):
            seen = line.end
            if not line.complete:
                self._take_unfinished(line, out)
                break
            offset = line.end
            if line.too_long:
                skipped += 1
            elif line.data:
                decoded = decode_line(line.data)
                broken += decoded.broken
                unknown += decoded.foreign
                unknown_before = self._follower.unknown_records
                self._feed(decoded.records, line, out)
                unknown += self._follower.unknown_records - unknown_before
            if out.chars >= batch_chars or offset - batch_start >= BATCH_BYTES:
                yield Batch(
                    self._log.checkpoint(offset),
                    out.sessions(),
                    skipped_lines=skipped,
                    broken_lines=broken,
                    unknown_records=unknown,
                )
                out = _Collector(self._source, self._subagent)
                skipped = broken = unknown = 0
                batch_start = offset
        yield Batch(
            self._log.checkpoint(offset, seen),
            out.sessions(),
            skipped_lines=skipped,
            broken_lines=broken,
            unknown_records=unknown,
        )

    def _take_unfinished(self, line: Line, out: Sink) -> None:
        """The last line, without its newline: taken if it is whole, and read again later."""
        if line.too_long or not line.data:
            return
        decoded = decode_line(line.data)
        if not decoded.broken:
            self._feed(decoded.records, line, out, finished=False)

    def _feed(self, records: list[Record], line: Line, out: Sink, *, finished: bool = True) -> None:
        for number, record in enumerate(records):
            while True:
                try:
                    self._follower.feed(record, line.offset, out, finished=finished)
                    break
                except UnknownParent:
                    self._look_back(self._wider_start(line.offset), records[:number], line)
                except QueueUnknown:
                    self._look_back(self._queue_start(), records[:number], line, queue_known=True)

    def _wider_start(self, offset: int) -> int:
        known = max(offset - self._context_start, self._context_bytes)
        return max(0, offset - known * 8)

    def _queue_start(self) -> int:
        """Where the first words were queued, if that is before what is known; before that it was empty."""
        first = self._log.find(b'"enqueue"', 0, self._context_start)
        return self._context_start if first < 0 else first

    def _look_back(self, start: int, taken: list[Record], line: Line, *, queue_known: bool = False) -> None:
        """Starts again with a follower that knows the file from the line around `start` on."""
        before = self._follower
        self._follower = self._replay(start, line.offset, taken, queue_known)
        self._follower.inherit(before)

    def _replay(
        self, start: int, stop: int, taken: Sequence[Record] = (), queue_known: bool = False
    ) -> Follower:
        """A follower that has seen the file from the line around `start` to `stop`, and then `taken`."""
        follower = self._replay_from(self._log.line_start(start), stop, taken, queue_known)
        if follower.queue_gap:
            follower = self._replay_from(self._log.line_start(self._queue_start()), stop, taken, True)
        follower.strict = True
        return follower

    def _replay_from(self, start: int, stop: int, taken: Sequence[Record], queue_known: bool) -> Follower:
        self._context_start = start
        follower = self._new_follower(start, queue_known)
        follower.strict = False
        for line in self._log.lines(start, stop):
            if line.data and line.complete:
                for record in decode_line(line.data).records:
                    follower.feed(record, line.offset, self._mute)
        for record in taken:
            follower.feed(record, stop, self._mute)
        return follower

    def _new_follower(self, start: int, queue_known: bool) -> Follower:
        return Follower(
            self._fallback,
            self._subagent,
            complete=start == 0,
            queue_known=queue_known,
            earlier=_EarlierPart(self._log, start),
        )

    def _read_opening(self) -> None:
        """Who began the session: it has its first prompt already, and Arbor's own calls show there."""
        if self._context_start == 0:
            return
        opening = self._new_follower(0, queue_known=True)
        for line in self._log.lines(0, min(self._start, OPENING_BYTES)):
            if line.complete and line.data:
                for record in decode_line(line.data).records:
                    opening.feed(record, line.offset, self._mute)
            if opening.prompted:
                break
        self._follower.inherit(opening)


def _session_by_path(path: Path) -> str:
    """The session a record without an id belongs to: the file's name, or the folder above `subagents`."""
    if "subagents" in path.parts:
        return path.parts[path.parts.index("subagents") - 1]
    return path.stem


def made_by_iflow(path: Path, head: bytes) -> bool:
    """Whether a session file like Claude Code's was written by iFlow: its sessions are `session-<uuid>`."""
    return ".iflow" in path.parts or _IFLOW_SESSION.search(head) is not None


def is_session(path: Path, head: bytes, home: str) -> bool:
    """Whether `head` holds records of a session; where it has none yet, whether the file is below `home`."""
    lines = [line for line in head.removeprefix(b"\xef\xbb\xbf").split(b"\n") if line.strip(b" \r\0")]
    votes = [vote for line in lines[:50] if (vote := _looks_like_ours(line)) is not None]
    if votes:
        return sum(votes) * 2 > len(votes)
    if lines:
        # One line longer than the head, such as a first prompt with a picture.
        return lines[0].lstrip().startswith(b"{") and all(mark in lines[0] for mark in _PLACE_MARKS)
    return path.suffix == ".jsonl" and home in path.parts and "projects" in path.parts


def _looks_like_ours(line: bytes) -> bool | None:
    """A vote on one line; None where it can't be told (not whole, or of no telling type)."""
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
