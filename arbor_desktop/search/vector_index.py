"""Vectors of memories and turns: building the missing ones, and all of them in this process's memory."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.database.connection import Connection
from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.bert import Embedder, ModelMissing, ModelUnusable, packed
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import vectors
from arbor_desktop.search.queries.vectors import Place

if TYPE_CHECKING:
    from arbor_desktop.embedding.bert import Floats
    from arbor_desktop.embedding.matrix import Matrix, Scores

ENOUGH = 0.9
"""Share of texts with a vector from which on search uses them. With fewer, texts that happen to have one
would come before those without."""


class VectorCache:
    """All vectors of memories or of turns. `wanted` counts the texts that should have one. Safe to use from
    several threads."""

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
        """Return all vectors as they are now; None if they are too few."""
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
        """Read what changed, if there are enough vectors, and return whether there are.

        All are read if none was before, or if a backup was restored.
        """
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
        """Read all again when next asked for. Waits for nothing."""
        self._stale = True

    def forget(self) -> None:
        """Free the memory."""
        with self._lock:
            self._matrix = None
            self._enough = False


class VectorIndex:
    """Compares texts with all vectors. Safe to use from several threads. Not loaded, it costs nothing."""

    def __init__(self, runtime: Runtime, open_model: Callable[[str, str], Embedder]) -> None:
        """`open_model` loads the model of a choice and a folder."""
        self._rt = runtime
        self._open = open_model
        self._lock = threading.RLock()
        self._chosen: tuple[str, str] | None = None
        self._model: Embedder | None = None
        self._trouble: ArborError | None = None
        self._background: tuple[str, Floats] | None = None
        self._memories = VectorCache(runtime, vectors.MEMORY, vectors.living)
        self._turns = VectorCache(runtime, vectors.TURN, vectors.wanted)

    def chosen(self) -> tuple[str, str]:
        """Return the choice and the folder of the settings."""
        return self._rt.settings.get("search.vectors"), self._rt.settings.get("search.vectors_folder")

    def model(self) -> Embedder | None:
        """Return the chosen model, loaded; None if none is chosen.

        Raises ModelMissing, ModelUnusable, the same at every call until another is chosen or `forget` is
        called.
        """
        chosen = self.chosen()
        if chosen[0] == catalogue.OFF:
            self.forget()
            return None
        with self._lock:
            if chosen != self._chosen:
                self.forget()
                self._chosen = chosen
            if self._trouble is not None:
                raise self._trouble
            if self._model is None:
                try:
                    self._model = self._open(*chosen)
                except (ModelMissing, ModelUnusable) as error:
                    self._trouble = error
                    raise
            return self._model

    @property
    def loaded(self) -> bool:
        """Whether the chosen model is in memory, with the vectors of memories."""
        return self._model is not None and self._chosen == self.chosen() and self._memories.loaded

    def load(self) -> bool:
        """Load the model and the vectors of memories. Return whether a query can be compared with them."""
        ready = self._ready(self._memories)
        if ready is not None:
            self._background_of(ready[0])
        return ready is not None

    def rest(self) -> None:
        """Give memory back that costs nothing to get again."""
        if (model := self._model) is not None:
            model.rest()

    def similar(self, query: str) -> Scores | None:
        """Compare a query with all memories.

        None if no model is chosen or usable, too few memories have a vector, or nothing in the query means
        anything to the model.
        """
        return self._compare(query, self._memories)

    def similar_turns(self, query: str) -> Scores | None:
        """Compare a query with all turns."""
        return self._compare(query, self._turns)

    def _ready(self, cache: VectorCache) -> tuple[Embedder, Matrix] | None:
        """Return the model and what it is compared with; None without either."""
        if not cache.any():
            return None
        try:
            model = self.model()
        except (ModelMissing, ModelUnusable):
            return None
        matrix = None if model is None else cache.current(model)
        return None if model is None or matrix is None else (model, matrix)

    def _compare(self, query: str, cache: VectorCache) -> Scores | None:
        ready = self._ready(cache)
        if ready is None:
            return None
        model, matrix = ready
        vector = model.query(query)
        if not vector.any():
            return None
        return matrix.similar(vector, model.weight, lambda: self._background_of(model))

    def _background_of(self, model: Embedder) -> Floats:
        """Return the vectors beside which a small number of texts is compared."""
        from arbor_desktop.embedding.matrix import BACKGROUND

        with self._lock:
            if self._background is None or self._background[0] != model.name:
                self._background = model.name, model.passages(BACKGROUND)
            return self._background[1]

    def outdated(self) -> bool:
        """Return whether another model was chosen since one was loaded."""
        return self._chosen is not None and self._chosen != self.chosen()

    def forget_vectors(self) -> None:
        """Read all vectors again when next asked for. Waits for nothing."""
        self._memories.outdate()
        self._turns.outdate()

    def forget(self) -> None:
        """Free the memory, and try again to load a model that could not be loaded."""
        with self._lock:
            self._chosen = self._model = self._trouble = None
            self._memories.forget()
            self._turns.forget()


# -- building --


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
    return packed(model.passages(texts))
