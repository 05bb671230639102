"""What waits for a person's yes or no: new memories by the conversation they come from, and active ones that
were marked outdated; what each is next to; and accepting what is certain at once (spec 5.7, 6a Review)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import NamedTuple

from arbor_desktop.conflicts import doubles
from arbor_desktop.conflicts.detection import AT_ONCE, Comparing
from arbor_desktop.conflicts.model import ConflictStatus
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.conflicts.visibility import LIVING, around, can_meet
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.conversations.queries import conversation_list
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.memories.queries import lifecycle, memories, search
from arbor_desktop.memories.queries import review as rows
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.memories.queries.review import Row
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.queries.ranked import Asking
from arbor_desktop.settings import Settings
from arbor_desktop.text.ranking import Weights
from arbor_desktop.text.similarity import similarity

LOOKED_AT = 10
"""Of what a search for a memory's words finds, so many are held against it."""
NEAR = 0.3
"""What shares less of its words than this says nothing of a memory."""
_BY_WORDS = Weights(relevance=1.0, confidence=0.0, frequency=0.0, recency=0.0)


class GroupKind(StrEnum):
    CONVERSATION = "conversation"
    ASSISTANT = "assistant"
    """Written by an assistant, in no conversation that is known."""
    OTHER = "other"
    """Of no conversation either: added by hand, or its conversation was deleted."""
    OUTDATED = "outdated"
    """Active, and marked outdated."""


