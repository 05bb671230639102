"""What the Chat page does: open and change chats, send what is typed, follow the answers that are coming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from arbor_desktop.chat.model import Chat, ChatAnswer, ChatReadiness, StoredPrompt
from arbor_desktop.chat.queries import ChatInfo
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.controller import Controller, error_words
from arbor_desktop.ui.memory.history_words import undone_words
from arbor_desktop.ui.model_status.actions import Hear, ModelCall, Step, server_of
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

if TYPE_CHECKING:
    from arbor_desktop.chat.chats import Chats
    from arbor_desktop.llm.calls import Cancel
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.chat.page import ChatPage

_FIRST_TURNS, _MORE_TURNS = 60, 100
_SPOKEN = 2_000
"""So many characters of an answer are read aloud."""
_DRAFTS_KEY, _LAST_KEY = "chat/drafts", "chat/last"
_MOST, _LONGEST = 20, 20_000


@dataclass(frozen=True, slots=True)
class Overview:
    """What the page begins with: the chats, the projects to choose from, and whether a model can be asked;
    `server`: its address where it is not Anthropic's own."""

    chats: tuple[ChatInfo, ...]
    projects: tuple[str, ...]
    excluded: frozenset[str]
    standing: ChatReadiness
    server: str = ""

    @property
    def blocked(self) -> bool:
        """Whether nothing can be asked until the person does something. What passes without that blocks
        nothing: a prompt is tried all the same."""
        ready = self.standing.readiness
        return not self.standing.chosen or not (ready.ready or ready.retry_at is not None)


class Answer(ModelCall):
    """An answer to the prompt `number` of a chat."""

    def __init__(
        self, service: MemoryService, chat_id: str, number: int, *, anew: bool, parent: ChatController
    ) -> None:
        """`anew`: what stood in the way is tried again."""

        def ask(hear: Hear, _step: Step, cancel: Cancel) -> ChatAnswer:
            chats = _chats(service)
            if anew:
                chats.try_again()
            return chats.answer(chat_id, number, on_text=hear, cancel=cancel)

        super().__init__(ask, parent)
        self.chat_id, self.number = chat_id, number


class Drafts:
    """What was typed and not sent, by chat; kept when the window closes. None is a new chat."""

    def __init__(self, state: WindowState | None) -> None:
        self._state = state
        self._texts: dict[str, str] = {}
        if state is not None:
            try:
                self._texts = msgspec.json.decode(state.value(_DRAFTS_KEY, "{}"), type=dict[str, str])
            except msgspec.DecodeError:  # written by something else
                self._texts = {}

    def get(self, chat_id: str | None) -> str:
        return self._texts.get(chat_id or "", "")

    def put(self, chat_id: str | None, text: str) -> None:
        """Keep a draft, or forget it where nothing is left of it."""
        self._texts.pop(chat_id or "", None)
        if text.strip():
            self._texts[chat_id or ""] = text[:_LONGEST]

    def save(self, last: str | None) -> None:
        """Remember the newest drafts and the chat that is open."""
        if self._state is not None:
            kept = dict(list(self._texts.items())[-_MOST:])
            self._state.set_value(_DRAFTS_KEY, msgspec.json.encode(kept).decode())
            self._state.set_value(_LAST_KEY, last or "")

    @property
    def last(self) -> str | None:
        """The chat that was open."""
        return (self._state.value(_LAST_KEY) or None) if self._state is not None else None


