"""Logs of JSON lines: all that the readers of such sources have in common.

A source gives a `JsonLinesReader`, which recognises its files, and a `JsonLog`, which takes the records of a
file one by one. Checkpoints, growth, rewritten files, batches, damaged lines and limits are handled here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Self

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BATCH_CHARS,
    MISSHAPEN,
    Batch,
    BatchBuilder,
    Checkpoint,
)
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES, Growth, LogFile
from arbor_desktop.conversations.readers.values import BOM, PADDING, moment, objects

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

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.source = source
        self.out = BatchBuilder(source)
        self.session = path.stem
        self.cwd = ""
        self.branch = ""
        self.subagent = False
        self.titled = False
        self.line = 0
        """Byte offset of the line that is being taken."""
        self.at: int | None = None
        """The time of the record that is being taken."""
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
            self.at = moment(record.get(self.time_field))
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

    def say(self, role: Role, kind: TurnKind, words: str, key: str) -> None:
        """Add a turn of this record to the session."""
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

    def entitle(self, title: str) -> None:
        """Name the session, unless it has a name already."""
        if title.strip() and not self.titled:
            self.titled = True
            self.out.about(self.session, title=title)


class JsonLinesReader:
    """Reads the logs of a source, whole or from where it stopped."""

    source: str
    log: ClassVar[type[JsonLog]]
    """What follows a file, see `open`."""
    takes_unfinished: ClassVar[bool] = True
    """A last line that is whole but for its newline is taken at once, and again (under the same key) when it
    is finished. Else such a line has to wait for its newline."""
    head_lines: ClassVar[int] = HEAD_LINES
    """So many lines are looked at to recognise a file."""
    verbatim: ClassVar[bool] = False
    """Lines keep their spaces, and empty ones are taken too."""

    def __init__(self, *, batch_chars: int = BATCH_CHARS, chunk_bytes: int = CHUNK_BYTES) -> None:
        self._batch_chars = batch_chars
        self._chunk_bytes = chunk_bytes

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether the records in `head` are of this source; of an empty file, whether its place is."""
        head = head.removeprefix(BOM).strip(PADDING)
        return self.claims(path, head_records(head, self.head_lines), head) if head else self.is_place(path)

    def is_place(self, path: Path) -> bool:
        """Return whether a file at `path` that holds nothing yet is of this source."""
        return False

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        """Return whether a file that begins with `records` is of this source. `head` is not empty."""
        raise NotImplementedError

    def open(self, path: Path) -> JsonLog:
        """Return what follows the file from its start, or goes on where it is given a state."""
        return type(self).log(path, self.source)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        with LogFile(path, chunk_bytes=self._chunk_bytes, verbatim=self.verbatim) as file:
            growth = file.growth_since(since)
            if since is not None and growth is Growth.UNCHANGED:
                yield Batch(since)
                return
            log, first, restarted = self.open(path), 0, since is not None
            if since is not None and growth is Growth.GROWN and (since.state or not log.saved):
                log.complete, first, restarted = False, since.offset, False
                log.restore(json.loads(since.state or "{}"))
            log.begin(file, first)
            yield from self._batches(file, log, first, restarted=restarted)

    def _batches(self, file: LogFile, log: JsonLog, first: int, *, restarted: bool) -> Iterator[Batch]:
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
            if out.chars >= self._batch_chars or offset - batch_start >= BATCH_BYTES:
                yield out.batch(replace(file.checkpoint(offset), state=_dump(log)), restarted=restarted)
                restarted, batch_start = False, offset
        log.close()
        state = _dump(log) if state is None else state
        yield out.batch(replace(file.checkpoint(offset, seen), state=state), restarted=restarted)


class RewrittenLinesReader(JsonLinesReader):
    """Reads logs that their program cuts and writes anew: whole, whenever they changed.

    A last line that is not whole is left for the next time.
    """

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        checkpoint = document_checkpoint(path)
        log = self.open(path)
        with LogFile(path) as file:
            for line in file.lines():
                log.line = line.offset
                if line.too_long:
                    log.out.skipped += 1
                elif line.data and not _feed(log, line.data):
                    log.out.broken += line.complete
        yield log.out.batch(checkpoint, restarted=since is not None)


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
