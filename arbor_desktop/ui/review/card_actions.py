"""The buttons on the card that is decided on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.editing.review import ReviewItem
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.review.proposals import Waiting
from arbor_desktop.ui.review.words import tr, verbs


class CardActions(QWidget):
    """`wanted(name)`: accept, edit or reject."""

    wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        px = icons.theme.px
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(6))
        self.accept = Button(
            icons, "", variant="primary", size="small", icon="check", keycap="A", parent=self
        )
        self.edit = Button(icons, tr("Edit"), size="small", icon="edit", keycap="E", parent=self)
        self.reject = Button(icons, "", size="small", icon="x", keycap=tr("Del"), parent=self)
        for name, button in (("accept", self.accept), ("edit", self.edit), ("reject", self.reject)):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, name=name: self.wanted.emit(name))
            row.addWidget(button)
        self.hide()

    def show_items(self, items: Sequence[Waiting]) -> None:
        """Says what the buttons would do to these: one, or all that are selected."""
        yes, no = verbs(items[0])
        if len(items) > 1:
            all_marked = all(isinstance(item, ReviewItem) and item.outdated for item in items)
            yes, no = verbs(items[0]) if all_marked else (tr("Accept"), tr("Reject"))
            yes, no = f"{yes} {len(items):,}", f"{no} {len(items):,}"
        self.accept.set_label(yes)
        self.reject.set_label(no)
        self.edit.setVisible(len(items) == 1 and isinstance(items[0], ReviewItem))
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        self._row.activate()
        return self._row.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls
