"""What travels between devices."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from arbor_desktop.quick_dataclass import dataclass

Position = tuple[int, str]
"""Clock and device: the order of all changes of a memory, or of values of a register."""


@dataclass(frozen=True, slots=True)
class Event:
    """A change of a memory. `before` is None where it begins. `parent`: of a change of the text,
    the position of the text that it changed."""

    memory: str
    clock: int
    device: str
    at: int
    actor: str
    action: str
    action_id: str
    before: dict[str, Any] | None
    after: dict[str, Any]
    parent: Position | None = None

    @property
    def position(self) -> Position:
        return (self.clock, self.device)

    @property
    def key(self) -> tuple[str, int, str]:
        return (self.memory, self.clock, self.device)


@dataclass(frozen=True, slots=True)
class Register:
    """A value beside memories, of which the one with the greatest position counts."""

    key: str
    value: str
    clock: int
    device: str

    @property
    def position(self) -> Position:
        return (self.clock, self.device)


@dataclass(frozen=True, slots=True)
class Changes:
    """What one device tells the others: all that a segment has."""

    events: list[Event] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    registers: list[Register] = field(default_factory=list)

    @property
    def anything(self) -> bool:
        return bool(self.events or self.withdrawn or self.registers)


@dataclass(frozen=True, slots=True)
class Folded:
    """A memory as its changes make it, and the changes whose texts lost against a concurrent one."""

    fields: dict[str, Any]
    updated_at: int
    lost: tuple[Event, ...] = ()
