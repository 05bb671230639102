"""Why a search found the memory that is shown: one quiet line above its words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.ui.components import ElidedLabel
from arbor_desktop.ui.memories.hint_line import short
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_LONGEST = 40


def reasons_in_words(reasons: Sequence[str]) -> str:
    """`says deploy, friday · recent`."""
    return " · ".join(reasons)


class FoundLine(QWidget):
    """There while there is a search, so that nothing moves when the reasons come; gone without one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme.px
        self.label = ElidedLabel(theme, "", "caption", "text3", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), 0, px(16), px(6))
        row.addWidget(self.label)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_found(self, words: str, reasons: Sequence[str] = ()) -> None:
        """`words`: what was searched for; nothing: it does not come from a search."""
        said = f"{tr('Found for')} “{short(words, _LONGEST)}”"
        if reasons:
            said += f": {reasons_in_words(reasons)}"
        self.label.setText(said)
        self.setVisible(bool(words))
