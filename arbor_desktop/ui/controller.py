"""The operations of a page: coroutines that await the service and then show what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.errors import ArborError
from arbor_desktop.ui.bridge import Bridge

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class Controller(QObject):
    """Base of the pages' controllers.

    `refused(error)`: an ArborError that an operation does not handle; the page says it. Bugs go where all
    bugs are shown, by `Bridge.failed`.
    """

    refused = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge

    @property
    def service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    def start(
        self, work: Coroutine[Any, Any, None], failed: Callable[[BaseException], object] | None = None
    ) -> None:
        """Run an operation until it ends or the page is destroyed. With `failed` all its errors go there."""
        self._bridge.start(work, self, failed=failed or self._refuse)

    def ask(self, name: str, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> asyncio.Future[Any]:
        """Ask a question; a newer one of the same name cancels it, and the operation that awaits it."""
        return self._bridge.call(fn, *args, key=(id(self), name), **kwargs)

    def change(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> asyncio.Future[Any]:
        """Change something; changes are made in the order in which they were asked for."""
        return self._bridge.call(fn, *args, **kwargs)

    def _refuse(self, error: BaseException) -> None:
        if not isinstance(error, ArborError):
            raise error
        self.refused.emit(error)
