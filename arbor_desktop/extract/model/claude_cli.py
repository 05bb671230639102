"""The `claude` command that a person is signed in to: one turn in print mode, JSON out, no tools.

https://code.claude.com/docs/en/cli-reference
"""

from __future__ import annotations

from collections.abc import Mapping

from arbor_desktop.core.model import Access, Answer, Ask, BatchReport, ModelInfo, Tell


class ClaudeCli:
    def __init__(self, access: Access) -> None:
        self._access = access

    async def ask(self, ask: Ask, tell: Tell | None = None) -> Answer:
        raise NotImplementedError

    async def count(self, ask: Ask) -> int:
        raise NotImplementedError

    async def models(self) -> list[ModelInfo]:
        raise NotImplementedError

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        raise NotImplementedError

    async def batch(self, ident: str) -> BatchReport:
        raise NotImplementedError

    async def cancel_batch(self, ident: str) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        """Nothing is held."""
