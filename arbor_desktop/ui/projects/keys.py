"""The keys of the Projects page."""

from __future__ import annotations

from arbor_desktop.ui.projects.words import tr


def project_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down", tr("Previous and next project")),
        ("A–Z", tr("Start a search")),
        ("Return|Escape", tr("Go into the project, or open what is selected there; back to the list")),
        ("Alt+1|Alt+2|Alt+3|Alt+4", tr("Overview, Memories, Sessions, Branches")),
        ("Ctrl+F", tr("Have we done this before?")),
        ("F5", tr("Read the project's files again")),
    )
