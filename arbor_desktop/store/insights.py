"""What the Insights page counts (spec 6a): how many memories there are and were, and what was done with them.

All of it is counted anew each time, in one snapshot, and nothing is kept: what was deleted for good is in no
figure. Where a project is given, its memories are those of its scope, its conversations those held in it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import apsw

from arbor_desktop.core.confidence import DecayPolicy
from arbor_desktop.core.insights import Cost, Growth, Rate
from arbor_desktop.core.memory import Category, MemoryType
from arbor_desktop.store import records

BINS = 10
_MOVED = (
    "(e.before ->> '$.status' IS NOT NULL OR e.before ->> '$.type' IS NOT NULL OR e.before ->> '$.scope' IS NOT NULL "
    "OR e.before ->> '$.scope_id' IS NOT NULL)"
)
"""Whether a change `e` moved a memory from one count to another; `memory_event_moved` is an index of these."""

MIGRATION = """
CREATE INDEX memory_event_moved ON memory_event (at, seq) WHERE
    (before ->> '$.status' IS NOT NULL OR before ->> '$.type' IS NOT NULL OR before ->> '$.scope' IS NOT NULL
    OR before ->> '$.scope_id' IS NOT NULL);
CREATE INDEX usage_event_helped ON usage_event (at, memory) WHERE success;
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Everything, or one project."""

    project: str | None = None

    @property
    def memory_sql(self) -> str:
        """Condition of memories `m`."""
        return "1" if self.project is None else "(m.scope = 'project' AND m.scope_id = :project)"

    @property
    def conversation_sql(self) -> str:
        """Condition of conversations `c`."""
        return "1" if self.project is None else "c.project = :project"

    def values(self, **others: Any) -> dict[str, Any]:
        """The parameters of a statement, with the project's."""
        return others if self.project is None else others | {"project": self.project}


@dataclass(slots=True)
class Counts:
    """Of active memories."""

    total: int = 0
    this_week: int = 0
    by_type: dict[str, int] = field(default_factory=dict)
    by_category: dict[str, int] = field(default_factory=dict)
    by_source: dict[str, int] = field(default_factory=dict)


def counts(conn: apsw.Connection, place: Place, week_ago: int) -> Counts:
    """How many active memories there are, by type, category and source, the most first."""
    found = Counts()
    rows = conn.execute(
        "SELECT m.type, m.category, m.source, count(*), sum(m.created_at >= :week) FROM memory m "
        f"WHERE m.status = 'active' AND {place.memory_sql} GROUP BY 1, 2, 3",
        place.values(week=week_ago),
    )
    for kind, category, source, count, new in rows:
        found.total += count
        found.this_week += new
        for into, key in (
            (found.by_type, kind),
            (found.by_category, category),
            (found.by_source, source),
        ):
            into[key] = into.get(key, 0) + count
    found.by_type = _ordered(found.by_type, MemoryType)
    found.by_category = _ordered(found.by_category, Category)
    found.by_source = dict(sorted(found.by_source.items(), key=lambda one: (-one[1], one[0])))
    return found


def _ordered(counted: dict[str, int], kinds: Iterable[str]) -> dict[str, int]:
    """The most first; of equal ones in the order in which the kinds are declared."""
    place = {str(kind): number for number, kind in enumerate(kinds)}
    return dict(sorted(counted.items(), key=lambda one: (-one[1], place.get(one[0], len(place)))))


