"""The timeline of the memory, the newest first (spec 6a), read from histories, conflicts, runs and projects, and
the figures of last week.

Nothing is written for it: what was deleted for good left these tables, and so is in no event. What was learned
from conversations has the time at which it was said, everything else the time at which it happened. Each source
is read backwards from where the last page ended, and they are merged by time; so a page costs what it shows.

Plain SQL: figures over the whole store are measured (`tests.benchmarks insights`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import timedelta
from heapq import merge
from itertools import groupby
from typing import Any

import apsw
import msgspec

from arbor_desktop.capture import queries as capture
from arbor_desktop.clock import day_start, each_day, last_week
from arbor_desktop.context.queries import receipts
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.model import MOMENT_KINDS, Learned, Moment, Replaced, Week
from arbor_desktop.maintenance.queries.insights import Place
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.queries import memories, records
from arbor_desktop.projects.names import folder_name

FIRST_IDS = 50
"""Memories that are named of an action over many."""
TITLE_LENGTH = 240
_NEWEST = 2**62
_SAID = ("content", "summary", "type", "category", "details", "tags", "privacy_level", "scope", "scope_id", "branch",
         "technology", "expires_at")  # fmt: skip
"""Fields whose changes are shown; a change of confidence alone is not."""


def _kind_sql(e: str) -> str:
    """Return the SQL of the kind of moment that a memory's history entry belongs to; null if it belongs to
    none, or to what was learned (`_learned`)."""
    said = " OR ".join(f"json_type({e}.after, '$.{name}') IS NOT NULL" for name in _SAID)
    return (
        f"(CASE WHEN {e}.before IS NULL THEN iif({e}.actor = 'capture', NULL, 'added') "
        f"WHEN {e}.actor = 'undo' THEN 'undone' "
        f"WHEN {e}.after ->> '$.status' IS NOT NULL THEN CASE {e}.after ->> '$.status' "
        "WHEN 'archived' THEN 'archived' WHEN 'superseded' THEN 'replaced' WHEN 'deleted' THEN 'deleted' "
        "WHEN 'rejected' THEN 'rejected' WHEN 'pending' THEN 'review' "
        f"ELSE iif({e}.before ->> '$.status' = 'pending', 'accepted', 'restored') END "
        f"WHEN {e}.after ->> '$.scope' = 'global' AND {e}.before ->> '$.scope' = 'project' THEN 'promoted' "
        f"WHEN {said} THEN 'changed' END)"
    )


_OF_MEMORIES = frozenset(MOMENT_KINDS[: MOMENT_KINDS.index("conflict")]) - {"learned"}
_FIRST_SAID = "(SELECT min(w.row) FROM evidence w WHERE w.memory = m.row)"
"""The evidence that a memory `m` was made from."""


_Found = tuple[Moment, Any]
"""A moment, and where its source continues after it."""


class _Cursor(msgspec.Struct, array_like=True):
    """Where each source continues."""

    event: int = _NEWEST
    said: tuple[int, int] = (_NEWEST, 0)
    conflict: int = _NEWEST
    decision: int = _NEWEST
    run: int = _NEWEST
    project: tuple[int, str] = (_NEWEST, "")


def timeline(
    conn: apsw.Connection, place: Place, before: str | None, limit: int, kinds: Collection[str] | None
) -> tuple[tuple[Moment, ...], str | None]:
    """Return at most `limit` moments of these kinds (None: all), after the page that ended `before`, and
    where the next page begins, None if there is none. Raises InvalidInput for an unknown place or kind."""
    cursor = _read_cursor(before)
    wanted = frozenset(MOMENT_KINDS if kinds is None else kinds)
    if unknown := sorted(wanted - set(MOMENT_KINDS)):
        raise InvalidInput(
            f"There is no kind of moment {unknown[0]!r}. There are: {', '.join(MOMENT_KINDS)}."
        )
    page: list[Moment] = []
    for name, moment, position in merge(*_sources(conn, place, cursor, wanted), key=lambda one: -one[1].at):
        if len(page) == limit:
            return tuple(page), msgspec.json.encode(cursor).decode()
        page.append(moment)
        setattr(cursor, name, position)
    return tuple(page), None


def _read_cursor(before: str | None) -> _Cursor:
    if before is None:
        return _Cursor()
    try:
        return msgspec.json.decode(before, type=_Cursor)
    except msgspec.DecodeError as error:
        raise InvalidInput("That is not a place in the timeline.") from error


def _sources(
    conn: apsw.Connection, place: Place, cursor: _Cursor, wanted: frozenset[str]
) -> Iterator[Iterator[tuple[str, Moment, Any]]]:
    """Yield the sources that have wanted moments, each the newest first, with their fields of the cursor. Of
    two moments at the same time that of the first source comes first."""
    if "decided" in wanted:
        yield (("decision", *found) for found in _decisions(conn, place, cursor.decision))
    if "conflict" in wanted:
        yield (("conflict", *found) for found in _conflicts(conn, place, cursor.conflict))
    if "maintenance" in wanted and place.project is None:
        yield (("run", *found) for found in _runs(conn, cursor.run))
    if "learned" in wanted:
        yield (("said", *found) for found in _learned(conn, place, cursor.said))
    if wanted & _OF_MEMORIES:
        yield (("event", *found) for found in _actions(conn, place, cursor.event, wanted))
    if "project" in wanted:
        yield (("project", *found) for found in _projects(conn, place, cursor.project))


# -- what was learned --


def _learned(conn: apsw.Connection, place: Place, before: tuple[int, int]) -> Iterator[_Found]:
    """Yield one moment for what was said on one day and stored by one action, at the time when the last of
    it was said."""
    source = "evidence v INDEXED BY evidence_at CROSS JOIN memory m ON m.row = v.memory"
    if place.project is not None:  # a small part of all: its own memories are looked through
        source = f"memory m JOIN evidence v ON {place.memory_sql} AND v.memory = m.row"
    told: set[tuple[str, int]] = set()
    for at, row, action_id in conn.execute(
        f"SELECT v.at, v.row, e.action_id FROM {source} CROSS JOIN memory_event e ON e.memory_id = m.id "
        f"WHERE (v.at, v.row) < (:at, :row) AND v.row = {_FIRST_SAID} AND e.before IS NULL AND e.actor = 'capture' "
        "ORDER BY v.at DESC, v.row DESC",
        place.values(at=before[0], row=before[1]),
    ):
        _, begin, end = each_day(at, 1)[0]
        if (action_id, begin) not in told:
            told.add((action_id, begin))
            said = _said(conn, place, action_id, begin, end)
            if max(said)[:2] == (at, row):  # else it was in an earlier page
                yield _learned_moment(conn, action_id, begin, said), (at, row)


def _said(
    conn: apsw.Connection, place: Place, action_id: str, begin: int, end: int
) -> list[tuple[int, int, str]]:
    """Return the memories that an action made from what was said in that time, with the times and rows of
    their evidence."""
    found: list[tuple[int, int, str]] = conn.execute(
        "SELECT v.at, v.row, m.id FROM memory_event e JOIN memory m ON m.id = e.memory_id "
        f"JOIN evidence v ON v.row = {_FIRST_SAID} WHERE e.action_id = :action AND e.before IS NULL "
        f"AND e.actor = 'capture' AND v.at >= :begin AND v.at < :end AND {place.memory_sql} ORDER BY e.seq",
        place.values(action=action_id, begin=begin, end=end),
    ).fetchall()
    return found


def _learned_moment(
    conn: apsw.Connection, action_id: str, day: int, said: list[tuple[int, int, str]]
) -> Moment:
    at, row, _ = max(said)
    ident, title, project = conn.execute(
        "SELECT c.id, c.title, c.project FROM evidence v JOIN conversation c ON c.row = v.conversation WHERE v.row = ?",
        (row,),
    ).fetchone()
    ids = tuple(one for _, _, one in said[:FIRST_IDS])
    return Moment(
        at,
        "learned",
        title,
        len(said),
        ids,
        conversation_id=ident,
        project=project,
        id=f"{action_id}/learned/{day}",
        actor="capture",
    )


# -- what was done to memories --


def _actions(conn: apsw.Connection, place: Place, before: int, wanted: frozenset[str]) -> Iterator[_Found]:
    """Yield one moment for an action's changes of one kind, at the time of the newest of them."""
    of_kinds = ", ".join(f"'{kind}'" for kind in sorted(wanted & _OF_MEMORIES))
    told = "1"
    if "decided" in wanted:  # what a decision changed is told with it
        told = (
            "NOT EXISTS (SELECT 1 FROM conflict_event d WHERE d.action_id = e.action_id AND d.action = 'decided' "
            "AND d.undone_by IS NULL)"
        )
    sql = (
        f"SELECT e.seq, e.at, e.action_id, {_kind_sql('e')} AS kind FROM memory_event e WHERE e.seq < :before "
        f"AND kind IN ({of_kinds}) AND {told} AND NOT EXISTS (SELECT 1 FROM memory_event n WHERE n.action_id = e.action_id "
        f"AND n.seq > e.seq AND {_kind_sql('n')} = {_kind_sql('e')}) ORDER BY e.seq DESC"
    )
    if place.project is not None:  # a small part of all: its own histories are looked through
        sql = (
            f"SELECT max(e.seq) AS seq, e.at, e.action_id, {_kind_sql('e')} AS kind FROM memory m "
            f"CROSS JOIN memory_event e ON e.memory_id = m.id WHERE {place.memory_sql} AND kind IN ({of_kinds}) AND {told} "
            "GROUP BY e.action_id, kind HAVING seq < :before ORDER BY seq DESC"
        )
    for seq, at, action_id, kind in conn.execute(sql, place.values(before=before)):
        yield _action(conn, place, seq, at, action_id, kind), seq


