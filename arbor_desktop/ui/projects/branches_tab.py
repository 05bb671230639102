"""The branches of a project: which is checked out, and what belongs to each. A click shows only that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.core.clock import Clock
from arbor_desktop.core.project import Branch
from arbor_desktop.ui.components import EmptyState, Label, painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.lines import LineDelegate, LineModel
from arbor_desktop.ui.projects.words import branch_counts, branch_sentence, seen, tr
from arbor_desktop.ui.row_list import RowList
from arbor_desktop.ui.row_model import ItemRole

_HEIGHT = 50


@dataclass(frozen=True, slots=True)
class BranchRow:
    branch: Branch

    @property
    def id(self) -> str:
        return self.branch.name


class BranchModel(LineModel[BranchRow]):
    def text(self, item: BranchRow) -> str:
        return item.branch.name

    def spoken(self, item: BranchRow) -> str:
        return branch_sentence(item.branch, self._clock())


class BranchDelegate(LineDelegate):
    """Name with its mark, what belongs to it, and when it was seen last."""

    height, kind = _HEIGHT, BranchRow

    def draw(self, painter: QPainter, row: QRect, item: BranchRow) -> None:
        px, theme = self._theme.px, self._theme
        middle = row.top() + (row.height() - 1) / 2
        self._icons.paint(painter, "branch", "text3", row.left() + px(16), middle - px(8))
        inner = row.adjusted(px(42), px(5), -px(16), 0)
        first = QRect(inner.left(), inner.top(), inner.width(), px(20))
        used = self.words(
            painter, first, seen(item.branch.last_seen, self._clock()), "caption", "text3", right=True
        )
        badge = tr("Checked out")
        taken = (
            used
            + px(12)
            + (painting.badge_width(theme, badge, icon=True) + px(10) if item.branch.checked_out else 0)
        )
        room = first.adjusted(0, 0, -taken, 0)
        width = self.words(painter, room, item.branch.name, "mono", "text", middle=True)
        if item.branch.checked_out:
            painting.paint_badge(
                painter, self._icons, first.left() + width + px(10), first.top(), badge, "accent", "check"
            )
        second = QRect(inner.left(), inner.top() + px(20), inner.width(), px(18))
        self.words(painter, second, branch_counts(item.branch), "small", "text2")


class BranchList(RowList):
    """`command("open")` by a click or Enter."""

    def __init__(self, model: BranchModel, delegate: BranchDelegate, parent: QWidget | None = None) -> None:
        super().__init__(model, delegate, {Qt.Key.Key_Return: "open", Qt.Key.Key_Enter: "open"}, {}, parent)
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Branches"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index == self.currentIndex():
            self.command.emit("open")


class BranchesTab(QWidget):
    """`branch_wanted(branch)` when what belongs to one is to be shown."""

    branch_wanted = Signal(object)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = icons.theme.px
        self.model = BranchModel(clock, self)
        self.view = BranchList(self.model, BranchDelegate(icons, clock, self))
        self.view.command.connect(self._open)
        words = tr("Choose a branch to see only the memories and sessions that belong to it.")
        self.hint = Label(icons.theme, words, "small", "text3", parent=self)
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(px(16), px(10), px(16), px(8))
        self.state = EmptyState(
            icons,
            "conversations",
            tr("No branches are known"),
            tr("A branch appears here once a session was on it, or a memory holds on it."),
            parent=self,
        )
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.state)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.hint)
        column.addWidget(self.stack, 1)

    @property
    def focus_target(self) -> QWidget:
        return self.view if self.stack.currentWidget() is self.view else self.state

    def show_branches(self, branches: Sequence[Branch]) -> None:
        """In the service's order: the one checked out, then the latest."""
        self.model.hold([BranchRow(one) for one in branches])
        self.hint.setVisible(bool(branches))
        self.stack.setCurrentWidget(self.view if branches else self.state)

    def _open(self, _name: str) -> None:
        item = self.view.currentIndex().data(ItemRole)
        if isinstance(item, BranchRow):
            self.branch_wanted.emit(item.branch)
