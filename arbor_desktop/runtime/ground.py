"""What composing a context takes of the runtime: little, so that a hook need not import the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from arbor_desktop.memories.confidence import DecayPolicy

if TYPE_CHECKING:
    from collections.abc import Callable

    from arbor_desktop.clock import Clock
    from arbor_desktop.database.connection import Connection

T = TypeVar("T")


class Readable(Protocol):
    """The memory file: `read` runs on one snapshot, `write` in one transaction."""

    def read(self, work: Callable[[Connection], T]) -> T: ...
    def write(self, work: Callable[[Connection], T]) -> T: ...


class Chosen(Protocol):
    """What a person set."""

    def get(self, key: str) -> Any: ...


class Ground(Protocol):
    """`runtime.runtime.Runtime` is one, and `context.telling.Alone`."""

    @property
    def db(self) -> Readable: ...
    @property
    def settings(self) -> Chosen: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def policy(self) -> DecayPolicy: ...


def policy_of(settings: Chosen) -> DecayPolicy:
    """How confidence fades, as it was set."""
    return DecayPolicy(
        settings.get("confidence.policy"),
        settings.get("confidence.grace_days"),
        settings.get("confidence.floor"),
    )
