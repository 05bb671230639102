"""The page's one way to the service: what is read, what is done, what is said of it, how to take it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.context.model import ToldFigures
from arbor_desktop.conversations.model import Conversation, Turn
from arbor_desktop.errors import ArborError
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.conversations import model as reads
from arbor_desktop.ui.conversations.words import conversations, tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Failed = Callable[[BaseException], None]


class Desk(QObject):
    """Every method answers at once and tells later, by signal or by the callback it is given."""

    said = Signal(object)
    """A `Message`, after something was done."""
    refused = Signal(object)
    """The error of something that was not done."""
    memorized = Signal()
    """What was asked to be memorized is done."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._waiting: list[tuple[list[str], bool]] = []
        self._memorizing = False
        self.told: dict[str, ToldFigures] = {}
        """Of the rows that were read, what those were told that were told anything."""

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Reading: a later question of the same kind makes the earlier one void

    def fetch(self, ids: list[str], done: Callable[[Sequence[Conversation]], None], failed: Failed) -> None:
        """Rows of the list. Its model asks for one lot at a time."""

        def came(rows: reads.Rows) -> None:
            self.note_told(ids, rows.told)
            done(rows.conversations)

        self._ask("conversations.rows", partial(reads.rows, self._service, ids), came, failed)

    def note_told(self, ids: Sequence[str], told: dict[str, ToldFigures]) -> None:
        """Keeps what these conversations were told, for the list to show."""
        for ident in ids:
            self.told.pop(ident, None)
        self.told |= told

    def transcript(
        self, conversation_id: str, done: Callable[[reads.Transcript], None], failed: Failed
    ) -> None:
        call = partial(reads.transcript, self._service, conversation_id)
        self._ask("conversations.transcript", call, done, failed)

    def turns(
        self,
        conversation_id: str,
        first: int,
        last: int,
        done: Callable[[list[Turn]], None],
        failed: Failed,
    ) -> None:
        call = partial(self._service.turns, conversation_id, first, last)
        self._ask("conversations.turns", call, done, failed)

    def search(self, conversation_id: str, words: str, done: Callable[[reads.Search], None]) -> None:
        call = partial(reads.search, self._service, conversation_id, words)
        self._ask("conversations.search", call, done, self._refuse)

    def texts(self, conversation_id: str, first: int, last: int, done: Callable[[list[Turn]], None]) -> None:
        """Turns to be copied; nothing else asks for these, so scrolling does not void them."""
        call = partial(self._service.turns, conversation_id, first, last)
        self._ask("conversations.texts", call, done, self._refuse)

    def files(self, conversation_id: str, done: Callable[[list[str]], None]) -> None:
        call = partial(self._service.conversation_files, conversation_id)
        self._ask("conversations.files", call, done, self._refuse)

    def drop_transcript(self) -> None:
        """Nobody waits for the former transcript any more."""
        for key in ("transcript", "turns", "search"):
            self._bridge.cancel(f"conversations.{key}")

    def price(self, ids: Sequence[str], done: Callable[[reads.Price | None], None]) -> None:
        """What reading these anew would take."""
        call = partial(reads.price, self._service, list(ids))
        self._ask("conversations.price", call, done, self._refuse)

    # Doing

    def memorize(self, ids: Sequence[str], *, again: bool = False) -> None:
        """One conversation after the other, in the background; more that is asked for waits its turn."""
        self._waiting.append((list(ids), again))
        words = tr("Memorizing 1 conversation…")
        if len(ids) != 1:
            words = tr("Memorizing %n conversations…", len(ids))
        self.said.emit(Message(words, "refresh", stays=True))
        self._memorize_next()

    def _memorize_next(self) -> None:
        if self._memorizing or not self._waiting:
            return
        ids, again = self._waiting.pop(0)
        self._memorizing = True
        call = partial(reads.memorize_all, self._service, ids, again)
        # Not among the commands: it may take long, and nothing must wait behind it.
        self._bridge.run(
            call,
            done=partial(self._memorized, len(ids)),
            failed=self._not_memorized,
            owner=self,
            ordered=False,
        )

    def _memorized(self, count: int, done: reads.Memorized) -> None:
        self._memorizing = False
        failures = done.failures
        if failures:
            words = failures[0] if len(failures) == 1 else tr("%n could not be memorized", len(failures))
            self.said.emit(Message(words, "warning"))
        else:
            new = tr("1 new memory") if done.new == 1 else tr("%n new memories", done.new)
            result = new if done.new else tr("nothing new")
            self.said.emit(Message(f"{conversations(count)} {tr('read')} · {result}", "check"))
        self.memorized.emit()
        self._memorize_next()

    def _not_memorized(self, error: BaseException) -> None:
        self._memorizing = False
        self._refuse(error)
        self._memorize_next()

    def process_waiting(self) -> None:
        def done(count: int) -> None:
            words = f"{conversations(count)} {tr('will be read now')}" if count else tr("Nothing waits")
            self.said.emit(Message(words, "play"))

        self._do(self._service.process_waiting, done)

    def leave_out(self, ids: Sequence[str]) -> None:
        chosen = list(ids)
        words = tr("This conversation will not be remembered")
        if len(chosen) != 1:
            words = tr("%n conversations will not be remembered", len(chosen))
        said = Message(words, "eye-off", lambda: self.take_in(chosen))
        self._do(partial(self._service.leave_out, *chosen), lambda _: self.said.emit(said))

    def take_in(self, ids: Sequence[str]) -> None:
        chosen = list(ids)
        words = tr("This conversation is remembered again")
        if len(chosen) != 1:
            words = tr("%n conversations are remembered again", len(chosen))
        said = Message(words, "eye", lambda: self.leave_out(chosen))
        self._do(partial(self._service.take_in, *chosen), lambda _: self.said.emit(said))

    def exclude(self, project: str) -> None:
        words = f"{project_name(project)} {tr('is excluded: nothing more is read from it')}"
        said = Message(words, "eye-off", lambda: self.include(project))
        self._do(partial(self._service.exclude, project), lambda _: self.said.emit(said))

    def include(self, project: str) -> None:
        said = Message(f"{project_name(project)} {tr('is read again')}", "eye", lambda: self.exclude(project))
        self._do(partial(self._service.include, project), lambda _: self.said.emit(said))

    def purge(self, ids: Sequence[str]) -> None:
        """For good: nothing can bring these back."""
        chosen = list(ids)

        def done(purged: dict[str, int]) -> None:
            gone = purged["memories"]
            words = f"{conversations(len(chosen))} {tr('deleted')}"
            if gone:
                words += f" · {tr('1 memory went too') if gone == 1 else tr('%n memories went too', gone)}"
            self.said.emit(Message(words, "trash"))

        self.said.emit(Message(f"{tr('Deleting')} {conversations(len(chosen))}…", "trash", stays=True))
        self._do(partial(self._service.purge, conversation=chosen), done)

    def pause(self) -> None:
        self._bridge.run(self._service.pause, None, owner=self, failed=self._refuse, ordered=False)

    def resume(self) -> None:
        self._bridge.run(self._service.resume, owner=self, failed=self._refuse, ordered=False)

    # How

    def _ask(self, key: str, call: Callable[[], Any], done: Callable[[Any], None], failed: Failed) -> None:
        self._bridge.run(call, done=done, failed=failed, key=key, owner=self)

    def _do(self, call: Callable[[], Any], done: Callable[[Any], None]) -> None:
        self._bridge.run(call, done=done, failed=self._refuse, owner=self)

    def _refuse(self, error: BaseException) -> None:
        """Known errors are the page's to tell; anything else is a bug and goes where bugs are shown."""
        if isinstance(error, ArborError):
            self.refused.emit(error)
        else:
            self._bridge.failed.emit(failure(error, "conversations"))
