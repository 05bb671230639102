"""Logs that are read from their start again: to find what a line takes back, or when they were rewritten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.lines import LogFile


class Taker(Protocol):
    """Takes one line after the other."""

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        """See `conversations.readers.growing.Follower.feed`."""
        ...


def replay(path: Path, stop: int, taker: Taker, source: str) -> None:
    """Feeds `taker` every whole line before byte `stop`; what it tells is dropped.

    Raises OSError where the file can't be read.
    """
    with LogFile(path) as log:
        for line in log.lines(0, stop):
            if line.complete and line.data:
                dropped = Gathering(source)
                with dropped.guarded():
                    taker.feed(line.data, line.offset, dropped)


def read_whole(path: Path, since: Checkpoint | None, source: str, taker: Taker) -> Iterator[Batch]:
    """Reads a log as a document: whole, whenever it changed, because its program cuts it and writes it anew.

    A last line that is not whole is left for the next time.
    """
    if since is not None and is_unchanged(path, since):
        yield Batch(since)
        return
    checkpoint = document_checkpoint(path)
    out = Gathering(source)
    with LogFile(path) as log:
        for line in log.lines():
            if line.too_long:
                out.skipped += 1
            elif line.data:
                with out.guarded():
                    if not taker.feed(line.data, line.offset, out):
                        out.broken += line.complete
    yield out.batch(checkpoint, restarted=since is not None)
