"""“Ask your memory”: a question answered from what is remembered, with the memories that say so."""

from __future__ import annotations

from arbor_desktop.service.model.model import Model
from arbor_desktop.service.retrieval import Retrieval
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.summaries import Summaries


class Asking:
    def __init__(self, runtime: Runtime, model: Model, retrieval: Retrieval, summaries: Summaries) -> None:
        self._rt = runtime
        self._model = model
        self._retrieval = retrieval
        self._summaries = summaries
