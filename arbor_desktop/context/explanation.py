"""Explains an answer of an AI: which memories were in its context, and what it did with each.

What was in its context comes from receipts, and from the answers of Arbor's own tools in the session's
record. The memories are judged by the words that they had then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import Any

from arbor_desktop import resources
from arbor_desktop.context.answers import Answer, Deed, answer_at, answers
from arbor_desktop.context.following import Finding, Follower, Regard
from arbor_desktop.context.model import Receipt
from arbor_desktop.context.queries import comparison, receipts
from arbor_desktop.context.receipts import TITLES
from arbor_desktop.context.use import Judge, Vocabulary, without_arbor
from arbor_desktop.conversations.model import Turn
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.documents import document
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Memory, MemoryType
from arbor_desktop.memories.queries import events, memories
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

_IDENT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ORDER = {Regard.IGNORED: 0, Regard.FOLLOWED: 1, Regard.NOT_NEEDED: 2}


class Seen(StrEnum):
    """Whether the AI saw the memories."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Remedy(StrEnum):
    """What a person can do if nothing arrived."""

    SHARING = "sharing"
    """Turn sharing on."""
    CONNECTION = "connection"
    """Connect the AI tool, or look at its connection."""
    ADD = "add"
    """Add a memory."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A memory that was in the context of an answer. `content`: its words then; `words`: those of them that
    count; `quote`: what the AI did, in the turn `turn`; `before`: the command that was to be run first;
    `corrected`: the turn in which the person put it right."""

    memory_id: str
    content: str
    type: MemoryType
    regard: Regard = Regard.NOT_NEEDED
    words: tuple[str, ...] = ()
    deed: Deed | None = None
    quote: str = ""
    turn: int | None = None
    before: str = ""
    corrected: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer, from its first turn to its last, with the memories in its context: ignored ones first.
    `looked_up`: the number that the AI looked up itself. `reason`: why nothing is known to have arrived, for
    people. Times in milliseconds."""

    conversation_id: str
    first_turn: int
    last_turn: int
    at: int | None
    seen: Seen
    reason: str = ""
    remedy: Remedy | None = None
    shared_at: int | None = None
    looked_up: int = 0
    memories: tuple[Explained, ...] = field(default_factory=tuple)

    def count(self, regard: Regard) -> int:
        return sum(one.regard is regard for one in self.memories)

    def to_dict(self) -> dict[str, Any]:
        return document(self)


class Explainer:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    @cached_property
    def _follower(self) -> Follower:
        judge = Judge(Vocabulary.parse(resources.read_text("use.toml")))
        return Follower.parse(resources.read_text("why.toml"), judge)

    def explain(self, conversation_id: str, turn: int) -> Explanation:
        """Explain the answer that a turn belongs to, or that follows it. Raises NotFound."""

        def read(conn: Connection) -> Explanation:
            session = _Session(conn, conversation_id, self._rt)
            answer = answer_at(session.turns, turn)
            if answer is None:
                raise NotFound(Sentence("The AI said and did nothing from here on."), id=conversation_id)
            return self._explained(session, answer)

        return self._rt.db.read(read)

    def explain_all(self, conversation_id: str) -> list[Explanation]:
        """Explain each answer of a session, the first one first. Raises NotFound."""

        def read(conn: Connection) -> list[Explanation]:
            session = _Session(conn, conversation_id, self._rt)
            return [self._explained(session, answer) for answer in answers(session.turns)]

        return self._rt.db.read(read)

    def _explained(self, session: _Session, answer: Answer) -> Explanation:
        shared = session.shared(answer)
        looked_up = session.looked_up(answer)
        known = session.memories([*shared, *looked_up])
        texts = [session.text(memory, shared.get(memory.id, (answer.at,))[0]) for memory in known]
        found = zip(known, texts, self._follower.find(texts, answer), strict=True)
        explained = [_explained(memory, text, finding) for memory, text, finding in found]
        seen = Seen.YES if looked_up or any(arrived for _, arrived in shared.values()) else Seen.UNKNOWN
        reason, remedy = "", None
        if not known:
            seen, reason, remedy = session.why_nothing()
        return Explanation(
            session.id, answer.first, answer.last, answer.at, seen, reason, remedy,
            min((at for at, _ in shared.values()), default=None),
            len(looked_up.keys() - shared.keys()),
            tuple(sorted(explained, key=lambda one: _ORDER[one.regard])),
        )  # fmt: skip


def _explained(memory: Memory, text: str, finding: Finding) -> Explained:
    return Explained(
        memory.id, text, memory.type, finding.regard, finding.words, finding.deed, finding.quote,
        finding.turn, finding.before, finding.corrected,
    )  # fmt: skip


class _Session:
    """What is stored of a session."""

    def __init__(self, conn: Connection, conversation_id: str, runtime: Runtime) -> None:
        row = conversations.row_of(conn, conversation_id)
        self.id = conversation_id
        self.turns = conversations.turns(conn, row)
        self._conn, self._rt = conn, runtime
        self._about = conversations.get(conn, conversation_id)
        self._receipts = receipts.of_conversation(conn, conversation_id)

    def shared(self, answer: Answer) -> dict[str, tuple[int, bool | None]]:
        """Return when hooks shared memories before the end of an answer, and whether they arrived; without
        those that did not."""
        found: dict[str, tuple[int, bool | None]] = {}
        for receipt in self._receipts:
            if receipt.arrived is not False and _came_before(receipt, answer, self.turns):
                for one in receipt.delivered:
                    found.setdefault(one.memory_id, (receipt.at, receipt.arrived))
        return found

    def looked_up(self, answer: Answer) -> dict[str, None]:
        """Return the memories that the AI looked up with Arbor's tools until the end of an answer."""
        until = [turn for turn in self.turns if turn.number <= answer.last and not turn.unsaid]
        others = {turn.number for turn in without_arbor(until)}
        own = [turn.text for turn in until if turn.number not in others]
        found = (text for text in own if '"stored"' not in text)
        return dict.fromkeys(ident for text in found for ident in _IDENT.findall(text))

    def memories(self, ids: Iterable[str]) -> list[Memory]:
        return memories.get_many(self._conn, list(dict.fromkeys(ids)), self._rt.policy, self._rt.clock())

    def text(self, memory: Memory, at: int | None) -> str:
        """Return what a memory said at a time."""
        former = None if at is None else events.content_at(self._conn, memory.id, at)
        return memory.told_text if former is None else former

    def why_nothing(self) -> tuple[Seen, Sentence, Remedy | None]:
        """Return whether it is known that no memory arrived, why, and what to do."""
        if comparison.of_conversations(self._conn, [self.id]):
            words = Sentence("It got no memories, so that sessions with and without can be compared.")
            return Seen.NO, words, None
        if self._receipts and all(receipt.arrived is False for receipt in self._receipts):
            words = Sentence("Arbor shared memories, but they are missing from the session's transcript.")
            return Seen.NO, words, Remedy.CONNECTION
        if self._receipts:
            return Seen.NO, Sentence("No memory applied when it was asked."), Remedy.ADD
        if not self._rt.settings.get("injection.enabled"):
            return Seen.NO, Sentence("Sharing is off."), Remedy.SHARING
        tool = self._about.source
        state = receipts.hook_states(self._conn, [tool]).get(tool)
        if tool in TITLES and (state is None or state.installed_at is None):
            return Seen.NO, Sentence("{tool} isn't connected to Arbor.", tool=TITLES[tool]), Remedy.CONNECTION
        if state is not None and (state.installed_at or 0) > (self._about.started_at or 0):
            words = Sentence("{tool} was connected after this session began.", tool=TITLES.get(tool, tool))
            return Seen.NO, words, Remedy.CONNECTION
        return Seen.UNKNOWN, Sentence("Arbor has no receipt for this session."), Remedy.CONNECTION


def _came_before(receipt: Receipt, answer: Answer, turns: Sequence[Turn]) -> bool:
    """Return whether a receipt is older than the end of an answer; without times, that is assumed."""
    later: Iterator[int] = (turn.number for turn in turns if turn.at is not None and turn.at >= receipt.at)
    return next(later, 0) <= answer.last
