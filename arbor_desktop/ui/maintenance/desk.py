"""What the window asks of maintenance: how it stands, to run, to stop, to take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.errors import ArborError
from arbor_desktop.maintenance.model import MaintenanceStatus, Run
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge, failure

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

GATHERED_MS = 80
"""News of progress are answered so often at most: a run tells of every few records."""

Failed = Callable[[str], object]


class MaintenanceDesk(QObject):
    """Every method answers at once and tells later. A run stands in nobody's way: edits are not queued behind
    it. `stopping` is true from the wish to cancel until the run has ended."""

    status_changed = Signal(object)
    """The `MaintenanceStatus` that was heard of last, also where nothing in it is new."""
    ran = Signal(object)
    """The list of `Run`s that was asked for here, when they have ended."""
    refused = Signal(str)
    """Why a run was not begun, for people."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.status = MaintenanceStatus()
        self.known = False
        self.stopping = False
        self._asked = False
        self._soon = QTimer(self, singleShot=True, interval=GATHERED_MS)
        self._soon.timeout.connect(self.refresh)
        bridge.changed.connect(self._heard)

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    @property
    def under_way(self) -> bool:
        """Whether a task runs, here or in another process, or was just asked for."""
        return self._asked or self.status.running is not None or self.status.elsewhere

    def refresh(self) -> None:
        """Asks how it stands."""
        self._bridge.run(
            self._service.maintenance_status,
            key=("maintenance.status", id(self)),
            owner=self,
            done=self._take,
        )

    def run(self, task: str) -> None:
        """Begins a task, or all (`full`)."""
        if self._asked:
            return
        self._asked = True
        self.stopping = False
        self.status_changed.emit(self.status)
        self._bridge.run(
            self._service.run_maintenance,
            task,
            stopping=self._bridge.closing.is_set,
            ordered=False,
            owner=self,
            done=self._ran,
            failed=self._not_run,
        )

    def cancel(self) -> None:
        """Stops what is under way in this process; what was done stays done."""
        self.stopping = True
        self.status_changed.emit(self.status)
        self._bridge.run(self._service.cancel_maintenance, ordered=False, owner=self)

    def log(self, limit: int, task: str | None, done: Callable[[list[Run]], object], failed: Failed) -> None:
        """The newest runs."""
        self._bridge.run(
            self._service.maintenance_log,
            limit,
            task,
            key=("maintenance.log", id(self)),
            owner=self,
            done=done,
            failed=lambda error: failed(self._said(error)),
        )

    def undo(self, run: Run, done: Callable[[Any], object], failed: Failed) -> None:
        """Takes back what a run changed in memories."""
        self._bridge.run(
            self._service.undo_maintenance,
            run.id,
            owner=self,
            done=done,
            failed=lambda error: failed(self._said(error)),
        )

    def _take(self, status: MaintenanceStatus) -> None:
        self.known = True
        self.status = status
        if status.running is None and not self._asked:
            self.stopping = False
        self.status_changed.emit(status)

    def _ran(self, runs: list[Run]) -> None:
        self._asked = False
        self.refresh()
        self.ran.emit(runs)

    def _not_run(self, error: BaseException) -> None:
        self._asked = False
        self.refresh()
        self.refused.emit(self._said(error))

    def _said(self, error: BaseException) -> str:
        """An expected failure in its own words; a bug is also told to the window, with its report."""
        told = failure(error, "maintenance")
        if not isinstance(error, ArborError):
            self._bridge.failed.emit(told)
        return told.message

    def _heard(self, changes: Changes) -> None:
        # While another process runs one, its commits are all that is heard of it.
        elsewhere = self.status.elsewhere and (changes.all_memories or changes.status)
        if (changes.maintenance or changes.settings or elsewhere) and not self._soon.isActive():
            self._soon.start()
