"""What reading conversations with each backend would take, before anything is read (spec 3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.service.model.model import Model
from arbor_desktop.service.runtime import Runtime


@dataclass(frozen=True, slots=True)
class BackendEstimate:
    """`seconds` and `cost` (US dollars) are rough; None where nothing is known. `batch_cost`: handed in as a
    batch, where that is possible."""

    backend: str
    model: str
    seconds: float | None
    cost: float | None
    batch_cost: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """`characters` of what was said, `input_tokens` and `output_tokens` as a model would count them."""

    conversations: int
    characters: int
    input_tokens: int
    output_tokens: int
    backends: tuple[BackendEstimate, ...]


class Estimating:
    def __init__(self, runtime: Runtime, model: Model) -> None:
        self._rt = runtime
        self._model = model

    def estimate(self, ids: Sequence[str] | None = None, *, again: bool = False) -> Estimate:
        """Of what waits to be memorized, or of these conversations; `again`: read from their start."""
        raise NotImplementedError
