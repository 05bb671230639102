"""Logs of JSON lines: all that the readers of such sources have in common.

A source gives a `JsonLinesReader`, which recognises its files, and a `JsonLog`, which takes the records of a
file one by one. Checkpoints, growth, rewritten files, batches, damaged lines and limits are handled here.

A `LogFile` gives complete lines with their byte offsets, from a checkpoint on, without holding the file, and
knows nothing of what they mean. It tolerates a BOM, CRLF, NUL tails left by a power loss, blank lines and
lines that are longer than memory should bear.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from arbor_desktop.conversations.model import Batch, Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BATCH_CHARS,
    MAX_LINE,
    MISSHAPEN,
    BatchBuilder,
    DocumentReader,
)
from arbor_desktop.conversations.readers.values import (
    BOM,
    INJECTED_CHARS,
    PADDING,
    first_text,
    in_folder,
    moment,
    objects,
    tool_call,
    tool_result,
)

HASHED_HEAD, HASHED_TAIL = 4096, 64
"""The bytes compared at the start of a file, and at the end of what was read, to see whether it grew or was
rewritten."""
CHUNK_BYTES = 1024 * 1024


class Growth(Enum):
    """What happened to a file since its checkpoint was taken."""

    NEW = "new"
    GROWN = "grown"
    REWRITTEN = "rewritten"
    UNCHANGED = "unchanged"


class Line(NamedTuple):
    """One line. `data` has no newline, padding or BOM; `offset` and `end` are bytes in the file."""

    offset: int
    end: int
    """Just after the newline; for the unfinished last line, where the file ends."""
    data: bytes
    complete: bool = True
    """False for a last line whose newline has not been written yet."""
    too_long: bool = False
    """Longer than allowed: `data` is empty, the bytes were never kept."""


class LogFile:
    """An append log opened for reading. Use as a context manager. Raises OSError like `open`.

    `verbatim`: a line keeps its spaces, which mean something in Markdown.
    """

    def __init__(
        self, path: Path, *, chunk_bytes: int = CHUNK_BYTES, max_line: int = MAX_LINE, verbatim: bool = False
    ) -> None:
        self._chunk_bytes = chunk_bytes
        self._max_line = max_line
        self._padding = b"\r\x00" if verbatim else PADDING
        self._file = path.open("rb", buffering=0)
        # Taken before reading: what is written meanwhile shows as a newer time on the next visit.
        self._stat = os.fstat(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def growth_since(self, since: Checkpoint | None) -> Growth:
        """Compare the file with a checkpoint: only bytes before its offset have to be the same.

        A new inode alone does not count as rewritten, because copies and restores keep the content.
        """
        if since is None:
            return Growth.NEW
        stat = self._stat
        if (since.size, since.mtime_ns, since.device, since.inode) == (
            stat.st_size,
            stat.st_mtime_ns,
            stat.st_dev,
            stat.st_ino,
        ):
            return Growth.UNCHANGED
        if stat.st_size < since.offset or self._hashes(since.offset) != (since.head_hash, since.tail_hash):
            return Growth.REWRITTEN
        return Growth.GROWN

    def checkpoint(self, offset: int, seen: int | None = None) -> Checkpoint:
        """Return the checkpoint for everything before `offset`.

        `seen` is how far the file was looked at (default: `offset`). It becomes the size, so a checkpoint
        taken midway never looks like an unchanged file.
        """
        head_hash, tail_hash = self._hashes(offset)
        return Checkpoint(
            size=offset if seen is None else seen,
            mtime_ns=self._stat.st_mtime_ns,
            device=self._stat.st_dev,
            inode=self._stat.st_ino,
            offset=offset,
            head_hash=head_hash,
            tail_hash=tail_hash,
        )

    def lines(self, start: int = 0, stop: int | None = None) -> Iterator[Line]:
        """Yield the lines from byte `start`, where one begins, to `stop` (default: the end of the file)."""
        return lines_in(self._chunks(start, stop), start, max_line=self._max_line, padding=self._padding)

    def _chunks(self, position: int, stop: int | None) -> Iterator[bytes]:
        while chunk := self._read(position, self._chunk_bytes, stop):
            position += len(chunk)
            yield chunk

    def line_start(self, position: int) -> int:
        """Return where the line with byte `position` begins."""
        while position > 0:
            start = max(0, position - self._chunk_bytes)
            found = self._read(start, position - start, None).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            position = start
        return 0

    def find(self, needle: bytes, start: int, stop: int) -> int:
        """Return the offset of the first `needle` that lies wholly in `start:stop`, or -1. Reads in
        chunks."""
        overlap = len(needle) - 1
        position = start
        while position + overlap < stop:
            chunk = self._read(position, self._chunk_bytes + overlap, stop)
            found = chunk.find(needle)
            if found >= 0:
                return position + found
            if len(chunk) <= overlap:
                return -1
            position += len(chunk) - overlap
        return -1

    def _read(self, position: int, count: int, stop: int | None) -> bytes:
        if stop is not None:
            count = min(count, stop - position)
        if count <= 0:
            return b""
        self._file.seek(position)
        return self._file.read(count) or b""

    def _hashes(self, offset: int) -> tuple[str, str]:
        # Only what was already there at `offset` is hashed, else a short file that grew would look rewritten.
        head = self._read(0, min(HASHED_HEAD, offset), None)
        tail_start = max(0, offset - HASHED_TAIL)
        return _digest(head), _digest(self._read(tail_start, offset - tail_start, None))


def lines_in(
    chunks: Iterable[bytes], start: int = 0, *, max_line: int = MAX_LINE, padding: bytes = PADDING
) -> Iterator[Line]:
    """Yield the lines of a text that comes in chunks, the first of them from byte `start` on."""
    pieces: list[bytes] = []
    held = 0
    too_long = False
    for chunk in chunks:
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            length = held + len(part)
            end = start + length + 1
            if too_long or length > max_line:
                yield Line(start, end, b"", too_long=True)
            else:
                data = b"".join((*pieces, part)) if pieces else part
                yield Line(start, end, _clean(data, start, padding))
            start, held, too_long = end, 0, False
            pieces.clear()
        held += len(rest)
        if held > max_line:
            too_long = True
            pieces.clear()
        elif rest:
            pieces.append(rest)
    if held:
        data = b"" if too_long else _clean(b"".join(pieces), start, padding)
        yield Line(start, start + held, data, complete=False, too_long=too_long)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _clean(data: bytes, offset: int, padding: bytes) -> bytes:
    if offset == 0:
        data = data.removeprefix(BOM)
    return data.strip(padding)


# -- lines of JSON --

BATCH_BYTES = 32 * 1024 * 1024
"""A batch ends after so many bytes of file even if hardly anything was said in them."""
HEAD_LINES = 50

State = dict[str, Any]


class JsonLog:
    """One file of a source, followed record by record.

    `saved` names the attributes that have to be known to go on after the last line: small, JSON. They are
    kept with the checkpoint, so that a file of any size goes on from its end.
    """

    saved: ClassVar[tuple[str, ...]] = ()
    time_field: ClassVar[str] = "timestamp"
    targets: ClassVar[tuple[str, ...]] = ()
    """Arguments of tools: the first that is there says what a tool was called on."""
    editors: ClassVar[frozenset[str]] = frozenset()
    """Tools that change the file they are called on."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.source = source
        self.out = BatchBuilder(source)
        self.session = path.stem
        self.cwd = ""
        self.branch = ""
        self.subagent = False
        self.parent = ""
        """The session whose sub-agent this one is."""
        self.headless = False
        self.titled = False
        self.line = 0
        """Byte offset of the line that is being taken."""
        self.record: Mapping[str, Any] = {}
        """The record that is being taken."""
        self.at: int | None = None
        """Its time."""
        self.complete = True
        """All lines before this one were taken, not only those since a checkpoint."""
        self.unfinished = False
        """The line has no newline yet: it will be taken again."""

    def take(self, record: Mapping[str, Any]) -> None:
        """Take a record: put what is new in it into `out`."""
        raise NotImplementedError

    def feed(self, data: bytes) -> bool:
        """Take the line `data`, which is without newline and padding. False where it is damaged or not whole:
        then nothing was taken."""
        found = objects(data)
        for record in found or ():
            self.record, self.at = record, moment(record, self.time_field)
            self.take(record)
        return found is not None

    def begin(self, file: LogFile, start: int) -> None:
        """Prepare for the lines from byte `start` on."""

    def close(self) -> None:
        """Take what has no mark of its end. Called once, after the last line."""

    def save(self) -> State:
        """Return what has to be known to go on after the last line."""
        return {name: getattr(self, name) for name in self.saved}

    def restore(self, state: State) -> None:
        """Go on from what `save` returned."""
        for name in self.saved:
            if name in state:
                setattr(self, name, state[name])

    def replayed(self) -> Self:
        """Return a log that has taken all lines before this one, to find what this one takes back.

        Raises OSError where the file can't be read.
        """
        again = type(self)(self.path, self.source)
        with LogFile(self.path) as file:
            for line in file.lines(0, self.line):
                if line.complete and line.data:
                    again.out, again.line = BatchBuilder(self.source), line.offset
                    _feed(again, line.data)
        return again

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        """Return the key of a turn of this record. `ident` tells it from the record's others."""
        raise NotImplementedError

    def say(self, role: Role, kind: TurnKind, words: str, ident: str = "") -> None:
        """Add a turn of this record, unless it has no words."""
        if words.strip():
            self.add(role, kind, words, self.key(role, kind, words, ident))

    def call(self, name: str, arguments: Mapping[str, Any], ident: str = "") -> None:
        """Add the call of a tool, and note the file that it changes."""
        target = first_text(arguments, self.targets)
        self.say(Role.ASSISTANT, TurnKind.TOOL, tool_call(name, target), ident)
        if name in self.editors:
            self.out.edited(self.session, in_folder(target, self.cwd))

    def result(self, output: str, ident: str = "", *, failed: bool = False) -> None:
        """Add what a tool gave back."""
        self.say(Role.USER, TurnKind.TOOL, tool_result(output, failed=failed), ident)

    def prompt(self, words: str, context: Iterable[str] = ()) -> None:
        """Add what the person typed, after what a program put beside it."""
        self.inject(context)
        self.say(Role.USER, TurnKind.SAID, words)

    def inject(self, spans: Iterable[str]) -> None:
        """Add what a program put beside a prompt."""
        for span in spans:
            self.say(Role.USER, TurnKind.INJECTED, span[:INJECTED_CHARS])

    def add(self, role: Role, kind: TurnKind, words: str, key: str) -> None:
        """Add a turn of this record under its key."""
        self.out.say(
            self.session,
            key,
            role,
            words,
            kind=TurnKind.SUBAGENT if self.subagent else kind,
            at=self.at,
            line=self.line,
            cwd=self.cwd or None,
            branch=self.branch or None,
        )

    def about(self, *, title: str = "", branch: str = "", whole: bool = False, **extra: Any) -> None:
        """Note what is known of the session; of a sub-agent's, which may work elsewhere, only whose it is."""
        if self.parent:
            self.out.about(self.session, parent=self.parent, whole=whole)
            return
        self.out.about(
            self.session,
            title=title,
            cwd=self.cwd,
            branch=branch or self.branch,
            headless=self.headless,
            whole=whole,
            **extra,
        )

    def entitle(self, title: str) -> None:
        """Name the session, unless it has a name already."""
        if title.strip() and not self.titled:
            self.titled = True
            self.out.about(self.session, title=title)


