"""Memories: how much an AI is told of them."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import NumberRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import tr


class MemoriesSection(Section):
    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(icons, "memories", tr("Memories"), "memories", parent)
        told = self.add_card(tr("What your AI is told"))
        told.add(NumberRow(icons, desk, "context.max_tokens", tr("tokens"), step=100))
