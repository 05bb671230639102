"""The Projects page: its widgets, keys and focus; keeps what they show in step with the store."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, EmptyState, Label, Message, Snackbar, Splitter
from arbor_desktop.ui.components.boxes import stacked, vbox
from arbor_desktop.ui.components.keyboard import key_on_page
from arbor_desktop.ui.components.menus import Open, open_with_system
from arbor_desktop.ui.controller import RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.bars import TopBar
from arbor_desktop.ui.projects.controller import Commands, ProjectsController
from arbor_desktop.ui.projects.detail import BRANCHES, OVERVIEW, SESSIONS, DetailPane
from arbor_desktop.ui.projects.list import (
    SEEN,
    SORTS,
    ListPane,
    ProjectDelegate,
    ProjectList,
    ProjectModel,
    in_order,
    matching,
)
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState


class Instead(EmptyState):
    """Signals are what its buttons ask for."""

    retry_wanted = Signal()
    capture_settings_wanted = Signal()

    def __init__(self, icons: Icons) -> None:
        super().__init__(icons, "conversations", "")

    def show_none(self) -> None:
        choose = Button(self._icons, tr("Choose sources"), variant="primary")
        choose.clicked.connect(self.capture_settings_wanted)
        self.show_state(
            "conversations",
            tr("No projects yet"),
            tr("Projects appear here once you've worked with an AI tool in their folders. You'll see "
                "their technologies, memories and conversation outcomes."),
            actions=(choose,),
        )  # fmt: skip

    def show_error(self, error: BaseException) -> None:
        self.show_failed(
            tr("Couldn't load the projects"),
            error,
            self.retry_wanted,
        )


_NARROW = 944
"""Below this width the project takes the list's place (a window of 1000 with the rail collapsed)."""
_SLOW_MS = 150
_SELECTED_KEY, _SORT_KEY, _TAB_KEY = "projects/selected", "projects/sort", "projects/tab"


