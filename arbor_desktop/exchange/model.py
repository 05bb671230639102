"""What a file of another tool holds, and what an import made of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbor_desktop.documents import document
from arbor_desktop.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Skipped:
    """An entry that is no memory, or can't be one."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entries:
    """What a file holds. `memories`: fields of memories, as `MemoryService.store` takes them."""

    memories: list[dict[str, Any]]
    skipped: list[Skipped]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of another tool's memories. `read` returns None for a file that is of another one."""

    name: str
    title: str
    read: Callable[[Path, str], Entries | None]


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote. `left_out`: private memories that were not exported, by their level."""

    exported: int
    format: str
    path: str
    left_out: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, or with a dry run would do. `action_id`: what undo takes; None where nothing was
    stored."""

    format: str
    imported: int
    merged: int
    duplicates: int
    conflicts: int
    skipped: tuple[Skipped, ...]
    action_id: str | None

    def to_dict(self) -> dict[str, Any]:
        return document(self, skipped=[document(one) for one in self.skipped])
