"""Memories: how they fade, how much an AI is told."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import ChoiceRow, LevelRow, NumberRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import tr


class MemoriesSection(Section):
    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(icons, "memories", tr("Memories"), "memories", parent)
        fading = self.add_card(
            tr("How confidence fades"),
            tr("A memory that is never used or confirmed slowly counts for less. It is not deleted."),
        )
        curves = (("exponential", tr("Exponential")), ("linear", tr("Linear")))
        fading.add(ChoiceRow(icons, desk, "confidence.policy", curves))
        fading.add(NumberRow(icons, desk, "confidence.grace_days", tr("days")))
        fading.add(LevelRow(icons, desk, "confidence.floor"))
        told = self.add_card(tr("What your AI is told"))
        told.add(NumberRow(icons, desk, "context.max_tokens", tr("tokens"), step=100))
