"""What a session of an AI tool is told, at its start and with a prompt (spec 4.3, 6.1): the same layers and
the same block as `get_context`, put together with as little as that takes, because a person waits for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.layers import Asked, Layering, Layers
from arbor_desktop.context.packing import CLOSE, OPEN, Dispute, Offered, Packed, pack, with_past_tasks
from arbor_desktop.context.queries import prepared
from arbor_desktop.context.queries.prepared import Prepared
from arbor_desktop.database.single import AloneDatabase
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.runtime.protocols import RuntimeLike, policy_of
from arbor_desktop.search.ranking import Relevance
from arbor_desktop.text.escaping import quoted, shortened
from arbor_desktop.text.token_count import tokens_of

if TYPE_CHECKING:
    from arbor_desktop.clock import Clock
    from arbor_desktop.database.connection import Connection
    from arbor_desktop.search.model import Similar
    from arbor_desktop.settings import Settings

MOST_TOKENS = 2_400
"""9,600 characters: Claude Code turns a context of more than 10,000 into a file."""
_ABOUT_CHARS = 120
PROMPT_CHARS = 6_000
"""So much of a prompt is looked at; the rest is most often something pasted."""


class Alone:
    """The ground of a process that tells one session and is gone: an open file, the settings, the moment."""

    def __init__(self, conn: Connection, settings: Settings, now: int) -> None:
        self.db = AloneDatabase(conn)
        self.settings = settings
        self.clock: Clock = lambda: now

    @property
    def policy(self) -> DecayPolicy:
        return policy_of(self.settings)


class Telling:
    """`similar` compares a prompt with all memories in meaning, without loading a model."""

    def __init__(
        self, ground: RuntimeLike, similar: Callable[[str], Similar | None] = lambda prompt: None
    ) -> None:
        self._ground = ground
        self._fitting = Relevance(ground, similar).fitting

    def budget(self) -> int:
        """The most tokens that a session is told at its start."""
        return min(int(self._ground.settings.get("context.max_tokens")), MOST_TOKENS)

    def prompt_budget(self) -> int:
        """The most tokens that a prompt brings."""
        return min(int(self._ground.settings.get("injection.prompt_tokens")), MOST_TOKENS)

    def at_start(
        self, project: str | None, branch: str | None, now: int, conversation: str | None = None
    ) -> Prepared:
        """The block of a new session, byte for byte as `get_context` has it. Nothing is noted, nothing is
        woken. Raises StorageError."""
        asked = Asked(project, branch, conversation, None, now, now - now % DAY_MS)
        layers = self._ground.db.read(lambda conn: self._layers(conn, asked))
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
    ) -> Prepared:
        """What is relevant to a prompt and not among what the session knows, by ids; empty if nothing is.
        `past_tasks`: also how past tasks like it went."""
        asked = Asked(project, branch, conversation, prompt[:PROMPT_CHARS], now, now - now % DAY_MS)

        def read(conn: Connection) -> tuple[Sequence[Offered], Sequence[Dispute], Sequence[str]]:
            layers = self._layers(conn, asked)
            return layers.offered, layers.disputes, self._past(conn, asked) if past_tasks else ()

        offered, disputes, past = self._ground.db.read(read)
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
    ) -> Prepared:
        """All that is known here about what a person asks their memory for; that there is nothing, too."""
        found = self.with_prompt(
            project, branch, now, question, conversation=conversation, budget=self.budget()
        )
        if found.text:
            return found
        about = shortened(quoted(question), _ABOUT_CHARS)
        text = f"{OPEN}\nNothing is known about “{about}” from earlier conversations.\n{CLOSE}"
        return _block(text, tokens_of(text), [])

    def _layers(self, conn: Connection, asked: Asked) -> Layers:
        return Layering(conn, asked, self._ground.policy, self._fitting).chosen()

    def _past(self, conn: Connection, asked: Asked) -> Sequence[str]:
        if not self._ground.settings.get("context.similar_tasks"):
            return ()
        from arbor_desktop.context.similar_tasks import SimilarTasks  # only a prompt needs it

        return SimilarTasks(self._ground).lines(conn, asked)


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


def _packed(packed: Packed) -> Prepared:
    return _block(packed.text, packed.tokens, [told.offered.memory.id for told in packed.included])


def _block(text: str, tokens: int, memories: Sequence[str]) -> Prepared:
    from hashlib import sha256  # takes a while, and who looks up what is ready needs none

    return Prepared(text, tokens, prepared.ids(memories), sha256(text.encode()).hexdigest())


def new_making() -> int:
    """A number for `prepared.begin` that nobody else has."""
    return int.from_bytes(os.urandom(6), "big") + prepared.READY + 1