class ChatController(Controller):
    """`chat_id` is the chat that is shown; None: a new one, which has an id once something was said in it.
    While what was typed is being stored (`sending`) nothing else is sent."""

    def __init__(self, bridge: Bridge, page: ChatPage, state: WindowState | None) -> None:
        super().__init__(bridge, page)
        self._page = page
        self.drafts = Drafts(state)
        self.chat_id = self.drafts.last
        self.chat: Chat | None = None
        self.project: str | None = None
        self.overview: Overview | None = None
        self.loaded: list[Memory] = []
        self.sending = False
        self.answers: dict[str, Answer] = {}
        """Answers that are coming, by their chat."""
        self._turns = _FIRST_TURNS

    @property
    def answer(self) -> Answer | None:
        """The answer that is coming in the chat that is shown."""
        return self.answers.get(self.chat_id) if self.chat_id is not None else None

    @property
    def excluded(self) -> bool:
        """Whether nothing of the chosen project may be remembered or sent."""
        return self.overview is not None and self.project in self.overview.excluded

    # Chats

    def refresh(self) -> None:
        """Read everything again."""
        if self.answer is None and not self.sending:
            self.load()
        self.start(self._overview(), self._page.show_failure)

    async def _overview(self) -> None:
        self.overview = await self.ask("overview", _overview, self.service)
        self._page.show_overview(self.overview)

    def switch(self, chat_id: str | None) -> None:
        """Show another chat; what is typed into this one is kept."""
        page = self._page
        self.drafts.put(self.chat_id, page.composer.text)
        self.chat_id, self.chat, self._turns, self.loaded = chat_id, None, _FIRST_TURNS, []
        page.composer.set_text(self.drafts.get(chat_id))
        self.drafts.save(chat_id)
        page.list.choose(chat_id)
        page.composer.set_talking(self.answer is not None)
        self.load()

    def load(self) -> None:
        if self.chat_id is None:
            self.forget("open")
            self._page.show_new_chat()
        else:
            self.start(self._open(self.chat_id), self._not_opened)
        self.load_memories()

    async def _open(self, chat_id: str, *, more: bool = False) -> None:
        chat: Chat = await self.ask("open", _open, self.service, chat_id, self._turns)
        if chat_id != self.chat_id:
            return
        known = self.chat is not None
        self.chat = chat
        if not more:
            self.project = chat.info.project
        self._page.show_chat(chat, keep_place=more or (known and not self._page.transcript.at_end))

    def _not_opened(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # it was deleted
            self.drafts.put(self.chat_id, "")
            self.chat_id = None
            self._page.new_chat()
        else:
            self._page.show_failure(error)

    def show_earlier(self) -> None:
        self._turns += _MORE_TURNS
        if self.chat_id is not None:
            self.start(self._open(self.chat_id, more=True), self._not_opened)

    # Saying

    def send(self, text: str) -> None:
        """Store what was typed, and ask the model."""
        if self.sending or self.answer is not None or not text.strip():
            return
        self.sending = True
        self._page.composer.set_text("")
        self.start(self._send(self.chat_id, text), partial(self._not_said, self.chat_id, text))

    async def _send(self, chat_id: str | None, text: str) -> None:
        place = self.project if chat_id is None else None
        asked = await self.change(_say, self.service, chat_id, text, place)
        self.sending = False
        if chat_id != self.chat_id:  # the person went on to another chat meanwhile
            if not asked.off:
                self._ask_model(asked.chat_id, asked.number)
            self.refresh()
            return
        self.chat_id = asked.chat_id
        if chat_id is None:
            self.drafts.put(None, "")
            self._page.transcript.begin(asked.chat_id, asked.number)
        if asked.off:
            self._page.show_answering(asked.chat_id)
            self.refresh()
        else:
            self._page.transcript.add_prompt(asked.number, asked.text)
            self._ask_model(asked.chat_id, asked.number)

    def _not_said(self, chat_id: str | None, text: str, error: BaseException) -> None:
        self.sending = False
        if chat_id != self.chat_id:
            self.drafts.put(chat_id, text)
            return
        composer = self._page.composer
        since = composer.text
        composer.set_text(f"{text}\n{since}" if since.strip() else text)
        composer.set_trouble(error_words(error))
        self._page.focus_main()
        self._page.announce(error_words(error))

    def retry(self) -> None:
        """Ask the last prompt again, whatever stood in the way."""
        reply = self._page.transcript.reply
        if self.chat_id is not None and self.answer is None and reply is not None:
            self._ask_model(self.chat_id, reply.asked, anew=True)

    def stop(self) -> None:
        """End the answer that is coming; what came is kept."""
        if self.answer is not None:
            self.answer.stop()

    def close(self) -> None:
        """The app ends: stop all that is coming, and keep what came, and drafts."""
        self.drafts.save(self.chat_id)
        for answer in list(self.answers.values()):
            answer.join()

    def _ask_model(self, chat_id: str, number: int, *, anew: bool = False) -> None:
        answer = Answer(self.service, chat_id, number, anew=anew, parent=self)
        self.answers[chat_id] = answer
        answer.came.connect(partial(self._came, answer))
        answer.ended.connect(partial(self._ended, answer))
        answer.failed.connect(partial(self._broke, answer))
        answer.start()
        if chat_id == self.chat_id:
            self._page.composer.set_trouble("")
            self.show_coming()
            self._page.composer.set_talking(True)
            self._page.show_answering(chat_id)
            self._page.transcript.go_to_end()
            self._page.announce(tr("Message sent"))

    def show_coming(self) -> None:
        """Show what came so far of the answer that is coming."""
        if (answer := self.answer) is not None:
            transcript = self._page.transcript
            reply = transcript.reply_to(answer.number) or transcript.add_reply(answer.number)
            reply.begin(answer.text)

    def _came(self, answer: Answer, text: str) -> None:
        if answer.chat_id == self.chat_id:
            reply = self._page.transcript.reply_to(answer.number)
            if reply is not None:
                reply.add(text)

    def _ended(self, answer: Answer, said: ChatAnswer) -> None:
        self._over(answer, None, said.answer[:_SPOKEN] if said.answer else tr("Stopped"))

    def _broke(self, answer: Answer, error: BaseException) -> None:
        self._over(answer, error_words(error), error_words(error))

    def _over(self, answer: Answer, trouble: str | None, spoken: str) -> None:
        if self.answers.get(answer.chat_id) is answer:
            del self.answers[answer.chat_id]
        self._page.composer.set_talking(self.answer is not None)
        if answer.chat_id == self.chat_id:
            reply = self._page.transcript.reply_to(answer.number)
            if reply is not None:
                if trouble is None:
                    reply.end()
                else:
                    reply.show_trouble(trouble)
                self._page.announce(spoken)
        self.refresh()

    # Memories

    def load_memories(self) -> None:
        """Read which memories the model is given."""
        self.start(self._load_memories())

    async def _load_memories(self) -> None:
        self.loaded = await self.ask("loaded", _loaded, self.service, self.chat_id, self.project)
        self._page.show_loaded_count()

    def show_added(self, ids: tuple[str, ...], show: Callable[[list[Memory]], None]) -> None:
        """Read memories that were added for an answer, then `show` them."""
        self.start(self._show_added(ids, show))

    async def _show_added(self, ids: tuple[str, ...], show: Callable[[list[Memory]], None]) -> None:
        show(await self.ask("memories", self.service.get_many, list(ids)))

    def take_back(self, memory_id: str) -> None:
        """Undo that a memory was stored."""
        self.start(self._take_back(memory_id))

    async def _take_back(self, memory_id: str) -> None:
        await self.change(_take_back, self.service, memory_id)
        self._page.snackbar.say(Message(tr("Memory deleted"), "undo", self.undo))
        self._page.focus_main()

    def undo(self) -> None:
        self.start(self._undo())

    async def _undo(self) -> None:
        undone = await self.change(self.service.undo, here=True)
        self._page.snackbar.say(Message(undone_words(undone)[0], "undo"))

    # Changing a chat

    def choose_project(self, path: str | None) -> None:
        """Choose the project whose memories the model is given."""
        if path == self.project:
            return
        self.project = path
        if self.chat_id is not None:
            self.start(self._set_project(self.chat_id, path))
        self._page.show_head()
        self.load_memories()
        self._page.show_standing()

    async def _set_project(self, chat_id: str, path: str | None) -> None:
        await self.change(_set_project, self.service, chat_id, path)
        self.refresh()

    def rename(self, chat_id: str, title: str) -> None:
        self.start(self._rename(chat_id, title))

    async def _rename(self, chat_id: str, title: str) -> None:
        await self.change(_rename, self.service, chat_id, title)
        self.refresh()

    def ignore(self, chat_id: str, ignored: bool) -> None:
        """Remember nothing of a chat, or again."""
        self.start(self._ignore(chat_id, ignored))

    async def _ignore(self, chat_id: str, ignored: bool) -> None:
        await self.change(self.service.leave_out if ignored else self.service.take_in, chat_id)
        self.refresh()


# On the bridge's threads: the parts that work with a model are made there, when first asked for.


def _chats(service: MemoryService) -> Chats:
    return service.models.chats


def _overview(service: MemoryService) -> Overview:
    chats = _chats(service)
    known = [path for path in service.projects() if path]
    excluded = frozenset(path for path in known if chats.is_excluded(path))
    return Overview(
        tuple(chats.page()), tuple(sorted(known)), excluded, chats.readiness(), server_of(service)
    )


def _open(service: MemoryService, chat_id: str, last: int) -> Chat:
    return _chats(service).open(chat_id, last)


def _loaded(service: MemoryService, chat_id: str | None, project: str | None) -> list[Memory]:
    return _chats(service).loaded(chat_id, project=project)


def _say(service: MemoryService, chat_id: str | None, text: str, project: str | None) -> StoredPrompt:
    return _chats(service).ask(chat_id, text, project=project)


def _take_back(service: MemoryService, memory_id: str) -> None:
    _chats(service).take_back(memory_id)


def _rename(service: MemoryService, chat_id: str, title: str) -> None:
    _chats(service).rename(chat_id, title)


def _set_project(service: MemoryService, chat_id: str, project: str | None) -> None:
    _chats(service).set_project(chat_id, project)
