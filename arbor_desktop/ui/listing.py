"""A list page in step with the question that is asked and with the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.components.row_model import Item, Moves, RowModel, moves
from arbor_desktop.ui.controller import Controller, RefreshTimer

_FIRST_LETTER_MS = 100
"""One letter begins a word in nearly every item, so that ranking them takes its time; mostly another letter
follows before that."""
_AFTER_SEARCH_MS = 200
"""So long after the rows of a search they are counted: who types on waits for rows, not for numbers."""
_PAINT_SECONDS = 0.1
"""So long the window with its first rows is painted before all ids are read, which takes Python's lock."""
_COUNT_LATER = 6
"""So many looks at the list go by, at most, before it is counted again."""


class Words(Protocol):
    """A question; `words` are searched for."""

    @property
    def words(self) -> str: ...


Query = TypeVar("Query", bound=Words)
Counts = TypeVar("Counts")


@dataclass(frozen=True, slots=True)
class Found(Generic[Item]):
    """The answer to a question: every id in order, the row of each, the items of the first rows, and what
    moves from the list that was shown."""

    ids: list[str]
    rows: dict[str, int]
    first: Sequence[Item]
    moves: Moves | None = None

    @classmethod
    def of(cls, ids: list[str], first: Sequence[Item], shown: list[str] | None = None, **more: Any) -> Self:
        """`shown`: the ids of the list that this one follows on; `more`: the fields of a subclass."""
        moved = None if shown is None or shown == ids else moves(shown, ids)
        return cls(ids, {id_: row for row, id_ in enumerate(ids)}, first, moved, **more)


