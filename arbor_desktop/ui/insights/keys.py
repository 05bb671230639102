"""The keys of the Insights page."""

from __future__ import annotations

from arbor_desktop.ui.insights.words import tr


def insight_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Alt+1|Alt+2|Alt+3", tr("Charts, timeline, graph")),
        ("Left|Right|Up|Down|Home|End", tr("Next and previous figure of a chart, first and last")),
        ("Return", tr("Show the memories that a bar counts")),
        ("Shift+F10", tr("Menu of a chart: as a table, copy, save")),
        ("F5", tr("Count anew")),
    )