def _action(conn: apsw.Connection, place: Place, seq: int, at: int, action_id: str, kind: str) -> Moment:
    here = "1"
    if place.project is not None:
        here = f"EXISTS (SELECT 1 FROM memory m WHERE m.id = e.memory_id AND {place.memory_sql})"
    rows = conn.execute(
        f"SELECT e.memory_id, max(e.reason), count(DISTINCT ifnull(e.reason, '')) FROM memory_event e "
        f"WHERE e.action_id = :action AND {_kind_sql('e')} = :kind AND {here} "
        "GROUP BY e.memory_id ORDER BY min(e.seq)",
        place.values(action=action_id, kind=kind),
    ).fetchall()
    ids = [ident for ident, _, _ in rows]
    reasons = {reason if different == 1 else None for _, reason, different in rows}
    reason = reasons.pop() if len(reasons) == 1 else None  # of several each has its own in its history
    actor = conn.execute("SELECT actor FROM memory_event WHERE seq = ?", (seq,)).fetchone()[0]
    moment = Moment(
        at, kind, "", len(ids), tuple(ids[:FIRST_IDS]), id=f"{action_id}/{kind}", actor=actor, reason=reason
    )
    texts = conn.execute(
        f"SELECT substr({records.TOLD_SQL}, 1, {TITLE_LENGTH}), CASE m.scope WHEN 'project' THEN m.scope_id END "
        "FROM memory m WHERE m.id = ?",
        (ids[0],),
    ).fetchone()
    projects = _projects_of(conn, ids)
    return replace(
        moment,
        title=texts[0] if texts and len(ids) == 1 else "",
        project=projects.pop() if len(projects) == 1 else None,
    )


