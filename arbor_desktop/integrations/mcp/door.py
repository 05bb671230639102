"""The memory behind the server: opened when something is first asked of it.

So the handshake waits for nothing, and a memory that can't be opened is told of by the tools, each time it is
tried again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbor_desktop.errors import StorageError

if TYPE_CHECKING:
    from arbor_desktop.agents.agents import Agents
    from arbor_desktop.service import MemoryService


class Door:
    """Safe to use from several threads."""

    def __init__(self, open_service: Callable[[], MemoryService]) -> None:
        self._open = open_service
        self._lock = threading.Lock()
        self._service: MemoryService | None = None
        self._agents: Agents | None = None
        self._closed = False

    def agents(self) -> Agents:
        """What may be asked, by the settings as they are now. Raises what opening raises."""
        with self._lock:
            if self._closed:
                raise StorageError("Arbor is being closed.")
            if self._service is None or self._agents is None:
                self._service = self._open()
                self._agents = self._service.agents()
            self._service.settings.refresh()
            return self._agents

    def close(self) -> None:
        """Closes the memory; what is being written is written to its end. May be called again."""
        with self._lock:
            self._closed = True
            if self._service is not None:
                self._service.close()
                self._service = None
