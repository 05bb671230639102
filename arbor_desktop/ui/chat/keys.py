"""The keys of the Chat page."""

from __future__ import annotations

from arbor_desktop.ui.chat.words import tr

NEW, PROJECT, MEMORIES, COPY, RENAME = "Alt+N", "Alt+P", "Alt+M", "Ctrl+Shift+C", "F2"


def chat_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        (NEW, tr("New chat")),
        ("Return", tr("Send")),
        ("Shift+Return", tr("New line")),
        ("Esc", tr("Stop the answer")),
        (PROJECT, tr("Choose the project")),
        (MEMORIES, tr("Show the memories that are loaded")),
        (COPY, tr("Copy the last answer")),
        (RENAME, tr("Rename the chat")),
    )
