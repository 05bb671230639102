"""The page's one way to the service: what is asked, what is decided, what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.editing.review import Certain, ReviewItem
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import Memory, Undone
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.memories.desk import Said
from arbor_desktop.ui.memories.history_words import undone_words
from arbor_desktop.ui.review import reads
from arbor_desktop.ui.review.proposal_words import decided_words
from arbor_desktop.ui.review.proposals import (
    ProposalItem,
    accept_proposals,
    reject_proposals,
    take_back_proposals,
)
from arbor_desktop.ui.review.words import accepted_words, certain_words, level, rejected_words, tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Failed = Callable[[BaseException], None]
Done = Callable[[], None]


class Desk(QObject):
    """Every method answers at once and tells later, by signal or by the callback it is given."""

    said = Signal(object)
    """A `Said`, after something was done."""
    refused = Signal(object)
    """The error of something that was not done and for which nobody else speaks."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._reverse: tuple[int, list[str]] | None = None
        """So many proposals were accepted, or these rejected, and nothing else was done since."""
        self.said.connect(lambda _said: self.forget_reverse())

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Asking: a later question of the same kind makes the earlier one void

    def listing(self, done: Callable[[reads.Listing], None], failed: Failed) -> None:
        self._ask("review.listing", partial(reads.listing, self._service), done, failed)

    def detail(self, memory_id: str, done: Callable[[reads.Detail], None], failed: Failed) -> None:
        self._ask("review.detail", partial(reads.detail, self._service, memory_id), done, failed)

    # Deciding: `done` and `failed` come before anything is said

    def accept(self, items: Sequence[ReviewItem], done: Done, failed: Done) -> None:
        said = Said(accepted_words(list(items)), ids=_ids(items), leaves=True)
        self._do(partial(self._service.accept, *_ids(items)), said, done, failed)

    def reject(self, items: Sequence[ReviewItem], done: Done, failed: Done) -> None:
        said = Said(rejected_words(list(items)), "x", ids=_ids(items), leaves=True)
        self._do(partial(self._service.reject, *_ids(items)), said, done, failed)

    def accept_edited(
        self, item: ReviewItem, text: str, done: Callable[[Memory], None], failed: Failed
    ) -> None:
        def accepted(memory: Memory) -> None:
            done(memory)
            words = tr("Accepted with your edit")
            if memory.conflict_ids:
                words = tr("Accepted with your edit. It contradicts another memory: see Conflicts")
            self.said.emit(Said(words, ids=(item.id,), leaves=True))

        self._run(partial(self._service.accept_edited, item.id, text), accepted, failed)

    def replace_older(self, item: ReviewItem, done: Done, failed: Done) -> None:
        """A yes to it, and a no to the older one that it says to take the place of."""
        said = Said(tr("Accepted. It replaced the older memory"), ids=(item.id,), leaves=True)
        call = partial(self._service.resolve_conflict, item.conflict or "", "accepted_newer")
        self._do(call, said, done, failed)

    def decide_proposals(self, name: str, items: Sequence[ProposalItem], done: Done, failed: Done) -> None:
        """`name`: accept or reject. What undo takes back is remembered until something else is said."""
        ids = [item.id for item in items]
        call = accept_proposals if name == "accept" else reject_proposals

        def decided(_answer: object) -> None:
            done()
            icon = "check" if name == "accept" else "x"
            self.said.emit(Said(decided_words(name, list(items)), icon, ids=tuple(ids), leaves=True))
            self._reverse = (len(ids), []) if name == "accept" else (0, ids)

        self._run(partial(call, self._service, ids), decided, self._after(failed))

    def accept_certain(self, threshold: float, done: Callable[[Certain], None], failed: Done) -> None:
        def accepted(certain: Certain) -> None:
            done(certain)
            icon = "check" if certain.accepted else "info"
            words = certain_words(certain, threshold)
            self.said.emit(Said(words, icon, undo=bool(certain.accepted), ids=certain.accepted))

        self._run(partial(self._service.accept_certain, threshold), accepted, self._after(failed))

    # Changing

    def save(self, item: ReviewItem, text: str, done: Done, failed: Failed) -> None:
        def saved(_memory: object) -> None:
            done()
            self.said.emit(Said(tr("Text saved. It still waits for your yes or no"), "edit", ids=(item.id,)))

        self._run(partial(self._service.update, item.id, content=text), saved, failed)

    def change(self, memory_id: str, text: str, fields: dict[str, Any], failed: Failed) -> None:
        """Sets fields of a memory; `text` says so."""
        call = partial(self._service.update_many, [memory_id], **fields)
        self._run(call, lambda _: self.said.emit(Said(text, ids=(memory_id,))), failed)

    def set_by_itself(self, on: bool, threshold: float, failed: Failed) -> None:
        new = f"{tr('New memories')} {level(threshold)}"
        words = f"{new} {tr('are accepted without asking from now on')}"
        if not on:
            words = f"{new} {tr('wait for you again')}"
        call = partial(self._service.settings.set, "review.accept_certain", on)
        self._run(call, lambda _: self.said.emit(Said(words, undo=False)), failed)

    def undo(self, done: Callable[[Undone], None]) -> None:
        """Takes back the newest action that still stands; of a proposal also a no."""
        if self._reverse is not None:
            self._take_back(*self._reverse, done)
            return

        def undone(answer: Undone) -> None:
            done(answer)
            words, _returns = undone_words(answer)
            self.said.emit(Said(words, "undo", undo=False, ids=answer.ids, returns=True))

        self._run(self._service.undo, undone, self.refuse)

    def _take_back(self, accepted: int, rejected: list[str], done: Callable[[Undone], None]) -> None:
        def taken_back(_answer: object) -> None:
            done(Undone("proposal", tuple(rejected), 0))
            count = accepted + len(rejected)
            words = tr("The proposal waits again") if count == 1 else tr("%n proposals wait again", count)
            self.said.emit(Said(words, "undo", undo=False, returns=True))

        self._reverse = None
        self._run(partial(take_back_proposals, self._service, accepted, rejected), taken_back, self.refuse)

    def forget_reverse(self) -> None:
        """Something else was done since: undo takes that back."""
        self._reverse = None

    def refuse(self, error: BaseException) -> None:
        """Known errors are the page's to tell; anything else is a bug and goes where bugs are shown."""
        if isinstance(error, ArborError):
            self.refused.emit(error)
        else:
            self._bridge.failed.emit(failure(error, "review"))

    # How

    def _ask(self, key: str, call: Callable[[], Any], done: Callable[[Any], None], failed: Failed) -> None:
        self._bridge.run(call, done=done, failed=failed, key=key, owner=self)

    def _run(self, call: Callable[[], Any], done: Callable[[Any], None], failed: Failed) -> None:
        self._bridge.run(call, done=done, failed=failed, owner=self)

    def _do(self, call: Callable[[], Any], said: Said, done: Done, failed: Done) -> None:
        def finished(_answer: object) -> None:
            done()
            self.said.emit(said)

        self._run(call, finished, self._after(failed))

    def _after(self, failed: Done) -> Failed:
        def refused(error: BaseException) -> None:
            failed()
            self.refuse(error)

        return refused


def _ids(items: Sequence[ReviewItem]) -> tuple[str, ...]:
    return tuple(item.id for item in items)
