"""The keys of the Conflicts page."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from arbor_desktop.ui.conflicts.words import tr

DECIDING = {
    Qt.Key.Key_1: "1",
    Qt.Key.Key_2: "2",
    Qt.Key.Key_3: "3",
    Qt.Key.Key_4: "4",
    Qt.Key.Key_5: "5",
    Qt.Key.Key_N: "note",
    Qt.Key.Key_S: "skip",
}
"""Single keys and what they ask for."""
_WALKING = {Qt.Key.Key_J: "next", Qt.Key.Key_K: "previous"}


def command_of(event: QKeyEvent) -> str | None:
    """What a single key asks for, wherever on the page the focus is."""
    bare = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    return (DECIDING | _WALKING).get(Qt.Key(event.key())) if bare else None


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
