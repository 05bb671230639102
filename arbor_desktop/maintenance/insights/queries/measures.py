"""The measures of success (spec 5.9), as far as what is kept tells them. Where nothing is known, nothing is said.

Each function says what exactly it counts. `since` (milliseconds) is when the span begins that is asked about.

Plain SQL: figures over the whole store are measured (`tests.benchmarks insights`).
"""

from __future__ import annotations

import re

import apsw
import msgspec

from arbor_desktop.context.model import Rate
from arbor_desktop.maintenance.insights.model import Measure
from arbor_desktop.maintenance.insights.queries.insights import Place
from arbor_desktop.memories.model import Status
from arbor_desktop.memories.queries import records

SUBSTANTIAL_COMPLEXITY = 3
SUBSTANTIAL_TURNS = 10
"""A session of at least this complexity (1 to 5), or with so many turns of the person, is a substantial one."""
_LARGEST = 3
_FIELD_BYTES = 200
"""About what the columns of a memory take that are no texts."""
_TEXT_BYTES = (
    "octet_length(m.content) + octet_length(m.search_text) + octet_length(m.fold) + octet_length(m.details) "
    "+ octet_length(m.tags) + ifnull(octet_length(m.summary), 0)"
)
PROJECT_BYTES, GLOBAL_BYTES = 10_000_000, 50_000_000
_BEGAN = "ifnull(nullif(c.started_at, 0), c.created_at)"
_CODING = "(o.files_created != '[]' OR o.files_modified != '[]' OR o.commands != '[]')"
"""Whether an outcome `o` is of a session in which something was done, not only asked."""
_LEARNING = (
    "(m.category IN ('bug_patterns', 'architectural_decisions', 'implementation_notes') "
    "OR (m.category = 'project_conventions' AND m.details ->> '$.applies_to' IS NOT NULL "
    "AND m.details ->> '$.applies_to' NOT IN ('', '[]', '0')))"
)
"""Whether memory `m` is a learning: gotcha, decision, pattern or quirk, as `conversations.queries.outcomes.Resting.kind` has it."""
_PATTERN_OR_PREFERENCE = (
    "(m.category IN ('coding_preferences', 'implementation_notes') OR m.type = 'preference')"
)


class _Error(msgspec.Struct):
    text: str = ""


_errors = msgspec.json.Decoder(tuple[_Error, ...]).decode


def measures(
    conn: apsw.Connection, place: Place, since: int, helpful: Rate, stale: Rate
) -> tuple[Measure, ...]:
    """All of spec 5.9, in its order; two are counted elsewhere (store.lifecycle)."""
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
    """Coding sessions in which a stored pattern or preference helped, of all coding sessions.

    A coding session is one that changed files or ran commands. Only those count that began after memory was
    first told to a session, or noted to have helped in one: before that none could be a hit.
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
    """Known problems that did not come back, of those that could have.

    A known problem is an active gotcha (category `bug_patterns`) of which a session kept the error's text. It
    could have come back if a session of its project (of any, where the gotcha holds everywhere) began in the
    span and after the problem was known; it came back if one of these met the same error, told by its words
    without numbers, paths and quoted names. Sessions whose outcome retention took away are not looked at.
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
    sessions = _Sessions(conn, place, since)
    part = whole = 0
    for first, project, texts in known.values():
        if sessions.any_after(first, project):
            whole += 1
            part += not any(sessions.met_after(first, project, text) for text in texts)
    return Rate(part, whole)


class _Sessions:
    """When sessions began, and which errors they met."""

    def __init__(self, conn: apsw.Connection, place: Place, since: int) -> None:
        self._last: dict[str | None, int] = {}
        self._met: dict[tuple[str | None, str], int] = {}
        for began, project, errors in conn.execute(
            f"SELECT {_BEGAN}, c.project, o.errors FROM session_outcome o JOIN conversation c ON c.row = o.conversation "
            f"WHERE {_BEGAN} >= :since AND {place.conversation_sql}",
            place.values(since=since),
        ):
            texts = {same_error(one.text) for one in _errors(errors)} if errors != "[]" else set()
            for where in {project, None}:
                self._last[where] = max(began, self._last.get(where, 0))
                for text in texts:
                    self._met[where, text] = max(began, self._met.get((where, text), 0))

    def any_after(self, moment: int, project: str | None) -> bool:
        return self._last.get(project, 0) > moment

    def met_after(self, moment: int, project: str | None, text: str) -> bool:
        return self._met.get((project, text), 0) > moment


