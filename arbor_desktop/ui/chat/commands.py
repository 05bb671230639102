"""What can be done with a chat besides talking: its menu, and its title."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from arbor_desktop.chat.queries import ChatInfo
from arbor_desktop.ui.chat.desk import Desk
from arbor_desktop.ui.chat.words import tr
from arbor_desktop.ui.components import Button, Label, TextField
from arbor_desktop.ui.icons import Icons


class RenameDialog(QDialog):
    """`renamed(title)` by Return or the button; an empty title renames nothing."""

    renamed = Signal(str)

    def __init__(self, icons: Icons, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.setWindowTitle(tr("Rename the chat"))
        self.setModal(True)
        self.setFixedWidth(px(420))
        heading = Label(theme, tr("Rename the chat"), "title", parent=self)
        self.field = TextField(icons, tr("Title"), parent=self)
        self.field.setMaxLength(100)
        self.field.setText(title)
        self.field.selectAll()
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self)
        self.cancel.clicked.connect(self.reject)
        self.do = Button(icons, tr("Rename"), variant="primary", parent=self)
        self.do.clicked.connect(self.accept)
        self.do.setDefault(True)
        self.field.textChanged.connect(lambda text: self.do.setEnabled(bool(text.strip())))
        buttons = QHBoxLayout()
        buttons.setSpacing(px(8))
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.do)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(18), px(20), px(16))
        column.setSpacing(px(12))
        column.addWidget(heading)
        column.addWidget(self.field)
        column.addLayout(buttons)
        self.accepted.connect(lambda: self.renamed.emit(self.field.text()))
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)


class Commands(QWidget):
    """`done` after something was changed."""

    done = Signal()
    conversation_wanted = Signal(str)

    def __init__(self, icons: Icons, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._desk, self._page = icons, desk, parent
        self.hide()

    def menu(self, info: ChatInfo, at: QPoint) -> None:
        """The menu of a chat, at a place on the screen."""
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(words: str, does: Callable[[], object]) -> None:
            menu.addAction(words).triggered.connect(lambda: does())

        add(tr("Rename…"), lambda: self.rename(info))
        add(tr("Open in Conversations"), lambda: self.conversation_wanted.emit(info.id))
        out = info.left_out
        words = tr("Remember this chat again") if out else tr("Don't remember this chat")
        add(words, lambda: self._desk.leave_out(info.id, not out, lambda _none: self.done.emit()))
        menu.popup(at)

    def rename(self, info: ChatInfo) -> None:
        """Asks for another title."""
        dialog = RenameDialog(self._icons, info.title, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.renamed.connect(
            lambda title: self._desk.rename(info.id, title, lambda _none: self.done.emit())
        )
        dialog.open()
