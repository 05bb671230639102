"""Open a file or folder with what the system has for it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

Open = Callable[[str], bool]


def open_with_system(path: str) -> bool:
    """Open a file or folder. False where the system has nothing for it."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))
