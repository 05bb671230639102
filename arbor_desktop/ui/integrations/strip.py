"""The strip under the Context page: whether it works, and the integrations that matter here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.ui.components import Button, Card, ElidedLabel, IconButton
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.dialog import StateLine
from arbor_desktop.ui.integrations.model import REMOVE, Tile, actions, for_strip, look
from arbor_desktop.ui.translation import tr
from arbor_desktop.user_files.model import Standing

_WRAPS_BELOW = 1080
"""A window narrower than this shows the cards two by two (DESIGN.md, section 7)."""
_SHORT_BELOW = 720
"""In a window lower than this the page needs the room more: one line, unless a person opened it."""


_NO_ROOM_BELOW = 480
"""In a window as low as that, which large letters make of a small one, cards would leave no page: they are
shown in a dialog then."""


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
        words = vbox(self.title, self.state)
        hbox((words, 1), self.button, on=self, margins=(px(12), px(8), px(8), px(8)), gap=px(6))
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


class IntegrationStrip(Bar):
    """`wanted(tile, verb)` from a card; `all_wanted` for the rest of them. `opened(on)` when a person
    folds or unfolds it."""

    wanted = Signal(object, str)
    all_wanted = Signal()
    opened = Signal(bool)

    def __init__(
        self, icons: Icons, lead: QWidget, *, clock: Clock = system_clock, parent: QWidget | None = None
    ) -> None:
        """`lead` stands at the left of the first line."""
        super().__init__(icons.theme, parent, fill="rail", line="top")
        self._icons, self._clock, self.lead = icons, clock, lead
        self._chosen: bool | None = None
        self.viewed = ""
        """The tool or file whose cards are shown in any case."""
        self.is_open = True
        """Whether the cards are shown, not only one line."""
        self._columns = 0
        self._focus_soon = False
        self.tiles: list[Tile] = []
        self.cards: list[IntegrationCard] = []
        px = icons.theme.px
        self.setAccessibleName(tr("Integrations"))
        self.summary = ElidedLabel(icons.theme, "", "small", "text2", parent=self)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.all = Button(icons, tr("All integrations…"), variant="link", parent=self)
        self.all.clicked.connect(self.all_wanted)
        self.fold = IconButton(icons, "chevron-down", "", parent=self, clicked=self._turn)
        head = hbox(
            (lead, 1), self.summary, self.all, self.fold, margins=(px(16), px(4), px(10), px(4)), gap=px(12)
        )
        self.body = QWidget(self)
        self._grid = QGridLayout()
        self._grid.setSpacing(px(10))
        self.none = ElidedLabel(icons.theme, "", "small", "text2", parent=self.body)
        self.none.hide()
        vbox(self._grid, self.none, on=self.body, margins=(px(16), 0, px(16), px(10)), gap=None)
        vbox(head, self.body, on=self, margins=(0, 1, 0, 0))
        self.set_open(True)
        self._arrange()

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """All there are; the ones that matter get a card."""
        self.tiles = list(tiles)
        wanted, now = for_strip(tiles, self.viewed), self._clock()
        old = {card.tile.key: card for card in self.cards}
        self.cards = [old.pop(t.key) if t.key in old else self._card(t, now) for t in wanted]
        for card, tile in zip(self.cards, wanted, strict=True):
            card.show_tile(tile, now)
        for card in old.values():
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.none.setText(tr("No supported AI tools were found on this computer."))
        self._columns = 0
        self._arrange()
        self._sum_up()
        if self._focus_soon:
            self.focus_first()

    def fail(self, words: str) -> None:
        """Why it can't be said how they stand."""
        self._focus_soon = False
        self.show_tiles(())
        self.none.setText(words)

    def focus_first(self) -> None:
        """To what needs the person, else to the first card; it is unfolded for that, where there is room."""
        if not self.has_room:
            self.all_wanted.emit()
            return
        self._focus_soon = not self.tiles  # it is only being looked how they stand
        self._chosen = True  # as long as the window lives, not for the next time
        self.set_open(True)
        troubled = [card for card in self.cards if card.tile.troubled]
        target = (troubled or self.cards)[0].button if self.cards else self.all
        if not self._focus_soon:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def has_room(self) -> bool:
        """Whether the window is high enough for cards."""
        return self.window().height() >= self._icons.theme.px(_NO_ROOM_BELOW)

    def restore(self, chosen: bool | None) -> None:
        """What a person chose last time; None: as there is room."""
        self._chosen = chosen
        self._settle()

    def set_open(self, on: bool, *, chosen: bool = False) -> None:
        """Shows the cards, or one line. `chosen`: by the person, who is not overruled then."""
        if chosen:
            self._chosen = on
            self.opened.emit(on)
        self.is_open = on
        self.body.setVisible(on)
        self.fold.set_glyph("chevron-down" if on else "chevron-right")
        self.fold.set_name(tr("Hide integrations") if on else tr("Show integrations"))
        self._sum_up()

    def _turn(self) -> None:
        if self.is_open or self.has_room:
            self.set_open(not self.is_open, chosen=True)
        else:
            self.all_wanted.emit()

    def _card(self, tile: Tile, now: int) -> IntegrationCard:
        card = IntegrationCard(self._icons, tile, now, self.body)
        card.wanted.connect(self.wanted)
        return card

    def _sum_up(self) -> None:
        """In one line what the cards say, while they are not shown."""
        troubled = [tile for tile in self.tiles if tile.troubled]
        text, token = "", "text2"
        if troubled and not self.is_open:
            first = f"{troubled[0].title}: {look(troubled[0], self._clock()).state.lower()}"
            more = len(troubled) - 1
            text = tr("{first}, and %n other problems", None, more).format(first=first) if more else first
            token = "warn"
        elif not self.is_open:
            count = sum(tile.standing is Standing.INSTALLED for tile in self.tiles)
            text = tr("None connected") if not count else tr("%n connected", None, count)
        self.summary.setText(text)
        self.summary.set_token(token)
        self.summary.setVisible(bool(text))

    def _arrange(self) -> None:
        """Beside each other where there is room, else two by two."""
        window = self.window()
        wraps = window.width() < self._icons.theme.px(_WRAPS_BELOW) if window is not self else False
        columns = 2 if wraps else 4
        if columns == self._columns:
            return
        self._columns = columns
        self.none.setVisible(not self.cards)
        for number, card in enumerate(self.cards):
            self._grid.addWidget(card, number // columns, number % columns)
            card.show()
        self._order()

    def _order(self) -> None:
        widgets: list[QWidget] = [self.lead, self.all, self.fold, *(card.button for card in self.cards)]
        for former, after in pairwise(widgets):
            QWidget.setTabOrder(former, after)

    def _settle(self) -> None:
        """Open as the person chose, else as there is room."""
        short = self.window().height() < self._icons.theme.px(_SHORT_BELOW)
        wanted = (self._chosen if self._chosen is not None else not short) and self.has_room
        if wanted != self.is_open:
            self.set_open(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.window().installEventFilter(self)
        self._arrange()
        self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.window():
            self._arrange()
            self._settle()
        return super().eventFilter(watched, event)
