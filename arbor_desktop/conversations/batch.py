"""What reading a conversation file gives: batches of turns, each with its checkpoint.

Plain frozen data, because readers run in a worker process.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from arbor_desktop.conversations.arrival import SeenBlock
from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.quick_dataclass import dataclass


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
    state: str = ""
    """What the reader must know about the part before `offset` to continue, as JSON. Its texts are `cwd`,
    `branch` and `lines` (an unfinished block): secrets are redacted in them, as in turns."""


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
    whole: bool = False
    """`turns` is all of this session that the file holds now (documents that are rewritten). What was read
    from it before, and is missing after a turn that is still there, was taken back; what is missing before,
    was trimmed away."""
    headless: bool = False
    """A program ran this session, not a person (`entrypoint: sdk-*`, and the like)."""
    extra: dict[str, Any] = field(default_factory=dict)
    shown: tuple[SeenBlock, ...] = ()
    """What the record shows of what hooks put into the session; no turn of it holds that."""


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
