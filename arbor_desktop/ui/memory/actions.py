"""What keys, buttons and menus do to memories, on this page and on that of a project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.memories.model import Facets, FeedbackKind, Memory, Privacy, Scope, Status, StoreResult
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import AskDialog, Message
from arbor_desktop.ui.components.menus import CommandMenu, opened
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import GONE, home_of, in_conflict, limit_words, summary_words, summed_up
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.ui.memory.dialogs import AddDialog
    from arbor_desktop.ui.memory.merge import MergeDialog

_FEEDBACK = {
    "confirm": FeedbackKind.CONFIRM,
    "outdated": FeedbackKind.OUTDATED,
    "incorrect": FeedbackKind.INCORRECT,
}
_DECISIONS = {"confirm": "accept", "incorrect": "reject"}
"""What the keys of feedback decide about a memory that needs review."""
_LEVELS = {
    "pin": Privacy.ALWAYS_INCLUDE,
    "never_share": Privacy.NEVER_SHARE,
    "sensitive": Privacy.SENSITIVE,
}


_UNCOUNTED = ("promote", "keep_to_project")
"""Changes that take a moment a memory and say nothing of how far they are."""


class MemoryActions(Controller):
    """Signals: `said(Message)` after something was done; `stored(memories)` as they are now, so that what
    shows them need not ask; `left` it took memories out of the list; `returned(ids)` they came back;
    `added(StoreResult)`; `memory_wanted(id)` what was to be added is there already.

    For others to do: `edit_wanted`, `summary_wanted(category, project or None)`,
    `conflict_wanted(conflict id)`.
    """

    said = Signal(object)
    stored = Signal(object)
    left = Signal()
    returned = Signal(object)
    added = Signal(object)
    memory_wanted = Signal(str)
    edit_wanted = Signal()
    summary_wanted = Signal(object, object)
    conflict_wanted = Signal(str)

    def __init__(self, icons: Icons, bridge: Bridge, page: QWidget, *, clock: Clock = system_clock) -> None:
        super().__init__(bridge, page)
        self._icons, self._widget, self._clock = icons, page, clock
        self.dialog: AddDialog | None = None
        """For a new memory, while it is open."""

    def run(self, name: str, ids: Sequence[str], memory: Memory | None) -> None:
        """Do what a key, a button or a menu names. `memory`: the only one that is meant, where it is only one
        and loaded."""
        if not ids or (memory is not None and not _fits(name, memory)):
            return
        if name in self._changes(len(ids)) and not (name == "confirm" and memory is not None):
            self._run_change(name, ids)
        elif name == "merge":
            self.start(self._open_merge(ids))
        elif name == "purge":
            self._ask_purge(ids)
        elif name == "export":
            self._open_export(ids)
        elif name == "copy_id":
            QGuiApplication.clipboard().setText("\n".join(ids))
        elif name == "edit":
            self.edit_wanted.emit()
        elif memory is not None:
            self._run_on_one(name, memory)
        elif name in _LEVELS:
            self.update_many(ids, privacy_level=_LEVELS[name].value)
        elif name in _FEEDBACK:
            # A word on a memory is about what it says: each is looked at by itself.
            self.said.emit(Message(tr("Select a single memory to mark it as wrong or outdated"), "info"))

    def _changes(self, count: int) -> dict[str, tuple[str, str, bool]]:
        """By the service's methods, and our names of two of them: what is said of `count` memories,
        with which icon, and whether the memories leave the list."""
        return {
            "delete": (tr("%n memories deleted", None, count), "trash", True),
            "archive": (tr("%n memories archived", None, count), "archive", True),
            "restore": (tr("%n memories restored", None, count), "undo", True),
            "accept": (tr("%n memories accepted", None, count), "check", True),
            "reject": (tr("%n memories rejected", None, count), "x", True),
            "confirm": (tr("%n memories confirmed", None, count), "check", False),
            "promote": (tr("%n memories made global", None, count), "globe", False),
            "keep_here": (tr("%n memories limited to their projects", None, count), "folder", False),
        }

    def _run_change(self, name: str, ids: Sequence[str]) -> None:
        words, icon, leaves = self._changes(len(ids))[name]
        method = "keep_to_project" if name == "keep_here" else name
        self._do(method, *ids, count=len(ids), said=Message(words, icon, self.undo), leaves=leaves)

    def _open_export(self, ids: Sequence[str]) -> None:
        from arbor_desktop.ui.exchange.export_sheet import ExportSheet  # hardly any start exports

        sheet = ExportSheet(self._icons, self.bridge, self._widget.window(), selected=ids)
        sheet.exported.connect(lambda words: self.said.emit(Message(words, "upload")))
        sheet.open()

    def _run_on_one(self, name: str, memory: Memory) -> None:
        if name in _FEEDBACK and memory.status is Status.ACTIVE:
            words, icon = {
                "confirm": (tr("Confirmed"), "check"),
                "outdated": (tr("Marked as outdated. Not shared until you review it."), "clock"),
                "incorrect": (tr("Marked as wrong and no longer shared"), "x"),
            }[name]
            message = Message(words, icon, self.undo)
            self._do("feedback", memory.id, _FEEDBACK[name].value, said=message, leaves=name == "incorrect")
        elif name in _DECISIONS:
            self.run(_DECISIONS[name], [memory.id], memory)
        elif name in _LEVELS:
            level = _LEVELS[name]
            self.set_privacy(memory, Privacy.NORMAL if memory.privacy_level is level else level)
        elif name == "summary":
            project = memory.scope_id if memory.scope is Scope.PROJECT else None
            self.summary_wanted.emit(memory.category.value, project)
        elif name == "resolve" and memory.conflict_ids:
            self.conflict_wanted.emit(memory.conflict_ids[0])
        elif name == "copy":
            QGuiApplication.clipboard().setText(memory.content)

    # Changes

    def _do(self, method: str, *args: Any, said: Message, **fields: Any) -> None:
        self.start(self._change(method, *args, said=said, **fields))

    async def _change(
        self, method: str, *args: Any, said: Message, count: int = 1, leaves: bool = False, **fields: Any
    ) -> None:
        counted = count if method not in _UNCOUNTED else 1
        answer = await self.change_many(
            getattr(self.service, method), *args, count=counted, said=self.said.emit, **fields
        )
        if answer is None:
            return
        self.stored.emit([answer] if isinstance(answer, Memory) else list(answer))
        self.said.emit(said)
        if leaves:
            self.left.emit()

    def update_many(self, ids: Sequence[str], **fields: Any) -> None:
        words = tr("%n memories changed", None, len(ids))
        self._do("update_many", list(ids), count=len(ids), said=Message(words, undo=self.undo), **fields)

    def add_tags(self, ids: Sequence[str], tags: Sequence[str]) -> None:
        words = tr("%n memories tagged", None, len(ids))
        said = Message(words, "tag", self.undo)
        self._do("add_tags", list(ids), list(tags), count=len(ids), said=said)

    def set_privacy(self, memory: Memory, level: Privacy) -> None:
        words, icon = {
            Privacy.ALWAYS_INCLUDE: (tr("Pinned: always included"), "pin"),
            Privacy.NEVER_SHARE: (tr("Will never be shared"), "eye-off"),
            Privacy.SENSITIVE: (tr("Marked as sensitive"), "lock"),
            Privacy.NORMAL: (tr("Now shared as usual"), "eye"),
        }[level]
        if memory.privacy_level is Privacy.ALWAYS_INCLUDE and level is Privacy.NORMAL:
            words, icon = tr("Unpinned"), "pin"
        said = Message(words, icon, self.undo)
        self._do("update_many", [memory.id], said=said, privacy_level=level.value)

    def restore_version(self, memory_id: str, seq: int) -> None:
        said = Message(tr("Earlier version restored"), "undo", self.undo)
        self._do("restore_version", memory_id, seq, said=said)

    def _ask_purge(self, ids: Sequence[str]) -> None:
        one, several = (
            tr("Delete this memory permanently?"),
            tr("Delete %n memories permanently?", None, len(ids)),
        )
        keep = tr("Keep memory") if len(ids) == 1 else tr("Keep memories")
        gone = tr("Its history is deleted too.") if len(ids) == 1 else tr("Their history is deleted too.")
        ask = AskDialog(
            self._icons, one if len(ids) == 1 else several, (f"{gone} {tr('This cannot be undone.')}",),
            tr("Delete permanently"), danger=True, keep_words=keep, parent=self._widget.window(),
        )  # fmt: skip
        ask.confirmed.connect(ask.finish)
        ask.confirmed.connect(lambda: self.start(self._purge(ids)))
        opened(ask)

    async def _purge(self, ids: Sequence[str]) -> None:
        await self.change(self.service.purge, ids=list(ids))
        words = tr("Memory deleted permanently")
        if len(ids) != 1:
            words = tr("%n memories deleted permanently", None, len(ids))
        self.said.emit(Message(words, "trash"))
        self.left.emit()

    # One memory of several

    async def _open_merge(self, ids: Sequence[str]) -> None:
        from arbor_desktop.ui.memory.merge import MergeDialog  # few memories are merged

        result = await self.ask("merge", self.service.merged, list(ids))
        originals = await self.ask("merge", self.service.get_many, list(ids))
        dialog = MergeDialog(self._icons, originals, result, self._clock(), self._widget.window())
        dialog.confirmed.connect(lambda: self.try_to(self._merge(ids, dialog), dialog.fail))
        opened(dialog)

    async def _merge(self, ids: Sequence[str], dialog: MergeDialog) -> None:
        merged: Memory = await self.change(self.service.merge, list(ids), **dialog.fields)
        dialog.accept()
        self.said.emit(Message(tr("%n memories merged", None, len(ids)), "check", self.undo))
        self.returned.emit([merged.id])

    # A new memory

    def open_dialog(
        self, text: str = "", *, everywhere: Facets | None = None, project: str | None = None
    ) -> None:
        """Open the dialog for a new memory, or bring it to the front. `everywhere`: the projects and tags to
        choose from; `project`: the one that is looked at."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        known = everywhere or Facets()
        from arbor_desktop.ui.memory.dialogs import AddDialog

        dialog = AddDialog(self._icons, self._widget.window())
        dialog.wanted.connect(self._add_wanted)
        dialog.show_wanted.connect(self.memory_wanted)
        dialog.finished.connect(self._dialog_closed)
        dialog.prepare(text, projects=tuple(known.projects), tags=known.tags, project=project)
        self.dialog = dialog
        opened(dialog)

    def _dialog_closed(self) -> None:
        self.dialog = None

    def _add_wanted(self, content: str, fields: dict[str, Any]) -> None:
        self.start(self._add(content, fields), self._add_failed)

    async def _add(self, content: str, fields: dict[str, Any]) -> None:
        result: StoreResult = await self.change(self.service.store, content, **fields)
        if self.dialog is not None and not self.dialog.show_result(result):
            return  # it was known already
        words, icon = tr("Memory added"), "plus"
        if result.conflicts:
            words, icon = tr("Memory added, but it conflicts with another memory"), "conflicts"
        elif result.redacted:
            words = tr("Memory added without the secret it contained")
        self.said.emit(Message(words, icon, self.undo))
        self.added.emit(result)

    def _add_failed(self, error: BaseException) -> None:
        if self.dialog is not None:
            self.dialog.fail(error)
        else:
            self._refuse(error)

    # Undo

    def undo(self) -> None:
        """Take back the newest action that still stands."""
        self.start(self._undo())

    async def _undo(self) -> None:
        undone = await self.change(self.service.undo, here=True)
        from arbor_desktop.ui.memory.history_words import undone_words

        words, returns = undone_words(undone)
        self.said.emit(Message(words, "undo"))
        if returns:
            self.returned.emit(undone.ids)

    # The menu

    def menu(self, ids: Sequence[str], memory: Memory | None, at: QPoint) -> QMenu:
        """Open the context menu of a card, or of several."""
        from arbor_desktop.maintenance.learning_rules import refusal  # as late as the first menu

        menu = CommandMenu(self._icons, self._widget, lambda name: self.run(name, ids, memory))
        if memory is not None:
            _fill_for_one(menu.add, memory)
            self.add_to_menu(menu, memory)
            menu.addSeparator()
        if memory is None or refusal(memory) is None:
            menu.add("promote", tr("Make global"), "globe")
        elif home := home_of(memory):
            menu.add("keep_here", limit_words(home), "folder")
        if memory is None or memory.status is Status.ACTIVE:
            menu.add("archive", tr("Archive"), "archive", "Alt+A")
        elif memory.status is not Status.PENDING:
            menu.add("restore", tr("Restore"), "undo", "Alt+R")
        if memory is None or memory.status is not Status.DELETED:
            menu.add("delete", tr("Delete"), "trash", "Del")
        menu.add("purge", tr("Delete permanently…"), "trash")
        if len(ids) > 1:
            menu.addSeparator()
            menu.add("confirm", tr("Confirm"), "check", "Alt+C")
            menu.add("pin", tr("Always include"), "pin", "Alt+I")
            menu.add("merge", tr("Merge…"), "merge", "Alt+M")
        menu.addSeparator()
        if memory is not None:
            if summed_up(memory):
                menu.add("summary", summary_words(memory), "file")
            menu.add("copy", tr("Copy text"), "copy")
        menu.add("copy_id", tr("Copy ID") if len(ids) == 1 else tr("Copy IDs"), "copy")
        menu.popup(at)
        return menu

    def add_to_menu(self, menu: CommandMenu, memory: Memory) -> None:
        """Add what only this page can do with a memory."""


