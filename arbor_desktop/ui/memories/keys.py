"""The keys of the Memories page."""

from __future__ import annotations

from arbor_desktop.ui.memories.words import tr


def memory_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down|J|K", tr("Previous and next memory")),
        ("Ctrl+Return", tr("In the search field: ask your memory")),
        ("Return", tr("Edit")),
        ("Esc", tr("Leave the editor")),
        ("Ctrl+S", tr("Save")),
        ("P", tr("Pin: always include")),
        ("Del", tr("Delete")),
        ("C", tr("Confirm")),
        ("O", tr("Mark as outdated")),
        ("I", tr("Mark as incorrect")),
        ("F", tr("Forget")),
        ("A|R", tr("Accept, reject what waits for review")),
        ("U", tr("Restore what is archived or deleted")),
        ("Alt+1|Alt+2|Alt+3", tr("Source, history, related")),
    )
