"""The buttons that lie over the row of the pointer, or over the selected one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.memories.model import Privacy
from arbor_desktop.ui.components import IconButton
from arbor_desktop.ui.context.reads import Entry
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.icons import Icons


class RowActions(QWidget):
    """`wanted(name, memory id)`: pin, never_share, confidence or open."""

    wanted = Signal(str, str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry: Entry | None = None
        self.buttons: dict[str, IconButton] = {}
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for name, glyph in (
            ("pin", "pin"),
            ("never_share", "eye-off"),
            ("confidence", "settings"),
            ("open", "chevron-right"),
        ):
            button = IconButton(icons, glyph, "", parent=self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, name=name: self._ask(name))
            self.buttons[name] = button
            row.addWidget(button)
        self.hide()

    def show_entry(self, entry: Entry) -> None:
        """Says what the buttons would do to this memory."""
        self.entry = entry
        pinned = entry.privacy is Privacy.ALWAYS_INCLUDE
        hidden = entry.privacy is Privacy.NEVER_SHARE
        names = {
            "pin": (tr("Unpin") if pinned else tr("Pin: always include"), "Alt I"),
            "never_share": (tr("Share again") if hidden else tr("Never share"), ""),
            "confidence": (f"{tr('Confidence')} {entry.confidence:.2f}", ""),
            "open": (tr("Open memory"), tr("Enter")),
        }
        for name, (words, keys) in names.items():
            self.buttons[name].set_name(words, keys)
        self.buttons["pin"].set_glyph("pin", "accentText" if pinned else "text2")
        self.buttons["never_share"].set_glyph("eye" if hidden else "eye-off")
        for name in ("pin", "never_share", "confidence"):
            self.buttons[name].setVisible(not entry.waits)
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        self._row.activate()
        return self._row.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls

    def _ask(self, name: str) -> None:
        if self.entry is not None:
            self.wanted.emit(name, self.entry.id)
