"""Extraction: who reads conversations, what that may cost, and how far each rule is trusted."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.model.choices_card import ChoicesCard
from arbor_desktop.ui.settings.model.spending_card import ModelCard, SpendingCard
from arbor_desktop.ui.settings.rules_card import RulesCard
from arbor_desktop.ui.settings.section import Section


class ExtractionSection(Section):
    """`undoable(words, bring_back)` after something was done that can be taken back."""

    key, name, glyph = "extraction", "Extraction", "sparkle"

    undoable = Signal(str, object)
    pointed = Signal(object)
    """A widget that should be in sight."""

    def __init__(
        self, icons: Icons, desk: SettingsDesk, clock: Clock = system_clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons, parent)
        self.choices = ChoicesCard(icons, desk, clock, self)
        self.spending = SpendingCard(icons, desk, self)
        self.model = ModelCard(icons, desk, self)
        self.rules = RulesCard(icons, desk, self)
        for card in (self.choices, self.spending, self.model, self.rules):
            self.cards.append(card)
            self._column.addWidget(card)
        self.choices.seen.connect(self.spending.show_seen)
        self.choices.undoable.connect(self.undoable)
        self.choices.pointed.connect(self.pointed)
        self.rules.undoable.connect(self.undoable)

    def show_model(self, part: str) -> None:
        """Puts the cursor to the "key", the "model" or the "budget"."""
        if part == "budget":
            self.spending.ask_for_budget()
            self.pointed.emit(self.spending)
        else:
            self.choices.show_part(part)

    def refresh(self) -> None:
        """Looks anew at the models, and counts what the rules made."""
        if self.isVisible():
            self.choices.refresh()
        self.rules.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.choices.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.choices.leave()
