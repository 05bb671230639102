"""What the Insights page counts (spec 6a): how many memories there are and were, and what was done with them.

All of it is counted anew each time, in one snapshot, and nothing is kept: what was deleted for good is in no
figure. Where a project is given, its memories are those of its scope, its conversations those held in it.

Plain SQL: figures over the whole store are measured (`tests.benchmarks insights`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import Rate
from arbor_desktop.maintenance.insights.model import Cost, Growth
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, MemoryType, Source
from arbor_desktop.memories.queries import records
from arbor_desktop.models.queries import ledger

BINS = 10
WEEK_MS = 7 * DAY_MS
_MOVED = (
    "(e.before ->> '$.status' IS NOT NULL OR e.before ->> '$.type' IS NOT NULL OR e.before ->> '$.scope' IS NOT NULL "
    "OR e.before ->> '$.scope_id' IS NOT NULL)"
)
"""Whether a change `e` moved a memory from one count to another; `memory_event_moved` is an index of these."""


_MOVES = f"""
WITH moved AS MATERIALIZED (
    SELECT m.row AS row, e.at AS at, e.before ->> '$.status' AS status, e.before ->> '$.type' AS type,
        e.before ->> '$.scope' AS scope, e.before ->> '$.scope_id' AS scope_id
    FROM memory_event e INDEXED BY memory_event_moved CROSS JOIN memory m ON m.id = e.memory_id
    WHERE {_MOVED} AND e.at >= ? ORDER BY m.row, e.at DESC, e.seq DESC
)
SELECT v.*, min(m.created_at, ifnull((SELECT min(w.at) FROM evidence w WHERE w.memory = m.row), m.created_at)),
    m.status, m.type, m.scope, m.scope_id FROM moved v CROSS JOIN memory m ON m.row = v.row
"""
"""The changes since a moment, of one memory after the other, the newest first, with what it was before and what it
is now. In the order of the file, since looking memories up in any other takes three times as long."""


@dataclass(frozen=True, slots=True)
class Place:
    """Everything, or one project."""

    project: str | None = None

    @property
    def memory_sql(self) -> str:
        """Condition of memories `m`."""
        return "1" if self.project is None else "(m.scope = 'project' AND m.scope_id = :project)"

    @property
    def in_file_order(self) -> str:
        """For statements that read most of the table: faster than in an index's order."""
        return "NOT INDEXED" if self.project is None else ""

    @property
    def conversation_sql(self) -> str:
        """Condition of conversations `c`."""
        return "1" if self.project is None else "c.project = :project"

    def values(self, **others: Any) -> dict[str, Any]:
        """The parameters of a statement, with the project's."""
        return others if self.project is None else others | {"project": self.project}


@dataclass(frozen=True, slots=True)
class Counts:
    """Of active memories. `histogram`: by what their confidence is worth, in ten bins of 0.1; 1.0 is in the last."""

    total: int
    this_week: int
    by_type: dict[str, int]
    by_category: dict[str, int]
    by_source: dict[str, int]
    histogram: tuple[int, ...]