def _projects_of(conn: apsw.Connection, ids: list[str]) -> set[str | None]:
    """Return the projects of the first of these memories; None for what applies elsewhere."""
    first = ids[:FIRST_IDS]
    return {
        project
        for (project,) in conn.execute(
            "SELECT DISTINCT CASE m.scope WHEN 'project' THEN m.scope_id END FROM memory m "
            f"WHERE m.id IN ({records.marks(first)})",
            first,
        )
    }


# -- conflicts --


def _conflicts(conn: apsw.Connection, place: Place, before: int) -> Iterator[_Found]:
    """Yield one moment for the conflicts found at one time."""
    rows = conn.execute(
        "SELECT c.created_at, c.row, c.judgement ->> '$.topic', "
        "(SELECT json_group_array(m.id) FROM (SELECT m.id FROM conflict_member cm JOIN memory m ON m.row = cm.memory "
        "WHERE cm.conflict = c.row ORDER BY cm.at, cm.memory) m) "
        f"FROM conflict c WHERE c.row < :before AND {place.conflict_sql} ORDER BY c.row DESC",
        place.values(before=before),
    )
    for at, group in groupby(rows, key=lambda row: row[0]):
        found = list(group)
        moment = _of_conflicts(conn, at, "conflict", [(topic, ids) for _, _, topic, ids in found])
        yield replace(moment, id=f"conflict/{found[0][1]}"), found[-1][1]


