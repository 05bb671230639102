"""Reading: how conversations are read, what that may cost, and how far each rule is trusted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import AskDialog, Label, ProgressBar, SettingRow
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_status.words import money
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, Section, Words, fits, mark, said
from arbor_desktop.ui.setting_rows.rows import NumberRow, SettingsController
from arbor_desktop.ui.settings.reading import model
from arbor_desktop.ui.settings.reading.fields import NoteLine
from arbor_desktop.ui.settings.reading.model import Option, Seen, Typed, Way
from arbor_desktop.ui.settings.reading.option import ModelOption
from arbor_desktop.ui.settings.reading.rules import RulesCard
from arbor_desktop.ui.settings.reading.words import prices_day, takes_words, used_words, waits_words
from arbor_desktop.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from arbor_desktop.capture.estimates import Estimate

LOOK_AGAIN_MS, ESTIMATE_AGAIN_MS = 400, 5000
"""While conversations are read, news come many times a second; what is shown follows so often at most."""
_BAR = 130


class ReadingSection(Section):
    """How conversations are read, what that may cost, and how far each rule is trusted.

    `undoable(words, bring_back)` after something was done that can be undone; `pointed(widget)` is to be in
    sight.
    """

    key, name, glyph = "reading", QT_TR_NOOP("Reading"), "sparkle"
    groups = (
        Group(
            QT_TR_NOOP("Model"),
            (
                "model.refine",
                "model.batch",
                "extraction.fall_back",
                "extraction.least_confidence",
                "model.paused",
                "model.timeout_seconds",
            ),
            QT_TR_NOOP("These settings apply only when you use a model."),
            advanced=True,
        ),
    )

    undoable = Signal(str, object)
    pointed = Signal(object)

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock = system_clock) -> None:
        self._clock = clock
        super().__init__(icons, settings)

    def build(self) -> None:
        self.choices = self.add(ChoicesCard(self._icons, self._settings, self._clock, self))
        self.spending = self.add(SpendingCard(self._icons, self._settings, self))
        super().build()
        self.rules = self.add(RulesCard(self._icons, self._settings, self), advanced=True)
        self.choices.seen.connect(self.spending.show_seen)
        self.choices.undoable.connect(self.undoable)
        self.choices.pointed.connect(self.pointed)
        self.rules.undoable.connect(self.undoable)

    def show_model(self, part: str) -> None:
        """Put the cursor to the "key", the "model" or the "budget"."""
        if part == "budget":
            self.spending.ask_for_budget()
            self.pointed.emit(self.spending)
        else:
            self.choices.show_part(part)

    def refresh(self) -> None:
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


class ChoicesCard(CardBox):
    """Choosing opens a way; its button lets it read. `seen(Seen)` when something was looked at anew;
    `undoable(words, bring_back)` after another one reads."""

    seen = Signal(object)
    pointed = Signal(object)
    """A widget that should be in sight: the way that was opened, or the field that the cursor went to."""
    undoable = Signal(str, object)

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        clock: Clock = system_clock,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            icons.theme,
            tr("How memories are found"),
            tr("Choose how conversations are read. You can switch at any time."),
            parent,
        )
        self._icons, self._settings = icons, settings
        self._open_by_hand = False
        self.dialog: AskDialog | None = None
        self.card.hide()
        px = icons.theme.px
        box = vbox(gap=px(8))
        self._group = QButtonGroup(self)
        self.options = {option: ModelOption(icons, settings, option, clock, self) for option in Option}
        for option, card in self.options.items():
            self._group.addButton(card.radio)
            card.chosen.connect(partial(self._chosen_by_hand, card))
            card.use_wanted.connect(partial(self._use, option))
            card.remove_key_wanted.connect(self.ask_to_remove_key)
            box.addWidget(card)
        self.redacted = NoteLine(
            icons, "eye-off",
            tr("Whichever option you choose, Arbor first removes keys, tokens and passwords from "
                "conversations."),
            self, style="small", token="text2",
        )  # fmt: skip
        self.figures = Label(icons.theme, "", "caption", "text3", parent=self, wrap=True)
        below = vbox(self.redacted, self.figures, margins=(0, px(4), 0, 0), gap=px(6))
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.addLayout(box)
            column.addLayout(below)
        self._estimate: Estimate | None = None
        self._now: Seen | None = None
        self._wanted: str | None = None
        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._look)
        self._later = QTimer(self, singleShot=True, interval=ESTIMATE_AGAIN_MS)
        self._later.timeout.connect(self._ask_estimate)
        settings.store_changed.connect(self._changed)

    @property
    def shown(self) -> Option | None:
        """The way that is open."""
        return next((option for option, card in self.options.items() if card.is_open), None)

    def open(self, option: Option) -> None:
        """Opens one, as by hand."""
        self.options[option].radio.click()

    def show_part(self, part: str) -> None:
        """Puts the cursor into the key, the address or the model of the way that is in use, as soon as that
        is known."""
        if self._now is None:
            self._wanted = part
            return
        way = self._now.way.option
        option = Option.ANTHROPIC if part == "key" and way is not Option.SERVER else way
        if option is not Option.OFFLINE:
            self.open(option)
            self.options[option].focus_on(part)
            self.pointed.emit(self.options[option])

    # Looking

    def refresh(self) -> None:
        """Looks anew at what is set, what there is, and what reading would take."""
        self._look()
        self._ask_estimate()

    def _look(self) -> None:
        if self.window().isVisible():
            self._settings.start(self._read())

    async def _read(self) -> None:
        self.show_seen(await self._settings.ask("model", model.look, self._settings.service, self.shown))

    def _ask_estimate(self) -> None:
        if self.window().isVisible():
            self._settings.start(self._read_estimate())

    async def _read_estimate(self) -> None:
        self.show_estimate(await self._settings.ask("estimate", model.estimate, self._settings.service))

    def show_seen(self, seen: Seen) -> None:
        """Shows it; the way in use is opened unless the person opened another one."""
        self._now = seen
        for card in self.options.values():
            card.show_seen(seen)
        if not self._open_by_hand or self.shown is None:
            self.options[seen.way.option].radio.setChecked(True)
        self._show_figures()
        self.seen.emit(seen)
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.show_part(wanted)

    def show_estimate(self, estimate: Estimate | None) -> None:
        """What reading all that waits would take, beside each way."""
        self._estimate = estimate
        batch = bool(self._settings.known.get("model.batch"))
        for option, card in self.options.items():
            card.show_takes(*takes_words(estimate, option, batch=batch))
        self._show_figures()

    def _show_figures(self) -> None:
        parts = [waits_words(self._estimate)]
        if self._now is not None and self._estimate is not None and self._estimate.conversations:
            parts.append(tr("Prices as of {date}.").format(date=prices_day(self._now.prices_date)))
        self.figures.setText(" ".join(part for part in parts if part))
        self.figures.setVisible(bool(self.figures.text()))

    def _changed(self, changes: Changes) -> None:
        if not (changes.status or changes.settings) or not self.isVisible():
            return
        for timer in (self._soon, self._later):
            if not timer.isActive():
                timer.start()

    def leave(self) -> None:
        """The page was left: who comes back finds the way in use open."""
        self._open_by_hand = False

    def _chosen_by_hand(self, card: ModelOption) -> None:
        self._open_by_hand = True
        self.pointed.emit(card)
        self._look()

    # Doing

    def _use(self, option: Option, way: Way, typed: Typed) -> None:
        self._settings.try_to(self._use_it(option, way, typed), self.options[option].refused)

    async def _use_it(self, option: Option, way: Way, typed: Typed) -> None:
        before: Way = await self._settings.change(model.use, self._settings.service, way, typed)
        self._open_by_hand = False
        self.options[option].used()
        self.refresh()
        words = tr("Saved") if before.option is option else used_words(option)
        self.undoable.emit(words, partial(self._go_back, before))

    def _go_back(self, before: Way) -> None:
        self._settings.try_to(self._set_back(before), self.options[before.option].refused)

    async def _set_back(self, before: Way) -> None:
        await self._settings.change(model.go_back, self._settings.service, before)
        self.refresh()

    def ask_to_remove_key(self, address: str = "") -> None:
        """Ask first: it can't be brought back. `address`: whose key, "" is Anthropic."""
        self.dialog = ask = AskDialog(
            self._icons,
            tr("Remove the API key?"),
            (
                tr("Arbor deletes the key. You can't undo this."),
                tr("Arbor can't read conversations with this model until you add a key again."),
            ),
            tr("Remove key"),
            danger=True,
            keep_words=tr("Keep"),
            parent=self.window(),
        )
        ask.confirmed.connect(lambda: self._settings.try_to(self._remove_key(address, ask), ask.fail))
        ask.open()

    async def _remove_key(self, address: str, ask: AskDialog) -> None:
        await self._settings.change(model.remove_key, self._settings.service, address)
        ask.finish()
        self.refresh()

    # Searching

    def filter(self, words: Words, around: str = "") -> int:
        """Shows the ways that hold all the words."""
        self._words, self._around = words, around
        heading = f"{around} {self.title.text()} {self.note.text()} {tr(_KEYWORDS)}"
        count = 0
        for card in self.options.values():
            found = fits(f"{heading} {said(card)}", words)
            card.setVisible(found)
            mark(card, words if found else ())
            count += found
        for label in (self.title, self.note):
            label.set_marks(words)
        self.setVisible(count > 0)
        return count


