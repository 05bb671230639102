"""What else is known of a memory: its branch, the short form it is shown as, details of no field."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from arbor_desktop.memories import details as core_details
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.memories.details.words import label as called
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme


def further(memory: Memory) -> list[tuple[str, str]]:
    """Name and value of what is known beside the fields and the details of its category; nothing of what is
    not there."""
    rows = [(tr("Shown as"), memory.summary or ""), (tr("Branch"), memory.branch or "")]
    others = core_details.further(memory.details, memory.category)
    if not (core_details.is_empty(others.get("key")) or core_details.is_empty(others.get("value"))):
        rows.append((called("key"), f"{_line(others.pop('key'))} = {_line(others.pop('value'))}"))
    rows += [(called(key), _line(value)) for key, value in others.items()]
    return [(name, value) for name, value in rows if value]


def _line(value: object) -> str:
    return core_details.as_text(value).replace("\n", ", ")


class FurtherFacts(QWidget):
    """Read-only lines under the fields; not there at all where there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[str, str]] = []
        self.labels: list[tuple[Label, Label]] = []
        px = theme.px
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(px(16), 0, px(16), px(12))
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(4))
        self._grid.setColumnMinimumWidth(0, px(72))
        self._grid.setColumnStretch(1, 1)
        self.hide()

    def show_memory(self, memory: Memory) -> None:
        rows = further(memory)
        if rows == self._rows:
            return
        self._rows = rows
        for pair in self.labels:
            for label in pair:
                self._grid.removeWidget(label)
                label.hide()
                label.deleteLater()
        self.labels = [self._add(number, *row) for number, row in enumerate(rows)]
        self.setVisible(bool(rows))

    def _add(self, number: int, name: str, value: str) -> tuple[Label, Label]:
        heading = Label(self._theme, name, "small500", "text3", self)
        words = Label(self._theme, value, "small", "text2", self)
        words.setWordWrap(True)
        words.setAccessibleName(f"{name}: {value}")
        if name == tr("Shown as"):
            words.setToolTip(tr("Lists and your AI get this short form. The whole text stays."))
        self._grid.addWidget(heading, number, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(words, number, 1)
        for label in (heading, words):
            label.show()
        return heading, words
