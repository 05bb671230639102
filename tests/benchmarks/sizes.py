"""How much of everything a run does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes that the goals are about, unless given smaller; MB are millions of bytes."""

    stored: int = 1_000
    stored_at_once: int = 10_000
    imported: int = 100_000
    merged: int = 200
    searched: tuple[int, ...] = (1_000, 10_000, 100_000, 1_000_000)
    turns: tuple[int, ...] = (10_000, 100_000, 1_000_000)
    dialogues: int = 100
    """Of LoCoMo's, at most so many."""
    sets: int = 100
    """Of the labelled sets for retrieval, at most so many."""
    asked: int = 10_000
    """Questions of a dialogue, or of a labelled set, at most about so many."""
    queries: int = 100
    peers: int = 200
    """Texts that other memories store, too."""
    many: int = 100_000
    """Memories in the store for context, lists and the window."""
    contexts: int = 40
    hooked: int = 10_000
    hooks: int = 100
    captured_mb: float = 100
    session_mb: float = 1
    grown_mb: float = 50
    growths: int = 20
    looked_at: int = 50_000
    conversation_mb: float = 1
    redacted_mb: float = 4
    year: int = 10_000
    """Memories of the year that is lived in full, and of those beside it."""
    year_beside: int = 1_000
    year_days: int = 365
    repeats: int = 3
    long: int = 1_000
    """Long memories, of each length."""
    lengths: tuple[int, ...] = (300, 1_000, 10_000)
    starts: int = 7
    frames: int = 300
    idle_seconds: float = 20
    team_members: int = 50
    team_changes: int = 20_000
    team_shares: int = 20


FULL = Sizes()
TINY = Sizes(
    team_members=3,
    team_changes=40,
    team_shares=2,
    stored=20,
    stored_at_once=60,
    imported=60,
    merged=6,
    searched=(200, 400),
    turns=(400, 800),
    dialogues=1,
    sets=1,
    asked=25,
    queries=6,
    peers=10,
    many=400,
    contexts=3,
    hooked=400,
    hooks=3,
    looked_at=20,
    captured_mb=0.6,
    session_mb=0.2,
    grown_mb=0.2,
    growths=3,
    conversation_mb=0.02,
    redacted_mb=0.02,
    year=48,
    year_beside=24,
    year_days=8,
    repeats=1,
    long=30,
    starts=1,
    frames=10,
    idle_seconds=0.3,
)
"""Enough to see that everything still runs."""
