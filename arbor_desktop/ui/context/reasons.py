"""The chips that filter what is left out by its reason."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from arbor_desktop.ui.components import Chip
from arbor_desktop.ui.components.boxes import FlowLayout, clear
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class ReasonChips(QWidget):
    """`chosen(reason)` when a person chooses one; "" for all."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self._shown: dict[str, int] = {}
        self._chips: dict[str, Chip] = {}
        self._flow = FlowLayout(self, icons.theme.px(6))
        self._group = QButtonGroup(self)
        self.setAccessibleName(tr("Reason"))

    def show_reasons(self, reasons: Mapping[str, int], reason: str) -> None:
        """Offer these reasons with their counts, one of them chosen; none if there is only one."""
        shown = {"": sum(reasons.values())} | dict(reasons) if len(reasons) > 1 else {}
        if shown != self._shown:
            self._shown = shown
            clear(self._flow)
            self._chips = {
                name: Chip(self._icons, name or tr("All"), count=count, parent=self)
                for name, count in shown.items()
            }
            for name, chip in self._chips.items():
                chip.clicked.connect(lambda _on=False, name=name: self.chosen.emit(name))
                self._group.addButton(chip)
                self._flow.addWidget(chip)
                chip.show()
        if reason in self._chips:
            self._chips[reason].setChecked(True)

    def height_for(self, width: int) -> int:
        """Return how high it is at a width; 0 where it offers nothing."""
        return self._flow.heightForWidth(width) if self._chips else 0
