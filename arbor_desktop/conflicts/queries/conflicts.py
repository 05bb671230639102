"""Conflicts: found, read, decided. A conflict is open while a person has not decided it and at least two of its
memories are alive; so that deleting one settles it, and undoing that brings it back, without any bookkeeping.

Plain SQL: nearly every statement finds memories by their public ids, and comparing runs it for each new memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import apsw

from arbor_desktop.conflicts.model import OPEN, ConflictStatus, Verdict
from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, Memory, MemoryFilter
from arbor_desktop.memories.queries import records, relations
from arbor_desktop.quick_dataclass import dataclass

OPEN_SQL = records.OPEN_CONFLICT_SQL
_OF_A_TOPIC = 100
"""Number of memories of a topic that are looked at; in a large store most of them apply elsewhere."""
_ORDER = "ORDER BY c.created_at, c.row"


@dataclass(frozen=True, slots=True)
class Side:
    """A member as it is stored; `at` is when it was said, `value` what it says of the topic."""

    memory: str
    content: str
    confidence: float
    at: int
    value: str
    context: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """A conflict as it is stored. `suggestion`: what was suggested when it was decided."""

    row: int
    id: str
    category: Category
    status: ConflictStatus
    created_at: int
    decision: str | None
    rule: str
    notes: str | None
    suggestion: dict[str, Any]
    resolved_at: int | None
    judgement: dict[str, Any]
    sides: tuple[Side, ...]

    @property
    def memories(self) -> frozenset[str]:
        return frozenset(side.memory for side in self.sides)


def load(
    conn: apsw.Connection, condition: str = "1", values: Sequence[Any] = (), order: str = _ORDER
) -> list[Record]:
    """Return the conflicts `c` for which an SQL condition holds, with their members, oldest first."""
    rows = conn.execute(
        "SELECT c.row, c.id, c.category, c.status, c.created_at, c.decision, c.rule, c.notes, c.suggestion, "
        f"c.resolved_at, c.judgement FROM conflict c WHERE {condition} {order}",
        values,
    ).fetchall()
    sides: dict[int, list[Side]] = {row[0]: [] for row in rows}
    judged = {row[0]: _object(row[10]) for row in rows}
    for part in records.chunks(list(sides)):
        for conflict, *side in conn.execute(
            "SELECT cm.conflict, m.id, cm.content, cm.confidence, cm.at, cm.context FROM conflict_member cm "
            f"JOIN memory m ON m.row = cm.memory WHERE cm.conflict IN ({records.marks(part)}) "
            "ORDER BY cm.conflict, cm.at, cm.memory",
            part,
        ):
            ident, content, confidence, at, context = side
            value = judged[conflict].get("values", {}).get(ident, "")
            sides[conflict].append(Side(ident, content, confidence, at, value, context))
    return [
        Record(
            row, ident, Category(category), ConflictStatus(status), created, decision, rule or "", notes,
            _object(suggestion), resolved, judged[row], tuple(sides[row]),
        )
        for row, ident, category, status, created, decision, rule, notes, suggestion, resolved, _ in rows
    ]  # fmt: skip


def _object(text: str | None) -> dict[str, Any]:
    return records.from_json(text) if text else {}


def open_ones(conn: apsw.Connection) -> list[Record]:
    return load(conn, OPEN_SQL)


def get(conn: apsw.Connection, ident: str) -> Record:
    """Return a conflict. Raises NotFound."""
    found = load(conn, "c.id = ?", (ident,))
    if not found:
        raise NotFound(f"There is no conflict {ident}.", id=ident)
    return found[0]


def of_memories(conn: apsw.Connection, rows: Collection[int]) -> list[Record]:
    """Return every conflict, open or not, in which one of these memories takes part."""
    found: dict[int, Record] = {}
    for part in records.chunks(list(rows)):
        condition = f"c.row IN (SELECT conflict FROM conflict_member WHERE memory IN ({records.marks(part)}))"
        found |= {one.row: one for one in load(conn, condition, part)}
    return [found[row] for row in sorted(found)]


def with_others(conn: apsw.Connection, ids: Iterable[str]) -> list[str]:
    """Return these memories, and all that are in an undecided conflict with one of them: whether that is
    open changes with each of its members."""
    found = dict.fromkeys(ids)
    status = records.marks(list(OPEN))
    for part in records.chunks(list(found)):
        found |= dict.fromkeys(
            ident
            for (ident,) in conn.execute(
                "SELECT DISTINCT other.id FROM memory m JOIN conflict_member cm ON cm.memory = m.row "
                f"JOIN conflict c ON c.row = cm.conflict AND c.status IN ({status}) "
                "JOIN conflict_member om ON om.conflict = c.row JOIN memory other ON other.row = om.memory "
                f"WHERE m.id IN ({records.marks(part)})",
                (*(each.value for each in OPEN), *part),
            )
        )
    return list(found)


def mark_seen(conn: apsw.Connection, ident: str) -> bool:
    """Record that a person sees a conflict. Return whether that is new."""
    before = conn.total_changes()
    conn.execute(
        "UPDATE conflict SET status = 'pending_user_review' WHERE id = ? AND status = 'unresolved'", (ident,)
    )
    return bool(conn.total_changes() > before)


def create(
    conn: apsw.Connection,
    category: Category,
    verdict: Verdict,
    older: tuple[Memory, int],
    newer: tuple[Memory, int],
    now: int,
) -> str:
    """Store a conflict of two memories, each given with when it was stated. Return its id."""
    ident = new_id(now)
    judgement = {
        "topic": verdict.topic,
        "reason": verdict.reason,
        "replaces": verdict.replaces,
        "values": {older[0].id: verdict.values[0], newer[0].id: verdict.values[1]},
    }
    conn.execute(
        "INSERT INTO conflict (id, category, status, rule, judgement, created_at) VALUES (?,?,?,?,?,?)",
        (
            ident,
            category.value,
            ConflictStatus.UNRESOLVED.value,
            verdict.rule,
            records.to_json(judgement),
            now,
        ),
    )
    row = conn.last_insert_rowid()
    for memory, at in (older, newer):
        _add_member(conn, row, memory, at)
    return ident


def join(conn: apsw.Connection, known: Record, memory: Memory, at: int, value: str, replaces: bool) -> None:
    """Add a memory to a conflict; `replaces` if it says that it replaces the others."""
    _add_member(conn, known.row, memory, at)
    judgement = known.judgement | {
        "values": known.judgement.get("values", {}) | {memory.id: value},
        "replaces": replaces,
    }
    _judged(conn, known.row, judgement)


def judged_again(
    conn: apsw.Connection, known: Record, memory: Memory, at: int, verdict: Verdict, other: str, older: bool
) -> None:
    """Update the judgement after a member was changed and still contradicts `other`; `older`: it is the
    older one of the two."""
    values = verdict.values if older else (verdict.values[1], verdict.values[0])
    judgement = known.judgement | {
        "topic": verdict.topic,
        "reason": verdict.reason,
        "replaces": verdict.replaces,
        "values": known.judgement.get("values", {}) | {memory.id: values[0], other: values[1]},
    }
    _judged(conn, known.row, judgement)
    conn.execute("UPDATE conflict SET rule = ? WHERE row = ?", (verdict.rule, known.row))
    conn.execute(
        "UPDATE conflict_member SET content = ?, confidence = ?, at = ? "
        "WHERE conflict = ? AND memory = (SELECT row FROM memory WHERE id = ?)",
        (memory.content, memory.current_confidence, at, known.row, memory.id),
    )


def set_doubt(conn: apsw.Connection, known: Record, doubt: str) -> None:
    """Store why another judge thinks that both can be true; it is dropped when the words change."""
    _write_judgement(conn, known.row, known.judgement | {"doubt": doubt})


def _judged(conn: apsw.Connection, conflict: int, judgement: dict[str, Any]) -> None:
    _write_judgement(conn, conflict, {key: value for key, value in judgement.items() if key != "doubt"})


def _write_judgement(conn: apsw.Connection, conflict: int, judgement: dict[str, Any]) -> None:
    conn.execute("UPDATE conflict SET judgement = ? WHERE row = ?", (records.to_json(judgement), conflict))


def _add_member(conn: apsw.Connection, conflict: int, memory: Memory, at: int) -> None:
    conn.execute(
        "INSERT INTO conflict_member (conflict, memory, content, confidence, at) "
        "SELECT ?, row, ?, ?, ? FROM memory WHERE id = ?",
        (conflict, memory.content, memory.current_confidence, at, memory.id),
    )


def leave(conn: apsw.Connection, known: Record, ident: str, verdict: Verdict | None) -> None:
    """Remove a member. `verdict` says why the others contradict each other: the reason until now may have
    been about the one that left."""
    values = {key: value for key, value in known.judgement.get("values", {}).items() if key != ident}
    judgement = {
        "topic": verdict.topic if verdict else "",
        "reason": verdict.reason if verdict else "",
        "replaces": verdict.replaces if verdict else False,
        "values": values,
    }
    _judged(conn, known.row, judgement)
    if verdict is not None:
        conn.execute("UPDATE conflict SET rule = ? WHERE row = ?", (verdict.rule, known.row))
    conn.execute(
        "DELETE FROM conflict_member WHERE conflict = ? AND memory = (SELECT row FROM memory WHERE id = ?)",
        (known.row, ident),
    )


def set_conditions(
    conn: apsw.Connection, conflict: int, conditions: Iterable[tuple[str, str | None]]
) -> None:
    """Store under which conditions members apply, by their ids, as it was decided."""
    conn.executemany(
        "UPDATE conflict_member SET context = ? WHERE conflict = ? AND memory = (SELECT row FROM memory WHERE id = ?)",
        [(condition, conflict, ident) for ident, condition in conditions],
    )


def share_evidence(conn: apsw.Connection, row: int, ids: Collection[str]) -> None:
    """Give a memory the evidence of all of these."""
    conn.execute(
        "INSERT OR IGNORE INTO evidence (memory, conversation, first_turn, last_turn, span_start, span_end, rule, "
        "project, verified, error_text, at, confidence) SELECT ?, e.conversation, e.first_turn, e.last_turn, "
        "e.span_start, e.span_end, e.rule, e.project, e.verified, e.error_text, e.at, e.confidence "
        f"FROM evidence e JOIN memory m ON m.row = e.memory WHERE m.id IN ({records.marks(list(ids))}) ORDER BY e.row",
        (row, *ids),
    )


SUPERSEDES = "supersedes"
"""The kind of link from a memory to one whose place it took."""


def links_among(conn: apsw.Connection, ids: Collection[str]) -> list[tuple[str, str]]:
    """Return such links between these memories: (winner, loser)."""
    marks = records.marks(list(ids))
    return [
        (winner, loser)
        for winner, loser in conn.execute(
            "SELECT w.id, l.id FROM relation r JOIN memory w ON w.row = r.from_memory "
            f"JOIN memory l ON l.row = r.to_memory WHERE r.kind = ? AND w.id IN ({marks}) AND l.id IN ({marks})",
            (SUPERSEDES, *ids, *ids),
        )
    ]


# -- what is still to be compared --
#
# A new judge is to compare all memories. To queue a million takes seconds, so `judge.unqueued` is the row up to
# which they are yet to be queued; those count as queued.

QUEUED_AT_ONCE = 10_000
_UNQUEUED = "(SELECT ifnull(max(unqueued), 0) FROM judge)"
_IS_UNCOMPARED = (
    "(EXISTS (SELECT 1 FROM uncompared u WHERE u.memory = memory.row) "
    f"OR (row <= {_UNQUEUED} AND status IN ('active', 'pending')))"
)
"""Condition of rows of the table `memory`."""
_UNCOMPARED = (
    "SELECT memory FROM uncompared UNION SELECT row FROM memory NOT INDEXED "
    f"WHERE row <= {_UNQUEUED} AND status IN ('active', 'pending')"
)


def uncompared(conn: apsw.Connection, limit: int) -> list[int]:
    """Return rows of living memories that were not compared since they changed, newest first."""
    return [row for (row,) in conn.execute(f"{_UNCOMPARED} ORDER BY 1 DESC LIMIT ?", (limit,))]


def uncompared_among(conn: apsw.Connection, ids: Sequence[str]) -> list[int]:
    """Return the rows of those of `ids` that are still to be compared."""
    return [
        row
        for part in records.chunks(ids)
        for (row,) in conn.execute(
            f"SELECT row FROM memory WHERE id IN ({records.marks(part)}) AND {_IS_UNCOMPARED}",
            part,
        )
    ]


def queue(conn: apsw.Connection, above: int) -> bool:
    """Queue memories above a row that are yet to be queued, the newest first, at most `QUEUED_AT_ONCE`. Return
    whether any are left there."""
    top = records.value(conn, f"SELECT {_UNQUEUED}")
    if top <= above:
        return False
    rest = max(above, top - QUEUED_AT_ONCE)
    conn.execute(
        "INSERT OR IGNORE INTO uncompared (memory) SELECT row FROM memory NOT INDEXED "
        "WHERE row > ? AND row <= ? AND status IN ('active', 'pending')",
        (rest, top),
    )
    conn.execute("UPDATE judge SET unqueued = min(unqueued, ?)", (rest,))
    return bool(rest > above)


def compared(conn: apsw.Connection, rows: Sequence[int]) -> None:
    """Note that memories are compared. One far below those that are queued is compared again."""
    if rows:
        queue(conn, min(rows) - 1)
    for part in records.chunks(rows):
        conn.execute(f"DELETE FROM uncompared WHERE memory IN ({records.marks(part)})", part)


def still_uncompared(conn: apsw.Connection, rows: Sequence[int]) -> list[int]:
    """Return those of these memories that were not compared with others since they changed."""
    return [
        row
        for part in records.chunks(rows)
        for (row,) in conn.execute(
            f"SELECT row FROM memory WHERE row IN ({records.marks(part)}) AND {_IS_UNCOMPARED} ORDER BY row DESC",
            part,
        )
    ]


def count_uncompared(conn: apsw.Connection) -> int:
    return int(conn.execute(f"SELECT count(*) FROM ({_UNCOMPARED})").fetchone()[0])


def worded_at(conn: apsw.Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return when a person last edited the text of memories (milliseconds), for those that were edited."""
    found: dict[str, int] = {}
    for part in records.chunks(ids):
        found |= dict(
            conn.execute(
                "SELECT memory_id, max(at) FROM memory_event WHERE actor = 'user' AND undone_by IS NULL "
                "AND before ->> '$.content' IS NOT NULL AND action != 'merged' "
                f"AND memory_id IN ({records.marks(part)}) GROUP BY memory_id",
                part,
            )
        )
    return found


