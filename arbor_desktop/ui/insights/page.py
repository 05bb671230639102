"""The Insights page."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.core.clock import Clock, system_clock
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.window_state import WindowState


class InsightsPage(QWidget):
    """Nothing here waits: the service is asked through the bridge."""

    memory_wanted = Signal(str)
    conversation_wanted = Signal(str, object)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.addWidget(Label(icons.theme, tr("Insights"), "title", parent=self))
        column.addStretch(1)
