"""A call of a model, and what runs it: an event loop on a thread here (`inline`, for the command line) or in
a process of its own (`process`, for the window: importing an SDK would freeze it, and its 80 MB go when
nothing is asked any more). Nothing here imports asyncio, which a window that asks no model does without."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from arbor_desktop.models.model import Access, ModelFailed, Tell, Trouble

log = logging.getLogger(__name__)

STOPPED = "It was stopped."


class Cancel:
    """Lets one thread stop what another one waits for. Safe from any thread, also before it has begun."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tell: Callable[[], Any] | None = None
        self.asked = False

    def __call__(self) -> None:
        with self._lock:
            self.asked = True
            tell, self._tell = self._tell, None
        if tell is not None:
            tell()

    def bind(self, tell: Callable[[], Any] | None) -> None:
        """`tell` ends the call that is under way; None: there is none any more."""
        with self._lock:
            now = self.asked and tell is not None
            self._tell = None if now else tell
        if now and tell is not None:
            tell()


@dataclass(frozen=True, slots=True)
class Task:
    """One call: a method of the backend that `access` names. Pickled as it is."""

    access: Access
    method: str
    arguments: tuple[Any, ...] = ()


class Calls(Protocol):
    def run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        """What the method answers. Blocks. `tell` hears pieces on another thread. Raises ModelFailed; with
        Trouble.STOPPED where `cancel` was called."""
        ...

    def close(self) -> None:
        """Ends all that is under way."""
        ...


def understood(error: Exception) -> ModelFailed:
    """What a caller is told of an error in a backend: a bug of it must not end anything else."""
    if isinstance(error, ModelFailed):
        return error
    log.error("A model's backend met a bug", exc_info=error)
    name = type(error).__name__
    return ModelFailed(f"The model could not be asked: {name}: {error}", Trouble.INVALID, detail=name)


def stopped() -> ModelFailed:
    return ModelFailed(STOPPED, Trouble.STOPPED)
