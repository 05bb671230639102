"""Results of capture (spec 7.2)."""

from __future__ import annotations

from typing import Any

from arbor_desktop.quick_dataclass import dataclass

LIGHT = 5
"""Up to this many conversations are read without waiting, so that new ones are never delayed."""
AT_ONCE = 3
"""Conversations that are with a model at the same time."""
NOT_A_CONVERSATION = "not a conversation"
"""The reason of a file that no source writes."""
STOPPED = "stopped"
"""The reason of a conversation that was read but not memorized, since the person stopped the run."""


@dataclass(frozen=True, slots=True)
class CaptureRow:
    """The result for one conversation in one file. Counts are of this run; `tokens` and `cost` (US dollars)
    are those of `backend`; `fell_back`: why the model's answers were of no use."""

    path: str | None
    source: str | None = None
    conversation_id: str | None = None
    status: str = "success"
    reason: str | None = None
    turns: int = 0
    new_turns: int = 0
    items_extracted: int = 0
    duplicates: int = 0
    merged: int = 0
    conflicts: int = 0
    pending_review: int = 0
    error: str | None = None
    backend: str = "offline"
    tokens: int = 0
    cost: float = 0.0
    fell_back: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A source of conversations. `found`: its folder exists on this computer."""

    name: str
    label: str
    path: str
    source: str | None
    enabled: bool
    found: bool
    added: bool
    conversations: int
    """Conversations captured from here; `files`: conversation files there."""
    bytes: int
    files: int = 0
    error: str | None = None
    kind: str = "folder"
    """`folder`, `projects` (its files lie in the projects' own folders) or `export` (imported by hand)."""
    paths: tuple[str, ...] = ()
    """All its folders that exist."""

    def to_dict(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {"paths": list(self.paths)}
