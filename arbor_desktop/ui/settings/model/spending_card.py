"""What a chosen model does beyond reading, and what it may cost."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.ui.components import Button, ProgressBar, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_status.words import money
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.model.reads import Seen
from arbor_desktop.ui.settings.rows import LevelRow, NumberRow, SwitchRow
from arbor_desktop.ui.settings.section import CardBox, Words
from arbor_desktop.ui.settings.words import tr

_BAR = 130


class ModelCard(CardBox):
    """How a model works, whichever it is."""

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(
            icons.theme, tr("With a model"), tr("All this counts only while a model reads."), parent
        )
        self._more = False
        self.refine = SwitchRow(icons, desk, "model.refine")
        self.add(self.refine, tr("judge conflicts summaries"))
        self.batch = SwitchRow(icons, desk, "model.batch")
        self.add(self.batch, tr("price half cost past conversations"))
        self.fall_back = SwitchRow(icons, desk, "extraction.fall_back")
        self.add(self.fall_back, tr("offline rules error"))
        self.least = LevelRow(icons, desk, "extraction.least_confidence", fill="right")
        self.add(self.least, tr("threshold"))
        self.paused = SwitchRow(icons, desk, "model.paused")
        self.add(self.paused, tr("stop rest"))
        self.more_button = Button(icons, tr("More"), variant="link")
        self.more_button.setAccessibleName(tr("More settings of the model"))
        self.more_button.clicked.connect(self._show_more)
        self.more_row = QWidget()
        px = icons.theme.px
        line = QHBoxLayout(self.more_row)
        line.setContentsMargins(px(16), px(8), px(16), px(8))
        line.addWidget(self.more_button)
        line.addStretch(1)
        self.add(self.more_row)
        self.timeout = NumberRow(icons, desk, "model.timeout_seconds", tr("seconds"), step=10)
        self.add(self.timeout, tr("timeout wait"))
        self.filter(())

    def filter(self, words: Words, around: str = "") -> int:
        """As of every card; a search also finds what is folded away."""
        self._fold(searching=bool(words))
        return super().filter(words, around)

    def _fold(self, *, searching: bool = False) -> None:
        self._absent = {self.more_row} if self._more or searching else {self.timeout}

    def _show_more(self) -> None:
        self._more = True
        self.filter(self._words, self._around)
        self.timeout.field.setFocus(Qt.FocusReason.OtherFocusReason)


class SpendingCard(CardBox):
    """What models cost this month, and the limit."""

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, tr("Cost"), "", parent)
        theme = icons.theme
        self.bar = ProgressBar(theme, tr("Spent of this month's budget"))
        self.bar.setFixedWidth(theme.px(_BAR))
        self.spent = SettingRow(theme, tr("Spent this month"), " ", self.bar)
        self.add(self.spent, tr("cost money usage so far"))
        self.budget = NumberRow(icons, desk, "model.monthly_budget", tr("$ a month"), step=1)
        self.add(self.budget, tr("limit dollars money"))
        self.bar.hide()

    def show_seen(self, seen: Seen) -> None:
        """How much of it is gone."""
        self.spent.set_description(spent_words(seen))
        self.bar.setVisible(seen.budget > 0)
        if seen.budget > 0:
            self.bar.set_value(min(round(1000 * seen.spent.cost / seen.budget), 1000), 1000)
            self.bar.setAccessibleDescription(self.spent.description.text())

    def ask_for_budget(self) -> None:
        """The cursor goes into the limit."""
        self.budget.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.budget.field.selectAll()


def spent_words(seen: Seen) -> str:
    """ "$1.24 of $5.00, in 312 calls."."""
    spent = seen.spent
    if not spent.calls:
        said = tr("Nothing was asked of a model this month.")
        return said if seen.budget > 0 else f"{said} {tr('There is no limit.')}"
    calls = tr("1 call") if spent.calls == 1 else tr("%n calls", spent.calls)
    if seen.budget > 0:
        said = tr("{spent} of {budget}, in {calls}.").format(
            spent=money(spent.cost), budget=money(seen.budget), calls=calls
        )
    else:
        said = tr("{spent} in {calls}. There is no limit.").format(spent=money(spent.cost), calls=calls)
    if spent.unpriced:
        said += " " + tr("%n of them have no known price.", spent.unpriced)
    return said
