"""What the tabs below a memory have in common: a column that is made anew for each memory."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.reads import Detail


class DetailTab(QWidget):
    """Fills itself from a `Detail`; each kind of tab says how in `_fill`."""

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None, *, top: int = 12) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        px = icons.theme.px
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(16), px(top), px(16), px(12))
        self._column.setSpacing(0)
        self._content = QWidget(self)
        self._column.addWidget(self._content)

    def show_detail(self, detail: Detail) -> None:
        self._content.hide()
        self._content.deleteLater()
        self._content = QWidget(self)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._icons.theme.px(8))
        self._fill(column, detail)
        self._column.addWidget(self._content)

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        raise NotImplementedError

    def _say(self, column: QVBoxLayout, words: str) -> None:
        """A sentence in place of what is not there."""
        label = Label(self._icons.theme, words, "body", "text2", parent=self._content)
        label.setWordWrap(True)
        column.addWidget(label)

    def _note(self, column: QVBoxLayout, words: str) -> None:
        """A quiet line below."""
        column.addWidget(Label(self._icons.theme, words, "caption", "text3", parent=self._content))