_PARTICULAR = re.compile(
    r"""(['"`]).*?\1 | 0x[0-9a-f]+ | (?:[a-z]:)?(?:[\w.~-]*[/\\])+[\w.-]+ | \d+""", re.IGNORECASE | re.VERBOSE
)


def same_error(text: str) -> str:
    """An error's words without what differs from one time to the next: numbers, paths, quoted names, spaces."""
    return " ".join(_PARTICULAR.sub(" ", text).casefold().split())


def suggestion(conn: apsw.Connection, place: Place, since: int) -> Rate:
    """How often a person decided a conflict as was suggested: for the same member, where one was kept; both
    kept, merged or marked outdated agrees with no suggestion but its own. Decided by itself counts for nothing."""
    part = whole = 0
    for decision, told, oldest, newest, members in conn.execute(
        "SELECT c.decision, c.suggestion, "
        "(SELECT m.id FROM conflict_member cm JOIN memory m ON m.row = cm.memory WHERE cm.conflict = c.row "
        "ORDER BY cm.at, cm.memory LIMIT 1), "
        "(SELECT m.id FROM conflict_member cm JOIN memory m ON m.row = cm.memory WHERE cm.conflict = c.row "
        "ORDER BY cm.at DESC, cm.memory DESC LIMIT 1), "
        "(SELECT count(*) FROM conflict_member cm WHERE cm.conflict = c.row) FROM conflict c "
        "WHERE c.decision IS NOT NULL AND c.suggestion IS NOT NULL AND c.resolved_at >= :since "
        "AND c.status NOT IN ('unresolved', 'pending_user_review', 'auto_resolved') AND ("
        + ("1" if place.project is None else _conflict_here())
        + ")",
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


def _conflict_here() -> str:
    return (
        "EXISTS (SELECT 1 FROM conflict_member cm JOIN memory m ON m.row = cm.memory "
        "WHERE cm.conflict = c.row AND m.scope = 'project' AND m.scope_id = :project)"
    )


def learnings(conn: apsw.Connection, place: Place, since: int) -> float | None:
    """How many learnings (gotchas, decisions, patterns, quirks that live or wait for review) a substantial
    session gave on average; None without such a session."""
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
    """Bytes of the project whose memories take most, and of those that hold everywhere: their texts, what search
    by word and by meaning needs of them, and their fields, whatever their status. An estimate: of vectors, by the
    size of one; of projects, the few that have the most memories are looked at. History is apart."""
    vector = sum(
        size
        for (size,) in conn.execute(
            "SELECT max(octet_length(vector)) FROM (SELECT model, vector FROM embedding WHERE owner = 'memory' LIMIT 8) "
            "GROUP BY model"
        )
    )
    size = f"sum({_TEXT_BYTES} + {_FIELD_BYTES + vector})"
    every = f"m.status IN ({records.marks(list(Status))})"
    statuses = tuple(str(status) for status in Status)
    paths = [place.project]
    if place.project is None:
        paths = [
            path
            for (path,) in conn.execute(
                f"SELECT m.scope_id FROM memory m WHERE {every} AND m.scope = 'project' "
                "GROUP BY 1 ORDER BY count(*) DESC LIMIT ?",
                (*statuses, _LARGEST),
            ).fetchall()
        ]
    projects = [
        conn.execute(
            f"SELECT {size} FROM memory m WHERE {every} AND m.scope = 'project' AND m.scope_id = ?",
            (*statuses, path),
        ).fetchone()[0]
        for path in paths
    ]
    everywhere = None
    if place.project is None:
        everywhere = conn.execute(
            f"SELECT {size} FROM memory m NOT INDEXED WHERE m.scope = 'global'"
        ).fetchone()[0]
    return max((found for found in projects if found is not None), default=None), everywhere
