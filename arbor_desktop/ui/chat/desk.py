"""The page's one way to the service: chats, what is loaded, and answers that are coming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from arbor_desktop.chat.queries import ChatInfo
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.chat.talking import Talking
from arbor_desktop.ui.model_status.actions import server_of

if TYPE_CHECKING:
    from arbor_desktop.chat.chats import Chats
    from arbor_desktop.chat.model import Chat, ChatReadiness, StoredPrompt
    from arbor_desktop.service import MemoryService

Failed = Callable[[BaseException], None]


@dataclass(frozen=True, slots=True)
class Overview:
    """What the page begins with: the chats, the projects to choose from, and whether a model can be asked;
    `server`: its address where it is not Anthropic's own."""

    chats: tuple[ChatInfo, ...]
    projects: tuple[str, ...]
    excluded: frozenset[str]
    standing: ChatReadiness
    server: str = ""


class Desk(QObject):
    """Every method answers at once and tells later. `refused(error)` where something was not done."""

    refused = Signal(object)
    began = Signal(object)
    """A `Talking`, before it starts."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.talks: dict[str, Talking] = {}
        """Answers that are coming, by their chat."""

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Asking

    def overview(self, done: Callable[[Overview], None], failed: Failed) -> None:
        self._bridge.run(_overview, self._service, key="chat.overview", owner=self, done=done, failed=failed)

    def open(self, chat_id: str, last: int, done: Callable[[Chat], None], failed: Failed) -> None:
        self._bridge.run(
            _open, self._service, chat_id, last, key="chat.open", owner=self, done=done, failed=failed
        )

    def loaded(self, chat_id: str | None, project: str | None, done: Callable[[list[Memory]], None]) -> None:
        self._bridge.run(
            _loaded, self._service, chat_id, project, key="chat.loaded", owner=self, done=done,
            failed=self.refused.emit,
        )  # fmt: skip

    def memories(self, ids: tuple[str, ...], done: Callable[[list[Memory]], None]) -> None:
        self._bridge.run(
            self._service.get_many, list(ids), key="chat.memories", owner=self, done=done,
            failed=self.refused.emit,
        )  # fmt: skip

    # Saying

    def say(
        self,
        chat_id: str | None,
        text: str,
        project: str | None,
        done: Callable[[StoredPrompt], None],
        failed: Failed,
    ) -> None:
        """Stores what the person said; `answer` asks the model then."""
        self._bridge.run(
            partial(_say, self._service, chat_id, text, project), owner=self, done=done, failed=failed
        )

    def answer(self, chat_id: str, number: int, *, anew: bool = False) -> Talking:
        """Asks the model, on a thread of its own. `anew`: what stood in the way is tried again."""
        service = self._service
        talk = Talking(partial(_chats, service, anew), chat_id, number, self)
        self.talks[chat_id] = talk
        talk.ended.connect(partial(self._forget, talk))
        talk.failed.connect(partial(self._forget, talk))
        self.began.emit(talk)
        talk.start()
        return talk

    def _forget(self, talk: Talking, _result: object) -> None:
        if self.talks.get(talk.chat_id) is talk:
            del self.talks[talk.chat_id]
        talk.deleteLater()

    def close(self) -> None:
        """Stops all that is coming; what came is stored."""
        for talk in list(self.talks.values()):
            talk.join()

    # Changing

    def take_back(self, memory_id: str, done: Callable[[object], None]) -> None:
        self._bridge.run(
            partial(_take_back, self._service, memory_id), owner=self, done=done, failed=self.refused.emit
        )

    def rename(self, chat_id: str, title: str, done: Callable[[object], None]) -> None:
        self._bridge.run(
            partial(_rename, self._service, chat_id, title), owner=self, done=done, failed=self.refused.emit
        )

    def set_project(self, chat_id: str, project: str | None, done: Callable[[object], None]) -> None:
        self._bridge.run(
            partial(_set_project, self._service, chat_id, project), owner=self, done=done,
            failed=self.refused.emit,
        )  # fmt: skip

    def leave_out(self, chat_id: str, out: bool, done: Callable[[object], None]) -> None:
        change = self._service.leave_out if out else self._service.take_in
        self._bridge.run(change, chat_id, owner=self, done=done, failed=self.refused.emit)

    def undo(self, done: Callable[[object], None]) -> None:
        self._bridge.run(self._service.undo, owner=self, done=done, failed=self.refused.emit)


# On the bridge's threads: the parts that work with a model are made there, when first asked for.


def _overview(service: MemoryService) -> Overview:
    chats = service.models.chats
    known = [path for path in service.projects() if path]
    excluded = frozenset(path for path in known if chats.is_excluded(path))
    return Overview(
        tuple(chats.page()), tuple(sorted(known)), excluded, chats.readiness(), server_of(service)
    )


def _open(service: MemoryService, chat_id: str, last: int) -> Chat:
    return service.models.chats.open(chat_id, last)


def _loaded(service: MemoryService, chat_id: str | None, project: str | None) -> list[Memory]:
    return service.models.chats.loaded(chat_id, project=project)


def _say(service: MemoryService, chat_id: str | None, text: str, project: str | None) -> StoredPrompt:
    return service.models.chats.ask(chat_id, text, project=project)


def _chats(service: MemoryService, anew: bool) -> Chats:
    chats = service.models.chats
    if anew:
        chats.try_again()
    return chats


def _take_back(service: MemoryService, memory_id: str) -> None:
    service.models.chats.take_back(memory_id)


def _rename(service: MemoryService, chat_id: str, title: str) -> None:
    service.models.chats.rename(chat_id, title)


def _set_project(service: MemoryService, chat_id: str, project: str | None) -> None:
    service.models.chats.set_project(chat_id, project)
