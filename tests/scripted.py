"""A worker whose extraction is said beforehand."""

from __future__ import annotations

from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.worker import InlineWorker


class Scripted(InlineWorker):
    """Reads as always, and finds what it is told to, whatever was said."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Candidate] = []

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        return list(self.found)