# -- what memories speak of --


def judged_by(conn: apsw.Connection, version: str) -> None:
    """Record which judge compares. If it is a new one, all living memories are to be compared again; but
    not if two versions of the program share the file: each would undo what the other has done, forever. Until
    they are compared, they keep the topics of the judge before."""
    if conn.execute("SELECT 1 FROM judge WHERE version = ?", (version,)).fetchone():
        return
    conn.execute(
        "INSERT INTO judge (version, unqueued) SELECT ?, ifnull(max(row), 0) FROM memory", (version,)
    )


def set_topics(conn: apsw.Connection, row: int, topics: Collection[str]) -> None:
    conn.execute("DELETE FROM memory_topic WHERE memory = ?", (row,))
    conn.executemany("INSERT INTO memory_topic (topic, memory) VALUES (?, ?)", [(one, row) for one in topics])


def groups(conn: apsw.Connection) -> dict[str, str]:
    """Return the group of each project that has one, by its path."""
    return dict(conn.execute('SELECT project, "group" FROM project_kind WHERE "group" != \'\''))


def rows_of_topics(
    conn: apsw.Connection,
    topics: Collection[str],
    wanted: MemoryFilter,
    policy: DecayPolicy,
    now: int,
    limit: int,
) -> list[int]:
    """Return the memories stored last, at most `limit`, of one of the topics that a filter leaves. Of a
    topic only the newest are looked at."""
    if not topics:
        return []
    where, values = records.where_sql(wanted, policy, now)
    newest: dict[int, None] = {}
    for topic in topics:
        newest |= dict.fromkeys(
            row
            for (row,) in conn.execute(
                "SELECT memory FROM memory_topic WHERE topic = ? ORDER BY memory DESC LIMIT ?",
                (topic, _OF_A_TOPIC),
            )
        )
    rows = sorted(newest, reverse=True)[: records.CHUNK]
    return [
        row
        for (row,) in conn.execute(
            # Left to itself SQLite would rather walk an index of the status than look these rows up.
            f"SELECT m.row FROM memory m NOT INDEXED WHERE {where} AND m.row IN ({records.marks(rows)}) "
            "ORDER BY m.row DESC LIMIT ?",
            (*values, *rows, limit),
        )
    ]


