"""The AI tools that Arbor can be set up in, with how each stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import SettingRow
from arbor_desktop.ui.controller import RefreshTimer
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.deeds import Deeds
from arbor_desktop.ui.integrations.desk import IntegrationsDesk
from arbor_desktop.ui.integrations.rows import IntegrationRows
from arbor_desktop.ui.integrations.setup import Setup
from arbor_desktop.ui.integrations.tiles import Tile
from arbor_desktop.ui.settings.section import CardBox
from arbor_desktop.ui.settings.words import tr

_MOMENT_MS = 400


class IntegrationsCard(CardBox):
    """`undoable(words, take back)` after something was installed or removed; `said(words, glyph)` of all
    else."""

    undoable = Signal(str, object)
    said = Signal(str, str)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        setup: Setup,
        clock: Clock = system_clock,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            icons.theme,
            tr("Integrations"),
            tr("Each change of a tool's file is shown to you before it is made, and a copy of the file as it "
               "was is kept. Files of a project, such as CLAUDE.md, are switched on at the project."),
            parent,
        )  # fmt: skip
        self._desk = IntegrationsDesk(bridge, setup, self)
        self.deeds = Deeds(icons, self._desk, self)
        self.list = IntegrationRows(icons, clock=clock)
        self.list.wanted.connect(self.deeds.ask)
        self.add(self.list, tr("integrate hook server install remove repair"))
        self.trouble = SettingRow(icons.theme, tr("The integrations can't be looked at"), "")
        self.add(self.trouble)
        self.set_present(self.trouble, False)
        self.deeds.said.connect(self._done)
        self.deeds.refused.connect(lambda words: self.said.emit(words, "warning"))
        self._desk.changed.connect(self.refresh)
        self._soon = RefreshTimer(self, self.refresh, _MOMENT_MS)
        bridge.changed.connect(self._heard)

    def refresh(self) -> None:
        """Looks how each stands."""
        self._soon.caught_up()
        self._desk.look("settings.integrations", None, self._show, self._failed)

    def _heard(self, changes: Changes) -> None:
        if changes.status or changes.conversations:
            self._soon.changed()

    def _show(self, tiles: Sequence[Tile]) -> None:
        self._absent.add(self.trouble)
        self.list.show_tiles(tiles)
        self.filter(self._words, self._around)

    def _failed(self, words: str) -> None:
        self.trouble.set_description(words)
        self.set_present(self.trouble, True)

    def _done(self, words: str, take_back: Callable[[], None] | None) -> None:
        if take_back is None:
            self.said.emit(words, "undo")
        else:
            self.undoable.emit(words, take_back)
