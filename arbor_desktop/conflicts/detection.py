"""Detection of memories that contradict each other (spec 5.7).

New and changed memories are compared with what a search finds for their words, and for the words of opposite
statements, in the places where both would be shared.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeVar

from arbor_desktop.conflicts.model import EDITED_APART, Compared, ConflictStatus, Judge, Verdict
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.conflicts.queries.conflicts import Record
from arbor_desktop.conflicts.resolution import Resolution, close
from arbor_desktop.conflicts.suggestion import (
    around,
    automatic_decision,
    can_meet,
    last_stated,
    project_of,
    suggest,
)
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import LIVING, Memory, Source, Status
from arbor_desktop.memories.queries import memories, search, sharing
from arbor_desktop.memories.queries.memories import NewMemory, Progress, Write
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.queries.ranked import RankingOptions
from arbor_desktop.text.ranking import Weights
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)
T = TypeVar("T")

ALIKE = 0.35
"""How similar a memory must be to an older one to count as an update of it."""
NEIGHBOURS = 20
"""How many of the best search results are compared with a memory."""
AT_ONCE = 40
"""How many memories are compared in one transaction: others wait for it."""
IN_BACKGROUND = 10
"""The same in the background."""
RETRY_SECONDS = 60.0
"""Seconds until the background looks again after an error, or for changes that were not announced."""
CACHED_VERDICTS = 2048
"""As many as one transaction may need."""
MOST_LOGGED = 20
"""Most failures of a judge that are logged."""
LIVE_ON = (ConflictStatus.KEPT_BOTH_WITH_CONTEXT, ConflictStatus.MARKED_OUTDATED)
"""Decisions after which both memories live on, and do not conflict any more."""
_BY_WORDS = Weights(relevance=1.0, confidence=0.0, frequency=0.0, recency=0.0)


@cache
def offline_judge() -> Judge:
    """Return the judge that needs no model. It is immutable."""
    # Imported where it is needed: most commands compare nothing.
    from arbor_desktop import __version__, resources
    from arbor_desktop.conflicts.comparison.data import RuleData
    from arbor_desktop.conflicts.comparison.judge import RuleJudge

    def parse(text: str) -> tuple[RuleData, str]:
        import hashlib

        return RuleData.parse(text), hashlib.sha256(text.encode()).hexdigest()[:16]

    data, digest = resources.derived("conflicts.toml", parse, "conflicts/comparison", "text")
    return RuleJudge(data, f"{__version__} {digest}")


class SafeJudge:
    """A judge of memories whose failures are logged with the memories' ids, never with their text; memories
    that it fails on count as compatible."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._verdict = lru_cache(CACHED_VERDICTS)(judge.judge)
        self._failures = 0
        self.version = judge.version

    def judge(self, older: Memory, newer: Memory) -> Verdict | None:
        return self._safely(lambda: self._verdict(older.content, newer.content), None, older, newer)

    def change(self, older: Memory, newer: Memory) -> tuple[float, Verdict] | None:
        return self._safely(lambda: self._judge.change(older.content, newer.content), None, older, newer)

    def topics(self, memory: Memory) -> tuple[str, ...]:
        return self._safely(lambda: self._judge.topics(memory.content), (), memory)

    def terms(self, memory: Memory) -> tuple[str, ...]:
        return self._safely(lambda: self._judge.terms(memory.content), (), memory)

    def _safely(self, ask: Callable[[], T], otherwise: T, *about: Memory) -> T:
        try:
            return ask()
        except Exception as error:  # noqa: BLE001 - a bug of the judge must not keep memories from being stored
            self._failures += 1
            if self._failures <= MOST_LOGGED:
                # The error's message may quote a memory, and so may a traceback.
                where = error.__traceback__
                while where is not None and where.tb_next is not None:
                    where = where.tb_next
                place = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else "?"
                ids = ", ".join(memory.id for memory in about)
                log.error("Comparing %s failed with %s at %s", ids, type(error).__name__, place)
            return otherwise


