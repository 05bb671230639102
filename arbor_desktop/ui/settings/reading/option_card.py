"""The card of one way to read conversations, and the line that tests it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QRadioButton, QSizePolicy, QWidget

from arbor_desktop.ui.components import Badge, Button, Label
from arbor_desktop.ui.components.boxes import STRETCH, TOP, hbox, vbox
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.reading.fields import NoteLine
from arbor_desktop.ui.settings.reading.model import Option
from arbor_desktop.ui.settings.reading.words import option_about, option_glyph, option_title
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_RIGHT = 104
"""Width of the figures at right."""


class OptionCard(QFrame):
    """`chosen` when a person picks it, which opens it and sets nothing yet. `add` puts a widget into what is
    seen while it is open."""

    chosen = Signal()

    def __init__(self, icons: Icons, option: Option, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self.option = icons, icons.theme, option
        theme, px = icons.theme, icons.theme.px
        title, about = option_title(option), option_about(option)
        self.setAccessibleName(title)
        self.radio = _Radio(theme, title, about, self)
        self.radio.toggled.connect(self._toggled)
        self.radio.clicked.connect(self.chosen)
        self.glyph = _Glyph(icons, option_glyph(option), self)
        self.title = Label(theme, title, "body600", parent=self)
        self.badge = Badge(icons, "", "ok", parent=self)
        self.badge.hide()
        self._badge = ("", "neutral", "")
        self._used = False
        self.about = Label(theme, about, "small", "text2", parent=self, wrap=True)
        self.takes = Label(theme, "", "small", "text2", parent=self)
        self.takes.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self.takes.setMinimumWidth(px(_RIGHT))
        self.body = QWidget(self)
        self._body = vbox(on=self.body, margins=(0, px(8), 0, px(2)), gap=px(8))
        self._lay_out()
        self.body.hide()

    def _lay_out(self) -> None:
        px = self._theme.px
        first = hbox(self.title, self.badge, STRETCH, gap=px(8))
        words = vbox(first, self.about, gap=px(1))
        head = hbox((self.radio, TOP), (self.glyph, TOP), (words, 1), (self.takes, TOP), gap=px(12))
        inner = hbox(px(16) + px(12) + px(20) + px(12), (self.body, 1))
        vbox(head, inner, on=self, margins=(px(16), px(12), px(16), px(12)))

    def add(self, widget: QWidget) -> None:
        """Appends to what is seen while the card is open."""
        self._body.addWidget(widget)

    @property
    def is_open(self) -> bool:
        return self.radio.isChecked()

    def show_badge(self, words: str, kind: str = "ok", icon: str | None = "check", *, used: bool) -> None:
        """ "In use", or what stands in its way; "" for neither. `used`: this is the way that is in use."""
        self._badge, self._used = (words, kind, icon or ""), used
        self._show_badge()

    def _show_badge(self) -> None:
        words, kind, icon = self._badge
        if not words and self.is_open and not self._used:
            words, kind, icon = tr("Not in use yet"), "neutral", ""
        self.badge.setVisible(bool(words))
        if words:
            self.badge.set(words, kind, icon or None)
        self._tell()
        self.update()

    def show_takes(self, time: str, cost: str) -> None:
        """What reading all that waits would take."""
        self.takes.setText("\n".join(part for part in (time, cost) if part))
        self.takes.setVisible(bool(time or cost))
        self._tell()

    def _tell(self) -> None:
        badge = "" if self.badge.isHidden() else self.badge.accessibleName()
        takes = "" if self.takes.isHidden() else self.takes.text().replace("\n", ", ")
        self.radio.setAccessibleDescription(". ".join(p for p in (self.about.text(), badge, takes) if p))

    def _toggled(self, on: bool) -> None:
        self.body.setVisible(on)
        self.glyph.set_token("accentText" if on else "text2")
        self._show_badge()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click anywhere on a closed card opens it."""
        if event.button() == Qt.MouseButton.LeftButton and not self.is_open:
            self.radio.setFocus(Qt.FocusReason.MouseFocusReason)
            self.radio.click()
            return
        super().mousePressEvent(event)

    def enterEvent(self, event: object) -> None:
        self.update()

    def leaveEvent(self, event: object) -> None:
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        color, px = self._theme.color, self._theme.px
        if self._used:
            fill, edge = "selected", "accent"
        elif self.is_open:
            fill, edge = "card", "accent"
        else:
            fill, edge = ("hover", "borderStrong") if self.underMouse() else ("card", "border")
        rounded(QPainter(self), self.rect(), px(8), color(fill), color(edge))


class _Radio(QRadioButton):
    """The button alone: its words stand beside it."""

    def __init__(self, theme: Theme, name: str, about: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setAccessibleDescription(about)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(16), self._theme.px(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class _Glyph(QWidget):
    def __init__(self, icons: Icons, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._name, self._token = icons, name, "text2"
        side = icons.theme.px(20)
        self.setFixedSize(side, side)

    def set_token(self, token: str) -> None:
        self._token = token
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._icons.paint(QPainter(self), self._name, self._token, 0, 0, 20)


class Tester(QWidget):
    """Test, Cancel while that goes on, the result, and the button that uses what was tested."""

    test_wanted = Signal()
    cancel_wanted = Signal()
    use_wanted = Signal()

    def __init__(self, icons: Icons, use: str, parent: QWidget) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.test = Button(icons, tr("Test"), parent=self, clicked=self.test_wanted)
        self.cancel = Button(icons, tr("Cancel"), parent=self, clicked=self.cancel_wanted)
        self.cancel.setAccessibleName(tr("Cancel test"))
        self.use = Button(icons, use, variant="primary", parent=self, clicked=self.use_wanted)
        self.hint = Label(theme, "", "small", "text2", parent=self, wrap=True)
        self.good = NoteLine(icons, "check", "", self, style="small", token="ok")
        self.bad = NoteLine(icons, "warning", "", self, style="small", token="danger")
        self.code = Label(theme, "", "mono_small", "text2", parent=self)
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.code.setContentsMargins(px(16) + px(6), 0, 0, 0)
        row = hbox(self.test, self.cancel, self.use, (self.hint, 1), gap=px(8))
        vbox(row, self.good, self.bad, self.code, on=self, gap=px(6))
        self.clear()

    def show_asking(self, words: str) -> None:
        """A test is under way."""
        had = self.test.hasFocus()
        self.clear()
        self.test.hide()
        self.cancel.show()
        if had:
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hint.setText(words)

    def show_good(self, words: str) -> None:
        self.clear()
        self.good.label.setText(words)
        self.good.show()
        self._say(words)

    def show_bad(self, words: str, code: str = "") -> None:
        self.clear()
        self.bad.label.setText(words)
        self.bad.show()
        self.code.setText(code)
        self.code.setVisible(bool(code))
        self._say(words)

    def clear(self) -> None:
        """Nothing was tested."""
        if self.cancel.hasFocus():
            self.test.show()
            self.test.setFocus(Qt.FocusReason.OtherFocusReason)
        self.test.show()
        self.hint.setText("")
        for part in (self.cancel, self.good, self.bad, self.code):
            part.hide()

    def _say(self, words: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
