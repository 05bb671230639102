"""The operations of the Settings page: values, changes, and what is heard of changes elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.runtime.events import Changes
from arbor_desktop.settings import Setting
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.controller import Controller

Show = Callable[[str], object]
"""Shows why something failed, beside what it is about."""


class SettingsController(Controller):
    """No value is read from disk on the GUI thread.

    Signals: `values({key: value})` of the settings as they are now, without those whose change is still under
    way; `store_changed(Changes)`.
    """

    values = Signal(object)
    store_changed = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(bridge, parent)
        self._under_way: Counter[str] = Counter()
        self.known: dict[str, Any] = {s.key: s.default for s in self.service.settings.declared()}
        """The values that were read last."""
        bridge.changed.connect(self._heard_changes)

    def describe(self, key: str) -> Setting:
        """Return the declaration of a setting. Raises InvalidInput for an unknown key."""
        return self.service.settings.describe(key)

    def do(self, show: Show, call: Callable[..., Any], *args: Any) -> None:
        """Make a change that nothing follows on."""
        self.try_to(self._do(call, *args), show)

    async def _do(self, call: Callable[..., Any], *args: Any) -> None:
        await self.change(call, *args)

    def read(self) -> None:
        """Read all values again."""
        self.start(self._read())

    async def _read(self) -> None:
        values = await self.ask("values", self.service.settings.all)
        settled = {key: value for key, value in values.items() if not self._under_way[key]}
        self.known.update(settled)
        self.values.emit(settled)

    def put(self, key: str, value: object, refused: Show) -> None:
        """Set a value."""
        self._under_way[key] += 1
        self.try_to(self._put(key, value), refused)

    async def _put(self, key: str, value: object) -> None:
        try:
            await self.change(self.service.settings.set, key, value)
        except Exception:
            self._settle(key)
            raise
        self._settle(key)

    def _settle(self, key: str) -> None:
        self._under_way[key] -= 1
        self.read()

    def _heard_changes(self, changes: Changes) -> None:
        if changes.settings:
            self.read()
        self.store_changed.emit(changes)
