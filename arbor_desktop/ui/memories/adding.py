"""The one dialog for a new memory: opened over the page, and forgotten when it closes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.memories.model import Facets, Memory, StoreResult
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.listing import Listing
from arbor_desktop.ui.memories.add_dialog import AddDialog
from arbor_desktop.ui.memories.desk import Desk
from arbor_desktop.ui.memories.query import MemoryQuery
from arbor_desktop.ui.memories.query_state import QueryState
from arbor_desktop.ui.memories.reads import Counts


class Adding(QObject):
    """`stored(StoreResult)`: a memory was added; `show_wanted(id)`: one that is there already."""

    stored = Signal(object)
    show_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        desk: Desk,
        state: QueryState,
        listing: Listing[MemoryQuery, Memory, Counts],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._icons, self._desk, self._state, self._listing = icons, desk, state, listing
        self._page = parent
        self.dialog: AddDialog | None = None

    def open(self, text: str) -> None:
        """Opens the dialog with `text` in it, or brings it to the front."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        dialog = AddDialog(self._icons, self._desk, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.stored.connect(self._stored)
        dialog.show_wanted.connect(self.show_wanted)
        dialog.finished.connect(self._closed)
        query, counts = self._state.query, self._listing.counts
        everywhere = counts.everywhere if counts is not None else Facets()
        dialog.prepare(
            text,
            projects=tuple(everywhere.projects),
            tags=everywhere.tags,
            project=query.scope_id if query.scope == "project" else None,
        )
        self.dialog = dialog
        dialog.open()

    def _stored(self, result: StoreResult) -> None:
        self.stored.emit(result)

    def _closed(self) -> None:
        self.dialog = None
