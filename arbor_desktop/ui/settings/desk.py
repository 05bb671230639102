"""The page's one way to the service: what is set, what is asked, what is heard of changes elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.events import Changes
from arbor_desktop.settings import Setting
from arbor_desktop.ui.bridge import Bridge, failure

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Failed = Callable[[BaseException], object]


class SettingsDesk(QObject):
    """Every method answers at once and tells later. No value is read from disk on the GUI thread."""

    values = Signal(object)
    """`{key: value}` of the settings as they are now, without those whose change is still under way."""
    store_changed = Signal(object)
    """The service's `Changes`."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.service: MemoryService = bridge.service
        self._under_way: Counter[str] = Counter()
        self.known: dict[str, Any] = {s.key: s.default for s in self.service.settings.declared()}
        """The values that were last heard of."""
        bridge.changed.connect(self._heard_changes)

    def describe(self, key: str) -> Setting:
        """The declaration of a setting. Raises InvalidInput for an unknown key."""
        return self.service.settings.describe(key)

    def read(self) -> None:
        """Asks for all values anew."""
        self.ask("settings.values", self.service.settings.all, self._take)

    def put(
        self, key: str, value: object, failed: Failed, done: Callable[[Any], object] | None = None
    ) -> None:
        """Sets a value. `failed(error)` if it is refused or can't be written."""
        self._under_way[key] += 1

        def stored(checked: Any) -> None:
            self._settle(key)
            if done is not None:
                done(checked)

        def refused(error: BaseException) -> None:
            self._settle(key)
            self.fail(error, failed)

        self._bridge.run(self.service.settings.set, key, value, owner=self, done=stored, failed=refused)

    def do(
        self,
        call: Callable[..., Any],
        *args: Any,
        done: Callable[[Any], object] | None = None,
        failed: Failed,
        **kwargs: Any,
    ) -> None:
        """Runs a command; commands keep the order in which they are given."""
        self._bridge.run(call, *args, owner=self, done=done, failed=lambda e: self.fail(e, failed), **kwargs)

    def ask(
        self, key: str, call: Callable[..., Any], done: Callable[[Any], object], failed: Failed | None = None
    ) -> None:
        """Asks a question; a later one of the same key makes this one void."""
        handler = None if failed is None else (lambda e: self.fail(e, failed))
        self._bridge.run(call, key=key, owner=self, done=done, failed=handler)

    def fail(self, error: BaseException, failed: Failed) -> None:
        """Expected failures go to `failed` alone; a bug is also told to the window, with its report."""
        failed(error)
        if not isinstance(error, ArborError):
            self._bridge.failed.emit(failure(error, "settings"))

    def _settle(self, key: str) -> None:
        self._under_way[key] -= 1
        self.read()

    def _take(self, values: dict[str, Any]) -> None:
        settled = {key: value for key, value in values.items() if not self._under_way[key]}
        self.known.update(settled)
        self.values.emit(settled)

    def _heard_changes(self, changes: Changes) -> None:
        if changes.settings:
            self.read()
        self.store_changed.emit(changes)
