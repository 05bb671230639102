"""News: cards beside the list, shown until they are closed, and the line above it that leads there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, ElidedLabel
from arbor_desktop.ui.components.buttons import BackButton, IconButton
from arbor_desktop.ui.controller import Controller, RefreshTimer
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.fields import BodyArea
from arbor_desktop.ui.memories.first_share import FirstShareCard, first_share, headline
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

_SEEN = "news/first_share"
_MOMENT_MS = 250


class NewsPane(QWidget):
    """The cards, one below the other. `back_wanted`: to the list, where it lies below."""

    back_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = icons.theme.px
        self.setAccessibleName(tr("News"))
        self.back = BackButton(icons, self)
        self.back.clicked.connect(self.back_wanted)
        self.share = FirstShareCard(icons)
        body = QWidget()
        cards = QVBoxLayout(body)
        cards.setContentsMargins(px(16), px(12), px(16), px(16))
        cards.setSpacing(px(12))
        cards.addWidget(self.share)
        cards.addStretch(1)
        self.area = BodyArea(self)
        self.area.setWidget(body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.area, 1)

    def focus_first(self) -> None:
        """The focus goes to what a card offers."""
        self.share.show_button.setFocus(Qt.FocusReason.OtherFocusReason)


class NewsLine(QWidget):
    """One card in one line: `show_wanted`, or `closed`."""

    show_wanted = Signal()
    closed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        px = self._theme.px
        self.words = ElidedLabel(self._theme, "", "body500", parent=self)
        self.show_button = Button(icons, tr("Show"), size="small", parent=self)
        self.show_button.clicked.connect(self.show_wanted)
        self.close_button = IconButton(icons, "x", tr("Close"), side=26, parent=self)
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(16) + px(10), px(8), px(16), px(8))
        row.setSpacing(px(8))
        row.addWidget(self.words, 1)
        row.addWidget(self.show_button)
        row.addWidget(self.close_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, px = QPainter(self), self._theme.px
        painter.fillRect(self.rect(), self._theme.color("accentSoft"))
        self._icons.paint(painter, "sparkle", "accentText", px(16), (self.height() - px(16)) / 2)


class News(Controller):
    """Looks for news, and remembers what was closed. `changed`: other cards are open than before."""

    changed = Signal()

    def __init__(
        self, icons: Icons, bridge: Bridge, page: QWidget, *, clock: Clock, state: WindowState | None
    ) -> None:
        """`state` remembers what was closed."""
        super().__init__(bridge, page)
        self._clock, self._state = clock, state
        self.pane = NewsPane(icons)
        self.line = NewsLine(icons)
        self.pane.share.hide()
        self.soon = RefreshTimer(page, self.look, _MOMENT_MS)
        self.pane.share.closed.connect(self.close_share)
        self.line.closed.connect(self._close_first)
        bridge.changed.connect(self._store_changed)

    @property
    def open(self) -> bool:
        """Whether a card is open."""
        return not self.pane.share.isHidden()

    def look(self) -> None:
        """Ask whether there is news."""
        self.soon.caught_up()
        if not self._seen:
            self.start(self._look_for_share())

    async def _look_for_share(self) -> None:
        now = self._clock()
        try:
            share = await self.ask("first share", first_share, self.service, now)
        except LookupError:
            self._note_seen()
            return
        if self._seen:
            return
        if share is not None:
            self.pane.share.show_share(share, now)
            self.line.words.setText(headline(share, now))
        self._set_open(self.pane.share, share is not None)

    def _set_open(self, card: QWidget, is_open: bool) -> None:
        if is_open == card.isHidden():
            card.setVisible(is_open)
            self.changed.emit()

    @property
    def _seen(self) -> bool:
        return self._state is None or self._state.value(_SEEN) == "1"

    def _note_seen(self) -> None:
        if self._state is not None:
            self._state.set_value(_SEEN, "1")
            self._state.sync()

    def close_share(self) -> None:
        """Close the card of the first session, for ever."""
        self._note_seen()
        self._set_open(self.pane.share, False)

    def _close_first(self) -> None:
        self.close_share()

    def _store_changed(self, changes: Changes) -> None:
        # A receipt is no event of its own: what a hook or another process stored is told as all this.
        if changes.status or changes.conversations or changes.all_conversations or changes.memories:
            self.soon.changed()
