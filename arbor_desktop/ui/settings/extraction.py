"""Extraction: who reads conversations, what that may cost, and how far each rule is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.core.clock import Clock, system_clock
from arbor_desktop.ui.components.focus_order import focusable, focusable_before, follow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rules_card import RulesCard
from arbor_desktop.ui.settings.section import Section, Words
from arbor_desktop.ui.settings.words import tr

if TYPE_CHECKING:
    from arbor_desktop.ui.settings.model.choices_card import ChoicesCard
    from arbor_desktop.ui.settings.model.spending_card import ModelCard, SpendingCard


class ExtractionSection(Section):
    """`undoable(words, bring_back)` after something was done that can be taken back. What is about models is
    built when it is first shown or searched: most people never look at it."""

    undoable = Signal(str, object)
    pointed = Signal(object)
    """A widget that should be in sight."""

    def __init__(
        self, icons: Icons, desk: SettingsDesk, clock: Clock = system_clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons, "extraction", tr("Extraction"), "sparkle", parent)
        self._icons, self._desk, self._clock = icons, desk, clock
        self._parts: tuple[ChoicesCard, SpendingCard, ModelCard] | None = None
        self.rules = RulesCard(icons, desk, self)
        self.cards.append(self.rules)
        self._column.addWidget(self.rules)
        self.rules.undoable.connect(self.undoable)

    @property
    def choices(self) -> ChoicesCard:
        """Who reads."""
        return self._built()[0]

    @property
    def spending(self) -> SpendingCard:
        """What it costs."""
        return self._built()[1]

    @property
    def model(self) -> ModelCard:
        """What a model does."""
        return self._built()[2]

    @property
    def is_built(self) -> bool:
        """Whether what is about models was needed yet."""
        return self._parts is not None

    def _built(self) -> tuple[ChoicesCard, SpendingCard, ModelCard]:
        if self._parts is None:
            from arbor_desktop.ui.settings.model.choices_card import ChoicesCard
            from arbor_desktop.ui.settings.model.spending_card import ModelCard, SpendingCard

            choices = ChoicesCard(self._icons, self._desk, self._clock, self)
            spending, model = (
                SpendingCard(self._icons, self._desk, self),
                ModelCard(self._icons, self._desk, self),
            )
            self._parts = choices, spending, model
            self.cards[:0] = self._parts
            for place, card in enumerate(self._parts, 1):  # under the heading, over the rules
                self._column.insertWidget(place, card)
            choices.seen.connect(spending.show_seen)
            choices.undoable.connect(self.undoable)
            choices.pointed.connect(self.pointed)
            follow(
                focusable_before(choices, outside=self), [w for card in self.cards for w in focusable(card)]
            )
            self._desk.read()
        return self._parts

    def filter(self, words: Words) -> int:
        """As of every section; a search goes through what is about models too."""
        if words:
            self._built()
        return super().filter(words)

    def show_model(self, part: str) -> None:
        """Puts the cursor to the "key", the "model" or the "budget"."""
        choices, spending, _ = self._built()
        if part == "budget":
            spending.ask_for_budget()
            self.pointed.emit(spending)
        else:
            choices.show_part(part)

    def refresh(self) -> None:
        """Looks anew at the models, and counts what the rules made."""
        if self._parts is not None and self.isVisible():
            self._parts[0].refresh()
        self.rules.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._built()[0].refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._parts is not None and not event.spontaneous():
            self._parts[0].leave()
