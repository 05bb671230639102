"""Surfaces: cards, bars, popups and notices; and cards of rows, as the settings are made of."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.buttons import Button, IconButton
from arbor_desktop.ui.components.fields import InlineError
from arbor_desktop.ui.components.labels import ElidedLabel, Hairline, Label
from arbor_desktop.ui.components.painting import paint_letters, rounded, rounded_region
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr


class Card(QFrame):
    """A box with a hairline edge and round corners."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        radius: float = 8,
        fill: str = "card",
        edge: str = "border",
        flags: Qt.WindowType = Qt.WindowType.Widget,
    ) -> None:
        """`fill` and `edge` are colours of the theme."""
        super().__init__(parent, flags)
        self._theme, self._surface = theme, (radius, fill, edge)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, (radius, fill, edge) = self._theme, self._surface
        rounded(QPainter(self), self.rect(), theme.px(radius), theme.color(fill), theme.color(edge))


class PopupFrame(Card):
    """A card over the window, closed by a click elsewhere."""

    def __init__(self, theme: Theme, parent: QWidget | None, *, radius: float = 8) -> None:
        flags = Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint
        super().__init__(theme, parent, radius=radius, edge="borderStrong", flags=flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMask(rounded_region(self.size(), self._theme.px(self._surface[0])))

    def place(self, corner: QPoint, size: QSize) -> None:
        """Put its lower left corner there, but keep all of it on the screen."""
        screen = QGuiApplication.screenAt(corner) or QGuiApplication.primaryScreen()
        area = screen.availableGeometry()
        size = size.boundedTo(area.size())
        x = max(area.left(), min(corner.x(), area.right() - size.width() + 1))
        y = max(area.top(), min(corner.y() - size.height(), area.bottom() - size.height() + 1))
        self.setGeometry(QRect(QPoint(x, y), size))


class Bar(QFrame):
    """A strip of the window with a line at its edge: "bottom", "top" or "right"."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, fill: str = "", line: str = "bottom"
    ) -> None:
        super().__init__(parent)
        self._theme, self._surface = theme, (fill, line)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, box = QPainter(self), self.rect()
        fill, line = self._surface
        if fill:
            painter.fillRect(box, self._theme.color(fill))
        edges = {"bottom": (0, box.height() - 1), "top": (0, 1 - box.height()), "right": (box.width() - 1, 0)}
        painter.fillRect(box & box.translated(*edges[line]), self._theme.color("border"))


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


class _Letters(QWidget):
    """The badge of an assistant."""

    def __init__(self, theme: Theme, letters: str) -> None:
        super().__init__()
        self._theme, self._letters = theme, letters
        self.setFixedSize(theme.px(28), theme.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_letters(QPainter(self), self._theme, self.rect(), self._letters)


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
        letters: str = "",
    ) -> None:
        """`letters`: of an assistant, in a badge at the left."""
        super().__init__()
        label = ElidedLabel if one_line else Label
        self.title = label(theme, title, "body500", parent=self)
        self.title.setWordWrap(not one_line)
        self.description = label(theme, description, "small", "text2", parent=self)
        self.description.setWordWrap(not one_line)
        self.description.setVisible(bool(description))
        self.error = InlineError(theme, self)
        words = vbox(self.title, self.description, self.error)
        if below is not None:
            words.addSpacing(theme.px(5))
            words.addWidget(below)
            self.title.setBuddy(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(11), theme.px(16), theme.px(11))
        row.setSpacing(theme.px(16))
        if letters:
            row.addWidget(_Letters(theme, letters), 0, Qt.AlignmentFlag.AlignTop)
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


_LOOKS = {
    "danger": ("danger", "dangerSoft", "warning"),
    "warn": ("warn", "warnSoft", "warning"),
    "info": ("info", "infoSoft", "info"),
    "ok": ("ok", "okSoft", "check"),
}


class Notice(QFrame):
    """Stays until closed, or until a newer one takes its place. `action_triggered` for its one button."""

    action_triggered = Signal()
    closed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._kind = "info"
        px = icons.theme.px
        self.label = Label(icons.theme, "", "body", "text", parent=self, wrap=True)
        self.action = Button(icons, "", size="small", parent=self, clicked=self.action_triggered)
        self.action.hide()
        self.close_button = IconButton(icons, "x", tr("Dismiss"), parent=self, clicked=self.close_notice)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(18) + px(10), px(8), px(12), px(9))
        row.setSpacing(px(10))
        row.addWidget(self.label, 1)
        row.addWidget(self.action)
        row.addWidget(self.close_button)
        self.hide()

    @property
    def message(self) -> str:
        """What is shown now; empty while closed."""
        return "" if self.isHidden() else self.label.text()

    def show_notice(self, text: str, kind: str = "info", action: str = "") -> None:
        """Shows `text`. `kind`: danger, warn, info or ok."""
        if kind not in _LOOKS:
            raise ValueError(f"unknown kind of notice {kind!r}")
        self._kind = kind
        self.label.setText(text)
        self.action.set_label(action)
        self.action.setVisible(bool(action))
        self.setAccessibleName(text)
        self.show()
        self.update()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def close_notice(self) -> None:
        self.hide()
        self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        ink, back, glyph = _LOOKS[self._kind]
        painter = QPainter(self)
        painter.fillRect(QRectF(self.rect()), theme.color(back))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("border"))
        y = (self.height() - 1 - theme.px(18)) / 2
        self._icons.paint(painter, glyph, ink, theme.px(16), y, 18)