def _decisions(conn: apsw.Connection, place: Place, before: int) -> Iterator[_Found]:
    """Yield one moment for the conflicts that one action decided; undone decisions are omitted."""
    rows = conn.execute(
        "SELECT d.seq, d.at, d.action_id, d.actor, d.after ->> '$.decision', c.judgement ->> '$.topic', "
        "(SELECT json_group_array(m.id) FROM (SELECT m.id FROM conflict_member cm JOIN memory m ON m.row = cm.memory "
        "WHERE cm.conflict = c.row ORDER BY cm.at, cm.memory) m) "
        "FROM conflict_event d JOIN conflict c ON c.row = d.conflict WHERE d.action = 'decided' AND d.undone_by IS NULL "
        f"AND d.seq < :before AND {place.conflict_sql} ORDER BY d.seq DESC",
        place.values(before=before),
    )
    for (action_id, actor), group in groupby(rows, key=lambda row: (row[2], row[3])):
        found = list(group)
        moment = _of_conflicts(conn, found[0][1], "decided", [(row[5], row[6]) for row in found])
        same = {row[4] for row in found}
        decision = same.pop() if len(same) == 1 else None
        yield replace(moment, id=f"{action_id}/decided", actor=actor, decision=decision), found[-1][0]


def _of_conflicts(conn: apsw.Connection, at: int, kind: str, found: list[tuple[str | None, str]]) -> Moment:
    ids = [ident for _, text in found for ident in msgspec.json.decode(text, type=list[str])]
    projects = _projects_of(conn, ids) - {None}
    return Moment(
        at,
        kind,
        (found[0][0] or "") if len(found) == 1 else "",
        len(found),
        tuple(dict.fromkeys(ids))[:FIRST_IDS],
        project=projects.pop() if len(projects) == 1 else None,
    )


# -- runs and projects --


def _runs(conn: apsw.Connection, before: int) -> Iterator[_Found]:
    for row, task, at, result, error, ending, actor in conn.execute(
        "SELECT row, task, finished_at, result, error, ending, actor FROM maintenance_run "
        "WHERE row < ? AND finished_at IS NOT NULL ORDER BY row DESC",
        (before,),
    ):
        figures = {
            name: n for name, n in records.from_json(result or "{}").items() if isinstance(n, int) and n
        }
        yield (
            Moment(
                at, "maintenance", task, id=f"run/{row}", actor=actor, reason=error, decision=ending,
                figures=figures,
            ),
            row,
        )  # fmt: skip


