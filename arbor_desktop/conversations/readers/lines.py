"""Append logs: complete lines with their byte offsets, from a checkpoint on, without holding the file.

Knows nothing of what the lines mean. Tolerates a BOM, CRLF, NUL tails left by a power loss, blank lines and
lines that are longer than memory should bear.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from arbor_desktop.conversations.readers.base import MAX_LINE, Checkpoint
from arbor_desktop.conversations.readers.values import BOM, PADDING

HEAD_BYTES = 4096
TAIL_BYTES = 64
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
        self,
        path: Path,
        *,
        chunk_bytes: int = CHUNK_BYTES,
        max_line: int = MAX_LINE,
        verbatim: bool = False,
    ) -> None:
        self._chunk_bytes = chunk_bytes
        self._max_line = max_line
        self._padding = b"\r\x00" if verbatim else PADDING
        self._file = path.open("rb", buffering=0)
        # Taken before reading: what is written meanwhile shows as a newer time on the next visit.
        self._stat = os.fstat(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
        """Yield every line from byte `start` (the start of a line) to `stop` (default: the end of the
        file)."""
        position = line_start = start
        pieces: list[bytes] = []
        held = 0
        too_long = False
        while chunk := self._read(position, self._chunk_bytes, stop):
            position += len(chunk)
            *ended, rest = chunk.split(b"\n")
            for part in ended:
                length = held + len(part)
                end = line_start + length + 1
                if too_long or length > self._max_line:
                    yield Line(line_start, end, b"", too_long=True)
                else:
                    data = b"".join((*pieces, part)) if pieces else part
                    yield Line(line_start, end, _clean(data, line_start, self._padding))
                line_start, held, too_long = end, 0, False
                pieces.clear()
            held += len(rest)
            if held > self._max_line:
                too_long = True
                pieces.clear()
            elif rest:
                pieces.append(rest)
        if held:
            data = b"" if too_long else _clean(b"".join(pieces), line_start, self._padding)
            yield Line(line_start, line_start + held, data, complete=False, too_long=too_long)

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
        head = self._read(0, min(HEAD_BYTES, offset), None)
        tail_start = max(0, offset - TAIL_BYTES)
        return _digest(head), _digest(self._read(tail_start, offset - tail_start, None))


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _clean(data: bytes, offset: int, padding: bytes) -> bytes:
    if offset == 0:
        data = data.removeprefix(BOM)
    return data.strip(padding)
