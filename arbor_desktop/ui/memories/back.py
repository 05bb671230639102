"""The way back to the list, where there is no room for it and the rest side by side."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components import Button
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import tr


def back_button(icons: Icons, parent: QWidget) -> Button:
    """Hidden until it is needed."""
    button = Button(icons, tr("Back"), variant="quiet", size="small", icon="chevron-left", parent=parent)
    button.setToolTip(tr("Back to the list") + "  Alt+←")
    button.hide()
    return button
