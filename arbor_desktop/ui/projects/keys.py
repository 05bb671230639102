"""The keys of the Projects page."""

from __future__ import annotations

from arbor_desktop.ui.projects.words import tr


def project_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (("Up|Down|J|K", tr("Previous and next project")),)
