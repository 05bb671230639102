"""The blocks that hooks print at the start of a session and with a prompt (spec 4.3, 6.1).

They have the same layers and text as `get_context`, with as few imports as possible, because a person waits.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.block_text import CLOSE, OPEN, Dispute, Offered, Packed, pack, with_past_tasks
from arbor_desktop.context.layers import Asked, Layers, select
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.context.queries.ready_blocks import Block
from arbor_desktop.database.single_connection import SingleConnection
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.runtime.protocols import RuntimeLike, policy_of
from arbor_desktop.search.relevance import Relevance
from arbor_desktop.text.escaping import quoted, shortened
from arbor_desktop.text.words import tokens_of

if TYPE_CHECKING:
    from arbor_desktop.clock import Clock
    from arbor_desktop.database.connection import Connection
    from arbor_desktop.search.model import Similar
    from arbor_desktop.settings import Settings

MOST_TOKENS = 2_400
"""9,600 characters: Claude Code moves a context of more than 10,000 into a file."""
_ABOUT_CHARS = 120
PROMPT_CHARS = 6_000
"""The beginning of a prompt that is examined; the rest was most often pasted."""


class HookRuntime:
    """The runtime of a short process that serves one session: an open file, the settings, the moment."""

    def __init__(self, conn: Connection, settings: Settings, now: int) -> None:
        self.db = SingleConnection(conn)
        self.settings = settings
        self.clock: Clock = lambda: now

    @property
    def policy(self) -> DecayPolicy:
        return policy_of(self.settings)


class HookBlocks:
    """Makes the blocks. `similar` compares the meaning of a prompt with all memories, without loading a
    model."""

    def __init__(
        self, runtime: RuntimeLike, similar: Callable[[str], Similar | None] = lambda prompt: None
    ) -> None:
        self._rt = runtime
        self._fitting = Relevance(runtime, similar).fitting

    def budget(self) -> int:
        """Return the most tokens of a block at a session's start."""
        return min(int(self._rt.settings.get("context.max_tokens")), MOST_TOKENS)

    def prompt_budget(self) -> int:
        """Return the most tokens of a block with a prompt."""
        return min(int(self._rt.settings.get("injection.prompt_tokens")), MOST_TOKENS)

    def at_start(
        self, project: str | None, branch: str | None, now: int, conversation: str | None = None
    ) -> Block:
        """Return the block of a new session, byte for byte as `get_context` has it, without noting access or
        restoring memories. Raises StorageError."""
        asked = Asked(project, branch, conversation, None, now, now - now % DAY_MS)
        layers = self._rt.db.read(lambda conn: self._layers(conn, asked))
        return _packed(pack(layers.offered, self.budget(), layers.disputes))

    def with_prompt(
        self,
        project: str | None,
        branch: str | None,
        now: int,
        prompt: str,
        *,
        conversation: str | None = None,
        known: Collection[str] = (),
        past_tasks: bool = True,
        budget: int,
    ) -> Block:
        """Return what is relevant to a prompt, without the memories that the session already has (`known`, by
        ids); it may be empty. `past_tasks`: with similar past tasks."""
        asked = Asked(project, branch, conversation, prompt[:PROMPT_CHARS], now, now - now % DAY_MS)

        def read(conn: Connection) -> tuple[Sequence[Offered], Sequence[Dispute], Sequence[str]]:
            layers = self._layers(conn, asked)
            return layers.offered, layers.disputes, self._past(conn, asked) if past_tasks else ()

        offered, disputes, past = self._rt.db.read(read)
        new, open_here = _new(offered, disputes, known)
        tokens = min(budget, MOST_TOKENS)
        return _packed(with_past_tasks(pack(new, tokens, open_here), past, tokens))

    def with_question(
        self,
        project: str | None,
        branch: str | None,
        now: int,
        question: str,
        *,
        conversation: str | None = None,
    ) -> Block:
        """Return all that is relevant to a question to the memory, or a block that says there is nothing."""
        found = self.with_prompt(
            project, branch, now, question, conversation=conversation, budget=self.budget()
        )
        if found.text:
            return found
        about = shortened(quoted(question), _ABOUT_CHARS)
        text = f"{OPEN}\nNothing is known about “{about}” from earlier conversations.\n{CLOSE}"
        return _block(text, tokens_of(text), [])

    def _layers(self, conn: Connection, asked: Asked) -> Layers:
        return select(conn, asked, self._rt.policy, self._fitting)

    def _past(self, conn: Connection, asked: Asked) -> Sequence[str]:
        if not self._rt.settings.get("context.similar_tasks"):
            return ()
        from arbor_desktop.context.similar_tasks import SimilarTasks  # only a prompt needs it

        return SimilarTasks(self._rt).lines(conn, asked)


def _new(
    offered: Sequence[Offered], disputes: Sequence[Dispute], known: Collection[str]
) -> tuple[list[Offered], list[Dispute]]:
    """Return what fits the prompt and is new, and the open conflicts of it. What lost against something that
    is not shared here is not shared either; of what is undecided the other sides come along, so that none is
    shared as settled."""
    fits = {one.memory.id for one in offered if one.relevance is not None} - set(known)
    lost = {loser for one in disputes if one.winner not in fits and not one.undecided for loser in one.losers}
    told = fits - lost
    for one in disputes:
        if one.undecided and told.intersection((one.winner, *one.losers)):
            told |= {one.winner, *one.losers}
    return [one for one in offered if one.memory.id in told], [one for one in disputes if one.winner in told]


def _packed(packed: Packed) -> Block:
    return _block(packed.text, packed.tokens, [told.offered.memory.id for told in packed.included])


def _block(text: str, tokens: int, memories: Sequence[str]) -> Block:
    from hashlib import sha256  # slow to import, and not needed to look up a ready block

    return Block(text, tokens, ready_blocks.ids(memories), sha256(text.encode()).hexdigest())


def maker_number() -> int:
    """Return a unique number for `ready_blocks.begin`."""
    return int.from_bytes(os.urandom(6), "big") + ready_blocks.READY + 1
