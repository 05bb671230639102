"""The chosen model and all its vectors in this process's memory: loaded when first asked, kept up to date."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.core.errors import ArborError
from arbor_desktop.core.meaning import Similar
from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.base import Embedder, ModelMissing, ModelUnusable
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import vectors
from arbor_desktop.store.database import Connection

if TYPE_CHECKING:
    from arbor_desktop.embedding.base import Floats
    from arbor_desktop.embedding.matrix import Matrix

ENOUGH = 0.9
"""From this share of memories with a vector on, search uses them: with fewer, what happens to have one would
come before what has none."""

Opener = Callable[[str, str], Embedder]
"""Loads the model of a choice and a folder (`catalogue.open_model`)."""


class VectorIndex:
    """Safe to use from several threads. Not loaded, it costs nothing."""

    def __init__(self, runtime: Runtime, open_model: Opener) -> None:
        self._rt = runtime
        self._open = open_model
        self._lock = threading.RLock()
        self._chosen: tuple[str, str] | None = None
        self._model: Embedder | None = None
        self._trouble: ArborError | None = None
        self._matrix: Matrix | None = None
        self._matrix_of = ""
        self._beside: tuple[str, Floats] | None = None
        self._change = 0
        self._enough = False
        self._stale = False

    def chosen(self) -> tuple[str, str]:
        """The choice and the folder that the settings say."""
        return self._rt.settings.get("search.vectors"), self._rt.settings.get("search.vectors_folder")

    def model(self) -> Embedder | None:
        """The chosen model, loaded; None if none is chosen. Raises ModelMissing, ModelUnusable, the same at
        every call until another is chosen or `forget` is called."""
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

    def similar(self, query: str) -> Similar | None:
        """How near memories are to a query; None if no model is chosen or usable, too few memories have a
        vector, or nothing in the query means anything to the model. What is known is not read again."""
        try:
            model = self.model()
        except (ModelMissing, ModelUnusable):
            return None
        if model is None:
            return None
        matrix = self._current(model)
        if matrix is None:
            return None
        vector = model.query(query)
        if not vector.any():
            return None
        return matrix.similar(vector, model.weight, self._background(model, len(matrix)))

    def _background(self, model: Embedder, count: int) -> Floats | None:
        """The vectors beside which `count` others are looked at; None where these are enough."""
        from arbor_desktop.embedding import background

        if count >= background.FEW:
            return None
        with self._lock:
            if self._beside is None or self._beside[0] != model.name:
                self._beside = model.name, model.passages(background.TEXTS)
            return self._beside[1]

    def _current(self, model: Embedder) -> Matrix | None:
        """All vectors as they are now; None if they are too few."""
        with self._lock:
            if self._stale:
                self._stale, self._matrix = False, None
            change = self._rt.db.read(vectors.last_change)
            if self._matrix_of != model.name:  # another was chosen while this one was asked
                self._matrix, self._matrix_of = None, model.name
            if self._matrix is None or change != self._change:
                self._matrix = self._rt.db.read(lambda c: self._read(c, model))
            return self._matrix if self._enough else None

    def _read(self, conn: Connection, model: Embedder) -> Matrix:
        """What is known already, brought up to date; what was never read, or before a backup was restored, is
        read whole."""
        from arbor_desktop.embedding.matrix import Matrix  # numpy only where vectors are used

        matrix, seen, self._change = self._matrix, self._change, vectors.last_change(conn)
        if matrix is None or self._change < seen:
            matrix = Matrix(model.dimensions).changed(*vectors.since(conn, model.name, 0))
        else:
            matrix = matrix.changed(*vectors.since(conn, model.name, seen))
            if vectors.total(conn, model.name) != len(matrix):
                matrix = matrix.kept(vectors.rows(conn, model.name))
        self._enough = 0 < len(matrix) >= vectors.living(conn) * ENOUGH
        return matrix

    def outdated(self) -> bool:
        """Whether another model was chosen since one was loaded."""
        return self._chosen is not None and self._chosen != self.chosen()

    def forget_vectors(self) -> None:
        """They are read anew when next asked for. Waits for nothing."""
        self._stale = True

    def forget(self) -> None:
        """Frees the memory, and tries anew to load a model that could not be loaded."""
        with self._lock:
            self._chosen = self._model = self._trouble = self._matrix = None
            self._enough = False
