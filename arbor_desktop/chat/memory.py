"""Which memories a chat's model is told: those of the session, and those that fit what is asked.

As with an assistant's hooks (spec 6.1): what fits a prompt is told once and holds for the rest of the chat. A
model keeps nothing between two calls, so the block goes along with each, made anew of the store: what was
deleted, changed or marked "never share" meanwhile is gone from it at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.layers import PROMPT, TELLABLE, disputes_among
from arbor_desktop.context.packing import Offered, pack
from arbor_desktop.context.preview import Contexts
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Memory, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.runtime.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Loaded:
    """`text` is the block, `ids` the memories in it, in order; `failed` says why it could not be read."""

    text: str = ""
    ids: tuple[str, ...] = ()
    failed: str = ""


class ChatMemory:
    def __init__(self, runtime: Runtime, contexts: Contexts) -> None:
        self._rt = runtime
        self._contexts = contexts

    def load(
        self,
        *,
        project: str | None,
        conversation: str | None = None,
        prompt: str | None = None,
        before: Sequence[str] = (),
        first: bool = False,
    ) -> Loaded:
        """What is told now. `before`: the memories that were told in this chat; `first`: it begins."""
        context = self._contexts.get_context(
            project=project, conversation=conversation, prompt=prompt, log_access=first, explain=False
        )
        if context.status == "error":
            return Loaded(failed=str(context.stats.get("error", "")))
        ids = tuple(one.id for one in context.included)
        left = [ident for ident in before if ident not in ids]
        if not left:
            return Loaded(context.text, ids)
        text, more = self._rt.db.read(lambda conn: self._still(conn, left, ids, project, conversation))
        return Loaded("\n\n".join(part for part in (context.text, text) if part), (*ids, *more))

    def _still(
        self,
        conn: Connection,
        ids: Sequence[str],
        others: Sequence[str],
        project: str | None,
        conversation: str | None,
    ) -> tuple[str, tuple[str, ...]]:
        """A block of those that were told before and may still be."""
        now = self._rt.clock()
        day = now - now % DAY_MS
        known = memories.get_many(conn, ids, self._rt.policy, day)
        known = [one for one in known if _may_be_told(one, project, conversation, now)]
        disputes = disputes_among(conn, [*(one.id for one in known), *others], project, self._rt.policy, day)
        lost = {
            ident
            for dispute in disputes
            for ident in (*dispute.losers, *((dispute.winner,) if dispute.undecided else ()))
        }
        offered = [Offered(one, PROMPT) for one in known if one.id not in lost]
        packed = pack(offered, self._rt.settings.get("context.max_tokens"))
        return packed.text, tuple(told.offered.memory.id for told in packed.included)

    def note(self, ids: Sequence[str]) -> None:
        """Notes that memories were told, which reinforces nothing."""
        now = self._rt.clock()
        self._rt.db.write(lambda conn: memories.log_access(conn, ids, "conversation_start", now))


def _may_be_told(memory: Memory, project: str | None, conversation: str | None, now: int) -> bool:
    if memory.status is not Status.ACTIVE or memory.privacy_level not in TELLABLE or memory.needs_review:
        return False
    if memory.expires_at is not None and memory.expires_at <= now:
        return False
    places = {(Scope.GLOBAL, None), (Scope.PROJECT, project), (Scope.CONVERSATION, conversation)}
    return memory.branch is None and (memory.scope, memory.scope_id) in places
