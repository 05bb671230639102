"""Events: changes are announced, on the thread that made them, to everyone who subscribed."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable

from arbor_desktop.quick_dataclass import dataclass

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of one commit. `all_…`: too many to name, or changed by another process."""

    memories: tuple[str, ...] = ()
    conversations: tuple[str, ...] = ()
    all_memories: bool = False
    all_conversations: bool = False
    status: bool = False
    sources: bool = False
    settings: bool = False
    conflicts: bool = False
    maintenance: bool = False
    projects: bool = False
    meaning: bool = False
    """Searches find by meaning from now on."""
    file_versions: bool = False


class Events:
    """Subscribers are called on the announcing thread and must be quick."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: list[Callable[[Changes], None]] = []

    def subscribe(self, tell: Callable[[Changes], None]) -> Callable[[], None]:
        """Call `tell` with all changes from now on. Return a function that ends the subscription."""
        with self._lock:
            self._subscribers.append(tell)

        def end() -> None:
            with self._lock, contextlib.suppress(ValueError):
                self._subscribers.remove(tell)

        return end

    def announce(self, changes: Changes) -> None:
        with self._lock:
            subscribers = tuple(self._subscribers)
        for tell in subscribers:
            try:
                tell(changes)
            except Exception:  # one view's bug must not keep the others from a change
                log.exception("A view failed to take a change")
