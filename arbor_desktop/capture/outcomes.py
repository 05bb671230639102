"""Outcomes of sessions, derived when a conversation is memorized and stored with its memories (spec 5.5).

A learning is verified when the session's last test or build run passed after it, or the person said that it
works. That raises its confidence as much as a repetition; and an assistant's learning in review for lack of
proof becomes active, if it is certain enough then and nobody decided on it meanwhile.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from arbor_desktop import resources
from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries import comparison
from arbor_desktop.conversations.model import Conversation, ConversationStatus, Turn
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.conversations.queries import conversations, outcomes
from arbor_desktop.conversations.queries.outcomes import Resting
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import LIVING, MemoryType, Source, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

if TYPE_CHECKING:
    from arbor_desktop.extraction.outcome.derivation import Derivation, Derived
    from arbor_desktop.extraction.outcome.steps import Marks

MOST_KEPT = 4
"""Sessions that are kept in mind: people work in few at a time."""
VERIFIED = "verified"
PROVEN = Sentence("Confirmed in the session: tests or the build passed, or you said it works")


@dataclass(slots=True)
class Settled:
    """Memories changed by a session's proof, and how many new ones no longer need review."""

    changed: list[str] = field(default_factory=list)
    no_longer_pending: int = 0


@dataclass(frozen=True, slots=True)
class _Kept:
    """The derivation of a session up to turn `through`. It applies while the session's project and
    `outcomes.rewritten` stay the same."""

    derivation: Derivation
    project: str | None
    rewritten: int
    through: int = 0


