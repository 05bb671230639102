"""Who reads a conversation: the rules on this computer, or the model that the person chose (spec 3.2)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.work import Worker
from arbor_desktop.models.model import ModelFailed, Trouble, Usage
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.extraction.with_model.kept_windows import KeptWindows
    from arbor_desktop.models.door import Model

log = logging.getLogger(__name__)

OFFLINE = "offline"
BACKENDS = (OFFLINE, "anthropic", "claude-cli")
OF_NO_USE = (Trouble.INVALID, Trouble.REFUSED, Trouble.CUT, Trouble.TOO_LONG, Trouble.BAD_REQUEST)
"""The model was asked, and would fail in the same way if it were asked again: the rules take its place. What
passes or stands waits for the model; what was stopped or is private is read by nobody."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a conversation gave, who found it, and what that cost (US dollars). `fell_back`: why a model was
    asked in vain."""

    candidates: list[Candidate]
    backend: str = OFFLINE
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    fell_back: str | None = None


class Extracting:
    """`model` is built when a model is first asked."""

    def __init__(self, runtime: Runtime, worker: Worker, model: Callable[[], Model]) -> None:
        self._rt = runtime
        self._worker = worker
        self._model = model
        self._kept: KeptWindows | None = None

    def backend(self, wanted: str | None = None) -> str:
        """Who would read now. Raises InvalidInput for one that there is not."""
        if wanted is not None and wanted not in BACKENDS:
            raise InvalidInput(
                f"There is no backend {wanted!r}; there are: {', '.join(BACKENDS)}.", field="backend"
            )
        return wanted or str(self._rt.settings.get("extraction.backend"))

    def ready(self) -> bool:
        """Whether a conversation that waits can be read now."""
        return self.backend() == OFFLINE or self._model().readiness().ready

    def extract(self, excerpt: Excerpt, backend: str | None = None) -> Extracted:
        """Raises WorkerDied, WorkerFailed, and ModelFailed where the model can't be asked or, after all its
        tries, answered nothing of use and the rules are not to take its place."""
        name = self.backend(backend)
        if name == OFFLINE:
            return Extracted(self._worker.extract(excerpt))
        from arbor_desktop.extraction.with_model.kept_windows import KeptWindows
        from arbor_desktop.extraction.with_model.reading import Reading

        kept = self._kept = self._kept or KeptWindows()
        try:
            return Reading(self._rt, self._model(), kept).extract(excerpt, name, backend)
        except ModelFailed as error:
            if error.trouble not in OF_NO_USE or not self._rt.settings.get("extraction.fall_back"):
                raise
            log.warning(
                "The model's answer was of no use, so the rules read %s: %s", excerpt.conversation_id, error
            )
            return Extracted(self._worker.extract(excerpt), usage=error.usage, fell_back=error.message)

    def why_nothing(self, excerpt: Excerpt, extracted: Extracted) -> str:
        """Say why nothing was found. Raises WorkerDied, WorkerFailed."""
        if extracted.backend != OFFLINE and extracted.fell_back is None:
            return "the model found nothing that lasts"
        return self._worker.why_nothing(excerpt)

    def stored(self, conversation: str) -> None:
        """What a conversation gave was stored: what models answered about it is needed no more."""
        if self._kept is not None:
            self._kept.forget(conversation)
