"""A dialog that is a small window of its own: a heading with what belongs to it, and contents below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.buttons import IconButton
from arbor_desktop.ui.components.labels import Hairline, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class WindowDialog(QDialog):
    """`column` has what is below the heading. F5 calls `refresh`. The dialog is deleted when it closes."""

    def __init__(
        self,
        icons: Icons,
        title: str,
        parent: QWidget,
        *,
        beside_title: Sequence[QWidget] = (),
        at_end: Sequence[QWidget] = (),
        width: int,
        height: int,
    ) -> None:
        """`beside_title`, `at_end`: what is in the heading before the button that closes the dialog. `width`,
        `height`: as far as the parent's window has room."""
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        px = icons.theme.px
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setModal(True)
        self.close_button = IconButton(icons, "x", tr("Close"), shortcut="Esc", clicked=self.reject)
        heading = QHBoxLayout()
        heading.setContentsMargins(px(20), px(10), px(12), px(10))
        heading.setSpacing(px(8))
        heading.addWidget(Label(icons.theme, title, "title"))
        for widget in beside_title:
            heading.addWidget(widget)
        heading.addStretch(1)
        for widget in (*at_end, self.close_button):
            heading.addWidget(widget)
        self.column = vbox(heading, Hairline(icons.theme), on=self)
        QShortcut(QKeySequence(Qt.Key.Key_F5), self).activated.connect(self.refresh)
        room = parent.window().size()
        self.resize(min(px(width), room.width() - px(40)), min(px(height), room.height() - px(40)))

    def add_foot(self, note: QWidget | None, error: QWidget, *buttons: QWidget) -> None:
        """Add a line at the bottom: `note` at left, the buttons at right, and `error` above both."""
        px = self._theme.px
        line = hbox(gap=px(8))
        if note is not None:
            line.addWidget(note, 1, Qt.AlignmentFlag.AlignVCenter)
        line.addStretch()
        for button in buttons:
            line.addWidget(button)
        foot = vbox(error, line, margins=(px(20), px(12), px(16), px(14)), gap=px(6))
        self.column.addWidget(Hairline(self._theme))
        self.column.addLayout(foot)

    def refresh(self) -> None:
        """Read again what is shown."""
        raise NotImplementedError

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))
