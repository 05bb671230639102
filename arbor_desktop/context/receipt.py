"""What was told to sessions, whether it arrived there, and whether it was used (spec 5.4, 6.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.context.model import Rate


class Use(StrEnum):
    """What became of a memory in the session that it was told to."""

    USED = "used"
    FAILED = "failed"
    UNUSED = "unused"
    """Nothing in the session shows that it was of use."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A memory that a session was told. `use` is None until it was judged; `reason` says to people why, and
    `turn` where. `content` is what the memory says today."""

    memory_id: str
    content: str = ""
    use: Use | None = None
    reason: str = ""
    turn: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "memory_id": self.memory_id,
            "content": self.content,
            "use": None if self.use is None else self.use.value,
            "reason": self.reason,
            "turn": self.turn,
        }


@dataclass(frozen=True, slots=True)
class Receipt:
    """One answer of a hook: what a session was told at its start, or with a prompt. `event` is the hook's
    name in the words of the tool. `arrived`: whether the session's record shows it; None as long as there is
    no record, or in a tool whose records don't show it. Times in milliseconds."""

    id: str
    tool: str
    event: str
    session_id: str
    at: int
    project: str | None = None
    branch: str | None = None
    conversation_id: str | None = None
    tokens: int = 0
    arrived: bool | None = None
    judged_at: int | None = None
    delivered: tuple[Delivered, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "tool": self.tool,
            "event": self.event,
            "session_id": self.session_id,
            "at": to_iso(self.at),
            "project": self.project,
            "branch": self.branch,
            "conversation_id": self.conversation_id,
            "tokens": self.tokens,
            "arrived": self.arrived,
            "judged_at": to_iso(self.judged_at),
            "memories": [one.to_dict() for one in self.delivered],
        }


@dataclass(frozen=True, slots=True)
class ToldFigures:
    """How many memories one session was told, and of how many it is known that they were used or did not
    hold. `arrived`: False where any of it got lost, None where nothing is known."""

    memories: int
    used: int = 0
    failed: int = 0
    arrived: bool | None = None


@dataclass(frozen=True, slots=True)
class DeliverySummary:
    """Is it working? Of the receipts since `since`: how many sessions were told something, in how many of
    those whose record can show it it arrived, and of those that were judged, in how many at least one memory
    helped. `helped`: of the memories that came into play in a session (were used, or followed and did not
    hold), how many helped; `memories`: how many were told to the sessions that were judged. A memory counts
    once for each session."""

    since: int
    sessions: int = 0
    arrived: Rate = field(default_factory=Rate)
    helped: Rate = field(default_factory=Rate)
    sessions_helped: Rate = field(default_factory=Rate)
    memories: int = 0
    last_at: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "since": to_iso(self.since),
            "sessions": self.sessions,
            "arrived": self.arrived.to_dict(),
            "helped": self.helped.to_dict(),
            "sessions_helped": self.sessions_helped.to_dict(),
            "memories": self.memories,
            "last_at": to_iso(self.last_at),
        }


class Pulse(StrEnum):
    """How an installed hook does."""

    UNHEARD = "unheard"
    """No session began since it was installed."""
    WELL = "well"
    SILENT = "silent"
    """Sessions began without it being called."""
    FAILING = "failing"
    """It was called, and met trouble."""


@dataclass(frozen=True, slots=True)
class HookHealth:
    """`tool` is the name of the integration; `message` says to people what is wrong and what to do."""

    tool: str
    pulse: Pulse
    installed_at: int | None = None
    called_at: int | None = None
    answered_at: int | None = None
    message: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "tool": self.tool,
            "pulse": self.pulse.value,
            "installed_at": to_iso(self.installed_at),
            "called_at": to_iso(self.called_at),
            "answered_at": to_iso(self.answered_at),
            "message": self.message,
        }
