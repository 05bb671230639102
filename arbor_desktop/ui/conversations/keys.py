"""The keys of the Conversations page."""

from __future__ import annotations

from arbor_desktop.ui.conversations.words import tr


def conversation_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down", tr("Previous and next conversation")),
        ("Return", tr("Read the transcript")),
        ("Esc", tr("Back to the list")),
        ("A–Z", tr("Start a search")),
        ("Ctrl+R", tr("Read again, or retry")),
        ("Del", tr("Delete for good")),
        ("Ctrl+F", tr("Find in transcript")),
        ("[|]", tr("Previous and next line that made a memory")),
        ("Alt+Down|Alt+Up", tr("Next and previous line that used a memory")),
    )
