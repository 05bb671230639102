"""The parts of the runtime that a context needs, as protocols: a hook need not import the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from arbor_desktop.memories.confidence import DecayPolicy

if TYPE_CHECKING:
    from collections.abc import Callable

    from arbor_desktop.clock import Clock
    from arbor_desktop.database.connection import Connection

T = TypeVar("T")


class DatabaseLike(Protocol):
    """The memory file: `read` runs on one snapshot, `write` in one transaction."""

    def read(self, work: Callable[[Connection], T]) -> T: ...
    def write(self, work: Callable[[Connection], T]) -> T: ...


class SettingsLike(Protocol):
    """The values of settings."""

    def get(self, key: str) -> Any: ...


class RuntimeLike(Protocol):
    """Implemented by `runtime.runtime.Runtime` and `context.hook_blocks.HookRuntime`."""

    @property
    def db(self) -> DatabaseLike: ...
    @property
    def settings(self) -> SettingsLike: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def policy(self) -> DecayPolicy: ...


def policy_of(settings: SettingsLike) -> DecayPolicy:
    """Return how confidence fades, by the settings."""
    return DecayPolicy(
        settings.get("confidence.policy"),
        settings.get("confidence.grace_days"),
        settings.get("confidence.floor"),
    )