class Relation(StrEnum):
    CONTRADICTS = "contradicts"
    UPDATES = "updates"
    """It contradicts an older one and says that it takes its place."""
    OUTDATED_BY = "outdated_by"
    """It was marked outdated when the two were compared."""
    NEAR = "near"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One memory to decide on. `conversation` and its turns are the first place that it comes from; None and
    0 where there is none. `relation` is contradicts or updates with an open `conflict`, whose other side is
    `other` with the words `other_content`; else none: what is merely near is for `nearest` to say, which
    has to search."""

    id: str
    content: str
    type: MemoryType
    scope: Scope
    scope_id: str | None
    source: Source
    privacy: Privacy
    confidence: float
    created_at: int
    outdated: bool
    conversation: str | None
    first_turn: int
    last_turn: int
    relation: Relation = Relation.NONE
    conflict: str | None = None
    other: str | None = None
    other_content: str = ""


@dataclass(frozen=True, slots=True)
class ReviewGroup:
    """Memories that are decided on together. `conversation` is None for all other kinds."""

    kind: GroupKind
    conversation: Conversation | None
    items: tuple[ReviewItem, ...]


@dataclass(frozen=True, slots=True)
class Nearest:
    """The memory that is closest to another one. `similarity` 0 to 1: see core.similarity. `same`: it
    says the same in other words. `newer`: it is the newer of the two, where they contradict each other."""

    memory: Memory
    similarity: float
    relation: Relation
    same: bool = False
    conflict: str | None = None
    newer: bool = False


class Certain(NamedTuple):
    """The ids of what was accepted, and of what was as certain but touches an older memory."""

    accepted: tuple[str, ...]
    left: tuple[str, ...]


class Review:
    def __init__(self, runtime: Runtime, comparing: Comparing) -> None:
        self._rt = runtime
        self._comparing = comparing

    # -- read --

    def items(self) -> list[ReviewItem]:
        """All that is to be decided, in the order of `groups`."""
        return [item for group in self.groups() for item in group.items]

    def groups(self) -> list[ReviewGroup]:
        """Pending memories by the conversation that they come from, the newest first and in the order said;
        then those of none; then active ones marked outdated. Without a search: thousands may wait."""
        now = self._rt.clock()

        def read(conn: Connection) -> list[ReviewGroup]:
            waiting = rows.waiting(conn, self._rt.policy, now)
            marked = rows.outdated(conn, self._rt.policy, now)
            open_ones = conflicts.open_ones(conn)
            items = _items([*waiting, *marked], open_ones, _living_of(conn, open_ones))
            ids = list(dict.fromkeys(item.conversation for item in items if item.conversation))
            known = {one.id: one for one in conversation_list.many(conn, ids)}
            return list(_grouped(items, known))

        return self._rt.db.read(read)

    def nearest(self, id: str) -> Nearest | None:
        """The memory closest to one: that which it contradicts, or for which it was marked outdated, else the
        most similar active one that may be told together with it. None where nothing is near. Raises
        NotFound."""
        now = self._rt.clock()

        def read(conn: Connection) -> Nearest | None:
            memory = memories.get(conn, id, self._rt.policy, now)
            row = memories.rows_of(conn, [id])[0][0]
            every = conflicts.of_memories(conn, [row])
            known = [one for one in every if one.id in memory.conflict_ids]
            if memory.needs_review:
                known += [one for one in reversed(every) if _outdated_by(one, id)]
            return self._opponent(conn, memory, known, now) or self._most_similar(conn, memory, now)

        return self._rt.db.read(read)

    def _opponent(
        self, conn: Connection, memory: Memory, known: Sequence[Record], now: int
    ) -> Nearest | None:
        for one in known:
            ids = [side.memory for side in one.sides if side.memory != memory.id]
            others = memories.get_many(conn, ids, self._rt.policy, now)
            living = [other for other in others if other.status in LIVING]
            # One that is told already matters more than one that waits as well.
            living.sort(key=lambda other: other.status is not Status.ACTIVE or other.needs_review)
            if living:
                other = living[0]
                places = [side.memory for side in one.sides]
                return Nearest(
                    other,
                    similarity(memory.content, other.content),
                    _relation(one, memory.id),
                    conflict=one.id,
                    newer=places.index(other.id) > places.index(memory.id),
                )
        return None

    def _most_similar(self, conn: Connection, memory: Memory, now: int) -> Nearest | None:
        asking = Asking(_BY_WORDS, self._rt.policy, now)
        wanted = replace(around(memory, now), statuses=(Status.ACTIVE,))
        found = ranked.ranked(conn, memory.content, wanted, asking, limit=LOOKED_AT, alone=True)
        loaded = search.memories_of_rows(conn, [one.row for one in found], self._rt.policy, now)
        others = [other for _, other in loaded if other.id != memory.id and can_meet(memory, other, now)]
        scored = [(similarity(memory.content, other.content), other) for other in others]
        best = max(scored, key=lambda pair: pair[0], default=None)
        if best is None or best[0] < NEAR:
            return None
        return Nearest(best[1], best[0], Relation.NEAR, same=_say_the_same(memory.content, best[1].content))

    # -- decide --

    def accept_certain(self, threshold: float | None = None) -> Certain:
        """Accepts all pending memories whose confidence is `threshold` (by default the setting) or more, but
        for those that contradict or replace another one. One action, undone as one. Raises InvalidInput.

        What was not yet compared with the rest (after an import) is compared first, which takes time.
        """
        least = self._rt.settings.get("review.accept_from") if threshold is None else threshold
        if not 0 <= least <= 1:
            raise InvalidInput("threshold must be between 0 and 1.", field="threshold")
        by = self._rt.by("user")
        certain = self._rt.db.read(lambda c: [row.id for row in self._certain(c, least, by.now)])
        self._compare(certain)

        def write(conn: Connection) -> Certain:
            found = self._certain(conn, least, by.now)
            touching = _in_conflict(conn)
            known = _Known.of(conn, [row.id for row in found], self._rt.settings)
            accepted = [row for row in found if row.id not in touching and row.row not in known.unknown]
            for row in accepted:
                _accept(conn, row.row, row.id, by)
            known.keep(conn, [row.row for row in accepted])
            ids = tuple(row.id for row in accepted)
            return Certain(ids, tuple(row.id for row in found if row.id not in set(ids)))

        done = self._rt.db.write(write)
        if done.accepted:
            self._rt.announce(done.accepted, status=True, conflicts=True)
        return done

    def _certain(self, conn: Connection, least: float, now: int) -> list[Row]:
        found = rows.waiting(conn, self._rt.policy, now)
        return [row for row in found if is_certain(row.confidence, least)]

    def _compare(self, ids: Sequence[str]) -> None:
        """Looks for contradictions of what nobody looked at yet, some in each transaction: others wait."""
        if not self._rt.db.read(lambda c: conflicts.uncompared_among(c, ids)):
            return
        by = self._rt.by("maintenance")
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            done = self._rt.db.write(partial(self._comparing.of, ids=some, by=by))
            if done.anything:
                self._rt.announce((*done.by_memory, *done.changed), status=True, conflicts=True)

    def accept_edited(self, id: str, content: str) -> Memory:
        """A yes in other words: changes the text and accepts the memory, undone as one. Raises InvalidInput,
        NotFound."""
        words = checks.content(content)
        by = self._rt.by("user")

        def write(conn: Connection) -> tuple[str, ...]:
            memory = memories.get(conn, id, by.policy, by.now)
            if memory.status not in LIVING:
                raise InvalidInput(
                    f"That memory is {memory.status.value}: it does not wait for review.", id=id
                )
            doubles.refuse_double(conn, memory, {"content": words})
            row = memories.rows_of(conn, [id])[0][0]
            memories.change(conn, row, {"content": words}, by, "edited")
            _accept(conn, row, id, by)
            done = self._comparing.of(conn, [id], by)
            return (id, *done.by_memory, *done.changed)

        touched = self._rt.db.write(write)
        self._rt.announce(tuple(dict.fromkeys(touched)), status=True, conflicts=True)
        return self._rt.db.read(lambda c: memories.get(c, id, self._rt.policy, self._rt.clock()))


@dataclass(frozen=True, slots=True)
class _Known:
    """Which of some memories nobody looked for contradictions of, where that is wanted at all."""

    wanted: bool
    unknown: frozenset[int]

    @classmethod
    def of(cls, conn: Connection, ids: Sequence[str], settings: Settings) -> _Known:
        wanted = bool(settings.get("conflicts.detect"))
        return cls(wanted, frozenset(conflicts.uncompared_among(conn, ids)) if wanted else frozenset())

    def keep(self, conn: Connection, accepted: Sequence[int]) -> None:
        """A yes changes nothing of what a memory says: what was compared before need not be so again."""
        if self.wanted:
            conflicts.compared(conn, accepted)


def accept_by_itself(conn: Connection, ids: Sequence[str], settings: Settings, by: Write) -> list[str]:
    """Makes those of newly captured memories active that a person wants to be so without being asked: certain
    ones which touch no older memory. What an AI is to do is said by the person alone (spec 8.3), so that an
    instruction which they did not state waits all the same. Answers the ids of what it changed."""
    if not ids or not settings.get("review.accept_certain"):
        return []
    least = settings.get("review.accept_from")
    known = _Known.of(conn, ids, settings)
    because = replace(by, reason=f"Accepted by itself: its confidence is at least {least:.2f}")
    changed: dict[str, int] = {}
    for memory in memories.get_many(conn, ids, by.policy, by.now):
        row = memories.rows_of(conn, [memory.id])[0][0]
        dictates = memory.type is MemoryType.INSTRUCTION and memory.source is not Source.USER_STATED
        waits = dictates or memory.conflict_ids or row in known.unknown
        if memory.status is Status.PENDING and is_certain(memory.current_confidence, least) and not waits:
            memories.change(conn, row, {"status": Status.ACTIVE}, because, "accepted")
            changed[memory.id] = row
    known.keep(conn, list(changed.values()))
    return list(changed)


def is_certain(confidence: float, least: float) -> bool:
    """As the numbers are shown, with two digits: what is said to be 0.90 is."""
    return round(confidence, 2) >= round(least, 2)


def _accept(conn: Connection, row: int, ident: str, by: Write) -> None:
    memories.change(
        conn, row, {"status": Status.ACTIVE} | lifecycle.accepted(conn, ident, by), by, "accepted"
    )


def _in_conflict(conn: Connection) -> set[str]:
    """The members of open conflicts."""
    return {side.memory for one in conflicts.open_ones(conn) for side in one.sides}


def _living_of(conn: Connection, known: Sequence[Record]) -> set[str]:
    ids = list({side.memory for one in known for side in one.sides})
    return {ident for _, ident, status in memories.rows_of(conn, ids) if status in LIVING}


def _items(found: Sequence[Row], open_ones: Sequence[Record], living: set[str]) -> list[ReviewItem]:
    of: dict[str, Record] = {}
    for one in open_ones:
        for side in one.sides:
            of.setdefault(side.memory, one)
    return [_item(row, of.get(row.id), living) for row in found]


def _item(row: Row, known: Record | None, living: set[str]) -> ReviewItem:
    relation, conflict, other, words = Relation.NONE, None, None, ""
    if known is not None:
        sides = [side for side in known.sides if side.memory != row.id and side.memory in living]
        if sides:
            other, words = sides[0].memory, sides[0].content
            relation, conflict = _relation(known, row.id), known.id
    return ReviewItem(*row[1:], relation, conflict, other, words)


def _outdated_by(known: Record, ident: str) -> bool:
    """Whether a decision marked it outdated: all but the newest are."""
    return known.status is ConflictStatus.MARKED_OUTDATED and known.sides[-1].memory != ident


def _relation(known: Record, ident: str) -> Relation:
    """`ident` updates the others if it is the one that says so: the newest."""
    if not known.status.open:
        return Relation.OUTDATED_BY
    speaks = bool(known.judgement.get("replaces")) and known.sides[-1].memory == ident
    return Relation.UPDATES if speaks else Relation.CONTRADICTS


def _grouped(items: Sequence[ReviewItem], known: dict[str, Conversation]) -> Iterator[ReviewGroup]:
    def place(item: ReviewItem) -> tuple[GroupKind, str | None]:
        if item.outdated:
            return GroupKind.OUTDATED, None
        if item.conversation in known:
            return GroupKind.CONVERSATION, item.conversation
        return GroupKind.ASSISTANT if item.source is Source.AGENT_STORED else GroupKind.OTHER, None

    order = list(GroupKind)
    placed = sorted(items, key=lambda item: order.index(place(item)[0]))  # stable: the order said stays
    for (kind, conversation), some in groupby(placed, key=place):
        yield ReviewGroup(kind, known[conversation] if conversation else None, tuple(some))


def _say_the_same(one: str, other: str) -> bool:
    # Imported where it is needed: most commands hold no statements against each other.
    from arbor_desktop.text import likeness

    return likeness.same(likeness.read(one), likeness.read(other))
