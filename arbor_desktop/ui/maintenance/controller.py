"""The operations on maintenance: how it stands, to run, to stop, to undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.maintenance.model import MaintenanceStatus, Run
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.controller import Controller

GATHERED_MS = 80
"""News of progress are answered so often at most: a run tells of every few records."""


class MaintenanceController(Controller):
    """Edits are not queued behind a run. `stopping` is true from the wish to cancel until the run has ended.

    Signals: `status_changed` the `MaintenanceStatus` that was read last, also where nothing in it is new;
    `failed_to_run(why)` a run was not begun.
    """

    status_changed = Signal(object)
    failed_to_run = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(bridge, parent)
        self.status = MaintenanceStatus()
        self.known = False
        self.stopping = False
        self._asked = False
        self._soon = QTimer(self, singleShot=True, interval=GATHERED_MS)
        self._soon.timeout.connect(self.refresh)
        bridge.changed.connect(self._heard)

    @property
    def under_way(self) -> bool:
        """Whether a task runs, here or in another process, or was just asked for."""
        return self._asked or self.status.running is not None or self.status.elsewhere

    @property
    def gathering(self) -> bool:
        """Whether news came that are read in a moment."""
        return self._soon.isActive()

    def refresh(self) -> None:
        """Read how it stands."""
        self.start(self._refresh())

    async def _refresh(self) -> None:
        self.take(await self.ask("status", self.service.maintenance_status))

    def take(self, status: MaintenanceStatus) -> None:
        """Show how it stands."""
        self.known = True
        self.status = status
        if status.running is None and not self._asked:
            self.stopping = False
        self.status_changed.emit(status)

    def run(self, task: str) -> None:
        """Begin a task, or all (`full`)."""
        if self._asked:
            return
        self._asked, self.stopping = True, False
        self.status_changed.emit(self.status)
        self.try_to(self._run(task), self._not_run)

    async def _run(self, task: str) -> None:
        stopping = self.bridge.closing.is_set
        await self.change(self.service.run_maintenance, task, stopping=stopping, ordered=False)
        self._asked = False
        self.refresh()

    def _not_run(self, why: str) -> None:
        self._asked = False
        self.refresh()
        self.failed_to_run.emit(why)

    def cancel(self) -> None:
        """Stop what is under way in this process; what was done stays done."""
        self.stopping = True
        self.status_changed.emit(self.status)
        self.start(self._cancel())

    async def _cancel(self) -> None:
        await self.change(self.service.cancel_maintenance, ordered=False)

    def log(
        self,
        limit: int,
        task: str | None,
        show: Callable[[list[Run]], object],
        failed: Callable[[str], object],
    ) -> None:
        """Show the newest runs."""

        async def read() -> None:
            show(await self.ask("log", self.service.maintenance_log, limit, task))

        self.try_to(read(), failed)

    def undo(self, run: Run, show: Callable[[Run], object], failed: Callable[[str], object]) -> None:
        """Undo what a run changed in memories."""

        async def undo() -> None:
            show(await self.change(self.service.undo_maintenance, run.id))

        self.try_to(undo(), failed)

    def _heard(self, changes: Changes) -> None:
        # While another process runs one, its commits are all that is heard of it.
        elsewhere = self.status.elsewhere and (changes.all_memories or changes.status)
        if (changes.maintenance or changes.settings or elsewhere) and not self._soon.isActive():
            self._soon.start()
