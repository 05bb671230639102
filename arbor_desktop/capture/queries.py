"""Figures over the whole store.

Plain SQL: sums over the whole store.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.clock import to_iso
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.queries import proposals, records
from arbor_desktop.quick_dataclass import dataclass

_OPEN_CONFLICTS = f"(SELECT count(*) FROM conflict c WHERE {records.OPEN_CONFLICT_SQL})"


def stats(conn: apsw.Connection, policy: DecayPolicy, now: int) -> dict[str, Any]:
    """Return the figures of `arbor stats` (spec 7.2). Everything but `by_status` counts active memories."""
    columns = ("type", "category", "scope", "source")
    by: dict[str, Counter[str]] = {column: Counter() for column in columns}
    source = "memory INDEXED BY memory_list WHERE status = 'active'"
    for values, count in records.tally(conn, " || char(9) || ".join(columns), source).items():
        for column, value in zip(columns, values.split("\t"), strict=True):
            by[column][value] += count
    # In the order of the file, as nearly all are active: an index finds each row in another page.
    total, average, oldest, newest, accesses, compacted = conn.execute(
        f"SELECT count(*), avg({records.confidence_sql(policy, now)}), min(created_at), max(created_at), "
        "ifnull(sum(access_count), 0), ifnull(sum(compacted_at IS NOT NULL), 0) FROM memory m NOT INDEXED WHERE status = 'active'"
    ).fetchone()
    statuses = dict(conn.execute("SELECT status, count(*) FROM memory GROUP BY 1 ORDER BY 1"))
    return {
        "total_memories": total,
        **{f"by_{column}": dict(sorted(counts.items())) for column, counts in by.items()},
        "by_status": statuses,
        "avg_confidence": None if average is None else round(average, 4),
        "oldest": to_iso(oldest),
        "newest": to_iso(newest),
        "total_access_count": accesses,
        "compacted_count": compacted,
        "conversations": records.value(conn, "SELECT count(*) FROM conversation"),
        "turns": records.value(conn, "SELECT ifnull(sum(message_count), 0) FROM conversation"),
        "last_memorized_at": to_iso(
            records.value(conn, "SELECT max(at) FROM activity WHERE kind = 'memorize' AND status = 'success'")
        ),
        "next_maintenance_at": None,
        "open_conflicts": records.value(conn, f"SELECT {_OPEN_CONFLICTS}"),
        "pending_review": statuses.get("pending", 0),
    }


def captured_under(conn: apsw.Connection, folder: str) -> int:
    """Return the number of conversations that were read from files under `folder`."""
    sql = (
        "SELECT count(DISTINCT f.conversation) FROM file_conversation f JOIN capture_file p ON p.row = f.file "
        "WHERE p.path >= ? AND p.path < ?"
    )
    return int(records.value(conn, sql, *records.below(folder)))


def read_files(conn: apsw.Connection) -> list[str]:
    """Return the files that were read."""
    return [path for (path,) in conn.execute("SELECT path FROM capture_file")]


def captured_from(conn: apsw.Connection, source: str) -> int:
    """Return the number of conversations of a source."""
    return int(records.value(conn, "SELECT count(*) FROM conversation WHERE source = ?", source))


def project_paths(conn: apsw.Connection) -> list[str]:
    """Return the folders of the projects that conversations or memories are about."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT DISTINCT project FROM conversation WHERE project IS NOT NULL "
            "UNION SELECT DISTINCT scope_id FROM memory WHERE scope = 'project' AND scope_id IS NOT NULL ORDER BY 1"
        )
    ]


def index_problems(conn: apsw.Connection) -> list[str]:
    """Return the differences between full-text search and the tables; needs a writing connection."""
    problems = []
    try:
        conn.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    except apsw.CorruptError:
        problems.append("the memory index differs from the memories")
    missing = conn.execute(
        "SELECT count(*) FROM turn t WHERE t.kind = 'said' AND (t.text IS NOT NULL OR t.packed IS NOT NULL) "
        "AND NOT EXISTS (SELECT 1 FROM turn_fts_docsize d WHERE d.id = t.row)"
    ).fetchone()[0]
    if missing:
        problems.append(f"{missing} turns are missing from the conversation index")
    return problems


def logical_problems(conn: apsw.Connection) -> list[str]:
    """Return broken references and impossible values."""
    problems = []
    for message, sql in (
        ("memories without any history", "SELECT count(*) FROM memory m WHERE NOT EXISTS "
         "(SELECT 1 FROM memory_event e WHERE e.memory_id = m.id)"),
        ("memories without their project or conversation", "SELECT count(*) FROM memory "
         "WHERE iif(scope_id IS NULL, scope = 'conversation', scope = 'global')"),
        ("turns numbered with a gap", "SELECT count(*) FROM (SELECT 1 FROM turn GROUP BY conversation "
         "HAVING max(number) != count(*))"),
        ("living memories stored twice", "SELECT count(*) FROM (SELECT 1 FROM memory WHERE status IN ('active', 'pending') "
         "GROUP BY fold, scope, scope_id, branch HAVING count(*) > 1)"),
        ("places of evidence outside their conversation", "SELECT count(*) FROM evidence e JOIN conversation c "
         "ON c.row = e.conversation WHERE e.last_turn > c.message_count OR e.first_turn < 1"),
    ):  # fmt: skip
        count = conn.execute(sql).fetchone()[0]
        if count:
            problems.append(f"{count} {message}")
    broken = conn.execute("SELECT count(*) FROM pragma_foreign_key_check").fetchone()[0]
    if broken:
        problems.append(f"{broken} broken references")
    return problems


