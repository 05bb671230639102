"""What stands above the list: the question that is asked, another spelling, and what is being read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from arbor_desktop.memories.model import Facets
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.components import (
    BackForward,
    Button,
    ElidedLabel,
    IconButton,
    Label,
    ProgressBar,
    SearchField,
    Segment,
    StatusDot,
)
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.buttons import EarlierButton
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.model import MemoryQuery
from arbor_desktop.ui.memory.words import short
from arbor_desktop.ui.status import paused_words, read_words, so_far_words, time_left_words
from arbor_desktop.ui.translation import number, tr

if TYPE_CHECKING:
    from arbor_desktop.text.spelling import Suggestion


class QueryState(QObject):
    """`changed(query)` is sent when the question is another one than before."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.query = MemoryQuery()

    def set(self, **fields: Any) -> None:
        """Changes some parts."""
        self.put(replace(self.query, **fields))

    def put(self, query: MemoryQuery) -> None:
        if query != self.query:
            self.query = query
            self.changed.emit(query)

    def toggle(self, field: str, value: str) -> None:
        """Adds a value to one of the tuples, or takes it out."""
        chosen: tuple[str, ...] = getattr(self.query, field)
        without = tuple(other for other in chosen if other != value)
        self.set(**{field: without if value in chosen else (*chosen, value)})


_MOST_PROJECTS = 30
_NARROW = 720
_ROOMY = 980
"""From this width on the way to the summaries says so in words."""
_TYPING_MS = 5
"""Letters that come closer together are one question: a search is quicker than the next key."""


