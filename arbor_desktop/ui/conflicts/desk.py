"""The page's one way to the service: what is asked, what is decided, what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import Undone
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.conflicts import reads

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Failed = Callable[[BaseException], None]


class Desk(QObject):
    """Every method answers at once and tells later, by signal or by the callback it is given."""

    refused = Signal(object)
    """The error of something that was not done and for which nobody else speaks."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Asking: a later question of the same kind makes the earlier one void

    def listing(
        self, decided: Sequence[str], earlier: bool, done: Callable[[reads.Listing], None], failed: Failed
    ) -> None:
        call = partial(reads.listing, self._service, tuple(decided), earlier)
        self._bridge.run(call, done=done, failed=failed, key="conflicts.list", owner=self)

    def sheet(self, conflict_id: str, done: Callable[[reads.Sheet], None], failed: Failed) -> None:
        call = partial(reads.sheet, self._service, conflict_id)
        self._bridge.run(call, done=done, failed=failed, key="conflicts.sheet", owner=self)

    def sheet_ahead(self, conflict_id: str, done: Callable[[reads.Sheet], None]) -> None:
        """The one that comes next, so that it is there when it is wanted."""
        call = partial(reads.sheet, self._service, conflict_id)
        self._bridge.run(call, done=done, failed=self._not_yet, key="conflicts.ahead", owner=self)

    # Changing

    def resolve(
        self, conflict_id: str, call: dict[str, Any], done: Callable[[Conflict], None], failed: Failed
    ) -> None:
        """`call`: the rest of what `resolve_conflict` is given."""
        do = partial(self._service.resolve_conflict, conflict_id, **call)
        self._bridge.run(do, done=done, failed=failed, owner=self)

    def reopen(self, conflict_id: str, done: Callable[[Conflict], None], failed: Failed) -> None:
        do = partial(self._service.reopen_conflict, conflict_id)
        self._bridge.run(do, done=done, failed=failed, owner=self)

    def seen(self, conflict_id: str) -> None:
        do = partial(self._service.mark_conflict_seen, conflict_id)
        self._bridge.run(do, failed=self.refuse, owner=self)

    def next_undo(self, done: Callable[[Undone | None], None]) -> None:
        """What `undo` would take back."""
        call = self._service.next_undo
        self._bridge.run(call, done=done, failed=self.refuse, key="conflicts.undo", owner=self)

    def undo(self, done: Callable[[Undone], None]) -> None:
        """Takes back the newest action that still stands."""
        self._bridge.run(self._service.undo, done=done, failed=self.refuse, owner=self)

    def refuse(self, error: BaseException) -> None:
        """Known errors are the page's to tell; anything else is a bug and goes where bugs are shown."""
        if isinstance(error, ArborError):
            self.refused.emit(error)
        else:
            self._bridge.failed.emit(failure(error, "conflicts"))

    def _not_yet(self, error: BaseException) -> None:
        if not isinstance(error, ArborError):
            self.refuse(error)
