"""Sections of cards, and how a search goes through their rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.ui.components import Hairline, Label, SectionCard, SettingRow
from arbor_desktop.ui.components.keyboard import focusable, focusable_before, follow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.words import tr
from arbor_desktop.ui.theme import Theme

Words = Sequence[str]


def split_words(query: str) -> tuple[str, ...]:
    """What is searched for: words that must all occur."""
    return tuple(query.casefold().split())


def mark(row: QWidget, words: Words) -> None:
    """Marks the words wherever a row says them."""
    for label in row.findChildren(Label):
        label.set_marks(words)


def said(row: QWidget) -> str:
    """All that can be read in a row."""
    parts = [label.text() for label in row.findChildren(Label)]
    return " ".join([*parts, row.accessibleName()])


class RowList(QWidget):
    """Rows that come and go within one place of a card, with lines between them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[QWidget] = []
        self._lines: list[Hairline] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def set_rows(self, rows: Sequence[QWidget]) -> None:
        """Shows exactly these, in this order; those that are not among them are freed."""
        for row in self.rows:
            self._column.removeWidget(row)
            if row not in rows:
                row.hide()
                row.deleteLater()
        for line in self._lines:
            self._column.removeWidget(line)
            line.deleteLater()
        self.rows, self._lines = list(rows), []
        for row in rows:
            line = Hairline(self._theme, parent=self)
            self._lines.append(line)
            self._column.addWidget(line)
            self._column.addWidget(row)
            row.show()
        self._fit_lines()
        self._order_focus()

    def _order_focus(self) -> None:
        """Tab goes through the rows as they are seen: a new one would come last in the whole page."""
        inner = [widget for row in self.rows for widget in focusable(row)]
        follow(self._before() or focusable_before(self, outside=self), inner)

    def _before(self) -> QWidget | None:
        """Return what has the focus last in the section's rows above."""
        section = self.parentWidget()
        while section is not None and not isinstance(section, Section):
            section = section.parentWidget()
        rows = [row for card in section.cards for row in card.rows] if section is not None else []
        above = [widget for row in takewhile(lambda row: row is not self, rows) for widget in focusable(row)]
        return above[-1] if above else None

    def filter(self, words: Words, around: str) -> int:
        """Shows the rows that hold all the words, in their own text or `around` them. Answers how many."""
        count = 0
        for row in self.rows:
            found = not words or fits(f"{around} {said(row)}", words)
            row.setVisible(found)
            mark(row, words if found else ())
            count += found
        self._fit_lines()
        return count

    def _fit_lines(self) -> None:
        above = False
        for row, line in zip(self.rows, self._lines, strict=True):
            shown = not row.isHidden()
            line.setVisible(shown and above)
            above = above or shown


class CardBox(SectionCard):
    """A heading, perhaps a sentence, and a card of rows that can be searched."""

    def __init__(self, theme: Theme, title: str, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, title, parent)
        self._keywords: dict[QWidget, str] = {}
        self._absent: set[QWidget] = set()
        self._words: Words = ()
        self._around = ""
        self.note = Label(theme, note, "small", "text2", parent=self)
        self.note.setWordWrap(True)
        self.note.setVisible(bool(note))
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.insertWidget(1, self.note)

    def add(self, row: QWidget, keywords: str = "") -> QWidget:
        """Appends a row. `keywords` are found too, though they are not shown."""
        super().add(row)
        self._keywords[row] = keywords
        return row

    def set_present(self, row: QWidget, present: bool) -> None:
        """Whether a row exists at all, whatever is searched for."""
        (self._absent.discard if present else self._absent.add)(row)
        self.filter(self._words, self._around)

    def filter(self, words: Words, around: str = "") -> int:
        """Shows what holds all the words; `around` is what is said of the card itself. Answers how many."""
        self._words, self._around = words, around
        heading = f"{around} {self.title.text()} {self.note.text()}"
        count = 0
        for row in self.rows:
            count += self._filter_row(row, words, heading)
        self.fit_lines()
        for label in (self.title, self.note):
            label.set_marks(words)
        self.setVisible(count > 0)
        return count

    def _filter_row(self, row: QWidget, words: Words, heading: str) -> int:
        if row in self._absent:
            row.setVisible(False)
            return 0
        around = f"{heading} {self._keywords[row]}"
        if isinstance(row, RowList):
            found = row.filter(words, around)
            row.setVisible(bool(found))
            return found
        found = not words or fits(f"{around} {said(row)}", words)
        row.setVisible(found)
        mark(row, words if found else ())
        return int(found)


class Section(QWidget):
    """One entry of the list at left, with its cards. `heading` shows while several are shown together."""

    key: str
    name: str
    """Its title, before translation."""
    glyph: str

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        self.title = tr(self.name)
        self.cards: list[CardBox] = []
        self.setAccessibleName(self.title)
        self.heading = Label(icons.theme, self.title, "title", parent=self)
        self.heading.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(icons.theme.px(16))
        self._column.addWidget(self.heading)

    def add_card(self, title: str, note: str = "") -> CardBox:
        """A new card under the others."""
        card = CardBox(self._theme, title, note, self)
        self.cards.append(card)
        self._column.addWidget(card)
        return card

    def filter(self, words: Words) -> int:
        """Shows what holds all the words. Answers how many rows."""
        self.heading.setVisible(bool(words))
        self.heading.set_marks(words)
        return sum(card.filter(words, self.title) for card in self.cards)

    def refresh(self) -> None:
        """Read again what is kept outside the settings."""

    def rows(self) -> list[SettingRow]:
        """All rows with a title, whether or not they are shown."""
        return self.findChildren(SettingRow)


def fits(text: str, words: Words) -> bool:
    """Whether a text holds all the words."""
    folded = text.casefold()
    return all(word in folded for word in words)
