"""The sessions of a project, newest first, and the question whether something was done before."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import ProjectSession
from arbor_desktop.ui.components import Button, EmptyState, SearchField, Segment
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.desk import Desk
from arbor_desktop.ui.projects.filter_line import BranchFilter
from arbor_desktop.ui.projects.past import Past
from arbor_desktop.ui.projects.reads import Sessions
from arbor_desktop.ui.projects.session_rows import SessionDelegate, SessionList, SessionModel
from arbor_desktop.ui.projects.similar import SimilarList
from arbor_desktop.ui.projects.words import tr

_HERE, _EVERYWHERE = "here", "everywhere"
_SHORTEST = 3
"""Fewer letters describe no task."""
_TYPING_MS = 350


class SessionsTab(QWidget):
    """`conversation_wanted(id, turn or None)` for a session that is to be read."""

    conversation_wanted = Signal(str, object)
    branch_cleared = Signal()

    def __init__(
        self,
        icons: Icons,
        desk: Desk,
        clock: Clock,
        *,
        typing_ms: int = _TYPING_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._desk = icons, desk
        self._path = self._branch = ""
        self._rows: list[ProjectSession] = []
        self._next: str | None = None
        self._asking = False
        self.model = SessionModel(clock, self)
        self.view = SessionList(self.model, SessionDelegate(icons, clock, self), icons.theme)
        self.similar = SimilarList(icons, clock)
        self.branch = BranchFilter(icons, self)
        self.task = SearchField(
            icons, tr("Have we done this before? Describe a task"), glyph="history", delay_ms=typing_ms,
            parent=self,
        )  # fmt: skip
        self.task.setToolTip(f"{tr('Looks for past tasks like this one')}  Ctrl+F")
        self.where = Segment(icons, tr("Where to look"), self)
        self.where.add(_HERE, tr("This project"))
        self.where.add(_EVERYWHERE, tr("All projects"))
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        px = self._icons.theme.px
        row = QHBoxLayout()
        row.setContentsMargins(px(16), px(10), px(16), px(10))
        row.setSpacing(px(8))
        row.addWidget(self.branch)
        row.addWidget(self.task, 1)
        row.addWidget(self.where)
        self.state = EmptyState(self._icons, "conversations", "", parent=self)
        self.stack = QStackedWidget(self)
        for content in (self.view, self.similar, self.state):
            self.stack.addWidget(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.stack, 1)

    def _connect(self) -> None:
        self.task.text_edited.connect(lambda _text: self._ask())
        self.task.list_wanted.connect(self.focus_rows)
        self.where.changed.connect(lambda _key: self._ask())
        self.similar.opened.connect(self.conversation_wanted)
        self.view.command.connect(lambda _name: self._open())
        self.view.verticalScrollBar().valueChanged.connect(lambda _value: self._read_on())
        self.view.verticalScrollBar().rangeChanged.connect(lambda _low, _high: self._read_on())
        self.branch.cleared.connect(self.branch_cleared)

    # What the page asks

    @property
    def focus_target(self) -> QWidget:
        current = self.stack.currentWidget()
        if current is self.similar and self.similar.cards:
            return self.similar.cards[0]
        return current or self.view

    def focus_rows(self) -> None:
        self.focus_target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_task(self) -> None:
        """The cursor goes to where a task is described."""
        self.task.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.task.selectAll()

    def show_project(self, path: str, branch: str | None) -> None:
        """Lists what belongs to another project or branch; the same one is only looked at anew."""
        other_project = path != self._path
        other = other_project or (branch or "") != self._branch
        self._path, self._branch = path, branch or ""
        self.branch.show_branch(branch)
        if other_project and self.task.text():
            self.task.clear_search()
        if other and not self.isVisible():  # nothing of the former project is seen when the tab comes
            self._rows, self._next = [], None
            self.model.show((), anew=True)
            self.stack.setCurrentWidget(self.view)
        self.refresh(anew=other)

    def refresh(self, *, anew: bool = False) -> None:
        """Reads the newest ones; of a list that goes on further down, the rest follows as it is looked at."""
        self._asking = True
        branch = self._branch or None
        self._desk.sessions(self._path, branch, None, lambda page: self._came(page, anew), self._failed)
        if self.task.text() and not anew:
            self._ask()

    # Sessions

    def _came(self, page: Sessions, anew: bool) -> None:
        self._asking = False
        former = {} if anew else {one.conversation_id: one for one in self._rows}
        newest = {one.conversation_id: one for one in page.rows}
        if page.next is None or anew or not newest.keys() & former.keys():
            rows, self._next = newest, page.next
        else:  # what was read further down stays
            rows = newest | {id_: one for id_, one in former.items() if id_ not in newest}
        self._show(list(rows.values()), anew=anew)

    def _read_on(self) -> None:
        if self._next is None or self._asking or not self.view.isVisible() or not self.view.near_end:
            return
        self._asking = True
        self._desk.sessions(self._path, self._branch or None, self._next, self._more_came, self._failed)

    def _more_came(self, page: Sessions) -> None:
        self._asking = False
        self._next = page.next
        known = {one.conversation_id for one in self._rows}
        self._show([*self._rows, *(one for one in page.rows if one.conversation_id not in known)], anew=False)

    def _show(self, rows: list[ProjectSession], *, anew: bool) -> None:
        self._rows = rows
        chosen = self.view.selected_ids()
        self.model.show(rows, anew=anew)
        if anew:
            self.view.scrollToTop()
        elif chosen:
            self.view.select_ids(chosen, chosen[0])
        if not self._describes:
            self._show_sessions()

    def _show_sessions(self) -> None:
        if self._rows:
            self.stack.setCurrentWidget(self.view)
            return
        if self._branch:
            everything = Button(self._icons, tr("Show all branches"))
            everything.clicked.connect(self.branch_cleared)
            title, text = tr("No session on this branch"), tr("Its memories may come from elsewhere.")
            self.state.show_state("conversations", title, text, actions=(everything,))
        else:
            self.state.show_state(
                "conversations",
                tr("No sessions in this project yet"),
                tr("What you and your AI do in its folder appears here, with how it ended."),
            )
        self.stack.setCurrentWidget(self.state)

    def _failed(self, error: BaseException) -> None:
        self._asking = False
        retry = Button(self._icons, tr("Try again"), icon="refresh")
        retry.clicked.connect(lambda: self.refresh(anew=True))
        self.state.show_state(
            "error",
            tr("The sessions can't be read"),
            tr("They are still on this computer. Nothing was changed."),
            code=error_words(error),
            actions=(retry,),
        )
        self.stack.setCurrentWidget(self.state)

    def _open(self) -> None:
        if id_ := self.view.current_id():
            self.conversation_wanted.emit(id_, None)

    # Done before?

    @property
    def _describes(self) -> bool:
        """Whether a task is described."""
        return len(self.task.text().strip()) >= _SHORTEST

    def _ask(self) -> None:
        if not self._describes:
            self._desk.forget_similar()
            self._show_sessions()
            return
        everywhere = self.where.current == _EVERYWHERE
        words = self.task.text().strip()
        project = None if everywhere else self._path
        self._desk.similar(words, project, lambda found: self._found(found, everywhere), self._not_found)

    def _found(self, tasks: tuple[Past, ...], everywhere: bool) -> None:
        if not self._describes:
            return
        if tasks:
            self.similar.show_tasks(tasks, whose=everywhere)
            self.stack.setCurrentWidget(self.similar)
            return
        actions: tuple[Button, ...] = ()
        if not everywhere:
            elsewhere = Button(self._icons, tr("Look in all projects"))
            elsewhere.clicked.connect(lambda: self.where.set_current(_EVERYWHERE))
            actions = (elsewhere,)
        self.state.show_state(
            "search",
            tr("Not done before, as far as Arbor knows"),
            tr("No past task is much like these words, and they were not said. Other words may find one."),
            actions=actions,
        )
        self.stack.setCurrentWidget(self.state)

    def _not_found(self, error: BaseException) -> None:
        retry = Button(self._icons, tr("Try again"), icon="refresh")
        retry.clicked.connect(self._ask)
        self.state.show_state(
            "error", tr("Past tasks can't be searched"), "", code=error_words(error), actions=(retry,)
        )
        self.stack.setCurrentWidget(self.state)
