"""Exchanges memories with the team soon after a change here or there, while the window or `watch` runs."""

from __future__ import annotations

import logging
import random
import socket
import threading
import time
from contextlib import suppress

from arbor_desktop.encryption.secret_store import KeyNotFound
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.team.model import NotInTeam, Refused, Unreachable
from arbor_desktop.team.operations import Team

log = logging.getLogger(__name__)
POLL_SECONDS = 60.0
"""An exchange at least this often, should the server's word that something changed be lost."""
LEAST_SECONDS = 0.5
"""Between two exchanges: one change often follows another."""
QUIET_SECONDS = 60.0
"""Delay where there is no team."""
FIRST_RETRY, LAST_RETRY, REFUSED_RETRY = 4.0, 300.0, 600.0


class TeamWatcher:
    """Works from `start()` to `close()`, over a connection on which the server tells of changes."""

    def __init__(self, runtime: Runtime, team: Team) -> None:
        self._team = team
        self._ended = threading.Event()
        self._woken, self._wake = socket.socketpair()
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        self._worker: int | None = None
        self._connected = False
        self._failures = 0
        self._not_before = 0.0
        self._thread = BackgroundThread(
            "arbor-team", self._look, "Exchanging memories with the team failed",
            retry_seconds=QUIET_SECONDS, subscribe=lambda: runtime.events.subscribe(self._on_changes),
        )  # fmt: skip
        self.start = self._thread.start

    def close(self) -> None:
        self._ended.set()
        self._interrupt()
        self._thread.close()
        self._woken.close()
        self._wake.close()

    def _on_changes(self, changes: Changes) -> None:
        if threading.get_ident() == self._worker:  # of an exchange itself
            return
        joined = changes.status and not self._connected
        if changes.memories or changes.all_memories or changes.projects or changes.settings or joined:
            self._interrupt()
            self._thread.wake()

    def _interrupt(self) -> None:
        with suppress(OSError):  # it is woken already, or closed
            self._wake.send(b"!")

    def _look(self) -> float:
        self._worker = threading.get_ident()
        if (left := self._not_before - time.monotonic()) > 0:
            return left
        try:
            self._stay_connected()
        except NotInTeam:
            return QUIET_SECONDS
        except Refused as error:
            seconds = REFUSED_RETRY
            log.info("The team refuses this person: %s", error.message)
        except (Unreachable, KeyNotFound) as error:
            seconds = min(LAST_RETRY, FIRST_RETRY * 2**self._failures) * random.uniform(0.75, 1.25)
            self._failures += 1
            log.info("No exchange with the team: %s", error.message)
        else:
            return QUIET_SECONDS
        self._not_before = time.monotonic() + seconds
        return seconds

    def _stay_connected(self) -> None:
        try:
            with self._team.connected() as there:
                there.listen()
                self._connected = True
                while not self._ended.is_set():
                    began = time.monotonic()
                    for problem in self._team.exchange(there).problems:
                        log.info("%s", problem)
                    self._failures = 0
                    while not there.wait(self._woken.fileno(), POLL_SECONDS) and not self._ended.is_set():
                        self._woken.recv(4096)
                        if self._team.waiting():  # not every change here is one for the team
                            break
                    self._ended.wait(max(0.0, began + LEAST_SECONDS - time.monotonic()))
        finally:
            self._connected = False