def _fits(name: str, memory: Memory) -> bool:
    """Whether something can be done to a memory of its status: keys name it whatever that is."""
    return {
        "restore": memory.status in GONE,
        "archive": memory.status is Status.ACTIVE,
        "accept": memory.status is Status.PENDING,
        "reject": memory.status is Status.PENDING,
    }.get(name, True)


def _fill_for_one(add: Callable[..., None], memory: Memory) -> None:
    if memory.status is Status.PENDING:
        add("accept", tr("Accept"), "check", "Alt+C")
        add("reject", tr("Reject"), "x", "Alt+W")
    if in_conflict(memory):
        add("resolve", tr("Resolve conflict"), "conflicts")
    add("edit", tr("Edit"), "edit", "Return")
    if memory.status is Status.ACTIVE:
        pinned = memory.privacy_level is Privacy.ALWAYS_INCLUDE
        hidden = memory.privacy_level is Privacy.NEVER_SHARE
        add("pin", tr("Unpin") if pinned else tr("Always include"), "pin", "Alt+I")
        add("never_share", tr("Allow sharing") if hidden else tr("Never share"), "eye-off")
        add("confirm", tr("Confirm"), "check", "Alt+C")
        add("incorrect", tr("Mark as wrong"), "x", "Alt+W")
        add("outdated", tr("Mark as outdated"), "clock", "Alt+O")
