"""Engram: observations that agents saved (`~/.engram/engram.db`).

Table `observations`: `type`, `title`, `content`, `project` (a name), `scope` (project or personal),
`created_at` as `2026-01-31 12:00:00` in UTC, `deleted_at`; `sessions` has each one's `directory`. The export
has the same as `{"version", "sessions": […], "observations": […]}` (Gentleman-Programming/engram,
internal/store/store.go). Known from this source only.

Logs of tools and summaries of sessions are skipped, prompts are not read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from arbor_desktop.conversations.readers.values import is_absolute, moment, sequence, text
from arbor_desktop.exchange import databases, kinds
from arbor_desktop.exchange.model import Entries, Source

_HISTORY = ("tool_use", "file_change", "command", "file_read", "search", "session_summary")
_COLUMNS = {"session_id", "type", "title", "content", "project", "created_at"}
COUNTED = ("observations", f"deleted_at IS NULL AND type NOT IN {_HISTORY}")
"""The table and the condition of rows that can be imported."""


def read(source: Source) -> Entries | None:
    """Return the observations of a database or an export that are not deleted."""
    if source.kind != "database":
        found = source.json
        if not isinstance(found, dict) or not {"version", "sessions", "observations"} <= found.keys():
            return None
        observations = [one for one in sequence(found, "observations") if isinstance(one, dict)]
        sessions = [one for one in sequence(found, "sessions") if isinstance(one, dict)]
        if not all(_COLUMNS - {"project"} <= one.keys() for one in observations):
            return None
        return _entries(observations, sessions)
    with databases.opened(source.path) as conn:
        if not databases.columns(conn, "observations") >= _COLUMNS:
            return None
        observations = list(databases.rows(conn, "SELECT * FROM observations ORDER BY id"))
        known = databases.columns(conn, "sessions") >= {"project", "directory"}
        sessions = list(databases.rows(conn, "SELECT project, directory FROM sessions")) if known else []
    return _entries(observations, sessions)


def _entries(observations: Iterable[Mapping[str, Any]], sessions: Iterable[Mapping[str, Any]]) -> Entries:
    entries, history = Entries(), Counter[str]()
    folders = _folders(sessions)
    for row in observations:
        kind, title, told = (text(row[name]).strip() for name in ("type", "title", "content"))
        project = text(row.get("project"))
        folder = folders.get(project) if text(row.get("scope")) != "personal" else None
        if row.get("deleted_at"):
            entries.skip(title[:80], "deleted there")
        elif kind in _HISTORY:
            history[kind] += 1
        elif not title and not told:
            entries.skip(f"observation {row.get('id')}", "no text")
        else:
            at = moment(row["created_at"])
            tags = [project] if project and not folder else []
            entries.memories.extend(
                kinds.memory(content, kind, tags, at, project=folder)
                for content in kinds.split(title, told, told.split("\n\n"))
            )
    entries.skipped.extend(kinds.history(history))
    return entries


def _folders(sessions: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the folder of each project, by its name; none where two have the name."""
    found = defaultdict[str, set[str]](set)
    for row in sessions:
        if is_absolute(folder := text(row.get("directory"))):
            found[text(row.get("project"))].add(folder)
    return {name: paths.pop() for name, paths in found.items() if len(paths) == 1}