def histogram(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> tuple[int, ...]:
    """Active memories by what their confidence is worth at `now`, in ten bins of 0.1; 1.0 is in the last."""
    worth = records.confidence_sql(policy, now)
    bins = [0] * BINS
    # A hair's breadth, since 0.7 times ten is not always seven.
    for number, count in conn.execute(
        f"SELECT min({BINS - 1}, CAST({worth} * {BINS} + 1e-9 AS INTEGER)), count(*) FROM memory m "
        f"WHERE m.status = 'active' AND {place.memory_sql} GROUP BY 1",
        place.values(),
    ):
        bins[number] = count
    return tuple(bins)


def growth(conn: apsw.Connection, place: Place, spans: Sequence[tuple[int, int]]) -> Growth:
    """How many memories were active at the end of each span, by the type that they had then.

    What is active today counts from when it was made; then each change of status, type or place is taken back,
    the newest first, for the time before it.
    """
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    # steps[type][n]: by how many there are more at the end of span n than at the end of the one before.
    steps = {kind: [0] * (len(ends) + 1) for kind in MemoryType}
    for number, (kind, count) in _made(conn, place, ends):
        steps[kind][number] += count
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
    """(span, (type, how many)) of what is active today, by when it was made; the first span has all before."""
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


def _take_back(
    conn: apsw.Connection, place: Place, ends: Sequence[int], steps: dict[MemoryType, list[int]]
) -> None:
    """Takes back what moved memories since the end of the first span."""
    types = {kind.value: steps[kind] for kind in MemoryType}
    project = place.project
    states: dict[str, tuple[str, str, str, str | None, int]] = {}
    """By memory: status, type, scope and scope id before the change that was taken back last, and in which span
    that was: nothing that came before it is taken to have happened later, whatever the clock said."""
    rows = conn.execute(
        "SELECT e.memory_id, e.at, m.created_at, m.status, m.type, m.scope, m.scope_id, e.before ->> '$.status', "
        "e.before ->> '$.type', e.before ->> '$.scope', e.before ->> '$.scope_id' "
        "FROM memory_event e INDEXED BY memory_event_moved CROSS JOIN memory m ON m.id = e.memory_id "
        f"WHERE {_MOVED} AND e.at >= ? ORDER BY e.seq DESC",
        (ends[0],),
    )
    for ident, at, made, status, kind, scope, scope_id, *before in rows:
        span = bisect_right(ends, at)
        known = states.get(ident)
        if known is not None:
            status, kind, scope, scope_id, last = known
            span = min(span, last)
        was_status, was_kind, was_scope, was_id = before
        before_status, before_kind = was_status or status, was_kind or kind
        before_scope = was_scope or scope
        before_id = was_id if was_scope or was_id else scope_id
        states[ident] = (before_status, before_kind, before_scope, before_id, span)
        born = bisect_right(ends, made)
        if born >= span:
            continue
        if status == "active" and _here(project, scope, scope_id):
            types[kind][born] -= 1
            types[kind][span] += 1
        if before_status == "active" and _here(project, before_scope, before_id):
            types[before_kind][born] += 1
            types[before_kind][span] -= 1


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
    join = "" if place.project is None else "JOIN memory m ON m.row = u.memory"
    sql = (
        f"SELECT count(*) FROM usage_event u {join} WHERE u.success AND u.at >= :since AND u.at < :until "
        f"AND {place.memory_sql}"
    )
    found = {}
    for day, since, until in days:
        count = conn.execute(sql, place.values(since=since, until=until)).fetchone()[0]
        if count:
            found[day] = count
    return found


def cost(conn: apsw.Connection, month: str, days: int, memorized: int) -> Cost:
    """What models cost in a month (`2026-11`) up to its day `days`. It is not known by project.

    `offline`: which conversation a model worked on is not kept; so this is known only while none was used.
    """
    by_day = [0.0] * days
    incoming = outgoing = 0
    for day, dollars, tokens_in, tokens_out in conn.execute(
        "SELECT day, sum(cost), sum(input_tokens), sum(output_tokens) FROM usage WHERE day LIKE ? || '-%' GROUP BY day",
        (month,),
    ):
        number = int(day[8:10])
        if 1 <= number <= days:
            by_day[number - 1] += dollars
        incoming += tokens_in
        outgoing += tokens_out
    ever = conn.execute("SELECT EXISTS (SELECT 1 FROM usage)").fetchone()[0]
    offline = Rate() if ever else Rate(memorized, memorized)
    return Cost(sum(by_day), None, tuple(by_day), incoming, outgoing, offline)
