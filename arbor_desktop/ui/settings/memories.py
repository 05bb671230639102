"""Memories: what of a project's holds everywhere."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import SwitchRow, TagsRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import tr


class MemoriesSection(Section):
    key, name, glyph = "memories", "Memories", "memories"

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        everywhere = self.add_card(tr("What holds everywhere"))
        everywhere.add(SwitchRow(icons, desk, "learning.promote"), tr("global promote learning project"))
        everywhere.add(
            TagsRow(icons, desk, "learning.common_technologies", tr("Add technology")),
            tr("global promote learning gotcha"),
        )
