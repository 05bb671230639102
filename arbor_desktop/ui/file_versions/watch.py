"""Whether an AI tool's memory file lost much since the window opened."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.file_versions.model import FileVersion
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge


class LossWatch(QObject):
    """`lost(versions)` when files were deleted or lost most of their lines, each once."""

    lost = Signal(object)

    def __init__(self, bridge: Bridge, *, clock: Clock = system_clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._since, self._last = clock(), 0
        bridge.changed.connect(self._heard)

    def _heard(self, changes: Changes) -> None:
        if changes.file_versions:
            self._bridge.run(
                self._bridge.service.file_versions.losses, self._since,
                key="shell.losses", owner=self, done=self._take,
            )  # fmt: skip

    def _take(self, losses: Sequence[FileVersion]) -> None:
        fresh = [one for one in losses if one.id > self._last]
        if fresh:
            self._last = fresh[-1].id
            self.lost.emit(fresh)
