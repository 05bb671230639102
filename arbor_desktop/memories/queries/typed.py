"""Takes secrets out of what was stored before typed texts were redacted, or by older rules.

Everything that is shared is read from here, so nothing has to be looked through while a session waits for it.
History changes with its memories, so that undo brings nothing back. Turns are left as they are: they were
redacted when they were read, and searching them shows them to nobody but their person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import apsw
import msgspec

from arbor_desktop.memories.queries import fields, records
from arbor_desktop.redaction.shipped import screen
from arbor_desktop.text.words import fold

_TEXTS = (
    ("memory", ("content", "summary", "technology", "branch")),
    ("memory_event", ("reason",)),
    ("feedback", ("comment",)),
    ("usage_event", ("context", "note")),
    ("conflict", ("notes",)),
    ("conflict_member", ("content", "context")),
    ("category_summary", ("markdown",)),
    ("proposal", ("reason",)),
    ("branch_memory", ("branch",)),
    ("branch_line", ("text",)),
    ("conversation", ("title", "branch")),
    ("session_outcome", ("task",)),
    ("activity", ("title", "reason")),
)
_TREES = (
    ("memory", ("details", "tags")),
    ("memory_event", ("before", "after")),
    ("proposal", ("fields", "before")),
    ("session_outcome", ("commands", "decisions", "errors", "learnings")),
)
"""Columns of text, and of JSON with texts in it."""


AT_ONCE = 1_000


def redact(conn: apsw.Connection) -> None:
    """Redact every stored text that a person typed or that was derived, in the caller's transaction."""
    if conn.execute("SELECT 1 FROM memory UNION ALL SELECT 1 FROM conversation LIMIT 1").fetchone() is None:
        return  # a new file, for which the rules need not be read
    clean = screen(personal=False).clean

    def of_trees(texts: Sequence[str]) -> list[str]:
        trees = [msgspec.json.decode(text) for text in texts]
        cleaned = iter(clean([text for tree in trees for text in _strings(tree)]))
        return [records.to_json(_refilled(tree, cleaned)) for tree in trees]

    for columns, redacted in ((_TEXTS, clean), (_TREES, of_trees)):
        for table, names in columns:
            for name in names:
                _redact(conn, table, name, redacted)
    for row, content, details in conn.execute("SELECT row, content, details FROM memory").fetchall():
        if "[redacted:" in content + details:
            found = fields.search_text(content, records.from_json(details))
            conn.execute(
                "UPDATE memory SET fold = ?, search_text = ? WHERE row = ?", (fold(content), found, row)
            )
    conn.execute("DELETE FROM prepared_context")


def _redact(
    conn: apsw.Connection, table: str, name: str, clean: Callable[[Sequence[str]], list[str]]
) -> None:
    distinct = [one for (one,) in conn.execute(f"SELECT DISTINCT {name} FROM {table}").fetchall() if one]
    for start in range(0, len(distinct), AT_ONCE):
        some = distinct[start : start + AT_ONCE]
        for before, after in zip(some, clean(some), strict=True):
            if "[redacted:" in after and before != after:
                # Where two names become one, the second keeps its own: it says which row it is.
                conn.execute(f"UPDATE OR IGNORE {table} SET {name} = ? WHERE {name} = ?", (after, before))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def _refilled(value: Any, texts: Iterator[str]) -> Any:
    """The same with other texts, in the order of `_strings`."""
    if isinstance(value, str):
        return next(texts)
    if isinstance(value, dict):
        return {name: _refilled(one, texts) for name, one in value.items()}
    return [_refilled(one, texts) for one in value] if isinstance(value, list) else value
