"""The sheet of all keys, by where they work."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, KeyCap, Label
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_SIGNS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "Return": "Enter"}


def key_words(keys: str) -> str:
    """Return "Ctrl Shift P" for "Ctrl+Shift+P", "Alt ←" for "Alt+Left", in the words of this system."""
    text = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    words = [text] if len(text) == 1 else text.replace("+", " ").split()
    return " ".join(_SIGNS.get(word, word) for word in words) or _SIGNS.get(keys, keys)


class ShortcutSheet(QDialog):
    """All keys, by where they work."""

    def __init__(
        self, icons: Icons, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]], parent: QWidget
    ) -> None:
        """`groups` are (heading, [(keys, what they do)])."""
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        px = icons.theme.px
        body = QWidget(self)
        beside = hbox(on=body, margins=(px(20), px(16), px(20), px(16)), gap=px(36))
        # The keys of the whole window at the left, those of its pages at the right.
        for part in (groups[:1], groups[1:]):
            if part:
                beside.addLayout(self._part(icons, part, body), 1)
        scroll = ScrollArea(body, name=tr("Keyboard shortcuts"), focusable=True, parent=self)
        title = Label(icons.theme, tr("Keyboard shortcuts"), "title", parent=self)
        title.setContentsMargins(px(20), px(16), px(20), 0)
        close = Button(icons, tr("Close"), parent=self, clicked=self.accept)
        close.setDefault(True)
        foot = hbox(STRETCH, close, margins=(px(20), px(10), px(20), px(14)))
        vbox(title, (scroll, 1), foot, on=self)
        width = min(px(820 if len(groups) > 1 else 460), parent.width() - px(40))
        wanted = beside.heightForWidth(width) + px(110)
        self.resize(width, min(wanted, px(620), parent.height() - px(40)))

    def _part(
        self, icons: Icons, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]], body: QWidget
    ) -> QVBoxLayout:
        theme, px = icons.theme, icons.theme.px
        column = vbox(gap=px(6))
        for heading, keys in groups:
            title = Label(theme, heading, "section", parent=body)
            title.setContentsMargins(0, px(8) if column.count() else 0, 0, px(2))
            column.addWidget(title)
            for key, text in keys:
                column.addLayout(self._row(icons, key, text, body))
        column.addStretch(1)
        return column

    def _row(self, icons: Icons, keys: str, text: str, body: QWidget) -> QHBoxLayout:
        """What keys do, and the keys at the right; the words wrap where there is little room."""
        words = Label(icons.theme, text, "body", "text2", parent=body, wrap=True)
        row = hbox((words, 1), gap=icons.theme.px(4))
        for key in keys.split("|"):
            row.addWidget(KeyCap(icons.theme, key_words(key), body))
        return row
