"""Cards of rows, as the settings are made of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.fields import InlineError
from arbor_desktop.ui.components.labels import ElidedLabel, Hairline, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.theme import Theme


class Card(QFrame):
    """A white box with a hairline edge and round corners."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color("card"), theme.color("border"))


class SectionCard(QWidget):
    """A heading over a card, with words on all of it if it needs any; `add` appends rows, with lines between
    them."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None, *, note: str = "") -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(title)
        self.title = Label(theme, title, "section", parent=self)
        self.card = Card(theme, self)
        self.rows: list[QWidget] = []
        self._lines: list[Hairline] = []
        self._column = vbox(on=self.card, margins=1)
        self.note = Label(theme, note, "small", "text2", parent=self, wrap=True)
        self.note.setVisible(bool(note))
        vbox(self.title, self.note, self.card, on=self, gap=theme.px(8))

    def add(self, row: QWidget) -> QWidget:
        """Appends a row (a SettingRow or anything else) and returns it."""
        line = Hairline(self._theme, parent=self.card)
        line.setVisible(bool(self.rows))
        self._column.addWidget(line)
        self._column.addWidget(row)
        self._lines.append(line)
        self.rows.append(row)
        return row

    def fit_lines(self) -> None:
        """Show a line above each row that is shown, but the first."""
        above = False
        for other, line in zip(self.rows, self._lines, strict=True):
            shown = not other.isHidden()
            line.setVisible(shown and above)
            above = above or shown


class SettingRow(QWidget):
    """A name and a description at left, the control at right; `below` for controls that need the width.

    `one_line`: words that change all the time are cut rather than wrapped, so that nothing below moves away
    from under the mouse.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        description: str = "",
        control: QWidget | None = None,
        *,
        below: QWidget | None = None,
        one_line: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        label = ElidedLabel if one_line else Label
        self.title = label(theme, title, "body500", parent=self)
        self.title.setWordWrap(not one_line)
        self.description = label(theme, description, "small", "text2", parent=self)
        self.description.setWordWrap(not one_line)
        self.description.setVisible(bool(description))
        self.error = InlineError(theme, self)
        self.control = control
        words = vbox(self.title, self.description, self.error)
        if below is not None:
            words.addSpacing(theme.px(5))
            words.addWidget(below)
            self.title.setBuddy(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(11), theme.px(16), theme.px(11))
        row.setSpacing(theme.px(16))
        row.addLayout(words, 1)
        if control is not None:
            row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
            self.title.setBuddy(control)
            if not control.accessibleName():
                control.setAccessibleName(title)
            if description:
                control.setAccessibleDescription(description)

    def set_description(self, text: str) -> None:
        self.description.setText(text)
        self.description.setVisible(bool(text))

    def show_error(self, text: str) -> None:
        """Says what is wrong under the description; an empty text takes it away."""
        self.error.show_error(text)
