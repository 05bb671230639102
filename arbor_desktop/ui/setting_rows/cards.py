"""Sections of cards, what is folded away under "Advanced", and how a search goes through their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.ui.components import (
    Button,
    EmptyState,
    Hairline,
    InlineError,
    Label,
    SectionCard,
    SettingRow,
)
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.keyboard import focusable, focusable_before, follow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.rows import BoundRow, SettingsController, row_for
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

Words = Sequence[str]
Values = Mapping[str, Any]
Card = TypeVar("Card", bound="CardBox")


def split_words(query: str) -> tuple[str, ...]:
    """Return the words that must all occur."""
    return tuple(query.casefold().split())


def mark(row: QWidget, words: Words) -> None:
    """Mark the words wherever a row says them."""
    for label in row.findChildren(Label):
        label.set_marks(words)


def said(row: QWidget) -> str:
    """Return all that can be read in a row."""
    parts = [label.text() for label in row.findChildren(Label)]
    return " ".join([*parts, row.accessibleName()])


class StartRow(QWidget):
    """What a card is for, with a picture and at most two actions, where nothing is set up yet."""

    def __init__(self, icons: Icons, kind: str, title: str, text: str, actions: tuple[Button, ...]) -> None:
        super().__init__()
        self.error = InlineError(icons.theme)
        self.error.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        vbox(
            EmptyState(icons, kind, title, text, actions=actions),
            self.error,
            on=self,
            margins=icons.theme.px(16),
        )

    def show_error(self, words: str) -> None:
        self.error.show_error(words)


class RowList(QWidget):
    """Rows that come and go within one place of a card, with lines between them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[QWidget] = []
        self._lines: list[Hairline] = []
        self._column = vbox(on=self)

    def set_rows(self, rows: Sequence[QWidget]) -> None:
        """Show exactly these, in this order; those that are not among them are freed."""
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
        """Show the rows that hold all the words, in their own text or `around` them. Return how many."""
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
        super().__init__(theme, title, parent, note=note)
        self._keywords: dict[QWidget, str] = {}
        self._absent: set[QWidget] = set()
        self._words: Words = ()
        self._around = ""

    def add(self, row: QWidget, keywords: str = "") -> QWidget:
        """Append a row. `keywords` are found too, though they are not shown."""
        super().add(row)
        self._keywords[row] = keywords
        return row

    def set_present(self, row: QWidget, present: bool) -> None:
        """Say whether a row exists at all, whatever is searched for."""
        (self._absent.discard if present else self._absent.add)(row)
        self.filter(self._words, self._around)

    def filter(self, words: Words, around: str = "") -> int:
        """Show what holds all the words; `around` is what is said of the card itself. Return how many."""
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


@dataclass(frozen=True, slots=True)
class Group:
    """A card of plain settings, before translation."""

    title: str
    keys: tuple[str, ...]
    note: str = ""
    advanced: bool = False


class Section(QWidget):
    """One entry of the list at left, with its cards. `heading` shows while several are shown together.

    Subclasses give `groups`, or override `build`; and `enabled` where some settings depend on others.
    """

    key: str
    name: str
    """Its title, before translation."""
    glyph: str
    groups: tuple[Group, ...] = ()

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._settings = icons, icons.theme, settings
        self.title = tr(self.name)
        self.cards: list[CardBox] = []
        self.setting_rows: dict[str, BoundRow] = {}
        """The rows of declared settings, by key."""
        self.setAccessibleName(self.title)
        self.heading = Label(icons.theme, self.title, "title", parent=self)
        self.heading.hide()
        self.advanced_button: Button | None = None
        self._advanced: QWidget | None = None
        self._unfolded = self._searching = False
        self._column = vbox(self.heading, on=self, gap=icons.theme.px(16))
        self.build()
        settings.values.connect(self._fit_enabled)
        self._fit_enabled()

    def build(self) -> None:
        """Add the cards, the advanced ones last."""
        for group in self.groups:
            self.add_group(group)

    def add_group(self, group: Group) -> CardBox:
        """Append a card of plain settings."""
        title, note = tr(group.title), tr(group.note) if group.note else ""
        card = self.add(CardBox(self._theme, title, note, self), advanced=group.advanced)
        self.add_settings(card, group.keys)
        return card

    def add_settings(self, card: CardBox, keys: Sequence[str]) -> None:
        """Append the rows of plain settings to a card."""
        for key in keys:
            self.add_setting(card, row_for(self._icons, self._settings, key))

    def add_setting(self, card: CardBox, row: BoundRow) -> None:
        """Append the row of a setting to a card."""
        self.setting_rows[row.key] = row
        card.add(row, tr(row.setting.keywords) if row.setting.keywords else "")

    def add(self, card: Card, *, advanced: bool = False) -> Card:
        """Append a card; the advanced ones come last, and are folded away."""
        self.cards.append(card)
        if not advanced:
            self._column.addWidget(card)
            return card
        below = self._advanced.layout() if self._advanced is not None else self._add_advanced()
        if below is not None:
            below.addWidget(card)
        return card

    def _add_advanced(self) -> QVBoxLayout:
        self.advanced_button = Button(
            self._icons, tr("Advanced"), variant="link", icon="chevron-right", parent=self
        )
        self.advanced_button.clicked.connect(lambda: self.unfold(not self._unfolded))
        self._advanced = QWidget(self)
        self._advanced.hide()
        below = vbox(on=self._advanced, gap=self._theme.px(16))
        self._column.addWidget(self.advanced_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._advanced)
        return below

    def unfold(self, wanted: bool = True) -> None:
        """Show the advanced settings, or hide them."""
        self._unfolded = wanted
        self._show_advanced()

    def _show_advanced(self) -> None:
        if self._advanced is None or self.advanced_button is None:
            return
        self._advanced.setVisible(self._unfolded or self._searching)
        self.advanced_button.setVisible(not self._searching)
        self.advanced_button.set_glyph("chevron-down" if self._unfolded else "chevron-right")
        state = tr("shown") if self._unfolded else tr("hidden")
        self.advanced_button.setAccessibleDescription(state)

    def _fit_enabled(self) -> None:
        """Disable what means nothing at the moment."""
        for key, on in self.enabled(self._settings.known).items():
            self.setting_rows[key].setEnabled(on)

    def enabled(self, values: Values) -> dict[str, bool]:
        """Return which settings mean something, by the values of all settings; those not named always do."""
        return {}

    def filter(self, words: Words) -> int:
        """Show what holds all the words, advanced settings too. Return how many rows."""
        self._searching = bool(words)
        self.heading.setVisible(self._searching)
        self.heading.set_marks(words)
        self._show_advanced()
        return sum(card.filter(words, self.title) for card in self.cards)

    def refresh(self) -> None:
        """Read again what is kept outside the settings."""

    def rows(self) -> list[SettingRow]:
        """Return all rows with a title, whether or not they are shown."""
        return self.findChildren(SettingRow)


def fits(text: str, words: Words) -> bool:
    """Return whether a text holds all the words."""
    folded = text.casefold()
    return all(word in folded for word in words)
