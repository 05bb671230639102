"""What stands beside the list, and who of the two is seen where there is no room for both."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.ui.components import EmptyState
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.batch import BatchForm
from arbor_desktop.ui.memories.detail import DetailPane
from arbor_desktop.ui.memories.words import tr

_NARROW = 944
"""Below this width the detail takes the list's place (a window of 1000 with the rail collapsed)."""
_LEAST, _MOST = 380, 640
_NO_LIMIT = 16_777_215


class Side(QStackedWidget):
    """Nothing, one memory, or the form for several. `narrow`: it and the list are shown by turns.

    `several_chosen(how many)`: in a narrow page the list stays while several are chosen, and says so; 0 where
    there is no need.
    """

    several_chosen = Signal(int)

    def __init__(self, icons: Icons, detail: DetailPane, list_pane: QWidget) -> None:
        super().__init__()
        self._theme, self._list = icons.theme, list_pane
        self.nothing = EmptyState(icons, "memories", tr("No memory selected"))
        self.detail, self.batch = detail, BatchForm(icons)
        for widget in (self.nothing, self.detail, self.batch):
            self.addWidget(widget)
        self.setMinimumWidth(self._theme.px(_LEAST))
        self.narrow = False
        self._count = 0

    def fit(self, width: int) -> None:
        """The page is so wide now."""
        narrow = width < self._theme.px(_NARROW)
        changed, self.narrow = narrow != self.narrow, narrow
        for form in (self.detail, self.batch):
            form.back.setVisible(narrow)
        self.setMaximumWidth(_NO_LIMIT if narrow else self._theme.px(_MOST))
        if changed:
            self.bring(not narrow)
            self._tell()

    def bring(self, front: bool) -> None:
        """In a narrow page, whether this is seen or the list; else the list always is."""
        if front or self.narrow:
            self.setVisible(front)
        self._list.setVisible(not (front and self.narrow))

    def show_one(self, memory: Memory) -> None:
        self.setCurrentWidget(self.detail)
        self._tell()
        if not self.narrow:
            self.show()
        self.detail.show_memory(memory)

    def show_several(self, count: int, statuses: set[Status]) -> None:
        self._count = count
        self.batch.show_selection(count, statuses)
        self.setCurrentWidget(self.batch)
        self._tell()
        if not self.narrow:
            self.bring(True)

    def show_nothing(self) -> None:
        self.setCurrentWidget(self.nothing)
        self._tell()

    def _tell(self) -> None:
        several = self.narrow and self.currentWidget() is self.batch
        self.several_chosen.emit(self._count if several else 0)

    def yield_to_empty_list(self) -> None:
        """One picture and one next step are enough: no second empty pane beside an empty list."""
        self.setHidden(self.currentWidget() is self.nothing)
