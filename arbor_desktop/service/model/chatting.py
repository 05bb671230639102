"""A plain conversation with a model that is told what is remembered (spec 6a, Chat)."""

from __future__ import annotations

from arbor_desktop.service.context import Contexts
from arbor_desktop.service.model.model import Model
from arbor_desktop.service.responses import Responses
from arbor_desktop.service.runtime import Runtime


class Chats:
    def __init__(self, runtime: Runtime, model: Model, contexts: Contexts, responses: Responses) -> None:
        self._rt = runtime
        self._model = model
        self._contexts = contexts
        self._responses = responses
