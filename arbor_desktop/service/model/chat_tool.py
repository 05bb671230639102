"""The tool by which a model stores a memory itself: `arbor_store_memory` (spec 6.2).

What a model says is no evidence of what a person wants: an instruction, and whatever it calls important,
waits for the person's yes before it is told to anybody; what is known gains nothing by being said again; what
the person turned down stays turned down.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from arbor_desktop.core.confidence import rate_of
from arbor_desktop.core.errors import ArborError, InvalidInput
from arbor_desktop.core.filters import parse_enum
from arbor_desktop.core.memory import Evidence, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.core.model import Tool, ToolResult, ToolUse
from arbor_desktop.core.results import StoreResult
from arbor_desktop.core.words import clean
from arbor_desktop.service import checks, merging
from arbor_desktop.service.comparing import Compared, Comparing
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import conversations, memories
from arbor_desktop.store.database import Connection
from arbor_desktop.store.memories import NewMemory, Write

log = logging.getLogger(__name__)

NAME = "arbor_store_memory"
RULE = "agent.stored"
CERTAIN, LIKELY = 1.0, 0.85
"""The confidence of what is of high importance, and of the rest."""
MOST = 10
"""So many memories at most come of one answer."""
LONGEST = 1000
"""Characters of a memory that a model stores."""
REDACTED = "[redacted:"


class Importance(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


STORE_MEMORY = Tool(
    NAME,
    "Stores one lasting statement about the person, their team or their project, to be known in later "
    "conversations. Answers whether it was stored, was known already, or waits for the person's yes.",
    {
        "type": "object",
        "properties": {
            "content": {
                "type": "string",
                "description": "One whole sentence that can be understood alone, in the third person.",
            },
            "type": {"type": "string", "enum": [one.value for one in MemoryType]},
            "importance": {"type": "string", "enum": [one.value for one in Importance]},
        },
        "required": ["content", "type", "importance"],
        "additionalProperties": False,
    },
)


class Fate(StrEnum):
    """What became of a memory that a model wanted to store."""

    STORED = "stored"
    KNOWN = "known"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory that a model wanted to be stored: `result.id` is the one that holds it now."""

    result: StoreResult
    content: str
    type: MemoryType
    fate: Fate

    def to_dict(self) -> dict[str, Any]:
        return self.result.to_dict() | {
            "content": self.content, "type": self.type.value, "status": self.fate.value,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory is stored from: the conversation (id and row), the turn it came of, and its project."""

    conversation: str
    row: int
    turn: int
    project: str | None


class StoreTool:
    """Carries out uses of the tool. `comparing` finds what a new memory contradicts; `redacted` takes secrets
    out of a text."""

    def __init__(self, runtime: Runtime, comparing: Comparing, redacted: Callable[[str], str]) -> None:
        self._rt = runtime
        self._comparing = comparing
        self._redacted = redacted

    def use(self, use: ToolUse, place: Place, room: int = MOST) -> tuple[ToolResult, Kept | None]:
        """What the model is told, and what was kept. `room`: so many more memories may come of it."""
        if use.name != NAME:
            return ToolResult(use.id, f"There is no tool {use.name}.", failed=True), None
        if room <= 0:
            return ToolResult(use.id, "Not stored: enough for one answer.", failed=True), None
        try:
            kept = self._store(use.input, place)
        except InvalidInput as error:
            return ToolResult(use.id, f"Not stored: {error.message}", failed=True), None
        except ArborError as error:
            log.warning("A memory that a model gave could not be stored: %s", error.message)
            return ToolResult(use.id, "Not stored: the memory could not be written.", failed=True), None
        return ToolResult(use.id, _words(kept)), kept

    def _store(self, given: dict[str, Any], place: Place) -> Kept:
        new = self._checked(given, place)
        by = self._rt.by("agent", "Stored by the model in a chat")

        def write(conn: Connection) -> tuple[Kept, Compared]:
            kept = _put(conn, new, place, by)
            if kept.fate is Fate.KNOWN:
                return kept, Compared()
            return kept, self._comparing.of(conn, [kept.result.id], by)

        kept, done = self._rt.db.write(write)
        touched = tuple(dict.fromkeys([kept.result.id, *done.by_memory, *done.changed]))
        self._rt.announce(touched, (place.conversation,), status=True, conflicts=done.anything)
        conflicts = tuple(done.by_memory.get(kept.result.id, ()))
        return replace(kept, result=replace(kept.result, conflicts=conflicts))

    def _checked(self, given: dict[str, Any], place: Place) -> NewMemory:
        content = clean(self._redacted(checks.content(given.get("content"))))
        if len(content) > LONGEST:
            raise InvalidInput(f"At most {LONGEST} characters.", field="content")
        if REDACTED in content:
            raise InvalidInput("It holds a secret, which is never stored.", field="content")
        kind = parse_enum(MemoryType, str(given.get("type", "")), "type")
        importance = parse_enum(Importance, str(given.get("importance", "medium")), "importance")
        high = importance is Importance.HIGH
        category = checks.DEFAULT_CATEGORY[kind]
        asks = high or kind is MemoryType.INSTRUCTION
        asks = asks or self._rt.settings.get("review.mode") == "everything"
        return NewMemory(
            content=content,
            type=kind,
            category=category,
            scope=Scope.PROJECT if place.project else Scope.GLOBAL,
            scope_id=place.project,
            source=Source.AGENT_STORED,
            status=Status.PENDING if asks else Status.ACTIVE,
            confidence=CERTAIN if high else LIKELY,
            privacy_level=Privacy.ALWAYS_INCLUDE if high else Privacy.NORMAL,
            decay_rate=rate_of(kind, Source.AGENT_STORED, category),
        )


def _put(conn: Connection, new: NewMemory, place: Place, by: Write) -> Kept:
    if conversations.is_left_out(conn, place.row):
        raise InvalidInput("The person keeps this conversation out of the memory.")
    held = merging.held(conn, new)
    if held is None and new.scope is not Scope.GLOBAL:  # what holds everywhere holds here
        held = merging.held(conn, replace(new, scope=Scope.GLOBAL, scope_id=None))
    if held is not None and not held.living:
        raise InvalidInput("The person turned this down, or put it away.")
    if held is not None:
        known = StoreResult(
            held.id, duplicate=held.near is None, merged=held.near is not None, existing_id=held.id
        )
        return Kept(known, new.content, new.type, Fate.KNOWN)
    ident, row = memories.insert(conn, new, by)
    said = Evidence(
        place.conversation, place.turn, place.turn, RULE, project=place.project, at=by.now,
        confidence=new.confidence,
    )  # fmt: skip
    memories.add_evidence(conn, row, place.row, [said])
    fate = Fate.WAITS if new.status is Status.PENDING else Fate.STORED
    return Kept(StoreResult(ident), new.content, new.type, fate)


def _words(kept: Kept) -> str:
    if kept.fate is Fate.KNOWN:
        return "Already known; nothing was added."
    if kept.fate is Fate.WAITS:
        return "It waits for the person's yes in Arbor, and is not told to anybody before."
    return "Stored."