def counts(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> Counts:
    """How many active memories there are at `now` (milliseconds), by type, category and source (the most first)
    and by worth."""
    # One pass in the order of the file; each memory is told by one number, which is far quicker to count than
    # its words are to group. A hair's breadth is added to the worth, since 0.7 times ten is not always seven.
    worth = f"min({BINS - 1}, CAST({records.confidence_sql(policy, now)} * {BINS} + 1e-9 AS INTEGER))"
    kinds = [[str(one) for one in each] for each in (MemoryType, Category, Source)]
    number = worth
    for column, words in zip(("type", "category", "source"), kinds, strict=True):
        number = f"({number}) * {len(words)} + {_place_sql(column, words)}"
    week = int(now - WEEK_MS)
    # New is what was said first this week, as in `growth`: an old conversation that is brought in adds nothing.
    said_before = f"EXISTS (SELECT 1 FROM evidence w WHERE w.memory = m.row AND w.at < {week})"
    number = f"({number}) * 2 + (m.created_at >= {week} AND NOT {said_before})"
    rows = conn.execute(
        f"SELECT {number} FROM memory m {place.in_file_order} WHERE m.status = 'active' AND {place.memory_sql}",
        place.values(),
    )
    bins, this_week = [0] * BINS, 0
    counted = [[0] * len(words) for words in kinds]
    for (told,), count in Counter(rows).items():
        rest, new = divmod(told, 2)
        this_week += count * new
        for words, by in reversed(list(zip(kinds, counted, strict=True))):
            rest, which = divmod(rest, len(words))
            by[which] += count
        bins[rest] += count
    by_type, by_category, by_source = (
        {
            word: by[which]
            for which, word in sorted(enumerate(words), key=lambda one: -by[one[0]])
            if by[which]
        }
        for words, by in zip(kinds, counted, strict=True)
    )
    return Counts(sum(bins), this_week, by_type, by_category, by_source, tuple(bins))


def _place_sql(column: str, words: Sequence[str]) -> str:
    """SQL of which of these words a column has."""
    cases = " ".join(f"WHEN '{word}' THEN {number}" for number, word in enumerate(words[:-1]))
    return f"CASE m.{column} {cases} ELSE {len(words) - 1} END"


def growth(conn: apsw.Connection, place: Place, spans: Sequence[tuple[int, int]]) -> Growth:
    """How many memories were active at the end of each span, by the type that they had then.

    What is active today counts from when it was said first, or stored, where that is earlier: who brings in old
    conversations learned what is in them back then. Then each change of status, type or place is taken back, the
    newest first, for the time before it.
    """
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    # steps[type][n]: by how many there are more at the end of span n than at the end of the one before.
    steps = {kind: [0] * (len(ends) + 1) for kind in MemoryType}
    for number, (kind, count) in _made(conn, place, ends):
        steps[kind][number] += count
    for kind, said, stored in _said_before(conn, place):
        steps[kind][bisect_right(ends, said)] += 1
        steps[kind][bisect_right(ends, stored)] -= 1
    _take_back(conn, place, ends, steps)
    return Growth(tuple(starts), {kind: tuple(_sums(each[:-1])) for kind, each in steps.items()})


def _sums(steps: Sequence[int]) -> Iterable[int]:
    total = 0
    for step in steps:
        total += step
        yield total


def _made(
    conn: apsw.Connection, place: Place, ends: Sequence[int]
) -> Iterable[tuple[int, tuple[MemoryType, int]]]:
    """(span, (type, how many)) of what is active today, by when it was stored; the first span has all before."""
    sums = ", ".join(f"ifnull(sum(m.type = '{kind.value}'), 0)" for kind in MemoryType)
    for number, end in enumerate(ends):
        row = conn.execute(
            f"SELECT {sums} FROM memory m WHERE m.status = 'active' AND m.created_at >= :begin AND m.created_at < :end "
            f"AND {place.memory_sql}",
            place.values(begin=ends[number - 1] if number else -(2**62), end=end),
        ).fetchone()
        for kind, count in zip(MemoryType, row, strict=True):
            if count:
                yield number, (kind, count)


def _said_before(conn: apsw.Connection, place: Place) -> Iterable[tuple[MemoryType, int, int]]:
    """(type, when it was said first, when it was stored) of what is active today and was stored later."""
    kinds = {kind.value: kind for kind in MemoryType}
    for kind, said, stored in conn.execute(
        "SELECT m.type, w.at, m.created_at FROM (SELECT memory, min(at) AS at FROM evidence WHERE at IS NOT NULL "
        "GROUP BY memory) w CROSS JOIN memory m ON m.row = w.memory "
        f"WHERE m.status = 'active' AND w.at < m.created_at AND {place.memory_sql}",
        place.values(),
    ):
        yield kinds[kind], said, stored


def _take_back(
    conn: apsw.Connection, place: Place, ends: Sequence[int], steps: dict[MemoryType, list[int]]
) -> None:
    """Takes back what moved memories since the end of the first span."""
    types = {kind.value: steps[kind] for kind in MemoryType}
    project = place.project
    last = -1
    for row, at, *was, made, now_status, now_kind, now_scope, now_id in conn.execute(_MOVES, (ends[0],)):
        if row != last:
            last, status, kind, scope, scope_id = row, now_status, now_kind, now_scope, now_id
            born = bisect_right(ends, made)
        span = bisect_right(ends, at)
        here = status == "active" and _here(project, scope, scope_id)
        if here and born < span:
            types[kind][born] -= 1
            types[kind][span] += 1
        # Of what the change left alone the history says nothing; the id of no place is null in it.
        was_status, was_kind, was_scope, was_id = was
        status, kind = was_status or status, was_kind or kind
        scope_id = was_id if was_scope or was_id else scope_id
        scope = was_scope or scope
        if born < span and status == "active" and _here(project, scope, scope_id):
            types[kind][born] += 1
            types[kind][span] -= 1


def _here(project: str | None, scope: str, scope_id: str | None) -> bool:
    return project is None or (scope == "project" and scope_id == project)


@dataclass(frozen=True, slots=True)
class Talks:
    """Conversations, how many of them were memorized (looked through, also where nothing lasting was said),
    when the memory changed last, and how many memories the conversation memorized last made."""

    conversations: int
    memorized: int
    last_updated: int | None
    captured_last: int


def talks(conn: apsw.Connection, place: Place) -> Talks:
    total, memorized = conn.execute(
        "SELECT count(*), ifnull(sum(c.status IN ('memorized', 'empty') OR "
        "(c.status = 'skipped' AND c.status_reason = 'trivial')), 0) "
        f"FROM conversation c WHERE {place.conversation_sql}",
        place.values(),
    ).fetchone()
    if place.project is None:
        updated = conn.execute("SELECT at FROM memory_event ORDER BY seq DESC LIMIT 1").fetchone()
    else:
        updated = conn.execute(
            f"SELECT max(m.updated_at) FROM memory m WHERE {place.memory_sql}", place.values()
        ).fetchone()
    here = "1" if place.project is None else "a.project = :project"
    captured = conn.execute(
        "SELECT a.items_extracted FROM activity a WHERE a.kind = 'memorize' AND a.status = 'success' "
        f"AND {here} ORDER BY a.row DESC LIMIT 1",
        place.values(),
    ).fetchone()
    return Talks(total, memorized, updated[0] if updated else None, captured[0] if captured else 0)


def captured_by_day(
    conn: apsw.Connection, place: Place, days: Sequence[tuple[str, int, int]]
) -> dict[str, int]:
    """Conversations by the day on which they began; days without any are left out."""
    began = [
        at
        for (at,) in conn.execute(
            "SELECT ifnull(nullif(c.started_at, 0), c.created_at) AS began FROM conversation c "
            f"WHERE began >= :since AND began < :until AND {place.conversation_sql}",
            place.values(since=days[0][1], until=days[-1][2]),
        )
    ]
    starts = [start for _, start, _ in days]
    counted = [0] * len(days)
    for at in began:
        counted[bisect_right(starts, at) - 1] += 1
    return {day: count for (day, _, _), count in zip(days, counted, strict=True) if count}


def used_by_day(conn: apsw.Connection, place: Place, days: Sequence[tuple[str, int, int]]) -> dict[str, int]:
    """How often memories helped, by day; days without any are left out."""
    if place.project is not None:  # a small part of all: its own uses are looked through
        starts = [start for _, start, _ in days]
        counted = Counter(
            bisect_right(starts, at) - 1
            for (at,) in conn.execute(
                "SELECT u.at FROM memory m CROSS JOIN usage_event u ON u.memory = m.row AND u.at >= :since "
                f"AND u.at < :until WHERE u.success AND {place.memory_sql}",
                place.values(since=days[0][1], until=days[-1][2]),
            )
        )
        return {day: counted[n] for n, (day, _, _) in enumerate(days) if n in counted}
    found = {}
    for day, since, until in days:
        sql = "SELECT count(*) FROM usage_event u WHERE u.success AND u.at >= ? AND u.at < ?"
        count = conn.execute(sql, (since, until)).fetchone()[0]
        if count:
            found[day] = count
    return found


def cost(
    conn: apsw.Connection, month: str, days: int, memorized: int, *, limit: float = 0.0, prices: str = ""
) -> Cost:
    """What models cost in a month (`2026-11`) up to its day `days`, by the ledger. It is not known by project.
    `limit`: of a month, 0 for none; `prices`: of which day they are."""
    by_day = [0.0] * days
    incoming = outgoing = unpriced = 0
    found = ledger.spent_by_day(conn, f"{month}-01")
    for day, spent in found.items():
        number = int(day[8:10])
        if day.startswith(month) and 1 <= number <= days:
            by_day[number - 1] += spent.cost
            incoming += spent.usage.all_input
            outgoing += spent.usage.output
            unpriced += spent.unpriced
    by_model = min(memorized, ledger.conversations_read(conn))
    return Cost(
        sum(by_day), limit or None, tuple(by_day), incoming, outgoing, Rate(memorized - by_model, memorized),
        unpriced, prices if found else "",
    )  # fmt: skip
