"""A new recovery code: shown once, copied or saved, and typed back."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.encryption.operations import NewKey
from arbor_desktop.ui.components import Button, Card, Hairline, InlineError, Label, TextField
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.encryption.model import compared
from arbor_desktop.ui.encryption.words import compared_words
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

CLIPBOARD_MS = 60_000
_COLUMNS = 4


class RecoveryCode(QWidget):
    """`typed_back(bool)` whether the whole code was typed."""

    typed_back = Signal(bool)

    def __init__(self, icons: Icons, new: NewKey, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = new.code
        theme, px = icons.theme, icons.theme.px
        self.card = Card(theme, self)
        self.card.setAccessibleName(tr("Recovery code: {code}").format(code=self._code.replace("-", ", ")))
        groups = QGridLayout(self.card)
        groups.setContentsMargins(px(12), px(14), px(12), px(14))
        groups.setVerticalSpacing(px(6))
        for number, group in enumerate(self._code.split("-")):
            label = Label(theme, group, "mono_large", parent=self.card)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            groups.addWidget(label, number // _COLUMNS, number % _COLUMNS)
        self.save = Button(icons, tr("Save to a file…"), size="small", icon="download")
        self.save.clicked.connect(self.choose_file)
        self.copy = Button(icons, tr("Copy"), size="small", icon="copy")
        self.copy.setAccessibleName(tr("Copy recovery code"))
        self.copy.clicked.connect(self._copy)
        self.said = Label(theme, tr("Keep it away from this computer."), "small", "text2", self)
        self.error = InlineError(theme, self)
        buttons = QHBoxLayout()
        buttons.setSpacing(px(8))
        for button in (self.save, self.copy):
            buttons.addWidget(button)
        buttons.addWidget(self.said, 1, Qt.AlignmentFlag.AlignVCenter)
        self.field = TextField(icons, tr("Type the code"), parent=self)
        self.field.setFont(theme.font("mono"))
        self.field.textChanged.connect(self._compare)
        self.matches = Label(theme, "", "small", "text2", self)
        title = Label(theme, tr("Type it back"), "body600", parent=self)
        why = Label(
            theme, tr("From your copy, so you know it can be read. Capitals and dashes don't matter."),
            "small", "text2", self,
        )  # fmt: skip
        why.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        column.addWidget(self.card)
        column.addLayout(buttons)
        column.addWidget(self.error)
        column.addWidget(Hairline(theme, parent=self))
        column.addWidget(title)
        column.addWidget(why)
        column.addWidget(self.field)
        column.addWidget(self.matches)
        column.addWidget(
            GlyphLine(
                icons, "info",
                tr("Next, Arbor closes its window, encrypts beside the old file, checks the result and wipes "
                    "the old one. You can cancel until then."),
                self,
            )
        )  # fmt: skip
        self._compare("")

    def _compare(self, typed: str) -> None:
        found = compared(typed, self._code)
        words, token = compared_words(found)
        self.matches.setText(words)
        self.matches.set_token(token)
        self.field.set_error(bool(found.wrong))
        self.field.setAccessibleDescription(words)
        self.typed_back.emit(found.whole)

    def _copy(self) -> None:
        copy_for_a_minute(self._code)
        self.said.setText(tr("Copied. The clipboard is cleared in a minute."))

    def choose_file(self) -> QFileDialog:
        """Let the person choose where the code is saved."""
        dialog = QFileDialog(self.window(), tr("Save recovery code"), str(Path.home()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # nothing is ever overwritten
        dialog.setNameFilter(tr("Text (*.txt)"))
        dialog.setDefaultSuffix("txt")
        dialog.selectFile("arbor-recovery-code.txt")
        dialog.fileSelected.connect(self.save_to)
        dialog.open()
        return dialog

    def save_to(self, path: str) -> None:
        """Write the code to a new file that only its user can read."""
        words = tr("Recovery code of Arbor's memory")
        try:
            with open(path, "x", encoding="utf-8", opener=_private) as file:
                file.write(f"{words}\n\n{self._code}\n")
        except FileExistsError:
            self.error.show_error(
                tr("{file} already exists. Choose another name.").format(file=Path(path).name)
            )
        except OSError as error:
            self.error.show_error(f"{short_path(path)}: {error.strerror}")
        else:
            self.error.show_error("")
            self.said.setText(tr("Saved to {file}").format(file=short_path(path)))


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def copy_for_a_minute(secret: str) -> None:
    """Put a secret on the clipboard, and take it away later if it is still there."""
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(secret)

    def clear() -> None:
        if clipboard.text() == secret:
            clipboard.clear()

    QTimer.singleShot(CLIPBOARD_MS, clipboard, clear)
