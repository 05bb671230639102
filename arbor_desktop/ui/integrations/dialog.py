"""Integrations as rows, with how each stands; all of them, over the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.ui.components import Button, Hairline, InlineError, Label, SettingRow, Snackbar
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.controller import IntegrationsController
from arbor_desktop.ui.integrations.model import INSTALL, REMOVE, Look, Tile, actions, called, look
from arbor_desktop.ui.setting_rows.cards import RowList
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import tr
from arbor_desktop.user_files.model import Standing

_GLYPH, _GAP = 14, 4


class StateLine(QWidget):
    """One line; what has no room ends in "…" and is whole in the tooltip."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._look = Look("", "text3", "")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """What is written: "Connected · used 5 min ago"."""
        return " · ".join(part for part in (self._look.state, self._look.detail) if part)

    def show_look(self, look: Look) -> None:
        self._look = look
        self.setAccessibleName(look.spoken)
        self.setToolTip("\n".join(part for part in (self.text, look.explained) if part))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        width = QFontMetrics(theme.font("small500")).horizontalAdvance(self.text) + theme.px(_GLYPH + _GAP)
        return QSize(width, theme.line("small500"))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(48), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, look = self._icons.theme, self._look
        painter = QPainter(self)
        left = 0
        if look.glyph:
            y = (self.height() - theme.px(_GLYPH)) / 2
            self._icons.paint(painter, look.glyph, look.token, 0, y, _GLYPH)
            left = theme.px(_GLYPH + _GAP)
        weight = "small500" if look.glyph else "small"
        left = self._write(painter, look.state, weight, look.token, left)
        if look.detail:
            self._write(painter, f" · {look.detail}", "small", "text3", left)

    def _write(self, painter: QPainter, text: str, style: str, token: str, left: int) -> int:
        """Answers where it ends."""
        font = self._icons.theme.font(style)
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, self.width() - left))
        painter.setFont(font)
        painter.setPen(self._icons.theme.color(token))
        box = QRect(left, 0, self.width() - left, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)
        return left + metrics.horizontalAdvance(shown)


class IntegrationRow(SettingRow):
    """`wanted(tile, verb)`."""

    wanted = Signal(object, str)

    def __init__(self, icons: Icons, tile: Tile, now: int, *, brief: bool = False) -> None:
        """`brief`: without its files, and without saying that it is not connected."""
        theme = icons.theme
        self.tile, self._brief = tile, brief
        self.state = StateLine(icons)
        self.explained = Label(theme, "", "small", "text2", wrap=True)
        self.files = Label(theme, "", "mono_small", "text3", wrap=True)
        below = QWidget()
        vbox(self.state, self.explained, self.files, on=below, gap=theme.px(2))
        controls = QWidget()
        line = hbox(on=controls, gap=theme.px(8))
        self.buttons: dict[str, Button] = {}
        for verb in (INSTALL, REMOVE):
            button = Button(icons, "", size="small", parent=controls)
            button.clicked.connect(lambda _on=False, verb=verb: self.wanted.emit(self.tile, verb))
            line.addWidget(button)
            self.buttons[verb] = button
        letters = source_words("markdown" if tile.of_project else called(tile.name)).letters
        super().__init__(theme, tile.title, "", controls, below=below, letters=letters)
        self.show_tile(tile, now)

    def show_tile(self, tile: Tile, now: int) -> None:
        """How it stands now."""
        self.tile = tile
        shown = look(tile, now)
        self.title.setText(tile.title)
        self.state.show_look(shown)
        absent = tile.standing is Standing.ABSENT
        self.state.setVisible(not (self._brief and absent))
        self.explained.setText(shown.explained)
        self.explained.setVisible(bool(shown.explained))
        self.files.setText("\n".join(short_path(file) for file in tile.files))
        self.files.setVisible(bool(tile.files) and (tile.found or not absent) and not self._brief)
        possible = dict(actions(tile))
        if tile.silent and INSTALL not in possible:
            possible[INSTALL] = tr("Reconnect")
        for verb, button in self.buttons.items():
            button.setVisible(verb in possible)
            button.set_label(possible.get(verb, ""))
            button.set_variant("quiet" if verb == REMOVE else "secondary")
            button.setAccessibleName(f"{possible.get(verb, '')}: {tile.title}")
            button.setAccessibleDescription(shown.spoken)
        self.setAccessibleName(f"{tile.title}. {shown.spoken}")


class IntegrationRows(RowList):
    """`wanted(tile, verb)` from a row."""

    wanted = Signal(object, str)

    def __init__(self, icons: Icons, *, clock: Clock = system_clock, brief: bool = False) -> None:
        super().__init__(icons.theme)
        self._icons, self._clock, self._brief = icons, clock, brief

    @property
    def shown(self) -> dict[str, IntegrationRow]:
        """The rows by the key of their tile."""
        return {row.tile.key: row for row in self.rows if isinstance(row, IntegrationRow)}

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """What is on this computer first, in the order given; then the project's files, then the rest."""
        files = [tile for tile in tiles if tile.of_project]
        tools = [tile for tile in tiles if not tile.of_project]
        here = [tile for tile in tools if tile.found or tile.standing is not Standing.ABSENT]
        ordered = [*here, *files, *(tile for tile in tools if tile not in here)]
        old, now = self.shown, self._clock()
        rows = [old.get(tile.key) or self._row(tile, now) for tile in ordered]
        for row, tile in zip(rows, ordered, strict=True):
            row.show_tile(tile, now)
        if list(rows) != self.rows:
            self.set_rows(rows)

    def _row(self, tile: Tile, now: int) -> IntegrationRow:
        row = IntegrationRow(self._icons, tile, now, brief=self._brief)
        row.wanted.connect(self.wanted)
        return row


