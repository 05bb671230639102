"""The sessions of a project, newest first, and the search for past tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QToolTip,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import ProjectSession
from arbor_desktop.ui.components import Button, EmptyState, SearchField, Segment
from arbor_desktop.ui.components.boxes import hbox, stacked, vbox
from arbor_desktop.ui.components.painting import paint_text
from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.components.row_model import ItemRole
from arbor_desktop.ui.formatting import started, task_size
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.bars import BranchFilter
from arbor_desktop.ui.projects.controller import SESSIONS, SIMILAR, ProjectsController
from arbor_desktop.ui.projects.list import LineDelegate, LineModel
from arbor_desktop.ui.projects.model import Past, Sessions, done_before
from arbor_desktop.ui.projects.model import sessions as sessions_after
from arbor_desktop.ui.projects.similar import SimilarList
from arbor_desktop.ui.projects.words import (
    errors_words,
    files,
    memories,
    session_sentence,
    status_look,
    status_word,
    task_of,
    type_word,
)
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

HEIGHT = 56
_TIP = 500


@dataclass(frozen=True, slots=True)
class SessionRow:
    session: ProjectSession

    @property
    def id(self) -> str:
        return self.session.conversation_id


class SessionModel(LineModel[SessionRow]):
    """Those that were read so far."""

    def show(self, sessions: Sequence[ProjectSession], *, anew: bool) -> None:
        self.hold([SessionRow(one) for one in sessions], anew=anew)

    def text(self, item: SessionRow) -> str:
        return task_of(item.session)

    def spoken(self, item: SessionRow) -> str:
        return session_sentence(item.session, self._clock())


class SessionDelegate(LineDelegate):
    """How it ended as glyph and word; what was asked for; its size, files, errors and branch."""

    height, kind = HEIGHT, SessionRow

    def draw(self, painter: QPainter, row: QRect, item: SessionRow) -> None:
        px, session = self._theme.px, item.session
        glyph, token = status_look(session.status)
        self._icons.paint(painter, glyph, token, row.left() + px(16), row.top() + px(10))
        inner = row.adjusted(px(42), px(8), -px(16), 0)
        line = QRect(inner.left(), inner.top(), inner.width(), px(20))
        when = " ".join(part for part in started(session.at, self._clock()) if part)
        used = paint_text(painter, self._theme, line, when, "caption", "text3", right=True)
        task = line.adjusted(0, 0, -used - px(12), 0)
        paint_text(painter, self._theme, task, task_of(session), "body500", "text")
        self._facts(painter, QRect(inner.left(), inner.top() + px(22), inner.width(), px(18)), session)

    def _facts(self, painter: QPainter, line: QRect, session: ProjectSession) -> None:
        """From what matters most to what can be missed where there is no room."""
        px = self._theme.px
        kept = memories(session.memories) if session.memories else ""
        used = paint_text(painter, self._theme, line, kept, "caption", "text3", right=True)
        end = line.right() + 1 - (used + px(12) if used else 0)
        x = self._part(
            painter, line, line.left(), end, status_word(session.status, session.state), status_ink(session)
        )
        x = self._part(painter, line, x, end, type_word(session.type))
        if session.complexity is not None:
            x = self._part(painter, line, x, end, task_size(session.complexity))
        x = self._part(painter, line, x, end, files(session.files) if session.files else "")
        x = self._part(painter, line, x, end, errors_words(session.errors, session.errors_solved))
        if session.branch and x + px(60) < end:
            self._icons.paint(painter, "branch", "text3", x, line.top() + (line.height() - px(12)) / 2, 12)
            room = QRect(x + px(16), line.top(), end - x - px(16), line.height())
            paint_text(painter, self._theme, room, session.branch, "mono_small", "text3")

    def _part(self, painter: QPainter, line: QRect, x: int, end: int, text: str, token: str = "text2") -> int:
        """One thing, whole or not at all. Answers where the next one begins."""
        width = QFontMetrics(self._theme.font("small")).horizontalAdvance(text)
        if not text or x + width > end:
            return x
        box = QRect(x, line.top(), width + 2, line.height())
        paint_text(painter, self._theme, box, text, "small", token)
        return x + width + self._theme.px(14)


def _tip(session: ProjectSession) -> str:
    """What a row has no room for."""
    task = session.task if len(session.task) <= _TIP else f"{session.task[:_TIP]}…"
    checks = " · ".join(session.checks)
    source = source_words(session.source).label
    return "\n".join(part for part in (task.strip() or session.title, checks, source) if part)


def status_ink(session: ProjectSession) -> str:
    """The colour of the word; what is not known is no more than quiet."""
    return status_look(session.status)[1]


class SessionList(RowList):
    """`opened(conversation id)` by a click or Enter; `more_wanted` when the end comes near."""

    def __init__(self, model: SessionModel, delegate: SessionDelegate, theme: Theme) -> None:
        self._theme = theme  # before Qt's own: it lays out while it is being made
        super().__init__(model, delegate, {Qt.Key.Key_Return: "open", Qt.Key.Key_Enter: "open"})
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Conversations"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index == self.currentIndex():
            self.command.emit("open")

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(HEIGHT // 2))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            item = self.indexAt(event.pos()).data(ItemRole)
            if isinstance(item, SessionRow):
                QToolTip.showText(event.globalPos(), _tip(item.session), self)
            return True
        return super().viewportEvent(event)

    @property
    def near_end(self) -> bool:
        """Whether less than a screen is left below."""
        bar = self.verticalScrollBar()
        return bar.value() + self.viewport().height() >= bar.maximum()


_HERE, _EVERYWHERE = "here", "everywhere"
_SHORTEST = 3
"""Fewer letters describe no task."""
_TYPING_MS = 350


class SessionsTab(QWidget):
    """`conversation_wanted(id, turn or None)` for a session that is to be read."""

    conversation_wanted = Signal(str, object)
    branch_cleared = Signal()

    def __init__(
        self, icons: Icons, controller: ProjectsController, clock: Clock, *, typing_ms: int = _TYPING_MS
    ) -> None:
        super().__init__()
        self._icons, self._controller = icons, controller
        self._path = self._branch = ""
        self._rows: list[ProjectSession] = []
        self._next: str | None = None
        self._asking = False
        self.model = SessionModel(clock, self)
        self.view = SessionList(self.model, SessionDelegate(icons, clock, self), icons.theme)
        self.similar = SimilarList(icons, clock)
        self.branch = BranchFilter(icons, self)
        self.task = SearchField(
            icons, tr("Find similar past tasks"), glyph="history", delay_ms=typing_ms,
            parent=self,
        )  # fmt: skip
        self.task.setToolTip(f"{tr('Describe a task to find similar past tasks')}  Ctrl+F")
        self.where = Segment(icons, tr("Projects to search"), self)
        self.where.add(_HERE, tr("This project"))
        self.where.add(_EVERYWHERE, tr("All projects"))
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        px = self._icons.theme.px
        row = hbox(
            self.branch, (self.task, 1), self.where, margins=(px(16), px(10), px(16), px(10)), gap=px(8)
        )
        self.state = EmptyState(self._icons, "conversations", "", parent=self)
        self.stack = stacked(self.view, self.similar, self.state, parent=self)
        vbox(row, (self.stack, 1), on=self)

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
        self._controller.start(self._read(anew), self._failed)
        if self.task.text() and not anew:
            self._ask()

    # Sessions

    async def _page(self, after: str | None) -> Sessions:
        do, branch = self._controller, self._branch or None
        page: Sessions = await do.ask(SESSIONS, sessions_after, do.service, self._path, branch, after)
        self._asking = False
        return page

    async def _read(self, anew: bool) -> None:
        page = await self._page(None)
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
        self._controller.start(self._read_more(), self._failed)

    async def _read_more(self) -> None:
        page = await self._page(self._next)
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
            everything = Button(self._icons, tr("Show all branches"), clicked=self.branch_cleared)
            title, text = (
                tr("No conversations on this branch"),
                tr("This branch's memories may come from other conversations."),
            )
            self.state.show_state("conversations", title, text, actions=(everything,))
        else:
            self.state.show_state(
                "conversations",
                tr("No conversations in this project yet"),
                tr(
                    "Once you've worked with an AI tool in this folder, your conversations appear here "
                    "with their outcomes."
                ),
            )
        self.stack.setCurrentWidget(self.state)

    def _failed(self, error: BaseException) -> None:
        self._asking = False
        self.state.show_failed(
            tr("Couldn't load the conversations"),
            error,
            lambda: self.refresh(anew=True),
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
            self._controller.forget(SIMILAR)
            self._show_sessions()
            return
        everywhere = self.where.current == _EVERYWHERE
        words = self.task.text().strip()
        project = None if everywhere else self._path
        self._controller.start(self._look_for(words, project), self._not_found)

    async def _look_for(self, words: str, project: str | None) -> None:
        do, everywhere = self._controller, project is None
        tasks: tuple[Past, ...] = await do.ask(SIMILAR, done_before, do.service, words, project)
        if not self._describes:
            return
        if tasks:
            self.similar.show_tasks(tasks, whose=everywhere)
            self.stack.setCurrentWidget(self.similar)
            return
        actions: tuple[Button, ...] = ()
        if not everywhere:
            elsewhere = Button(self._icons, tr("Search all projects"))
            elsewhere.clicked.connect(lambda: self.where.set_current(_EVERYWHERE))
            actions = (elsewhere,)
        self.state.show_state(
            "search",
            tr("No similar tasks found"),
            tr("Try other words."),
            actions=actions,
        )
        self.stack.setCurrentWidget(self.state)

    def _not_found(self, error: BaseException) -> None:
        self.state.show_failed(tr("Couldn't search past tasks"), error, self._ask)
        self.stack.setCurrentWidget(self.state)
