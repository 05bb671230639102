"""How much one session may do: an agent that runs wild must not fill the memory, nor the person's Review."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arbor_desktop.errors import InvalidInput

MINUTE = 60.0


class Allowance:
    """At most `a_minute` within 60 seconds, and `in_all` in a session. `what` is done, in words: "memories
    stored". Safe to use from several threads."""

    def __init__(
        self, what: str, a_minute: int, in_all: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._what = what
        self._a_minute, self._in_all = a_minute, in_all
        self._now = now
        self._lock = threading.Lock()
        self._lately: deque[float] = deque()
        self._done = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """One more; what fails does not count. Raises InvalidInput where it is too much, which says what the
        agent can do."""
        at = self._take()
        try:
            yield
        except BaseException:
            with self._lock:
                self._done -= 1
                if at in self._lately:
                    self._lately.remove(at)
            raise

    def _take(self) -> float:
        with self._lock:
            now = self._now()
            while self._lately and now - self._lately[0] >= MINUTE:
                self._lately.popleft()
            if self._done >= self._in_all:
                raise InvalidInput(
                    f"{self._in_all} {self._what} is the most for one session. Tell the person what else "
                    "matters."
                )
            if len(self._lately) >= self._a_minute:
                wait = max(1, round(MINUTE - (now - self._lately[0])))
                raise InvalidInput(
                    f"{self._a_minute} {self._what} a minute is the most. Wait {wait} seconds, and choose "
                    "what lasts."
                )
            self._lately.append(now)
            self._done += 1
            return now


class Once:
    """What counts once in a session, whoever repeats it. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._said: set[tuple[str, ...]] = set()

    def first(self, *parts: str) -> bool:
        """Whether this was not said yet."""
        with self._lock:
            new = parts not in self._said
            self._said.add(parts)
            return new

    def forget(self, *parts: str) -> None:
        """It came to nothing."""
        with self._lock:
            self._said.discard(parts)
