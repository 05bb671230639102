"""Figures of the Insights page (spec 6a) and the measures of success (spec 5.9).

Everything is counted again each time, in one snapshot, and nothing is stored: what was deleted for good is in
no figure. Where a project is given, its memories are those of its scope, its conversations those that took
place in it. `since` is the beginning of the span in question, in milliseconds.

Plain SQL: figures over the whole store are measured (`tests.benchmarks insights`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import apsw
import msgspec

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import Rate
from arbor_desktop.llm.queries import ledger
from arbor_desktop.maintenance.model import Cost, Growth, Measure
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, MemoryType, Source, Status
from arbor_desktop.memories.queries import lifecycle, records

BINS = 10
_STATUSES = ", ".join(f"'{one.value}'" for one in Status)
WEEK_MS = 7 * DAY_MS
_MOVED = (
    "(e.before ->> '$.status' IS NOT NULL OR e.before ->> '$.type' IS NOT NULL OR e.before ->> '$.scope' IS NOT NULL "
    "OR e.before ->> '$.scope_id' IS NOT NULL)"
)
"""Condition of a change `e` that moved a memory from one count to another; `memory_event_moved` is an
index of these."""


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
"""The changes since a moment, of one memory after the other, the newest first, with its state before and
now. In the order of the file, since looking memories up in any other order takes three times as long."""


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

    @property
    def conflict_sql(self) -> str:
        """Condition of conflicts `c`: one of their memories is in the place."""
        if self.project is None:
            return "1"
        return (
            "EXISTS (SELECT 1 FROM conflict_member cm JOIN memory m ON m.row = cm.memory "
            f"WHERE cm.conflict = c.row AND {self.memory_sql})"
        )

    def values(self, **others: Any) -> dict[str, Any]:
        """Return the parameters of a statement, with the project's."""
        return others if self.project is None else others | {"project": self.project}


@dataclass(frozen=True, slots=True)
class Counts:
    """Figures of active memories. `histogram`: by current confidence, in ten bins of 0.1; 1.0 is in the
    last."""

    total: int
    this_week: int
    by_type: dict[str, int]
    by_category: dict[str, int]
    by_source: dict[str, int]
    histogram: tuple[int, ...]
    stale: int
    """As `lifecycle.stale` counts them."""


