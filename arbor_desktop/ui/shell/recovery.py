"""When the memory file is damaged: the newest good backup is offered, and nothing is deleted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.backups import newest_good_backup, recover
from arbor_desktop.paths import Home
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components.buttons import Button
from arbor_desktop.ui.components.errors import ErrorPanel
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import tr


class Recovery(QObject):
    """Adds its offer to the panel that says why the memory can't be opened; `recovered(words)` when it was
    taken, with what was done."""

    recovered = Signal(str)

    def __init__(self, icons: Icons, bridge: Bridge, home: Home, panel: ErrorPanel, clock: Clock) -> None:
        super().__init__(panel)
        self._icons, self._bridge, self._home, self._panel, self._clock = icons, bridge, home, panel, clock
        bridge.start(self._offer(), self)

    async def _offer(self) -> None:
        found: tuple[Path, int] | None = await self._bridge.call(
            newest_good_backup, self._home, key="recovery"
        )
        if found is None:
            source, text = None, tr("Keep damaged file and start fresh")
            done = tr("Started without memories. The damaged file is kept as {file}.")
        else:
            source, modified = found
            moment = ago(modified, self._clock())
            text = tr("Restore backup ({time})").replace("{time}", moment)
            done = tr("Backup restored ({time}). The damaged file is kept as {file}.")
            done = done.replace("{time}", moment)
        button = Button(self._icons, text, variant="primary", icon="history", parent=self._panel)
        button.clicked.connect(lambda: self._bridge.start(self._recover(button, source, done), self))
        self._panel.offer(button)

    async def _recover(self, button: Button, source: Path | None, done: str) -> None:
        button.setEnabled(False)
        aside: Path = await self._bridge.call(recover, self._home, source, self._clock())
        self.recovered.emit(done.replace("{file}", aside.name))
