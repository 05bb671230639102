"""What every reader takes and gives: `Reader`, and the `BatchBuilder` that collects what it finds.

A reader streams one file as `Batch`es: some new turns, and the checkpoint that is true once they are stored.
The caller stores a batch and its checkpoint in one transaction, so a kill between batches loses nothing and
doubles nothing.

A `DocumentReader` is for files that are rewritten whole: they are read again when they changed. Their turns
are told apart by their keys, so reading one again stores only what is new.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from arbor_desktop.conversations.arrival import SeenBlock, blocks_in, holds_block, without_escaped
from arbor_desktop.conversations.files import stamp
from arbor_desktop.conversations.model import (
    ARBOR_MARKER,
    HEAD_BYTES,
    Batch,
    Checkpoint,
    ReadTurn,
    Role,
    SessionPart,
    TurnKind,
)
from arbor_desktop.conversations.readers.values import (
    BOM,
    decoded,
    first_line,
    in_utf8,
    parse,
    without_context,
)

log = logging.getLogger(__name__)

MAX_LINE = 64 * 1024 * 1024
"""Longer lines are skipped and counted (spec 2.3)."""
BATCH_CHARS = 2 * 1024 * 1024
MISSHAPEN = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError)
"""Raised where a value is of another type than its format says."""


class Damaged(OSError):
    """The file is of this source, but can't be read as it is now: half written, broken, locked or too large.
    It is tried again when it changed."""


class Reader(Protocol):
    """Reads the files of one source."""

    source: str
    """For example `claude-code`."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether `head` (the first 64 KB of a file) is of this source: content first, then place."""
        ...

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """Stream what is new since `since` (None: everything). Raises OSError where the file can't be read.

        Yields at least one batch when the file could be read, so that the checkpoint moves on. Batches hold
        at most about 2 MB of text.
        """
        ...


def head_of(path: Path, size: int = HEAD_BYTES) -> bytes:
    """Return the first `size` bytes of a file. Raises OSError where it can't be read."""
    with path.open("rb") as file:
        return file.read(size)


def content_key(source: str, session: str, *parts: object) -> str:
    """Return a key for a record without an id: the same words at the same place are the same turn.

    Pass whatever tells two turns of the session apart, for example the message's number and its text.
    """
    digest = hashlib.blake2b(
        "\0".join(str(part) for part in parts).encode("utf-8", "replace"), digest_size=12
    )
    return f"{source}:{session}:{digest.hexdigest()}"


@dataclass(slots=True)
class _Part:
    """What a batch says of a session so far; `facts` are fields of its `SessionPart`."""

    turns: list[ReadTurn] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    paths: dict[str, None] = field(default_factory=dict)
    shown: dict[SeenBlock, None] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    input_tokens: int = 0
    output_tokens: int = 0


class BatchBuilder:
    """Collects turns and facts of sessions until they are a batch's worth.

    `subagent`: all of it comes from the file of a sub-agent, whose records carry the id of the session that
    started it.
    """

    def __init__(self, source: str, *, subagent: bool = False) -> None:
        self._source = source
        self._subagent = subagent
        self._parts: dict[str, _Part] = {}
        self._repeats: Counter[tuple[str, ...]] = Counter()
        self._places: dict[str, tuple[_Part, int]] = {}
        self.chars = 0
        self.skipped = self.broken = self.unknown = 0
        self.restarted = False
        """The file was rewritten, and is read again from its start: the next batch says so."""
        self.counts_tokens = True
        """False while a line is read that will be read again: its tokens are added then."""

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Count a record that is not as its format says as broken, so that it costs no other record."""
        try:
            yield
        except MISSHAPEN:
            self.misshapen()

    def misshapen(self) -> None:
        """Count a record that is not as its format says."""
        log.debug("A record is not as its format says", exc_info=True)
        self.broken += 1

    def turn(self, session: str, turn: ReadTurn) -> None:
        """Add a turn as it was found: without Arbor's own block and surrounding space, unless that is all."""
        if turn.role is Role.USER and turn.kind is not TurnKind.TOOL and holds_block(turn.text):
            self._part(session).shown.update(dict.fromkeys(blocks_in(turn.text)))
            turn = replace(turn, text=without_escaped(turn.text))
        text = without_context(turn.text).strip()
        if not text or turn.key in self._places:
            return
        self.add(session, turn if text is turn.text else replace(turn, text=text))
        if turn.role is Role.USER and turn.kind is TurnKind.SAID and text.startswith(ARBOR_MARKER):
            self.about(session, headless=True, arbor_internal=True)

    def add(self, session: str, turn: ReadTurn) -> None:
        """Add a turn, unless there is one with its key."""
        if turn.key in self._places:
            return
        part = self._part(session)
        self._places[turn.key] = (part, len(part.turns))
        part.turns.append(turn)
        self.chars += len(turn.text)

    def say(
        self,
        session: str,
        key: str,
        role: Role,
        text: str,
        *,
        kind: TurnKind = TurnKind.SAID,
        at: int | None = None,
        line: int = 0,
        unsaid: bool = False,
        cwd: str | None = None,
        branch: str | None = None,
    ) -> None:
        """Add a turn, see `turn`."""
        self.turn(session, ReadTurn(key, role, kind, text, at, unsaid, cwd, branch, line))

    def say_words(
        self, session: str, role: Role, kind: TurnKind, words: str, *, at: int | None = None, line: int = 0
    ) -> None:
        """Add a turn without an id: it is known by its words, and by how often they were said before."""
        same = (session, role.value, kind.value, words.strip())
        key = content_key(self._source, *same, self._repeats[same])
        self._repeats[same] += 1
        self.say(session, key, role, words, kind=kind, at=at, line=line)

    def unsay(self, session: str, keys: Iterable[str]) -> None:
        """Mark turns as taken back, of this batch or of earlier ones."""
        for key in keys:
            if key in self._places:
                part, number = self._places[key]
                part.turns[number] = replace(part.turns[number], unsaid=True)
            else:
                self._part(session).unsaid.append(key)

    def about(
        self,
        session: str,
        *,
        title: str | None = None,
        cwd: str | None = None,
        branch: str | None = None,
        parent: str | None = None,
        headless: bool = False,
        whole: bool = False,
        **extra: Any,
    ) -> None:
        """Note what is known of the session; None and "" mean "nothing new". `extra` is kept as it is."""
        part = self._part(session)
        facts = {"title": title and first_line(title), "cwd": cwd, "branch": branch,
                 "parent_session_id": parent, "headless": headless, "whole": whole}  # fmt: skip
        part.facts.update((name, value) for name, value in facts.items() if value)
        part.extra.update((name, value) for name, value in extra.items() if value not in (None, ""))

    def tokens(self, session: str, input_tokens: int, output_tokens: int) -> None:
        """Add to the session's tokens."""
        part = self._part(session)
        if self.counts_tokens:
            part.input_tokens += max(0, input_tokens)
            part.output_tokens += max(0, output_tokens)

    def edited(self, session: str, path: str) -> None:
        """Note a file that the session changed."""
        if path:
            self._part(session).paths[path] = None

    def shown(self, session: str, block: SeenBlock) -> None:
        """Note a block of a hook that the session's record shows."""
        self._part(session).shown[block] = None

    def batch(self, checkpoint: Checkpoint) -> Batch:
        """Return all that was collected since the last batch, and start a new one."""
        batch = Batch(
            checkpoint,
            tuple(self._session(session, part) for session, part in self._parts.items()),
            restarted=self.restarted,
            skipped_lines=self.skipped,
            broken_lines=self.broken,
            unknown_records=self.unknown,
        )
        self._parts, self._places, self.restarted = {}, {}, False
        self.chars = self.skipped = self.broken = self.unknown = 0
        return batch

    def _session(self, session: str, part: _Part) -> SessionPart:
        facts = {"parent_session_id": session} | part.facts if self._subagent else part.facts
        return SessionPart(
            self._source,
            session,
            tuple(part.turns),
            tuple(part.unsaid),
            input_tokens=part.input_tokens,
            output_tokens=part.output_tokens,
            paths=tuple(part.paths),
            extra=part.extra,
            shown=tuple(part.shown),
            **facts,
        )

    def _part(self, session: str) -> _Part:
        part = self._parts.get(session)
        if part is None:
            part = self._parts[session] = _Part()
        return part