@dataclass(frozen=True, slots=True)
class Timeline:
    """When memories were stated, or last worded by a person (milliseconds, by id)."""

    times: dict[str, int]

    @classmethod
    def of(cls, conn: Connection, some: Sequence[Memory]) -> Timeline:
        worded = conflicts.worded_at(conn, [memory.id for memory in some])
        return cls({memory.id: max(last_stated(memory), worded.get(memory.id, 0)) for memory in some})

    def at(self, memory: Memory) -> int:
        return self.times[memory.id]

    def in_order(self, one: Memory, other: Memory) -> tuple[Memory, Memory]:
        """Return the older first; of two stated at once, the one stored first."""
        older, newer = sorted((one, other), key=lambda memory: (self.times[memory.id], memory.id))
        return older, newer


def as_memory(new: NewMemory, now: int) -> Memory:
    """Return a memory that is not stored yet, as it would be."""
    return Memory(
        id="", content=new.content, type=new.type, category=new.category, scope=new.scope, source=new.source,
        status=Status.ACTIVE, confidence=new.confidence, current_confidence=new.confidence,
        privacy_level=new.privacy_level, created_at=now, updated_at=now, reinforced_at=now,
        scope_id=new.scope_id, branch=new.branch, technology=new.technology, details=new.details,
        expires_at=new.expires_at,
    )  # fmt: skip


