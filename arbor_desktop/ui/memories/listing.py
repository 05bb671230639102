"""Keeps the list in step with the question that is asked and with the store."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.memories.model import Facets, Memory
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.memories import reads
from arbor_desktop.ui.memories.desk import Desk
from arbor_desktop.ui.memories.list_view import MemoryList
from arbor_desktop.ui.memories.model import MemoryListModel
from arbor_desktop.ui.memories.query_state import QueryState

_COUNT_LATER = 6
"""So many looks at the list go by, at most, before its numbers are counted again."""
_AFTER_SEARCH_MS = 200
"""So long after the rows of a search its numbers are counted."""

_FIRST_LETTER_MS = 100
"""One letter begins a word in nearly every memory, so that ranking them takes its time; mostly another letter
follows before that."""


class Listing(QObject):
    """Two moves: another question starts the list anew, a newer answer to the same one follows on."""

    listed = Signal()
    """The list has rows now, of this question."""
    counted = Signal(object)
    """The `Counts` of this question."""
    found = Signal(object, int)
    """The query and how many rows it has; also of a later look at the same question."""
    failed = Signal(object)
    went_to = Signal()
    """A row that was asked for by `show` was selected."""

    def __init__(
        self,
        desk: Desk,
        state: QueryState,
        model: MemoryListModel,
        view: MemoryList,
        shown: Callable[[], str | None],
        may_select: Callable[[], bool],
        refresh_ms: int,
        parent: QObject,
    ) -> None:
        """`shown`: the memory that stays selected if it is still listed. `may_select`: whether a row may be
        selected that nobody asked for."""
        super().__init__(parent)
        self._desk, self._state, self._model, self._view = desk, state, model, view
        self._shown, self._may_select = shown, may_select
        self.everywhere = Facets()
        """Numbers over everything there is, as of the last count."""
        self._changes = 0
        self._everywhere_at = -1
        self._wanted: str | None = None
        self._wanted_once = False
        self._row_after: int | None = None
        self._behind = True
        self._awaiting = False
        # Changes come in bursts while conversations are read: one look a moment later serves them all.
        self.soon = QTimer(self, singleShot=True, interval=refresh_ms)
        self.soon.timeout.connect(self.follow)
        # Counting looks at every memory: while much is captured, not after each look. The first one counts at
        # once; this is for what came after it.
        self.count_soon = QTimer(self, singleShot=True, interval=refresh_ms * _COUNT_LATER)
        self.count_soon.timeout.connect(self.count)
        self.count_after = QTimer(self, singleShot=True, interval=min(refresh_ms, _AFTER_SEARCH_MS))
        self.search_soon = QTimer(self, singleShot=True, interval=min(refresh_ms, _FIRST_LETTER_MS))
        self.search_soon.timeout.connect(self._search)
        self.count_after.timeout.connect(self.count)

    # What the page asks

    def anew(self) -> None:
        """Another question: its first rows are shown as soon as they are there, the rest follows."""
        self._awaiting = True
        for timer in (self.count_soon, self.count_after):
            timer.stop()
        self.search_soon.stop()
        words = self._state.query.words
        if words:  # what is found is ranked: there are no first rows before the others
            self._desk.forget_finding()
            if len(words) == 1 and words.isascii():
                self.search_soon.start()
            else:
                self._search()
            return
        self._desk.first(self._state.query, self._first_came, self.failed.emit)

    def _search(self) -> None:
        self._find(self._start_found)

    def follow(self) -> None:
        """Asks the same question again; what is seen stays where it is."""
        self.soon.stop()
        shown = list(self._model.ids)
        self._desk.find(self._state.query, self._follow_found, self.failed.emit, shown)

    def catch_up(self) -> None:
        """The list came into view."""
        if self._behind:
            self._behind = False
            if self._model.rowCount():
                self.follow()
            else:
                self.anew()

    def store_changed(self, changes: Changes, visible: bool) -> None:
        self._changes += 1
        if changes.all_memories:
            self._model.refresh_all()
        else:
            self._model.refresh(changes.memories)
        if not visible:
            self._behind = True
        elif not self.soon.isActive():
            self.soon.start()

    def show(self, memory_id: str) -> bool:
        """Selects a memory, now or as soon as it is listed. Answers whether it is now."""
        self._wanted, self._wanted_once = memory_id, False
        return self._go_to_wanted()

    def show_if_listed(self, memory_id: str) -> None:
        """Selects a memory that came back, unless the next look finds that the filters hide it."""
        if not self.show(memory_id):
            self._wanted_once = True
            self.soon.start()

    def leaving(self, ids: list[str]) -> None:
        """These may leave the list: what comes in the first one's place is selected then."""
        rows = [row for id_ in ids if (row := self._model.row_of(id_)) >= 0]
        self._row_after = min(rows) if rows else None

    # How

    def _find(self, done: Callable[[reads.Found], None]) -> None:
        self.soon.stop()
        self._desk.find(self._state.query, done, self.failed.emit)

    def _first_came(self, memories: list[Memory]) -> None:
        if memories:
            self._awaiting = False
            ids = [memory.id for memory in memories]
            self._start(reads.Found(ids, {id_: row for row, id_ in enumerate(ids)}, memories))
            self.listed.emit()
        self._find(self._start_found)

    def _start_found(self, found: reads.Found) -> None:
        if self._awaiting:
            self._awaiting = False
            self._start(found)
            self._tell()
        else:  # its first rows are shown already
            self._follow_found(found)
            self.count()
            return
        self.found.emit(self._state.query, len(found.ids))
        if self._state.query.words and found.ids:
            self.count_after.start()  # who types on waits for rows, not for numbers
        else:
            self.count()

    def _start(self, found: reads.Found) -> None:
        """The list begins at its top."""
        shown = self._shown()
        self._model.start(found.ids, found.rows)
        self._model.put(found.first)
        self._view.scrollToTop()
        if self._go_to_wanted() or not found.ids:
            return
        if shown is not None and self._model.row_of(shown) >= 0:
            self._view.select_ids([shown], shown)
        elif self._may_select():
            self._view.go_to(0)

    def _follow_found(self, found: reads.Found) -> None:
        view, model = self._view, self._model
        top, chosen, current = view.top(), view.selected_ids(), view.current_id()
        had = model.rowCount() > 0
        kept = model.follow(found.ids, found.rows, found.moves)
        model.put(found.first)
        self.found.emit(self._state.query, len(found.ids))
        if not kept or set(view.selected_ids()) != {id_ for id_ in chosen if model.row_of(id_) >= 0}:
            view.select_ids(chosen, current)
        view.set_top(top)
        self._tell()
        if not model.rowCount():
            self.count()
        elif not self.count_soon.isActive():
            self.count()
            self.count_soon.start()
        if not self._go_to_wanted():
            self._select_next(had)
            if self._wanted_once:
                self._wanted, self._wanted_once = None, False

    def _select_next(self, had: bool) -> None:
        """After what was selected left the list: the one that came in its place."""
        count = self._model.rowCount()
        if not count or self._view.selected_ids() or not self._may_select():
            return
        row = self._view.currentIndex().row() if self._row_after is None else self._row_after
        self._row_after = None
        self._view.go_to(min(max(row, 0), count - 1) if had else 0)

    def _go_to_wanted(self) -> bool:
        row = self._model.row_of(self._wanted) if self._wanted else -1
        if row < 0:
            return False
        self._wanted = None
        self._view.go_to(row)
        self.went_to.emit()
        return True

    def _tell(self) -> None:
        if self._model.rowCount():
            self.listed.emit()

    def count(self) -> None:
        """Counts now; `counted` follows."""
        self.count_soon.stop()
        self.count_after.stop()
        as_of = self._changes
        known = self.everywhere if self._everywhere_at == as_of else None

        def done(counts: reads.Counts) -> None:
            self.everywhere, self._everywhere_at = counts.everywhere, as_of
            self.counted.emit(counts)

        self._desk.count(self._state.query, known, done)
