"""What else is known of a memory: its branch, what its category adds, the summary it is shown by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from arbor_desktop.core.memory import Memory
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_AMONG_FIELDS = ("condition",)
"""Details that have a field of their own."""


def further(memory: Memory) -> list[tuple[str, str]]:
    """Name and value of what is known beside the fields; nothing of what is not there."""
    rows = [(tr("Summary"), memory.summary or ""), (tr("Branch"), memory.branch or "")]
    details: Mapping[str, Any] = memory.details
    if "key" in details and "value" in details:
        rows.append((tr("Sets"), f"{details['key']} = {_said(details['value'])}"))
        details = {name: value for name, value in details.items() if name not in ("key", "value")}
    rows += [(_name(key), _said(value)) for key, value in details.items() if key not in _AMONG_FIELDS]
    return [(name, value) for name, value in rows if value]


def _name(key: str) -> str:
    known = {
        "alternatives": tr("Alternatives"),
        "applies_to": tr("Applies to"),
        "context": tr("Context"),
        "fix": tr("Fix"),
        "pattern": tr("Cause"),
        "problem": tr("Problem"),
        "rationale": tr("Why"),
        "trade_offs": tr("Trade-offs"),
    }
    return known.get(key) or key.replace("_", " ").capitalize()


def _said(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_said(each) for each in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_said(each)}" for key, each in value.items())
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return "" if value is None else str(value)


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
        self._grid.addWidget(heading, number, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(words, number, 1)
        for label in (heading, words):
            label.show()
        return heading, words