FIELDS = ("status", "decision", "notes", "suggestion", "resolved_at")
"""What a decision changes of a conflict."""


def change(
    conn: apsw.Connection,
    conflict: int,
    fields: dict[str, Any],
    action: str,
    actor: str,
    action_id: str,
    at: int,
    *,
    conditions: Mapping[str, str | None] | None = None,
    linked: Iterable[tuple[str, str]] = (),
    unlinked: Iterable[tuple[str, str]] = (),
) -> None:
    """Set `fields` (stored values) of a conflict, and record what was before. For undo: `conditions` under
    which its members held before, by their ids, and the pairs of memories, (winner, loser), that the
    action `linked` and `unlinked`."""
    names = list(fields)
    found = conn.execute(f"SELECT {', '.join(names)} FROM conflict WHERE row = ?", (conflict,)).fetchone()
    before = dict(zip(names, found, strict=True))
    if conditions is not None:
        before["conditions"] = dict(conditions)
    after = fields | {"linked": list(linked), "unlinked": list(unlinked)}
    _set(conn, conflict, fields)
    conn.execute(
        "INSERT INTO conflict_event (conflict, at, actor, action, action_id, before, after) VALUES (?,?,?,?,?,?,?)",
        (conflict, at, actor, action, action_id, records.to_json(before), records.to_json(after)),
    )


