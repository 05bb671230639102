"""The Chat page: a conversation with a model, its memory injected and shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.chat.model import Chat
from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.chat import keys
from arbor_desktop.ui.chat.commands import Commands
from arbor_desktop.ui.chat.composer import Composer
from arbor_desktop.ui.chat.conversing import Conversing
from arbor_desktop.ui.chat.desk import Desk, Overview
from arbor_desktop.ui.chat.drafts import Drafts
from arbor_desktop.ui.chat.header import Header
from arbor_desktop.ui.chat.list_pane import ListPane
from arbor_desktop.ui.chat.loaded_popup import LoadedPopup, told_note
from arbor_desktop.ui.chat.standing import SENSELESS, is_blocked, what_helps
from arbor_desktop.ui.chat.start import Start
from arbor_desktop.ui.chat.transcript import Transcript
from arbor_desktop.ui.chat.words import added_words, loaded_words, title_words, tr
from arbor_desktop.ui.components import Button, EmptyState, Snackbar, Splitter
from arbor_desktop.ui.controller import RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_status.actions import ModelActions
from arbor_desktop.ui.model_status.widgets import ModelTrouble
from arbor_desktop.ui.model_status.words import Wish, model_label
from arbor_desktop.ui.window_state import WindowState

_NARROW = 860
"""Below this width list and chat take turns."""
_FIRST_TURNS, _MORE_TURNS = 60, 100


class ChatPage(QWidget):
    """Nothing here waits: the service is asked through the bridge, and a model on a thread of its own."""

    memory_wanted = Signal(str)
    conversation_wanted = Signal(str)
    model_settings_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        snackbar_ms: int = 8000,
        refresh_ms: int = 150,
        parent: QWidget | None = None,
    ) -> None:
        """`state` remembers the chat that was open, and drafts."""
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.desk = Desk(bridge, self)
        self.drafts = Drafts(state)
        self.deeds = ModelActions(bridge, self)
        self.commands = Commands(icons, self.desk, self)
        self.chat: Chat | None = None
        self.chat_id: str | None = None
        self._project: str | None = None
        self._overview: Overview | None = None
        self._loaded: list[Memory] = []
        self._turns = _FIRST_TURNS
        self._narrow = False
        self._at_list = False
        self.list = ListPane(icons, clock, self)
        self.header = Header(icons, self)
        self.transcript = Transcript(icons, self)
        self.start = Start(icons, self)
        self.trouble = ModelTrouble(icons, clock, self)
        self.failure = EmptyState(icons, "error", "", parent=self)
        self.composer = Composer(icons, self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        self.popup = LoadedPopup(icons, self)
        self.talk = Conversing(self.desk, self.transcript, self.composer, self.drafts, self)
        self.soon = RefreshTimer(self, self.refresh, refresh_ms)
        self._lay_out()
        self._connect(bridge)
        self.chat_id = self.talk.chat_id = self.drafts.last
        self.composer.set_text(self.drafts.get(self.chat_id))

    def _lay_out(self) -> None:
        px = self._theme.px
        self.body = QStackedWidget(self)
        self.blank = QWidget()
        for widget in (self.blank, self.start, self.transcript, self.trouble, self.failure):
            self.body.addWidget(widget)
        self.pane = QWidget()
        inner = QVBoxLayout(self.pane)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.header)
        inner.addWidget(self.body, 1)
        inner.addWidget(self.snackbar)
        inner.addWidget(self.composer)
        self.pane.setMinimumWidth(px(360))
        self.list.setMinimumWidth(px(200))
        self.splitter = Splitter(self._theme, parent=self)
        self.splitter.setObjectName("chatSplitter")
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.pane)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([px(260), px(896)])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self.list.chosen.connect(self.open_chat)
        self.list.opened.connect(self._enter_chat)
        self.list.new_wanted.connect(self.new_chat)
        self.list.menu_wanted.connect(self._menu)
        self.header.new_wanted.connect(self.new_chat)
        self.header.list_wanted.connect(lambda: self._show_list(True))
        self.header.project_chosen.connect(self._project_chosen)
        self.header.loaded_wanted.connect(self.show_loaded)
        self.header.menu_wanted.connect(lambda at: self._menu(self.chat_id, at))
        self.commands.done.connect(self.refresh)
        self.talk.began.connect(self._began)
        self.talk.changed.connect(self.refresh)
        self.talk.told.connect(self._announce)
        self.commands.conversation_wanted.connect(self.conversation_wanted)
        self.start.example_wanted.connect(self._example)
        self.composer.send_wanted.connect(self._send)
        self.composer.stop_wanted.connect(self.talk.stop)
        self.composer.edited.connect(lambda text: self.drafts.put(self.chat_id, text))
        self.composer.help_wanted.connect(self._help)
        self.transcript.memory_wanted.connect(self.memory_wanted)
        self.transcript.undo_wanted.connect(self._undo_stored)
        self.transcript.added_wanted.connect(self._show_added)
        self.transcript.retry_wanted.connect(self.talk.retry)
        self.transcript.earlier_wanted.connect(self._show_earlier)
        self.transcript.copied.connect(lambda: self._say(tr("Copied"), "copy"))
        bar = self.transcript.verticalScrollBar()
        bar.rangeChanged.connect(
            lambda _least, most: self.composer.leave_room(bar.sizeHint().width() if most else 0)
        )
        self.trouble.wanted.connect(self.deeds.do)
        self.deeds.settings_wanted.connect(self.model_settings_wanted)
        self.popup.memory_wanted.connect(self.memory_wanted)
        self.desk.refused.connect(self._refused)
        self.snackbar.action_triggered.connect(self.undo)
        for sequence, does in (
            (keys.NEW, self.new_chat),
            (keys.PROJECT, self._choose_project),
            (keys.MEMORIES, self.show_loaded),
            (keys.COPY, self._copy_last),
            (keys.RENAME, lambda: self._rename(self.chat_id)),
            ("Esc", self.talk.stop),
        ):
            shortcut = QShortcut(QKeySequence(sequence), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(does)

    # What other parts of the window ask

    def focus_main(self) -> None:
        """To the message."""
        target = self.composer.field if self.composer.field.isEnabled() else self.list.view
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the list, the header, what was said, the message."""
        groups = (
            self.list.view, self.header, self.transcript, self.start, self.trouble, self.failure,
            self.composer.field,
        )  # fmt: skip
        return [widget for widget in groups if widget.isVisible() and widget.isEnabled()]

    def save_unsaved(self) -> None:
        """The app ends: answers that are coming are stopped and kept, drafts are remembered."""
        self.drafts.save(self.chat_id)
        self.desk.close()

    def undo(self) -> None:
        self.desk.undo(lambda _undone: self._say(tr("The last change was taken back"), "undo"))

    def refresh(self) -> None:
        """Looks at everything anew."""
        self.soon.caught_up()
        if self.talk.talking is None and not self.talk.sending:
            self._load()
        self.desk.overview(self._overview_came, self._failed)

    def hideEvent(self, event: object) -> None:
        self.drafts.save(self.chat_id)
        super().hideEvent(event)  # type: ignore[arg-type]

    # Chats

    def new_chat(self) -> None:
        """An empty one; nothing is stored before something is said."""
        self._switch(None)
        self._show_list(False)
        self.focus_main()

    def open_chat(self, chat_id: str) -> None:
        """Shows a chat."""
        if chat_id != self.chat_id:
            self._switch(chat_id)

    def _switch(self, chat_id: str | None) -> None:
        self.drafts.put(self.chat_id, self.composer.text)
        self.chat_id, self.chat, self._turns = chat_id, None, _FIRST_TURNS
        self.talk.chat_id = chat_id
        self._loaded = []
        self.composer.set_text(self.drafts.get(chat_id))
        self.drafts.save(chat_id)
        self.list.choose(chat_id)
        self.talk.show_talking()
        self._load()

    def _load(self) -> None:
        if self.chat_id is None:
            self.transcript.clear()
            self._show_head()
            self._show_body()
        else:
            self.desk.open(self.chat_id, self._turns, self._opened, self._not_opened)
        self._ask_loaded()

    def _opened(self, chat: Chat) -> None:
        if chat.info.id != self.chat_id:
            return
        known = self.chat is not None
        self.chat, self._project = chat, chat.info.project
        self.transcript.show_chat(chat, keep_place=known and not self.transcript.at_end)
        self.talk.show_coming()
        self._show_head()
        self._show_body()

    def _not_opened(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # it was deleted
            self.drafts.put(self.chat_id, "")
            self.chat_id = self.talk.chat_id = None
            self.new_chat()
            return
        self._failed(error)

    def _show_earlier(self) -> None:
        self._turns += _MORE_TURNS
        if self.chat_id is not None:
            self.desk.open(self.chat_id, self._turns, self._opened_more, self._not_opened)

    def _opened_more(self, chat: Chat) -> None:
        if chat.info.id == self.chat_id:
            self.chat = chat
            self.transcript.show_chat(chat, keep_place=True)
            self.talk.show_coming()

    def _overview_came(self, overview: Overview) -> None:
        self._overview = overview
        self.list.show_chats(overview.chats, frozenset(self.desk.talks), self.chat_id)
        self.header.set_projects(overview.projects, overview.excluded)
        self._show_head()
        if self.chat_id is None or self.chat is not None:
            self._show_body()
        self._show_loaded_count()

    def _send(self, text: str) -> None:
        self.talk.send(text, self._project)

    def _began(self, chat_id: str) -> None:
        """An answer is coming in the chat that is shown, which may be new."""
        self.chat_id = chat_id
        self.drafts.save(chat_id)
        self.body.setCurrentWidget(self.transcript)

    # Memories

    def _ask_loaded(self) -> None:
        self.desk.loaded(self.chat_id, self._project, self._loaded_came)

    def _loaded_came(self, memories: list[Memory]) -> None:
        self._loaded = memories
        self._show_loaded_count()

    def _show_loaded_count(self) -> None:
        excluded = self._overview is not None and self._project in self._overview.excluded
        self.header.show_loaded(None if excluded else len(self._loaded))

    def show_loaded(self) -> None:
        """Which memories the model is told."""
        if self.header.loaded.isEnabled():
            self.popup.show_memories(loaded_words(len(self._loaded)), told_note(self._project), self._loaded)
            self.popup.open_below(self.header.loaded)

    def _show_added(self, ids: tuple[str, ...], button: Button) -> None:
        def came(memories: list[Memory]) -> None:
            words = tr("Told to the model for this answer, and not before in this chat.")
            self.popup.show_memories(added_words(len(memories)), words, memories)
            self.popup.open_below(button)

        self.desk.memories(ids, came)

    def _undo_stored(self, memory_id: str) -> None:
        self.desk.take_back(memory_id, lambda _none: self._taken_back())

    def _taken_back(self) -> None:
        self.snackbar.show_message(tr("The memory was taken back"), action=tr("Undo"), icon="undo")
        self.focus_main()

    # What is shown

    def _show_head(self) -> None:
        info = self.chat.info if self.chat is not None else None
        model = self._overview.standing.model if self._overview is not None else ""
        self.header.show_chat(title_words(info), model_label(model), self._project)
        self.header.more.setEnabled(self.chat_id is not None)
        self.start.show_for(self._project)

    def _show_body(self) -> None:
        empty = self.chat_id is None or (self.chat is not None and not self.chat.lines)
        standing = self._overview.standing if self._overview is not None else None
        asked = self.talk.talking is not None
        if standing is None and empty and not asked:
            self.body.setCurrentWidget(self.blank)  # whether one can chat is not known yet
        elif standing is not None and empty and not asked and self._blocked():
            server = self._overview.server if self._overview is not None else ""
            self.trouble.show_trouble(standing.readiness, server=server, without=SENSELESS)
            self.body.setCurrentWidget(self.trouble)
        elif empty and not asked:
            self.body.setCurrentWidget(self.start)
        else:
            self.body.setCurrentWidget(self.transcript)
        self._show_standing()

    def _blocked(self) -> bool:
        return self._overview is not None and is_blocked(self._overview.standing)

    def _show_standing(self) -> None:
        """Beside what was said, why nothing more can be; where nothing was, the whole pane says so."""
        if self._overview is None:
            return
        if self._project is not None and self._project in self._overview.excluded:
            words = tr("This project is excluded: nothing of it is remembered or sent.")
            self.composer.set_trouble(words, blocked=True)
        elif not self._blocked():
            self.composer.set_trouble("")
        elif self.body.currentWidget() is self.trouble:
            self.composer.set_trouble("", blocked=True)
        else:
            words, help_words, _ = self._what_helps(self._overview)
            self.composer.set_trouble(words, help_words=help_words, blocked=True)

    def _what_helps(self, overview: Overview) -> tuple[str, str, Wish | None]:
        return what_helps(overview.standing, self._clock(), overview.server)

    def _help(self) -> None:
        if self._overview is not None:
            wish = self._what_helps(self._overview)[2]
            if wish is not None:
                self.deeds.do(wish)

    def _failed(self, error: BaseException) -> None:
        retry = Button(self._icons, tr("Try again"), icon="refresh")
        retry.clicked.connect(self.refresh)
        self.failure.show_state(
            "error",
            tr("The chats can't be read"),
            tr("They are still on this computer. Nothing was changed."),
            code=error_words(error),
            actions=(retry,),
        )
        self.body.setCurrentWidget(self.failure)

    # Commands

    def _project_chosen(self, path: str | None) -> None:
        if path == self._project:
            return
        self._project = path
        if self.chat_id is not None:
            self.desk.set_project(self.chat_id, path, lambda _none: self.refresh())
        self._show_head()
        self._ask_loaded()
        self._show_standing()

    def _refused(self, error: BaseException) -> None:
        """What is shown is again what is so."""
        self._say(error_words(error), "warning")
        self.refresh()

    def _choose_project(self) -> None:
        self.header.project.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.header.project.showPopup()

    def _example(self, text: str) -> None:
        self.composer.set_text(text)
        self.focus_main()

    def _copy_last(self) -> None:
        if self.transcript.reply is not None and self.transcript.reply.text.source:
            self.transcript.reply.copy_text()

    def _menu(self, chat_id: str | None, at: QPoint) -> None:
        if (info := self.list.model.info(chat_id)) is not None:
            self.commands.menu(info, at)

    def _rename(self, chat_id: str | None) -> None:
        if (info := self.list.model.info(chat_id)) is not None:
            self.commands.rename(info)

    def _say(self, words: str, icon: str) -> None:
        self.snackbar.show_message(words, icon=icon)

    def _announce(self, words: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    # The store

    def _store_changed(self, changes: Changes) -> None:
        chats = changes.conversations or changes.all_conversations
        if not (chats or changes.memories or changes.all_memories or changes.settings or changes.status):
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
            self.header.set_narrow(narrow)
            self._show_list(False)

    def _show_list(self, wanted: bool) -> None:
        """List and chat beside each other, or one of them."""
        self._at_list = wanted and self._narrow
        self.list.setVisible(not self._narrow or self._at_list)
        self.pane.setVisible(not self._at_list)
        if self._at_list:
            self.list.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enter_chat(self) -> None:
        self._show_list(False)
        self.focus_main()
