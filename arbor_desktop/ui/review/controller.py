"""What the Review page does: list what waits, decide on it, edit it, take decisions back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import Clock
from arbor_desktop.editing.model import ReviewItem
from arbor_desktop.errors import ArborError, NotFound
from arbor_desktop.memories.model import Memory
from arbor_desktop.team.model import Shared
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import AskDialog, Message
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.actions import MemoryActions
from arbor_desktop.ui.memory.history_words import undone_words
from arbor_desktop.ui.review.model import (
    Listing,
    ProposalItem,
    Waiting,
    detail,
    listing,
    reject_proposals,
    reopen_proposals,
)
from arbor_desktop.ui.review.proposal import decided_words
from arbor_desktop.ui.review.words import (
    accepted_words,
    certain_words,
    done_words,
    is_team,
    rejected_words,
    replaces,
)
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.ui.review.page import ReviewPage


class Decided:
    """What a person decided since the page was opened: what became of each memory."""

    def __init__(self) -> None:
        self._became: dict[str, str] = {}

    def note(self, name: str, items: Iterable[ReviewItem]) -> None:
        """`name`: "accept" or "reject"."""
        for item in items:
            self._became[item.id] = f"{name} outdated" if item.outdated else name

    def accepted(self, ids: Iterable[str]) -> None:
        self._became |= dict.fromkeys(ids, "accept")

    def take_back(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._became.pop(id_, None)

    def words(self) -> str:
        """Return the counts in words, empty where nothing was decided."""
        count = Counter(self._became.values())
        return done_words(
            count["accept"], count["reject"], count["accept outdated"], count["reject outdated"]
        )


class ReviewController(MemoryActions):
    """Cards leave the list as soon as they are decided on (`gone`), and come back where that is refused."""

    def __init__(self, icons: Icons, bridge: Bridge, page: ReviewPage, clock: Clock) -> None:
        super().__init__(icons, bridge, page, clock=clock)
        self._page = page
        self.listing: Listing | None = None
        self.gone: dict[str, Waiting] = {}
        self.follow: str | None = None
        """The card that is to be the current one, as soon as it is listed."""
        self.made = Decided()
        self._proposed: tuple[str, list[str]] | None = None
        """How proposals were decided ("accept" or "reject") and which, where nothing else was done since."""
        self.said.connect(self._say)
        self.returned.connect(self._returned)

    # What waits

    def refresh(self) -> None:
        self.start(self._refresh(), self._page.show_failure)

    async def _refresh(self) -> None:
        self.listing = await self.ask("listing", listing, self.service)
        self._page.show_rows()

    def read(self, memory_id: str, place: int = 0) -> None:
        """Show a memory in full at right, and one of the places that it comes from."""
        self.start(self._read(memory_id, place))

    async def _read(self, memory_id: str, place: int) -> None:
        try:
            found = await self.ask("detail", detail, self.service, memory_id, place)
        except NotFound:  # gone meanwhile: the list will say so
            self._page.refresh()
        else:
            self._page.show_detail(found)

    # Decisions

    def decide(
        self, name: str, items: Sequence[Waiting], current: str | None, *, replace: bool = True
    ) -> None:
        """Accept or reject, as `name` says. `current`: the card that keys act on. `replace`: to accept one
        that updates an older memory rejects that."""
        memories = [item for item in items if isinstance(item, ReviewItem)]
        proposed = [item for item in items if isinstance(item, ProposalItem)]
        self._leave([*memories, *proposed], current)
        if memories and replace and name == "accept" and len(items) == 1 and replaces(memories[0]):
            self.start(self._replace_older(memories[0]))
        elif memories:
            self.start(self._decide(name, memories))
        if proposed:
            self.start(self._decide_proposals(name, proposed))

    async def _decide(self, name: str, items: list[ReviewItem]) -> None:
        accepts = name == "accept"
        ids = tuple(item.id for item in items)
        with self._decision(items):
            call = self.service.accept if accepts else self.service.reject
            if await self.change_many(call, *ids, count=len(ids), said=self._say) is None:
                self.follow = items[0].id
                return
            self.made.note(name, items)
        words = accepted_words(items) if accepts else rejected_words(items)
        self._say(Message(words, "check" if accepts else "x", undo=self.undo))

    async def _decide_proposals(self, name: str, items: list[ProposalItem]) -> None:
        """What undo takes back is known until something else is done: a rejection changes no memory."""
        accepts = name == "accept"
        ids = [item.id for item in items]
        with self._decision(items):
            if accepts:
                await self.change(self.service.accept_proposals, ids)
            else:
                await self.change(reject_proposals, self.service, ids)
        said = decided_words(name, items)
        self._say(Message(said, "check" if accepts else "x", undo=self.undo))
        self._proposed = (name, ids)

    def replace_older(self, item: ReviewItem, current: str | None) -> None:
        """Accept one, and reject the older memory that it updates."""
        self._leave([item], current)
        self.start(self._replace_older(item))

    async def _replace_older(self, item: ReviewItem) -> None:
        with self._decision([item]):
            await self.change(self.service.resolve_conflict, item.conflict or "", "accepted_newer")
            self.made.note("accept", [item])
        self._say(Message(tr("Memory accepted. It replaces the older one."), undo=self.undo))

    def accept_certain(self, threshold: float) -> None:
        """Accept all memories that are as certain as that; never a proposal."""
        self.start(self._accept_certain(threshold))

    async def _accept_certain(self, threshold: float) -> None:
        try:
            certain = await self.change(self.service.accept_certain, threshold)
        except Exception:
            self._page.show_accepting(False)
            raise
        self._page.show_accepting(False)
        self.made.accepted(certain.accepted)
        self.follow = next(iter(certain.left), None)
        self._page.refresh()
        icon = "check" if certain.accepted else "info"
        self._say(Message(certain_words(certain), icon, undo=self.undo if certain.accepted else None))

    def _leave(self, items: Sequence[Waiting], current: str | None) -> None:
        """Take cards off the list at once; the next one has the focus: nobody waits for the disk."""
        ids = [item.id for item in items]
        if current in ids:
            self.follow = self._page.model.neighbour(ids)
        self.gone |= {item.id: item for item in items}
        self._page.show_rows()

    @contextmanager
    def _decision(self, items: Sequence[Waiting]) -> Iterator[None]:
        """Store a decision on cards that left the list; where it is refused they come back."""
        try:
            yield
        except Exception:
            self.follow = items[0].id
            self._settle(items)
            raise
        self._settle(items)

    def _settle(self, items: Sequence[Waiting]) -> None:
        """From the next listing on the store alone says whether they wait."""
        for item in items:
            self.gone.pop(item.id, None)
        self._page.refresh()

    # Edits

    def save(self, item: ReviewItem, text: str) -> None:
        self.start(self._save(item, text))

    async def _save(self, item: ReviewItem, text: str) -> None:
        try:
            await self.change(self.service.update, item.id, content=text)
        except ArborError as error:
            self._page.show_edit_error(error)
            return
        self._page.end_edit({item.id})
        self._page.refresh()
        self._say(Message(tr("Text saved. The memory still needs review."), "edit", undo=self.undo))

    def accept_edited(self, item: ReviewItem, text: str) -> None:
        """Accept a memory with other words."""
        follow = self._page.model.neighbour([item.id])
        self.start(self._accept_edited(item, text, follow))

    async def _accept_edited(self, item: ReviewItem, text: str, follow: str | None) -> None:
        try:
            memory: Memory = await self.change(self.service.accept_edited, item.id, text)
        except ArborError as error:
            self._page.show_edit_error(error)
            return
        self._page.end_edit({item.id})
        self.follow = follow
        self.made.note("accept", [item])
        self._settle([item])
        words = tr("Saved as your own copy") if is_team(item) else tr("Edited memory accepted")
        if memory.conflict_ids:
            words = tr("Edited memory accepted. It conflicts with another memory: see Conflicts.")
        self._say(Message(words, undo=self.undo))

    def trust(self, shared: Shared, dialog: AskDialog) -> None:
        """Use later instructions of an author without review; the dialog asked for it."""
        self.try_to(self._trust(shared, dialog), dialog.fail)

    async def _trust(self, shared: Shared, dialog: AskDialog) -> None:
        await self.change(self.service.team.trust, shared.author_id)
        dialog.finish()
        self._page.refresh()
        self._say(Message(tr("{name} is trusted now").format(name=shared.author), "shield"))

    def set_fields(self, memory_id: str, fields: dict[str, Any], said: str) -> None:
        """Set fields of a memory; `said` says so."""
        self.start(self._set_fields(memory_id, fields, said))

    async def _set_fields(self, memory_id: str, fields: dict[str, Any], said: str) -> None:
        try:
            await self.change(self.service.update_many, [memory_id], **fields)
        except Exception:
            self._page.pane.show_stored()
            raise
        self._say(Message(said, undo=self.undo))

    def set_by_itself(self, on: bool) -> None:
        """Accept what is certain without asking from now on, or no longer."""
        self.start(self._set_by_itself(on))

    async def _set_by_itself(self, on: bool) -> None:
        try:
            await self.change(self.service.settings.set, "review.accept_certain", on)
        except Exception:
            self._page.refresh()
            raise
        now_on = tr("Very certain memories are now accepted automatically")
        self._say(Message(now_on if on else tr("Very certain memories are no longer accepted automatically")))

    # Undo

    def undo(self) -> None:
        """Take back the newest action; of a proposal also a rejection."""
        proposed, self._proposed = self._proposed, None
        self.start(self._undo() if proposed is None else self._take_back(*proposed))

    async def _undo(self) -> None:
        undone = await self.change(self.service.undo, here=True)
        self._returned(undone.ids)
        words, _returns = undone_words(undone)
        self._say(Message(words, "undo"))

    async def _take_back(self, name: str, ids: list[str]) -> None:
        if name == "accept":
            await self.change(self.service.undo, here=True)
        else:
            await self.change(reopen_proposals, self.service, ids)
        self._returned(ids)
        words = tr("%n suggestions need review again", None, len(ids))
        if len(ids) == 1:
            words = tr("The suggestion needs review again")
        self._say(Message(words, "undo"))

    def _returned(self, ids: Sequence[str]) -> None:
        self.made.take_back(ids)
        self.follow = next(iter(ids), None)
        self._page.refresh()

    def _say(self, said: Message) -> None:
        self._proposed = None
        self._page.snackbar.say(said)
