"""The branches of a project, the memory of each, and the files that carry it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import Branch
from arbor_desktop.ui.components import EmptyState, Hairline, Message, Segment, Splitter, painting
from arbor_desktop.ui.components.boxes import STRETCH, hbox, stacked, vbox
from arbor_desktop.ui.components.painting import paint_text
from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.components.row_model import ItemRole
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.branch_panel import BranchPanel
from arbor_desktop.ui.projects.controller import BRANCH, ProjectsController
from arbor_desktop.ui.projects.controller import FILES as READ_FILES
from arbor_desktop.ui.projects.files import FilesView
from arbor_desktop.ui.projects.list import LineDelegate, LineModel
from arbor_desktop.ui.projects.words import branch_counts, branch_sentence, file_trouble, seen
from arbor_desktop.ui.translation import number, tr

MEMORY, FILES = "memory", "files"
_HEIGHT = 50
_NARROW = 640
"""Below this width the memory stands below the branches."""


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
        px = self._theme.px
        middle = row.top() + (row.height() - 1) / 2
        self._icons.paint(painter, "branch", "text3", row.left() + px(16), middle - px(8))
        inner = row.adjusted(px(42), px(5), -px(16), 0)
        first = QRect(inner.left(), inner.top(), inner.width(), px(20))
        badge = tr("Checked out")
        short = inner.width() < px(240)
        taken = 0
        if item.branch.checked_out:
            taken = px(20) if short else painting.badge_width(self._theme, badge, icon=True) + px(10)
        room = first.adjusted(0, 0, -taken, 0)
        mode = Qt.TextElideMode.ElideMiddle
        width = paint_text(painter, self._theme, room, item.branch.name, "mono", "text", mode=mode)
        if item.branch.checked_out and short:
            self._icons.paint(
                painter, "check", "accentText", first.left() + width + px(6), first.top() + px(3), 14
            )
        elif item.branch.checked_out:
            left = first.left() + width + px(10)
            painting.paint_badge(painter, self._icons, left, first.top(), badge, "accent", "check")
        second = QRect(inner.left(), inner.top() + px(20), inner.width(), px(18))
        when = seen(item.branch.last_seen, self._clock())
        used = paint_text(painter, self._theme, second, when, "caption", "text3", right=True)
        second.adjust(0, 0, -used - px(8), 0)
        trouble = file_trouble(item.branch)
        if trouble:
            self._icons.paint(painter, "warning", "warn", second.left(), second.top() + px(2), 14)
            paint_text(painter, self._theme, second.adjusted(px(19), 0, 0, 0), trouble, "small", "warn")
            return
        self._counts(painter, second, item.branch)

    def _counts(self, painter: QPainter, line: QRect, branch: Branch) -> None:
        """Memories and conversations with their signs, as on a project's card; in words where there are
        none."""
        px = self._theme.px
        counted = [("memories", branch.memories), ("conversations", branch.conversations)]
        if not any(count for _, count in counted):
            paint_text(painter, self._theme, line, branch_counts(branch), "small", "text2")
        for glyph, count in counted:
            if count:
                self._icons.paint(painter, glyph, "text3", line.left(), line.top() + px(3), 12)
                line = line.adjusted(px(16), 0, 0, 0)
                width = paint_text(painter, self._theme, line, number(count), "small", "text2")
                line = line.adjusted(width + px(10), 0, 0, 0)


class BranchList(RowList):
    """`command("open")` by Enter."""

    def __init__(self, model: BranchModel, delegate: BranchDelegate) -> None:
        super().__init__(model, delegate, {Qt.Key.Key_Return: "open", Qt.Key.Key_Enter: "open"})
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Branches"))


class BranchesTab(QWidget):
    """`branch_wanted(branch)` when what belongs to one is to be shown; `open_wanted(path)`; `said(Said)`."""

    branch_wanted = Signal(object)
    open_wanted = Signal(str)
    said = Signal(object)

    def __init__(self, icons: Icons, controller: ProjectsController, clock: Clock) -> None:
        super().__init__()
        self._theme = icons.theme
        px = icons.theme.px
        self._project = ""
        self._narrow: bool | None = None
        self._controller = controller
        self.model = BranchModel(clock, self)
        self.view = BranchList(self.model, BranchDelegate(icons, clock, self))
        self.panel = BranchPanel(icons, controller, clock)
        self.files = FilesView(icons, controller)
        self.which = Segment(icons, tr("Branch memory or files"), self)
        self.which.add(MEMORY, tr("Memory"))
        self.which.add(FILES, tr("Files"))
        self.state = EmptyState(
            icons,
            "conversations",
            tr("No branches yet"),
            tr("Branches appear here once they have a conversation or a memory."),
            parent=self,
        )
        self.view.setMinimumHeight(px(_HEIGHT))
        self.splitter = Splitter(icons.theme, self.view, self.panel, grows=1)
        self.stack = stacked(self.splitter, self.state, self.files, parent=self)
        bar = hbox(self.which, STRETCH, margins=(px(16), px(8), px(16), px(8)))
        vbox(bar, Hairline(icons.theme, parent=self), (self.stack, 1), on=self)
        self._connect()

    def _connect(self) -> None:
        self.view.command.connect(self._open)
        self.view.selection_changed.connect(self._show_selected)
        self.which.changed.connect(lambda _key: self._show())
        self.panel.belongs_wanted.connect(self.branch_wanted)
        self.panel.open_wanted.connect(self.open_wanted)
        for part in (self.panel, self.files):
            part.said.connect(lambda words, icon, undo: self.said.emit(Message(words, icon, undo)))
            part.refused.connect(lambda words: self.said.emit(Message(words, "warning")))

    @property
    def focus_target(self) -> QWidget:
        current = self.stack.currentWidget()
        if current is self.files:
            return self.files.focus_target
        return self.view if current is self.splitter else self.state

    def forget(self) -> None:
        """Another project is looked at."""
        for name in (BRANCH, READ_FILES):
            self._controller.forget(name)
        self._project = ""
        self.panel.clear()

    def show_branches(self, project: str, branches: Sequence[Branch], *, there: bool = True) -> None:
        """In the service's order: the one checked out, then the latest. `there`: the project's folder is on
        this computer, so that files can be written into it."""
        other = project != self._project
        self._project = project
        self.which.button(FILES).setEnabled(there)
        if not there:
            self.which.set_current(MEMORY)
        self.model.hold([BranchRow(one) for one in branches], anew=other)
        self._show()

    def look_again(self) -> None:
        """What is shown may be another than before."""
        if self.isVisible() and self._project:
            self._show()

    def _show(self) -> None:
        if not self._project:
            return
        if self.which.current == FILES:
            self.files.show_project(self._project)
            self.stack.setCurrentWidget(self.files)
        elif not self.model.rowCount():
            self.panel.clear()
            self.stack.setCurrentWidget(self.state)
        else:
            self.stack.setCurrentWidget(self.splitter)
            if not self.view.selected_ids():
                self.view.go_to(0)
            self._show_selected()

    def _chosen(self) -> Branch | None:
        item = self.view.currentIndex().data(ItemRole)
        return item.branch if isinstance(item, BranchRow) else None

    def _show_selected(self) -> None:
        branch = self._chosen()
        if branch is not None and self.isVisible():
            self.panel.show_branch(self._project, branch)

    def _open(self, _name: str) -> None:
        branch = self._chosen()
        if branch is not None:
            self.branch_wanted.emit(branch)

    def showEvent(self, event: QShowEvent) -> None:
        """What it shows is read as soon as somebody looks."""
        super().showEvent(event)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self.splitter.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
            size = self.height() if narrow else self.width()
            first = size * 3 // 10 if narrow else self._theme.px(264)
            self.splitter.setSizes([first, max(size - first, 1)])
