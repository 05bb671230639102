"""The card of who reads conversations: four ways, of which the chosen one is open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import AskDialog, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.model import reads
from arbor_desktop.ui.settings.model.fields import NoteLine
from arbor_desktop.ui.settings.model.option import ModelOption
from arbor_desktop.ui.settings.model.reads import Option, Seen, Typed, Way
from arbor_desktop.ui.settings.model.words import prices_day, takes_words, used_words, waits_words
from arbor_desktop.ui.settings.section import CardBox, Words, fits, mark, said
from arbor_desktop.ui.settings.words import error_words, tr

if TYPE_CHECKING:
    from arbor_desktop.capture.estimates import Estimate

LOOK_AGAIN_MS, ESTIMATE_AGAIN_MS = 400, 5000
"""While conversations are read, news come many times a second; what is shown follows so often at most."""


class ChoicesCard(CardBox):
    """Choosing opens a way; its button lets it read. `seen(Seen)` when something was looked at anew;
    `undoable(words, bring_back)` after another one reads."""

    seen = Signal(object)
    pointed = Signal(object)
    """A widget that should be in sight: the way that was opened, or the field that the cursor went to."""
    undoable = Signal(str, object)

    def __init__(
        self, icons: Icons, desk: SettingsDesk, clock: Clock = system_clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            icons.theme,
            tr("How memories are found"),
            tr("Pick who reads your conversations. You can switch at any time."),
            parent,
        )
        self._icons, self._desk = icons, desk
        self._open_by_hand = False
        self.dialog: AskDialog | None = None
        self.card.hide()
        px = icons.theme.px
        box = QVBoxLayout()
        box.setSpacing(px(8))
        self._group = QButtonGroup(self)
        self.options = {option: ModelOption(icons, desk, option, clock, self) for option in Option}
        for option, card in self.options.items():
            self._group.addButton(card.radio)
            card.chosen.connect(partial(self._chosen_by_hand, card))
            card.use_wanted.connect(partial(self._use, option))
            card.remove_key_wanted.connect(self.ask_to_remove_key)
            box.addWidget(card)
        self.redacted = NoteLine(
            icons, "eye-off",
            tr("Keys, tokens and passwords are removed before anything is read, in every mode."),
            self, style="small", token="text2",
        )  # fmt: skip
        self.figures = Label(icons.theme, "", "caption", "text3", parent=self)
        self.figures.setWordWrap(True)
        below = QVBoxLayout()
        below.setContentsMargins(0, px(4), 0, 0)
        below.setSpacing(px(6))
        below.addWidget(self.redacted)
        below.addWidget(self.figures)
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
        desk.store_changed.connect(self._changed)

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
            look = partial(reads.look, self._desk.service, self.shown)
            self._desk.ask("settings.model", look, self.show_seen)

    def _ask_estimate(self) -> None:
        if self.window().isVisible():
            ask = partial(reads.estimate, self._desk.service)
            self._desk.ask("settings.model.estimate", ask, self.show_estimate)

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
        batch = bool(self._desk.known.get("model.batch"))
        for option, card in self.options.items():
            card.show_takes(*takes_words(estimate, option, batch=batch))
        self._show_figures()

    def _show_figures(self) -> None:
        parts = [waits_words(self._estimate)]
        if self._now is not None and self._estimate is not None and self._estimate.conversations:
            parts.append(tr("Prices of {date}.").format(date=prices_day(self._now.prices_date)))
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
        card = self.options[option]
        self._desk.do(
            reads.use,
            self._desk.service,
            way,
            typed,
            done=partial(self._used, option),
            failed=lambda error: card.refused(error_words(error)),
        )

    def _used(self, option: Option, before: Way) -> None:
        self._open_by_hand = False
        self.options[option].used()
        self.refresh()
        same = before.option is option
        words = tr("Saved") if same else used_words(option)
        self.undoable.emit(words, partial(self._go_back, before))

    def _go_back(self, before: Way) -> None:
        self._desk.do(
            reads.go_back,
            self._desk.service,
            before,
            done=lambda _: self.refresh(),
            failed=lambda error: self.options[before.option].refused(error_words(error)),
        )

    def ask_to_remove_key(self, address: str = "") -> None:
        """It can't be brought back, so it is asked for first. `address`: whose key, "" is Anthropic."""
        self.dialog = ask = AskDialog(
            self._icons,
            tr("Remove the API key?"),
            (
                tr("Arbor forgets it. It can't be brought back from here."),
                tr("Conversations that a model should read wait until there is a key again."),
            ),
            tr("Remove key"),
            danger=True,
            keep_words=tr("Keep"),
            parent=self.window(),
        )
        ask.confirmed.connect(
            lambda: self._desk.do(
                reads.remove_key,
                self._desk.service,
                address,
                done=lambda _: self._key_removed(ask),
                failed=lambda error: ask.fail(error_words(error)),
            )
        )
        ask.open()

    def _key_removed(self, ask: AskDialog) -> None:
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


_KEYWORDS = "backend model language network cost offline test choose"
