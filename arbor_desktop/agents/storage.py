"""Storage of memories that an agent or a chat model writes (spec 6.2): the tool `arbor_store_memory`.

A model's text is no evidence of what a person wants: a web page may have planted it. So only a plain
statement about the project is active at once. Everything else needs review first: global memories, those the
model calls important, instructions, and any text that is more than a statement. An already saved memory gains
nothing by being stored again; a rejected one stays rejected.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.conflicts.model import Compared
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.queries import review
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.confidence import rate_of
from arbor_desktop.memories.model import Evidence, MemoryType, Privacy, Scope, Source, Status, StoreResult
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import REDACTED, Runtime
from arbor_desktop.text.words import clean

RULE = "agent.stored"
CERTAIN, LIKELY = 1.0, 0.85
"""Confidence of memories of high importance, and of others."""
LONGEST = 1000
"""Characters of a memory, at most."""
MOST_WAITING = 200
"""Pending memories, at most: nobody reads a longer list."""
_THE_USER = re.compile(r"\bthe user\b", re.IGNORECASE)


class Importance(StrEnum):
    """The importance that a model gives a memory."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class StoreState(StrEnum):
    """The result of storing a memory."""

    STORED = "stored"
    KNOWN = "known"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class StoreOutcome:
    """The outcome of storing a memory; `result.id` is the memory that has its content now."""

    result: StoreResult
    content: str
    type: MemoryType
    state: StoreState

    @property
    def message(self) -> str:
        """The message for the model."""
        if self.state is StoreState.KNOWN:
            return "Already saved; nothing was added."
        if self.state is StoreState.WAITS:
            return "It needs the person's review in Arbor and is not shared until then."
        return "Stored."

    def to_dict(self) -> dict[str, Any]:
        return self.result.to_dict() | {
            "content": self.content, "type": self.type.value, "status": self.state.value,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Origin:
    """The conversation (id and row), turn and project that a memory comes from."""

    conversation: str
    row: int
    turn: int
    project: str | None


class AgentStore:
    """Stores memories of agents. `detector` finds the memories that a new one contradicts."""

    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector

    def store(
        self, given: Mapping[str, Any], project: str | None, reason: str, origin: Origin | None = None
    ) -> StoreOutcome:
        """Store a memory (`given`: content, type, importance) for a project, or globally.

        `reason` is for the history; `origin` is its conversation, if that is stored. Raises InvalidInput with
        a message for the model.
        """
        new = self._checked(given, project)
        if project is None and origin is None:
            new = replace(new, status=Status.PENDING)  # it is not known where it applies
        by = self._rt.by("agent", reason)
        self._detector.prepare([new], by)

        def write(conn: Connection) -> tuple[StoreOutcome, Compared]:
            outcome = _put(conn, new, origin, by)
            if outcome.state is StoreState.KNOWN:
                return outcome, Compared()
            return outcome, self._detector.compare(conn, [outcome.result.id], by)

        outcome, done = self._rt.db.write(write)
        touched = tuple(dict.fromkeys([outcome.result.id, *done.by_memory, *done.changed]))
        said_in = () if origin is None else (origin.conversation,)
        self._rt.announce(touched, said_in, status=True, conflicts=done.anything)
        conflicts = tuple(done.by_memory.get(outcome.result.id, ()))
        return replace(outcome, result=replace(outcome.result, conflicts=conflicts))

    def _checked(self, given: Mapping[str, Any], project: str | None) -> NewMemory:
        content = _short(given.get("content"))
        content = _short(without_secrets(self._rt, checks.content(content)))
        kind = parse_enum(MemoryType, str(given.get("type", "")), "type")
        importance = parse_enum(Importance, str(given.get("importance", "medium")), "importance")
        high = importance is Importance.HIGH
        category = checks.DEFAULT_CATEGORY[kind]
        asks = high or kind is MemoryType.INSTRUCTION or not is_plain_fact(content)
        asks = asks or self._rt.settings.get("review.mode") == "everything"
        return NewMemory(
            content=content,
            type=kind,
            category=category,
            scope=Scope.PROJECT if project else Scope.GLOBAL,
            scope_id=project,
            source=Source.AGENT_STORED,
            status=Status.PENDING if asks else Status.ACTIVE,
            confidence=CERTAIN if high else LIKELY,
            privacy_level=Privacy.ALWAYS_INCLUDE if high else Privacy.NORMAL,
            decay_rate=rate_of(kind, Source.AGENT_STORED, category),
        )


def _short(content: Any) -> Any:
    if isinstance(content, str) and len(content.strip()) > LONGEST:
        raise InvalidInput(f"At most {LONGEST:,} characters; this has {len(content):,}.", field="content")
    return content


def without_secrets(runtime: Runtime, text: str) -> str:
    """Return `text` in a form that can be stored. Raises InvalidInput if it has a secret: half a statement is
    useless."""
    safe = clean(runtime.redact(text))
    if REDACTED in safe:
        raise InvalidInput("It contains a secret; secrets are never stored.", field="content")
    return safe


def is_plain_fact(content: str) -> bool:
    """Return whether a text states a fact and nothing else, whatever type it is given."""
    # Imported where it is needed: its patterns take a while to read.
    from arbor_desktop.extraction.with_model import evidence

    # In a person's turn only a planted text says "the user"; an agent does so all the time.
    about = _THE_USER.sub("somebody", content)
    return evidence.is_plain(content) and not evidence.dictates(content) and not evidence.commands(about)


def _put(conn: Connection, new: NewMemory, origin: Origin | None, by: Write) -> StoreOutcome:
    if origin is not None and conversations.is_left_out(conn, origin.row):
        raise InvalidInput("The person ignores this conversation in Arbor.")
    existing = duplicates.find(conn, new, by)
    if existing is None and new.scope is not Scope.GLOBAL:  # a global memory applies here, too
        existing = duplicates.find(conn, replace(new, scope=Scope.GLOBAL, scope_id=None), by)
    if existing is not None and not existing.living:
        raise InvalidInput("The person rejected or archived this.")
    if existing is not None:
        same = existing.near is None
        known = StoreResult(existing.id, duplicate=same, merged=not same, existing_id=existing.id)
        return StoreOutcome(known, new.content, new.type, StoreState.KNOWN)
    if new.status is Status.PENDING and review.count_waiting(conn, Source.AGENT_STORED) >= MOST_WAITING:
        raise InvalidInput(f"{MOST_WAITING} memories already need the person's review.")
    ident, row = memories.insert(conn, new, by)
    if origin is not None:
        said = Evidence(
            origin.conversation, origin.turn, origin.turn, RULE, project=origin.project, at=by.now,
            confidence=new.confidence,
        )  # fmt: skip
        memories.add_evidence(conn, row, origin.row, [said])
    state = StoreState.WAITS if new.status is Status.PENDING else StoreState.STORED
    return StoreOutcome(StoreResult(ident), new.content, new.type, state)
