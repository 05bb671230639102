"""What keys, buttons and the menu do to a memory."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.memories.model import Privacy
from arbor_desktop.ui.context.desk import Desk
from arbor_desktop.ui.context.popups import ConfidencePopup
from arbor_desktop.ui.context.reads import Entry
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.icons import Icons

_LEVELS = {"pin": Privacy.ALWAYS_INCLUDE, "never_share": Privacy.NEVER_SHARE}


class Commands(QObject):
    def __init__(self, icons: Icons, desk: Desk, page: QWidget) -> None:
        super().__init__(page)
        self._icons, self._desk, self._page = icons, desk, page

    def run(self, name: str, entry: Entry, beside: QWidget) -> None:
        """`pin`, `never_share` or `confidence`, which opens beside a widget. What waits for a yes or no has
        none of them."""
        if entry.waits:
            return
        if name in _LEVELS:
            level = _LEVELS[name]
            self._desk.set_privacy(entry, Privacy.NORMAL if entry.privacy is level else level)
        elif name == "confidence":
            self._open_confidence(entry, beside)

    def _open_confidence(self, entry: Entry, beside: QWidget) -> None:
        theme = self._icons.theme
        popup = ConfidencePopup(theme, entry.confidence, entry.floor, self._page.window())
        popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        popup.chosen.connect(lambda value: self._desk.set_confidence(entry, value))
        below = QPoint(beside.width() - popup.width(), beside.height() + theme.px(6))
        popup.open_at(beside.mapToGlobal(below))

    def menu(self, entry: Entry, at: QPoint, run: Callable[[str], None]) -> QMenu:
        """Opens the context menu of a row; `run(name)` does what is chosen."""
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(name: str, text: str, icon: str, keys: str = "") -> None:
            action = menu.addAction(self._icons.icon(icon), text)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _on=False: run(name))

        if not entry.waits:
            pinned = entry.privacy is Privacy.ALWAYS_INCLUDE
            hidden = entry.privacy is Privacy.NEVER_SHARE
            add("pin", tr("Unpin") if pinned else tr("Pin: always include"), "pin", "Alt+I")
            hide = tr("Share again") if hidden else tr("Never share")
            add("never_share", hide, "eye" if hidden else "eye-off")
            add("confidence", tr("Change its confidence…"), "settings")
            menu.addSeparator()
        if entry.told:
            add("text", tr("Go to its lines in the text"), "context")
        add("open", tr("Open memory"), "memories", "Return")
        menu.popup(at)
        return menu
