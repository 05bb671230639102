"""All vectors of memories or turns in this process's memory: read when first asked for, kept up to date."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.database.connection import Connection
from arbor_desktop.embedding.base import Embedder
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import vectors

if TYPE_CHECKING:
    from arbor_desktop.embedding.matrix import Matrix

ENOUGH = 0.9
"""From this share of texts with a vector on, search uses them: with fewer, what happens to have one would
come before what has none."""


class HeldVectors:
    """Safe to use from several threads. `wanted` counts what should have a vector."""

    def __init__(self, runtime: Runtime, owner: str, wanted: Callable[[Connection], int]) -> None:
        self._rt, self._owner, self._wanted = runtime, owner, wanted
        self._lock = threading.RLock()
        self._matrix: Matrix | None = None
        self._matrix_of = ""
        self._change = 0
        self._enough = False
        self._stale = False

    @property
    def loaded(self) -> bool:
        """Whether vectors are in memory."""
        return self._matrix is not None

    def any(self) -> bool:
        """Return whether any model has read anything: if none has, none need be loaded."""
        return self.loaded or self._rt.db.read(lambda c: vectors.any_of(c, self._owner))

    def current(self, model: Embedder) -> Matrix | None:
        """All vectors as they are now; None if they are too few."""
        with self._lock:
            if self._stale:
                self._stale, self._matrix = False, None
            if self._matrix_of != model.name:  # another was chosen while this one was asked
                self._matrix, self._matrix_of = None, model.name
            change = self._rt.db.read(lambda c: vectors.last_change(c, self._owner))
            if self._matrix is None or change != self._change:
                self._enough = self._rt.db.read(lambda c: self._refresh(c, model))
            return self._matrix if self._enough else None

    def _refresh(self, conn: Connection, model: Embedder) -> bool:
        """Brings what is known up to date if there are enough, and tells whether there are; what was never
        read, or before a backup was restored, is read whole."""
        from arbor_desktop.embedding.matrix import Matrix  # numpy only where vectors are used

        owner, matrix, change = self._owner, self._matrix, vectors.last_change(conn, self._owner)
        count = vectors.total(conn, model.name, owner)
        if not 0 < count >= self._wanted(conn) * ENOUGH:
            return False
        if matrix is None or change < self._change:
            matrix = Matrix(model.dimensions).changed(*vectors.since(conn, model.name, 0, owner))
        else:
            matrix = matrix.changed(*vectors.since(conn, model.name, self._change, owner))
            if count != len(matrix):
                matrix = matrix.kept(vectors.rows(conn, model.name, owner))
        self._matrix, self._change = matrix, change
        return True

    def outdate(self) -> None:
        """All are read anew when next asked for. Waits for nothing."""
        self._stale = True

    def forget(self) -> None:
        """Frees the memory."""
        with self._lock:
            self._matrix = None
            self._enough = False
