"""What keys, buttons and menus do to the memories that are meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.maintenance.learning_rules import refusal
from arbor_desktop.memories.model import FeedbackKind, Memory, Privacy, Scope, Status
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import AskDialog, Message
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.desk import Desk
from arbor_desktop.ui.memories.gone_bar import GONE
from arbor_desktop.ui.memories.words import category_label, in_conflict, tr

_FEEDBACK = {
    "confirm": FeedbackKind.CONFIRM,
    "outdated": FeedbackKind.OUTDATED,
    "incorrect": FeedbackKind.INCORRECT,
    "forget": FeedbackKind.FORGET,
}
_DECISIONS = {"confirm": "accept", "incorrect": "reject"}
"""What the keys of feedback decide about a memory that needs review."""
_LEVELS = {
    "pin": Privacy.ALWAYS_INCLUDE,
    "never_share": Privacy.NEVER_SHARE,
    "sensitive": Privacy.SENSITIVE,
}


class Commands(QObject):
    """`run(name, memories)` does one; `summary_wanted(category, project or None)` and
    `conflict_wanted(conflict id)` are for others to do."""

    summary_wanted = Signal(object, object)
    conflict_wanted = Signal(str)

    def __init__(self, icons: Icons, desk: Desk, edit: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._desk, self._edit, self._window = icons, desk, edit, parent

    def run(self, name: str, ids: Sequence[str], memory: Memory | None) -> None:
        """`memory` is the only one that is meant, where it is only one and loaded."""
        if not ids:
            return
        many = {
            "delete": self._desk.delete,
            "archive": self._desk.archive,
            "restore": self._desk.restore,
        }
        if memory is not None and (
            (name == "restore" and memory.status not in GONE)
            or (name == "archive" and memory.status is not Status.ACTIVE)
        ):
            return  # by its key, on a memory that it is not for
        if name in many:
            many[name](ids)
        elif name == "promote":
            self._desk.promote(ids)
        elif name == "keep_here":
            self._desk.keep_to_project(ids)
        elif name == "purge":
            self._ask_purge(ids)
        elif name in ("accept", "reject"):
            self._decide(name, ids, memory)
        elif name == "copy_id":
            QGuiApplication.clipboard().setText("\n".join(ids))
        elif name == "edit":
            self._edit()
        elif memory is not None:
            self._one(name, memory)
        elif len(ids) > 1:
            self._several(name, ids)

    def _several(self, name: str, ids: Sequence[str]) -> None:
        if name in _LEVELS:
            self._desk.update_many(ids, privacy_level=_LEVELS[name].value)
        elif name in _FEEDBACK:
            # A word on a memory is about what it says: each is looked at by itself.
            self._desk.said.emit(Message(tr("Select one memory to say whether it is right"), "info"))

    def _one(self, name: str, memory: Memory) -> None:
        if name in _FEEDBACK:
            if memory.status is Status.ACTIVE:
                self._desk.feedback(memory.id, _FEEDBACK[name])
            elif name in _DECISIONS:
                self._decide(_DECISIONS[name], [memory.id], memory)
            return
        level = _LEVELS.get(name)
        if level is not None:
            self._desk.set_privacy(memory, Privacy.NORMAL if memory.privacy_level is level else level)
        elif name == "summary":
            self.summary_wanted.emit(memory.category.value, _project(memory))
        elif name == "resolve" and memory.conflict_ids:
            self.conflict_wanted.emit(memory.conflict_ids[0])
        elif name == "copy":
            QGuiApplication.clipboard().setText(memory.content)

    def _decide(self, name: str, ids: Sequence[str], memory: Memory | None) -> None:
        """A yes or no is for what waits for one."""
        if memory is not None and memory.status is not Status.PENDING:
            return
        (self._desk.accept if name == "accept" else self._desk.reject)(ids)

    def _ask_purge(self, ids: Sequence[str]) -> None:
        one, several = tr("Delete this memory permanently?"), tr("Delete %n memories permanently?", len(ids))
        gone = tr("Its history goes with it.") if len(ids) == 1 else tr("Their history goes with them.")
        ask = AskDialog(
            self._icons, one if len(ids) == 1 else several, (f"{gone} {tr('This cannot be undone.')}",),
            tr("Delete permanently"), danger=True, keep_words=tr("Keep"), parent=self._window.window(),
        )  # fmt: skip
        ask.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask.confirmed.connect(ask.finish)
        ask.confirmed.connect(lambda: self._desk.purge(ids))
        ask.open()

    def menu(self, ids: Sequence[str], memory: Memory | None, at: QPoint) -> QMenu:
        """Opens the context menu of a card, or of several."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(name: str, text: str, icon: str, keys: str = "") -> None:
            action = menu.addAction(self._icons.icon(icon), text)
            if keys:
                action.setShortcut(QKeySequence(keys))
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _on=False: self.run(name, ids, memory))

        if memory is not None:
            self._fill_for_one(add, memory)
            menu.addSeparator()
        pending = memory is not None and memory.status is Status.PENDING
        active = memory is None or memory.status is Status.ACTIVE
        if memory is None or refusal(memory) is None:
            add("promote", tr("Make global"), "globe")
        elif home := home_of(memory):
            add("keep_here", keep_words(home), "folder")
        if not pending:
            if active:
                add("archive", tr("Archive"), "download", "Alt+A")
            else:
                add("restore", tr("Restore"), "undo", "Alt+R")
        if memory is None or memory.status is not Status.DELETED:
            add("delete", tr("Delete"), "trash", "Del")
        add("purge", tr("Delete permanently…"), "trash")
        menu.addSeparator()
        if memory is not None:
            if summed_up(memory):
                add("summary", summary_words(memory), "memories")
            add("copy", tr("Copy text"), "copy")
        add("copy_id", tr("Copy id") if len(ids) == 1 else tr("Copy ids"), "copy")
        menu.popup(at)
        return menu

    def _fill_for_one(self, add: Callable[..., None], memory: Memory) -> None:
        if memory.status is Status.PENDING:
            add("accept", tr("Accept"), "check", "Alt+C")
            add("reject", tr("Reject"), "x", "Alt+W")
        if in_conflict(memory):
            add("resolve", tr("Resolve conflict"), "conflicts")
        add("edit", tr("Edit"), "edit", "Return")
        if memory.status is Status.ACTIVE:
            pinned = memory.privacy_level is Privacy.ALWAYS_INCLUDE
            hidden = memory.privacy_level is Privacy.NEVER_SHARE
            add("pin", tr("Unpin") if pinned else tr("Pin: always include"), "pin", "Alt+I")
            add("never_share", tr("Share again") if hidden else tr("Never share"), "eye-off")
            add("confirm", tr("Confirm"), "check", "Alt+C")
            add("outdated", tr("Outdated"), "clock", "Alt+O")
            add("incorrect", tr("Incorrect"), "x", "Alt+W")
            add("forget", tr("Forget"), "trash")


def summed_up(memory: Memory) -> bool:
    """Whether there is a summary of its category and place: not of one conversation alone."""
    return memory.scope is not Scope.CONVERSATION


def summary_words(memory: Memory) -> str:
    """What a menu calls the summary that tells of a memory."""
    return tr("Summary: {category}").format(category=category_label(memory.category))


def home_of(memory: Memory) -> str | None:
    """The one project that a global memory was learned in."""
    found = {place.project for place in memory.evidence if place.project is not None}
    return found.pop() if memory.scope is Scope.GLOBAL and len(found) == 1 else None


def keep_words(project: str) -> str:
    """What a menu calls taking a global memory back to a project."""
    return tr("Keep to {project}").format(project=project_name(project))


def _project(memory: Memory) -> str | None:
    return memory.scope_id if memory.scope is Scope.PROJECT else None
