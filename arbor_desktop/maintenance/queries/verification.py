"""Checks of memories, indexes, vectors and references (spec 1.1, 5.8), and of free space in the file.

Plain SQL: the checks look for values that the models could not even read, and SQLite's own commands are no
queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import apsw

from arbor_desktop.conversations.queries.conversations import INDEXED_KINDS
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.model import (
    MAX_CONTENT,
    MIN_CONTENT,
    Category,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.memories.queries import events, memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import identifier_parts

MARKED, UNMARKED = "marked invalid", "no longer invalid"
"""Actions in a memory's history."""
_END_OF_TIME = 253_402_300_799_999
"""Milliseconds until the end of the year 9999."""
_MOMENTS = (
    "created_at", "updated_at", "reinforced_at", "accessed_at", "last_used_at", "confirmed_at", "compacted_at",
    "archived_at",
)  # fmt: skip
_COUNTS = ("access_count", "use_count", "success_count", "failure_count")


@dataclass(frozen=True, slots=True)
class Finding:
    """A memory that is marked as invalid, or should be. `problems` say for people what is wrong; none: it
    is valid."""

    row: int
    id: str
    problems: tuple[str, ...]
    marked: bool


def _unknown(column: str, kind: type[StrEnum]) -> str:
    return f"m.{column} NOT IN ({', '.join(repr(member.value) for member in kind)})"


def _checks() -> dict[str, str]:
    """Return the meaning of each SQL condition, if it is true. A date in the future is valid: the clock
    may have been set back since."""
    ranges = " OR ".join(
        f"(m.{name} IS NOT NULL AND (typeof(m.{name}) != 'integer' OR m.{name} <= 0 OR m.{name} > {_END_OF_TIME}))"
        for name in _MOMENTS
    )
    return {
        f"length(trim(m.content)) NOT BETWEEN {MIN_CONTENT} AND {MAX_CONTENT}": "the text is too short or too long",
        _unknown("type", MemoryType): "unknown type",
        _unknown("category", Category): "unknown category",
        _unknown("source", Source): "unknown source",
        _unknown("status", Status): "unknown status",
        _unknown("privacy_level", Privacy): "unknown privacy level",
        _unknown("scope", Scope): "unknown scope",
        "iif(m.scope_id IS NULL, m.scope = 'conversation', m.scope = 'global' OR m.scope_id = '')": "the scope doesn't match the project or conversation",
        "m.scope = 'project' AND substr(m.scope_id, 1, 1) NOT IN ('/', '\\') "
        "AND substr(m.scope_id, 2, 1) != ':'": "the project's path is not valid",
        "typeof(m.confidence) NOT IN ('real', 'integer') OR m.confidence NOT BETWEEN 0 AND 1":
            "the confidence is out of range",
        "typeof(m.decay_rate) NOT IN ('real', 'integer') OR m.decay_rate NOT BETWEEN 0 AND 10":
            "the fading rate is out of range",
        "NOT json_valid(m.details) OR json_type(iif(json_valid(m.details), m.details, '0')) != 'object'":
            "the details can't be read",
        "NOT json_valid(m.tags) OR json_type(iif(json_valid(m.tags), m.tags, '0')) != 'array' "
        "OR EXISTS (SELECT 1 FROM json_each(iif(json_valid(m.tags), m.tags, '[]')) t WHERE t.type != 'text')":
            "the tags can't be read",
        " OR ".join(f"m.{name} < 0 OR typeof(m.{name}) != 'integer'" for name in _COUNTS): "a use count is not valid",
        ranges: "a date can't be read",
        f"m.expires_at IS NOT NULL AND (typeof(m.expires_at) != 'integer' "
        f"OR abs(m.expires_at) > {_END_OF_TIME})": "the expiry date can't be read",
        "EXISTS (SELECT 1 FROM evidence e WHERE e.memory = m.row AND (e.first_turn < 1 OR e.last_turn < e.first_turn "
        "OR NOT EXISTS (SELECT 1 FROM conversation c WHERE c.row = e.conversation "
        "AND e.last_turn <= max(c.message_count, ifnull((SELECT max(t.number) FROM turn t "
        "WHERE t.conversation = c.row), 0)))))": "the source lines are not in the conversation",
        "EXISTS (SELECT 1 FROM evidence e LEFT JOIN turn t ON t.conversation = e.conversation "
        "AND t.number = e.first_turn WHERE e.memory = m.row AND e.span_start IS NOT NULL "
        "AND (e.span_start < 0 OR e.span_end < e.span_start OR e.span_end > length(t.text)))":
            "the source words are not in the message",
    }  # fmt: skip


