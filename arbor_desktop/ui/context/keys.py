"""The keys of the Context page."""

from __future__ import annotations

from arbor_desktop.ui.context.words import tr


def context_keys() -> tuple[tuple[str, str], ...]:
    """Key and what it does, for the sheet of shortcuts."""
    return (
        ("Alt+P|Alt+B|Alt+Q", tr("Choose project, branch; write a prompt")),
        ("Ctrl+Shift+C", tr("Copy the text")),
        ("Alt+T", tr("AI tools: install, repair, remove")),
        ("Up|Down", tr("Previous and next memory")),
        ("Return", tr("Open the memory")),
        ("Alt+I", tr("Always include")),
        ("Right|Left", tr("Show all, show fewer")),
        ("Shift+F10", tr("Menu: never share, confidence, its lines in the text")),
    )
