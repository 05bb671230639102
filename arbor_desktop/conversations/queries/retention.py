"""Old text of conversations: compressed, or taken away when the person does not want to keep it (spec 5.8).

What a conversation was, its title, insights, outcome and memories stay in any case, and so do its turns' record
ids: a file that is still there is not captured a second time.
"""

from __future__ import annotations

import apsw

from arbor_desktop.database.packed_text import WORTH, pack
from arbor_desktop.memories.queries import records

HAS_TEXT = "json_extract(c.extra, '$.text_removed') IS NULL"
IDLE = "c.status NOT IN ('pending', 'processing')"
"""What still waits to be memorized keeps its text until it was."""


def too_many(conn: apsw.Connection, keep: int) -> list[int]:
    """Return conversations with text beyond the newest `keep`."""
    return [
        row
        for (row,) in conn.execute(
            f"SELECT c.row FROM conversation c WHERE {HAS_TEXT} AND {IDLE} AND c.row NOT IN "
            "(SELECT row FROM conversation ORDER BY ifnull(ended_at, created_at) DESC, row DESC LIMIT ?)",
            (keep,),
        )
    ]


def too_old(conn: apsw.Connection, before: int) -> list[int]:
    """Return conversations with text in which nothing was said since `before` (milliseconds)."""
    return [
        row
        for (row,) in conn.execute(
            f"SELECT c.row FROM conversation c WHERE {HAS_TEXT} AND {IDLE} AND ifnull(c.ended_at, c.created_at) < ?",
            (before,),
        )
    ]


def too_large(conn: apsw.Connection, limit: int) -> list[int]:
    """Return the oldest conversations whose text, with that of all newer ones, takes more than `limit` bytes."""
    kept, beyond = 0, []
    for row, size, idle in conn.execute(
        f"SELECT c.row, (SELECT ifnull(sum(octet_length(ifnull(t.packed, t.text))), 0) FROM turn t "
        f"WHERE t.conversation = c.row), {IDLE} FROM conversation c WHERE {HAS_TEXT} "
        "ORDER BY ifnull(c.ended_at, c.created_at) DESC, c.row DESC"
    ):
        kept += size
        if kept > limit and idle:
            beyond.append(row)
    return beyond


def remove_text(conn: apsw.Connection, conversation: int, now: int) -> None:
    """Take away what was said in a conversation; everything that was learned from it stays."""
    conn.execute(
        "DELETE FROM turn_fts WHERE rowid IN (SELECT row FROM turn WHERE conversation = ? "
        "AND row IN (SELECT id FROM turn_fts_docsize))",
        (conversation,),
    )
    conn.execute("UPDATE turn SET text = NULL, packed = NULL WHERE conversation = ?", (conversation,))
    conn.execute(
        "UPDATE conversation SET extra = json_set(extra, '$.text_removed', ?), updated_at = ? WHERE row = ?",
        (now, now, conversation),
    )


def compress(conn: apsw.Connection, before: int, after_row: int, limit: int) -> tuple[int, int, int]:
    """Pack the texts of at most `limit` turns said before `before` (milliseconds), from `after_row` on.

    Return (the last turn looked at or -1 at the end, how many were packed, bytes saved).
    """
    rows = conn.execute(
        "SELECT t.row, t.text FROM turn t JOIN conversation c ON c.row = t.conversation "
        f"WHERE t.row > ? AND t.text IS NOT NULL AND octet_length(t.text) >= ? AND {IDLE} "
        "AND ifnull(c.ended_at, c.created_at) < ? ORDER BY t.row LIMIT ?",
        (after_row, WORTH, before, limit),
    ).fetchall()
    packed = [(data, row, text) for row, text in rows if (data := pack(text)) is not None]
    conn.executemany("UPDATE turn SET text = NULL, packed = ? WHERE row = ?", [p[:2] for p in packed])
    saved = sum(len(text.encode()) - len(data) for data, _, text in packed)
    return (rows[-1][0] if len(rows) == limit else -1), len(packed), saved


def ids_of(conn: apsw.Connection, rows: list[int]) -> tuple[str, ...]:
    found: list[str] = []
    for part in records.chunks(rows):
        marks = records.marks(part)
        found.extend(i for (i,) in conn.execute(f"SELECT id FROM conversation WHERE row IN ({marks})", part))
    return tuple(found)
