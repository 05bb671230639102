"""Compares in the background what was not compared when it was stored: what a large import brought, what
another process wrote, what was there before contradictions were looked for."""

from __future__ import annotations

import logging
import threading
import time

from arbor_desktop.conflicts.detection import Comparing
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

SOME = 10
"""So many memories a transaction: whoever else writes waits for it."""
LOOK_AGAIN_SECONDS = 60.0
"""After trouble, and for what nothing announced."""


class CatchingUp:
    """One thread, while the window or `watch` runs. It works half of the time at most."""

    def __init__(self, runtime: Runtime, comparing: Comparing) -> None:
        self._rt = runtime
        self._comparing = comparing
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._thread is None:
            self._end = self._rt.events.subscribe(self._heard)
            self._thread = threading.Thread(target=self._run, name="arbor-comparing", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends between two transactions."""
        if self._thread is not None:
            self._end()
            self._stop.set()
            self._wake.set()
            self._thread.join()
            self._thread = None

    def _heard(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories or changes.settings:
            self._wake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wake.clear()
            try:
                self._work_off()
            except ArborError as error:  # the file is busy or full: the rest is still noted
                log.warning("Comparing memories failed, and is tried again: %s", error)
            except Exception:  # a bug must not end comparing for as long as the window is open
                log.exception("Comparing memories failed, and is tried again")
            self._wake.wait(LOOK_AGAIN_SECONDS)

    def _work_off(self) -> None:
        while not self._stop.is_set():
            began = time.monotonic()
            if not self._comparing.rest(SOME):
                return
            self._stop.wait(time.monotonic() - began)
