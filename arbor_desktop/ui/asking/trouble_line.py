"""Why no model answered, and the one or two things that help: a few lines in the answer's place."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.chat.model import AskResult
from arbor_desktop.clock import Clock
from arbor_desktop.models.model import Readiness, Trouble
from arbor_desktop.ui.asking.words import tr
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_status.words import Wish, trouble_look

_LOOKS = {"danger": ("danger", "dangerSoft"), "warn": ("warn", "warnSoft"), "info": ("text2", "sunken")}
_OF_THE_QUESTION = frozenset((Trouble.REFUSED, Trouble.PRIVATE, Trouble.INVALID, Trouble.TOO_LONG))
"""What is about this question, not about the model: its own words say it best."""
_WITHOUT = frozenset((Wish.OFFLINE,))
"""The rules on this computer can't answer."""


class TroubleLine(QFrame):
    """`wanted(Wish)` for a button."""

    wanted = Signal(object)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self._glyph, self._tone = "info", "info"
        self.buttons: dict[Wish, Button] = {}
        theme, px = icons.theme, icons.theme.px
        self.title = Label(theme, "", "body600", parent=self)
        self.text = Label(theme, "", "body", "text2", parent=self)
        self.code = Label(theme, "", "mono_small", "text2", parent=self)
        for label in (self.title, self.text, self.code):
            label.setWordWrap(True)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(px(8))
        self._actions.setContentsMargins(0, px(4), 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12) + px(18) + px(10), px(8), px(12), px(8))
        column.setSpacing(px(2))
        for label in (self.title, self.text, self.code):
            column.addWidget(label)
        column.addLayout(self._actions)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_readiness(self, readiness: Readiness, asked: AskResult, server: str = "") -> None:
        """Tells why. `server`: the address that was asked where it is not Anthropic's own."""
        if asked.trouble in _OF_THE_QUESTION:
            self._fill(tr("No model answered"), asked.reason, "", "info", "info", ())
            return
        look = trouble_look(readiness, self._clock(), server=server)
        text = look.text
        if readiness.backend == "offline":
            text = tr("A language model could answer this from the memories below.")
        actions = tuple(action for action in look.actions if action[0] not in _WITHOUT)
        self._fill(look.title, text, look.code, look.glyph, look.tone, actions)

    def _fill(
        self, title: str, text: str, code: str, glyph: str, tone: str, actions: tuple[tuple[Wish, str], ...]
    ) -> None:
        self._glyph, self._tone = glyph, tone
        self.title.setText(title)
        self.text.setText(text)
        self.code.setText(code)
        self.code.setVisible(bool(code))
        self.setAccessibleName(" ".join(part for part in (f"{title}.", text, code) if part))
        while (item := self._actions.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = {}
        for wish, words in actions:
            button = Button(self._icons, words, size="small", parent=self)
            button.clicked.connect(lambda _on=False, wish=wish: self.wanted.emit(wish))
            self._actions.addWidget(button)
            self.buttons[wish] = button
            button.show()
        self._actions.addStretch(1)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        ink, back = _LOOKS[self._tone]
        painter = QPainter(self)
        rounded(painter, QRectF(self.rect()), theme.px(6), theme.color(back))
        top = self.title.y() + (theme.line("body") - theme.px(18)) / 2
        self._icons.paint(painter, self._glyph, ink, theme.px(12), top, 18)