class Detector:
    """Finds contradictions. `make_judge` is called when the judge is first needed: most commands store
    nothing.

    If the judge can't be made, that is logged once and memories stay uncompared for a program that can.
    """

    def __init__(self, runtime: Runtime, make_judge: Callable[[], Judge]) -> None:
        self._rt = runtime
        self._make_judge = make_judge
        self._made: SafeJudge | None = None
        self._failed = False
        self._lock = threading.Lock()

    def judge(self) -> SafeJudge | None:
        """Return the judge, or None if detection is switched off or the judge can't be made."""
        if not self._rt.settings.get("conflicts.detect"):
            return None
        with self._lock:
            if self._made is None and not self._failed:
                try:
                    self._made = SafeJudge(self._make_judge())
                except Exception:  # damaged data of the program
                    self._failed = True
                    log.exception("Contradictions can't be looked for")
            return self._made

    # -- compare --

    def compare(self, conn: Connection, ids: Sequence[str], by: Write) -> Compared:
        """Compare those of the memories that are new or changed, at most `AT_ONCE`, in the caller's
        transaction. The rest stays pending."""
        rows = conflicts.uncompared_among(conn, ids)[:AT_ONCE]
        if not rows or (judge := self.judge()) is None:
            return Compared()
        return Comparison(self._rt, judge, conn, by, Compared()).compare(rows)

    def prepare(self, some: Sequence[NewMemory], by: Write, stated_at: int | None = None) -> None:
        """Judge memories that are about to be stored, before the transaction in which nobody else can write:
        `compare` then finds the verdicts in the cache."""
        if judge := self.judge():
            new = [as_memory(one, stated_at or by.now) for one in some[:AT_ONCE]]
            self._rt.db.read(lambda conn: Comparison(self._rt, judge, conn, by, Compared()).prepare(new))

    def contradicted(
        self, some: Sequence[NewMemory], by: Write, progress: Progress | None = None
    ) -> list[Memory | None]:
        """Return for each memory that is not stored yet the first one that it would contradict."""
        if (judge := self.judge()) is None:
            return [None] * len(some)

        def read(conn: Connection) -> list[Memory | None]:
            found: list[Memory | None] = []
            for done, one in enumerate(some):
                if progress is not None:
                    progress(done, len(some))
                rivals = Comparison(self._rt, judge, conn, by, Compared()).rivals(as_memory(one, by.now))
                found.append(next(rivals, None))
            return found

        return self._rt.db.read(read)

    def compare_pending(self, limit: int = AT_ONCE) -> int:
        """Compare some of the pending memories, newest first, in one transaction. Return how many."""
        rows = self._rt.db.read(lambda conn: conflicts.uncompared(conn, limit))
        if not rows or (judge := self.judge()) is None:
            return 0
        by = self._rt.by("maintenance")
        self._prepare_rows(judge, rows, by)

        def write(conn: Connection) -> tuple[int, Compared]:
            rows = conflicts.uncompared(conn, limit)
            return len(rows), Comparison(self._rt, judge, conn, by, Compared()).compare(rows)

        count, done = self._rt.db.write(write)
        self._announce(done)
        return count

    def pending(self) -> list[int]:
        """Return the rows of all pending memories, newest first."""
        return self._rt.db.read(lambda conn: conflicts.uncompared(conn, -1)) if self.judge() else []

    def compare_rows(self, rows: Sequence[int]) -> int:
        """Compare those of these rows that are still pending, in one transaction. Return the number of new
        conflicts."""
        if (judge := self.judge()) is None:
            return 0
        by = self._rt.by("maintenance")
        self._prepare_rows(judge, rows, by)

        def write(conn: Connection) -> Compared:
            still = conflicts.still_uncompared(conn, rows)
            return Comparison(self._rt, judge, conn, by, Compared()).compare(still)

        done = self._rt.db.write(write)
        self._announce(done)
        return len(done.new)

    def _prepare_rows(self, judge: SafeJudge, rows: Sequence[int], by: Write) -> None:
        def read(conn: Connection) -> None:
            some = search.memories_of_rows(conn, rows, by.policy, by.now)
            Comparison(self._rt, judge, conn, by, Compared()).prepare(some)

        self._rt.db.read(read)

    def _announce(self, done: Compared) -> None:
        if done.anything:
            touched = tuple(dict.fromkeys([*done.by_memory, *done.changed]))
            self._rt.announce(touched, status=True, conflicts=True)

    # -- ask --

    def nearest(self, conn: Connection, memory: Memory, by: Write) -> list[Memory]:
        """Return the memories nearest to this one (stored or not), in the places where both are shared."""
        if judge := self.judge():
            near = Comparison(self._rt, judge, conn, by, Compared()).neighbours(memory)
            if near:
                return near
        asking = RankingOptions(_BY_WORDS, by.policy, by.now)
        wanted = around(memory, by.now)
        found = ranked.ranked(conn, memory.content, wanted, asking, limit=NEIGHBOURS, alone=True)
        others = search.memories_of_rows(conn, [one.row for one in found], by.policy, by.now)
        return [other for other in others if other.id != memory.id]

    def disagree(self, one: Memory, other: Memory) -> bool:
        """Return whether two memories (stored or not) contradict each other, whichever is newer."""
        judge = self.judge()
        return judge is not None and bool(judge.judge(one, other) or judge.judge(other, one))

    def any_contradict(self, conn: Connection, some: Sequence[Memory], now: int) -> bool:
        """Return whether any two of these memories contradict each other now, or nothing can judge that."""
        if (judge := self.judge()) is None:
            return True
        times = Timeline.of(conn, some)
        return any(
            can_meet(one, other, now) and judge.judge(*times.in_order(one, other)) is not None
            for one, other in combinations(some, 2)
        )

    def add_verdicts(
        self, conn: Connection, pairs: Sequence[tuple[str, str, Verdict]], by: Write, done: Compared
    ) -> None:
        """Make conflicts of another judge's verdicts, in the caller's transaction. Adds to `done`.

        A pair is a memory, the one that the judge took for the older, and its verdict. Pairs that are not
        both living, can't meet or are in a conflict already are skipped.
        """
        if (judge := self.judge()) is None:
            return
        comparison = Comparison(self._rt, judge, conn, by, done)
        for one, other, verdict in pairs:
            memory, rival = (memories.get(conn, ident, by.policy, by.now) for ident in (one, other))
            living = memory.status in LIVING and rival.status in LIVING
            if living and can_meet(memory, rival, by.now):
                times = Timeline.of(conn, [memory, rival])
                if times.in_order(memory, rival)[0] is memory:
                    verdict = replace(verdict, values=verdict.values[::-1], replaces=False)
                comparison.add(memory, rival, verdict, times)


