"""The keys of the Memories page."""

from __future__ import annotations

from arbor_desktop.ui.memories.words import tr

COMMANDS = {
    "Alt+C": "confirm",
    "Alt+I": "pin",
    "Alt+W": "incorrect",
    "Alt+O": "outdated",
    "Alt+A": "archive",
    "Alt+R": "restore",
}
"""What keys do to the selected memory, wherever on the page the focus is."""


def memory_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down", tr("Previous and next memory")),
        ("A–Z", tr("Start a search")),
        ("Ctrl+Return", tr("In the search field: ask your memory")),
        ("Return", tr("Edit")),
        ("Esc", tr("Leave the editor")),
        ("Ctrl+S", tr("Save")),
        ("Alt+C", tr("Confirm, or accept what needs review")),
        ("Alt+I", tr("Always include")),
        ("Alt+W", tr("Wrong, or reject what needs review")),
        ("Alt+O", tr("Outdated")),
        ("Alt+A", tr("Archive")),
        ("Del", tr("Delete")),
        ("Alt+R", tr("Restore what is archived or deleted")),
        ("Alt+1|Alt+2|Alt+3", tr("Source, history, related")),
    )
