"""Storing what an agent or a model wants to be remembered (spec 6.2): the tool `arbor_store_memory`.

What a model says is no evidence of what a person wants, and a page may have talked it into that. So a plain
statement of the project is active at once, and all else needs the person's review first: what is global, what
the model calls important, an instruction, and every text that is more than a statement. What is known gains
nothing by being stored again; what the person turned down stays turned down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Compared, Detector
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.confidence import rate_of
from arbor_desktop.memories.model import Evidence, MemoryType, Privacy, Scope, Source, Status, StoreResult
from arbor_desktop.memories.queries import memories, review
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import REDACTED, Runtime
from arbor_desktop.text.words import clean

RULE = "agent.stored"
CERTAIN, LIKELY = 1.0, 0.85
"""The confidence of what is of high importance, and of the rest."""
LONGEST = 1000
"""Characters of a memory that a model stores."""
MOST_WAITING = 200
"""So many wait for a person at most: who has to read more reads none."""
_THE_USER = re.compile(r"\bthe user\b", re.IGNORECASE)


class Importance(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


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

    @property
    def words(self) -> str:
        """What the model is told."""
        if self.fate is Fate.KNOWN:
            return "Already known; nothing was added."
        if self.fate is Fate.WAITS:
            return "It waits for the person's yes in Arbor, and is not told to anybody before."
        return "Stored."

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


class AgentStore:
    """`detector` finds what a new memory contradicts; `redacted` takes secrets out of a text."""

    def __init__(self, runtime: Runtime, detector: Detector, redacted: Callable[[str], str]) -> None:
        self._rt = runtime
        self._detector = detector
        self._redacted = redacted

    def store(
        self, given: Mapping[str, Any], project: str | None, reason: str, place: Place | None = None
    ) -> Kept:
        """Stores what is `given` (content, type, importance) for a project, or for everywhere. `reason` says
        in the history who did; `place` is the conversation it was said in, if that is one of the store's.
        Raises InvalidInput with what the model is told."""
        new = self._checked(given, project)
        if project is None and place is None:
            new = replace(new, status=Status.PENDING)  # nobody saw where, or whether it is so everywhere
        by = self._rt.by("agent", reason)
        self._detector.prepare([new], by)

        def write(conn: Connection) -> tuple[Kept, Compared]:
            kept = _put(conn, new, place, by)
            if kept.fate is Fate.KNOWN:
                return kept, Compared()
            return kept, self._detector.compare(conn, [kept.result.id], by)

        kept, done = self._rt.db.write(write)
        touched = tuple(dict.fromkeys([kept.result.id, *done.by_memory, *done.changed]))
        said_in = () if place is None else (place.conversation,)
        self._rt.announce(touched, said_in, status=True, conflicts=done.anything)
        conflicts = tuple(done.by_memory.get(kept.result.id, ()))
        return replace(kept, result=replace(kept.result, conflicts=conflicts))

    def _checked(self, given: Mapping[str, Any], project: str | None) -> NewMemory:
        content = _short(given.get("content"))
        content = _short(without_secrets(self._redacted, checks.content(content)))
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


def without_secrets(redacted: Callable[[str], str], text: str) -> str:
    """`text` as it may be stored. Raises InvalidInput where it holds a secret: half a statement is none."""
    safe = clean(redacted(text))
    if REDACTED in safe:
        raise InvalidInput("It holds a secret, which is never stored.", field="content")
    return safe


def is_plain_fact(content: str) -> bool:
    """Return whether a statement says how something is, and nothing else, whatever type it is given."""
    # Imported where it is needed: its patterns take a while to read.
    from arbor_desktop.extraction.with_model import evidence

    # In a person's turn nobody but a planted text speaks of "the user"; an agent does so all the time.
    about = _THE_USER.sub("somebody", content)
    return evidence.is_plain(content) and not evidence.dictates(content) and not evidence.commands(about)


def _put(conn: Connection, new: NewMemory, place: Place | None, by: Write) -> Kept:
    if place is not None and conversations.is_left_out(conn, place.row):
        raise InvalidInput("The person keeps this conversation out of the memory.")
    held = duplicates.find(conn, new)
    if held is None and new.scope is not Scope.GLOBAL:  # what holds everywhere holds here
        held = duplicates.find(conn, replace(new, scope=Scope.GLOBAL, scope_id=None))
    if held is not None and not held.living:
        raise InvalidInput("The person turned this down, or put it away.")
    if held is not None:
        known = StoreResult(
            held.id, duplicate=held.near is None, merged=held.near is not None, existing_id=held.id
        )
        return Kept(known, new.content, new.type, Fate.KNOWN)
    if new.status is Status.PENDING and review.count_waiting(conn, Source.AGENT_STORED) >= MOST_WAITING:
        raise InvalidInput(
            f"{MOST_WAITING} memories wait for the person's yes already, who has to decide them."
        )
    ident, row = memories.insert(conn, new, by)
    if place is not None:
        said = Evidence(
            place.conversation, place.turn, place.turn, RULE, project=place.project, at=by.now,
            confidence=new.confidence,
        )  # fmt: skip
        memories.add_evidence(conn, row, place.row, [said])
    fate = Fate.WAITS if new.status is Status.PENDING else Fate.STORED
    return Kept(StoreResult(ident), new.content, new.type, fate)
