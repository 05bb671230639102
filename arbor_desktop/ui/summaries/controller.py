"""The operations on summaries: list, open, save, review, clear, restore; and the way back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from arbor_desktop.memories.model import Category, Scope
from arbor_desktop.summaries.model import CategoryInfo, CategorySummary
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.summaries.dialog import SummariesDialog

MOST_VERSIONS = 12
Place = tuple[str, str | None]
"""Scope and its id."""
EVERYWHERE: Place = ("global", None)


@dataclass(frozen=True, slots=True)
class Overview:
    """All summaries there are or may be; `titles` are those of conversations, by id."""

    infos: tuple[CategoryInfo, ...]
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Opened:
    """A summary with its newest versions (the newest first, itself not among them), and how many memories of
    its category are in none."""

    summary: CategorySummary
    versions: tuple[CategorySummary, ...]
    private: int


class SummariesController(Controller):
    """`name` and `place`: the summary that is shown."""

    def __init__(self, bridge: Bridge, dialog: SummariesDialog, name: str | None, place: Place) -> None:
        super().__init__(bridge, dialog)
        self._dialog = dialog
        self.name, self.place = name or Category.CODING_PREFERENCES.value, place
        self.overview = Overview((), {})
        self._undo: Callable[[], Coroutine[Any, Any, None]] | None = None

    @property
    def counts(self) -> dict[str, int]:
        """How many memories each category has in this place."""
        infos = self.overview.infos
        return {i.name: i.item_count for i in infos if (i.scope, i.scope_id) == self.place}

    def refresh(self) -> None:
        """Read everything again."""
        self.start(self._list())
        self.try_to(self._open(), self._dialog.pane.show_failure)

    def go(self, name: str, place: Place) -> None:
        """Show another summary."""
        self.name, self.place = name, place
        self.refresh()

    async def _list(self) -> None:
        self.overview = await self.ask("overview", _overview, self.service)
        self._dialog.show_overview()

    async def _open(self) -> None:
        opened = await self.ask("open", _opened, self.service, self.name, *self.place)
        self._dialog.pane.show_opened(opened)

    # What a person does

    def save(self, text: str, version: int) -> None:
        """Store what was written over a version."""
        call = partial(self.service.edit_category, self.name, text, *self.place, version=version)
        self._try(self._save(call, self._way_back(version) if version else None))

    async def _save(
        self, call: Callable[[], CategorySummary], undo: Callable[[], Coroutine[Any, Any, None]] | None
    ) -> None:
        summary = await self.change(call)
        words = tr("Saved and marked as reviewed")
        if summary.problems:
            words = tr("Saved. {problem}").format(problem=summary.problems[0])
        self._show_done(words, undo)

    def review(self) -> None:
        call = partial(self.service.mark_category_reviewed, self.name, *self.place)
        self._try(self._do(call, tr("Marked as reviewed")))

    def clear(self, summary: CategorySummary) -> None:
        """Archive the memories of the summary that is shown."""
        call = partial(self.service.clear_category, self.name, *self.place)
        count = summary.item_count
        if not count:  # no memory changes, so undo would take back something else
            undo = self._way_back(summary.version)
            self._try(self._do(call, tr("Summary cleared"), undo))
            return
        words = tr("Archived %n memories", None, count)
        self._try(self._do(call, words, lambda: self._do(self.service.undo, tr("Undone"))))

    def bring_back(self, version: int, before: int) -> None:
        """Show an earlier version again; `before` is the one that is shown."""
        call = partial(self.service.restore_category, self.name, version, *self.place)
        self._try(self._do(call, tr("Version restored"), self._way_back(before)))

    def undo(self) -> None:
        """Undo what was done last in here, once."""
        if self._undo is not None:
            undo, self._undo = self._undo, None
            self._try(undo())

    def _way_back(self, version: int) -> Callable[[], Coroutine[Any, Any, None]]:
        """Return what brings that version of the summary back that is shown now."""
        call = partial(self.service.restore_category, self.name, version, *self.place)
        return partial(self._do, call, tr("Undone"))

    async def _do(
        self,
        call: Callable[[], object],
        words: str,
        undo: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        await self.change(call)
        self._show_done(words, undo)

    def _show_done(self, words: str, undo: Callable[[], Coroutine[Any, Any, None]] | None) -> None:
        self._undo = undo
        self._dialog.show_done(words, can_undo=undo is not None)
        self.refresh()

    def _try(self, work: Coroutine[Any, Any, None]) -> None:
        self.try_to(work, self._dialog.pane.refuse)


def _overview(service: MemoryService) -> Overview:
    infos = tuple(service.list_categories())
    talks = [i.scope_id for i in infos if i.scope == Scope.CONVERSATION.value and i.scope_id]
    found = service.conversations_by_id(list(dict.fromkeys(talks))) if talks else []
    return Overview(infos, {one.id: one.title for one in found})


def _opened(service: MemoryService, name: str, scope: str, scope_id: str | None) -> Opened:
    summary = service.get_category(name, scope, scope_id)
    versions = service.category_versions(name, scope, scope_id)
    older = [one for one in versions if one.version != summary.version][:MOST_VERSIONS]
    return Opened(summary, tuple(older), service.private_in_category(name, scope, scope_id))