def status_figures(conn: apsw.Connection, now: int) -> dict[str, Any]:
    """Return the stored fields of `ServiceStatus`: what waits, and what needs a person's decision."""
    queue, unread, reads_at, pending, outdated, open_conflicts = conn.execute(
        "SELECT (SELECT count(*) FROM job WHERE state = 'running' OR (state = 'queued' AND next_try_at <= ?)), "
        "(SELECT count(*) FROM job WHERE state != 'failed'), (SELECT min(next_try_at) FROM job WHERE state = 'queued'), "
        "(SELECT count(*) FROM memory WHERE status = 'pending'), "
        f"(SELECT count(*) FROM memory WHERE status = 'active' AND needs_review = 1), {_OPEN_CONFLICTS}",
        (now,),
    ).fetchone()
    return {
        "queue": queue,
        "unread": unread,
        "reads_at": reads_at,
        "pending_review": pending,
        "marked_outdated": outdated,
        "open_conflicts": open_conflicts,
        "proposals": proposals.count_waiting(conn),
    }


def projects(conn: apsw.Connection) -> dict[str, int]:
    """Paths of projects with memories or conversations → active and pending memories there."""
    return dict(
        conn.execute(
            "SELECT p, (SELECT count(*) FROM memory m WHERE m.scope = 'project' AND m.scope_id = p "
            "AND m.status IN ('active', 'pending')) FROM (SELECT DISTINCT scope_id AS p FROM memory WHERE scope = 'project' AND scope_id IS NOT NULL "
            "UNION SELECT DISTINCT project FROM conversation WHERE project IS NOT NULL) ORDER BY 2 DESC, 1"
        )
    )


# -- sizes, for estimates --

SHOWN_BYTES = 2_000
"""The most bytes of a turn that a model is shown."""
FEWEST_BYTES = 50
"""A conversation is not read unless one of its turns has at least this many bytes."""
_PACKED = 3
"""How many times larger the text of an old turn is than its compressed form."""


@dataclass(frozen=True, slots=True)
class Size:
    """The part of a conversation that is to be read: the number of its turns, the bytes of their text, and the
    most bytes of it that a model is shown."""

    row: int
    id: str
    source: str
    turns: int
    bytes: int
    shown: int


def sizes(conn: apsw.Connection, ids: Sequence[str] | None, *, again: bool) -> list[Size]:
    """Return the sizes of these conversations, or (None) of all that are to be memorized: with `again`, of all
    there are, and of what was memorized before too."""
    chat, turn, job = db.Conversation, db.Turn, db.Job
    size = db.fn.ifnull(db.fn.octet_length(turn.text), _PACKED * db.fn.octet_length(turn.packed))
    shown = db.fn.sum(db.fn.min(size, SHOWN_BYTES))
    query = chat.select(chat.row, chat.id, chat.source, db.fn.count(), db.fn.sum(size), shown)
    query = query.join(turn).where((turn.kind == "said") & ~turn.unsaid & (size > 0))
    if not again:
        query = query.where(turn.number > chat.memorized_through)
    if ids is not None:
        query = query.where(chat.id.in_(_values(ids)))
    elif not again:
        query = query.where(chat.row.in_(job.select(job.conversation).where(job.state != "failed")))
    query = query.group_by(chat.row).having(db.fn.max(size) >= FEWEST_BYTES).order_by(chat.row)
    return [Size(*row) for row in db.run(conn, query)]


def source_sizes(conn: apsw.Connection) -> dict[str, int]:
    """Return the bytes of all files that were read, by their source."""
    file = db.CaptureFile
    query = file.select(file.source, db.fn.sum(file.size)).group_by(file.source)
    return dict(db.run(conn, query.where(file.source.is_null(False) & file.error.is_null())))


def read_before(conn: apsw.Connection, paths: Sequence[str]) -> set[str]:
    """Return those of these files that were read before, as they are now or as they were."""
    file = db.CaptureFile
    return {path for (path,) in db.run(conn, file.select(file.path).where(file.path.in_(_values(paths))))}


def _values(values: Sequence[str]) -> db.SQL:
    """Return any number of values as a subquery: a statement takes a limited number of them."""
    return db.SQL("(SELECT value FROM json_each(?))", [json.dumps(list(values))])
