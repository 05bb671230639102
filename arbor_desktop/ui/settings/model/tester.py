"""The line that tries a way to read before it is used, and says what came of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.model.fields import NoteLine
from arbor_desktop.ui.settings.words import tr


class Tester(QWidget):
    """Test, Cancel while that goes on, the result, and the button that uses what was tested."""

    test_wanted = Signal()
    cancel_wanted = Signal()
    use_wanted = Signal()

    def __init__(self, icons: Icons, use: str, parent: QWidget) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.test = Button(icons, tr("Test"), parent=self)
        self.test.clicked.connect(self.test_wanted)
        self.cancel = Button(icons, tr("Cancel"), parent=self)
        self.cancel.setAccessibleName(tr("Cancel the test"))
        self.cancel.clicked.connect(self.cancel_wanted)
        self.use = Button(icons, use, variant="primary", parent=self)
        self.use.clicked.connect(self.use_wanted)
        self.hint = Label(theme, "", "small", "text2", parent=self)
        self.good = NoteLine(icons, "check", "", self, style="small", token="ok")
        self.bad = NoteLine(icons, "warning", "", self, style="small", token="danger")
        self.code = Label(theme, "", "mono_small", "text2", parent=self)
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.code.setContentsMargins(px(16) + px(6), 0, 0, 0)
        row = QHBoxLayout()
        row.setSpacing(px(8))
        for part in (self.test, self.cancel, self.use):
            row.addWidget(part)
        row.addWidget(self.hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        column.addLayout(row)
        for below in (self.good, self.bad, self.code):
            column.addWidget(below)
        self.clear()

    def show_asking(self, words: str) -> None:
        """A test is under way."""
        had = self.test.hasFocus()
        self.clear()
        self.test.hide()
        self.cancel.show()
        if had:
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hint.setText(words)

    def show_good(self, words: str) -> None:
        self.clear()
        self.good.label.setText(words)
        self.good.show()
        self._say(words)

    def show_bad(self, words: str, code: str = "") -> None:
        self.clear()
        self.bad.label.setText(words)
        self.bad.show()
        self.code.setText(code)
        self.code.setVisible(bool(code))
        self._say(words)

    def clear(self) -> None:
        """Nothing was tested."""
        if self.cancel.hasFocus():
            self.test.show()
            self.test.setFocus(Qt.FocusReason.OtherFocusReason)
        self.test.show()
        self.hint.setText("")
        for part in (self.cancel, self.good, self.bad, self.code):
            part.hide()

    def _say(self, words: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
