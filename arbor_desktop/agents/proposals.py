"""Changes that agents propose, and the person's decisions about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbor_desktop.conflicts import duplicates
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.operations import Memories, edit
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import LIVING, Memory, Proposal, ProposalAction, ProposalDecision, Status
from arbor_desktop.memories.queries import memories, proposals
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

PROPOSABLE = ("content", "type", "category", "tags", "technology", "expires_at")
"""Fields that an agent may propose to change. Scope, privacy and confidence are for the person to decide."""
MOST_OPEN = 100
"""Most open proposals: nobody reads a longer list."""
LONGEST_REASON, LONGEST_NAME = 500, 80


class Proposals:
    """Thread-safe."""

    def __init__(self, runtime: Runtime, memories: Memories) -> None:
        self._rt = runtime
        self._memories = memories

    def propose_edit(
        self, memory_id: str, fields: Mapping[str, Any], *, client: str = "", reason: str = ""
    ) -> Proposal:
        """Store a proposed edit, without changing the memory. Equal proposals are stored once. `client` is
        the name of the agent's program.

        Raises NotFound, and InvalidInput if it changes nothing, is not allowed, was rejected before, or too
        many are open.
        """
        if not fields:
            raise InvalidInput("Say what to change.")
        for name in fields:
            if name not in PROPOSABLE:
                raise InvalidInput(f"{name} can't be proposed; only {', '.join(PROPOSABLE)} can.", field=name)

        def prepare(conn: Connection, memory: Memory, now: int) -> Proposal:
            wanted = proposals.plain(checks.changes(dict(fields), memory))
            here = proposals.values(conn, memory.id, ("content", *wanted))
            changed = {name: value for name, value in wanted.items() if here[name] != value}
            if not changed:
                raise InvalidInput("The memory already says so.", id=memory.id)
            before = {name: here[name] for name in dict.fromkeys(("content", *changed))}
            return _proposal(memory, ProposalAction.EDIT, now, changed, before, client, reason)

        return self._propose(memory_id, prepare)

    def propose_deletion(self, memory_id: str, *, client: str = "", reason: str = "") -> Proposal:
        """Store a proposed deletion, like `propose_edit`."""

        def prepare(conn: Connection, memory: Memory, now: int) -> Proposal:
            before = proposals.values(conn, memory.id, ("content",))
            return _proposal(memory, ProposalAction.DELETE, now, {}, before, client, reason)

        return self._propose(memory_id, prepare)

    def _propose(self, memory_id: str, prepare: Callable[[Connection, Memory, int], Proposal]) -> Proposal:
        by = self._rt.by("agent")

        def write(conn: Connection) -> tuple[Proposal, bool]:
            memory = memories.get(conn, memory_id, by.policy, by.now)
            if memory.status not in LIVING:
                raise InvalidInput(f"That memory is {memory.status.value}.", id=memory_id)
            new = prepare(conn, memory, by.now)
            known = proposals.like(conn, memory.row, new)
            if known is not None and known.decision is None:
                return known, False
            if known is not None and known.decision is ProposalDecision.REJECTED:
                raise InvalidInput("The person rejected this.", id=memory_id)
            if proposals.count_waiting(conn) >= MOST_OPEN:
                raise InvalidInput(f"{MOST_OPEN} proposals already need the person's decision.")
            return proposals.get(conn, proposals.insert(conn, memory.row, new)), True

        proposal, new = self._rt.db.write(write)
        if new:
            self._rt.announce((memory_id,), status=True)
        return proposal

    def open(self) -> list[Proposal]:
        """Return the open proposals, oldest first. A later change or deletion of its memory closes a
        proposal, until that is undone."""
        return self._rt.db.read(proposals.waiting)

    def accept(self, proposal_id: str) -> Memory:
        """Apply a proposal as the person's own change; `undo` reopens it. Raises NotFound, and InvalidInput
        if it is not open."""
        return self.accept_all([proposal_id])[0]

    def accept_all(self, proposal_ids: Sequence[str]) -> list[Memory]:
        """Apply all proposals or, if one can't be, none, as one action."""
        known = self._rt.db.read(lambda c: [proposals.get(c, ident) for ident in proposal_ids])
        action = self._rt.by("user")

        def write(conn: Connection) -> None:
            for proposal in known:
                by = replace(action, reason=_because(proposal))
                _check_open(proposals.get(conn, proposal.id))
                memory = memories.get(conn, proposal.memory_id, by.policy, by.now)
                if proposal.action is ProposalAction.DELETE:
                    memories.change(conn, memory.row, {"status": Status.DELETED}, by, "deleted")
                else:
                    fields = checks.changes(dict(proposal.fields), memory)
                    duplicates.refuse_duplicate(conn, memory, fields)
                    edit(conn, memory, fields, by)
                proposals.decide(conn, proposal.id, ProposalDecision.ACCEPTED, by.now, by.action_id)

        return self._memories.apply(write, [proposal.memory_id for proposal in known], action)

    def reject(self, proposal_id: str) -> None:
        """Reject a proposal; the same can't be proposed again. Raises NotFound, InvalidInput."""
        self._decide(proposal_id, ProposalDecision.REJECTED)

    def reopen(self, proposal_id: str) -> None:
        """Reopen a rejected proposal. Raises NotFound, InvalidInput."""
        self._decide(proposal_id, None)

    def _decide(self, proposal_id: str, decision: ProposalDecision | None) -> None:
        now = self._rt.clock()

        def write(conn: Connection) -> str:
            proposal = proposals.get(conn, proposal_id)
            if decision is not None:
                _check_open(proposal)
            elif proposal.decision is not ProposalDecision.REJECTED:
                raise InvalidInput("That proposal was not rejected.", id=proposal_id)
            proposals.decide(conn, proposal_id, decision, now)
            return proposal.memory_id

        self._rt.announce((self._rt.db.write(write),), status=True)


def _check_open(proposal: Proposal) -> None:
    if proposal.decision is ProposalDecision.OVERTAKEN:
        raise InvalidInput(
            "The memory was changed since this was proposed, so the proposal no longer applies.",
            id=proposal.id,
        )
    if proposal.decision is not None:
        raise InvalidInput(f"That proposal is {proposal.decision.value} already.", id=proposal.id)


def _proposal(
    memory: Memory,
    action: ProposalAction,
    now: int,
    fields: dict[str, Any],
    before: dict[str, Any],
    client: str,
    reason: str,
) -> Proposal:
    name = checks.optional_text(client[: LONGEST_NAME * 4], "client", LONGEST_NAME * 4) or ""
    why = checks.optional_text(reason, "reason", LONGEST_REASON) or ""
    return Proposal("", memory.id, action, now, memory.content, fields, before, name[:LONGEST_NAME], why)


def _because(proposal: Proposal) -> str:
    """Return the reason that the history shows."""
    who = proposal.client or "an agent"
    if proposal.reason:
        return Sentence("Proposed by {who}: {reason}", who=who, reason=proposal.reason)
    return Sentence("Proposed by {who}", who=who)
