"""The keys of the Insights page."""

from __future__ import annotations

from arbor_desktop.ui.insights.words import tr


def insight_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (("F5", tr("Count anew")),)