class ProjectsPage(QWidget):
    """All projects, and the selected one. Nothing here waits: the service is asked through the bridge."""

    memory_wanted = Signal(str)
    memories_wanted = Signal(object)
    """Those that fit some fields of a query."""
    conversation_wanted = Signal(str, object)
    conflict_wanted = Signal(str)
    summaries_wanted = Signal(object, object)
    """A category or None, and the path of a project."""
    earlier_wanted = Signal()
    context_wanted = Signal(str)
    """What an AI is told in the project with this path."""
    capture_settings_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        opens: Open = open_with_system,
        snackbar_ms: int = 8000,
        refresh_ms: int = 250,
        typing_ms: int = 350,
        parent: QWidget | None = None,
    ) -> None:
        """`state` remembers project, tab and order; `opens` shows a folder."""
        super().__init__(parent)
        self._icons, self._theme, self._state = icons, icons.theme, state
        self._narrow = self._bring = False
        self._known: tuple[ProjectSummary, ...] = ()
        self._words = ""
        self._sort = self._recalled(_SORT_KEY, SEEN)
        self._wanted: str | None = self._recalled(_SELECTED_KEY, "") or None
        self.controller = ProjectsController(bridge, self)
        self.model = ProjectModel(clock, self)
        self.view = ProjectList(self.model, ProjectDelegate(icons, clock, self), icons.theme)
        self.top = TopBar(icons, self)
        self.list_pane = ListPane(icons, self.view)
        self.detail = DetailPane(icons, bridge, self.controller, clock, typing_ms=typing_ms)
        self.commands = Commands(icons, self.controller, self, opens=opens)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        # Changes come in bursts while conversations are memorized: one look a moment later serves them all.
        self.soon = RefreshTimer(self, self._look, refresh_ms)
        self.slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self.slow.timeout.connect(lambda: self.first_look.setText(tr("Loading projects…")))
        # A key that is held down goes through the list without asking for each project on its way.
        self._show_soon = QTimer(self, singleShot=True, interval=40)
        self._show_soon.timeout.connect(self._show_selected)
        self._lay_out()
        self._connect(bridge)
        self.top.show_sort(self._sort if self._sort in SORTS else SEEN)
        tab = self._recalled(_TAB_KEY, "0")
        self.detail.tabs.setCurrentIndex(int(tab) if tab in ("0", "1", "2", "3") else OVERVIEW)
        # Whoever shows the page for the first time finds the focus where work begins.
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _recalled(self, key: str, otherwise: str) -> str:
        return self._state.value(key, otherwise) if self._state is not None else otherwise

    def _remember(self, key: str, value: str) -> None:
        if self._state is not None:
            self._state.set_value(key, value)

    def _lay_out(self) -> None:
        px = self._theme.px
        sizes = (px(340), px(816))
        self.splitter = Splitter(
            self._theme, self.list_pane, self.detail, grows=1, name="projectsSplitter", sizes=sizes
        )
        self.instead = Instead(self._icons)
        self.first_look = Label(self._theme, "", "body", "text3")
        self.first_look.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = stacked(self.first_look, self.splitter, self.instead, parent=self)
        vbox(self.top, (self.stack, 1), self.snackbar, on=self)

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self.top.searched.connect(self._search)
        self.top.sort_chosen.connect(self._sort_by)
        self.top.search.list_wanted.connect(self.focus_main)
        self.list_pane.clear_wanted.connect(self.top.search.clear_search)
        self.view.selection_changed.connect(self._show_soon.start)
        self.view.clicked.connect(self._clicked)
        self.view.command.connect(lambda _name: self._go_in())
        self.view.menu_wanted.connect(self._menu)
        detail = self.detail
        detail.command.connect(self._command)
        detail.menu_wanted.connect(self._menu_of_detail)
        detail.tab_chosen.connect(lambda index: self._remember(_TAB_KEY, str(index)))
        detail.overview.memory_wanted.connect(self.memory_wanted)
        detail.memories.memory_wanted.connect(self.memory_wanted)
        detail.memories.conflict_wanted.connect(self.conflict_wanted)
        detail.memories.all_wanted.connect(self._show_all_memories)
        detail.memories.summaries_wanted.connect(self._summaries)
        detail.memories.said.connect(self.snackbar.say)
        detail.branches.said.connect(self.snackbar.say)
        detail.branches.open_wanted.connect(self.commands.open_file)
        detail.sessions.conversation_wanted.connect(self.conversation_wanted)
        self.commands.context_wanted.connect(self.context_wanted)
        detail.header.earlier.clicked.connect(self.earlier_wanted)
        self.commands.read_wanted.connect(detail.read_again)
        self.commands.capture_settings_wanted.connect(self.capture_settings_wanted)
        self.instead.retry_wanted.connect(self.refresh)
        self.instead.capture_settings_wanted.connect(self.capture_settings_wanted)
        self.controller.said.connect(self.snackbar.say)
        self.controller.refused.connect(
            lambda error: self.snackbar.say(Message(error_words(error), "warning"))
        )
        self.controller.changed.connect(self.soon.start)
        for number in range(4):
            key_on_page(self, f"Alt+{number + 1}", partial(self._tab_by_key, number))
        key_on_page(self, "Ctrl+F", self._done_before)

    # What other parts of the window ask

    def focus_main(self) -> None:
        """To the list; to the project where only that is shown."""
        if self.list_pane.isHidden():
            self.detail.focus_content()
        else:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_search(self) -> None:
        if self.list_pane.isHidden():
            self._show_side(False)
        self.top.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.top.search.selectAll()

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: search, list, and the parts of the project."""
        groups: list[QWidget] = [self.top.search, self.view, self.list_pane.state, self.instead]
        shown = [widget for widget in groups if widget.isVisible()]
        return [*shown, *(self.detail.focus_groups() if self.detail.isVisible() else ())]

    def undo(self) -> None:
        """Takes back what was said last; else the newest change of a memory."""
        if not self.snackbar.undo():
            self.detail.memories.memory_actions.undo()

    def refresh(self) -> None:
        """Looks at everything anew; the project's files are read again."""
        self._look()
        self.detail.read_again()

    def show_project(self, path: str) -> None:
        """Selects a project; a search that hides it gives way."""
        self._wanted, self._bring = path, True
        self.top.search.clear_search()
        self._select_wanted()

    def place(self) -> str | None:
        """What Back comes back to."""
        return self.view.current_id()

    def show_place(self, place: str) -> None:
        self.show_project(place)

    # The list

    def _look(self) -> None:
        self.soon.caught_up()
        if not self._known:
            self.slow.start()
        self.controller.start(self._read(), self._failed)

    async def _read(self) -> None:
        do = self.controller
        projects = tuple(await do.ask("list", do.service.list_projects))
        self.slow.stop()
        self._known = projects
        if not projects:
            self._show_nothing()
            return
        self._show(self.splitter)
        shown = self.detail.summary
        if shown is not None and all(one.path != shown.path for one in projects):
            self._leave_what_is_gone()
        self._list()
        chosen = self._selected()
        if chosen is not None and self.detail.summary is not None and chosen.path == self.detail.summary.path:
            self.detail.show_project(chosen)

    def _leave_what_is_gone(self) -> None:
        """The project that is looked at was deleted: the one after it takes its place."""
        row = self.view.currentIndex().row()
        after = [path for path in self.model.ids[row + 1 :] if any(one.path == path for one in self._known)]
        self._wanted = after[0] if after else None
        self.detail.forget()
        if self._narrow:
            self._back_to_list()

    def _list(self) -> None:
        shown = in_order(matching(self._known, self._words), self._sort)
        self.top.show_count(len(shown), len(self._known))
        self.model.show(shown)
        if shown:
            self.list_pane.show_list()
            self._select_wanted()
        else:
            self.list_pane.show_no_match(self._words)

    def _select_wanted(self) -> None:
        """What was looked at stays selected where it is listed; else the first one, where there is room."""
        row = self.model.row_of(self._wanted) if self._wanted else -1
        if self._bring and row >= 0:  # in a narrow page it comes to the front once it is there
            self._show_side(True)
        self._bring = self._bring and row < 0 and not self._known
        if row < 0 and self.model.rowCount() and (self.detail.summary is None or self._words):
            row = 0
        if row >= 0 and row != self.view.currentIndex().row():
            self.view.go_to(row)
        elif row >= 0:
            self._show_soon.start()

    def _search(self, words: str) -> None:
        self._words = words
        self._list()

    def _sort_by(self, sort: str) -> None:
        self._sort = sort
        self._remember(_SORT_KEY, sort)
        self._list()
        self.view.scrollTo(self.view.currentIndex())

    def _selected(self) -> ProjectSummary | None:
        path = self.view.current_id()
        return next((one for one in self._known if one.path == path), None)

    def _show_selected(self) -> None:
        chosen = self._selected()
        if chosen is None:
            return
        self._wanted = chosen.path
        self._remember(_SELECTED_KEY, chosen.path)
        if self.detail.summary is None or self.detail.summary.path != chosen.path:
            self.detail.show_project(chosen)

    def _show(self, content: QWidget) -> None:
        """The projects, or what stands in their place; then there is nothing to search."""
        self.stack.setCurrentWidget(content)
        self.top.set_tools_visible(content is self.splitter)

    def _failed(self, error: BaseException) -> None:
        self.slow.stop()
        self.instead.show_error(error)
        self._show(self.instead)

    def _show_nothing(self) -> None:
        self.detail.forget()
        self.top.show_count(0, 0)
        self.model.show(())
        self.instead.show_none()
        self._show(self.instead)

    # What a person does

    def _clicked(self, _index: QModelIndex) -> None:
        if self._narrow:
            self._show_side(True)

    def _go_in(self) -> None:
        self._show_soon.stop()
        self._show_selected()
        self._show_side(True)
        self.detail.focus_content()

    def _tab_by_key(self, index: int) -> None:
        if self.detail.summary is not None:
            self._show_side(True)
            self.detail.go_to_tab(min(index, BRANCHES))

    @property
    def shown_project(self) -> str | None:
        return self.detail.summary.path if self.detail.summary is not None else None

    def _done_before(self) -> None:
        self._tab_by_key(SESSIONS)
        self.detail.sessions.focus_task()

    def _command(self, name: str) -> None:
        if name == "back":
            self._back_to_list()
        elif self.detail.summary is not None:
            self.commands.run(name, self.detail.summary)

    def _menu(self, at: QPoint) -> None:
        chosen = self._selected()
        if chosen is not None:
            self._show_soon.stop()
            self._show_selected()
            self.commands.menu(chosen, self._excluded(chosen), at)

    def _menu_of_detail(self) -> None:
        button = self.detail.header.more
        if self.detail.summary is not None:
            at = button.mapToGlobal(QPoint(button.width(), button.height() + self._theme.px(4)))
            self.commands.menu(self.detail.summary, self._excluded(self.detail.summary), at, ends=True)

    def _excluded(self, project: ProjectSummary) -> str | None:
        opened = self.detail.opened
        return opened.excluded if opened is not None and opened.project.path == project.path else None

    def _summaries(self, category: str | None) -> None:
        if self.detail.summary is not None:
            self.summaries_wanted.emit(category, self.detail.summary.path)

    def _show_all_memories(self) -> None:
        if self.detail.summary is not None:
            self.memories_wanted.emit({"scope": "project", "scope_id": self.detail.summary.path})

    # The store

    def _store_changed(self, changes: Changes) -> None:
        told = changes.projects or changes.memories or changes.all_memories or changes.settings
        if not (told or changes.conversations or changes.all_conversations):
            return
        self.soon.changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.soon.shown()

    # Widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self.detail.header.back.setVisible(narrow)
            self._show_side(not narrow)

    def _show_side(self, front: bool) -> None:
        """In a narrow page, whether the project is seen or the list; else both are."""
        self.detail.setVisible(front or not self._narrow)
        self.list_pane.setVisible(not (front and self._narrow))
        self.top.setVisible(not (front and self._narrow))

    def step_back(self) -> bool:
        """Alt+Left in a narrow window: from the project to the list."""
        if not (self._narrow and self.list_pane.isHidden()):
            return False
        self._back_to_list()
        return True

    def _back_to_list(self) -> None:
        self._show_side(False)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
