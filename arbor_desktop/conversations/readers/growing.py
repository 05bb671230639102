"""Append logs whose reader needs no more than a small state to go on where it stopped.

A source gives a `Follower`: it takes one line after the other and tells a `Gathering` what is new. What it
must know of the lines before is saved with the checkpoint, so that a file of any size goes on from its end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES, Growth, LogFile

BATCH_BYTES = 32 * 1024 * 1024
"""A batch ends after so many bytes of file even if hardly anything was said in them."""

State = dict[str, Any]


class Follower(Protocol):
    """The reader's memory of one file."""

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        """Takes the line at byte `offset` (without newline, BOM or padding, never empty). Answers False where
        it is damaged or not whole: then nothing was taken."""
        ...

    def save(self) -> State:
        """What must be known to go on after the last line: small, JSON."""
        ...


@runtime_checkable
class Closing(Protocol):
    """A follower whose last record has no mark of its end, so that it may be whole, or may yet grow."""

    def close(self, out: Gathering) -> None:
        """Says what stands at the end of the file as far as it goes. Called once, before the last `save`."""
        ...


Start = Callable[[Path, State | None], Follower]
"""A follower for a file: from its start (None), or from the state saved before."""


def read_log(
    path: Path,
    since: Checkpoint | None,
    source: str,
    start: Start,
    *,
    batch_chars: int = BATCH_CHARS,
    chunk_bytes: int = CHUNK_BYTES,
    takes_unfinished: bool = True,
    verbatim: bool = False,
) -> Iterator[Batch]:
    """Streams what is new since `since`, as `conversations.readers.base.Reader.read` wants it.

    `takes_unfinished`: a last line that is whole but for its newline is taken at once, and again (under the
    same key) when it is finished. Without it such a line waits for its newline.
    `verbatim`: lines keep their spaces, and empty ones are fed too.
    """
    with LogFile(path, chunk_bytes=chunk_bytes, verbatim=verbatim) as log:
        growth = log.growth_since(since)
        if since is not None and growth is Growth.UNCHANGED:
            yield Batch(since)
            return
        goes_on = since is not None and growth is Growth.GROWN and bool(since.state)
        first = since.offset if since is not None and goes_on else 0
        follower = start(path, json.loads(since.state) if since is not None and goes_on else None)
        restarted = since is not None and not goes_on
        out = Gathering(source)
        offset = batch_start = seen = first
        state: State | None = None
        for line in log.lines(first):
            seen = line.end
            if not line.complete:
                if takes_unfinished and line.data and not line.too_long:
                    state = follower.save()  # before that line, which will be read again
                    with out.guarded():
                        follower.feed(line.data, line.offset, out)
                break
            if line.too_long:
                out.skipped += 1
            elif line.data or verbatim:
                with out.guarded():
                    if not follower.feed(line.data, line.offset, out):
                        out.broken += 1
            offset = line.end
            if out.chars >= batch_chars or offset - batch_start >= BATCH_BYTES:
                yield out.batch(_at(log, offset, offset, follower.save()), restarted=restarted)
                restarted, batch_start = False, offset
        if isinstance(follower, Closing):
            follower.close(out)
        yield out.batch(
            _at(log, offset, seen, follower.save() if state is None else state), restarted=restarted
        )


def _at(log: LogFile, offset: int, seen: int, state: State) -> Checkpoint:
    saved = json.dumps(state, separators=(",", ":"))
    return replace(log.checkpoint(offset, seen), state=saved)
