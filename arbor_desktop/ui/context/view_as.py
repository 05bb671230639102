"""The strip of AI tools that the page can be viewed as."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from arbor_desktop.integrations.view_as import CLIENTS, Client
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.painting import paint_bar, paint_text, rounded
from arbor_desktop.ui.context.model import Preview
from arbor_desktop.ui.context.words import limit_words, size_words, tokens_long
from arbor_desktop.ui.formatting import percent
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_ROOM = 176
"""Below this width the tokens of a tile are below its name, beside the share without words."""


class ViewAs(Bar):
    """`chosen(name)` when a person chooses another client."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        px = theme.px
        self.setAccessibleName(tr("View as"))
        label = Label(theme, tr("View as"), "small500", "text3", parent=self)
        self._group = QButtonGroup(self)
        self.tiles = {client.name: ClientTile(theme, client, self) for client in CLIENTS}
        for tile in self.tiles.values():
            self._group.addButton(tile)
        row = hbox(label, on=self, margins=(px(16), px(8), px(16), px(8) + 1), gap=px(8))
        for tile in self.tiles.values():
            row.addWidget(tile, 1)
        self._group.buttonToggled.connect(self._toggled)
        self.hide()

    @property
    def current(self) -> str:
        return next((name for name, tile in self.tiles.items() if tile.isChecked()), CLIENTS[0].name)

    def set_current(self, name: str) -> None:
        """Choose a client; the first one for a name that is not known."""
        self.tiles.get(name, self.tiles[CLIENTS[0].name]).setChecked(True)

    def show_previews(self, previews: Sequence[Preview]) -> None:
        """Say what each client gets."""
        for preview in previews:
            self.tiles[preview.client.name].show_preview(preview)

    def _toggled(self, tile: ClientTile, on: bool) -> None:
        if on:
            self.chosen.emit(tile.client.name)


class ClientTile(QAbstractButton):
    """What one client gets: its tokens, its limit, and how much of that they take."""

    def __init__(self, theme: Theme, client: Client, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self.client = theme, client
        self.preview: Preview | None = None
        self.setText(client.title)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_preview(self, preview: Preview) -> None:
        self.preview = preview
        said = ", ".join(filter(None, (
            tokens_long(preview.tokens), limit_words(preview), size_words(preview)
        )))  # fmt: skip
        self.setAccessibleName(f"{self.client.title}, {said}")
        self.setToolTip(f"{said}  Alt {CLIENTS.index(self.client) + 1}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(110), self._theme.px(54))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, painter, on = self._theme, self._theme.px, QPainter(self), self.isChecked()
        fill = "accentSoft" if on else "hover" if self.underMouse() else "card"
        rounded(painter, self.rect(), px(8), theme.color(fill), theme.color("accent" if on else "border"))
        line = QRect(px(10), px(5), self.width() - 2 * px(10), theme.line("body"))
        font = "body600" if on else "body500"
        if (preview := self.preview) is not None:
            near, tokens = preview.near, tokens_long(preview.tokens)
            bar = QRectF(line.left(), self.height() - px(9), line.width(), px(3))
            paint_bar(painter, theme, bar, preview.share, theme.color("warn" if near else "accent"))
            below = QRect(line.left(), line.bottom() + 2, line.width(), theme.line("caption"))
            if line.width() >= px(_ROOM):
                taken = paint_text(
                    painter, theme, line, tokens, "small600", "warn" if near else "text", right=True
                )
                line.setWidth(line.width() - taken - px(6))
                paint_text(
                    painter, theme, below, limit_words(preview), "caption", "warn" if near else "text3"
                )
            else:
                share = percent(preview.share)
                taken = paint_text(
                    painter, theme, below, share, "caption", "warn" if near else "text3", right=True
                )
                below.setWidth(below.width() - taken - px(6))
                paint_text(painter, theme, below, tokens, "caption", "text")
        paint_text(painter, theme, line, self.text(), font, "accentText" if on else "text2")
