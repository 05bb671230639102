"""The question that is asked, the bar with the search field, and another spelling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from arbor_desktop.memories.model import Facets
from arbor_desktop.projects.names import project_name
from arbor_desktop.text.spelling import Suggestion
from arbor_desktop.ui.components import BackForward, Button, IconButton, Label, SearchField, Segment
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.model import MemoryQuery
from arbor_desktop.ui.memory.words import short
from arbor_desktop.ui.translation import number, tr


class QueryState(QObject):
    """`changed(query)` is sent when the question is another one than before."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._query = MemoryQuery()

    @property
    def query(self) -> MemoryQuery:
        return self._query

    def set(self, **fields: Any) -> None:
        """Changes some parts."""
        self.put(replace(self._query, **fields))

    def put(self, query: MemoryQuery) -> None:
        if query != self._query:
            self._query = query
            self.changed.emit(query)

    def toggle(self, field: str, value: str) -> None:
        """Adds a value to one of the tuples, or takes it out."""
        chosen: tuple[str, ...] = getattr(self._query, field)
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
        self.summaries = Button(icons, tr("Summaries"), variant="quiet", icon="memories", parent=self)
        self.summaries.setToolTip(tr("A page for each category, made from your memories"))
        self.summaries.clicked.connect(self.summaries_wanted)
        self.new_button = Button(icons, tr("New memory"), icon="plus", parent=self, clicked=self.add_wanted)
        self.new_button.setToolTip(tr("New memory") + "  Ctrl+N")
        row = hbox(
            arrows, (self.search, 1), self.ask, self.scope, on=self, margins=(px(8), 0, px(16), 1), gap=px(12)
        )
        row.addStretch()
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
