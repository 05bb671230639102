"""Details as they are read: a name and what stands there, nothing of what is empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from arbor_desktop.memories.details import FIELDS, Shape, as_text, is_empty
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.flow import FlowLayout
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.memories.details.words import label
from arbor_desktop.ui.memories.words import tr
from arbor_desktop.ui.theme import Theme

_MOST_LINES = 14


@dataclass(frozen=True, slots=True)
class Row:
    """A name and a value; `code` and `chips` say how that is set, else as text, an entry a line."""

    name: str
    value: str
    code: bool = False
    chips: tuple[str, ...] = ()
    known: bool = False
    """The memory's text says so already."""


def rows_of(memory: Memory) -> list[Row]:
    """What the fields of the category hold, in their order."""
    details: dict[str, Any] = memory.details
    rows: list[Row] = []
    for field in FIELDS[memory.category]:
        value = details.get(field.key)
        if is_empty(value):
            continue
        if field.key == "value" and "key" in details:
            continue  # said together with what it sets
        if field.key == "key" and not is_empty(details.get("value")):
            rows.append(Row(label("key"), f"{as_text(value)} = {as_text(details['value'])}"))
        elif field.key == "occurrences" and isinstance(value, int):
            rows.append(Row(label("occurrences"), tr("once") if value == 1 else tr("%n times", value)))
        elif field.shape is Shape.GLOBS and isinstance(value, list):
            globs = tuple(as_text(one) for one in value)
            rows.append(Row(label(field.key), ", ".join(globs), chips=globs))
        elif isinstance(value, list) and len(value) > 1:
            lines = [f"• {as_text(one)}" for one in value]
            rows.append(Row(label(field.key), "\n".join(lines)))
        else:
            said = as_text(value)
            known = _plain(said) in _plain(memory.content)
            rows.append(Row(label(field.key), said, code=field.shape is Shape.CODE, known=known))
    return rows


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


class DetailRows(QWidget):
    """Two columns, read only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[Row] = []
        self._shown: list[QWidget] = []
        px = theme.px
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(6))
        self._grid.setColumnMinimumWidth(0, px(72))
        self._grid.setColumnStretch(1, 1)

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def show_rows(self, rows: Sequence[Row]) -> None:
        if list(rows) == self._rows:
            return
        for widget in self._shown:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._rows, self._shown = list(rows), []
        for number, row in enumerate(rows):
            name = Label(self._theme, row.name, "small500", "text3", self)
            # Its line is as high as that of the value beside it.
            name.setContentsMargins(0, self._theme.px(2), 0, 0)
            value = self._value(row)
            value.setAccessibleName(f"{row.name}: {row.value}")
            self._grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, number, 1)
            self._shown += [name, value]
            name.show()
            value.show()

    def _value(self, row: Row) -> QWidget:
        if row.chips:
            return _Chips(self._theme, row.chips, self)
        if row.code:
            return _Code(self._theme, row.value, self)
        words = Label(self._theme, row.value, "body", "text2" if row.known else "text", self)
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        return words


class _Code(QWidget):
    """Code in a sunken box, its beginning if it is long; lines that are too long go on in the next."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        px = theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(10), px(6), px(10), px(6))
        lines = text.expandtabs(4).split("\n")
        if (more := len(lines) - _MOST_LINES) > 1:
            lines = [*lines[:_MOST_LINES], tr("… and %n more lines", more)]
        words = Label(theme, "\n".join(lines), "mono", "text", self)
        words.setWordWrap(True)
        column.addWidget(words)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(6), theme.color("sunken"), theme.color("border"))


class _Chips(QWidget):
    def __init__(self, theme: Theme, texts: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, theme.px(6), theme.px(6))
        for text in texts:
            flow.addWidget(_Chip(theme, text, self))


class _Chip(Label):
    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(theme, text, "mono_small", "text2", parent)
        self.setContentsMargins(theme.px(8), theme.px(2), theme.px(8), theme.px(2))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        rounded(painter, self.rect(), theme.px(4), theme.color("sunken"), theme.color("border"))
        painter.end()
        super().paintEvent(event)
