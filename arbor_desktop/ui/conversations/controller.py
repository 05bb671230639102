"""What the Conversations page does: list, read, ignore and delete conversations; show one of them whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication

from arbor_desktop.context.model import ToldFigures
from arbor_desktop.conversations.model import Conversation, ConversationStatus
from arbor_desktop.errors import ArborError, NotFound
from arbor_desktop.memories.model import SELECTED, Evidence, StoreResult
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.components.menus import Open
from arbor_desktop.ui.controller import Controller, error_words
from arbor_desktop.ui.conversations.model import (
    Caret,
    Search,
    Transcript,
    rows,
    search,
    transcript,
)
from arbor_desktop.ui.conversations.remember import Selected
from arbor_desktop.ui.conversations.words import conversations, copied, may_be_memorized, reason_words
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.conversations.page import ConversationsPage
    from arbor_desktop.ui.conversations.pane import TranscriptPane

A_CENT = 0.01
"""US dollars up to which one conversation is read again without a question."""


@dataclass(frozen=True, slots=True)
class Price:
    """What reading conversations anew would take with the model that is chosen: its name ("" for its own
    choice), tokens, US dollars (None where they are not known), seconds."""

    backend: str
    model: str
    tokens: int
    cost: float | None
    seconds: float | None


def price(service: MemoryService, ids: list[str]) -> Price | None:
    """None while the rules on this computer read: that costs nothing."""
    backend = str(service.settings.get("extraction.backend"))
    if backend == "offline":
        return None
    whole = service.models.estimates.estimate(ids, again=True)
    one = whole.of(backend)
    return Price(backend, one.model, whole.input_tokens + whole.output_tokens, one.cost, one.seconds)


@dataclass(frozen=True, slots=True)
class Memorized:
    """What came of memorizing: new memories, why some conversations could not be, and why some gave none."""

    new: int
    failures: tuple[str, ...]
    reasons: tuple[str, ...]


def memorize_all(service: MemoryService, ids: list[str], again: bool) -> Memorized:
    """Memorizes one after the other."""
    new, failures = 0, []
    reasons: dict[str, None] = {}
    for ident in ids:
        row = service.memorize(ident, again=again)
        new += row.items_extracted
        if row.status == "error":
            failures.append(row.error or row.reason or "")
        elif row.reason:
            reasons[row.reason] = None
    return Memorized(new, tuple(failures), tuple(reasons))


class ConversationsController(Controller):
    """`said(Message)`: what was done, for the snackbar."""

    said = Signal(object)

    def __init__(self, bridge: Bridge, page: ConversationsPage, opens: Open) -> None:
        """`opens` shows a file or folder."""
        super().__init__(bridge, page)
        self._page, self._opens = page, opens
        self._to_memorize: list[tuple[list[str], bool]] = []
        self._memorizing = False
        self.told: dict[str, ToldFigures] = {}
        """Of the rows that were read, what those were told that were told anything."""

    # The list

    def fetch(
        self,
        ids: list[str],
        loaded: Callable[[Sequence[Conversation]], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Load rows of the list. Its model asks for one lot at a time."""
        self.start(self._fetch(ids, loaded), failed)

    async def _fetch(self, ids: list[str], loaded: Callable[[Sequence[Conversation]], None]) -> None:
        found = await self.ask("rows", rows, self.service, ids)
        self.note_told(ids, found.told)
        loaded(found.conversations)

    def note_told(self, ids: Sequence[str], told: dict[str, ToldFigures]) -> None:
        """Keep what these conversations were told, for the list to show."""
        for ident in ids:
            self.told.pop(ident, None)
        self.told |= told

    # What is done with conversations

    def run(self, name: str, ids: Sequence[str], known: Sequence[Conversation]) -> None:
        """Do what a key, a button or the menu asks for. `known`: those of `ids` that are loaded, in the same
        order. Does nothing for a name that is not for what is selected."""
        if not ids:
            return
        chosen, one = list(ids), known[0] if len(known) == 1 else None
        if name == "again":
            name = "retry" if any(c.status is ConversationStatus.ERROR for c in known) else "memorize"
        if name == "memorize":
            self._read_or_read_again(chosen, known)
        elif name == "retry":
            if failed := [c.id for c in known if c.status is ConversationStatus.ERROR]:
                self.memorize(failed)
        elif name == "leave_out":
            self.start(self._ignore(chosen))
        elif name == "take_in":
            self.start(self._stop_ignoring(chosen))
        elif name == "purge":
            self._page.ask_purge(len(chosen), lambda: self.purge(chosen))
        elif name == "copy_id":
            QGuiApplication.clipboard().setText("\n".join(ids))
        elif name == "exclude" and one is not None and one.project:
            self.start(self._ignore_project(one.project))
        elif name in ("open_file", "show_folder") and one is not None:
            self.start(self._open_file(one.id, folder=name == "show_folder"))

    def _read_or_read_again(self, ids: Sequence[str], known: Sequence[Conversation]) -> None:
        """What was read is read again; what can't be read now is left alone."""
        not_now = {c.id for c in known if not may_be_memorized(c)}
        again = {c.id for c in known if c.memorized_through > 0} - not_now
        if first := [id_ for id_ in ids if id_ not in again and id_ not in not_now]:
            self.memorize(first)
        if again:
            self.start(self._read_again([id_ for id_ in ids if id_ in again]))

    async def _read_again(self, ids: list[str]) -> None:
        """With a model, ask first where it is more than one conversation, or costs more than a cent."""
        takes: Price | None = await self.ask("price", price, self.service, ids)
        if takes is None or (len(ids) == 1 and (takes.cost or 0.0) <= A_CENT):
            self.memorize(ids, again=True)
        else:
            self._page.ask_read_again(len(ids), takes, lambda: self.memorize(ids, again=True))

    def memorize(self, ids: Sequence[str], *, again: bool = False) -> None:
        """Read conversations one after the other; more that are asked for wait their turn."""
        self._to_memorize.append((list(ids), again))
        words = tr("Reading %n conversations…", None, len(ids))
        self._say(words, "refresh", stays=True)
        self._memorize_next()

    def _memorize_next(self) -> None:
        if self._to_memorize and not self._memorizing:
            self._memorizing = True
            self.start(self._memorize(*self._to_memorize.pop(0)), self._not_memorized)

    async def _memorize(self, ids: list[str], again: bool) -> None:
        # Not among the changes: it may take long, and nothing must wait behind it.
        done = await self.change(memorize_all, self.service, ids, again, ordered=False)
        if done.failures:
            many = tr("%n conversations couldn't be read", None, len(done.failures))
            self._say(done.failures[0] if len(done.failures) == 1 else many, "warning")
        else:
            new = tr("%n new memories", None, done.new) if done.new else tr("no new memories")
            if done.reasons and not done.new:
                new += f": {', '.join(map(reason_words, done.reasons))}"
            self._say(
                tr("{conversations} read · {new}").format(conversations=conversations(len(ids)), new=new)
            )
        self._memorizing = False
        self._memorize_next()

    def _not_memorized(self, error: BaseException) -> None:
        self._memorizing = False
        self._memorize_next()
        self._refuse(error)

    def process_waiting(self) -> None:
        """Read all that is waiting to be read."""
        self.start(self._process_waiting())

    async def _process_waiting(self) -> None:
        count = await self.change(self.service.process_waiting)
        words = (
            tr("{conversations} will be read now").format(conversations=conversations(count))
            if count
            else tr("Nothing to read")
        )
        self._say(words, "play")

    async def _ignore(self, ids: list[str]) -> None:
        await self.change(self.service.leave_out, *ids)
        words = tr("%n conversations ignored", None, len(ids))
        self._say(words, "eye-off", lambda: self.start(self._stop_ignoring(ids)))

    async def _stop_ignoring(self, ids: list[str]) -> None:
        await self.change(self.service.take_in, *ids)
        words = tr("%n conversations no longer ignored", None, len(ids))
        self._say(words, "eye", lambda: self.start(self._ignore(ids)))

    async def _ignore_project(self, project: str) -> None:
        await self.change(self.service.exclude, project)
        words = tr("{project} is ignored. Its conversations are no longer read.").format(
            project=project_name(project)
        )
        self._say(words, "eye-off", lambda: self.start(self._stop_ignoring_project(project)))

    async def _stop_ignoring_project(self, project: str) -> None:
        await self.change(self.service.include, project)
        words = tr("{project} is no longer ignored").format(project=project_name(project))
        self._say(words, "eye", lambda: self.start(self._ignore_project(project)))

    def purge(self, ids: list[str]) -> None:
        """Delete for good: nothing can bring these back."""
        self._say(tr("Deleting {what}…").format(what=conversations(len(ids))), "trash", stays=True)
        self.start(self._purge(ids))

    async def _purge(self, ids: list[str]) -> None:
        gone = (await self.change(self.service.purge, conversation=ids))["memories"]
        words = tr("{conversations} deleted").format(conversations=conversations(len(ids)))
        if gone:
            words += f" · {tr('%n memories deleted', None, gone)}"
        self._say(words, "trash")

    async def _open_file(self, ident: str, *, folder: bool) -> None:
        files = await self.ask("files", self.service.conversation_files, ident)
        there = next((file for file in files if Path(file).exists()), None)
        if there is None:
            self._say(tr("The file no longer exists. Arbor still has the conversation."), "info")
        elif not self._opens(str(Path(there).parent) if folder else there):
            self._say(tr("No program on this computer can open this item"), "warning")

    def pause(self) -> None:
        """Pause reading until `resume`."""
        self.start(self._pause())

    async def _pause(self) -> None:
        await self.change(self.service.pause, None, ordered=False)

    def resume(self) -> None:
        self.start(self._resume())

    async def _resume(self) -> None:
        await self.change(self.service.resume, ordered=False)

    def _say(
        self, text: str, icon: str = "check", undo: Callable[[], object] | None = None, *, stays: bool = False
    ) -> None:
        self.said.emit(Message(text, icon, undo, stays=stays))


