"""Keeps what is shown beside the list in step with what is selected in it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.listing import Listing
from arbor_desktop.ui.memories import reads
from arbor_desktop.ui.memories.desk import Desk
from arbor_desktop.ui.memories.list_view import MemoryList
from arbor_desktop.ui.memories.model import MemoryListModel
from arbor_desktop.ui.memories.query import MemoryQuery
from arbor_desktop.ui.memories.side import Side

_DETAIL_MS = 40
"""Who moves on through the list is not asked for details of every row."""


class Selection(QObject):
    """A memory is shown at once as far as its row is known; the rest of it comes a moment later."""

    refused = Signal(object)

    def __init__(
        self,
        desk: Desk,
        model: MemoryListModel,
        view: MemoryList,
        listing: Listing[MemoryQuery, Memory, reads.Counts],
        side: Side,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk, self._model, self._view = desk, model, view
        self._listing, self._side, self._detail = listing, side, side.detail
        self.soon = QTimer(self, singleShot=True, interval=_DETAIL_MS)
        self.soon.timeout.connect(self._ask)
        view.selection_changed.connect(self.show)
        model.rows_loaded.connect(self._rows_came)
        desk.rows.connect(self._rows_changed)

    def meant(self) -> tuple[list[str], Memory | None]:
        """The selected ids; the memory, where it is only one and loaded."""
        ids = self._view.selected_ids()
        return ids, self._model.loaded(ids[0]) if len(ids) == 1 else None

    def show(self) -> None:
        """Shows what is selected."""
        ids = self._view.selected_ids()
        if len(ids) > 1:
            known = {memory.status for id_ in ids if (memory := self._model.loaded(id_))}
            self._side.show_several(len(ids), known)
        elif ids:
            if (memory := self._model.loaded(ids[0])) is not None:
                self._side.show_one(memory)
            self.soon.start()
        elif not self._model.rowCount():
            self.show_nothing()

    def show_beside(self, memory_id: str) -> None:
        """Shows a memory beside the list, which stays as it is, whether or not it holds it."""
        row = self._model.row_of(memory_id)
        if row >= 0:
            self._view.go_to(row)
            self._side.bring(True)
        else:
            self._desk.look_up(memory_id, self._show_unlisted, self.refused.emit)

    def _show_unlisted(self, memory: Memory) -> None:
        self._view.clearSelection()
        self._side.show_one(memory)
        self._side.bring(True)
        self.soon.start()

    def show_nothing(self) -> None:
        """There is nothing to select."""
        if not self._detail.dirty:
            self._side.show_nothing()

    def store_changed(self, changes: Changes) -> None:
        shown = self._detail.memory
        if shown is not None and (changes.all_memories or changes.conflicts or shown.id in changes.memories):
            self.soon.start()

    def _rows_came(self) -> None:
        """A row that was selected before it was loaded can be shown now."""
        ids, memory = self.meant()
        shown = self._detail.memory
        if memory is not None and (shown is None or shown.id != ids[0]) and not self._detail.dirty:
            self._side.show_one(memory)

    def _rows_changed(self, memories: list[Memory]) -> None:
        self._model.put(memories)
        shown = self._detail.memory
        for memory in memories:
            if shown is not None and memory.id == shown.id:
                self._detail.show_memory(memory)
        self.soon.start()

    def _ask(self) -> None:
        ids = self._view.selected_ids()
        wanted = ids[0] if len(ids) == 1 and not self._detail.dirty else None
        if wanted is None and self._detail.memory is not None:
            wanted = self._detail.memory.id
        if wanted is not None:
            self._desk.detail(wanted, self._came, self._failed)

    def _came(self, detail: reads.Detail) -> None:
        self._model.put([detail.memory])
        if self._view.selected_ids() == [detail.memory.id] and not self._detail.dirty:
            self._side.show_one(detail.memory)
        self._detail.show_detail(detail)

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # deleted for good meanwhile: the list is about to follow
            self._listing.look()
        else:
            self.refused.emit(error)
