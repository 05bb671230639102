"""All integrations, over the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.ui.components import Button, Hairline, InlineError, Label, Snackbar
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.controller import IntegrationsController
from arbor_desktop.ui.integrations.model import Tile
from arbor_desktop.ui.integrations.rows import IntegrationRows
from arbor_desktop.ui.translation import tr

_WIDTH = 660


class IntegrationsDialog(QDialog):
    """Install and remove here too; what was done is said here, with the way back."""

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
