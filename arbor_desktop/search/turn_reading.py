"""Lets a model read what was said: the newest conversations first, and each turn once."""

from __future__ import annotations

from collections.abc import Callable

from arbor_desktop.embedding.base import Embedder
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import turn_vectors
from arbor_desktop.search.queries.turn_vectors import Place, TurnText

BATCH = 64
"""So many turns are read by the model and stored at a time: what is lost when the program is killed."""
AT_ONCE = 10_000
"""After so many it is asked anew which are the newest."""

Progress = Callable[[int, int], None]
"""`progress(turns with a vector, turns)`."""


class TurnReading:
    """For one thread at a time. Where nothing is new, a call costs two look-ups."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._done: tuple[str, Place] | None = None
        self.reached: tuple[int, int] | None = None
        """While turns are read: how many there are and how many are done."""

    def read(self, model: Embedder, progress: Progress | None, cancelled: Callable[[], bool]) -> int:
        """Makes what is missing. Answers how many were made. Cut off, it goes on from the last batch."""
        made = 0
        try:
            while not cancelled():
                place = self._rt.db.read(turn_vectors.place)
                after = self._seen(model, place)
                if after == place.row:
                    break
                rows = self._rt.db.read(lambda c, a=after: turn_vectors.missing(c, model.name, a, AT_ONCE))  # type: ignore[misc]
                if not rows:
                    self._done = (model.name, place)
                    break
                stored = self._read_rows(model, rows, progress, cancelled)
                made += stored
                if not stored:
                    break  # all were taken back or erased meanwhile
        finally:
            self.reached = None
        return made

    def _seen(self, model: Embedder, place: Place) -> int:
        """Up to which row nothing can be missing."""
        if self._done is None or self._done[0] != model.name:
            return 0
        before = self._done[1]
        return before.row if before.gone == place.gone and before.row <= place.row else 0

    def _read_rows(
        self, model: Embedder, rows: list[int], progress: Progress | None, cancelled: Callable[[], bool]
    ) -> int:
        total, done = self._rt.db.read(lambda c: turn_vectors.counts(c, model.name))
        stored = 0
        for start in range(0, len(rows), BATCH):
            if cancelled():
                break
            part = rows[start : start + BATCH]
            turns = self._rt.db.read(lambda c, p=part: turn_vectors.texts(c, p))  # type: ignore[misc]
            stored += self._store(model, turns)
            self.reached = (total, min(total, done + stored))
            if progress is not None:
                progress(min(total, done + stored), total)
        return stored

    def _store(self, model: Embedder, turns: list[TurnText]) -> int:
        from arbor_desktop.embedding.arrays import packed  # numpy only where vectors are used

        if not turns:
            return 0
        blobs = packed(model.passages([turn.text for turn in turns]))
        given = list(zip(turns, blobs, strict=True))
        return self._rt.db.write(lambda c: turn_vectors.put(c, model.name, given, self._rt.clock()))

    def forget(self) -> None:
        """All turns are looked at anew: another file may be there."""
        self._done = None
