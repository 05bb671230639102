"""The chosen model and all its vectors in this process's memory: loaded when first asked, kept up to date."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.base import Embedder, ModelMissing, ModelUnusable
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.held_vectors import HeldVectors
from arbor_desktop.search.queries import turn_vectors, vectors

if TYPE_CHECKING:
    from arbor_desktop.embedding.base import Floats
    from arbor_desktop.embedding.matrix import Scores

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
        self._beside: tuple[str, Floats] | None = None
        self._memories = HeldVectors(runtime, vectors.MEMORY, vectors.living)
        self._turns = HeldVectors(runtime, vectors.TURN, turn_vectors.wanted)

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

    @property
    def loaded(self) -> bool:
        """Whether the chosen model is in memory, with the vectors of memories."""
        return self._model is not None and self._chosen == self.chosen() and self._memories.loaded

    def similar(self, query: str) -> Scores | None:
        """How near memories are to a query; None if no model is chosen or usable, too few memories have a
        vector, or nothing in the query means anything to the model. What is known is not read again."""
        return self._compared(query, self._memories)

    def similar_turns(self, query: str) -> Scores | None:
        """The same of turns."""
        return self._compared(query, self._turns)

    def _compared(self, query: str, held: HeldVectors) -> Scores | None:
        if not held.any():
            return None
        try:
            model = self.model()
        except (ModelMissing, ModelUnusable):
            return None
        if model is None:
            return None
        matrix = held.current(model)
        if matrix is None:
            return None
        vector = model.query(query)
        if not vector.any():
            return None
        return matrix.similar(vector, model.weight, lambda: self._background(model))

    def _background(self, model: Embedder) -> Floats:
        """The vectors beside which a few others are looked at."""
        from arbor_desktop.embedding import background

        with self._lock:
            if self._beside is None or self._beside[0] != model.name:
                self._beside = model.name, model.passages(background.TEXTS)
            return self._beside[1]

    def outdated(self) -> bool:
        """Whether another model was chosen since one was loaded."""
        return self._chosen is not None and self._chosen != self.chosen()

    def forget_vectors(self) -> None:
        """They are read anew when next asked for. Waits for nothing."""
        self._memories.outdate()
        self._turns.outdate()

    def forget(self) -> None:
        """Frees the memory, and tries anew to load a model that could not be loaded."""
        with self._lock:
            self._chosen = self._model = self._trouble = None
            self._memories.forget()
            self._turns.forget()