_CHECKS = _checks()
_SQL = (
    "SELECT m.row, m.id, m.invalid, "
    + ", ".join(f"ifnull({sql}, 0)" for sql in _CHECKS)
    + " FROM memory m WHERE m.row > :after ORDER BY m.row LIMIT :limit"
)


def part(conn: apsw.Connection, after: int, limit: int) -> tuple[int, int, list[Finding]]:
    """Check the next `limit` memories after the row `after`. Return (the last row, or -1 at the end; how
    many were checked; those that are marked or should be). Evidence in texts that are compressed or
    removed is valid."""
    last, count, findings = -1, 0, []
    for row, ident, marked, *found in conn.execute(_SQL, {"after": after, "limit": limit}):
        last, count = row, count + 1
        if marked or any(found):
            problems = tuple(what for what, holds in zip(_CHECKS.values(), found, strict=True) if holds)
            findings.append(Finding(row, ident, problems, bool(marked)))
    return (last if count == limit else -1), count, findings


def count(conn: apsw.Connection) -> int:
    """Count all memories, of whatever status."""
    return int(conn.execute("SELECT count(*) FROM memory").fetchone()[0])


def mark(conn: apsw.Connection, row: int, by: Write) -> None:
    """Check a memory again and mark it as invalid, or remove the mark, with a line in its history, unless the
    mark is right already."""
    _, _, found = part(conn, row - 1, 1)
    if not found or found[0].row != row or bool(found[0].problems) == found[0].marked:
        return
    why = "; ".join(found[0].problems)
    told = replace(by, reason=(why[:1].upper() + why[1:]) or Sentence("No longer damaged"))
    action = MARKED if why else UNMARKED
    memories.change(conn, row, {"invalid": bool(why)}, told, action, touch=False)


def invalid(conn: apsw.Connection) -> Iterator[tuple[str, str, str]]:
    """Yield (id, text, why) of each memory that is marked and not deleted."""
    for ident, text in conn.execute(
        "SELECT id, content FROM memory WHERE invalid = 1 AND status != 'deleted' ORDER BY row"
    ).fetchall():
        told = [entry for entry in events.history(conn, ident) if entry.action == MARKED]
        yield ident, text, (told[-1].reason if told else None) or "It is damaged"


# -- indexes, vectors and references --


INCREMENTAL = 2
"""SQLite's number for a file that can be made smaller in steps."""
WORTH_BYTES, WORTH_SHARE = 16_000_000, 0.25
"""Least bytes, and share of the file, that are free before the whole file is rewritten."""
_INDEXED = ", ".join(repr(kind.value) for kind in sorted(INDEXED_KINDS))


def memory_index_disagrees(conn: apsw.Connection) -> bool:
    """Return whether the full-text index of memories differs from them; needs a writing connection."""
    # A query looks first whether another program wrote to the index; the check alone does not.
    conn.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH 'a' LIMIT 1").fetchall()
    try:
        conn.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
    except apsw.CorruptError:
        return True
    return False


def rebuild_memory_index(conn: apsw.Connection) -> None:
    conn.execute("INSERT INTO memory_fts (memory_fts) VALUES ('rebuild')")


def turns_not_indexed(conn: apsw.Connection) -> list[int]:
    """Return the rows of turns with a text that are missing in conversation search."""
    return [
        row
        for (row,) in conn.execute(
            f"SELECT t.row FROM turn t WHERE t.kind IN ({_INDEXED}) "
            "AND (t.text IS NOT NULL OR t.packed IS NOT NULL) "
            "AND NOT EXISTS (SELECT 1 FROM turn_fts_docsize d WHERE d.id = t.row) ORDER BY t.row"
        )
    ]


def indexed_for_nothing(conn: apsw.Connection) -> list[int]:
    """Return the rows in conversation search that are not turns with a text."""
    return [
        row
        for (row,) in conn.execute(
            "SELECT d.id FROM turn_fts_docsize d WHERE NOT EXISTS (SELECT 1 FROM turn t WHERE t.row = d.id "
            "AND (t.text IS NOT NULL OR t.packed IS NOT NULL)) ORDER BY d.id"
        )
    ]


