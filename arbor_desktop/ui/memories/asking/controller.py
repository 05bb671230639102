"""Asking the memory: ties the search field, the offer to ask, and the panel of the answer together."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QWidget

from arbor_desktop.chat.model import AskResult, Outcome
from arbor_desktop.clock import Clock
from arbor_desktop.errors import ArborError
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.components.keyboard import focusable_before, follow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.asking.panel import AskPanel, OfferLine
from arbor_desktop.ui.memories.asking.words import copied, reads_as_question
from arbor_desktop.ui.memories.model import MemoryQuery
from arbor_desktop.ui.model_status.actions import ModelActions, ModelCall, server_of
from arbor_desktop.ui.translation import tr, translated

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.memories.list_pane import ListPane
    from arbor_desktop.ui.memories.search import QueryState, TopBar

KEYS = "Ctrl+Return"
_LEAST = 0.45
"""The panel may always take so much of the height of the list and all around it."""
_ROWS, _TALK = 110, 41
"""Pixels of the design that are left for the list, and for the heading of the conversations."""
_REMEMBERED = 20


class Asking(QObject):
    """`memory_wanted(id)`, `conflict_wanted(id)` lead on; `settings_wanted(part)`: Settings → Reading."""

    memory_wanted = Signal(str)
    conflict_wanted = Signal(str)
    settings_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        state: QueryState,
        top: TopBar,
        list_pane: ListPane,
        *,
        clock: Clock,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._theme, self._bridge = icons.theme, bridge
        self._state, self._top, self._pane = state, top, list_pane
        self._chosen = False
        self._question = ""
        self._project: str | None = None
        self._before: list[str] = []
        self._began = 0.0
        native = QKeySequence(KEYS).toString(QKeySequence.SequenceFormat.NativeText)
        self.offer = OfferLine(icons, native.replace("+", " ").replace("Return", "Enter"), list_pane)
        self.panel = AskPanel(icons, clock, list_pane)
        list_pane.put_above(self.offer, self.panel, last=True)
        self._call: ModelCall | None = None
        self.deeds = ModelActions(bridge, self)
        self._ticks = QTimer(self, interval=1000)
        self._ticks.timeout.connect(self._tick)
        self._connect(bridge)

    def _connect(self, bridge: Bridge) -> None:
        panel, search = self.panel, self._top.search
        self._state.changed.connect(self._searched)
        self.offer.taken.connect(self.ask)
        for keys in (KEYS, "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), search)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self.ask)
        search.returnPressed.connect(self._returned)
        search.installEventFilter(self)
        self._pane.installEventFilter(self)
        panel.memory_wanted.connect(self.memory_wanted)
        panel.conflict_wanted.connect(self.conflict_wanted)
        panel.wish.connect(self.deeds.do)
        panel.stop_wanted.connect(self.stop)
        panel.again_wanted.connect(self._again)
        panel.copy_wanted.connect(self._copy)
        panel.close_wanted.connect(self.close)
        panel.resized.connect(self._room_changed)
        self._pane.stack.currentChanged.connect(lambda _index: self._make_room())
        self.deeds.settings_wanted.connect(self.settings_wanted)
        bridge.changed.connect(self._store_changed)
        self.look()

    # What a person does

    def ask(self) -> None:
        """Asks what stands in the search field; without anything there, the cursor goes into it."""
        question = self._top.search.text().strip()
        missing, bar = tr("Type a question first"), self._pane.snackbar
        if not question:
            bar.say(Message(missing, "info"))
            self._top.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        if bar.message == missing:
            bar.close_message()
        query = self._state.query
        self._ask(question, query.scope_id if query.scope == "project" else None)

    @property
    def running(self) -> bool:
        """Whether an answer is coming."""
        return self._call is not None

    def stop(self) -> None:
        """End the question; what was answered so far still comes."""
        if self._call is not None:
            self._call.stop()

    def _forget(self) -> None:
        if self._call is not None:
            self._call.forget()
            self._call = None

    def close(self) -> None:
        """Takes the panel away; what is under way is stopped."""
        held = self.panel.isAncestorOf(self.panel.window().focusWidget() or self._pane)
        self._forget()
        self._ticks.stop()
        self.panel.hide()
        self._pane.state.set_wordless(False)
        self._pane.share_room()
        self._offer()
        if held:
            self._top.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def groups(self) -> tuple[QWidget, ...]:
        """Where F6 goes."""
        return (self.offer.link, self.panel.first_focus())

    def _again(self) -> None:
        self._ask(self._question, self._project)

    def _ask(self, question: str, project: str | None) -> None:
        self._question, self._project = question, project
        self._before = [*(one for one in self._before if one != question), question][-_REMEMBERED:]
        self.panel.show_question(question, project_name(project) if project else "")
        self._pane.state.set_wordless(False)
        self._offer()
        self._began = time.monotonic()
        self._ticks.start()
        service: MemoryService = self._bridge.service
        self._forget()
        call = self._call = ModelCall(
            lambda hear, step, cancel: service.models.questions.ask(
                question, project=project, on_text=hear, cancel=cancel, steps=step
            ),
            self,
        )
        call.stepped.connect(self.panel.show_step)
        call.came.connect(self.panel.add)
        call.ended.connect(self._answered)
        call.failed.connect(self._failed)
        call.start()

    def _returned(self) -> None:
        """Return asks what reads as a question, where a model was chosen to answer; else it only searches."""
        if self._chosen and reads_as_question(self._top.search.text()):
            self.ask()

    def _copy(self) -> None:
        if self.panel.asked is not None:
            QGuiApplication.clipboard().setText(copied(self.panel.asked))
            self._pane.snackbar.say(Message(tr("Answer copied"), "copy"))

    # What comes

    def _answered(self, asked: AskResult) -> None:
        self._call = None
        self._ticks.stop()
        self.panel.show_asked(asked, server_of(self._bridge.service))
        self._pane.state.set_wordless(asked.outcome is Outcome.NOTHING)  # which the answer says

    def _failed(self, error: BaseException) -> None:
        self._call = None
        self._ticks.stop()
        if self._bridge.closing.is_set():
            return  # the window ends, and the service may be closed already
        if isinstance(error, ArborError):
            self.panel.show_error(translated(error.message))
            return
        self.panel.show_error(tr("Something went wrong in Arbor. Try again."))
        self._bridge.failed.emit(failure(error, "memories"))

    def _tick(self) -> None:
        self.panel.show_elapsed(time.monotonic() - self._began)

    def _room_changed(self) -> None:
        """The list keeps what is selected in view."""
        self._pane.share_room()
        view = self._pane.view
        at = view.currentIndex()
        if at.isValid() and not view.viewport().rect().intersects(view.visualRect(at)):
            view.scrollTo(at, QAbstractItemView.ScrollHint.PositionAtTop)

    def _make_room(self) -> None:
        """How high the panel may be."""
        pane, px = self._pane, self._theme.px
        rows = px(_ROWS) if pane.lists else pane.state.minimumSizeHint().height()
        left = pane.height() - rows - (px(_TALK) if not pane.conversations.isHidden() else 0)
        self.panel.set_room(max(left, round(pane.height() * _LEAST)))

    # Whether to offer it

    def look(self) -> None:
        """Whether a model is chosen, which Return asks then."""
        get = self._bridge.service.settings.get

        def came(backend: object) -> None:
            self._chosen = backend != "offline"

        self._bridge.run(get, "extraction.backend", done=came, key="asking.chosen", owner=self)

    def _store_changed(self, changes: Changes) -> None:
        if changes.settings:
            self.look()

    def _searched(self, query: MemoryQuery) -> None:
        """An answer stays while its words do, and while nothing is searched for; not above another search."""
        old = query.words != self._question and not self.running
        if query.words and old and not self.panel.isHidden():
            self.close()
        else:
            self._offer()

    def _offer(self) -> None:
        words = self._state.query.words
        asked = self.panel.isVisibleTo(self._pane) and words == self._question
        self.offer.setVisible(reads_as_question(words) and not asked)
        # Here, and not sooner: the page has put its parts together by now.
        before = focusable_before(self._pane.view, self._pane)
        follow(before, (self.offer.link, *self.panel.buttons))

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._pane and event.type() == QEvent.Type.Resize:
            self._make_room()
        elif watched is self._top.search and event.type() == QEvent.Type.KeyPress:
            return isinstance(event, QKeyEvent) and self._key(event)
        return False

    def _key(self, event: QKeyEvent) -> bool:
        """Esc stops what is under way; the up key in the empty field brings the last question back."""
        field = self._top.search
        if event.key() == Qt.Key.Key_Escape and self.running:
            self.stop()
            return True
        if event.key() == Qt.Key.Key_Escape and not field.text() and not self.panel.isHidden():
            self.close()
            return True
        if event.key() == Qt.Key.Key_Up and self._before and field.text() in ("", *self._before):
            at = self._before.index(field.text()) if field.text() else len(self._before)
            field.set_search(self._before[max(0, at - 1)])
            return True
        return False