class Outcomes:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._lock = threading.Lock()
        self._kept: dict[str, _Kept] = {}
        self._known: tuple[Marks, str] | None = None

    def get(self, conversation_id: str) -> Outcome | None:
        """Return a session's outcome; None if it was not memorized, or is too old. Raises NotFound."""
        return self._rt.db.read(lambda c: outcomes.get(c, conversations.row_of(c, conversation_id)))

    def of(
        self,
        conversation: Conversation,
        turns: Sequence[Turn],
        rewritten: int,
        status: ConversationStatus,
        reason: str | None,
    ) -> Derived | None:
        """Derive the outcome of a session about to be memorized; None if it stays the same.

        The whole session counts, also the part memorized before; that is kept in mind, so that only new turns
        are read when the session goes on. `turns`: all of them, if they were read when
        `queries.outcomes.rewritten` was `rewritten`.
        """
        brief = reason == "trivial" and conversation.memorized_through > 0  # "works now, thanks"
        if not (status is ConversationStatus.MEMORIZED or brief) or conversation.text_removed_at is not None:
            return None
        if turns and turns[0].number == 1:
            kept = self._go_on(self._begin(conversation, rewritten), turns)
        else:
            with self._lock:
                before = self._kept.pop(conversation.id, None)
            kept = self._rt.db.read(lambda conn: self._read_on(conn, conversation, before))
        with self._lock:
            self._kept[conversation.id] = kept
            if len(self._kept) > MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
        return kept.derivation.derived(conversation.paths)

    def _begin(self, conversation: Conversation, rewritten: int) -> _Kept:
        # Imported where it is needed: most commands memorize nothing.
        from arbor_desktop.extraction.outcome.derivation import Derivation

        return _Kept(Derivation(self._rules()[0], conversation.project), conversation.project, rewritten)

    def _read_on(self, conn: Connection, conversation: Conversation, kept: _Kept | None) -> _Kept:
        """Take what was said since `kept`, or all if that no longer applies."""
        rewritten = outcomes.rewritten(conn)
        if kept is None or (kept.project, kept.rewritten) != (conversation.project, rewritten):
            kept = self._begin(conversation, rewritten)
        row = conversations.row_of(conn, conversation.id)
        return self._go_on(kept, outcomes.turns(conn, row, kept.through))

    @staticmethod
    def _go_on(kept: _Kept, turns: Sequence[Turn]) -> _Kept:
        kept.derivation.take(turns)
        return replace(kept, through=turns[-1].number) if turns else kept

    def _rules(self) -> tuple[Marks, str]:
        """Return the rules for outcomes and their version: outcomes of another version are derived again."""
        if self._known is None:
            from arbor_desktop.extraction.outcome.derivation import RULES
            from arbor_desktop.extraction.outcome.steps import load_marks

            text = resources.read_text("extraction/outcome.toml")
            version = f"{RULES} {hashlib.sha256(text.encode()).hexdigest()[:12]}"
            self._known = load_marks(text), version
        return self._known

    def waiting(self, limit: int) -> list[str]:
        """Return conversations, newest first, whose outcome is missing or was derived by older rules.

        Those that ended longer ago than outcomes are kept are left out.
        """
        days = self._rt.settings.get("retention.outcome_days")
        since = self._rt.clock() - days * DAY_MS if days else 0
        return self._rt.db.read(lambda c: outcomes.waiting(c, self._rules()[1], since, limit))

    def derive_again(self, conversation_id: str, by: Write) -> list[str]:
        """Derive the outcome of a memorized conversation again, and what it proves. Its age stays the same.

        Return the memories that this changed. Raises NotFound.
        """
        conversation = self._rt.db.read(lambda c: conversations.get(c, conversation_id))
        derived = self.of(conversation, (), 0, ConversationStatus.MEMORIZED, None)

        def write(conn: Connection) -> list[str]:
            if conversations.get(conn, conversation_id).memorized_through != conversation.memorized_through:
                return []  # it was memorized meanwhile, and so was its outcome
            row = conversations.row_of(conn, conversation_id)
            at = outcomes.derived_at(conn, row) or conversation.ended_at or by.now
            return self.commit(conn, row, derived, by, at).changed

        return self._rt.db.write(write)

    def commit(
        self, conn: Connection, conversation: int, derived: Derived | None, by: Write, at: int | None = None
    ) -> Settled:
        """Store the outcome within the transaction that memorizes, and verify the session's learnings.

        `at`: when it was derived, by default now.
        """
        settled = Settled()
        if derived is None:
            return settled
        outcomes.put(conn, conversation, derived.outcome, by.now if at is None else at, self._rules()[1])
        comparison.put_counts(conn, conversation, derived.effort)
        for learning in outcomes.resting(conn, conversation):
            if learning.kind is None:
                continue
            verdict = derived.proof.of(learning.last_turn, learning.content, gotcha=learning.kind == "gotcha")
            if verdict.verified and not learning.verified:
                outcomes.prove(conn, learning.evidence, verdict.error_text, verified=True)
                self._strengthen(conn, learning, by, settled)
            elif verdict.error_text and not learning.error_text:
                outcomes.prove(conn, learning.evidence, verdict.error_text, verified=False)
        return settled

    def _strengthen(self, conn: Connection, learning: Resting, by: Write, settled: Settled) -> None:
        """Raise the confidence of an assistant's conclusion; a person's statement needs no proof."""
        settled.changed.append(learning.memory_id)
        if learning.source is not Source.AI_INFERRED or learning.status not in LIVING:
            return
        worth = round(min(1.0, memories.worth(conn, learning.memory, by) + memories.REINFORCEMENT), 6)
        fields: dict[str, Any] = {"confidence": worth, "reinforced_at": by.now}
        if self._needs_no_review(conn, learning, worth):
            fields["status"] = Status.ACTIVE
            settled.no_longer_pending += outcomes.made_by(conn, learning.memory_id, by.action_id)
        memories.change(conn, learning.memory, fields, replace(by, reason=PROVEN), VERIFIED, touch=False)

    def _needs_no_review(self, conn: Connection, learning: Resting, worth: float) -> bool:
        return (
            learning.status is Status.PENDING
            and learning.type is not MemoryType.INSTRUCTION
            and self._rt.settings.get("review.mode") != "everything"
            and worth >= self._rt.settings.get("review.certain_from")
            and outcomes.undecided(conn, learning.memory_id)
        )