class TranscriptController(Controller):
    """Shows one conversation, and follows it while it grows. `said(Message)` for the snackbar."""

    said = Signal(object)

    def __init__(self, bridge: Bridge, pane: TranscriptPane, refresh_ms: int) -> None:
        super().__init__(bridge, pane)
        self._pane = pane
        self.conversation: Conversation | None = None
        self.transcript: Transcript | None = None
        self._wanted_turn: int | None = None
        self._found = Search("")
        self._at = -1
        self.soon = QTimer(self, singleShot=True, interval=refresh_ms)
        self.soon.timeout.connect(self.load)

    @property
    def shown_id(self) -> str | None:
        return self.conversation.id if self.conversation is not None else None

    def clear(self) -> None:
        """Show nothing."""
        self._forget()
        self.conversation = None
        self._pane.show_nothing()

    def show(self, conversation: Conversation, turn: int | None = None) -> None:
        """Show a conversation, at `turn` if given."""
        former, self.conversation = self.conversation, conversation
        same = former is not None and former.id == conversation.id
        if turn is not None:
            self._wanted_turn = turn
        if not same:
            self._forget()
            self._wanted_turn = turn
        self._pane.show_conversation(conversation, anew=not same)
        if not same:
            self.load()
        elif former != conversation:
            self.changed()
        elif self.transcript is not None:
            self._go_to_wanted()

    def changed(self) -> None:
        """The conversation, or a memory of it, is another one than before."""
        if self.conversation is not None and not self.soon.isActive():
            self.soon.start()

    def _forget(self) -> None:
        """Nobody waits for the former transcript any more."""
        for name in ("transcript", "turns", "search"):
            self.forget(name)
        self.transcript = None
        self._found, self._at = Search(""), -1

    # Loading

    def load(self) -> None:
        self.soon.stop()
        if self.conversation is not None:
            self.start(self._load(self.conversation.id), self._fail)

    async def _load(self, ident: str) -> None:
        found = await self.ask("transcript", transcript, self.service, ident)
        self.conversation, self.transcript = found.conversation, found
        self._pane.show_transcript(found)
        self._go_to_wanted()
        if self._found.words:
            self.search(self._found.words)

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # deleted meanwhile: the list is about to follow
            self.clear()
        else:
            self._pane.show_failure(error)

    def _go_to_wanted(self) -> None:
        wanted, self._wanted_turn = self._wanted_turn, None
        if wanted is not None:
            self._pane.view.go_to(wanted)

    def fetch(self, first: int, last: int) -> None:
        """Load the texts of these turns."""
        if self.conversation is not None:
            self.start(self._fetch(self.conversation.id, first, last), self._fail)

    async def _fetch(self, ident: str, first: int, last: int) -> None:
        self._pane.view.put(await self.ask("turns", self.service.turns, ident, first, last))

    # Finding

    def search(self, words: str) -> None:
        """Find words, and go to the first place from where the person reads now."""
        self.forget("search")
        if words and self.conversation is not None:
            self.start(self._search(self.conversation.id, words))
        else:
            self._found, self._at = Search(""), -1
            self._pane.show_found(self._found, -1)

    async def _search(self, ident: str, words: str) -> None:
        found = await self.ask("search", search, self.service, ident, words)
        former = self._found.places[self._at] if 0 <= self._at < len(self._found.places) else None
        went_on = found.words == self._found.words and former in found.places
        self._found = found
        if went_on and former is not None:
            self._at = found.places.index(former)
        else:
            here = self._pane.view.first_turn()
            numbers = range(len(found.places))
            first = 0 if found.places else -1
            self._at = next((n for n in numbers if found.places[n].number >= here), first)
        self._pane.show_found(found, self._at, go=not went_on)

    def step(self, step: int, words: str) -> None:
        """Go to the next or previous place of these words."""
        if self._found.words != words:
            self.search(words)
        elif self._found.places:
            self._at = (self._at + step) % len(self._found.places)
            self._pane.show_found(self._found, self._at, go=True)

    # What is selected

    def copy(self, first: Caret, last: Caret, shown: set[int]) -> None:
        """Copy what is selected. `shown`: the turns whose text is seen."""
        if self.conversation is not None:
            self.start(self._copy(self.conversation, first, last, shown))

    async def _copy(self, conversation: Conversation, first: Caret, last: Caret, shown: set[int]) -> None:
        # Nothing else asks under this name, so that scrolling does not cancel it.
        turns = await self.ask("texts", self.service.turns, conversation.id, first.number, last.number)
        QGuiApplication.clipboard().setText(copied(turns, first, last, shown, conversation.source))

    def remember(self, first: Caret, last: Caret, shown: set[int]) -> None:
        """Offer to save what is selected as a memory."""
        if self.conversation is not None:
            self.start(self._remember(self.conversation, first, last, shown))

    async def _remember(self, conversation: Conversation, first: Caret, last: Caret, shown: set[int]) -> None:
        turns = await self.ask("texts", self.service.turns, conversation.id, first.number, last.number)
        seen = [turn for turn in turns if turn.number in shown]
        words = copied(seen, first, last, shown, None)
        if not words.strip() or self.shown_id != conversation.id:
            return
        start, end = None, None
        if len(seen) == 1:
            start = first.place
            end = min(last.place, len(seen[0].text))
        place = Evidence(
            conversation.id, seen[0].number, seen[-1].number, SELECTED, start, end, conversation.project,
            at=seen[0].at or conversation.ended_at,
        )  # fmt: skip
        self._pane.open_card(Selected(words, place))

    def save(self, text: str, fields: dict[str, Any], place: Evidence) -> None:
        """Save a memory of what was selected."""
        self.start(self._save(text, fields, place))

    async def _save(self, text: str, fields: dict[str, Any], place: Evidence) -> None:
        try:
            result = await self.change(self.service.store, text, evidence=place, **fields)
        except ArborError as error:
            self._pane.card.show_error(error_words(error))
            return
        self._pane.card.close_card()
        self.said.emit(Message(_saved_words(result), "check", lambda: self.start(self._undo())))

    async def _undo(self) -> None:
        await self.change(self.service.undo, here=True)
        self.said.emit(Message(tr("Undone"), "undo"))


def _saved_words(result: StoreResult) -> str:
    if result.merged:
        return tr("Memory merged with a similar one")
    if result.duplicate:
        return tr("Already saved. Confidence raised.")
    return tr("Memory saved. It conflicts with another memory.") if result.conflicts else tr("Memory saved")
