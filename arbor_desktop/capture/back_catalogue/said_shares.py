"""How much of an assistant's files is what somebody said: to estimate from the sizes of files alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbor_desktop.models.queries.model_sizes import Size

ENOUGH = 20
"""From so many captured conversations of a source on, what they were like is believed."""


@dataclass(frozen=True, slots=True)
class Said:
    """For each byte of a file: bytes that were `said`, of these what a model would be shown (`counted`),
    turns and conversations."""

    said: float
    counted: float
    turns: float
    conversations: float
    known: int = 0

    @classmethod
    def of(cls, sizes: Sequence[Size], file_bytes: int) -> Said:
        """What captured conversations of a source were like, whose files have so many bytes."""
        total = max(1, file_bytes)
        return cls(
            sum(one.said for one in sizes) / total,
            sum(one.counted for one in sizes) / total,
            sum(one.turns for one in sizes) / total,
            len(sizes) / total,
            len(sizes),
        )


def _share(said: float, counted: float, turns: float, conversations: float) -> Said:
    """`turns` and `conversations` of a million bytes."""
    return Said(said, counted, turns / 1e6, conversations / 1e6)


SHARES = {
    "aider": _share(0.6, 0.6, 1400, 200),
    "chatgpt": _share(0.2, 0.12, 130, 30),
    "claude-ai": _share(0.15, 0.1, 140, 40),
    "claude-code": _share(0.012, 0.01, 36, 2.7),
    "codex": _share(0.012, 0.01, 42, 9),
    "copilot-cli": _share(0.014, 0.014, 73, 17),
    "gemini-cli": _share(0.03, 0.03, 430, 100),
    "llm": _share(0.05, 0.05, 100, 20),
    "specstory": _share(0.26, 0.26, 1500, 100),
    "transcript": _share(0.9, 0.9, 3000, 300),
}
"""Measured on sample files of each, rounded; exports with few long talks may be twice as much."""
OTHERS = _share(0.03, 0.03, 200, 20)


def share_of(source: str, known: Mapping[str, Said]) -> Said:
    """What files of a source are like: as those on this computer were, else as samples were."""
    mine = known.get(source)
    if mine is not None and mine.known >= ENOUGH:
        return mine
    return SHARES.get(source, OTHERS)
