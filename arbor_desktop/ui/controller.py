"""The operations of a page: coroutines that await the service, then show the outcome; when it refreshes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.errors import ArborError, Cancelled
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components.snackbar import Message
from arbor_desktop.ui.translation import number, tr, translated

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


MANY = 200
"""More memories than this are changed with a count and a way to stop it."""


class Controller(QObject):
    """Base of the pages' controllers.

    `refused(error)`: an ArborError that an operation does not handle; the page says it. Bugs go where all
    bugs are shown, by `Bridge.failed`.
    """

    refused = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self.bridge = bridge
        """For what is opened from here."""

    @property
    def service(self) -> MemoryService:
        service: MemoryService = self.bridge.service
        return service

    def start(
        self, work: Coroutine[Any, Any, None], failed: Callable[[BaseException], object] | None = None
    ) -> None:
        """Run an operation until it ends or the page is destroyed. With `failed` all its errors go there."""
        self.bridge.start(work, self, failed=failed or self._refuse)

    def try_to(self, work: Coroutine[Any, Any, None], show: Callable[[str], object]) -> None:
        """Run an operation; `show` what its error says, beside what it is about. Bugs are also reported."""

        def failed(error: BaseException) -> None:
            show(error_words(error))
            self.report(error)

        self.start(work, failed)

    def report(self, error: BaseException) -> None:
        """Have the window report a bug; an ArborError is none."""
        if not isinstance(error, ArborError):
            self.bridge.failed.emit(failure(error, type(self).__name__))

    def ask(self, name: str, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> asyncio.Future[Any]:
        """Ask a question; a newer one of the same name cancels it, and the operation that awaits it."""
        return self.bridge.call(fn, *args, key=(id(self), name), **kwargs)

    def forget(self, name: str) -> None:
        """Cancel the question of that name, and the operation that awaits it."""
        self.bridge.cancel((id(self), name))

    def change(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> asyncio.Future[Any]:
        """Change something; changes are made in the order in which they were asked for."""
        return self.bridge.call(fn, *args, **kwargs)

    async def change_many(
        self,
        fn: Callable[..., Any],
        *args: Any,
        count: int,
        said: Callable[[Message], object],
        **kwargs: Any,
    ) -> Any:
        """Change `count` memories. Many: say how far that is, with Cancel; if the person stops it, nothing is
        changed, that is said, and None comes back. `fn` takes a `progress`."""
        if count <= MANY:
            return await self.change(fn, *args, **kwargs)
        progress = _Progress(said, self.bridge.closing, self)
        try:
            return await self.change(fn, *args, progress=progress, **kwargs)
        except Cancelled:
            said(Message(tr("Cancelled. Nothing was changed."), "info"))
            return None
        finally:
            progress.deleteLater()

    def _refuse(self, error: BaseException) -> None:
        if not isinstance(error, ArborError):
            raise error
        self.refused.emit(error)


class _Progress(QObject):
    """Says how far a change of many memories is. Called on another thread."""

    _told = Signal(int, int)

    def __init__(self, said: Callable[[Message], object], closing: threading.Event, parent: QObject) -> None:
        super().__init__(parent)
        self._said, self._closing = said, closing
        self._stop = threading.Event()
        self._told.connect(self._say)

    def __call__(self, done: int, total: int) -> None:
        """Raises Cancelled where it is to stop."""
        if self._stop.is_set() or self._closing.is_set():
            raise Cancelled
        self._told.emit(done, total)

    def _say(self, done: int, total: int) -> None:
        words = tr("Changing memories: {done} of {total}…")
        text = words.format(done=number(done), total=number(total))
        if not self._stop.is_set():
            self._said(Message(text, "clock", cancel=self._stop.set))


class RefreshTimer(QTimer):
    """When a page reads the store again: a moment after a change while it is seen, else when it is shown.

    `look` reads everything again and calls `caught_up`. Many changes in a moment are read once.
    """

    def __init__(self, page: QWidget, look: Callable[[], object], moment_ms: int) -> None:
        super().__init__(page, singleShot=True, interval=moment_ms)
        self._page, self._look = page, look
        self.behind = True
        """Whether the page shows less than there is; so it begins."""
        self.timeout.connect(look)

    def changed(self) -> None:
        """Something that the page shows is not as it was."""
        if not self._page.isVisible():
            self.behind = True
        elif not self.isActive():
            self.start()

    def caught_up(self) -> None:
        """All that changed is being asked for."""
        self.stop()
        self.behind = False

    def shown(self) -> None:
        """The page came to the front."""
        if self.behind:
            self._look()


def error_words(error: BaseException) -> str:
    """Return what a person is told: an expected failure in its own words, a bug by what it is."""
    if isinstance(error, ArborError):
        return translated(error.message)
    words = tr("Something went wrong: {error}")
    return words.format(error=f"{type(error).__name__}: {error}")
