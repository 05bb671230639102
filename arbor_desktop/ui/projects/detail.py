"""One project: its head, and what is known of it under four tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import Branch, ProjectSummary
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import EmptyState, Notice, Tabs
from arbor_desktop.ui.components.boxes import stacked, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.bars import Header
from arbor_desktop.ui.projects.branches import BranchesTab
from arbor_desktop.ui.projects.controller import OPEN, ProjectsController
from arbor_desktop.ui.projects.memories import MemoriesTab
from arbor_desktop.ui.projects.model import Opened, opened, read_again
from arbor_desktop.ui.projects.overview import Overview
from arbor_desktop.ui.projects.sessions import SessionsTab
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

OVERVIEW, MEMORIES, SESSIONS, BRANCHES = range(4)
_SLOW_MS = 150
"""An answer that takes longer shows that it is on its way."""


class DetailPane(QWidget):
    """Signals are what the page answers: `command(name)` for the head's buttons, `menu_wanted` for more."""

    command = Signal(str)
    menu_wanted = Signal()
    tab_chosen = Signal(int)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        controller: ProjectsController,
        clock: Clock,
        *,
        typing_ms: int = 350,
    ) -> None:
        super().__init__()
        self._icons, self._controller = icons, controller
        self.summary: ProjectSummary | None = None
        self.opened: Opened | None = None
        self.branch: str | None = None
        self._refused = False
        self.header = Header(icons, clock, self)
        self.notice = Notice(icons, self)
        self.tabs = Tabs(icons, tr("Project sections"), self)
        for words in (tr("Overview"), tr("Memories"), tr("Conversations"), tr("Branches")):
            self.tabs.add(words)
        self.overview = Overview(icons)
        self.memories = MemoriesTab(icons, bridge, controller, clock)
        self.sessions = SessionsTab(icons, controller, clock, typing_ms=typing_ms)
        self.branches = BranchesTab(icons, controller, clock)
        self.state = EmptyState(icons, "error", "")
        self.waiting = QWidget()
        self.stack = stacked(
            self.overview, self.memories, self.sessions, self.branches, self.state, self.waiting, parent=self
        )
        self.slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self.slow.timeout.connect(self._takes_long)
        vbox(self.header, self.tabs, self.notice, (self.stack, 1), on=self)
        self.setMinimumWidth(icons.theme.px(420))
        self._connect(controller)

    def _connect(self, controller: ProjectsController) -> None:
        self.header.command.connect(self.command)
        self.header.menu_wanted.connect(self.menu_wanted)
        self.notice.action_triggered.connect(self.read_again)
        self.overview.read_wanted.connect(self.read_again)
        self.overview.kind_wanted.connect(lambda kind: self._with_project(controller.set_kind, kind))
        self.overview.group_wanted.connect(lambda name: self._with_project(controller.set_group, name))
        self.tabs.currentChanged.connect(self._tab_changed)
        self.memories.counted.connect(lambda _count: self._show_counts())
        for tab in (self.memories, self.sessions):
            tab.branch_cleared.connect(lambda: self.show_branch(None))
        self.branches.branch_wanted.connect(self._branch_chosen)

    def _with_project(self, call: Callable[[ProjectSummary, str], None], wanted: str) -> None:
        if self.opened is not None:
            call(self.opened.project.summary, wanted)

    # What the page asks

    def show_project(self, summary: ProjectSummary) -> None:
        """Shows another project, or looks at the same one anew."""
        other = self.summary is None or self.summary.path != summary.path
        self.summary = summary
        if other:
            self._controller.forget_project()
            self.opened, self.branch = None, None
            self.branches.forget()
            self.notice.hide()
        self.header.show_summary(summary)
        self._show_counts()
        self.refresh()

    def forget(self) -> None:
        """What is shown is not there any more."""
        self._controller.forget_project()
        self.summary = self.opened = self.branch = None
        self.slow.stop()
        self.stack.setCurrentWidget(self.waiting)

    def refresh(self) -> None:
        """Asks for what is shown again; what is under other tabs is asked for when they are shown."""
        if self.summary is None:
            return
        self._refused = False
        self.slow.start()
        self._controller.start(self._read(opened, self.summary.path), self._failed)
        self._fill_tab()

    def _fill_tab(self) -> None:
        if self.summary is None:
            return
        if self.tabs.currentIndex() == MEMORIES:
            self.memories.show_project(self.summary.path, self.branch)
        elif self.tabs.currentIndex() == SESSIONS:
            self.sessions.show_project(self.summary.path, self.branch)
        elif self.tabs.currentIndex() == BRANCHES:
            self.branches.look_again()

    def read_again(self) -> None:
        """Reads the project's files anew."""
        if self.summary is None or not self.summary.there:
            return
        self.header.set_reading(True)
        self._controller.start(self._read(read_again, self.summary.path), self._failed)

    def show_branch(self, branch: str | None) -> None:
        """Only what belongs to a branch; None: of all."""
        self.branch = branch
        self._fill_tab()

    def go_to_tab(self, index: int) -> None:
        self.tabs.setCurrentIndex(index)
        self.focus_content()

    def focus_content(self) -> None:
        """The focus goes to what the tab shows."""
        self.focus_target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def focus_target(self) -> QWidget:
        current = self.stack.currentWidget()
        if isinstance(current, MemoriesTab | SessionsTab | BranchesTab):
            return current.focus_target
        return current or self.tabs

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: head, tabs, what stands above the list, the list."""
        above = {
            MEMORIES: self.memories.bar,
            SESSIONS: self.sessions.task,
            BRANCHES: self.branches.which,
        }.get(self.tabs.currentIndex())
        groups = [self.header, self.tabs, *([above] if above is not None else []), self.focus_target]
        if self.tabs.currentIndex() == BRANCHES:
            groups.append(self.branches.panel.memorize)
        return [widget for widget in groups if widget.isVisible()]

    # What comes

    def _takes_long(self) -> None:
        """Until then what is seen stays: an empty moment between two projects would flicker."""
        self.header.set_reading(True)
        self._show_tab()

    async def _read(self, read: Callable[[MemoryService, str], Opened], path: str) -> None:
        found: Opened = await self._controller.ask(OPEN, read, self._controller.service, path)
        self.slow.stop()
        if self.summary is None or found.project.path != self.summary.path:
            return
        self.opened = found
        self.summary = found.project.summary
        self.header.show_opened(found)
        self.overview.show_project(found.project)
        self.branches.show_branches(found.project.path, found.branches, there=self.summary.there)
        self.tabs.set_count(BRANCHES, len(found.branches))
        self._show_counts()
        trouble = found.project.trouble
        if trouble and self.summary.there and found.excluded is None:
            self.notice.show_notice(trouble, "warn", tr("Scan again"))
        else:
            self.notice.hide()
        self._show_tab()

    def _failed(self, error: BaseException) -> None:
        self._refused = True
        self.slow.stop()
        self.header.set_reading(False)
        self.state.show_failed(
            tr("Couldn't load this project"),
            error,
            self.refresh,
        )
        self._show_tab()

    def _show_counts(self) -> None:
        if self.summary is not None:
            self.tabs.set_count(MEMORIES, self.summary.memories)
            self.tabs.set_count(SESSIONS, self.summary.conversations)

    # Tabs

    def _tab_changed(self, index: int) -> None:
        self._fill_tab()
        self._show_tab()
        self.tab_chosen.emit(index)

    def _show_tab(self) -> None:
        index = self.tabs.currentIndex()
        if self._refused:
            self.stack.setCurrentWidget(self.state)
        elif self.opened is None and index in (OVERVIEW, BRANCHES):
            self.stack.setCurrentWidget(self.waiting)
        else:
            self.stack.setCurrentIndex(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc that nothing within has a use for leads back to the list."""
        if event.key() == Qt.Key.Key_Escape:
            self.command.emit("back")
        else:
            super().keyPressEvent(event)

    def _branch_chosen(self, branch: Branch) -> None:
        """To what there is of it: its memories, or its sessions where it has no memories."""
        self.show_branch(branch.name)
        self.go_to_tab(MEMORIES if branch.memories or not branch.conversations else SESSIONS)
