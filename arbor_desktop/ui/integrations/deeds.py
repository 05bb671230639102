"""Installing and removing, from the button to the way back: nothing is changed that was not shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.desk import IntegrationsDesk, Shown
from arbor_desktop.ui.integrations.setup import INSTALL
from arbor_desktop.ui.integrations.sheet import InstallSheet
from arbor_desktop.ui.integrations.states import done_words
from arbor_desktop.ui.integrations.tiles import Tile
from arbor_desktop.ui.integrations.words import tr
from arbor_desktop.user_files.model import Standing


class Deeds(QObject):
    """`said(words, take back)` after something was done: calling the second takes it back. `refused(words)`
    when it could not even be shown, or not be taken back."""

    said = Signal(str, object)
    refused = Signal(str)

    def __init__(self, icons: Icons, desk: IntegrationsDesk, over: QWidget) -> None:
        """The sheet opens over that widget's window."""
        super().__init__(over)
        self._icons, self._desk, self._over = icons, desk, over

    def ask(self, tile: Tile, verb: str) -> None:
        """Shows what would change; does it when that is confirmed."""
        self._desk.plan(tile, verb, partial(self._show, tile, verb), self.refused.emit)

    def _show(self, tile: Tile, verb: str, shown: Shown) -> None:
        sheet = InstallSheet(self._icons, tile, verb, shown, self._over.window())
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.confirmed.connect(partial(self._apply, sheet))
        sheet.open()

    def _apply(self, sheet: InstallSheet) -> None:
        done = partial(self._done, sheet, sheet.tile, sheet.verb, sheet.shown)
        self._desk.apply(sheet.tile, sheet.verb, sheet.shown, done, partial(self._failed, sheet))

    def _done(self, sheet: InstallSheet, tile: Tile, verb: str, shown: Shown, _answer: object) -> None:
        if isValid(sheet):
            sheet.accept()
        self.said.emit(done_words(tile, verb), self._way_back(tile, verb, shown))

    def _way_back(self, tile: Tile, verb: str, shown: Shown) -> Callable[[], None] | None:
        """None for a project's file that was only brought up to date: it would be so again by itself."""
        if tile.of_project and tile.standing is Standing.PARTLY and verb == INSTALL:
            return None

        def take_back() -> None:
            self._desk.take_back(tile, verb, shown, self._taken_back, self.refused.emit)

        return take_back

    def _taken_back(self, _answer: object) -> None:
        self.said.emit(tr("The files are as they were before"), None)

    def _failed(self, sheet: InstallSheet, words: str) -> None:
        """Said in the sheet; what it shows is looked at anew, for a file may have changed meanwhile."""
        if not isValid(sheet):
            self.refused.emit(words)
            return
        sheet.fail(words)

        def show(shown: Shown) -> None:
            if isValid(sheet):
                sheet.show_plan(shown)

        self._desk.plan(sheet.tile, sheet.verb, show, lambda _words: None)
