"""The branch: one of those that are known, or any other that is typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.ui.components import IconButton, TextField
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.icons import Icons


class BranchField(TextField):
    """`chosen(name)` when a branch was picked, or typed and confirmed by Return or leaving; "" for none."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, tr("Branch"), tr("No branch"), parent=parent)
        self._branch = ""
        self._known: Sequence[str] = ()
        self._checked_out: str | None = None
        px = icons.theme.px
        self.setTextMargins(px(10) + px(16) + px(8) - 3, 0, px(28), 0)
        self._open = IconButton(icons, "chevron-down", tr("Choose a branch"), side=24, parent=self)
        self._open.setCursor(Qt.CursorShape.ArrowCursor)
        self._open.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._open.clicked.connect(self.open_menu)
        self.returnPressed.connect(self._commit)

    @property
    def branch(self) -> str:
        """What is asked for now; "" for none."""
        return self._branch

    def set_known(self, known: Sequence[str], checked_out: str | None) -> None:
        """What the menu offers."""
        self._known, self._checked_out = known, checked_out

    def show_branch(self, name: str) -> None:
        """Follows what was chosen elsewhere; nothing is sent."""
        self._branch = name
        self._take_back()

    def open_menu(self) -> QMenu:
        """The known branches, the one checked out first."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr("Branches"))
        for name in ("", *self._known):
            words = name or tr("No branch")
            if name and name == self._checked_out:
                words += f"  ·  {tr('checked out')}"
            glyph = "check" if name == self._branch else "branch"
            tint = "accentText" if name == self._branch else "text3"
            # An ampersand in a name is a letter of it, not the mark of a key.
            action = menu.addAction(self._icons.icon(glyph, tint), words.replace("&", "&&"))
            action.triggered.connect(lambda _on=False, name=name: self._choose(name))
        menu.setMinimumWidth(self.width())
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + self._icons.theme.px(4))))
        return menu

    def _choose(self, name: str) -> None:
        self.show_branch(name)
        self.chosen.emit(name)

    def _commit(self) -> None:
        typed = self.text().strip()
        if typed != self._branch:
            self._choose(typed)

    def _take_back(self) -> None:
        self.setText(self._branch)
        self.setCursorPosition(0)  # of a long name the beginning is seen
        self.setToolTip(self._branch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_F4):
            self.open_menu()
        elif event.key() == Qt.Key.Key_Escape and self.text() != self._branch:
            self._take_back()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._commit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self._open.sizeHint()
        inset = (self.height() - size.height()) // 2
        self._open.setGeometry(self.width() - size.width() - inset, inset, size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        px = self._icons.theme.px
        tone = "text3" if self.isEnabled() else "disabled"
        self._icons.paint(QPainter(self), "branch", tone, px(11), (self.height() - px(16)) / 2)
