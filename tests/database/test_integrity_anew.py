"""A healthy file is told to be healthy, whatever the connection that looks knew of it before."""

from __future__ import annotations

from collections.abc import Callable

import apsw

from arbor_desktop.database import backup
from arbor_desktop.database.connection import Connection, Database


def test_an_index_whose_pieces_were_joined_since_is_not_taken_for_damaged(
    db: Database, add: Callable[..., str]
) -> None:
    """SQLite's check of a full-text index goes by what its connection last knew of the index's pieces."""
    for number in range(3):
        add(f"Oven {number} is in hall {number * 7}")
    assert db.read(lambda c: backup.integrity_problems(c, full=True)) == []

    def join(conn: Connection) -> None:
        conn.execute("INSERT INTO memory_fts (memory_fts) VALUES ('optimize')")

    for number in range(3, 9):
        add(f"Oven {number} is in hall {number * 7}")
        db.write(join)
    stale = db.read(lambda c: c.execute("PRAGMA integrity_check").fetchall())
    assert db.read(lambda c: backup.integrity_problems(c, full=True)) == [], stale


def test_what_is_damaged_is_still_found(db: Database, add: Callable[..., str]) -> None:
    add("Oven 1 is in hall 7")

    def damage(conn: apsw.Connection) -> None:
        conn.execute("DELETE FROM memory_fts_data WHERE id > 10")

    db.write(damage)
    assert db.read(lambda c: backup.integrity_problems(c, full=True))
