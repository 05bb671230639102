"""SQLite files of other programs, which are only read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.readers.databases import foreign_database, tables_of
from arbor_desktop.errors import InvalidInput


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database so that nothing of it changes. Raises InvalidInput if it can't be read."""
    try:
        with foreign_database(path) as conn:
            conn.row_factory = sqlite3.Row
            yield conn
    except OSError as error:  # also what is damaged
        raise InvalidInput(f"{path.name} can't be read: {error.strerror or error}", path=str(path)) from None


def columns(conn: sqlite3.Connection, table: str) -> set[str]:
    """Return the names of a table's columns; none if there is no such table. (A view may never end.)"""
    if table not in tables_of(conn):
        return set()
    return {row["name"] for row in conn.execute("SELECT name FROM pragma_table_info(?)", (table,))}


def rows(conn: sqlite3.Connection, sql: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a query, by the names of their columns."""
    return (dict(row) for row in conn.execute(sql))


def count(path: Path, table: str, condition: str) -> int | None:
    """Return how many rows of a table meet a condition in SQL; None if that can't be read."""
    try:
        with opened(path) as conn:
            if table not in tables_of(conn):
                return None
            return int(conn.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()[0])
    except InvalidInput:
        return None
