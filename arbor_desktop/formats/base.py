"""What every reader takes and gives.

A reader streams one file as `Batch`es: some new turns, and the checkpoint that holds once they are stored.
The caller stores a batch and its checkpoint in one transaction, so a kill between batches loses nothing and
doubles nothing. All of it is plain frozen data, because readers run in a worker process.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from arbor_desktop.core.conversation import Role, TurnKind

MAX_LINE = 64 * 1024 * 1024
"""Longer lines are skipped and counted (spec 2.3)."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a file was read. `offset` is just after the last complete line that was taken.

    `head_hash` covers the first 4 KB (or less), `tail_hash` the 64 bytes before `offset`: together they tell
    a grown file from a rewritten one.
    """

    size: int = 0
    mtime_ns: int = 0
    device: int = 0
    inode: int = 0
    offset: int = 0
    head_hash: str = ""
    tail_hash: str = ""


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """One turn as found. `key` is the source's own record id: the same key is never stored twice."""

    key: str
    role: Role
    kind: TurnKind
    text: str
    at: int | None = None
    unsaid: bool = False
    cwd: str | None = None
    branch: str | None = None
    line: int = 0
    """Byte offset of the record in its file."""


@dataclass(frozen=True, slots=True)
class SessionPart:
    """What a batch says of one session. None or empty means "nothing new about this"."""

    source: str
    session_id: str
    turns: tuple[ReadTurn, ...] = ()
    unsaid_keys: tuple[str, ...] = ()
    """Keys of turns read earlier that were taken back since (rewind, rollback)."""
    title: str | None = None
    cwd: str | None = None
    branch: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    paths: tuple[str, ...] = ()
    parent_session_id: str | None = None
    """Set where this file is a sub-agent's transcript: its turns belong to that session."""
    headless: bool = False
    """A program ran this session, not a person (`entrypoint: sdk-*`, and the like)."""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Batch:
    """New turns of one file, and the checkpoint that is true once they are stored."""

    checkpoint: Checkpoint
    sessions: tuple[SessionPart, ...] = ()
    restarted: bool = False
    """The file was rewritten, so it is being read again from its start."""
    skipped_lines: int = 0
    broken_lines: int = 0
    unknown_records: int = 0


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
