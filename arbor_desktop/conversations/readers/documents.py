"""Files that are rewritten whole: they are read again when they changed.

Their turns are told apart by their keys, so reading one again stores only what is new.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from arbor_desktop.conversations.readers.base import BATCH_CHARS, Batch, BatchBuilder, Checkpoint, Damaged
from arbor_desktop.conversations.readers.companions import stamp
from arbor_desktop.conversations.readers.values import BOM, parse

MAX_DOCUMENT = 256 * 1024 * 1024
"""A larger document is refused: it would have to be held in memory whole. (Exports are streamed instead.)"""


class DocumentReader:
    """Reads the documents of a source."""

    source: str
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
        out, restarted = BatchBuilder(self.source), since is not None
        try:
            for _ in self.take(path, out) or ():
                if out.chars >= BATCH_CHARS:
                    yield out.batch(unfinished, restarted=restarted)
                    restarted = False
        except Damaged:
            if self.partial:
                yield out.batch(unfinished, restarted=restarted)
            raise
        yield out.batch(finished, restarted=restarted)


def document_checkpoint(path: Path, *, finished: bool = True) -> Checkpoint:
    """Return the checkpoint of a file that is read whole; take it before reading.

    What is not `finished` looks like a file that was never read to its end, so it is read again.
    """
    found = path.stat()
    size, mtime_ns = stamp(path) if finished else (0, 0)
    return Checkpoint(size=size, mtime_ns=mtime_ns, device=found.st_dev, inode=found.st_ino, offset=size)


def is_unchanged(path: Path, since: Checkpoint) -> bool:
    """Return whether `since` was taken of exactly this: then there is nothing new to read."""
    return (since.size, since.mtime_ns) == stamp(path)


def read_bytes(path: Path, limit: int = MAX_DOCUMENT) -> bytes:
    """Return a file's bytes. Raises Damaged where it is larger than `limit`, OSError if it can't be read."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise Damaged(f"The file is larger than {limit >> 20} MB.")
        return file.read(limit + 1)[:limit]


def read_text(path: Path) -> str:
    """Return a file's text; invalid UTF-8 is replaced. Raises as `read_bytes` does."""
    return read_bytes(path).removeprefix(BOM).replace(b"\x00", b"").decode("utf-8", "replace")


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
