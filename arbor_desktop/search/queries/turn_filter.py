"""What a search over what was said is limited to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbor_desktop.conversations.model import ConversationStatus, Role
from arbor_desktop.conversations.queries.conversations import INDEXED_KINDS

_KINDS = ", ".join(f"'{kind.value}'" for kind in sorted(INDEXED_KINDS))


@dataclass(frozen=True, slots=True)
class TurnFilter:
    """All conditions must hold; None: any. Times in milliseconds, `since` included, `until` not."""

    project: str | None = None
    conversation: str | None = None
    source: str | None = None
    status: ConversationStatus | None = None
    role: Role | None = None
    since: int | None = None
    until: int | None = None

    @property
    def narrows_conversations(self) -> bool:
        return bool(self.of_conversations()[1])

    def where(self) -> tuple[str, list[Any]]:
        """Conditions on `turn t` and `conversation c`."""
        of_turns, values = self.of_turns()
        of_conversations, others = self.of_conversations()
        return f"{of_turns} AND {of_conversations}", [*values, *others]

    def of_turns(self) -> tuple[str, list[Any]]:
        """Those of the conditions that are on `turn t`. What was taken back is never found."""
        condition, values = _conditions(
            ("t.role = ?", self.role and self.role.value), ("t.at >= ?", self.since), ("t.at < ?", self.until)
        )
        return f"t.unsaid = 0 AND t.kind IN ({_KINDS}) AND {condition}", values

    def of_conversations(self) -> tuple[str, list[Any]]:
        """Those of the conditions that are on `conversation c`."""
        return _conditions(
            ("c.project = ?", self.project),
            ("c.id = ?", self.conversation),
            ("c.source = ?", self.source),
            ("c.status = ?", self.status and self.status.value),
        )


def _conditions(*wanted: tuple[str, Any]) -> tuple[str, list[Any]]:
    given = [(condition, value) for condition, value in wanted if value is not None]
    return " AND ".join(["1", *(condition for condition, _ in given)]), [value for _, value in given]