def index_turns(conn: apsw.Connection, rows: list[int]) -> int:
    """Add missing turns to the index. Return how many were added."""
    added = 0
    for row in rows:
        found = conn.execute(
            "SELECT text, packed FROM turn WHERE row = ?1 "
            "AND NOT EXISTS (SELECT 1 FROM turn_fts_docsize WHERE id = ?1)",
            (row,),
        ).fetchone()
        if found is None:
            continue
        text = turn_text(*found)
        parts = identifier_parts(text)
        conn.execute(
            "INSERT INTO turn_fts (rowid, text) VALUES (?, ?)", (row, f"{text}\n{parts}" if parts else text)
        )
        added += 1
    return added


def drop_from_turn_index(conn: apsw.Connection, rows: list[int]) -> None:
    conn.executemany("DELETE FROM turn_fts WHERE rowid = ?", [(row,) for row in rows])


def odd_vectors(conn: apsw.Connection) -> list[tuple[str, int, str]]:
    """Return (owner, row, model) of vectors of what is gone, and of those whose length differs from most
    of their model: once they are deleted, the model makes new ones."""
    found: list[tuple[str, int, str]] = conn.execute(
        "WITH sizes AS (SELECT owner, model, octet_length(vector) AS size, count(*) AS many FROM embedding "
        "GROUP BY 1, 2, 3), usual AS (SELECT owner, model, size, max(many) FROM sizes GROUP BY 1, 2) "
        "SELECT e.owner, e.owner_row, e.model FROM embedding e JOIN usual u USING (owner, model) "
        "WHERE octet_length(e.vector) != u.size "
        "OR (e.owner = 'memory' AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.row = e.owner_row)) "
        "OR (e.owner = 'turn' AND NOT EXISTS (SELECT 1 FROM turn t WHERE t.row = e.owner_row)) "
        "ORDER BY 1, 2, 3"
    ).fetchall()
    return found


def drop_vectors(conn: apsw.Connection, some: list[tuple[str, int, str]]) -> None:
    conn.executemany("DELETE FROM embedding WHERE owner = ? AND owner_row = ? AND model = ?", some)


def broken_references(conn: apsw.Connection) -> int:
    """Count the rows that refer to one that does not exist."""
    return int(conn.execute("SELECT count(*) FROM pragma_foreign_key_check").fetchone()[0])


# -- room --


def refresh_statistics(conn: apsw.Connection) -> None:
    """Refresh the statistics of SQLite's query planner, from samples: takes some milliseconds."""
    conn.execute("PRAGMA analysis_limit = 400")
    conn.execute("PRAGMA optimize")


def merge_index(conn: apsw.Connection, index: str, pages: int) -> bool:
    """Merge some segments of a full-text index. Return whether there may be more."""
    before = conn.total_changes()
    conn.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('merge', ?)", (pages,))
    return bool(conn.total_changes() - before >= 2)


def free(conn: apsw.Connection) -> tuple[int, int]:
    """Return the free bytes inside the file, and the bytes of the file."""
    pages, total, size = (
        int(conn.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("freelist_count", "page_count", "page_size")
    )
    return pages * size, total * size


def worth_vacuum(conn: apsw.Connection) -> bool:
    """Return whether enough is free that the file should be made smaller."""
    unused, total = free(conn)
    return unused >= WORTH_BYTES and unused >= WORTH_SHARE * total


def is_incremental(conn: apsw.Connection) -> bool:
    return bool(conn.execute("PRAGMA auto_vacuum").fetchone()[0] == INCREMENTAL)


def release(conn: apsw.Connection, pages: int) -> int:
    """Give some free pages at the end of the file back to the disk, if the file allows that. Return how
    many pages are still free."""
    conn.execute(f"PRAGMA incremental_vacuum({pages:d})").fetchall()
    return int(conn.execute("PRAGMA freelist_count").fetchone()[0])


def vacuum(conn: apsw.Connection) -> None:
    """Rewrite the whole file; from then on it can be made smaller in steps. Outside a transaction."""
    conn.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
    conn.execute("VACUUM")


def checkpoint(conn: apsw.Connection) -> None:
    """Copy the write-ahead log into the file, as far as nobody reads it. Outside a transaction."""
    conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