class Comparison:
    """One comparison within a transaction; `done` collects its results."""

    def __init__(
        self, runtime: Runtime, judge: SafeJudge, conn: Connection, by: Write, done: Compared
    ) -> None:
        self._rt, self._judge, self._conn, self._by, self._done = runtime, judge, conn, by, done
        self._groups = conflicts.groups(conn)

    def neighbours(self, memory: Memory) -> list[Memory]:
        """Return what may contradict a memory: the best search results in the places where both are shared,
        and the newest memories there of the same topics."""
        terms, topics = self._judge.terms(memory), self._judge.topics(memory)
        by, wanted = self._by, around(memory, self._by.now, self._groups)
        asking = RankingOptions(_BY_WORDS, by.policy, by.now)
        found = ranked.ranked(self._conn, " ".join(terms), wanted, asking, limit=NEIGHBOURS + 1, alone=True)
        rows = conflicts.rows_of_topics(self._conn, topics, wanted, by.policy, by.now, NEIGHBOURS)
        rows = list(dict.fromkeys([*(one.row for one in found), *rows]))
        others = search.memories_of_rows(self._conn, rows, by.policy, by.now)
        return [other for other in others if other.id != memory.id]

    def prepare(self, some: Sequence[Memory]) -> None:
        """Judge memories with their neighbours, for the judge's cache."""
        for memory in some:
            deque(self.rivals(memory), 0)

    def rivals(self, memory: Memory) -> Iterator[Memory]:
        """Yield the neighbours of a memory (stored or not) that contradict it."""
        others = self.neighbours(memory) if self._judge.terms(memory) else []
        times = Timeline.of(self._conn, [memory, *others])
        for other in others:
            if can_meet(memory, other, self._by.now, self._groups) and self._judge.judge(
                *times.in_order(memory, other)
            ):
                yield other

    def compare(self, rows: Sequence[int]) -> Compared:
        """Compare memories and mark them as compared."""
        if not rows:
            return self._done
        conflicts.judged_by(self._conn, self._judge.version)
        for memory in search.memories_of_rows(self._conn, rows, self._by.policy, self._by.now):
            if memory.id in self._done.changed:  # comparing another one of these decided about it
                memory = memories.get(self._conn, memory.id, self._by.policy, self._by.now)
            if memory.status in LIVING:
                self._compare_one(memory)
        conflicts.compared(self._conn, rows)
        return self._done

    def _compare_one(self, memory: Memory) -> None:
        conn, now = self._conn, self._by.now
        known = conflicts.of_memories(conn, [memory.row])
        conflicts.set_topics(conn, memory.row, self._judge.topics(memory))
        if not known and not self._judge.terms(memory):
            return  # a note, which states nothing that could be compared
        others = self.neighbours(memory)
        missing = _open_members(known) - {memory.id} - {other.id for other in others}
        others += memories.get_many(conn, sorted(missing), self._by.policy, now)
        times = Timeline.of(conn, [memory, *others])
        by_id = {other.id: other for other in others}
        verdicts: dict[str, Verdict] = {}
        apart: set[str] = set()
        for other in others:
            if other.status not in LIVING:
                continue
            if not can_meet(memory, other, now, self._groups):
                apart.add(other.id)
                continue
            verdict = self._judge.judge(*times.in_order(memory, other))
            if verdict and not _live_on(_last_decided(known, memory, other)):
                verdicts[other.id] = verdict
        if not verdicts:
            near = [other for other in others if other.id not in apart]
            verdicts = self._changed(memory, near, known, times)
        for one in known:
            if one.status.open and one.rule != EDITED_APART:
                self._recheck(one, memory, by_id, verdicts, apart, times)
        asked = _open_members(conflicts.of_memories(conn, [memory.row]))
        for ident, verdict in verdicts.items():
            # Of a hundred that contradict each other all are in one conflict: nothing is read for each.
            if ident not in asked and self._both_live(memory.id, ident):
                self.add(memory, by_id[ident], verdict, times)
                asked = _open_members(conflicts.of_memories(conn, [memory.row]))

    def _changed(
        self, memory: Memory, others: Sequence[Memory], known: Sequence[Record], times: Timeline
    ) -> dict[str, Verdict]:
        """Return a verdict on the older memory that is most like this one, if this one says that something
        changed. In the store of one person that is nearly always what changed; of any two statements, it is
        half of the time another side of the same thing."""
        found = [
            (*changed, other.id)
            for other in others
            if other.status in LIVING
            and times.in_order(memory, other)[0] is other
            and (changed := self._judge.change(other, memory))
            and not _live_on(_last_decided(known, memory, other))
        ]
        likeness, verdict, ident = max(found, key=lambda one: one[0], default=(0.0, None, ""))
        return {ident: verdict} if verdict and likeness >= ALIKE else {}

    def _both_live(self, one: str, other: str) -> bool:
        """Return whether no decision of this comparison ended one of the two."""
        if not {one, other} & set(self._done.changed):
            return True
        return all(status in LIVING for _, _, status in memories.rows_of(self._conn, [one, other]))

    def _recheck(
        self,
        known: Record,
        memory: Memory,
        by_id: dict[str, Memory],
        verdicts: dict[str, Verdict],
        apart: set[str],
        times: Timeline,
    ) -> None:
        """Update an open conflict after a change of one of its memories: that may settle it or, of three, end
        the memory's part in it. Without a change of text or place (`apart`: ids of those that it can't meet),
        another judge's verdict remains."""
        side = next(side for side in known.sides if side.memory == memory.id)
        others = known.memories - {memory.id}
        if side.content == memory.content and not others & apart:
            return
        living = [by_id[ident] for ident in sorted(others) if ident in by_id]
        living = [other for other in living if other.status in LIVING]
        if living and all(other.id in verdicts for other in living):
            other = living[0]
            conflicts.judged_again(
                self._conn, known, memory, times.at(memory), verdicts[other.id], other.id,
                older=times.in_order(memory, other)[0] is memory,
            )  # fmt: skip
            return
        if len(living) > 1:
            verdict = self._judge.judge(*times.in_order(*living[:2]))
            conflicts.leave(self._conn, known, memory.id, verdict)
        else:
            close(self._conn, known, self._by, "Resolved by a change to one of the memories.")
        self._done.settled += 1

    def add(self, memory: Memory, other: Memory, verdict: Verdict, times: Timeline) -> None:
        """Record that two memories contradict each other, unless that is known or was decided."""
        known = conflicts.of_memories(self._conn, [memory.row, other.row])
        both = [one for one in known if {memory.id, other.id} <= one.memories]
        if any(one.status.open for one in both):
            return
        last = _last_decided(both, memory, other)
        if _live_on(last):
            return
        if last is not None and len(last.sides) == 2:  # one of them was restored
            self._reopen(last)
            self._done.add(last.id, memory.id, other.id)
            return
        joined = self._join(memory, other, known)
        if joined is not None:
            self._done.add(joined.id, *joined.memories, memory.id, other.id)
            return
        older, newer = times.in_order(memory, other)
        ident = conflicts.create(
            self._conn,
            newer.category,
            verdict,
            (older, times.at(older)),
            (newer, times.at(newer)),
            self._by.now,
        )
        self._done.add(ident, memory.id, other.id)
        self._decide_automatically(ident, (older, newer), verdict)

    def _reopen(self, known: Record) -> None:
        by = self._by
        fields = {"status": ConflictStatus.UNRESOLVED.value, "decision": None, "resolved_at": None}
        if known.status is ConflictStatus.AUTO_RESOLVED:
            fields["notes"] = None
        conflicts.change(self._conn, known.row, fields, "found again", by.actor, by.action_id, by.now)

    def _join(self, memory: Memory, other: Memory, known: Sequence[Record]) -> Record | None:
        """Add one of the two to an open conflict of the other whose members it contradicts all."""
        now = self._by.now
        for one in known:
            if not one.status.open:
                continue
            guest = memory if other.id in one.memories else other
            asked = [met.memories for met in known if met.status.open and guest.id in met.memories]
            if any(met & one.memories for met in asked):
                continue  # no two memories are in two conflicts
            hosts = memories.get_many(self._conn, sorted(one.memories), self._by.policy, now)
            hosts = [host for host in hosts if host.status in LIVING]
            times = Timeline.of(self._conn, [guest, *hosts])
            verdicts = [
                verdict
                for host in hosts
                if can_meet(guest, host, now, self._groups)
                and not _live_on(_last_decided(known, guest, host))
                and (verdict := self._judge.judge(*times.in_order(guest, host)))
            ]
            if len(hosts) < 2 or len(verdicts) < len(hosts):
                continue
            is_newest = [times.in_order(guest, host)[1] is guest for host in hosts]
            value = verdicts[0].values[int(is_newest[0])]
            # What says "now" against one of them says it against those that said so before, too.
            replaces = all(is_newest) and any(verdict.replaces for verdict in verdicts)
            conflicts.join(self._conn, one, guest, times.at(guest), value, replaces)
            return one
        return None

    def _decide_automatically(self, ident: str, members: tuple[Memory, Memory], verdict: Verdict) -> None:
        """Decide a new conflict if the settings allow it and one side counts for far more."""
        if not self._rt.settings.get("conflicts.auto_resolve"):
            return
        if any(memory.source is Source.TEAM for memory in members):  # others decide nothing here
            return
        project = project_of(members)
        stack = sharing.stack(self._conn, project) if project else frozenset()
        suggestion = suggest(members, self._by.now, stack, replaces=verdict.replaces)
        least = self._rt.settings.get("conflicts.auto_resolve_from")
        decision = automatic_decision(members, suggestion, least)
        if decision is None:
            return
        by = self._rt.by(
            "maintenance", Sentence("Resolved automatically: {reason}", reason=suggestion.reason)
        )
        if self._by.actor == "user":  # it comes of what the person does now, and is undone with it
            by = replace(by, action_id=self._by.action_id)
        resolution = Resolution(
            self._conn, conflicts.get(self._conn, ident), decision, by, suggestion, by.reason,
            ConflictStatus.AUTO_RESOLVED,
        )  # fmt: skip
        self._done.changed += resolution.keep_one(suggestion.winner)
        self._done.settled += 1


