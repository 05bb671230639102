"""What a person decides: cards leave the list at once, and come back where that was refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from arbor_desktop.editing.review import Certain, ReviewItem
from arbor_desktop.memories.model import Undone
from arbor_desktop.ui.review.desk import Desk
from arbor_desktop.ui.review.model import ReviewModel
from arbor_desktop.ui.review.proposals import ProposalItem, Waiting
from arbor_desktop.ui.review.states import Decided


class Deciding(QObject):
    """`left` when cards just left the list; `look_again` when the store alone says what waits."""

    left = Signal()
    look_again = Signal()

    def __init__(self, desk: Desk, model: ReviewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._model = desk, model
        self.gone: dict[str, Waiting] = {}
        """Decided on, and not yet heard back from: they leave the list at once."""
        self.follow: str | None = None
        """The card that is to be the current one, as soon as it is listed."""
        self.made = Decided()

    def decide(self, name: str, items: Sequence[Waiting], current: str | None) -> None:
        """`name`: accept or reject. Proposals are decided on their own, each as one action."""
        memories = [item for item in items if isinstance(item, ReviewItem)]
        proposed = [item for item in items if isinstance(item, ProposalItem)]
        self.leave([*memories, *proposed], current)
        if memories:
            decide = self._desk.accept if name == "accept" else self._desk.reject
            decide(memories, lambda: self.decided(name, memories), lambda: self.refused(memories))
        if proposed:
            self._desk.decide_proposals(
                name, proposed, lambda: self._settle(proposed), lambda: self.refused(proposed)
            )

    def leave(self, items: Sequence[Waiting], current: str | None) -> None:
        """They are off the list at once, and the next one has the focus: nobody waits for the disk."""
        ids = [item.id for item in items]
        if current in ids:
            self.follow = self._model.neighbour(ids)
        self.gone |= {item.id: item for item in items}
        self.left.emit()

    def decided(self, name: str, items: Sequence[ReviewItem]) -> None:
        self.made.note(name, items)
        self._settle(items)

    def refused(self, items: Sequence[Waiting]) -> None:
        self.follow = items[0].id
        self._settle(items)

    def replace_older(self, item: ReviewItem, current: str | None) -> None:
        """A yes to it, and a no to the older one."""
        self.leave([item], current)
        self._desk.replace_older(item, lambda: self.decided("accept", [item]), lambda: self.refused([item]))

    def accept_certain(self, threshold: float, ended: Callable[[], None]) -> None:
        """All memories that are certain; `ended` when that is done or refused. Never a proposal."""

        def accepted(done: Certain) -> None:
            ended()
            self.made.accepted(done.accepted)
            self.follow = next(iter(done.left), None)
            self.look_again.emit()

        self._desk.accept_certain(threshold, accepted, ended)

    def undone(self, undone: Undone) -> None:
        self.made.take_back(undone.ids)
        self.follow = next(iter(undone.ids), None)
        self.look_again.emit()

    def _settle(self, items: Sequence[Waiting]) -> None:
        """From the next listing on the store alone says whether they wait."""
        for item in items:
            self.gone.pop(item.id, None)
        self.look_again.emit()
