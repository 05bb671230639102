"""One integration in the strip: what it is, how it stands, and the one thing to do."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, Card, ElidedLabel
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.model import REMOVE, Tile, actions, look
from arbor_desktop.ui.integrations.rows import StateLine
from arbor_desktop.ui.integrations.words import tr

SHOW = "show"
"""The verb of what can only be looked at more closely."""


class IntegrationCard(Card):
    """`wanted(tile, verb)`: install, remove, or "show" for what needs more words than there is room for."""

    wanted = Signal(object, str)

    def __init__(self, icons: Icons, tile: Tile, now: int, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        px = icons.theme.px
        self.tile = tile
        self._verb = SHOW
        self.title = ElidedLabel(icons.theme, tile.title, "body600", parent=self)
        self.state = StateLine(icons, self)
        self.button = Button(icons, "", size="small", parent=self)
        self.button.clicked.connect(lambda: self.wanted.emit(self.tile, self._verb))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.state)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), px(8), px(8), px(8))
        row.setSpacing(px(6))
        row.addLayout(words, 1)
        row.addWidget(self.button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(px(54))
        self.show_tile(tile, now)

    def show_tile(self, tile: Tile, now: int) -> None:
        """How it stands now."""
        self.tile = tile
        shown = look(tile, now)
        self.title.setText(tile.title)
        self.state.show_look(shown)
        possible = actions(tile)
        if tile.silent or not possible:
            self._verb, words = SHOW, tr("Fix…")
        else:
            self._verb, words = possible[0]
        self.button.set_label(words)
        self.button.set_variant("quiet" if self._verb == REMOVE else "secondary")
        self.button.setAccessibleName(f"{words}: {tile.title}")
        self.button.setAccessibleDescription(shown.spoken)
        self.setAccessibleName(f"{tile.title}. {shown.spoken}")
