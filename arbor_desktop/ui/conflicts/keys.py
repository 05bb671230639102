"""The keys of the Conflicts page."""

from __future__ import annotations

from arbor_desktop.ui.conflicts.words import tr


def conflict_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("1|2", tr("Keep older, keep newer")),
        ("3", tr("Keep both with context")),
        ("4", tr("Mark older as outdated")),
        ("5", tr("Merge and edit")),
        ("N", tr("Write a note")),
        ("J|K", tr("Next and previous conflict")),
        ("S", tr("Skip for now")),
        ("Return", tr("Press the focused button")),
        ("Ctrl+Return", tr("Save, in a dialog")),
    )