class TopBar(Bar):
    """`add_wanted` when a person asks for a new memory, `summaries_wanted` for the summaries, `ask_wanted`
    for an answer to what stands in the field."""

    add_wanted = Signal()
    ask_wanted = Signal()
    summaries_wanted = Signal()

    def __init__(self, icons: Icons, state: QueryState, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        arrows = BackForward(icons, self)  # the first that Tab meets
        self._icons, self._state = icons, state
        px = icons.theme.px
        find = QKeySequence("Ctrl+K").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.search = SearchField(icons, tr("Search memories"), keycap=find, delay_ms=_TYPING_MS, parent=self)
        self.search.setMaximumWidth(px(430))
        self.search.text_edited.connect(lambda text: state.set(text=text))
        self.ask = Button(icons, tr("Ask"), icon="sparkle", parent=self, clicked=self.ask_wanted)
        self.ask.setToolTip(tr("Get an answer from your memories") + "  Ctrl+Enter")
        self.ask.setAccessibleName(tr("Ask your memories"))
        self._projects = QMenu(self)
        self.scope = Segment(icons, tr("Applies to"), self)
        self.scope.add("all", tr("All"))
        self.scope.add("global", tr("Global"))
        self.scope.add("project", tr("Project"), self._projects)
        self.scope.changed.connect(self._scope_chosen)
        self.earlier = EarlierButton(icons, self)
        self.summaries = Button(icons, tr("Summaries"), variant="quiet", icon="file", parent=self)
        self.summaries.setToolTip(tr("A page for each category, made from your memories"))
        self.summaries.clicked.connect(self.summaries_wanted)
        self.new_button = Button(icons, tr("New memory"), icon="plus", parent=self, clicked=self.add_wanted)
        self.new_button.setToolTip(tr("New memory") + "  Ctrl+N")
        row = hbox(
            arrows, (self.search, 1), self.ask, self.scope, on=self, margins=(px(8), 0, px(16), 1), gap=px(12)
        )
        row.addStretch()
        row.addWidget(self.earlier)
        row.addWidget(self.summaries)
        row.addWidget(self.new_button)
        self.setFixedHeight(px(52))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        state.changed.connect(self._show)
        self.set_counts(Facets())

    def set_counts(self, everywhere: Facets) -> None:
        """Fills the menu of projects, the ones with most memories first."""
        self._projects.clear()
        known = sorted(everywhere.projects.items(), key=lambda item: (-item[1], item[0].lower()))
        names = [project_name(path) for path, _count in known]
        for (path, count), name in list(zip(known, names, strict=True))[:_MOST_PROJECTS]:
            shown = name if names.count(name) == 1 else path
            action = self._projects.addAction(self._icons.icon("folder"), f"{shown}  ·  {number(count)}")
            action.setToolTip(path)
            action.triggered.connect(lambda _on=False, path=path: self._project_chosen(path))
        if not known:
            self._projects.addAction(tr("No project has memories yet")).setEnabled(False)

    def _scope_chosen(self, key: object) -> None:
        if key == "all":
            self._state.set(scope=None, scope_id=None)
        elif key == "global":
            self._state.set(scope="global", scope_id=None)

    def _project_chosen(self, path: str) -> None:
        self._state.set(scope="project", scope_id=path)

    def _show(self, query: MemoryQuery) -> None:
        """Follows changes that came from elsewhere ("Clear filters", a link from another page)."""
        key = {"global": "global", "project": "project"}.get(query.scope or "", "all")
        self.scope.set_text("project", self._project_text(query))
        if self.scope.current != key:
            self.scope.set_current(key)
        if self.search.text() != query.text and not self.search.hasFocus():
            self.search.set_search(query.text)

    def _project_text(self, query: MemoryQuery) -> str:
        if query.scope != "project" or not query.scope_id:
            return tr("Project")
        name = project_name(query.scope_id)
        name = name if len(name) <= 22 else name[:21] + "…"
        return name if self.width() < self._theme.px(_NARROW) else tr("Project: {name}").format(name=name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for button, words, least in (
            (self.ask, tr("Ask"), _NARROW),
            (self.summaries, tr("Summaries"), _ROOMY),
        ):
            said = words if self.width() >= self._theme.px(least) else ""
            if button.text() != said:
                button.setText(said)
                button.updateGeometry()
        self.scope.set_text("project", self._project_text(self._state.query))


class HintLine(Bar):
    """`taken(text)` when the spelling is taken. Closed, it stays away until another is suggested."""

    taken = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent, fill="sunken")
        self._text = self._closed = ""
        px = self._theme.px
        self.lead = Label(self._theme, tr("Did you mean:"), "small", "text2", parent=self)
        self.link = Button(icons, "", variant="link", parent=self)
        self.link.setAutoDefault(True)  # Return presses it, as Space does
        self.link.clicked.connect(lambda: self.taken.emit(self._text))
        self.close_button = IconButton(icons, "x", tr("Dismiss suggestion"), side=24, parent=self)
        self.close_button.clicked.connect(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(4), px(12), px(4) + 1)
        row.setSpacing(px(6))
        row.addWidget(self.lead)
        row.addWidget(self.link)
        row.addStretch(1)
        row.addWidget(self.close_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_suggestion(self, suggestion: Suggestion | None) -> None:
        self._text = suggestion.text if suggestion else ""
        if suggestion is not None:
            self.link.set_label(f"{short(suggestion.text).rstrip('?')}?")
            self.link.setAccessibleName(
                tr("Did you mean “{words}”?").format(words=suggestion.text.rstrip("?"))
            )
        self.setVisible(bool(self._text) and self._text != self._closed)

    def _close(self) -> None:
        self._closed = self._text
        self.hide()


LEAST = 3
"""Fewer conversations are read without a word."""
_AFTER_MS, _STAY_MS = 1000, 8000


class ReadingLine(QWidget):
    """Hidden until so many conversations were read for `after_ms`; the result stays `stay_ms`."""

    pause_wanted = Signal()
    resume_wanted = Signal()
    room_changed = Signal()

    def __init__(
        self,
        icons: Icons,
        *,
        after_ms: int = _AFTER_MS,
        stay_ms: int = _STAY_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self._status = ServiceStatus("ready")
        self.dot = StatusDot(theme, "accent", parent=self)
        self.words = ElidedLabel(theme, "", "body500", parent=self)
        self.left = Label(theme, "", "small", "text3", parent=self)
        self.pause = Button(icons, tr("Pause"), variant="quiet", size="small", icon="pause", parent=self)
        self.resume = Button(icons, tr("Resume"), variant="quiet", size="small", icon="play", parent=self)
        self.bar = ProgressBar(theme, tr("Reading"), self)
        self.pause.clicked.connect(self.pause_wanted)
        self.resume.clicked.connect(self.resume_wanted)
        row = hbox(self.dot, (self.words, 1), self.left, self.pause, self.resume, gap=px(10))
        vbox(row, self.bar, on=self, margins=(px(16), px(10), px(16), 0), gap=px(6))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._soon = QTimer(self, singleShot=True, interval=after_ms)
        self._soon.timeout.connect(self._appear)
        self._end = QTimer(self, singleShot=True, interval=stay_ms)
        self._end.timeout.connect(self._disappear)
        self.hide()

    def show_status(self, status: ServiceStatus) -> None:
        """Follow what is read."""
        self._status = status
        paused = status.state == "paused" and status.done < status.total
        if status.state == "processing" or (paused and self._under_way):
            if self._under_way:
                self._show_progress()
            elif status.total >= LEAST and not self._soon.isActive():
                self._soon.start()
        else:
            self._soon.stop()
            if self._under_way:
                self._show_result()
            elif not self.isHidden():  # another process ends what it has in work
                self.words.setText(read_words(status))

    @property
    def _under_way(self) -> bool:
        """Whether the line is there, and not for the result of the last run."""
        return not self.isHidden() and not self._end.isActive()

    def _appear(self) -> None:
        self._end.stop()
        self._show_progress()
        self.show()
        self.room_changed.emit()

    def _show_progress(self) -> None:
        status, paused = self._status, self._status.state == "paused"
        self.words.setText(paused_words(status) if paused else so_far_words(status))
        self.dot.token = "control" if paused else "accent"
        self.dot.update()
        self.left.setText("" if paused else time_left_words(status))
        held = self.pause.hasFocus() or self.resume.hasFocus()
        self.pause.setVisible(not paused)
        self.resume.setVisible(paused)
        if held:
            (self.resume if paused else self.pause).setFocus()
        self.bar.setVisible(True)
        self.bar.set_value(status.done, status.total)

    def _show_result(self) -> None:
        if not self._status.done:
            self._disappear()
            return
        self.words.setText(read_words(self._status))
        self.dot.token = "ok"
        self.dot.update()
        self.left.setText("")
        for widget in (self.pause, self.resume, self.bar):
            widget.hide()
        self._end.start()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.words.text()))
        self.room_changed.emit()

    def _disappear(self) -> None:
        self._end.stop()
        self.hide()
        self.room_changed.emit()
