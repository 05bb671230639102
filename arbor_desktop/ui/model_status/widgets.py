"""What a page shows where a model can't be asked: a strip across its top, or a state in place of all else."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QHBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.llm.model import Readiness, Trouble
from arbor_desktop.runtime.status import ModelStatus
from arbor_desktop.ui.components import Button, EmptyState, IconButton, Label
from arbor_desktop.ui.components.boxes import clear, hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_status.words import TroubleLook, Wish, trouble_look
from arbor_desktop.ui.translation import tr

_LOOKS = {"danger": ("danger", "dangerSoft"), "warn": ("warn", "warnSoft"), "info": ("text2", "sunken")}
_NARROW = 640
"""Below this width the buttons stand under the words."""


class ModelBanner(QFrame):
    """`wanted(wish)` for a button. Closing it lasts until there is another trouble; it goes by itself when
    the model works again or nothing waits any more."""

    wanted = Signal(object)
    focus_lost = Signal()
    """It went while the keyboard was in it."""

    def __init__(self, icons: Icons, clock: Clock = system_clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self._look: TroubleLook | None = None
        self._trouble: Trouble | None = None
        self._closed: Trouble | None = None
        self.buttons: dict[Wish, Button] = {}
        px, theme = icons.theme.px, icons.theme
        self.title = Label(theme, "", "body600", parent=self)
        self.text = Label(theme, "", "body", "text", parent=self)
        self.code = Label(theme, "", "mono_small", "text2", parent=self)
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (self.title, self.text):
            label.setWordWrap(True)
        self.close_button = IconButton(icons, "x", tr("Dismiss"), parent=self, clicked=self._close)
        words = vbox(self.title, self.text, self.code, gap=px(2))
        self._actions = hbox(gap=px(8))
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(px(10))
        self._body.addLayout(words, 1)
        self._body.addLayout(self._actions)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(18) + px(10), px(10), px(12), px(11))
        row.setSpacing(px(10))
        row.addLayout(self._body, 1)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_status(self, model: ModelStatus | None) -> None:
        """Shows what holds up the conversations that wait; nothing where nothing does."""
        if model is None or not model.holds_up:
            self._closed = self._trouble = self._look = None
            self._go()
            return
        trouble = model.readiness.trouble
        if trouble == self._closed:
            return
        self._closed = None
        look = trouble_look(model.readiness, self._clock(), model.waiting, model.server)
        new = trouble != self._trouble or self.isHidden()
        if look != self._look:
            self._fill(look)
        self._look, self._trouble = look, trouble
        self.show()
        if new:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))

    def _fill(self, look: TroubleLook) -> None:
        self.title.setText(look.title)
        self.text.setText(look.text)
        self.code.setText(look.code)
        self.code.setVisible(bool(look.code))
        self.setAccessibleName(" ".join(part for part in (f"{look.title}.", look.text, look.code) if part))
        if self._look is None or look.actions != self._look.actions:
            self._set_actions(look.actions)
        self.update()

    def _set_actions(self, actions: tuple[tuple[Wish, str], ...]) -> None:
        clear(self._actions)
        self.buttons = {}
        for number, (wish, words) in enumerate(actions):
            variant = "primary" if number == 0 else "secondary"
            button = Button(self._icons, words, variant=variant, size="small", parent=self)
            button.clicked.connect(lambda _on=False, wish=wish: self.wanted.emit(wish))
            self._actions.addWidget(button)
            self.buttons[wish] = button
            button.show()
        self._actions.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._icons.theme.px(_NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._body.direction() != way:
            self._body.setDirection(way)

    def _close(self) -> None:
        self._closed = self._trouble
        self._go()

    def _go(self) -> None:
        focused = QApplication.focusWidget()
        had = focused is not None and self.isAncestorOf(focused)
        self.hide()
        if had:
            self.focus_lost.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        theme = self._icons.theme
        ink, back = _LOOKS[self._look.tone]
        painter = QPainter(self)
        painter.fillRect(QRectF(self.rect()), theme.color(back))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("border"))
        top = self.title.y() + (theme.line("body") - theme.px(18)) / 2
        self._icons.paint(painter, self._look.glyph, ink, theme.px(16), top, 18)


class ModelTrouble(QWidget):
    """A picture, the trouble, what the service said, at most two buttons. `wanted(wish)` for a button: a
    `model_words.Wish`, which `ModelActions` fulfils."""

    wanted = Signal(object)

    def __init__(self, icons: Icons, clock: Clock = system_clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self._shown: TroubleLook | None = None
        self.buttons: dict[Wish, Button] = {}
        self.state = EmptyState(icons, "model", "", parent=self)
        vbox(self.state, on=self)

    def show_trouble(
        self,
        readiness: Readiness,
        waiting: int = 0,
        server: str = "",
        *,
        without: frozenset[Wish] = frozenset(),
    ) -> None:
        """Shows why nothing can be asked. `waiting`: conversations that wait; `server`: the address that is
        asked where it is not Anthropic's own; `without`: wishes that make no sense on this page (a chat can't
        be led by the rules on this computer)."""
        look = trouble_look(readiness, self._clock(), waiting, server)
        actions = tuple(action for action in look.actions if action[0] not in without)
        if look == self._shown and set(self.buttons) == {wish for wish, _ in actions}:
            return  # the focus stays on its button
        self._shown = look
        self.buttons = {wish: self._button(wish, words, first) for wish, words, first in _ranked(actions)}
        self.state.show_state(
            look.picture, look.title, look.text, code=look.code, actions=tuple(self.buttons.values())
        )
        self.setAccessibleName(self.state.accessibleName())

    def _button(self, wish: Wish, words: str, first: bool) -> Button:
        button = Button(self._icons, words, variant="primary" if first else "secondary")
        button.clicked.connect(lambda: self.wanted.emit(wish))
        return button


def _ranked(actions: tuple[tuple[Wish, str], ...]) -> list[tuple[Wish, str, bool]]:
    return [(wish, words, number == 0) for number, (wish, words) in enumerate(actions)]
