"""What every backend can do, and how one is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from arbor_desktop.models.model import Access, Answer, Ask, BatchReport, HandedIn, ModelInfo, Tell


class Backend(Protocol):
    """All raise ModelFailed and nothing else that is expected. A cancelled call leaves nothing running."""

    async def ask(self, ask: Ask, tell: Tell | None = None) -> Answer:
        """One answer; `tell` hears it piece by piece as it comes."""
        ...

    async def count(self, ask: Ask) -> int:
        """The input tokens that asking this would take."""
        ...

    async def models(self) -> list[ModelInfo]:
        """What may be chosen, the newest first."""
        ...

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        """Hands in a batch, to be answered within a day at half the price. Answers the batch's id."""
        ...

    async def batch(self, ident: str) -> BatchReport:
        """How far a batch is, with its answers once it has ended."""
        ...

    async def batches(self, since: int) -> list[HandedIn]:
        """What was handed in since then (milliseconds), by whoever has the key; the newest first."""
        ...

    async def cancel_batch(self, ident: str) -> None: ...

    async def close(self) -> None: ...


def make(access: Access) -> Backend:
    """The backend that `access` names. May take seconds: an SDK is imported here."""
    if access.backend == "anthropic":
        from arbor_desktop.models.anthropic.client import AnthropicApi

        return AnthropicApi(access)
    if access.backend == "claude-cli":
        from arbor_desktop.models.claude_command.client import ClaudeCli

        return ClaudeCli(access)
    raise ValueError(f"no backend {access.backend!r}")
