"""The state of the program, as window, tray and command line show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import to_iso
from arbor_desktop.documents import document
from arbor_desktop.quick_dataclass import dataclass

if TYPE_CHECKING:
    from arbor_desktop.llm.model import Readiness
    from arbor_desktop.runtime.neighbour import Waiting
    from arbor_desktop.runtime.steps import Progress


@dataclass(frozen=True, slots=True)
class BackendStatus:
    """Whether the chosen backend can read conversations, and why not."""

    name: str = "offline"
    ready: bool = True
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """The state of the chosen model. `waiting`: conversations to be read by it; `server`: its address, where
    it is not Anthropic's own."""

    readiness: Readiness
    waiting: int = 0
    server: str = ""

    @property
    def holds_up(self) -> bool:
        """Whether conversations wait that can't be read now."""
        return self.waiting > 0 and not self.readiness.ready


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """The state of the service. `queue`: files and conversations that are due; `done` of `total`
    conversations in this run, or the last one; `paused_until` None with state `paused`: until resumed."""

    state: str
    queue: int = 0
    done: int = 0
    total: int = 0
    current: str | None = None
    watching: tuple[str, ...] = ()
    last_error: str | None = None
    backend: BackendStatus = BackendStatus()
    paused_until: int | None = None
    pending_review: int = 0
    open_conflicts: int = 0
    marked_outdated: int = 0
    """Active memories that may be outdated."""
    proposals: int = 0
    """Edits and deletions suggested by AI tools."""
    maintenance: Progress | None = None
    """The progress of maintenance, while it runs in this process."""
    model: ModelStatus | None = None
    """None if no model is chosen."""
    batched: int = 0
    """Conversations in a batch, to be answered within a day."""
    unread: int = 0
    """Conversations to be memorized, also those that are not quiet yet."""
    reads_at: int | None = None
    """Milliseconds at which the next of them is read, if known."""
    found: int = 0
    """Memories found in this run."""
    seconds_left: int | None = None
    """The estimated rest of this run, if known."""
    waiting: Waiting | None = None
    """Why conversations that are due are not read now."""
    team_offline: bool = False
    """The team's server is out of reach."""

    @property
    def to_review(self) -> int:
        """Everything on the Review page."""
        return self.pending_review + self.marked_outdated + self.proposals

    def to_dict(self) -> dict[str, Any]:
        return document(
            self,
            ("model", "unread", "reads_at", "found", "seconds_left", "team_offline"),
            paused_until=to_iso(self.paused_until),
        )
