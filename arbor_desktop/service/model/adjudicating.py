"""What a model found, held against what is known: new, known, fuller, or a contradiction (spec 3.5)."""

from __future__ import annotations

from arbor_desktop.service.model.model import Model
from arbor_desktop.service.runtime import Runtime


class Adjudicating:
    def __init__(self, runtime: Runtime, model: Model) -> None:
        self._rt = runtime
        self._model = model
