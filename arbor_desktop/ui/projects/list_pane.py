"""The list of projects, with what stands in its place when a search finds none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, EmptyState
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.list_view import ProjectList
from arbor_desktop.ui.projects.words import tr

_LEAST = 260


class ListPane(QWidget):
    clear_wanted = Signal()

    def __init__(self, icons: Icons, view: ProjectList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self.view = icons, view
        self.state = EmptyState(icons, "search", "", parent=self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(view)
        self.stack.addWidget(self.state)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.setMinimumWidth(icons.theme.px(_LEAST))

    def show_list(self) -> None:
        self.stack.setCurrentWidget(self.view)

    def show_no_match(self, words: str) -> None:
        clear = Button(self._icons, tr("Clear search"))
        clear.clicked.connect(self.clear_wanted)
        short = words if len(words) <= 40 else f"{words[:39]}…"
        text = tr("Names, paths and technologies were searched.")
        self.state.show_state("search", f"{tr('No match for')} “{short}”", text, actions=(clear,))
        self.stack.setCurrentWidget(self.state)