def counts(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> Counts:
    """Count the active memories at `now` (milliseconds), by type, category and source (the most first) and
    by current confidence."""
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
    number = f"({number}) * 2 + {lifecycle.STALE_SQL}"
    rows = f"memory m {place.in_file_order} WHERE m.status = 'active' AND {place.memory_sql}"
    bins, this_week, stale = [0] * BINS, 0, 0
    counted = [[0] * len(words) for words in kinds]
    edge = lifecycle.stale_before(now)
    for told, count in records.tally(conn, number, rows, place.values(edge=edge)).items():
        rest, idle = divmod(int(told), 2)
        rest, new = divmod(rest, 2)
        stale += count * idle
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
    return Counts(sum(bins), this_week, by_type, by_category, by_source, tuple(bins), stale)


def _place_sql(column: str, words: Sequence[str]) -> str:
    """Return the SQL of the place of a column's value in these words."""
    cases = " ".join(f"WHEN '{word}' THEN {number}" for number, word in enumerate(words[:-1]))
    return f"CASE m.{column} {cases} ELSE {len(words) - 1} END"


def growth(conn: apsw.Connection, place: Place, spans: Sequence[tuple[int, int]]) -> Growth:
    """Return how many memories were active at the end of each span, by the type that they had then.

    What is active today counts from when it was first mentioned, or stored, if that is earlier: old
    conversations that are added now taught then what is in them. Then each change of status, type or place is
    undone, the newest first, for the time before it.
    """
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    # steps[type][n]: by how many there are more at the end of span n than at the end of the one before.
    steps = {kind: [0] * (len(ends) + 1) for kind in MemoryType}
    for number, (kind, count) in _made(conn, place, ends):
        steps[kind][number] += count
    for kind, said, stored in _said_before(conn, place):
        steps[kind][bisect_right(ends, said)] += 1
        steps[kind][bisect_right(ends, stored)] -= 1
    _undo_moves(conn, place, ends, steps)
    return Growth(tuple(starts), {kind: tuple(accumulate(each[:-1])) for kind, each in steps.items()})


def _made(
    conn: apsw.Connection, place: Place, ends: Sequence[int]
) -> Iterable[tuple[int, tuple[MemoryType, int]]]:
    """Yield (span, (type, count)) of what is active today, by when it was stored; the first span has all
    before."""
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
    """Yield (type, when it was first mentioned, when it was stored) of what is active today and was stored
    later."""
    kinds = {kind.value: kind for kind in MemoryType}
    first = "(SELECT memory, min(at) AS at FROM evidence WHERE at IS NOT NULL GROUP BY memory)"
    at, source = "w.at", f"{first} w CROSS JOIN memory m ON m.row = w.memory"
    if place.project is not None:  # a small part of all: its own memories are looked through
        at, source = "(SELECT min(w.at) FROM evidence w WHERE w.memory = m.row)", "memory m"
    for kind, said, stored in conn.execute(
        f"SELECT m.type, {at} AS said, m.created_at FROM {source} "
        f"WHERE m.status = 'active' AND said < m.created_at AND {place.memory_sql}",
        place.values(),
    ):
        yield kinds[kind], said, stored


def _undo_moves(
    conn: apsw.Connection, place: Place, ends: Sequence[int], steps: dict[MemoryType, list[int]]
) -> None:
    """Undo in `steps` what moved memories since the end of the first span."""
    types = {kind.value: steps[kind] for kind in MemoryType}
    project = place.project
    last = -1
    for row, at, *was, made, now_status, now_kind, now_scope, now_id in conn.execute(_MOVES, (ends[0],)):
        if row != last:
            last, status, kind, scope, scope_id = row, now_status, now_kind, now_scope, now_id
            born = bisect_right(ends, made)
        span = bisect_right(ends, at)
        here = status == "active" and (project is None or (scope, scope_id) == ("project", project))
        if here and born < span:
            types[kind][born] -= 1
            types[kind][span] += 1
        # Of what the change left alone the history says nothing; the id of no place is null in it.
        was_status, was_kind, was_scope, was_id = was
        status, kind = was_status or status, was_kind or kind
        scope_id = was_id if was_scope or was_id else scope_id
        scope = was_scope or scope
        here = status == "active" and (project is None or (scope, scope_id) == ("project", project))
        if here and born < span:
            types[kind][born] += 1
            types[kind][span] -= 1


@dataclass(frozen=True, slots=True)
class Talks:
    """Counts of conversations: `memorized` were read, even if nothing was worth remembering, the last of them
    with `captured_last` memories. `last_updated`: when a memory last changed or a conversation was last read.
    """

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
            f"SELECT max(m.updated_at) FROM memory m WHERE m.status IN ({_STATUSES}) AND {place.memory_sql}",
            place.values(),
        ).fetchone()
    here = "1" if place.project is None else "a.project = :project"
    captured = conn.execute(
        "SELECT a.items_extracted, a.at FROM activity a WHERE a.kind = 'memorize' AND a.status = 'success' "
        f"AND {here} ORDER BY a.row DESC LIMIT 1",
        place.values(),
    ).fetchone()
    moments = [at for at in (updated and updated[0], captured and captured[1]) if at is not None]
    return Talks(total, memorized, max(moments, default=None), captured[0] if captured else 0)


