"""The base of the views that stand in the place of the charts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, EmptyState
from arbor_desktop.ui.components.boxes import stacked
from arbor_desktop.ui.controller import RefreshTimer
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.controller import InsightsController, Wish
from arbor_desktop.ui.translation import tr


class View(QWidget):
    """Reads again what it shows when that changed, or as soon as it is seen. `stack` has its contents, and
    `empty` in their place.

    Signals: `memory_wanted(id)`, `conversation_wanted(id, None)`: a person opens what is named there;
    `said(words, icon)` what came of something, for the page's snackbar.
    """

    memory_wanted = Signal(str)
    conversation_wanted = Signal(str, object)
    said = Signal(str, str)

    def __init__(self, icons: Icons, bridge: Bridge, refresh_ms: int, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.project: str | None = None
        """Its path; None: all are shown."""
        self.controller = InsightsController(bridge, self)
        self.controller.said.connect(self.said)
        self.soon = RefreshTimer(self, self.refresh, refresh_ms)
        self.empty = EmptyState(icons, "activity", "", parent=self)
        self.stack = stacked(self.empty, parent=self)
        bridge.changed.connect(self._store_changed)

    def refresh(self) -> None:
        """Read again; what is shown stays until the answer is there."""
        raise NotImplementedError

    def focus_main(self) -> None:
        """Give the focus to what is shown."""
        raise NotImplementedError

    def focus_groups(self) -> Sequence[QWidget]:
        """Return where F6 goes."""
        raise NotImplementedError

    def set_project(self, path: str | None) -> None:
        """Show one project, or all."""
        if path != self.project:
            self.project = path
            self.start_over()

    def set_wish(self, wish: Wish) -> None:
        """Show what the page's bar is set to."""
        self.set_project(wish.project)

    def start_over(self) -> None:
        """Show something else, now or as soon as it is seen."""
        self.soon.behind = True
        if self.isVisible():
            self.soon.shown()

    def show_failure(self, title: str, words: str) -> None:
        """Say why nothing can be shown."""
        again = Button(self._icons, tr("Try again"), parent=self.empty, clicked=self.refresh)
        self.empty.show_state("error", title, words, actions=(again,))
        self.stack.setCurrentWidget(self.empty)

    def _store_changed(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories or changes.conflicts or changes.maintenance:
            self.soon.changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.soon.shown()