class Listing(QObject, Generic[Query, Item, Counts]):
    """Two moves: another question starts the list at its top; a newer answer to the same one follows on, and
    what is seen stays in its place, with its selection.

    Signals: `found(Found)` an answer, before its rows are shown; `listed` its rows are shown;
    `counted(counts)` how many there are; `failed(error)` nothing could be read; `went_to` the row that `show`
    asked for was selected; `not_listed(id)` the answer does not hold it.
    """

    found = Signal(object)
    listed = Signal()
    counted = Signal(object)
    failed = Signal(object)
    went_to = Signal()
    not_listed = Signal(str)

    def __init__(
        self,
        controller: Controller,
        page: QWidget,
        view: RowList,
        model: RowModel[Item],
        query: Query,
        *,
        find: Callable[[Any, Query, list[str]], Found[Item]],
        count: Callable[[Any, Query, Counts | None], Counts],
        first: Callable[[Any, Query], Sequence[Item]] | None = None,
        keep: Callable[[], str | None] | None = None,
        may_select: Callable[[], bool] = lambda: True,
        refresh_ms: int = 250,
    ) -> None:
        """Ask the service on other threads: `find(service, query, shown ids)`, `count(service, query, counts
        of before where nothing changed since)`, and `first(service, query)` for the first rows, which come
        long before all ids do; not asked for a search, whose answer is ranked.

        `keep`: what stays selected where another list holds it too; by default the current row, unless words
        are searched for. `may_select`: whether a row may be selected that nobody asked for.
        """
        super().__init__(page)
        self._controller, self._view, self._model, self.query = controller, view, model, query
        self._find, self._count, self._first = find, count, first
        self._keep, self._may_select = keep or self._current, may_select
        self.counts: Counts | None = None
        """As they were counted last."""
        self._changes, self._counted_at = 0, -1
        self._anew = True
        """Whether no row of this question is shown yet."""
        self._to_paint = False
        """Whether first rows are shown that may not be painted yet."""
        self._wanted: str | None = None
        self._kept: str | None = None
        self._row_after: int | None = None
        self.soon = RefreshTimer(page, self.look, refresh_ms)
        self.look_soon = QTimer(self, singleShot=True, interval=min(refresh_ms, _FIRST_LETTER_MS))
        self.look_soon.timeout.connect(self.look)
        # To count is to look at every item: while much changes, not after each look.
        self.count_soon = QTimer(self, singleShot=True)
        self.count_soon.timeout.connect(self.count)
        self._refresh_ms = refresh_ms

    @property
    def answered(self) -> bool:
        """Whether rows of this question are shown, or it has none."""
        return not self._anew

    # What the page asks

    def ask(self, query: Query) -> None:
        """List the answer to another question, from its top."""
        self.query, self._anew = query, True
        self.count_soon.stop()
        self._controller.forget("list")
        if len(query.words) == 1 and query.words.isascii():
            self.look_soon.start()
        else:
            self.look()

    def begin(self, first: Sequence[Item]) -> None:
        """Show the first rows of the answer, which were read before; all of it is asked for when they are
        painted."""
        self._show(Found.of([item.id for item in first], first), whole=False)
        self._to_paint = True

    def look(self) -> None:
        """Ask the same question again; what is seen stays in its place."""
        self.look_soon.stop()
        self.soon.caught_up()
        self._controller.start(self._look(), self.failed.emit)

    def changed(self, ids: Iterable[str] | None) -> None:
        """Follow the store, where these changed; None: any may have."""
        self._changes += 1
        if ids is None:
            self._model.refresh_all()
        else:
            self._model.refresh(ids)
        self.soon.changed()

    def show(self, ident: str) -> None:
        """Select an item, now or as soon as it is listed."""
        self._wanted = ident
        if self._anew:  # the rows that are shown belong to another question
            return
        if not self._go_to_wanted() and not self.soon.behind:
            self.look()

    def leaving(self, ids: Iterable[str]) -> None:
        """These may leave the list: what comes in the first one's place is selected then."""
        rows = [row for id_ in ids if (row := self._model.row_of(id_)) >= 0]
        self._row_after = min(rows, default=None)

    def count(self) -> None:
        """Count now."""
        self.count_soon.stop()
        self._controller.start(self._counting())

    # The answers

    async def _look(self) -> None:
        ask, service, query = self._controller.ask, self._controller.service, self.query
        anew = self._anew
        if anew and self._first is not None and not query.words:
            first = await ask("list", self._first, service, query)
            if query is not self.query:
                return
            if first:
                self._show(Found.of([item.id for item in first], first), whole=False)
        if self._to_paint:
            self._to_paint = False
            await asyncio.sleep(_PAINT_SECONDS)
            if query is not self.query:
                return
        found = await ask("list", self._find, service, query, list(self._model.ids))
        if query is not self.query:
            return
        self._show(found, whole=True)
        if anew and query.words and found.ids:
            self.count_soon.start(min(self._refresh_ms, _AFTER_SEARCH_MS))
        elif anew or not found.ids:
            self.count()
        elif not self.count_soon.isActive():
            self.count()
            self.count_soon.start(self._refresh_ms * _COUNT_LATER)

    async def _counting(self) -> None:
        changes = self._changes
        known = self.counts if changes == self._counted_at else None
        ask, service = self._controller.ask, self._controller.service
        self.counts = await ask("count", self._count, service, self.query, known)
        self._counted_at = changes
        self.counted.emit(self.counts)

    def _show(self, found: Found[Item], *, whole: bool) -> None:
        """`whole`: what is not in it is not listed."""
        self.found.emit(found)
        row = self._start(found) if self._anew else self._follow(found)
        self._view.executeDelayedItemsLayout()  # else it is painted, laid out, and painted again
        self._anew = False
        missing = self._wanted if not self._go_to_wanted() else None
        if whole:
            self._wanted = None
        if found.ids and self._wanted is None and not self._view.selected_ids():
            self._select(row, whole)
        self.listed.emit()
        if whole and missing is not None:
            self.not_listed.emit(missing)

    def _start(self, found: Found[Item]) -> int:
        """Begin the list at its top. Returns the row to select where none is."""
        self._kept = self._keep()
        self._model.start(found.ids, found.rows)
        self._model.put(found.first)
        self._view.scrollToTop()
        return 0

    def _select(self, row: int, whole: bool) -> None:
        kept = self._kept
        if kept is not None and self._model.row_of(kept) >= 0:
            self._view.select_ids([kept], kept)
        elif (whole or kept is None) and self._may_select():
            self._view.go_to(row)
        if whole:
            self._kept = None

    def _follow(self, found: Found[Item]) -> int:
        """Follow on in place. Returns the row to select where none is: after what was selected left the list,
        the one that came in its place."""
        view, model = self._view, self._model
        top, chosen, current = view.top(), view.selected_ids(), view.current_id()
        row = view.currentIndex().row() if self._row_after is None else self._row_after
        self._row_after = None
        below = model.ids[max(row, 0) :]
        kept = model.follow(found.ids, found.rows, found.moves)
        model.put(found.first)
        if not kept or set(view.selected_ids()) != {id_ for id_ in chosen if model.row_of(id_) >= 0}:
            view.select_ids(chosen, current)
        view.set_top(top)
        if not below:  # there was no list
            return 0
        return next((row for id_ in below if (row := model.row_of(id_)) >= 0), model.rowCount() - 1)

    def _go_to_wanted(self) -> bool:
        row = self._model.row_of(self._wanted) if self._wanted is not None else -1
        if row < 0:
            return False
        self._wanted = None
        self._view.go_to(row)
        self.went_to.emit()
        return True

    def _current(self) -> str | None:
        return None if self.query.words else self._view.current_id()
