"""Keeping the file itself in order: indexes that disagree with their tables, statistics for the planner, room
that is free inside the file."""

from __future__ import annotations

import apsw

from arbor_desktop.conversations.queries.conversations import INDEXED_KINDS
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.text.words import identifier_parts

INCREMENTAL = 2
"""SQLite's name for a file that can be made smaller bit by bit."""
WORTH_BYTES, WORTH_SHARE = 16_000_000, 0.25
"""So much must be free in the file, and that share of it, before all of it is written anew."""
_INDEXED = ", ".join(repr(kind.value) for kind in sorted(INDEXED_KINDS))


def memory_index_disagrees(conn: apsw.Connection) -> bool:
    """Whether full text over memories says anything else than the memories; needs a writing connection."""
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
    """Turns with a text that conversation search does not know."""
    return [
        row
        for (row,) in conn.execute(
            f"SELECT t.row FROM turn t WHERE t.kind IN ({_INDEXED}) "
            "AND (t.text IS NOT NULL OR t.packed IS NOT NULL) "
            "AND NOT EXISTS (SELECT 1 FROM turn_fts_docsize d WHERE d.id = t.row) ORDER BY t.row"
        )
    ]


def indexed_for_nothing(conn: apsw.Connection) -> list[int]:
    """Rows that conversation search knows, and that are no turn with a text."""
    return [
        row
        for (row,) in conn.execute(
            "SELECT d.id FROM turn_fts_docsize d WHERE NOT EXISTS (SELECT 1 FROM turn t WHERE t.row = d.id "
            "AND (t.text IS NOT NULL OR t.packed IS NOT NULL)) ORDER BY d.id"
        )
    ]


def index_turns(conn: apsw.Connection, rows: list[int]) -> int:
    """Adds turns to the index, those that are missing there. Answers how many."""
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
    """(owner, row, model) of vectors of what is gone, and of those that are not as long as most of their model:
    without them the model reads what they are of once more."""
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
    """Rows that refer to one that is not there."""
    return int(conn.execute("SELECT count(*) FROM pragma_foreign_key_check").fetchone()[0])


# -- room --


def refresh_statistics(conn: apsw.Connection) -> None:
    """What SQLite chooses its ways by, from samples: takes some milliseconds."""
    conn.execute("PRAGMA analysis_limit = 400")
    conn.execute("PRAGMA optimize")


def merge_index(conn: apsw.Connection, index: str, pages: int) -> bool:
    """Joins some of the pieces that a full-text index is written in. Answers whether there may be more."""
    before = conn.total_changes()
    conn.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('merge', ?)", (pages,))
    return bool(conn.total_changes() - before >= 2)


def free(conn: apsw.Connection) -> tuple[int, int]:
    """Bytes that are free inside the file, and bytes of the file."""
    pages, total, size = (
        int(conn.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("freelist_count", "page_count", "page_size")
    )
    return pages * size, total * size


def worth_vacuum(conn: apsw.Connection) -> bool:
    """Whether so much is free that the file should be made smaller."""
    unused, total = free(conn)
    return unused >= WORTH_BYTES and unused >= WORTH_SHARE * total


def is_incremental(conn: apsw.Connection) -> bool:
    return bool(conn.execute("PRAGMA auto_vacuum").fetchone()[0] == INCREMENTAL)


def release(conn: apsw.Connection, pages: int) -> int:
    """Gives some free pages at the end of the file back to the disk; only where the file allows that. Answers
    how many are free still."""
    conn.execute(f"PRAGMA incremental_vacuum({pages:d})").fetchall()
    return int(conn.execute("PRAGMA freelist_count").fetchone()[0])


def vacuum(conn: apsw.Connection) -> None:
    """Writes the whole file anew; from then on it can be made smaller bit by bit. Outside a transaction."""
    conn.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
    conn.execute("VACUUM")


def checkpoint(conn: apsw.Connection) -> None:
    """Takes over what is written beside the file, as far as nobody reads it. Outside a transaction."""
    conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
