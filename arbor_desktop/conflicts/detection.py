"""Finds memories that contradict each other (spec 5.7): what was stored or changed is held against what a
search for its words, and for those that the other side would say, finds in the places where both would be
told."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

from arbor_desktop.conflicts.automatic import clear_decision
from arbor_desktop.conflicts.decisions_before import SETTLED, asked_beside, both_hold, both_live, last_decided
from arbor_desktop.conflicts.judging import Careful
from arbor_desktop.conflicts.model import ConflictStatus, Judging, Verdict
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.conflicts.resolution import close, decide
from arbor_desktop.conflicts.suggestion import suggest
from arbor_desktop.conflicts.visibility import Said, around, as_memory, can_meet
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import LIVING, Memory, Scope
from arbor_desktop.memories.queries import memories, search, visible
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.queries.ranked import Asking
from arbor_desktop.text.ranking import Weights

log = logging.getLogger(__name__)

NEIGHBOURS = 20
"""So many of the best finds are held against a memory."""
AT_ONCE = 40
"""So many memories are compared in one transaction: others wait for it."""
_BY_WORDS = Weights(relevance=1.0, confidence=0.0, frequency=0.0, recency=0.0)


@dataclass(slots=True)
class Compared:
    """What one comparing did: conflicts that are new or open again, by their ids and by memory, how many were
    settled by it, and the memories that a decision without asking changed."""

    new: list[str] = field(default_factory=list)
    by_memory: dict[str, list[str]] = field(default_factory=dict)
    settled: int = 0
    changed: list[str] = field(default_factory=list)

    @property
    def anything(self) -> bool:
        return bool(self.new or self.settled)

    def found(self, conflict: str, *members: str) -> None:
        if conflict not in self.new:
            self.new.append(conflict)
        for ident in members:
            known = self.by_memory.setdefault(ident, [])
            if conflict not in known:
                known.append(conflict)


@cache
def offline_judge() -> Judging:
    """Judges by rules, without a model. Made once in a process: reading its words takes a tenth of a
    second, and it holds nothing that changes."""
    # Imported where it is needed: most commands compare nothing.
    from arbor_desktop import __version__, resources
    from arbor_desktop.conflicts.judge import Judge, Rivals

    data = resources.read_text("conflicts.toml")
    return Judge(Rivals.parse(data), f"{__version__} {hashlib.sha256(data.encode()).hexdigest()[:16]}")


class Comparing:
    """`make_judge` makes what says what contradicts, when it is first needed: most commands store nothing."""

    def __init__(self, runtime: Runtime, make_judge: Callable[[], Judging]) -> None:
        self._rt = runtime
        self._make_judge = make_judge
        self._made: Careful | None = None
        self._failed = False
        self._lock = threading.Lock()

    @property
    def _judge(self) -> Careful:
        with self._lock:
            assert self._made is not None, "whoever compares asks _wanted() first"
            return self._made

    def _wanted(self) -> bool:
        """Whether memories are compared. Where the judge can't be made, which is logged once, they wait for
        a program that can: none is kept from being stored."""
        if not self._rt.settings.get("conflicts.detect"):
            return False
        with self._lock:
            if self._made is None and not self._failed:
                try:
                    self._made = Careful(self._make_judge())
                except Exception:  # damaged data of the program
                    self._failed = True
                    log.exception("Contradictions can't be looked for")
            return self._made is not None

    def of(self, conn: Connection, ids: Sequence[str], by: Write) -> Compared:
        """Compares those of the memories that are new or changed, as part of the caller's transaction. At
        most `AT_ONCE`: the rest waits for `rest`."""
        if not self._wanted():
            return Compared()
        return self._compare(conn, conflicts.uncompared_among(conn, ids)[:AT_ONCE], by)

    def beforehand(self, some: Sequence[NewMemory], by: Write, said_at: int | None = None) -> None:
        """Judge memories that are about to be stored beside what they may contradict. `of` finds the verdicts
        made: nobody else can write while its transaction lasts."""
        if self._wanted():
            new = [as_memory(one, said_at or by.now) for one in some[:AT_ONCE]]
            self._rt.db.read(lambda conn: self._judge_beside(conn, new, by))

    def _judge_beside(self, conn: Connection, some: Sequence[Memory], by: Write) -> None:
        for memory in some:
            others = self._neighbours(conn, memory, by) if self._judge.terms(memory) else []
            said = Said.of(conn, [memory, *others])
            for other in others:
                if can_meet(memory, other, by.now):
                    self._judge.judge(*said.in_order(memory, other))

    def _stored_beforehand(self, rows: Sequence[int], by: Write) -> None:
        def read(conn: Connection) -> None:
            loaded = search.memories_of_rows(conn, rows, by.policy, by.now)
            self._judge_beside(conn, [memory for _, memory in loaded], by)

        self._rt.db.read(read)

    def rest(self, limit: int = AT_ONCE) -> int:
        """Compares some of what still waits, newest first, in one transaction. Answers how many that were."""
        if not self._wanted():
            return 0
        by = self._rt.by("maintenance")

        def write(conn: Connection) -> tuple[int, Compared]:
            rows = conflicts.uncompared(conn, limit)
            return len(rows), self._compare(conn, rows, by)

        rows = self._rt.db.read(lambda conn: conflicts.uncompared(conn, limit))
        if not rows:
            return 0
        self._stored_beforehand(rows, by)
        count, done = self._rt.db.write(write)
        self._announced(done)
        return count

    def waiting(self) -> list[int]:
        """The rows of all that still waits, newest first."""
        return self._rt.db.read(lambda conn: conflicts.uncompared(conn, -1)) if self._wanted() else []

    def these(self, rows: Sequence[int]) -> int:
        """Compares those of these rows that still wait, in one transaction. Answers how many contradictions
        that found."""
        by = self._rt.by("maintenance")
        self._stored_beforehand(rows, by)
        done = self._rt.db.write(lambda conn: self._compare(conn, conflicts.still_uncompared(conn, rows), by))
        self._announced(done)
        return len(done.new)

    def nearest(self, conn: Connection, memory: Memory, by: Write) -> list[Memory]:
        """The memories that come nearest to this one, which need not be stored, where both would be told."""
        if self._wanted() and (near := self._neighbours(conn, memory, by)):
            return near
        asking = Asking(_BY_WORDS, by.policy, by.now)
        found = ranked.ranked(
            conn, memory.content, around(memory, by.now), asking, limit=NEIGHBOURS, alone=True
        )
        loaded = search.memories_of_rows(conn, [one.row for one in found], by.policy, by.now)
        return [other for _, other in loaded if other.id != memory.id]

    def disagree(self, one: Memory, other: Memory) -> bool:
        """Whether the judge says that two memories, which need not be stored, can't both hold, whichever is
        newer."""
        return self._wanted() and bool(self._judge.judge(one, other) or self._judge.judge(other, one))

    def told(
        self, conn: Connection, pairs: Sequence[tuple[str, str, Verdict]], by: Write, done: Compared
    ) -> None:
        """Another judge says of pairs (a memory, the one that it took for the older, its verdict) that they
        contradict each other: makes conflicts of those that live, may meet, and are not in one already, as
        part of the caller's transaction. Adds to `done`."""
        if not self._wanted():
            return
        for one, other, verdict in pairs:
            memory, rival = (memories.get(conn, ident, by.policy, by.now) for ident in (one, other))
            living = memory.status in LIVING and rival.status in LIVING
            if living and can_meet(memory, rival, by.now):
                said = Said.of(conn, [memory, rival])
                if said.in_order(memory, rival)[0] is memory:
                    verdict = replace(verdict, values=verdict.values[::-1], replaces=False)
                self._found(conn, memory, rival, verdict, said, by, done)

    def contradict(self, conn: Connection, some: Sequence[Memory], now: int) -> bool:
        """Whether any two of these memories, as they are, contradict each other."""
        if not self._wanted():
            return True
        said = Said.of(conn, some)
        return any(
            can_meet(one, other, now) and self._judge.judge(*said.in_order(one, other)) is not None
            for one, other in combinations(some, 2)
        )

    def _announced(self, done: Compared) -> None:
        if done.anything:
            touched = tuple(dict.fromkeys([*done.by_memory, *done.changed]))
            self._rt.announce(touched, status=True, conflicts=True)

    def _compare(self, conn: Connection, rows: Sequence[int], by: Write) -> Compared:
        done = Compared()
        if not rows:
            return done
        conflicts.judged_by(conn, self._judge.version)
        loaded = [memory for _, memory in search.memories_of_rows(conn, rows, by.policy, by.now)]
        for memory in loaded:
            # Comparing another one of these may have decided about it.
            touched = memory.id in done.changed
            now = memories.get(conn, memory.id, by.policy, by.now) if touched else memory
            if now.status in LIVING:
                self._compare_one(conn, now, by, done)
        conflicts.compared(conn, rows)
        return done

    def _compare_one(self, conn: Connection, memory: Memory, by: Write, done: Compared) -> None:
        row = memories.rows_of(conn, [memory.id])[0][0]
        known = conflicts.of_memories(conn, [row])
        conflicts.set_topics(conn, row, self._judge.topics(memory))
        if not known and not self._judge.terms(memory):
            return  # a note, which states nothing that could be compared
        others = self._neighbours(conn, memory, by)
        met = {ident for one in known if one.status.open for ident in one.memories} - {memory.id}
        missing = met - {other.id for other in others}
        others += memories.get_many(conn, sorted(missing), by.policy, by.now)
        said = Said.of(conn, [memory, *others])
        verdicts: dict[str, Verdict] = {}
        for other in others:
            if other.status in LIVING and can_meet(memory, other, by.now):
                older, newer = said.in_order(memory, other)
                if verdict := self._judge.judge(older, newer):
                    verdicts[other.id] = verdict
        by_id = {other.id: other for other in others}
        verdicts = {
            ident: verdict
            for ident, verdict in verdicts.items()
            if not both_hold(known, memory, by_id[ident])
        }
        apart = {
            other.id for other in others if other.status in LIVING and not can_meet(memory, other, by.now)
        }
        for one in known:
            if one.status.open:
                self._look_again(conn, one, memory, by_id, verdicts, apart, said, by, done)
        asked = asked_beside(conn, row)
        for ident, verdict in verdicts.items():
            # Of a hundred that contradict each other all are asked about together: nothing is read for each.
            if ident not in asked and both_live(conn, memory.id, ident, done.changed):
                self._found(conn, memory, by_id[ident], verdict, said, by, done)
                asked = asked_beside(conn, row)

    def _neighbours(self, conn: Connection, memory: Memory, by: Write) -> list[Memory]:
        """What may contradict it, without itself: the best finds in the places where both are told, and what
        was stored last there of what it speaks of."""
        terms, topics = self._judge.terms(memory), self._judge.topics(memory)
        asking, wanted = Asking(_BY_WORDS, by.policy, by.now), around(memory, by.now)
        found = ranked.ranked(conn, " ".join(terms), wanted, asking, limit=NEIGHBOURS + 1, alone=True)
        rows = conflicts.rows_of_topics(conn, topics, wanted, by.policy, by.now, NEIGHBOURS)
        rows = list(dict.fromkeys([*(one.row for one in found), *rows]))
        loaded = search.memories_of_rows(conn, rows, by.policy, by.now)
        return [other for _, other in loaded if other.id != memory.id]

    def _look_again(
        self,
        conn: Connection,
        known: Record,
        memory: Memory,
        by_id: dict[str, Memory],
        verdicts: dict[str, Verdict],
        apart: set[str],
        said: Said,
        by: Write,
        done: Compared,
    ) -> None:
        """An open conflict of a memory that was changed: that may settle it, or, of three, end its part in
        it. `apart`: what it is no longer told beside. What a better judge found stands while words and places
        are the same."""
        side = next(side for side in known.sides if side.memory == memory.id)
        others = known.memories - {memory.id}
        if side.content == memory.content and not others & apart:
            return
        living = [
            by_id[ident] for ident in sorted(others) if ident in by_id and by_id[ident].status in LIVING
        ]
        if living and all(other.id in verdicts for other in living):
            other = living[0]
            conflicts.judged_again(
                conn, known, memory, said.at(memory), verdicts[other.id], other.id,
                older=said.in_order_ids(memory.id, other.id)[0] == memory.id,
            )  # fmt: skip
            return
        if len(living) > 1:
            conflicts.leave(conn, known, memory.id, self._judge.judge(*said.in_order(*living[:2])))
        else:
            close(conn, known, by, "Settled by a change of one of the memories.")
        done.settled += 1

    def _found(
        self,
        conn: Connection,
        memory: Memory,
        other: Memory,
        verdict: Verdict,
        said: Said,
        by: Write,
        done: Compared,
    ) -> None:
        """Two memories contradict each other: notes it, unless that is known, or was decided."""
        rows = [row for row, _, _ in memories.rows_of(conn, [memory.id, other.id])]
        known = conflicts.of_memories(conn, rows)
        both = [one for one in known if {memory.id, other.id} <= one.memories]
        if any(one.status.open for one in both):
            return
        older, newer = said.in_order(memory, other)
        last = last_decided(both, memory, other)
        if last is not None and last.status in SETTLED:
            return
        if last is not None and len(last.sides) == 2:  # one of them came back to life
            self._reopen(conn, last, by)
            done.found(last.id, memory.id, other.id)
            return
        joined = self._join(conn, memory, other, known, said, by)
        if joined is not None:
            done.found(joined.id, *joined.memories, memory.id, other.id)
            return
        ident = conflicts.create(
            conn, newer.category, verdict, (older, said.at(older)), (newer, said.at(newer)), by.now
        )
        done.found(ident, memory.id, other.id)
        self._decide_alone(conn, ident, [older, newer], verdict, by, done)

    def _reopen(self, conn: Connection, known: Record, by: Write) -> None:
        fields = {"status": ConflictStatus.UNRESOLVED.value, "decision": None, "resolved_at": None}
        if known.status is ConflictStatus.AUTO_RESOLVED:
            fields["notes"] = None
        conflicts.change(conn, known.row, fields, "found again", by.actor, by.action_id, by.now)

    def _join(
        self, conn: Connection, memory: Memory, other: Memory, known: Sequence[Record], said: Said, by: Write
    ) -> Record | None:
        """The open conflict of one of the two, where the other contradicts all of its members as well."""
        for one in known:
            if not one.status.open:
                continue
            guest = memory if other.id in one.memories else other
            asked = [met.memories for met in known if met.status.open and guest.id in met.memories]
            if any(met & one.memories for met in asked):
                continue  # no two memories are asked about twice
            hosts = memories.get_many(conn, sorted(one.memories), by.policy, by.now)
            alive = [host for host in hosts if host.status in LIVING]
            all_said = Said.of(conn, [guest, *alive])
            verdicts = []
            for host in alive:
                older, newer = all_said.in_order(guest, host)
                asks = can_meet(guest, host, by.now) and not both_hold(known, guest, host)
                verdict = self._judge.judge(older, newer) if asks else None
                verdicts.append((verdict, newer is guest))
            if len(alive) < 2 or not all(verdict for verdict, _ in verdicts):
                continue
            first, is_newest = verdicts[0]
            assert first is not None
            replaces = all(
                verdict is not None and verdict.replaces and newest for verdict, newest in verdicts
            )
            conflicts.join(conn, one, guest, all_said.at(guest), first.values[int(is_newest)], replaces)
            return one
        return None

    def _decide_alone(
        self, conn: Connection, ident: str, members: list[Memory], verdict: Verdict, by: Write, done: Compared
    ) -> None:
        """Decides a new conflict without the person, where they want that and one side counts for far
        more."""
        if not self._rt.settings.get("conflicts.auto_resolve"):
            return
        project = next((m.scope_id for m in members if m.scope is Scope.PROJECT), None)
        stack = visible.stack(conn, project) if project else frozenset()
        told = suggest(members, by.now, stack, replaces=verdict.replaces)
        decision = clear_decision(members, told, self._rt.settings.get("conflicts.auto_resolve_from"))
        if decision is None:
            return
        alone = self._rt.by("maintenance", f"Decided by itself: {told.reason}")
        if by.actor == "user":  # it comes of what the person does now, and is taken back with it
            alone = replace(alone, action_id=by.action_id)
        known = conflicts.get(conn, ident)
        changed = decide(
            conn, known, decision, told.winner, alone, status=ConflictStatus.AUTO_RESOLVED, suggestion=told,
            notes=alone.reason,
        )  # fmt: skip
        done.changed += changed
        done.settled += 1
