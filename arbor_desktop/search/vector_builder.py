"""Building of vectors: a model reads the texts of memories and turns that have no vector yet."""

from __future__ import annotations

from collections.abc import Callable

from arbor_desktop.embedding.base import Embedder
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import vectors
from arbor_desktop.search.queries.vectors import Place

BATCH = 64
"""Texts that are read and stored at a time: what is lost when the program is killed."""
TURNS_AT_ONCE = 10_000
"""Turns after which the newest ones are looked up again."""
DROPPED_AT_ONCE = 2_000
"""Vectors of other models that are deleted in one transaction."""

Progress = Callable[[int, int], None]
"""`progress(texts with a vector, texts)`."""


class VectorBuilder:
    """Builds in batches; cut off at any moment, it goes on from the last one. For one thread at a time."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._complete: tuple[str, Place] | None = None
        """A model's name, and up to where every turn has its vector."""
        self.memories: tuple[int, int] | None = None
        """While memories are read: how many there are, and how many are done."""
        self.turns: tuple[int, int] | None = None
        """The same of turns."""

    def build_memories(
        self, model: Embedder, progress: Progress | None, cancelled: Callable[[], bool]
    ) -> int:
        """Build the missing vectors of memories. Return how many were made."""
        total, done = self._rt.db.read(lambda c: vectors.counts(c, model.name))
        made = after = 0
        try:
            while done + made < total and not cancelled():
                batch = self._rt.db.read(lambda c, a=after: vectors.missing(c, model.name, a, BATCH))  # type: ignore[misc]
                if not batch:
                    break
                blobs = _embed(model, [text for _, text in batch])
                given = [(row, text, blob) for (row, text), blob in zip(batch, blobs, strict=True)]
                made += self._rt.db.write(lambda c, g=given: vectors.put(c, model.name, g, self._rt.clock()))  # type: ignore[misc]
                after = batch[-1][0]
                self.memories = total, min(total, done + made)
                if progress is not None:
                    progress(min(total, done + made), total)
        finally:
            self.memories = None
        return made

    def build_turns(self, model: Embedder, progress: Progress | None, cancelled: Callable[[], bool]) -> int:
        """Build the missing vectors of turns, newest conversations first. Return how many were made.

        Where nothing is new, it costs two look-ups.
        """
        made = 0
        try:
            while not cancelled():
                place = self._rt.db.read(vectors.place)
                after = self._complete_to(model, place)
                if after == place.row:
                    break
                rows = self._rt.db.read(
                    lambda c, a=after: vectors.missing_turns(c, model.name, a, TURNS_AT_ONCE)  # type: ignore[misc]
                )
                if not rows:
                    self._complete = (model.name, place)
                    break
                stored = self._build_rows(model, rows, progress, cancelled)
                made += stored
                if not stored:
                    break  # all were taken back or erased meanwhile
        finally:
            self.turns = None
        return made

    def _complete_to(self, model: Embedder, place: Place) -> int:
        """Return the row up to which no vector of a turn can be missing."""
        if self._complete is None or self._complete[0] != model.name:
            return 0
        before = self._complete[1]
        return before.row if before.gone == place.gone and before.row <= place.row else 0

    def _build_rows(
        self, model: Embedder, rows: list[int], progress: Progress | None, cancelled: Callable[[], bool]
    ) -> int:
        total, done = self._rt.db.read(lambda c: vectors.count_turns(c, model.name))
        stored = 0
        for start in range(0, len(rows), BATCH):
            if cancelled():
                break
            part = rows[start : start + BATCH]
            turns = self._rt.db.read(lambda c, p=part: vectors.texts(c, p))  # type: ignore[misc]
            if turns:
                given = list(zip(turns, _embed(model, [turn.text for turn in turns]), strict=True))
                stored += self._rt.db.write(
                    lambda c, g=given: vectors.put_turns(c, model.name, g, self._rt.clock())  # type: ignore[misc]
                )
            self.turns = total, min(total, done + stored)
            if progress is not None:
                progress(min(total, done + stored), total)
        return stored

    def drop_others(self, name: str, cancelled: Callable[[], bool]) -> None:
        """Delete the vectors of other models."""
        while not cancelled() and self._rt.db.read(lambda c: vectors.has_others(c, name)):
            self._rt.db.write(lambda c: vectors.drop_others(c, name, DROPPED_AT_ONCE))

    def forget(self) -> None:
        """Look at all turns again: the file may be another one."""
        self._complete = None


def _embed(model: Embedder, texts: list[str]) -> list[bytes]:
    from arbor_desktop.embedding.arrays import packed  # numpy only where vectors are used

    return packed(model.passages(texts))
