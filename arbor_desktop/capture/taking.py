"""What a conversation gave becomes memories, one candidate after the other, as part of one commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arbor_desktop.conflicts import merging
from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.conversations.model import Conversation, Turn
from arbor_desktop.database.connection import Connection
from arbor_desktop.extraction.model import Candidate
from arbor_desktop.extraction.rules import Trusted
from arbor_desktop.memories.confidence import rate_of
from arbor_desktop.memories.model import Evidence, MemoryType, Scope, Source, Status
from arbor_desktop.memories.queries import lifecycle, memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.memories.trust import lowered
from arbor_desktop.settings import Settings
from arbor_desktop.text.words import clean

if TYPE_CHECKING:
    from arbor_desktop.capture.adjudication.adjudication import Judged

    Found = tuple[Candidate, Judged | None]
    """A candidate, and what a model said of it beside what is known, if it was asked."""


@dataclass(slots=True)
class Tally:
    """What one commit did."""

    items: int = 0
    duplicates: int = 0
    merged: int = 0
    pending: int = 0
    conflicts: int = 0
    changed: list[str] | None = None
    fresh: list[str] = field(default_factory=list)
    """Memories that did not exist before."""
    disputes: list[tuple[str, str, Verdict]] = field(default_factory=list)
    """What a model found to contradict: the new memory, the known one, and why."""

    def touched(self, ident: str) -> None:
        self.changed = [*(self.changed or []), ident]


@dataclass(frozen=True, slots=True)
class Taking:
    """One commit under way. `row` is the conversation's; what is done is added to `tally`."""

    conn: Connection
    row: int
    conversation: Conversation
    turns: Sequence[Turn]
    by: Write
    settings: Settings
    tally: Tally

    def take(self, found: Found, trusted: Trusted) -> None:
        """Stores one candidate, or adds its place to the memory that says the same."""
        candidate, judged = found
        new = placed(candidate, self.conversation, self.settings, trusted.factor)
        said_at = self._said_at(candidate)
        place = Evidence(
            self.conversation.id, candidate.first_turn, candidate.last_turn, candidate.rule,
            candidate.span_start, candidate.span_end, self.conversation.project,
            at=said_at or self.by.now, confidence=candidate.confidence,
        )  # fmt: skip
        held = merging.held(self.conn, new)
        if held is not None:
            self._again(held, new, place, said_at)
        elif judged is None or not self._is_held(judged, new, place):
            ident = self._store(new, place, trusted.reason(candidate.confidence))
            if judged is not None:
                self._beside(ident, judged, new, place)

    def _said_at(self, candidate: Candidate) -> int | None:
        turn = next((one for one in self.turns if one.number == candidate.first_turn), None)
        return (turn.at if turn is not None else None) or self.conversation.ended_at

    def _store(self, new: NewMemory, place: Evidence, reason: str | None) -> str:
        why = replace(self.by, reason=reason or self.by.reason)
        ident, row = memories.insert(self.conn, new, why, "captured")
        memories.add_evidence(self.conn, row, self.row, [place])
        self.tally.items += 1
        self.tally.pending += new.status is Status.PENDING
        self.tally.touched(ident)
        self.tally.fresh.append(ident)
        return ident

    def _again(self, held: merging.Held, new: NewMemory, place: Evidence, said_at: int | None) -> None:
        """What a memory holds already is said again."""
        merges = held.living and held.near is not None
        self.tally.merged += merges
        self.tally.duplicates += not merges
        if not memories.add_evidence(self.conn, held.row, self.row, [place]):
            return
        self.tally.touched(held.id)
        if held.living:
            merging.reinforce(self.conn, held, new, self.by, self.conversation.id)
        elif new.source is Source.USER_STATED and (said_at or 0) > memories.changed_at(self.conn, held.row):
            if held.near is None and lifecycle.was_forgotten(self.conn, held.id):
                merging.bring_back(self.conn, held.row, new, self.by)
                self.tally.pending += new.status is Status.PENDING
            else:
                merging.to_review(self.conn, held, new, self.by)
                self.tally.pending += 1

    def _is_held(self, judged: Judged, new: NewMemory, place: Evidence) -> bool:
        """Whether the memory that the model named holds the new one from now on."""
        # Imported where a model was asked, here and below: by default none is.
        from arbor_desktop.capture.adjudication import application
        from arbor_desktop.capture.adjudication.application import Way

        way, target = application.way(self.conn, judged, new, place.at or self.by.now, self.by)
        if target is None or way not in (Way.KNOWN, Way.JOINED):
            return False
        joins = way is Way.JOINED
        self.tally.merged += joins
        self.tally.duplicates += not joins
        if memories.add_evidence(self.conn, target.row, self.row, [place]):
            self.tally.touched(target.id)
            if joins:
                application.join(self.conn, target, judged.text, new, self.by, self.conversation.id)
            else:
                application.know(self.conn, target, new, self.by, self.conversation.id)
        return True

    def _beside(self, ident: str, judged: Judged, new: NewMemory, place: Evidence) -> None:
        """What a new memory does to the one that the model named: it takes its place, or contradicts it."""
        from arbor_desktop.capture.adjudication import application
        from arbor_desktop.capture.adjudication.application import Way

        way, target = application.way(self.conn, judged, new, place.at or self.by.now, self.by)
        if target is None:
            return
        if way is Way.REPLACES:
            application.replace_old(self.conn, target, ident, self.by)
            self.tally.touched(target.id)
        elif way is Way.DISPUTES:
            self.tally.disputes.append((ident, target.id, application.verdict(judged)))


def placed(
    candidate: Candidate, conversation: Conversation, settings: Settings, factor: float = 1.0
) -> NewMemory:
    """The memory that a candidate would be. `factor`: how far the candidate's rule is trusted."""
    scope, scope_id = Scope.GLOBAL, None
    if candidate.scope is Scope.PROJECT and conversation.project:
        scope, scope_id = Scope.PROJECT, conversation.project
    elif candidate.scope is Scope.CONVERSATION:
        scope, scope_id = Scope.CONVERSATION, conversation.id
    confidence = lowered(candidate.confidence, factor)
    return NewMemory(
        content=clean(candidate.content),
        type=candidate.type,
        category=candidate.category,
        scope=scope,
        scope_id=scope_id,
        branch=conversation.branch if candidate.on_branch and scope is Scope.PROJECT else None,
        source=candidate.source,
        status=_status(candidate, confidence, settings),
        confidence=confidence,
        privacy_level=candidate.privacy_level,
        tags=candidate.tags,
        technology=candidate.technology,
        details=candidate.details,
        expires_at=candidate.expires_at,
        decay_rate=rate_of(candidate.type, candidate.source, candidate.category),
    )


def _status(candidate: Candidate, confidence: float, settings: Settings) -> Status:
    mode = settings.get("review.mode")
    inferred = candidate.source is not Source.USER_STATED
    if candidate.type is MemoryType.INSTRUCTION and inferred:
        return Status.PENDING  # what an AI is to do is said by the person alone (8.3)
    if mode == "nothing":
        return Status.ACTIVE
    if mode == "everything":
        return Status.PENDING
    uncertain = inferred or confidence < settings.get("review.certain_from")
    return Status.PENDING if uncertain else Status.ACTIVE
