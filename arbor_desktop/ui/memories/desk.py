"""The page's one way to the service: what is done, what is said of it, what can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import FeedbackKind, Memory, Privacy, StoreResult, Undone
from arbor_desktop.search.model import Hit
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.memories import beside_reads, menu_reads, reads
from arbor_desktop.ui.memories.beside_reads import Aside, Talk
from arbor_desktop.ui.memories.history_words import undone_words
from arbor_desktop.ui.memories.query import MemoryQuery
from arbor_desktop.ui.memories.words import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Ids = Sequence[str]


class Desk(QObject):
    """Every method answers at once and tells later, by signal or by the callback it is given."""

    said = Signal(object)
    """A `Message`, after something was done."""
    left = Signal()
    """What was done took memories out of the list."""
    returned = Signal(object)
    """The ids of memories that came back."""
    refused = Signal(object)
    """The error of something that was not done and for which nobody else speaks."""
    rows = Signal(object)
    """Memories as they are now, so that what shows them need not ask."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Reading: a later question of the same kind makes the earlier one void

    def aside(self, query: MemoryQuery, rows: int, done: Callable[[Aside], None]) -> None:
        """What a search that found so many rows may have meant."""
        call = partial(beside_reads.aside, self._service, query, rows)
        self._ask("memories.aside", call, done, self._refuse)

    def talk(self, query: MemoryQuery, done: Callable[[Talk], None]) -> None:
        """What was said that fits a search."""
        self._ask("memories.talk", partial(beside_reads.talk, self._service, query), done, self._refuse)

    def explain(self, words: str, memory_id: str, asker: str, done: Callable[[Hit | None], None]) -> None:
        """Why a search finds a memory. `asker`: of each only the last question counts."""
        call = partial(self._service.explain, words, memory_id)
        self._ask(f"memories.explain.{asker}", call, done, self._refuse)

    def forget_beside(self) -> None:
        """Another search is on its way: what stood beside the one before is of no use."""
        for key in ("memories.aside", "memories.talk"):
            self._bridge.cancel(key)

    def menu_counts(self, query: MemoryQuery, done: Callable[[menu_reads.MenuCounts], None]) -> None:
        """The numbers of the filter menu."""
        self._ask("memories.menu", partial(menu_reads.menu_counts, self._service, query), done, self._refuse)

    def detail(
        self, memory_id: str, done: Callable[[reads.Detail], None], failed: Callable[[BaseException], None]
    ) -> None:
        self._ask("memories.detail", partial(reads.detail, self._service, memory_id), done, failed)

    def look_up(
        self, memory_id: str, done: Callable[[Memory], None], failed: Callable[[BaseException], None]
    ) -> None:
        """One memory as it is now."""
        self._ask("memories.look-up", partial(self._service.get, memory_id), done, failed)

    def fetch(
        self,
        ids: list[str],
        done: Callable[[Sequence[Memory]], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Rows of the list. Its model asks for one lot at a time."""
        self._ask("memories.rows", partial(self._service.get_many, ids), done, failed)

    # Changing

    def update(
        self, memory_id: str, fields: dict[str, Any], failed: Callable[[BaseException], None] | None = None
    ) -> None:
        self._do(
            partial(self._service.update, memory_id, **fields),
            lambda memory: self.rows.emit([memory]),
            failed,
        )

    def update_many(self, ids: Ids, **fields: Any) -> None:
        self._change(partial(self._service.update_many, list(ids), **fields), _changed_words(ids))

    def add_tags(self, ids: Ids, tags: Sequence[str]) -> None:
        text = tr("Tagged 1 memory") if len(ids) == 1 else tr("Tagged %n memories", len(ids))
        self._change(partial(self._service.add_tags, list(ids), list(tags)), text, "tag")

    def set_privacy(self, memory: Memory, level: Privacy) -> None:
        words = {
            Privacy.ALWAYS_INCLUDE: (tr("Pinned: always included"), "pin"),
            Privacy.NEVER_SHARE: (tr("Never shared from now on"), "eye-off"),
            Privacy.SENSITIVE: (tr("Marked sensitive"), "lock"),
            Privacy.NORMAL: (tr("Shared as usual again"), "eye"),
        }
        if memory.privacy_level is Privacy.ALWAYS_INCLUDE and level is Privacy.NORMAL:
            words[Privacy.NORMAL] = (tr("Unpinned"), "pin")
        text, icon = words[level]
        call = partial(self._service.update_many, [memory.id], privacy_level=level.value)
        self._change(call, text, icon)

    def delete(self, ids: Ids) -> None:
        text = tr("Memory deleted") if len(ids) == 1 else tr("%n memories deleted", len(ids))
        self._change(partial(self._service.delete, *ids), text, "trash", leaves=True)

    def archive(self, ids: Ids) -> None:
        text = tr("Memory archived") if len(ids) == 1 else tr("%n memories archived", len(ids))
        self._change(partial(self._service.archive, *ids), text, "download", leaves=True)

    def restore(self, ids: Ids) -> None:
        text = tr("Memory restored") if len(ids) == 1 else tr("%n memories restored", len(ids))
        self._change(partial(self._service.restore, *ids), text, "undo", leaves=True)

    def accept(self, ids: Ids) -> None:
        text = tr("Memory accepted") if len(ids) == 1 else tr("%n memories accepted", len(ids))
        self._change(partial(self._service.accept, *ids), text, leaves=True)

    def reject(self, ids: Ids) -> None:
        text = tr("Memory rejected") if len(ids) == 1 else tr("%n memories rejected", len(ids))
        self._change(partial(self._service.reject, *ids), text, "x", leaves=True)

    def promote(self, ids: Ids) -> None:
        text = tr("Global from now on") if len(ids) == 1 else tr("%n memories are global", len(ids))
        self._change(partial(self._service.promote, *ids), text, "globe")

    def keep_to_project(self, ids: Ids) -> None:
        text = tr("Kept to its project") if len(ids) == 1 else tr("%n memories kept to projects", len(ids))
        self._change(partial(self._service.keep_to_project, *ids), text, "folder")

    def feedback(self, memory_id: str, kind: FeedbackKind) -> None:
        text, icon = {
            FeedbackKind.CONFIRM: (tr("Confirmed"), "check"),
            FeedbackKind.OUTDATED: (tr("Marked outdated"), "clock"),
            FeedbackKind.INCORRECT: (tr("Marked incorrect"), "x"),
            FeedbackKind.FORGET: (tr("Memory forgotten: it is in the archive"), "trash"),
        }[kind]
        call = partial(self._service.feedback, memory_id, kind.value)
        self._change(call, text, icon, leaves=kind is FeedbackKind.FORGET)

    def restore_version(self, memory_id: str, seq: int) -> None:
        call = partial(self._service.restore_version, memory_id, seq)
        self._change(call, tr("Earlier version restored"), "undo")

    def purge(self, ids: Ids) -> None:
        """For good: nothing can bring these back."""
        text = tr("Memory deleted permanently")
        if len(ids) != 1:
            text = tr("%n memories deleted permanently", len(ids))

        def done(_answer: object) -> None:
            self.said.emit(Message(text, "trash"))
            self.left.emit()

        self._do(partial(self._service.purge, ids=list(ids)), done)

    def read_now(self) -> None:
        """Reads what was found and waits until it is quiet."""
        self._bridge.run(self._service.process_waiting, failed=self._refuse, owner=self, ordered=False)

    def undo(self) -> None:
        """Takes back the newest action that still stands."""
        self._do(self._service.undo, self._undone)

    def add(
        self,
        content: str,
        fields: dict[str, Any],
        done: Callable[[StoreResult], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self._do(partial(self._service.store, content, **fields), done, failed)

    def capture(
        self,
        paths: Sequence[Path],
        done: Callable[[list[CaptureRow]], None],
        failed: Callable[[BaseException], None],
        progress: Callable[[str, int, int], None],
    ) -> None:
        """Reads files in the background: it may take long, so nothing waits behind it.

        `progress(what, done, total)` is called on another thread and may raise the service's Cancelled;
        `failed` comes after the failure was told.
        """

        def refused(error: BaseException) -> None:
            failed(error)
            self._refuse(error)

        call = partial(self._service.capture, [str(path) for path in paths], progress=progress)
        self._bridge.run(call, done=done, failed=refused, owner=self, ordered=False)

    # How

    def _ask(
        self,
        key: str,
        call: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self._bridge.run(call, done=done, failed=failed, key=key, owner=self)

    def _do(
        self,
        call: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None] | None = None,
    ) -> None:
        self._bridge.run(call, done=done, failed=failed or self._refuse, owner=self)

    def _change(
        self, call: Callable[[], Any], text: str, icon: str = "check", *, leaves: bool = False
    ) -> None:
        def done(answer: Any) -> None:
            self.rows.emit([answer] if isinstance(answer, Memory) else list(answer))
            self.said.emit(Message(text, icon, self.undo))
            if leaves:
                self.left.emit()

        self._do(call, done)

    def _refuse(self, error: BaseException) -> None:
        """Known errors are the page's to tell; anything else is a bug and goes where bugs are shown."""
        if isinstance(error, ArborError):
            self.refused.emit(error)
        else:
            self._bridge.failed.emit(failure(error, "memories"))

    def _undone(self, undone: Undone) -> None:
        words, returns = undone_words(undone)
        self.said.emit(Message(words, "undo"))
        if returns:
            self.returned.emit(undone.ids)


def _changed_words(ids: Ids) -> str:
    return tr("1 memory changed") if len(ids) == 1 else tr("%n memories changed", len(ids))
