"""Where a page has nothing else to show because no model can be asked: why, and what helps."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.models.model import Readiness
from arbor_desktop.ui.components import Button, EmptyState
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_words import TroubleLook, Wish, trouble_look


class ModelTrouble(QWidget):
    """A picture, the trouble, what the service said, at most two buttons. `wanted(wish)` for a button: a
    `model_words.Wish`, which `ModelDeeds` fulfils."""

    wanted = Signal(object)

    def __init__(self, icons: Icons, clock: Clock = system_clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self._shown: TroubleLook | None = None
        self.buttons: dict[Wish, Button] = {}
        self.state = EmptyState(icons, "model", "", parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.state)

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
