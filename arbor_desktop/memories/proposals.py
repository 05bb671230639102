"""What an agent would change: it proposes, the person decides in Review (spec 6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import to_iso


class ProposalAction(StrEnum):
    EDIT = "edit"
    DELETE = "delete"


class Decision(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    OVERTAKEN = "overtaken"
    """The memory was changed or went away before anybody decided."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """`fields` are those that an edit would change, with their new values; `before` has their values as they
    were when it was proposed. `client` is the name that the agent's program gave itself."""

    id: str
    memory_id: str
    action: ProposalAction
    at: int
    content: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    client: str = ""
    reason: str = ""
    decision: Decision | None = None
    decided_at: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "memory_id": self.memory_id,
            "action": self.action.value,
            "content": self.content,
            "fields": dict(self.fields),
            "before": dict(self.before),
            "client": self.client,
            "reason": self.reason,
            "at": to_iso(self.at),
            "decision": None if self.decision is None else self.decision.value,
            "decided_at": to_iso(self.decided_at),
        }
