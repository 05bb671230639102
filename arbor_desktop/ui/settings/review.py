"""Review and conflicts: what waits for a yes, what is compared, what may be decided without the person."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import ChoiceRow, LevelRow, SwitchRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import tr


class ReviewSection(Section):
    key, name, glyph = "review", "Review and conflicts", "review"

    def __init__(self, icons: Icons, desk: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        new = self.add_card(
            tr("New memories"), tr("What waits for your yes is not told to your AI until you give it.")
        )
        modes = (
            ("everything", tr("Everything")),
            ("uncertain", tr("Only uncertain")),
            ("nothing", tr("Nothing")),
        )
        new.add(ChoiceRow(icons, desk, "review.mode", modes), tr("pending accept"))
        self.certain = LevelRow(icons, desk, "review.certain_from")
        new.add(self.certain, tr("confidence threshold"))
        self.by_itself = SwitchRow(icons, desk, "review.accept_certain")
        new.add(self.by_itself, tr("automatic"))
        new.add(LevelRow(icons, desk, "review.accept_from"), tr("confidence threshold accept all"))
        both = self.add_card(
            tr("Memories that contradict each other"),
            tr(
                "They are shown side by side, and you choose. Arbor decides nothing unless you allow it here."
            ),
        )
        both.add(SwitchRow(icons, desk, "conflicts.detect"), tr("conflict compare"))
        self.alone = SwitchRow(icons, desk, "conflicts.auto_resolve")
        both.add(self.alone, tr("automatic resolve conflict"))
        self.clear = LevelRow(icons, desk, "conflicts.auto_resolve_from")
        both.add(self.clear, tr("effective confidence threshold automatic resolve"))
        desk.values.connect(self._values_came)
        self._values_came(desk.known)

    def _values_came(self, values: dict[str, Any]) -> None:
        if "review.mode" in values:
            # The threshold says nothing where all or none wait.
            self.certain.setEnabled(values["review.mode"] == "uncertain")
            self.by_itself.setEnabled(values["review.mode"] != "nothing")
        if "conflicts.detect" in values and "conflicts.auto_resolve" in values:
            self.alone.setEnabled(values["conflicts.detect"])
            self.clear.setEnabled(values["conflicts.detect"] and values["conflicts.auto_resolve"])
