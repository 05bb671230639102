"""Syncs soon after a change here or in the folder, while the window or `watch` runs.

The folder is compared rather than watched: it has few files, and network drives report no events.
"""

from __future__ import annotations

import logging

from arbor_desktop.devices import folder as files
from arbor_desktop.devices.operations import Devices, NotJoined, Removed
from arbor_desktop.encryption.secret_store import KeyNotFound
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)
LOOK_SECONDS = 5.0
SETTLE_SECONDS = 3.0
"""Delay after a change here, as one often follows another."""
QUIET_SECONDS = 60.0
"""Delay where there is nothing to do: no group, no folder or no key."""


class DevicesWatcher:
    """Works from `start()` to `close()`."""

    def __init__(self, runtime: Runtime, devices: Devices) -> None:
        self._rt, self._devices = runtime, devices
        self._changed = True
        self._seen: object = None
        self._thread = BackgroundThread(
            "arbor-devices", self._look, "Synchronizing devices failed",
            retry_seconds=QUIET_SECONDS, settle_seconds=SETTLE_SECONDS,
            subscribe=lambda: runtime.events.subscribe(self._on_changes),
        )  # fmt: skip
        self.start, self.close = self._thread.start, self._thread.close

    def _on_changes(self, changes: Changes) -> None:
        if (
            changes.memories
            or changes.all_memories
            or changes.conflicts
            or changes.projects
            or changes.settings
        ):
            self._changed = True
            self._thread.wake()

    def _look(self) -> float:
        place = self._devices.folder
        if place is None:
            return QUIET_SECONDS
        try:
            if self._changed or self._stamps() != self._seen:
                self._changed = False
                report = self._devices.sync()
                self._changed = False  # what the sync itself announced
                self._seen = self._stamps()
                for problem in report.problems:
                    log.info("%s", problem)
        except (files.FolderGone, KeyNotFound, NotJoined, Removed) as error:
            log.info("Devices are not synchronized: %s", error.message)
            self._changed = True  # nothing was sent
            return QUIET_SECONDS
        return LOOK_SECONDS

    def _stamps(self) -> object:
        """Return what is in the folder; None if it is gone, which a sync then says."""
        place = self._devices.folder
        try:
            return place and [(one.path.name, one.stamp) for one in files.look(place)]
        except files.FolderGone:
            return None
