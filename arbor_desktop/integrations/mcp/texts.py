"""The texts of answers that need no SDK."""

from __future__ import annotations

from arbor_desktop.context.model import Context


def context_text(context: Context) -> str:
    """Return the block of a session as an AI reads it."""
    return context.text or "No memories apply here."
