"""The state of the program, as window, tray and command line show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import to_iso
from arbor_desktop.runtime.steps import Progress

if TYPE_CHECKING:
    from arbor_desktop.models.model import Readiness


@dataclass(frozen=True, slots=True)
class BackendStatus:
    name: str = "offline"
    ready: bool = True
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "ready": self.ready, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """Whether the model that the person chose can be asked, how many conversations wait for it, and which
    server it is where that is not Anthropic's own (its address)."""

    readiness: Readiness
    waiting: int = 0
    server: str = ""

    @property
    def holds_up(self) -> bool:
        """Whether something waits that can't be read now."""
        return self.waiting > 0 and not self.readiness.ready


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """`queue`: conversations waiting; `done` of `total` in the run under way; `paused_until` None with state
    `paused` means until resumed."""

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
    """Active memories that may no longer hold."""
    proposals: int = 0
    """Edits and deletions that agents propose."""
    maintenance: Progress | None = None
    """How far maintenance is, while it runs in this process."""
    model: ModelStatus | None = None
    """None while the rules on this computer read."""
    batched: int = 0
    """Conversations that were handed to a service, to be answered within a day."""
    unread: int = 0
    """Conversations that were found and not read yet, also those that are not quiet yet."""
    reads_at: int | None = None
    """When the next of them is read, where that is known."""

    @property
    def to_review(self) -> int:
        """All that waits for a person's yes or no on the Review page."""
        return self.pending_review + self.marked_outdated + self.proposals

    def to_dict(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "queue": self.queue,
            "done": self.done,
            "total": self.total,
            "current": self.current,
            "watching": list(self.watching),
            "last_error": self.last_error,
            "backend": self.backend.to_dict(),
            "batched": self.batched,
            "maintenance": None if self.maintenance is None else self.maintenance.to_dict(),
            "paused_until": to_iso(self.paused_until),
            "pending_review": self.pending_review,
            "open_conflicts": self.open_conflicts,
            "marked_outdated": self.marked_outdated,
            "proposals": self.proposals,
        }
