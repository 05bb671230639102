"""Where the window was and how its panes were split, per screen, in a file of the home folder."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QSettings
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QSplitter, QWidget

from arbor_desktop.paths import TYPED

_TITLE_SEEN = 80  # so much of the title bar, in pixels, must be on a screen to be grabbed


class WindowState:
    """Reads and writes `window.ini`. A file that can't be written costs the positions, nothing else."""

    def __init__(self, path: Path, *, private: bool = False) -> None:
        """`private`: the memory is encrypted, so nothing is kept that people typed."""
        self._left_out = TYPED if private else ()
        with contextlib.suppress(OSError):
            path.touch(0o600)
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    def value(self, key: str, default: str = "") -> str:
        """A remembered text, such as the page that was open."""
        return str(self._store.value(key, default))

    def set_value(self, key: str, value: str) -> None:
        if key not in self._left_out:
            self._store.setValue(key, value)

    def sync(self) -> None:
        """Writes what is not yet written; nothing is written later by itself."""
        self._store.sync()

    def save(self, window: QWidget) -> None:
        """Remembers the window's place and its named splitters for the screen it is on."""
        self._store.beginGroup(_screen_name(window.screen()))
        self._store.setValue("geometry", window.saveGeometry())
        for splitter in window.findChildren(QSplitter):
            if splitter.objectName():
                self._store.setValue(f"splitter/{splitter.objectName()}", splitter.saveState())
        self._store.endGroup()
        self._store.setValue("screen", _screen_name(window.screen()))
        self._store.sync()

    def restore(self, window: QWidget) -> bool:
        """Puts the window where it was, if that place can still be seen. Answers whether it did."""
        names = [_screen_name(screen) for screen in QGuiApplication.screens()]
        last = self.value("screen")
        if last not in names:
            return False
        geometry = self._store.value(f"{last}/geometry")
        if not isinstance(geometry, QByteArray) or not window.restoreGeometry(geometry):
            return False
        return is_reachable(window.frameGeometry())

    def restore_splitters(self, widget: QWidget) -> None:
        """Puts the named splitters within `widget` where they were on this screen."""
        group = _screen_name(widget.screen())
        for splitter in widget.findChildren(QSplitter):
            state = self._store.value(f"{group}/splitter/{splitter.objectName()}")
            if splitter.objectName() and isinstance(state, QByteArray):
                splitter.restoreState(state)


def is_reachable(frame: QRect) -> bool:
    """Whether enough of the title bar lies on a screen to grab it."""
    bar = QRect(frame.left(), frame.top(), frame.width(), 32)
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(bar)
        if seen.width() >= min(_TITLE_SEEN, frame.width()) and seen.height() > 0:
            return True
    return False


def _screen_name(screen: QScreen | None) -> str:
    if screen is None:
        return "screen"
    size = screen.size()
    name = "".join(c if c.isalnum() else "-" for c in screen.name()) or "screen"
    return f"{name}-{size.width()}x{size.height()}"
