"""What the buttons of a model's trouble do, wherever they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.model_status.words import ANTHROPIC, OFFLINE, Wish
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class ModelActions(QObject):
    """`settings_wanted(part)`: Settings → Reading, at its "key", "model", "budget", or "" for none of
    them. `said(words, undo)`: what was done; `undo` takes it back, where that can be done, else None."""

    settings_wanted = Signal(str)
    said = Signal(str, object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    def do(self, wish: Wish) -> None:
        """Fulfils it."""
        if wish is Wish.OFFLINE:
            self._bridge.run(go_offline, self._bridge.service, owner=self, done=self._is_offline)
        elif wish is Wish.RETRY:
            # It reads the keyring, which may ask the person: not among the commands.
            self._bridge.run(_try_again, self._bridge.service, owner=self, ordered=False)
        elif wish is Wish.RESUME:
            self._bridge.run(self._bridge.service.settings.set, "model.paused", False, owner=self)
        else:
            self.settings_wanted.emit("" if wish is Wish.SETTINGS else wish.value)

    def _is_offline(self, done: tuple[str, int]) -> None:
        before, count = done
        words = tr("Now reading on this computer")
        if count:
            waiting = tr("%n conversations are being read", None, count)
            words = f"{words} · {waiting}"
        self.said.emit(words, self._back_to(before))

    def _back_to(self, backend: str) -> Callable[[], None]:
        def undo() -> None:
            self._bridge.run(self._bridge.service.settings.set, "extraction.backend", backend, owner=self)

        return undo


def server_of(service: MemoryService) -> str:
    """The address that is asked where it is not Anthropic's own; empty for that."""
    settings = service.settings
    return str(settings.get("model.base_url")) if settings.get("extraction.backend") == ANTHROPIC else ""


def go_offline(service: MemoryService) -> tuple[str, int]:
    """Lets the rules on this computer read, at once, what waits for a model. Answers what read until now,
    and how many wait."""
    before = str(service.settings.get("extraction.backend"))
    service.settings.set("extraction.backend", OFFLINE)
    return before, service.process_waiting()


def _try_again(service: MemoryService) -> None:
    service.model.try_again()
