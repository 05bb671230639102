"""Announces what a long step changes in bunches: whoever shows memories looks again each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self

from arbor_desktop.runtime.runtime import Runtime

BUNCH_SECONDS = 1.0


class Telling:
    """A context manager: what was not told yet is told at its end, however that comes."""

    def __init__(self, runtime: Runtime, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._rt, self._monotonic = runtime, monotonic
        self._ids: dict[str, None] = {}
        self._told_at = monotonic()

    def changed(self, ids: Iterable[str]) -> None:
        """Told now, or with what comes within a second."""
        self._ids.update(dict.fromkeys(ids))
        if self._monotonic() - self._told_at >= BUNCH_SECONDS:
            self._tell()

    def _tell(self) -> None:
        self._told_at = self._monotonic()
        ids, self._ids = tuple(self._ids), {}
        if ids:
            self._rt.announce(ids, status=True, conflicts=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tell()
