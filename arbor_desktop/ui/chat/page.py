"""The Chat page: a conversation with a model, its memory injected and shown."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.core.clock import Clock, system_clock
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.window_state import WindowState


class ChatPage(QWidget):
    memory_wanted = Signal(str)
    conversation_wanted = Signal(str)
    settings_wanted = Signal(str)

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
        self._icons, self._bridge, self._clock, self._state = icons, bridge, clock, state
        QVBoxLayout(self)