def _projects(conn: apsw.Connection, place: Place, before: tuple[int, str]) -> Iterator[_Found]:
    """Yield when each project was first seen: when the first of its conversations began, or its first memory
    was stored."""
    here = "1" if place.project is None else "path = :project"
    for path, at in conn.execute(
        "SELECT path, min(at) AS first FROM (SELECT project AS path, min(ifnull(started_at, created_at)) AS at FROM conversation "
        "WHERE project IS NOT NULL GROUP BY 1 UNION ALL SELECT scope_id, min(created_at) FROM memory "
        f"WHERE scope = 'project' AND scope_id IS NOT NULL GROUP BY 1) WHERE {here} GROUP BY path "
        "HAVING (first, path) < (:at, :path) ORDER BY first DESC, path DESC",
        place.values(at=before[0], path=before[1]),
    ).fetchall():
        yield Moment(at, "project", folder_name(path), project=path, id=f"project/{path}"), (at, path)


# -- last week --

SHOWN = 2
"""Memories that are named."""


def week(conn: apsw.Connection, policy: DecayPolicy, now: int) -> Week:
    """Return the figures of the local week before that of `now`."""
    first, last = last_week(now)
    since, until = day_start(first), day_start(last + timedelta(days=1))
    learned, newest = _stored(conn, since, until)
    replaced = _replaced(conn, since, until)
    named = [ident for pair in replaced[:SHOWN] for ident in pair]
    known = {one.id: one.shown_text for one in memories.get_many(conn, [*newest, *named], policy, now)}
    status = capture.status_figures(conn, now)
    return Week(
        first.isoformat(),
        last.isoformat(),
        since,
        until,
        learned=learned,
        newest=tuple(Learned(ident, known[ident]) for ident in newest),
        changed=len(replaced),
        changes=tuple(Replaced(new, known[old], known[new]) for old, new in replaced[:SHOWN]),
        to_review=status["pending_review"] + status["marked_outdated"] + status["proposals"],
        conflicts=status["open_conflicts"],
        topic=_topic(conn) if status["open_conflicts"] == 1 else "",
        helped=receipts.summary(conn, since, None, until).sessions_helped,
    )


def _stored(conn: apsw.Connection, since: int, until: int) -> tuple[int, list[str]]:
    """Return how many memories were stored, and the last of them."""
    here = "memory m INDEXED BY memory_list WHERE status = 'active' AND created_at >= ? AND created_at < ?"
    count = conn.execute(f"SELECT count(*) FROM {here}", (since, until)).fetchone()[0]
    newest = conn.execute(
        f"SELECT id FROM {here} ORDER BY created_at DESC, row DESC LIMIT {SHOWN}", (since, until)
    )
    return count, [ident for (ident,) in newest]


def _replaced(conn: apsw.Connection, since: int, until: int) -> list[tuple[str, str]]:
    """Return the memories that were replaced, the last first: (old, new)."""
    return [
        (old, new)
        for old, new, _ in conn.execute(
            "SELECT o.id, n.id, max(e.seq) AS at FROM memory_event e INDEXED BY memory_event_moved "
            "CROSS JOIN memory o ON o.id = e.memory_id JOIN relation r ON r.to_memory = o.row "
            "AND r.kind = 'supersedes' JOIN memory n ON n.row = r.from_memory "
            "WHERE e.before ->> '$.status' IS NOT NULL AND e.at >= ? AND e.at < ? AND e.undone_by IS NULL "
            "AND e.after ->> '$.status' = 'superseded' AND o.status = 'superseded' "
            "GROUP BY o.row ORDER BY at DESC",
            (since, until),
        )
    ]


def _topic(conn: apsw.Connection) -> str:
    found = conn.execute(
        f"SELECT c.judgement ->> '$.topic' FROM conflict c WHERE {records.OPEN_CONFLICT_SQL} LIMIT 1"
    ).fetchone()
    return (found and found[0]) or ""
