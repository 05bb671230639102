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
    model. `most_bytes`: of a block in UTF-8, for a tool that counts them."""

    def __init__(
        self,
        runtime: RuntimeLike,
        similar: Callable[[str], Similar | None] = lambda prompt: None,
        most_bytes: int | None = None,
    ) -> None:
        self._rt = runtime
        self._similar = similar
        self._fitting = Relevance(runtime, similar).fitting
        self._most_bytes = most_bytes

    def within(self, most_bytes: int | None) -> HookBlocks:
        """Return the same with another limit."""
        return HookBlocks(self._rt, self._similar, most_bytes)

    def budget(self) -> int:
        """Return the most tokens of a block at a session's start."""
        return min(int(self._rt.settings.get("context.max_tokens")), MOST_TOKENS)

    def prompt_budget(self) -> int:
        """Return the most tokens of a block with a prompt."""
        return min(int(self._rt.settings.get("injection.prompt_tokens")), MOST_TOKENS)

    def asked(self, project: str | None, branch: str | None, prompt: str = "") -> Asked:
        """Return what a hook asks for now, in a session of which nothing is known."""
        return _asked(project, branch, self._rt.clock(), prompt=prompt)

    def at_start(
        self, project: str | None, branch: str | None, now: int, conversation: str | None = None
    ) -> Block:
        """Return the block of a new session, byte for byte as `get_context` has it, without noting access or
        restoring memories. Raises StorageError."""
        return _packed(self.started(_asked(project, branch, now, conversation))[1])

    def started(self, asked: Asked) -> tuple[Layers, Packed]:
        """Return the block of a new session, and what it was chosen from. Raises StorageError."""
        layers = self._rt.db.read(lambda conn: self._layers(conn, asked))
        return layers, self._fitted(
            lambda tokens: pack(layers.offered, tokens, layers.disputes), self.budget()
        )

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
        asked = _asked(project, branch, now, conversation, prompt)
        return _packed(self.prompted(asked, known=known, past_tasks=past_tasks, budget=budget)[1])

    def prompted(
        self, asked: Asked, *, known: Collection[str] = (), past_tasks: bool = True, budget: int
    ) -> tuple[Layers, Packed]:
        """Return the block of `with_prompt`, and what it was chosen from."""

        def read(conn: Connection) -> tuple[Layers, Sequence[str]]:
            return self._layers(conn, asked), self._past(conn, asked) if past_tasks else ()

        layers, past = self._rt.db.read(read)
        new, open_here = _new(layers.offered, layers.disputes, known)
        return layers, self._fitted(
            lambda tokens: with_past_tasks(pack(new, tokens, open_here), past, tokens),
            min(budget, MOST_TOKENS),
        )

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
        return _packed(self.answered(_asked(project, branch, now, conversation, question), question)[1])

    def answered(self, asked: Asked, question: str) -> tuple[Layers, Packed]:
        """Return the block of `with_question`, and what it was chosen from."""
        layers, found = self.prompted(asked, budget=self.budget())
        if found.text:
            return layers, found
        about = shortened(quoted(question), _ABOUT_CHARS)
        text = f"{OPEN}\nNothing is known about “{about}” from earlier conversations.\n{CLOSE}"
        return layers, Packed(text, tokens_of(text))

    def _fitted(self, make: Callable[[int], Packed], tokens: int) -> Packed:
        """Return the block of at most so many tokens, or fewer where the limit in bytes is lower."""
        packed = make(tokens)
        while self._most_bytes and (size := len(packed.text.encode())) > self._most_bytes:
            tokens = tokens * self._most_bytes // size
            packed = make(tokens)
        return packed

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


def _asked(
    project: str | None, branch: str | None, now: int, conversation: str | None = None, prompt: str = ""
) -> Asked:
    """Return what a hook asks for."""
    return Asked(project, branch, conversation, prompt[:PROMPT_CHARS] or None, now, now - now % DAY_MS)


def _packed(packed: Packed) -> Block:
    from hashlib import sha256  # slow to import, and not needed to look up a ready block

    memories = ready_blocks.ids([told.offered.memory.id for told in packed.included])
    return Block(packed.text, packed.tokens, memories, sha256(packed.text.encode()).hexdigest())


def maker_number() -> int:
    """Return a unique number for `ready_blocks.begin`."""
    return int.from_bytes(os.urandom(6), "big") + ready_blocks.READY + 1
