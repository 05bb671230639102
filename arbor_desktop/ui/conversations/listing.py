"""Keeps the list in step with the question that is asked and with the store."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.conversations.model import ConversationFacets
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.conversations import model as reads
from arbor_desktop.ui.conversations.delegate import RowDelegate
from arbor_desktop.ui.conversations.desk import Desk
from arbor_desktop.ui.conversations.list_model import ConversationModel
from arbor_desktop.ui.conversations.model import ConversationQuery
from arbor_desktop.ui.conversations.table import ConversationTable

_COUNT_LATER = 4
"""So many looks at the list go by, at most, before its numbers are counted again."""


class Listing(QObject):
    """Another question starts the list anew; a newer answer to the same one follows on, in its place."""

    listed = Signal()
    """The list has rows now, or none, of this question."""
    counted = Signal(object)
    """The `Counts` of this question."""
    failed = Signal(object)
    went_to = Signal()
    """A row that was asked for by `show` was selected."""
    not_listed = Signal(str)
    """What was asked for by `show` is hidden by the filters, or gone."""

    def __init__(
        self,
        desk: Desk,
        model: ConversationModel,
        view: ConversationTable,
        delegate: RowDelegate,
        *,
        query: ConversationQuery,
        may_select: Callable[[], bool],
        refresh_ms: int,
        parent: QObject,
    ) -> None:
        """`may_select`: whether a row may be selected that nobody asked for."""
        super().__init__(parent)
        self._desk, self._model, self._view, self._delegate = desk, model, view, delegate
        self._query, self._may_select = query, may_select
        self.everywhere = ConversationFacets()
        self._wanted: str | None = None
        self._behind = True
        self._anew = False
        # Changes come in bursts while conversations are read: one look a moment later serves them all.
        self.soon = QTimer(self, singleShot=True, interval=refresh_ms)
        self.soon.timeout.connect(self.follow)
        self.count_soon = QTimer(self, singleShot=True, interval=refresh_ms * _COUNT_LATER)
        self.count_soon.timeout.connect(self.count)

    @property
    def query(self) -> ConversationQuery:
        return self._query

    def ask(self, query: ConversationQuery) -> None:
        """Another question: its answer begins at the top."""
        self._query, self._anew = query, True
        self.follow()

    def follow(self) -> None:
        """Asks the same question again; what is seen stays where it is."""
        self.soon.stop()
        self._behind = False
        self._desk.find(self._query, self._found, self.failed.emit)

    def catch_up(self) -> None:
        """The page came into view."""
        if self._behind:
            self.follow()

    def store_changed(self, changes: Changes, visible: bool) -> None:
        if changes.conversations:
            self._model.refresh(changes.conversations)
        if changes.all_conversations or changes.memories or changes.all_memories:
            self._model.refresh_all()  # how many memories each has
        if not visible:
            self._behind = True
        elif not self.soon.isActive():
            self.soon.start()

    def show(self, conversation_id: str) -> None:
        """Selects a conversation, now or as soon as it is listed."""
        self._wanted = conversation_id
        if not self._go_to_wanted() and not self._behind and not self._anew:
            self.follow()

    def count(self) -> None:
        self.count_soon.stop()
        self._desk.count(self._query, self._counted)

    # How

    def _found(self, found: reads.Found) -> None:
        anew, self._anew = self._anew, False
        searched = bool(found.hits) != bool(self._delegate.hits)
        self._model.hits = self._delegate.hits = found.hits
        if searched:  # rows are higher with the line that was found
            self._view.scheduleDelayedItemsLayout()
            self._delegate.sizeHintChanged.emit(self._model.index(0))
        if anew:
            self._start(found)
            self.count()
        else:
            self._go_on(found)
        self.listed.emit()
        if self._wanted is not None and not self._go_to_wanted():
            wanted, self._wanted = self._wanted, None
            self.not_listed.emit(wanted)

    def _start(self, found: reads.Found) -> None:
        """The list begins at its top; what was selected stays selected where it is listed too."""
        chosen = self._view.current_id()
        self._model.start(found.ids, found.rows)
        self._model.put(found.first)
        self._view.scrollToTop()
        if self._wanted is not None or not found.ids or not self._may_select():
            return
        if chosen is not None and self._model.row_of(chosen) >= 0 and not self._query.words:
            self._view.go_to(self._model.row_of(chosen))
        else:
            self._view.go_to(0)

    def _go_on(self, found: reads.Found) -> None:
        view, model = self._view, self._model
        top, chosen, current = view.top(), view.selected_ids(), view.current_id()
        row, had = view.currentIndex().row(), model.rowCount() > 0
        kept = model.follow(found.ids, found.rows)
        model.put(found.first)
        left = {id_ for id_ in chosen if model.row_of(id_) >= 0}
        if not kept or set(view.selected_ids()) != left:
            view.select_ids(chosen, current)
        view.set_top(top)
        if not model.rowCount() or not had:
            self.count()
        elif not self.count_soon.isActive():
            self.count()
            self.count_soon.start()
        if model.rowCount() and not left and self._wanted is None and self._may_select():
            view.go_to(min(max(row, 0), model.rowCount() - 1) if had else 0)

    def _go_to_wanted(self) -> bool:
        row = self._model.row_of(self._wanted) if self._wanted else -1
        if row < 0:
            return False
        self._wanted = None
        self._view.go_to(row)
        self.went_to.emit()
        return True

    def _counted(self, counts: reads.Counts) -> None:
        self.everywhere = counts.everywhere
        self.counted.emit(counts)
