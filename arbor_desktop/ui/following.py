"""How a page follows the store: a moment after a change while it is seen, else when it is shown again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget


class Following(QTimer):
    """`look` asks for everything anew and calls `caught_up`. Many changes in a moment are looked at once."""

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
