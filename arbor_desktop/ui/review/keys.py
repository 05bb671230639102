"""The keys of the Review page."""

from __future__ import annotations

from arbor_desktop.ui.review.words import tr


def review_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Up|Down|J|K", tr("Previous and next memory")),
        ("A|Del", tr("Accept, reject; of an outdated one: keep, confirm")),
        ("E|Return", tr("Edit its text")),
        ("Ctrl+Return", tr("While editing: accept with the edit")),
        ("Ctrl+S|Esc", tr("While editing: save, leave it as it was")),
        ("Shift+A", tr("Accept all that is certain")),
        ("Right", tr("Compare with the memory it contradicts or updates")),
        ("Ctrl+O", tr("Open the conversation it comes from; of a proposal: its memory")),
    )