_WIDTH = 660


class IntegrationsDialog(QDialog):
    """Connect and disconnect here too; what was done is said here, with the way back."""

    settings_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        controller: IntegrationsController,
        project: str | None,
        *,
        clock: Clock = system_clock,
        at: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`at`: the key of the tile that it is opened for."""
        super().__init__(parent)
        self._theme, self._project, self._at = icons.theme, project, at
        self._looked = False
        self._take_back: Callable[[], None] | None = None
        self.setWindowTitle(tr("Integrations"))
        self.setModal(True)
        px = icons.theme.px
        self.controller = controller.of_dialog(self)
        self.controller.said.connect(self._say)
        self.controller.failed.connect(self._refused)
        note = Label(icons.theme, tr(
            "An integration lets an AI tool see your memories. You review all file changes first."
        ), "body", "text2")  # fmt: skip
        note.setWordWrap(True)
        self.rows = IntegrationRows(icons, clock=clock)
        self.rows.wanted.connect(self.controller.plan)
        self.error = InlineError(icons.theme, self)
        self.snackbar = Snackbar(icons, parent=self)
        self.snackbar.action_triggered.connect(self._undo)
        self.area = ScrollArea(name=tr("Integrations"), parent=self)
        inner = QWidget()
        vbox(self.rows, STRETCH, on=inner, margins=(px(8), px(4), px(8), px(8)))
        self.area.setWidget(inner)
        self.settings = Button(icons, tr("Sharing settings…"), variant="link", parent=self)
        self.settings.clicked.connect(self._to_settings)
        self.close_button = Button(icons, tr("Close"), parent=self, clicked=self.accept)
        head = QVBoxLayout()
        head.setContentsMargins(px(24), px(20), px(24), px(12))
        head.setSpacing(px(6))
        head.addWidget(Label(icons.theme, tr("Integrations"), "title", parent=self))
        head.addWidget(note)
        head.addWidget(self.error)
        foot = hbox(
            self.settings, STRETCH, self.close_button, margins=(px(24), px(12), px(24), px(16)), gap=None
        )
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(Hairline(icons.theme, parent=self))
        whole.addWidget(self.area, 1)
        whole.addWidget(self.snackbar)
        whole.addWidget(Hairline(icons.theme, parent=self))
        whole.addLayout(foot)
        self.controller.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read again how everything stands."""
        self.controller.look(self._project, self._show, self.error.show_error)

    def _show(self, tiles: Sequence[Tile]) -> None:
        self.error.show_error("")
        self.rows.show_tiles(tiles)
        if not self._looked:
            self._looked = True
            self._go_to(self._at or next((tile.key for tile in tiles if tile.troubled), ""))

    def _go_to(self, key: str) -> None:
        """To what it was opened for, else to what needs the person; else to what can be done first."""
        rows = self.rows.shown
        row = rows.get(key) or next(iter(rows.values()), None)
        if row is None:
            return
        if layout := self.layout():
            layout.activate()
        self.area.ensureWidgetVisible(row)
        button = next((one for one in row.buttons.values() if one.isVisibleTo(self)), self.close_button)
        button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _say(self, words: str, take_back: Callable[[], None] | None) -> None:
        self._take_back = take_back
        self.snackbar.show_message(words, action=tr("Undo") if take_back is not None else None)

    def _refused(self, words: str) -> None:
        self.snackbar.show_message(words, icon="warning")

    def _undo(self) -> None:
        take_back, self._take_back = self._take_back, None
        if take_back is not None:
            take_back()

    def _to_settings(self) -> None:
        self.accept()
        self.settings_wanted.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        px = self._theme.px
        above = self.parentWidget()
        room = above.window().size() if above is not None else self.screen().size()
        self.resize(min(px(_WIDTH), room.width() - px(32)), min(px(620), room.height() - px(48)))