def captured_by_day(
    conn: apsw.Connection, place: Place, days: Sequence[tuple[str, int, int]]
) -> dict[str, int]:
    """Count conversations by the day on which they began; days without any are omitted."""
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
    """Count how often memories helped, by day; days without any are omitted."""
    if place.project is not None:  # a small part of all: its own uses are looked through
        starts = [start for _, start, _ in days]
        counted = Counter(
            bisect_right(starts, at) - 1
            for (at,) in conn.execute(
                "SELECT u.at FROM memory m CROSS JOIN usage_event u ON u.memory = m.row AND u.at >= :since "
                f"AND u.at < :until WHERE u.success AND m.status IN ({_STATUSES}) AND {place.memory_sql}",
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
    """Return the cost of models in a month (`2026-11`) up to its day `days`, by the ledger. It is not
    known by project. `limit`: the month's budget, 0 for none; `prices`: the day of the prices."""
    by_day = [0.0] * days
    incoming = outgoing = unpriced = 0
    found = ledger.spent_by_day(conn, month)
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


# -- measures of success (spec 5.9) --


SUBSTANTIAL_COMPLEXITY = 3
SUBSTANTIAL_TURNS = 10
"""A substantial session has at least this complexity (1 to 5), or as many turns of the person.
"""
_LARGEST = 3
_FIELD_BYTES = 200
"""Estimated bytes of a memory's columns that are not texts."""
_TEXT_BYTES = (
    "octet_length(m.content) + octet_length(m.search_text) + octet_length(m.fold) + octet_length(m.details) "
    "+ octet_length(m.tags) + ifnull(octet_length(m.summary), 0)"
)
PROJECT_BYTES, GLOBAL_BYTES = 10_000_000, 50_000_000
_BEGAN = "ifnull(nullif(c.started_at, 0), c.created_at)"
_CODING = "(o.files_created != '[]' OR o.files_modified != '[]' OR o.commands != '[]')"
"""Condition of the outcome `o` of a session in which something was done, not only asked."""
_LEARNING = (
    "(m.category IN ('bug_patterns', 'architectural_decisions', 'implementation_notes') "
    "OR (m.category = 'project_conventions' AND m.details ->> '$.applies_to' IS NOT NULL "
    "AND m.details ->> '$.applies_to' NOT IN ('', '[]', '0')))"
)
"""Condition of a memory `m` that is a learning: gotcha, decision, pattern or quirk, as
`conversations.queries.outcomes.Resting.kind` has it."""
_PATTERN_OR_PREFERENCE = (
    "(m.category IN ('coding_preferences', 'implementation_notes') OR m.type = 'preference')"
)


class _Error(msgspec.Struct):
    text: str = ""


_errors = msgspec.json.Decoder(tuple[_Error, ...]).decode


def measures(
    conn: apsw.Connection, place: Place, since: int, helpful: Rate, stale: Rate
) -> tuple[Measure, ...]:
    """Return all measures of spec 5.9, in its order; two are counted elsewhere
    (`memories.queries.lifecycle`)."""
    sizes = _sizes(conn, place)
    found = [
        Measure("helpful", helpful, goal=0.8),
        Measure("hit", hit_rate(conn, place, since), goal=0.6),
        Measure("prevention", prevention(conn, place, since), goal=0.8),
        Measure("suggestion", suggestion(conn, place, since), goal=0.9),
        Measure("stale", stale, goal=0.05, above=False),
        Measure("learnings", value=learnings(conn, place, since), goal=3),
        Measure("project_bytes", value=sizes[0], goal=PROJECT_BYTES, above=False),
    ]
    if place.project is None:
        found.append(Measure("global_bytes", value=sizes[1], goal=GLOBAL_BYTES, above=False))
    return tuple(found)


def hit_rate(conn: apsw.Connection, place: Place, since: int) -> Rate:
    """Return the coding sessions in which a stored pattern or preference helped, of all coding sessions.

    A coding session is one that changed files or ran commands. Only those count that began after memory was
    first shared with a session, or noted to have helped in one: before that none could be a hit.
    """
    first = conn.execute(
        f"SELECT min({_BEGAN}) FROM conversation c WHERE EXISTS (SELECT 1 FROM usage_event u WHERE u.success "
        "AND u.conversation IS NOT NULL AND u.conversation = c.row) "
        "OR c.row IN (SELECT r.conversation FROM receipt r)"
    ).fetchone()[0]
    if first is None:
        return Rate()
    hits, whole = conn.execute(
        "SELECT ifnull(sum(EXISTS (SELECT 1 FROM usage_event u JOIN memory m ON m.row = u.memory "
        f"WHERE u.success AND u.conversation IS NOT NULL AND u.conversation = c.row AND {_PATTERN_OR_PREFERENCE})), 0), count(*) "
        "FROM session_outcome o JOIN conversation c ON c.row = o.conversation "
        f"WHERE {_BEGAN} >= :since AND {_CODING} AND {place.conversation_sql}",
        place.values(since=max(since, first)),
    ).fetchone()
    return Rate(hits, whole)


def prevention(conn: apsw.Connection, place: Place, since: int) -> Rate:
    """Return the known problems that did not come back, of those that could have.

    A known problem is an active gotcha (category `bug_patterns`) of which a session kept the error's text. It
    could have come back if a session of its project (of any, if the gotcha applies everywhere) began in the
    span and after the problem was known; it came back if one of these met the same error, compared without
    numbers, paths and quoted names. Sessions whose outcome was removed by retention are not counted.
    """
    known: dict[int, tuple[int, str | None, set[str]]] = {}
    for row, project, at, text in conn.execute(
        f"SELECT m.row, CASE m.scope WHEN 'project' THEN m.scope_id END, min({_BEGAN}), e.error_text FROM evidence e "
        "JOIN memory m ON m.row = e.memory JOIN conversation c ON c.row = e.conversation "
        f"WHERE e.error_text IS NOT NULL AND m.category = 'bug_patterns' AND m.status = 'active' AND {place.memory_sql} "
        "GROUP BY m.row, e.error_text",
        place.values(),
    ):
        first, _, texts = known.get(row, (at, project, set()))
        known[row] = (min(first, at), project, texts | {same_error(text)})
    if not known:
        return Rate()
    last: dict[str | None, int] = {}
    met: dict[tuple[str | None, str], int] = {}
    for began, where, errors in conn.execute(
        f"SELECT {_BEGAN}, c.project, o.errors FROM session_outcome o JOIN conversation c ON c.row = o.conversation "
        f"WHERE {_BEGAN} >= :since AND {place.conversation_sql}",
        place.values(since=since),
    ):
        errors_met = {same_error(one.text) for one in _errors(errors)} if errors != "[]" else set()
        for home in {where, None}:
            last[home] = max(began, last.get(home, 0))
            met |= {(home, text): max(began, met.get((home, text), 0)) for text in errors_met}
    due = [one for one in known.values() if last.get(one[1], 0) > one[0]]
    back = sum(any(met.get((home, text), 0) > first for text in texts) for first, home, texts in due)
    return Rate(len(due) - back, len(due))


_PARTICULAR = re.compile(
    r"""(['"`]).*?\1 | 0x[0-9a-f]+ | (?:[a-z]:)?(?:[\w.~-]*[/\\])+[\w.-]+ | \d+""", re.IGNORECASE | re.VERBOSE
)


def same_error(text: str) -> str:
    """Return an error's text without what differs from one time to the next: numbers, paths, quoted names,
    spaces."""
    return " ".join(_PARTICULAR.sub(" ", text).casefold().split())


def suggestion(conn: apsw.Connection, place: Place, since: int) -> Rate:
    """Return how often a person decided a conflict as was suggested: for the same member, if one was kept;
    both kept, merged or marked outdated agrees only with the same suggestion. Automatic decisions do
    not count."""
    part = whole = 0
    for decision, told, oldest, newest, members in conn.execute(
        "SELECT c.decision, c.suggestion, "
        "(SELECT m.id FROM conflict_member cm JOIN memory m ON m.row = cm.memory WHERE cm.conflict = c.row "
        "ORDER BY cm.at, cm.memory LIMIT 1), "
        "(SELECT m.id FROM conflict_member cm JOIN memory m ON m.row = cm.memory WHERE cm.conflict = c.row "
        "ORDER BY cm.at DESC, cm.memory DESC LIMIT 1), "
        "(SELECT count(*) FROM conflict_member cm WHERE cm.conflict = c.row) FROM conflict c "
        "WHERE c.decision IS NOT NULL AND c.suggestion IS NOT NULL AND c.resolved_at >= :since "
        f"AND c.status NOT IN ('unresolved', 'pending_user_review', 'auto_resolved') AND {place.conflict_sql}",
        place.values(since=since),
    ):
        wanted = msgspec.json.decode(told)
        whole += 1
        kept = {"accepted_older": oldest, "accepted_newer": newest}
        same = decision == wanted.get("decision")
        if decision == "accepted_higher_confidence":
            # The button keeps the one with the highest confidence, which may be the one suggested.
            scores = wanted.get("scores") or {}
            best = max(scores, key=lambda ident: _current(scores[ident]), default=None)
            kept[decision] = best
        suggested = kept.get(wanted.get("decision"), wanted.get("winner"))
        if decision in kept and suggested is not None and members > 1:
            same = kept[decision] == suggested
        part += same
    return Rate(part, whole)


def _current(score: object) -> float:
    value = score.get("current", 0.0) if isinstance(score, dict) else 0.0
    return float(value)


def learnings(conn: apsw.Connection, place: Place, since: int) -> float | None:
    """Return the average number of learnings (living or pending gotchas, decisions, patterns, quirks) of a
    substantial session; None without such a session."""
    substantial = (
        "SELECT c.row FROM conversation c LEFT JOIN session_outcome o ON o.conversation = c.row "
        f"WHERE c.status = 'memorized' AND {_BEGAN} >= :since AND {place.conversation_sql} "
        f"AND (ifnull(o.complexity, 0) >= {SUBSTANTIAL_COMPLEXITY} OR c.user_turns >= {SUBSTANTIAL_TURNS})"
    )
    # What rests on them is sorted first: to look memories up in the order of the file is far faster.
    sessions, given = conn.execute(
        f"WITH session AS MATERIALIZED ({substantial}), resting AS MATERIALIZED ("
        "SELECT DISTINCT e.memory, e.conversation FROM session s JOIN evidence e ON e.conversation = s.row "
        "ORDER BY e.memory) SELECT (SELECT count(*) FROM session), "
        "(SELECT count(*) FROM resting r CROSS JOIN memory m ON m.row = r.memory "
        f"WHERE m.status IN ('active', 'pending') AND {_LEARNING})",
        place.values(since=since),
    ).fetchone()
    return given / sessions if sessions else None


def _sizes(conn: apsw.Connection, place: Place) -> tuple[float | None, float | None]:
    """Return the bytes of the project whose memories take most, and of those that apply everywhere: their
    texts, what search by word and by meaning needs of them, and their fields, whatever their status.

    An estimate: of vectors, by the size of one; of projects, only the few with the most memories are
    measured. History is not included.
    """
    vector = sum(
        size
        for (size,) in conn.execute(
            "SELECT max(octet_length(vector)) FROM (SELECT model, vector FROM embedding WHERE owner = 'memory' LIMIT 8) "
            "GROUP BY model"
        )
    )
    size = f"sum({_TEXT_BYTES} + {_FIELD_BYTES + vector})"
    of_projects = f"FROM memory m WHERE m.status IN ({_STATUSES}) AND m.scope = 'project'"
    paths = [(place.project,)]
    if place.project is None:
        counted = (
            f"SELECT m.scope_id, count(*) AS n {of_projects} AND m.scope_id IS NOT NULL GROUP BY m.status, 1"
        )
        largest = f"SELECT scope_id FROM ({counted}) GROUP BY 1 ORDER BY sum(n) DESC LIMIT {_LARGEST}"
        paths = conn.execute(largest).fetchall()
    projects = [
        conn.execute(f"SELECT {size} {of_projects} AND m.scope_id = ?", path).fetchone()[0] for path in paths
    ]
    everywhere = None
    if place.project is None:
        everywhere = conn.execute(
            f"SELECT {size} FROM memory m NOT INDEXED WHERE m.scope = 'global'"
        ).fetchone()[0]
    return max(filter(None, projects), default=None), everywhere
