"""What keys, buttons and menus do to the conversations that are meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.conversations.model import Conversation, ConversationStatus
from arbor_desktop.ui.components import AskDialog, Message
from arbor_desktop.ui.conversations.desk import Desk
from arbor_desktop.ui.conversations.model import Price
from arbor_desktop.ui.conversations.words import may_be_memorized, price_words, tr
from arbor_desktop.ui.icons import Icons

Open = Callable[[str], bool]
A_CENT = 0.01
"""US dollars up to which one conversation is read anew without a question."""


def open_with_system(path: str) -> bool:
    """Opens a file or folder with what the system has for it. Whether there was anything."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))


class Commands(QObject):
    """`run(name, ids, known)`: `known` are those of them that are loaded, in the same order."""

    def __init__(self, icons: Icons, desk: Desk, parent: QWidget, *, opens: Open = open_with_system) -> None:
        super().__init__(parent)
        self._icons, self._desk, self._window, self._open = icons, desk, parent, opens

    def run(self, name: str, ids: Sequence[str], known: Sequence[Conversation]) -> None:
        """Does nothing for a name that is not for what is selected."""
        if not ids:
            return
        if name == "again":
            name = "retry" if any(c.status is ConversationStatus.ERROR for c in known) else "memorize"
        if name == "memorize":
            self._memorize(ids, known)
        elif name == "retry":
            failed = [c.id for c in known if c.status is ConversationStatus.ERROR]
            if failed:
                self._desk.memorize(failed)
        elif name == "leave_out":
            self._desk.leave_out(ids)
        elif name == "take_in":
            self._desk.take_in(ids)
        elif name == "purge":
            self._ask_purge(ids)
        elif name == "copy_id":
            QGuiApplication.clipboard().setText("\n".join(ids))
        elif len(known) == 1:
            self._one(name, known[0])

    def _one(self, name: str, conversation: Conversation) -> None:
        if name == "exclude" and conversation.project:
            self._desk.exclude(conversation.project)
        elif name in ("open_file", "show_folder"):
            self._desk.files(conversation.id, lambda files: self._open_file(name, files))

    def _memorize(self, ids: Sequence[str], known: Sequence[Conversation]) -> None:
        """What was memorized is read anew; what can't be memorized now is left alone."""
        not_now = {c.id for c in known if not may_be_memorized(c)}
        again = {c.id for c in known if c.memorized_through > 0} - not_now
        first = [id_ for id_ in ids if id_ not in again and id_ not in not_now]
        if first:
            self._desk.memorize(first)
        if again:
            anew = [id_ for id_ in ids if id_ in again]
            self._desk.price(anew, lambda price: self._memorize_anew(anew, price))

    def _memorize_anew(self, ids: Sequence[str], price: Price | None) -> None:
        """With a model it is asked for first where it is more than one conversation, or more than a cent."""
        if price is None or (len(ids) == 1 and (price.cost or 0.0) <= A_CENT):
            self._desk.memorize(ids, again=True)
            return
        title, paragraphs = price_words(len(ids), price)
        ask = AskDialog(
            self._icons, title, paragraphs, tr("Read again"), keep_words=tr("Cancel"),
            parent=self._window.window(),
        )  # fmt: skip
        ask.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask.confirmed.connect(ask.finish)
        ask.confirmed.connect(lambda: self._desk.memorize(ids, again=True))
        ask.open()

    def _open_file(self, name: str, files: Sequence[str]) -> None:
        there = next((file for file in files if Path(file).exists()), None)
        if there is None:
            self._desk.said.emit(
                Message(tr("Its file is not there any more. The conversation stays here."), "info")
            )
            return
        wanted = there if name == "open_file" else str(Path(there).parent)
        if not self._open(wanted):
            self._desk.said.emit(Message(tr("Nothing on this computer opens it"), "warning"))

    def _ask_purge(self, ids: Sequence[str]) -> None:
        one = tr("Delete this conversation for good?")
        title = one if len(ids) == 1 else tr("Delete %n conversations for good?", len(ids))
        ask = AskDialog(
            self._icons, title, _purge_words(len(ids)), tr("Delete for good"), danger=True,
            keep_words=tr("Keep"), parent=self._window.window(),
        )  # fmt: skip
        ask.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask.confirmed.connect(ask.finish)
        ask.confirmed.connect(lambda: self._desk.purge(ids))
        ask.open()

    def menu(self, ids: Sequence[str], known: Sequence[Conversation], at: QPoint) -> QMenu:
        """Opens the context menu of a row, or of several."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(name: str, text: str, icon: str, keys: str = "") -> None:
            action = menu.addAction(self._icons.icon(icon), text)
            if keys:
                action.setShortcut(QKeySequence(keys))
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _on=False: self.run(name, ids, known))

        one = known[0] if len(ids) == 1 and known else None
        again = bool(known) and all(c.memorized_through > 0 for c in known)
        if one is not None and one.status is ConversationStatus.ERROR:
            add("retry", tr("Retry"), "refresh", "Ctrl+R")
        elif not known or any(map(may_be_memorized, known)):
            words = tr("Memorize again") if again else tr("Memorize now")
            add("memorize", words, "refresh" if again else "play", "Ctrl+R")
        menu.addSeparator()
        self._keeping(add, known, one)
        menu.addSeparator()
        if one is not None:
            add("open_file", tr("Open file"), "link")
            add("show_folder", tr("Show in folder"), "folder")
        add("copy_id", tr("Copy conversation id") if len(ids) == 1 else tr("Copy conversation ids"), "copy")
        menu.addSeparator()
        add("purge", tr("Delete for good…"), "trash", "Del")
        menu.popup(at)
        return menu

    def _keeping(
        self, add: Callable[..., None], known: Sequence[Conversation], one: Conversation | None
    ) -> None:
        out = [c.left_out for c in known]
        many = one is None
        if not out or not all(out):
            words = (
                tr("Don't remember these conversations") if many else tr("Don't remember this conversation")
            )
            add("leave_out", words, "eye-off")
        if any(out):
            add("take_in", tr("Remember them again") if many else tr("Remember it again"), "eye")
        if one is not None and one.project:
            add("exclude", tr("Exclude this project"), "x")


def _purge_words(count: int) -> tuple[str, ...]:
    """What goes and what stays when conversations are deleted for good."""
    if count == 1:
        return (
            tr("Its text goes, and the memories that rest on nothing else. This cannot be undone."),
            tr("It will not be captured again. The assistant's own file stays as it is."),
        )
    return (
        tr("Their text goes, and the memories that rest on nothing else. This cannot be undone."),
        tr("They will not be captured again. The assistants' own files stay as they are."),
    )
