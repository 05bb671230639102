"""mcp-memory-service: `sqlite_vec.db` in its data folder, and its export.

Table `memories`: `content`, `tags` (with commas between), `memory_type`, `metadata` (JSON), `created_at` in
seconds, `deleted_at`, `superseded_by`; the vectors lie in other tables, which are not read. The export is
`{"export_metadata", "memories": [{"content", "tags", "memory_type", "created_at"}]}`
(doobidoo/mcp-memory-service, src/mcp_memory_service/storage/sqlite_vec.py, models/ontology.py,
examples/memory_export_template.json). Written by version 12.4.0 itself in a trial.

Logs (of what was searched, edited, talked about) and pieces of documents are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from arbor_desktop.conversations.readers.values import moment, sequence, text
from arbor_desktop.exchange import databases, kinds
from arbor_desktop.exchange.model import Entries, Source

_HISTORY = (
    "code_edit", "file_access", "search", "command", "conversation", "conversation_turn", "session",
    "document",
)  # fmt: skip
_COLUMNS = {"content_hash", "content", "tags", "memory_type", "created_at"}
COUNTED = ("memories", f"deleted_at IS NULL AND coalesce(memory_type, '') NOT IN {_HISTORY}")
"""The table and the condition of rows that can be imported."""


def read(source: Source) -> Entries | None:
    """Return the memories of a database or an export that are neither deleted nor replaced."""
    if source.kind != "database":
        found = source.json
        if not isinstance(found, dict) or not {"export_metadata", "memories"} <= found.keys():
            return None
        return _entries(sequence(found, "memories"))
    with databases.opened(source.path) as conn:
        if not databases.columns(conn, "memories") >= _COLUMNS:
            return None
        return _entries(databases.rows(conn, "SELECT * FROM memories ORDER BY id"))


def _entries(rows: Iterable[Any]) -> Entries:
    entries, history = Entries(), Counter[str]()
    for number, row in enumerate(rows, 1):
        content = text(row, "content").strip()
        if not content:
            entries.skip(f"entry {number}", "no text")
            continue
        kind = text(row, "memory_type") or text(row, "type")
        if row.get("deleted_at"):
            entries.skip(content[:80], "deleted there")
        elif row.get("superseded_by"):
            entries.skip(content[:80], "replaced there")
        elif kind in _HISTORY:
            history[kind] += 1
        else:
            entries.memories.append(kinds.memory(content, kind, _tags(row), moment(row.get("created_at"))))
    entries.skipped.extend(kinds.history(history))
    return entries


def _tags(row: Mapping[str, Any]) -> list[str]:
    tags = row.get("tags")
    if isinstance(tags, str):
        return tags.split(",")
    return [tag for tag in sequence(tags) if isinstance(tag, str)]
