"""What every reader takes and gives.

A reader streams one file as `Batch`es: some new turns, and the checkpoint that holds once they are stored.
The caller stores a batch and its checkpoint in one transaction, so a kill between batches loses nothing and
doubles nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from arbor_desktop.conversations.batch import Batch, Checkpoint, ReadTurn, SessionPart

__all__ = ["MAX_LINE", "Batch", "Checkpoint", "Damaged", "ReadTurn", "Reader", "SessionPart"]

MAX_LINE = 64 * 1024 * 1024
"""Longer lines are skipped and counted (spec 2.3)."""


class Damaged(OSError):
    """The file is of this source, but can't be read as it is now: half written, broken, locked or too large.
    It is tried again when it changed."""


class Reader(Protocol):
    """Reads the files of one source."""

    source: str
    """For example `claude-code`."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether `head` (the first 64 KB of the file) is of this source. Content first, then place."""
        ...

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """Streams what is new since `since` (None: everything). Raises OSError where the file can't be read.

        Yields at least one batch when the file could be read, so that the checkpoint moves on. Batches hold
        at most about 2 MB of text.
        """
        ...
