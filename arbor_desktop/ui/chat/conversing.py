"""Sends what is typed, and follows the answers that are coming: in the chat that is shown, and in others."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from arbor_desktop.chat.model import ChatAnswer, StoredPrompt
from arbor_desktop.ui.chat.composer import Composer
from arbor_desktop.ui.chat.desk import Desk
from arbor_desktop.ui.chat.drafts import Drafts
from arbor_desktop.ui.chat.talking import Talking
from arbor_desktop.ui.chat.transcript import Transcript
from arbor_desktop.ui.chat.turn import Reply
from arbor_desktop.ui.chat.words import tr
from arbor_desktop.ui.controller import error_words

_SPOKEN = 2_000
"""So many characters of an answer are read aloud by themselves."""


class Conversing(QObject):
    """`chat_id` is the chat that is shown; None: a new one, which has an id once something was said in it."""

    began = Signal(str)
    """An answer is coming in the chat that is shown: its id."""
    changed = Signal()
    """Something was said: the chats are to be looked at anew."""
    told = Signal(str)
    """What is to be read aloud."""

    def __init__(
        self, desk: Desk, transcript: Transcript, composer: Composer, drafts: Drafts, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk, self._transcript, self._composer, self._drafts = desk, transcript, composer, drafts
        self.chat_id: str | None = None
        self.sending = False
        """What was typed is being stored."""

    @property
    def talking(self) -> Talking | None:
        """The answer that is coming in the chat that is shown."""
        return self._desk.talks.get(self.chat_id) if self.chat_id is not None else None

    def send(self, text: str, project: str | None) -> None:
        """Stores what was typed, and asks the model. `project` is of a new chat."""
        if self.sending or self.talking is not None or not text.strip():
            return
        self.sending = True
        self._composer.set_text("")
        place = project if self.chat_id is None else None
        asked = partial(self._asked, self.chat_id)
        self._desk.say(self.chat_id, text, place, asked, partial(self._not_said, self.chat_id, text))

    def retry(self) -> None:
        """Asks the last prompt again, whatever stood in the way."""
        reply = self._transcript.reply
        if self.chat_id is not None and self.talking is None and reply is not None:
            self._begin(self.chat_id, reply.asked, anew=True)

    def stop(self) -> None:
        """Ends the answer that is coming; what came is kept."""
        if (talk := self.talking) is not None:
            talk.stop()

    def show_talking(self) -> None:
        """Stop stands in the place of Send while an answer is coming."""
        self._composer.set_talking(self.talking is not None)

    def show_coming(self) -> None:
        """Shows what came so far of the answer that is coming."""
        if (talk := self.talking) is not None:
            reply = self._transcript.reply_to(talk.number) or self._transcript.add_reply(talk.number)
            reply.begin(talk.text)

    # How

    def _asked(self, chat_id: str | None, asked: StoredPrompt) -> None:
        self.sending = False
        shown = chat_id == self.chat_id
        if not shown and not asked.off:  # the person went on to another chat meanwhile
            self._begin(asked.chat_id, asked.number)
        if shown:
            self.chat_id = asked.chat_id
            if chat_id is None:
                self._drafts.put(None, "")
                self._transcript.begin(asked.chat_id, asked.number)
            if asked.off:
                self.began.emit(asked.chat_id)
            else:
                self._transcript.add_prompt(asked.number, asked.text)
                self._begin(asked.chat_id, asked.number)
        if not shown or asked.off:
            self.changed.emit()

    def _not_said(self, chat_id: str | None, text: str, error: BaseException) -> None:
        self.sending = False
        if chat_id != self.chat_id:
            self._drafts.put(chat_id, text)
            return
        since = self._composer.text
        self._composer.set_text(f"{text}\n{since}" if since.strip() else text)
        self._composer.set_trouble(error_words(error))
        self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.told.emit(error_words(error))

    def _begin(self, chat_id: str, number: int, *, anew: bool = False) -> None:
        talk = self._desk.answer(chat_id, number, anew=anew)
        talk.came.connect(partial(self._came, talk))
        talk.ended.connect(partial(self._ended, talk))
        talk.failed.connect(partial(self._broke, talk))
        if chat_id == self.chat_id:
            self._composer.set_trouble("")
            self.show_coming()
            self.show_talking()
            self.began.emit(chat_id)
            self._transcript.go_to_end()
            self.told.emit(tr("Asked"))

    def _reply_of(self, talk: Talking) -> Reply | None:
        return self._transcript.reply_to(talk.number) if talk.chat_id == self.chat_id else None

    def _came(self, talk: Talking, text: str) -> None:
        if (reply := self._reply_of(talk)) is not None:
            reply.add(text)

    def _ended(self, talk: Talking, said: ChatAnswer) -> None:
        self.show_talking()
        if (reply := self._reply_of(talk)) is not None:
            reply.end()
            self.told.emit(said.answer[:_SPOKEN] if said.answer else tr("Stopped"))
        self.changed.emit()

    def _broke(self, talk: Talking, error: BaseException) -> None:
        self.show_talking()
        if (reply := self._reply_of(talk)) is not None:
            reply.show_trouble(error_words(error))
            self.told.emit(error_words(error))
        self.changed.emit()