_KEYWORDS = QT_TR_NOOP("backend model language network cost offline test choose")


class SpendingCard(CardBox):
    """What models cost this month, and the limit."""

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, tr("Cost"), "", parent)
        theme = icons.theme
        self.bar = ProgressBar(theme, tr("Share of this month's budget spent"))
        self.bar.setFixedWidth(theme.px(_BAR))
        self.spent = SettingRow(theme, tr("Spent this month"), " ", self.bar)
        self.add(self.spent, tr("cost money usage so far"))
        self.budget = NumberRow(icons, settings, "model.monthly_budget")
        self.add(self.budget, tr(self.budget.setting.keywords))
        self.bar.hide()

    def show_seen(self, seen: Seen) -> None:
        """Show how much is spent."""
        self.spent.set_description(spent_words(seen))
        self.bar.setVisible(seen.budget > 0)
        if seen.budget > 0:
            self.bar.set_value(min(round(1000 * seen.spent.cost / seen.budget), 1000), 1000)
            self.bar.setAccessibleDescription(self.spent.description.text())

    def ask_for_budget(self) -> None:
        """Put the cursor into the limit."""
        self.budget.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.budget.field.selectAll()


def spent_words(seen: Seen) -> str:
    """ "$1.24 of $5.00, in 312 calls."."""
    spent = seen.spent
    if not spent.calls:
        said = tr("No spending this month.")
        return said if seen.budget > 0 else f"{said} {tr('No monthly budget is set.')}"
    calls = tr("%n calls", None, spent.calls)
    if seen.budget > 0:
        said = tr("{spent} of {budget} in {calls}.").format(
            spent=money(spent.cost), budget=money(seen.budget), calls=calls
        )
    else:
        said = tr("{spent} in {calls}. No monthly budget is set.").format(
            spent=money(spent.cost), calls=calls
        )
    if spent.unpriced:
        said += " " + tr("The price of %n model calls is unknown.", None, spent.unpriced)
    return said
