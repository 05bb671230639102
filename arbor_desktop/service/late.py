"""Parts of the service that most commands, and the window until its first list, go without."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar


class Closable(Protocol):
    def close(self) -> None: ...


T = TypeVar("T", bound=Closable)


class Late(Generic[T]):
    """A part that is built when it is first asked for, once, whichever thread asks; what it is made of is
    imported by then. Asked for after the end, it is built and closed at once."""

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._lock = threading.Lock()
        self._part: T | None = None
        self._closed = False

    def __call__(self) -> T:
        with self._lock:
            if self._part is None:
                self._part = self._build()
                if self._closed:
                    self._part.close()
            return self._part

    @property
    def made(self) -> T | None:
        """The part, if anybody asked for it."""
        return self._part

    def close(self) -> None:
        """Closes it, if there is one."""
        with self._lock:
            self._closed, part = True, self._part
        if part is not None:
            part.close()
