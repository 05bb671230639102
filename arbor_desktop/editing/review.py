"""The Review page's operations (spec 5.7, 6a): pending memories by conversation, active ones marked as
outdated, the nearest memory of each, and accepting all certain ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import AT_ONCE, Detector
from arbor_desktop.conflicts.model import ConflictStatus
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.conflicts.suggestion import around, can_meet
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.model import Certain, GroupKind, Nearest, Relation, ReviewGroup, ReviewItem
from arbor_desktop.editing.operations import edit
from arbor_desktop.editing.queries import review as queries
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.confidence import accepted, is_certain
from arbor_desktop.memories.model import LIVING, Memory, MemoryType, Source, Status
from arbor_desktop.memories.queries import memories, search
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.queries.ranked import RankingOptions
from arbor_desktop.settings import Settings
from arbor_desktop.text.ranking import Weights
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.support import similarity

LOOKED_AT = 10
"""The number of search results that a memory is compared with."""
NEAR = 0.3
"""Least similarity of a memory worth showing."""
_BY_WORDS = Weights(relevance=1.0, confidence=0.0, frequency=0.0, recency=0.0)


class Review:
    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector

    # -- read --

    def items(self) -> list[ReviewItem]:
        """Return all memories to decide on, in the order of `groups`."""
        return [item for group in self.groups() for item in group.items]

    def groups(self) -> list[ReviewGroup]:
        """Return pending memories by conversation, the newest first, each in its order of turns; then those
        without one; then active ones marked as outdated. Does not search, since there may be thousands."""
        now = self._rt.clock()

        def read(conn: Connection) -> list[ReviewGroup]:
            waiting = queries.waiting(conn, self._rt.policy, now)
            marked = queries.outdated(conn, self._rt.policy, now)
            open_ones = conflicts.open_ones(conn)
            living = _living_of(conn, open_ones)
            # The oldest conflict of each memory.
            by_memory = {side.memory: one for one in reversed(open_ones) for side in one.sides}
            items = [_with_conflict(one, by_memory.get(one.id), living) for one in (*waiting, *marked)]
            ids = list(dict.fromkeys(item.conversation for item in items if item.conversation))
            known = {one.id: one for one in conversations.many(conn, ids, counted=False)}
            return list(_grouped(items, known))

        return self._rt.db.read(read)

    def nearest(self, id: str) -> Nearest | None:
        """Return the memory nearest to one: that which it contradicts, or for which it was marked as
        outdated, else the most similar active one shared in the same places; None if nothing is near. Raises
        NotFound."""
        now = self._rt.clock()

        def read(conn: Connection) -> Nearest | None:
            memory = memories.get(conn, id, self._rt.policy, now)
            every = conflicts.of_memories(conn, [memory.row])
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
            # One that is shared already matters more than another pending one.
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
        asking = RankingOptions(_BY_WORDS, self._rt.policy, now)
        wanted = replace(around(memory, now), statuses=(Status.ACTIVE,))
        found = ranked.ranked(conn, memory.content, wanted, asking, limit=LOOKED_AT, alone=True)
        others = search.memories_of_rows(conn, [one.row for one in found], self._rt.policy, now)
        others = [other for other in others if other.id != memory.id and can_meet(memory, other, now)]
        scored = [(similarity(memory.content, other.content), other) for other in others]
        best = max(scored, key=lambda pair: pair[0], default=None)
        if best is None or best[0] < NEAR:
            return None
        return Nearest(best[1], best[0], Relation.NEAR, same=_say_the_same(memory.content, best[1].content))

    # -- decide --

    def accept_certain(self, threshold: float | None = None) -> Certain:
        """Accept all pending memories with a confidence of at least `threshold` (by default the setting),
        except those that contradict or replace another one, as one action. Raises InvalidInput.

        Memories not compared with the others yet (after an import) are compared first, which takes time.
        """
        least = self._rt.settings.get("review.accept_from") if threshold is None else threshold
        if not 0 <= least <= 1:
            raise InvalidInput("threshold must be between 0 and 1.", field="threshold")
        by = self._rt.by("user")
        certain = self._rt.db.read(lambda c: [row.id for row in self._certain(c, least, by.now)])
        self._compare(certain)

        def write(conn: Connection) -> Certain:
            found = self._certain(conn, least, by.now)
            touching = {side.memory for one in conflicts.open_ones(conn) for side in one.sides}
            unknown = _uncompared(conn, [row.id for row in found], self._rt.settings)
            taken = [row for row in found if row.id not in touching and row.row not in unknown]
            ids = tuple(row.id for row in taken)
            for memory in memories.get_many(conn, ids, by.policy, by.now):
                _accept(conn, memory, by)
            _keep_compared(conn, [row.row for row in taken], self._rt.settings)
            return Certain(ids, tuple(row.id for row in found if row.id not in set(ids)))

        done = self._rt.db.write(write)
        if done.accepted:
            self._rt.announce(done.accepted, status=True, conflicts=True)
        return done

    def _certain(self, conn: Connection, least: float, now: int) -> list[ReviewItem]:
        found = queries.waiting(conn, self._rt.policy, now)
        return [row for row in found if is_certain(row.confidence, least) and row.source is not Source.TEAM]

    def _compare(self, ids: Sequence[str]) -> None:
        """Compare memories that were not compared yet, some in each transaction so that others can write."""
        rows = self._rt.db.read(lambda c: conflicts.uncompared_among(c, ids))
        if not rows:
            return
        while self._rt.db.write(partial(conflicts.queue, above=min(rows) - 1)):
            pass
        by = self._rt.by("maintenance")
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            done = self._rt.db.write(partial(self._detector.compare, ids=some, by=by))
            if done.anything:
                self._rt.announce((*done.by_memory, *done.changed), status=True, conflicts=True)

    def accept_edited(self, id: str, content: str) -> Memory:
        """Change the text of a memory and accept it, as one action, as `edit` does. Raises InvalidInput,
        NotFound."""
        words = checks.content(content)
        by = self._rt.by("user")

        def write(conn: Connection) -> tuple[str, ...]:
            memory = memories.get(conn, id, by.policy, by.now)
            if memory.status not in LIVING:
                raise InvalidInput(f"That memory is {memory.status.value}: it does not need review.", id=id)
            duplicates.refuse_duplicate(conn, memory, {"content": words})
            kept = edit(conn, memory, {"content": words}, by)
            if kept == id:
                _accept(conn, memory, by)
            done = self._detector.compare(conn, [kept], by)
            return (kept, id, *done.by_memory, *done.changed)

        touched = self._rt.db.write(write)
        self._rt.announce(tuple(dict.fromkeys(touched)), status=True, conflicts=True)
        return self._rt.db.read(lambda c: memories.get(c, touched[0], self._rt.policy, self._rt.clock()))


def _uncompared(conn: Connection, ids: Sequence[str], settings: Settings) -> frozenset[int]:
    """Return the rows of memories that were not compared yet; none if comparing is switched off."""
    if not settings.get("conflicts.detect"):
        return frozenset()
    return frozenset(conflicts.uncompared_among(conn, ids))


def _keep_compared(conn: Connection, rows: Sequence[int], settings: Settings) -> None:
    """Mark accepted memories as still compared: accepting changes nothing of what they say."""
    if settings.get("conflicts.detect"):
        conflicts.compared(conn, rows)


def accept_automatically(conn: Connection, ids: Sequence[str], settings: Settings, by: Write) -> list[str]:
    """Accept those new memories automatically that are certain and in no conflict, if the settings allow it.

    Only a person tells an AI what to do (spec 8.3): an instruction from anybody else stays pending. Returns
    the ids of the accepted ones.
    """
    if not ids or not settings.get("review.accept_certain"):
        return []
    least = settings.get("review.accept_from")
    unknown = _uncompared(conn, ids, settings)
    because = replace(
        by,
        reason=Sentence("Accepted automatically: its confidence is at least {least}", least=f"{least:.2f}"),
    )
    changed: dict[str, int] = {}
    for memory in memories.get_many(conn, ids, by.policy, by.now):
        dictates = memory.type is MemoryType.INSTRUCTION and memory.source is not Source.USER_STATED
        dictates = dictates or memory.source is Source.TEAM
        waits = dictates or memory.conflict_ids or memory.row in unknown
        if memory.status is Status.PENDING and is_certain(memory.current_confidence, least) and not waits:
            memories.change(conn, memory.row, {"status": Status.ACTIVE}, because, "accepted")
            changed[memory.id] = memory.row
    _keep_compared(conn, list(changed.values()), settings)
    return list(changed)


def _accept(conn: Connection, memory: Memory, by: Write) -> None:
    memories.change(conn, memory.row, accepted(memory, by.now), by, "accepted")


def _living_of(conn: Connection, known: Sequence[Record]) -> set[str]:
    ids = list({side.memory for one in known for side in one.sides})
    return {ident for _, ident, status in memories.rows_of(conn, ids) if status in LIVING}


def _with_conflict(item: ReviewItem, known: Record | None, living: set[str]) -> ReviewItem:
    if known is None:
        return item
    other = next((one for one in known.sides if one.memory != item.id and one.memory in living), None)
    if other is None:
        return item
    return replace(
        item, relation=_relation(known, item.id), conflict=known.id, other=other.memory,
        other_content=other.content,
    )  # fmt: skip


def _outdated_by(known: Record, ident: str) -> bool:
    """Return whether a decision marked the memory as outdated: all but the newest are."""
    return known.status is ConflictStatus.MARKED_OUTDATED and known.sides[-1].memory != ident


def _relation(known: Record, ident: str) -> Relation:
    """Return the relation of `ident` to the others; it updates them if it is the newest and says so."""
    if not known.status.open:
        return Relation.OUTDATED_BY
    speaks = bool(known.judgement.get("replaces")) and known.sides[-1].memory == ident
    return Relation.UPDATES if speaks else Relation.CONTRADICTS


def _grouped(items: Sequence[ReviewItem], known: dict[str, Conversation]) -> Iterator[ReviewGroup]:
    def place(item: ReviewItem) -> tuple[GroupKind, str | None]:
        if item.outdated:
            return GroupKind.OUTDATED, None
        if item.source is Source.TEAM:
            return GroupKind.TEAM, None
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