class JsonLinesReader:
    """Reads the logs of a source, whole or from where it stopped."""

    source: str
    batch_chars: int = BATCH_CHARS
    chunk_bytes: int = CHUNK_BYTES
    log: ClassVar[type[JsonLog]]
    """What follows a file, see `open`."""
    takes_unfinished: ClassVar[bool] = True
    """A last line that is whole but for its newline is taken at once, and again (under the same key) when it
    is finished. Else such a line has to wait for its newline."""
    head_lines: ClassVar[int] = HEAD_LINES
    """So many lines are looked at to recognise a file."""
    place: ClassVar[frozenset[str]] = frozenset()
    """Parts and the suffix of the path by which an empty file is recognised."""
    verbatim: ClassVar[bool] = False
    """Lines keep their spaces, and empty ones are taken too."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether the records in `head` are of this source; of an empty file, whether its place is."""
        head = head.removeprefix(BOM).strip(PADDING)
        return self.claims(path, head_records(head, self.head_lines), head) if head else self.is_place(path)

    def is_place(self, path: Path) -> bool:
        """Return whether a file at `path` that holds nothing yet is of this source."""
        return bool(self.place) and self.place <= {*path.parts, path.suffix}

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        """Return whether a file that begins with `records` is of this source. `head` is not empty."""
        raise NotImplementedError

    def open(self, path: Path) -> JsonLog:
        """Return what follows the file from its start, or goes on where it is given a state."""
        return type(self).log(path, self.source)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        with LogFile(path, chunk_bytes=self.chunk_bytes, verbatim=self.verbatim) as file:
            growth = file.growth_since(since)
            if since is not None and growth is Growth.UNCHANGED:
                yield Batch(since)
                return
            log, first = self.open(path), 0
            log.out.restarted = since is not None
            if since is not None and growth is Growth.GROWN and (since.state or not log.saved):
                log.complete, log.out.restarted, first = False, False, since.offset
                log.restore(json.loads(since.state or "{}"))
            log.begin(file, first)
            yield from self._batches(file, log, first)

    def _batches(self, file: LogFile, log: JsonLog, first: int) -> Iterator[Batch]:
        out = log.out
        offset = batch_start = seen = first
        state: str | None = None
        for line in file.lines(first):
            seen, log.line = line.end, line.offset
            if not line.complete:
                if self.takes_unfinished and line.data and not line.too_long:
                    state = _dump(log)  # before that line, which will be read again
                    log.unfinished = True
                    out.counts_tokens = False
                    _feed(log, line.data)
                break
            if line.too_long:
                out.skipped += 1
            elif (line.data or self.verbatim) and not _feed(log, line.data):
                out.broken += 1
            offset = line.end
            if out.chars >= self.batch_chars or offset - batch_start >= BATCH_BYTES:
                yield out.batch(replace(file.checkpoint(offset), state=_dump(log)))
                batch_start = offset
        log.close()
        state = _dump(log) if state is None else state
        yield out.batch(replace(file.checkpoint(offset, seen), state=state))


