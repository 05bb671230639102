"""What a model makes better in the background: summaries, short forms, contradictions."""

from __future__ import annotations

from arbor_desktop.service.model.model import Model
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.summaries import Summaries


class Refining:
    def __init__(self, runtime: Runtime, model: Model, summaries: Summaries) -> None:
        self._rt = runtime
        self._model = model
        self._summaries = summaries
