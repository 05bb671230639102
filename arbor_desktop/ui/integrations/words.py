"""The words of integrations."""

from __future__ import annotations

from arbor_desktop.ui.translation import translated


def tr(text: str, count: int = -1) -> str:
    """The text in the person's language; `%n` becomes `count`."""
    return translated("Integrations", text, count)
