"""Memories in a chat: which ones the model is sent, and the tool `arbor_store_memory` by which it stores one
(spec 6.2).

As with an assistant's hooks (spec 6.1), what matches a prompt is sent for the rest of the chat. A model keeps
nothing between two calls, so the block is sent with each, built anew from the database: what was deleted,
changed or marked "never share" meanwhile is not in it any more.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.agents.storage import AgentStore, Importance, Origin, StoreOutcome
from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.layers import PROMPT, TELLABLE, disputes_among
from arbor_desktop.context.packing import Offered, pack
from arbor_desktop.context.preview import Contexts
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput
from arbor_desktop.memories.model import Memory, MemoryType, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.models.model import Tool, ToolResult, ToolUse
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

NAME = "arbor_store_memory"
MOST = 10
"""Most memories stored from one answer."""
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


@dataclass(frozen=True, slots=True)
class ChatContext:
    """The block of memories for the model: its text and their ids, in order."""

    text: str = ""
    ids: tuple[str, ...] = ()


class ChatMemory:
    """Chooses the memories for a chat's model."""

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
    ) -> ChatContext:
        """Return the block for a prompt. `before`: memories sent earlier in this chat; `first`: it begins."""
        context = self._contexts.get_context(
            project=project, conversation=conversation, prompt=prompt, log_access=first, explain=False
        )
        if context.status == "error":
            return ChatContext()
        ids = tuple(one.id for one in context.included)
        left = [ident for ident in before if ident not in ids]
        if not left:
            return ChatContext(context.text, ids)
        text, more = self._rt.db.read(lambda conn: self._earlier(conn, left, ids, project, conversation))
        return ChatContext("\n\n".join(part for part in (context.text, text) if part), (*ids, *more))

    def _earlier(
        self,
        conn: Connection,
        ids: Sequence[str],
        others: Sequence[str],
        project: str | None,
        conversation: str | None,
    ) -> tuple[str, tuple[str, ...]]:
        """Return a block of the memories sent earlier that may still be sent."""
        now = self._rt.clock()
        day = now - now % DAY_MS
        known = memories.get_many(conn, ids, self._rt.policy, day)
        known = [one for one in known if _may_be_sent(one, project, conversation, now)]
        disputes = disputes_among(conn, [*(one.id for one in known), *others], project, self._rt.policy, day)
        lost = {
            ident
            for dispute in disputes
            for ident in (*dispute.losers, *((dispute.winner,) if dispute.undecided else ()))
        }
        offered = [Offered(one, PROMPT) for one in known if one.id not in lost]
        packed = pack(offered, self._rt.settings.get("context.max_tokens"))
        return packed.text, tuple(one.offered.memory.id for one in packed.included)

    def note_sent(self, ids: Sequence[str]) -> None:
        """Note that memories were sent, which reinforces nothing."""
        now = self._rt.clock()
        self._rt.db.write(lambda conn: memories.log_access(conn, ids, "conversation_start", now))


def _may_be_sent(memory: Memory, project: str | None, conversation: str | None, now: int) -> bool:
    if memory.status is not Status.ACTIVE or memory.privacy_level not in TELLABLE or memory.needs_review:
        return False
    if memory.expires_at is not None and memory.expires_at <= now:
        return False
    places = {(Scope.GLOBAL, None), (Scope.PROJECT, project), (Scope.CONVERSATION, conversation)}
    return memory.branch is None and (memory.scope, memory.scope_id) in places


def use_tool(
    store: AgentStore, use: ToolUse, origin: Origin, room: int = MOST
) -> tuple[ToolResult, StoreOutcome | None]:
    """Run STORE_MEMORY. Returns the result for the model, and what was stored, at most `room` memories."""
    if use.name != NAME:
        return ToolResult(use.id, f"There is no tool {use.name}.", failed=True), None
    if room <= 0:
        return ToolResult(use.id, "Not stored: enough for one answer.", failed=True), None
    try:
        outcome = store.store(use.input, origin.project, "Stored by the model in a chat", origin)
    except InvalidInput as error:
        return ToolResult(use.id, f"Not stored: {error.message}", failed=True), None
    except ArborError as error:
        log.warning("A memory that a model gave could not be stored: %s", error.message)
        return ToolResult(use.id, "Not stored: the memory could not be written.", failed=True), None
    return ToolResult(use.id, outcome.message), outcome
