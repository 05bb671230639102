"""What the Memories page does: show the selected memory, look beside a search, store changes, read files."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import is_zipfile

from PySide6.QtCore import QMimeData, QObject, QPoint, QTimer, Signal
from shiboken6 import isValid

from arbor_desktop.capture.model import NOT_A_CONVERSATION, STOPPED, CaptureRow
from arbor_desktop.clock import Clock
from arbor_desktop.conversations.unrecognized import why_unrecognized
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import AskDialog, Message, Snackbar
from arbor_desktop.ui.components.menus import CommandMenu, local_files, opened
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.model import (
    Alternatives,
    ConversationHits,
    MemoryQuery,
    alternatives,
    conversation_hits,
    detail,
    menu_counts,
    to_link,
)
from arbor_desktop.ui.memory.actions import MemoryActions
from arbor_desktop.ui.translation import number, tr, translated

if TYPE_CHECKING:
    from arbor_desktop.exchange.model import Imported
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.memories.links import LinkDialog
    from arbor_desktop.ui.memories.page import MemoriesPage


_TELL_EVERY = 0.1
"""Seconds: small files are read faster than anybody reads their names."""


def takes(data: QMimeData) -> bool:
    """Whether something can be done with what is dragged."""
    return bool(local_files(data)) or (data.hasText() and not data.hasUrls())


def reading_words(paths: Sequence[Path]) -> str:
    if len(paths) == 1:
        return tr("Reading {what}…").format(what=paths[0].name)
    return tr("Reading %n files…", None, len(paths))


def progress_words(what: str, done: int, total: int) -> str:
    """`Reading 3 of 20: notes.jsonl`; how many conversations an export holds shows when it was opened."""
    if total == 1:
        return tr("Reading {what}…").format(what=what)
    return tr("Reading {n} of {total}: {what}").format(n=number(done + 1), total=number(total), what=what)


def with_memories(
    service: MemoryService, paths: Sequence[Path], rows: Sequence[CaptureRow]
) -> tuple[list[Path], str]:
    """Return which of the files and folders have memories of another tool; and why not, if none has
    conversations either."""
    read = {row.path for row in rows if row.reason != NOT_A_CONVERSATION}
    found, why = [], ""
    for path in paths:
        whole = Path(os.path.abspath(path))  # noqa: PTH100 - as the rows have it
        if str(whole) in read and not is_zipfile(whole):
            continue
        try:
            service.find_memories(whole)
        except InvalidInput:
            if len(paths) == 1 and not read:
                why = why_nothing(whole)
        else:
            found.append(whole)
    if len(paths) > 1 and not found and not read:
        why = tr("No conversations or memories found in these files")
    return found, why


def why_nothing(path: Path) -> str:
    """Return why a file or folder has neither conversations nor memories."""
    if path.is_dir() or is_zipfile(path):
        return tr("No conversations or memories found in {name}").format(name=path.name)
    words = tr("Arbor can't import {name}: {why}")
    return words.format(name=path.name, why=translated(why_unrecognized(path)))


def result_words(rows: Sequence[CaptureRow], why: str = "", *, stopped: bool = False) -> str:
    """What came of it, in one line; `why` nothing did, where that is known."""
    if stopped:
        read = sum(row.status in ("success", "empty") for row in rows)
        left = sum(row.reason == STOPPED for row in rows)
        if not read and not left:
            return tr("Stopped before anything was read")
        parts = [tr("Stopped"), tr("%n conversations read", None, read)]
        if left:
            parts.append(tr("%n not read yet", None, left))
        return " · ".join(parts)
    errors = [row for row in rows if row.status == "error"]
    read = sum(row.status in ("success", "empty") for row in rows)
    found = sum(row.items_extracted for row in rows)
    if not rows:
        return tr("Arbor found nothing to read")
    if not read and not errors:
        if why:
            return why
        reasons = ", ".join(dict.fromkeys(row.reason for row in rows if row.reason))
        return f"{tr('Nothing new')}: {reasons}" if reasons else tr("Nothing new")
    parts = [tr("%n conversations read", None, read)] if read else []
    if read:
        why_none = dict.fromkeys(
            translated(row.reason) for row in rows if row.status == "success" and row.reason
        )
        words = tr("%n memories found", None, found)
        parts.append(words if found or not why_none else f"{words}: {', '.join(why_none)}")
    if conflicts := sum(row.conflicts for row in rows):
        parts.append(tr("%n conflicts", None, conflicts))
    if errors:
        said = tr("%n files could not be read", None, len(errors))
        parts.append(f"{said}: {errors[0].error or errors[0].reason}" if len(errors) == 1 else said)
    return " · ".join(parts)


class Reading(QObject):
    """Files that are being read: says how far it is, and stops when it is told to.

    What else is said there meanwhile is left standing, and a notice that was closed stays closed.
    """

    _progressed = Signal(str, int, int)

    def __init__(
        self, snackbar: Snackbar, paths: Sequence[Path], closing: threading.Event, parent: QObject
    ) -> None:
        """`closing` is set when the window ends."""
        super().__init__(parent)
        self._snackbar, self._closing = snackbar, closing
        self._stop = threading.Event()
        self._told_at = time.monotonic()
        self._text = reading_words(paths)
        self._wanted = True
        self._progressed.connect(self._show_progress)
        snackbar.closed.connect(self._closed)
        self._say()

    def progress(self, what: str, done: int, total: int) -> None:
        """Called on the reading thread. Raises the service's Cancelled to stop before the next file or
        conversation; what was read stays."""
        from arbor_desktop.errors import Cancelled

        if self._stop.is_set() or self._closing.is_set():
            raise Cancelled
        now = time.monotonic()
        if what and now - self._told_at >= _TELL_EVERY:
            self._told_at = now
            self._progressed.emit(what, done, total)

    def end(self) -> None:
        """It is done, or has failed."""
        self._snackbar.closed.disconnect(self._closed)
        if self._snackbar.message == self._text:
            self._snackbar.close_message()
        self.deleteLater()

    @property
    def stopped(self) -> bool:
        """Whether the person stopped it."""
        return self._stop.is_set()

    def result(self, rows: Sequence[CaptureRow], why: str) -> str:
        return result_words(rows, why, stopped=self.stopped)

    def _show_progress(self, what: str, done: int, total: int) -> None:
        free = self._snackbar.message in ("", self._text)
        self._text = progress_words(what, done, total) if free else self._text
        if self._wanted and free and not self._stop.is_set():
            self._say()

    def _say(self) -> None:
        self._snackbar.say(Message(self._text, "download", cancel=self._stop.set))

    def _closed(self) -> None:
        if self._snackbar.text == self._text:
            self._wanted = False


_BESIDE_MS = 90
"""So long after the rows of a search it is asked what else is known: who types on goes first."""


class MemoriesController(MemoryActions):
    """`searches_conversations`: whether somebody shows the conversations in which words were said."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        page: MemoriesPage,
        *,
        clock: Clock,
        searches_conversations: bool,
        delay_ms: int,
    ) -> None:
        """`delay_ms`: at most so long after the rows of a search the rest is asked for."""
        super().__init__(icons, bridge, page, clock=clock)
        self._page, self._searches_conversations = page, searches_conversations
        self.beside_soon = QTimer(self, singleShot=True, interval=min(delay_ms, _BESIDE_MS))
        self.beside_soon.timeout.connect(lambda: self.start(self._look_beside()))

    # One memory

    def fetch(
        self,
        ids: list[str],
        loaded: Callable[[Sequence[Memory]], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Load rows of the list. Its model asks for one lot at a time."""
        self.start(self._fetch(ids, loaded), failed)

    async def _fetch(self, ids: list[str], loaded: Callable[[Sequence[Memory]], None]) -> None:
        loaded(await self.ask("rows", self.service.get_many, ids))

    def show_detail(self, memory_id: str, place: int = 0) -> None:
        """Show all that is known of a memory, and one of the places that it comes from."""
        self.start(self._show_detail(memory_id, place))

    async def _show_detail(self, memory_id: str, place: int) -> None:
        try:
            found = await self.ask("detail", detail, self.service, memory_id, place)
        except NotFound:  # deleted for good meanwhile: the list is about to follow
            self._page.listing.look()
            return
        self._page.show_detail(found)

    def look_up(self, memory_id: str, show: Callable[[Memory], None]) -> None:
        """Show a memory that may not be listed."""
        self.start(self._look_up(memory_id, show))

    async def _look_up(self, memory_id: str, show: Callable[[Memory], None]) -> None:
        show(await self.ask("look up", self.service.get, memory_id))

    def update(self, memory_id: str, fields: dict[str, Any]) -> None:
        """Store what was typed or chosen; what is refused is said beside its field."""
        self.start(self._update(memory_id, fields), self._page.detail.refuse)

    async def _update(self, memory_id: str, fields: dict[str, Any]) -> None:
        memory: Memory = await self.change(self.service.update, memory_id, **fields)
        if memory.id != memory_id:  # another member's stays as it is
            self._page.show_copy(memory)
            self.said.emit(Message(tr("Saved as your own copy"), undo=self.undo))
            return
        self.stored.emit([memory])
        self.said.emit(Message(tr("Saved"), undo=self.undo))
        if "content" in fields:
            self._page.text_saved()

    # The team

    def run(self, name: str, ids: Sequence[str], memory: Memory | None) -> None:
        if name == "share":
            self._page.share(memory)
        else:
            super().run(name, ids, memory)

    def add_to_menu(self, menu: CommandMenu, memory: Memory) -> None:
        if offer := self._page.shares.offer(memory):
            menu.add("share", offer, "team", "Ctrl+Shift+S")

    def check_share(self, memory_id: str) -> None:
        """Show what the team would get of a memory."""
        self.start(self._check_share(memory_id))

    async def _check_share(self, memory_id: str) -> None:
        self._page.detail.open_sheet(await self.ask("share", self.service.team.check, memory_id))

    def share(self, memory_id: str, quote: bool) -> None:
        """Share a memory with the team."""
        self.try_to(self._share(memory_id, quote), self._page.detail.sheet.fail)

    async def _share(self, memory_id: str, quote: bool) -> None:
        await self.change(self.service.team.share, memory_id, quote)
        self._page.detail.close_sheet()
        undo = partial(self._withdraw, memory_id)
        self.said.emit(Message(tr("Shared with your team"), "team", lambda: self.start(undo())))

    def ask_to_withdraw(self, memory_id: str, team: str) -> None:
        """Ask before a memory is withdrawn."""
        ask = AskDialog(
            self._icons, tr("Withdraw from {team}?").format(team=team),
            (tr("The others' copies are deleted. Some of them may have read it."),),
            tr("Withdraw"), danger=True, parent=self._page.window(),
        )  # fmt: skip
        ask.confirmed.connect(ask.finish)
        ask.confirmed.connect(lambda: self.start(self._withdraw(memory_id)))
        opened(ask)

    async def _withdraw(self, memory_id: str) -> None:
        await self.change(self.service.team.withdraw, memory_id)
        self.said.emit(Message(tr("Withdrawn from your team"), "team"))

    # A search

    def look_beside(self) -> None:
        """Rows are shown: look for another spelling, for what the filters hide, and for what was said."""
        self.forget("beside")
        self.beside_soon.stop()
        if self._page.listing.query.words:
            self.beside_soon.start()
        else:
            self._page.show_alternatives(self._page.listing.query, Alternatives())
            self._page.list_pane.show_conversations(ConversationHits())

    async def _look_beside(self) -> None:
        """One question after the other: readers stay free for the rows of the next letter that is typed."""
        query, rows = self._page.listing.query, self._page.model.rowCount()
        other = await self.ask("beside", alternatives, self.service, query, rows)
        self._page.show_alternatives(query, other)
        if self._searches_conversations:
            hits = await self.ask("beside", conversation_hits, self.service, query)
            self._page.list_pane.show_conversations(hits)

    def explain(self, memory_id: str) -> None:
        """Say beside a memory why the search finds it."""
        self.start(self._explain(memory_id, self._page.listing.query.words))

    async def _explain(self, memory_id: str, words: str) -> None:
        hit = await self.ask("explain", self.service.explain, words, memory_id)
        self._page.show_reasons(memory_id, words, hit)

    def explain_tip(self, memory_id: str, at: QPoint) -> None:
        """Say why the search finds a memory, where the pointer rests on its card."""
        self.start(self._explain_tip(memory_id, self._page.listing.query.words, at))

    async def _explain_tip(self, memory_id: str, words: str, at: QPoint) -> None:
        hit = await self.ask("tip", self.service.explain, words, memory_id)
        if hit is not None and hit.reasons:
            self._page.list_pane.show_tip(memory_id, hit, at)

    def count_menu(self, query: MemoryQuery) -> None:
        """Count what each chip of the filter menu would leave."""
        self.start(self._count_menu(query))

    async def _count_menu(self, query: MemoryQuery) -> None:
        self._page.filters.popup.set_counts(await self.ask("menu", menu_counts, self.service, query))

    # Links

    def open_link_dialog(self, memory_id: str) -> None:
        """Find a memory to link this one with."""
        from arbor_desktop.ui.memories.links import LinkDialog

        dialog = LinkDialog(self._icons, self._clock, self._page.window())
        dialog.search_wanted.connect(lambda words: self.start(self._find_to_link(words, memory_id, dialog)))
        dialog.chosen.connect(lambda other: self.link(memory_id, other))
        dialog.search_wanted.emit("")
        opened(dialog)

    async def _find_to_link(self, words: str, memory_id: str, dialog: LinkDialog) -> None:
        found = await self.ask("to link", to_link, self.service, words, memory_id)
        if isValid(dialog):
            dialog.show_found(words, found)

    def link(self, memory_id: str, other: str) -> None:
        self._do("link", memory_id, other, said=Message(tr("Memories linked"), "link", self.undo))

    def unlink(self, memory_id: str, other: str) -> None:
        self._do("unlink", memory_id, other, said=Message(tr("Link removed"), "link", self.undo))

    # Conversations

    def read_now(self) -> None:
        """Read the conversations that were found without waiting until they are quiet."""
        self.start(self._read_now())

    async def _read_now(self) -> None:
        await self.change(self.service.process_waiting, ordered=False)

    def read_files(self, paths: Sequence[Path]) -> None:
        """Capture the conversations of files and folders, say how far it is and what came of it; and show
        what importing their memories would do."""
        reading = Reading(self._page.list_pane.snackbar, paths, self.bridge.closing, self)
        self.start(self._read_files(paths, reading))

    async def _read_files(self, paths: Sequence[Path], reading: Reading) -> None:
        names = [str(path) for path in paths]
        try:  # it may take long, so nothing waits behind it
            rows = await self.change(self.service.capture, names, progress=reading.progress, ordered=False)
            wanted = () if reading.stopped else paths
            found, why = await self.bridge.call(with_memories, self.service, wanted, rows, ordered=False)
        except Exception:
            reading.end()
            raise
        reading.end()
        if not found or any(row.reason != NOT_A_CONVERSATION for row in rows):
            failed = why or any(row.status == "error" for row in rows)
            self.said.emit(Message(reading.result(rows, why), "warning" if failed else "check"))
        self.import_files(found)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Show what importing memories from files would do, one file after the other."""
        if paths:
            from arbor_desktop.ui.exchange.import_sheet import ImportSheet  # hardly any start imports

            sheet = ImportSheet(self._icons, self.bridge, paths[0], self._page.window(), clock=self._clock)
            sheet.imported.connect(self._say_imported)
            sheet.finished.connect(lambda _result: self.import_files(paths[1:]))
            sheet.open()

    def _say_imported(self, done: Imported) -> None:
        words = [tr("%n memories imported", None, done.imported)] if done.imported or not done.merged else []
        if done.merged:
            words.append(tr("%n merged with yours", None, done.merged))
        undo = self.undo if done.action_id else None
        self.said.emit(Message(" · ".join(words), "download", undo))