# -- files that are rewritten whole --

MAX_DOCUMENT = 256 * 1024 * 1024
"""A larger document is refused: it would have to be held in memory whole. (Exports are streamed instead.)"""


class DocumentReader:
    """Reads the documents of a source."""

    source: str
    batch_chars: int = BATCH_CHARS
    partial: ClassVar[bool] = False
    """Of a damaged file, what stands before the damage is given."""

    def take(self, path: Path, out: BatchBuilder) -> Iterable[None] | None:
        """Put what the document holds into `out`; a long one pauses wherever a batch may end.

        Raises Damaged where it can't be read as it is now.
        """
        raise NotImplementedError

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        finished, unfinished = document_checkpoint(path), document_checkpoint(path, finished=False)
        out = BatchBuilder(self.source)
        out.restarted = since is not None
        try:
            for _ in self.take(path, out) or ():
                if out.chars >= self.batch_chars:
                    yield out.batch(unfinished)
        except Damaged:
            if self.partial:
                yield out.batch(unfinished)
            raise
        yield out.batch(finished)


def document_checkpoint(path: Path, *, finished: bool = True) -> Checkpoint:
    """Return the checkpoint of a file that is read whole; take it before reading.

    What is not `finished` looks like a file that was never read to its end, so it is read again.
    """
    found = path.stat()
    size, mtime_ns, _ = stamp(path) if finished else (0, 0, 0)
    return Checkpoint(size=size, mtime_ns=mtime_ns, device=found.st_dev, inode=found.st_ino, offset=size)


def is_unchanged(path: Path, since: Checkpoint) -> bool:
    """Return whether `since` was taken of exactly this: then there is nothing new to read."""
    return since.stamp == stamp(path)


def read_bytes(path: Path, limit: int = MAX_DOCUMENT) -> bytes:
    """Return a file's bytes, of UTF-16 those in UTF-8. Raises Damaged where it is larger than `limit`,
    OSError if it can't be read."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise Damaged(f"The file is larger than {limit >> 20} MB.")
        return in_utf8(file.read(limit + 1)[:limit])


def read_text(path: Path) -> str:
    """Return a file's text; see `decoded`. Raises as `read_bytes` does."""
    return decoded(read_bytes(path).removeprefix(BOM).replace(b"\x00", b""))


def read_json(path: Path) -> Any:
    """Return a JSON document as Python values; a BOM, NUL padding and invalid UTF-8 are tolerated.

    Raises Damaged where it is not whole: half written, or broken.
    """
    return parse_json(read_bytes(path))


def read_beside(path: Path, name: str) -> Any:
    """Return the JSON document `name` beside `path`; None where it is missing, or being written."""
    try:
        return read_json(path.with_name(name))
    except OSError:
        return None


def parse_json(data: bytes) -> Any:
    """Return the value of a JSON document. Raises Damaged where it is not whole."""
    try:
        return parse(data)
    except RecursionError as error:
        raise Damaged("The file's JSON is nested too deeply.") from error
    except ValueError as error:
        raise Damaged(f"The file is not whole JSON; it may still be being written ({error}).") from error