def _last_decided(known: Sequence[Record], memory: Memory, other: Memory) -> Record | None:
    """Return the last decision about the two, worded as they are now."""
    words = {memory.id: memory.content, other.id: other.content}
    same = [
        one
        for one in known
        if not one.status.open
        and words.keys() <= one.memories
        and all(side.content == words.get(side.memory, side.content) for side in one.sides)
    ]
    return max(same, key=lambda one: (one.resolved_at or 0, one.row), default=None)


def _open_members(known: Sequence[Record]) -> frozenset[str]:
    return frozenset(ident for one in known if one.status.open for ident in one.memories)


def _live_on(decided: Record | None) -> bool:
    return decided is not None and decided.status in LIVE_ON


class BackgroundDetection:
    """Compares pending memories while the window or `watch` runs: those of a large import or of another
    process. It works half of the time at most."""

    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector
        self._thread = BackgroundThread(
            "arbor-comparing", self._compare_all, "Comparing memories failed, and is tried again",
            retry_seconds=RETRY_SECONDS, subscribe=lambda: runtime.events.subscribe(self._changed),
        )  # fmt: skip
        self.start, self.close = self._thread.start, self._thread.close

    def _changed(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories or changes.settings:
            self._thread.wake()

    def _compare_all(self) -> float:
        while not self._thread.stopping:
            began = time.monotonic()
            if not self._detector.compare_pending(IN_BACKGROUND):
                break
            self._thread.pause(time.monotonic() - began)
        return RETRY_SECONDS
