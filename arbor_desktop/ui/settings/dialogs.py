"""The system's dialogs for folders and files, opened without waiting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def opened(dialog: QFileDialog) -> QFileDialog:
    """Open a dialog that is freed when it closes."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def choose_folder(
    over: QWidget, title: str, chosen: Callable[[str], object], *, accept: str = ""
) -> QFileDialog:
    """Let the person choose a folder. `accept`: the words of the button that does it."""
    dialog = QFileDialog(over.window(), title, str(Path.home()))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    if accept:
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, accept)
    dialog.fileSelected.connect(chosen)
    return opened(dialog)