def take_back(conn: apsw.Connection, action_id: str, undone_by: str) -> None:
    """Undo what an action changed of conflicts, and the links it made."""
    for conflict, before, after in conn.execute(
        "SELECT conflict, before, after FROM conflict_event WHERE action_id = ? AND undone_by IS NULL "
        "ORDER BY seq DESC",
        (action_id,),
    ).fetchall():
        was, became = records.from_json(before), records.from_json(after)
        _set(conn, conflict, {name: was[name] for name in FIELDS if name in was})
        set_conditions(conn, conflict, was.get("conditions", {}).items())
        relations.disconnect(conn, SUPERSEDES, became.get("linked", ()))
        relations.connect(conn, SUPERSEDES, became.get("unlinked", ()))
    conn.execute("UPDATE conflict_event SET undone_by = ? WHERE action_id = ?", (undone_by, action_id))


def decided_by(conn: apsw.Connection, conflict: int) -> tuple[str, str] | None:
    """Return the action that decided a conflict last and was not undone, with its actor; None if there is
    none."""
    found = conn.execute(
        "SELECT action_id, actor, action FROM conflict_event WHERE conflict = ? AND undone_by IS NULL ORDER BY seq DESC LIMIT 1",
        (conflict,),
    ).fetchone()
    return (found[0], found[1]) if found and found[2] == "decided" else None


def _set(conn: apsw.Connection, conflict: int, fields: dict[str, Any]) -> None:
    conn.execute(
        f"UPDATE conflict SET {', '.join(f'{name} = ?' for name in fields)} WHERE row = ?",
        (*fields.values(), conflict),
    )
