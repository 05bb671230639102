"""A conversation read by a model: window by window, each answer checked and put right twice at most."""

from __future__ import annotations

from arbor_desktop.extract.base import Excerpt
from arbor_desktop.service.model.extracting import Extracted
from arbor_desktop.service.model.model import Model
from arbor_desktop.service.runtime import Runtime


class Reading:
    def __init__(self, runtime: Runtime, model: Model) -> None:
        self._rt = runtime
        self._model = model

    def extract(self, excerpt: Excerpt, backend: str) -> Extracted:
        """Raises ModelFailed."""
        raise NotImplementedError
