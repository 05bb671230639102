"""The keys of the Chat page."""

from __future__ import annotations


def chat_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return ()
