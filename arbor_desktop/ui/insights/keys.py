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
        ("Space", tr("Timeline: show or hide the memories of a line")),
        ("PgDown|PgUp", tr("Graph: next and previous memory, the best connected first")),
        ("Esc", tr("Graph: light all again; of its table, back to the picture")),
        ("0", tr("Graph: all of it in view; plus and minus magnify")),
        ("F5", tr("Count anew")),
    )
