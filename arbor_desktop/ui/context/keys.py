"""The keys of the Context page."""

from __future__ import annotations

from arbor_desktop.ui.context.words import tr


def context_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Alt+P|Alt+B|Alt+R", tr("Choose project, branch; write a prompt")),
        ("Ctrl+Shift+C", tr("Copy the text")),
        ("Alt+I", tr("Integrations: install, repair, remove")),
        ("Up|Down|J|K", tr("Previous and next memory")),
        ("Return", tr("Open the memory")),
        ("T", tr("Go to its lines in the text")),
        ("P", tr("Pin: always include")),
        ("N", tr("Never share, share again")),
        ("C", tr("Change its confidence")),
        ("A", tr("Show all, show fewer")),
    )
