"""The Chat page: a conversation with a model, its memory injected and shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from arbor_desktop.chat.model import Chat
from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.chat import words
from arbor_desktop.ui.chat.bars import Composer, Header, Start
from arbor_desktop.ui.chat.controller import ChatController, Overview
from arbor_desktop.ui.chat.dialogs import LoadedPopup
from arbor_desktop.ui.chat.list import ListPane
from arbor_desktop.ui.chat.transcript import Transcript
from arbor_desktop.ui.chat.words import SENSELESS, added_words, loaded_words, title_words, told_note
from arbor_desktop.ui.components import AskDialog, Button, EmptyState, Message, Snackbar, Splitter
from arbor_desktop.ui.components.boxes import hbox, stacked, vbox
from arbor_desktop.ui.components.keyboard import key_on_page
from arbor_desktop.ui.components.menus import Menu, opened
from arbor_desktop.ui.controller import RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.model_status.actions import ModelActions
from arbor_desktop.ui.model_status.widgets import ModelTrouble
from arbor_desktop.ui.model_status.words import Wish, model_label
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

_NARROW = 860
"""Below this width list and chat take turns."""


class ChatPage(QWidget):
    """The widgets of the page, the keys and the focus; `controller` does what they ask for.

    Signals: `memory_wanted(id)`, `conversation_wanted(id)`, `model_settings_wanted(part)`.
    """

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
        self.controller = ChatController(bridge, self, state)
        self.deeds = ModelActions(bridge, self)
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
        self.soon = RefreshTimer(self, self.refresh, refresh_ms)
        self._lay_out()
        self._connect(bridge)
        self.composer.set_text(self.controller.drafts.get(self.controller.chat_id))

    def _lay_out(self) -> None:
        px = self._theme.px
        self.blank = QWidget()
        self.body = stacked(self.blank, self.start, self.transcript, self.trouble, self.failure, parent=self)
        self.pane = QWidget()
        vbox(self.header, (self.body, 1), self.snackbar, self.composer, on=self.pane)
        self.pane.setMinimumWidth(px(360))
        self.list.setMinimumWidth(px(200))
        self.splitter = Splitter(
            self._theme, self.list, self.pane, grows=1, name="chatSplitter", sizes=(px(260), px(896))
        )
        hbox(self.splitter, on=self)

    def _connect(self, bridge: Bridge) -> None:
        do = self.controller
        bridge.changed.connect(self._store_changed)
        self.list.chosen.connect(self.open_chat)
        self.list.opened.connect(self._enter_chat)
        self.list.new_wanted.connect(self.new_chat)
        self.list.menu_wanted.connect(self._menu)
        self.header.new_wanted.connect(self.new_chat)
        self.header.list_wanted.connect(lambda: self._show_list(True))
        self.header.project_chosen.connect(do.choose_project)
        self.header.loaded_wanted.connect(self.show_loaded)
        self.header.menu_wanted.connect(lambda at: self._menu(do.chat_id, at))
        self.start.example_wanted.connect(self._example)
        self.composer.send_wanted.connect(do.send)
        self.composer.stop_wanted.connect(do.stop)
        self.composer.edited.connect(lambda text: do.drafts.put(do.chat_id, text))
        self.composer.help_wanted.connect(self._help)
        self.transcript.memory_wanted.connect(self.memory_wanted)
        self.transcript.undo_wanted.connect(do.take_back)
        self.transcript.added_wanted.connect(self._show_added)
        self.transcript.retry_wanted.connect(do.retry)
        self.transcript.earlier_wanted.connect(do.show_earlier)
        self.transcript.copied.connect(lambda: self._say(tr("Copied"), "copy"))
        bar = self.transcript.verticalScrollBar()
        bar.rangeChanged.connect(
            lambda _least, most: self.composer.leave_room(bar.sizeHint().width() if most else 0)
        )
        self.trouble.wanted.connect(self.deeds.do)
        self.deeds.settings_wanted.connect(self.model_settings_wanted)
        self.popup.memory_wanted.connect(self.memory_wanted)
        do.refused.connect(self._refused)
        for sequence, does in (
            (words.NEW_KEY, self.new_chat),
            (words.PROJECT_KEY, self._choose_project),
            (words.MEMORIES_KEY, self.show_loaded),
            (words.COPY_KEY, self._copy_last),
            (words.RENAME_KEY, lambda: self._rename(do.chat_id)),
            ("Esc", do.stop),
        ):
            key_on_page(self, sequence, does)

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
        self.controller.close()

    def undo(self) -> None:
        self.controller.undo()

    def refresh(self) -> None:
        """Looks at everything again."""
        self.soon.caught_up()
        self.controller.refresh()

    def hideEvent(self, event: object) -> None:
        self.controller.drafts.save(self.controller.chat_id)
        super().hideEvent(event)  # type: ignore[arg-type]

    # Chats

    def new_chat(self) -> None:
        """An empty one; nothing is stored before something is said."""
        self.controller.switch(None)
        self._show_list(False)
        self.focus_main()

    def open_chat(self, chat_id: str) -> None:
        """Shows a chat."""
        if chat_id != self.controller.chat_id:
            self.controller.switch(chat_id)

    # What the controller shows

    def show_overview(self, overview: Overview) -> None:
        do = self.controller
        self.list.show_chats(overview.chats, frozenset(do.answers), do.chat_id)
        self.header.set_projects(overview.projects, overview.excluded)
        self.show_head()
        if do.chat_id is None or do.chat is not None:
            self._show_body()
        self.show_loaded_count()

    def show_new_chat(self) -> None:
        self.transcript.clear()
        self.show_head()
        self._show_body()

    def show_chat(self, chat: Chat, *, keep_place: bool) -> None:
        self.transcript.show_chat(chat, keep_place=keep_place)
        self.controller.show_coming()
        self.show_head()
        self._show_body()

    def show_answering(self, chat_id: str) -> None:
        """An answer is coming in the chat that is shown, which may be new."""
        self.controller.drafts.save(chat_id)
        self.body.setCurrentWidget(self.transcript)

    def show_loaded_count(self) -> None:
        do = self.controller
        self.header.show_loaded(None if do.excluded else len(do.loaded))

    def show_head(self) -> None:
        do = self.controller
        info = do.chat.info if do.chat is not None else None
        model = do.overview.standing.model if do.overview is not None else ""
        self.header.show_chat(title_words(info), model_label(model), do.project)
        self.header.more.setEnabled(do.chat_id is not None)
        self.start.show_for(do.project)

    def _show_body(self) -> None:
        do = self.controller
        empty = do.chat_id is None or (do.chat is not None and not do.chat.lines)
        if not empty or do.answer is not None:
            self.body.setCurrentWidget(self.transcript)
        elif do.overview is None:
            self.body.setCurrentWidget(self.blank)  # whether one can chat is not known yet
        elif do.overview.blocked:
            readiness = do.overview.standing.readiness
            self.trouble.show_trouble(readiness, server=do.overview.server, without=SENSELESS)
            self.body.setCurrentWidget(self.trouble)
        else:
            self.body.setCurrentWidget(self.start)
        self.show_standing()

    def show_standing(self) -> None:
        """Beside what was said, why nothing more can be; where nothing was, the whole pane says so."""
        overview = self.controller.overview
        if overview is None:
            return
        if self.controller.excluded:
            note = tr("This project is ignored: nothing is saved or sent.")
            self.composer.set_trouble(note, blocked=True)
        elif not overview.blocked:
            self.composer.set_trouble("")
        elif self.body.currentWidget() is self.trouble:
            self.composer.set_trouble("", blocked=True)
        else:
            note, help_words, _ = self._what_helps(overview)
            self.composer.set_trouble(note, help_words=help_words, blocked=True)

    def show_failure(self, error: BaseException) -> None:
        self.failure.show_failed(
            tr("Couldn't load the chats"),
            error,
            self.refresh,
        )
        self.body.setCurrentWidget(self.failure)

    def announce(self, text: str) -> None:
        """Have it read aloud."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # Memories

    def show_loaded(self) -> None:
        """Which memories the model is given."""
        if self.header.loaded.isEnabled():
            loaded = self.controller.loaded
            note = told_note(self.controller.project)
            self.popup.show_memories(loaded_words(len(loaded)), note, loaded)
            self.popup.open_below(self.header.loaded)

    def _show_added(self, ids: tuple[str, ...], button: Button) -> None:
        def show(memories: list[Memory]) -> None:
            note = tr("Shared with the model for the first time in this chat.")
            self.popup.show_memories(added_words(len(memories)), note, memories)
            self.popup.open_below(button)

        self.controller.show_added(ids, show)

    def _what_helps(self, overview: Overview) -> tuple[str, str, Wish | None]:
        return words.what_helps(overview.standing, self._clock(), overview.server)

    def _help(self) -> None:
        if self.controller.overview is not None:
            wish = self._what_helps(self.controller.overview)[2]
            if wish is not None:
                self.deeds.do(wish)

    # Commands

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
        info = self.list.model.info(chat_id)
        if info is None:
            return
        menu = Menu(self)
        ignored, ident = info.left_out, info.id
        ignore = tr("Stop ignoring") if ignored else tr("Ignore this chat")
        for text, does in (
            (tr("Rename…"), lambda: self._rename(ident)),
            (tr("Open in Conversations"), lambda: self.conversation_wanted.emit(ident)),
            (ignore, lambda: self.controller.ignore(ident, not ignored)),
        ):
            menu.addAction(text).triggered.connect(lambda _on=False, does=does: does())
        menu.popup(at)

    def _rename(self, chat_id: str | None) -> None:
        info = self.list.model.info(chat_id)
        if info is not None:
            ident = info.id
            dialog = AskDialog(
                self._icons, tr("Rename chat"), (), tr("Rename"), answer=(tr("Title"), info.title),
                parent=self,
            )  # fmt: skip
            dialog.confirmed.connect(lambda: self.controller.rename(ident, dialog.field.text()))
            dialog.confirmed.connect(dialog.finish)
            opened(dialog)

    def _say(self, text: str, icon: str) -> None:
        self.snackbar.say(Message(text, icon))

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