class RewrittenLinesReader(DocumentReader, JsonLinesReader):
    """Reads log files that their program truncates and rewrites: the whole file, whenever it changed."""

    def take(self, path: Path, out: BatchBuilder) -> None:
        """Take all lines of the file."""
        log = self.open(path)
        log.out = out
        with LogFile(path) as file:
            for _ in taken(log, file.lines()):
                pass


def taken(log: JsonLog, lines: Iterable[Line]) -> Iterator[None]:
    """Let a log take lines, pausing after each; a last one that is not whole is left for the next time."""
    for line in lines:
        log.line = line.offset
        if line.too_long:
            log.out.skipped += 1
        elif line.data and not _feed(log, line.data):
            log.out.broken += line.complete
        yield


def head_records(head: bytes, most: int = HEAD_LINES) -> list[dict[str, Any]]:
    """Return the records on the first lines of a file, without those that are damaged or cut off."""
    lines = [line for line in head.removeprefix(BOM).split(b"\n") if line.strip(PADDING)]
    return [record for line in lines[:most] for record in objects(line.strip(PADDING)) or ()]


def _feed(log: JsonLog, data: bytes) -> bool:
    """Take a line; a record that is not as its format says costs no other."""
    try:
        return log.feed(data)
    except MISSHAPEN:
        log.out.misshapen()
        return True


def _dump(log: JsonLog) -> str:
    return json.dumps(log.save(), separators=(",", ":")) if log.saved else ""
