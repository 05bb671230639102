"""What an AI sees, why each memory is in or out, and receipts of what sessions were given (spec 4.3, 5.4,
6.1).

`to_dict()` has the shapes of the contract (spec 7).
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.documents import DIGITS, document
from arbor_desktop.memories.model import MemoryType, Privacy, Scope
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.search.model import Hit


@dataclass(frozen=True, slots=True)
class Included:
    """A memory in the block. `layer`: where it came from, 1 to 5, and `reason` in words. `first_line`,
    `last_line`: its lines in the text, from 1. `relevance`: how well it fits the prompt, if that brought
    it."""

    id: str
    layer: int
    content: str
    reason: str = ""
    type: MemoryType = MemoryType.FACT
    scope: Scope = Scope.GLOBAL
    privacy_level: Privacy = Privacy.NORMAL
    confidence: float = 0.0
    tokens: int = 0
    first_line: int = 0
    last_line: int = 0
    relevance: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Excluded:
    """A memory that is not in the block. `kind`: a word for the reason (`EXCLUDED_KINDS`), `reason`: for
    people; `tokens`: its size."""

    id: str
    reason: str
    kind: str = "other"
    content: str = ""
    type: MemoryType = MemoryType.FACT
    scope: Scope = Scope.GLOBAL
    scope_id: str | None = None
    privacy_level: Privacy = Privacy.NORMAL
    confidence: float = 0.0
    tokens: int = 0

    def to_dict(self) -> dict[str, Any]:
        return document(self)


EXCLUDED_KINDS = (
    "over_budget", "never_share", "sensitive", "expired", "low_confidence", "less_recent", "other_branch",
    "other_project", "no_project", "other_technology", "about_person", "conflict", "replaced", "pending",
    "outdated", "over_limit", "not_in_file",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Context:
    """The block that an AI sees, and why each memory is in or out."""

    status: str
    text: str
    tokens: int
    included: tuple[Included, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    stats: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Rate:
    """`part` of `whole`."""

    part: int = 0
    whole: int = 0

    @property
    def share(self) -> float | None:
        """Return the share, 0 to 1; None if there is no data."""
        return self.part / self.whole if self.whole else None

    def to_dict(self) -> dict[str, Any]:
        return document(self, share=None if self.share is None else round(self.share, DIGITS))


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The memories relevant to a query (spec 7.3). `context`: the block for an AI, of `total_tokens`;
    `conflicts`: the ids of open conflicts among the memories."""

    memories: tuple[Hit, ...]
    conflicts: tuple[str, ...]
    context: str
    total_tokens: int

    def to_dict(self) -> dict[str, Any]:
        return document(self)


# -- receipts --


class Use(StrEnum):
    """The use that a session made of a memory it received."""

    USED = "used"
    FAILED = "failed"
    UNUSED = "unused"
    """Nothing in the session shows that it helped."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A memory that a session was given. `use`: None until it was judged; `reason`: why, for people; `turn`:
    where. `content`: what the memory says today."""

    memory_id: str
    content: str = ""
    use: Use | None = None
    reason: str = ""
    turn: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Receipt:
    """One answer of a hook, at the start of a session or with a prompt. `event`: the tool's name of the hook.
    `arrived`: whether the session's record shows it; None while there is no record, or for a tool whose
    records don't show it. `withheld`: no answer, as the session gets no memories, to be compared with others.
    Times in milliseconds."""

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
    withheld: bool = False

    def to_dict(self) -> dict[str, Any]:
        found = document(self)
        return found | {"memories": found.pop("delivered")}


@dataclass(frozen=True, slots=True)
class ToldFigures:
    """The number of memories that one session was given, used, and found to be wrong. `arrived`: False if any
    of it got lost, None if nothing is known. `withheld`: it gets none, to be compared with others."""

    memories: int
    used: int = 0
    failed: int = 0
    arrived: bool | None = None
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class DeliverySummary:
    """Figures of the receipts since `since`. `sessions`: those that were given memories. `arrived`: of those
    whose record can show it. `sessions_helped`: of the judged ones, those in which a memory helped. `helped`:
    of the memories that were followed, those that were right. `memories`: those given to judged sessions,
    each once a session."""

    since: int
    sessions: int = 0
    arrived: Rate = field(default_factory=Rate)
    helped: Rate = field(default_factory=Rate)
    sessions_helped: Rate = field(default_factory=Rate)
    memories: int = 0
    last_at: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self, since=to_iso(self.since))


class Pulse(StrEnum):
    """The state of an installed hook."""

    UNHEARD = "unheard"
    """No session began since it was installed."""
    WELL = "well"
    SILENT = "silent"
    """Sessions began without calling it."""
    FAILING = "failing"
    """It was called, and failed."""


@dataclass(frozen=True, slots=True)
class HookHealth:
    """`tool`: the name of the integration. `message`: what is wrong and what to do, for people."""

    tool: str
    pulse: Pulse
    installed_at: int | None = None
    called_at: int | None = None
    answered_at: int | None = None
    message: str = ""

    def to_dict(self) -> dict[str, Any]:
        return document(self)
