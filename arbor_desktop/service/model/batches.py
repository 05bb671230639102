"""The back catalogue handed in at once, at half the price, and its answers fetched when they are there."""

from __future__ import annotations

from arbor_desktop.service.model.model import Model
from arbor_desktop.service.runtime import Runtime


class Batches:
    def __init__(self, runtime: Runtime, model: Model) -> None:
        self._rt = runtime
        self._model = model
