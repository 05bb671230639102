"""Single columns of a memory, as history holds them: plain JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import apsw

from arbor_desktop.memories.details import search_words
from arbor_desktop.memories.queries import records
from arbor_desktop.text.words import fold, index_words


def stored(name: str, value: Any) -> Any:
    """A value as its column holds it."""
    if name in ("details", "tags"):
        return records.to_json(value)
    if isinstance(value, bool):
        return int(value)
    return getattr(value, "value", value)


def plain(name: str, value: Any) -> Any:
    """A column's value as history and JSON hold it."""
    if name == "details":
        return records.from_json(value)
    if name == "tags":
        return list(records.tags_from_json(value))
    if name in ("needs_review", "invalid"):
        return bool(value)
    return value


def current(conn: apsw.Connection, ident: str, names: Sequence[str]) -> dict[str, Any] | None:
    """Fields of a memory; None if it is gone."""
    found = conn.execute(f"SELECT {', '.join(['row', *names])} FROM memory WHERE id = ?", (ident,)).fetchone()
    if found is None:
        return None
    return {name: plain(name, value) for name, value in zip(names, found[1:], strict=True)}


def search_text(content: str, details: Mapping[str, Any]) -> str:
    """What the index holds of a memory beside its words as they are: names by their parts and signs, and what
    only its details say."""
    if not details:
        return index_words(content)
    more = search_words(details, content)
    return " ".join(part for part in (index_words(f"{content} {more}"), more) if part)


def write(conn: apsw.Connection, row: int, columns: dict[str, Any]) -> None:
    """Sets columns to stored values, and what is derived from content and details with them."""
    if "content" in columns:
        columns = columns | {"fold": fold(columns["content"])}
    if "content" in columns or "details" in columns:
        kept = conn.execute("SELECT content, details FROM memory WHERE row = ?", (row,)).fetchone()
        content = columns.get("content", kept[0])
        details = records.from_json(columns.get("details", kept[1]))
        columns = columns | {"search_text": search_text(content, details)}
    conn.execute(
        f"UPDATE memory SET {', '.join(f'{name} = ?' for name in columns)} WHERE row = ?",
        (*columns.values(), row),
    )
