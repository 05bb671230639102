"""What the window knows of memories in the team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from arbor_desktop.memories.model import Memory, Privacy, Source
from arbor_desktop.runtime.events import Changes
from arbor_desktop.team.model import Role, Shared, State
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

_SOON_MS = 200
_KEPT = 1000


class Shares(QObject):
    """Looks up a moment later who shared a memory that is asked for. `changed` when more is known."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.state = State()
        self._answered = False
        """Whether it is known if there is a team at all: without one, nobody asks who shared what."""
        self._known: dict[str, Shared | None] = {}
        self._wanted: set[str] = set()
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._look)
        bridge.changed.connect(self._heard)

    def offer(self, memory: Memory) -> str:
        """Return what can be done with an own memory, in words: share or withdraw it; empty for nothing."""
        me, shared = self.state.me, self.of(memory.id)
        if me is None or memory.source is Source.TEAM:
            return ""
        if shared is not None and shared.mine:
            return tr("Withdraw from team")
        shares = me.role != Role.READER and memory.privacy_level is not Privacy.NEVER_SHARE
        return tr("Share with team") if shares else ""

    def of(self, memory_id: str) -> Shared | None:
        """Return who shared a memory, as far as that is known."""
        if memory_id not in self._known and (self.state.joined or not self._answered):
            self._known[memory_id] = None
            self._wanted.add(memory_id)
            if not self._soon.isActive():
                self._soon.start(0)
        return self._known.get(memory_id)

    def look(self) -> None:
        """Learn the state of the team, if only that."""
        if not self._soon.isActive():
            self._soon.start(_SOON_MS)

    def _heard(self, changes: Changes) -> None:
        if changes.status or changes.all_memories or changes.memories:
            self._known = dict(list(self._known.items())[-_KEPT:])
            self._wanted.update(self._known)
            if not self._soon.isActive():
                self._soon.start(_SOON_MS)

    def _look(self) -> None:
        wanted = list(self._wanted)
        self._wanted.clear()
        self._bridge.run(
            _look,
            self._bridge.service,
            wanted,
            owner=self,
            ordered=False,
            done=lambda answer: self._learn(wanted, *answer),
        )

    def _learn(self, wanted: list[str], state: State, found: dict[str, Shared]) -> None:
        self._answered = True
        now = {memory_id: found.get(memory_id) for memory_id in wanted}
        if state == self.state and all(self._known.get(one) == shared for one, shared in now.items()):
            return
        self.state = state
        self._known |= now
        self.changed.emit()


def _look(service: MemoryService, wanted: list[str]) -> tuple[State, dict[str, Shared]]:
    return (service.team.state(), service.team.of(wanted)) if service.in_team() else (State(), {})


def author_name(shared: Shared) -> str:
    """Return what a card calls the author."""
    return tr("You") if shared.mine else shared.author


def spoken(shared: Shared | None) -> str:
    """Return what a screen reader adds to a card; empty for a memory that is not in the team."""
    return "" if shared is None else tr("Shared with the team by {name}.").format(name=author_name(shared))
