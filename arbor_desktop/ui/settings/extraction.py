"""Extraction: how memories are found, and how far each rule is trusted."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components import Badge, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rules_card import RulesCard
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import tr


class ExtractionSection(Section):
    """`undoable(words, bring_back)` after something was done that can be taken back."""

    undoable = Signal(str, object)

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(icons, "extraction", tr("Extraction"), "sparkle", parent)
        self._add_backend(icons)
        self.rules = RulesCard(icons, desk, self)
        self.cards.append(self.rules)
        self._column.addWidget(self.rules)
        self.rules.undoable.connect(self.undoable)

    def _add_backend(self, icons: Icons) -> None:
        card = self.add_card(tr("How memories are found"))
        card.add(
            SettingRow(
                icons.theme,
                tr("Offline, on this computer"),
                tr("Arbor reads what was said sentence by sentence and keeps what lasts: instructions, "
                   "preferences, facts, decisions, causes of problems. Nothing is sent anywhere, it costs "
                   "nothing, and the same words always give the same memories."),
                Badge(icons, tr("Ready"), "ok", icon="check"),
            ),
            tr("backend offline model network cost"),
        )  # fmt: skip
        card.add(
            SettingRow(
                icons.theme,
                tr("What it can't do"),
                tr("It understands English only, and only what is said outright. What has to be read "
                   "between the lines is left out; where it is unsure, it keeps nothing rather than guess."),
            ),
            tr("language limits"),
        )  # fmt: skip

    def refresh(self) -> None:
        """Counts anew what the rules made."""
        self.rules.refresh()
