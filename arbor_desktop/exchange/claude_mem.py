"""claude-mem: observations of coding sessions (`~/.claude-mem/claude-mem.db`).

Table `observations`: `type`, `title`, `subtitle`, `narrative`, `facts`, `concepts`, `files_read` (lists as
JSON), `project` (a folder's name), `created_at_epoch` in milliseconds; older rows have only `text`. The
export has the same as `{"observations": […]}` (thedotmack/claude-mem, src/services/sqlite/SessionStore.ts,
scripts/export-memories.ts, plugin/modes/code.json). Written by claude-mem 13.25.3 itself in a trial.

What was done (changes, features, refactorings) is history and skipped. Prompts, what tools answered, and the
summaries of sessions are not read.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from arbor_desktop.conversations.readers.values import is_absolute, moment, text
from arbor_desktop.exchange import databases, kinds
from arbor_desktop.exchange.model import Entries, Entry, Source

_HISTORY = ("change", "feature", "refactor")
_COLUMNS = {"type", "project", "title", "narrative", "facts", "concepts", "created_at_epoch"}
COUNTED = ("observations", f"type NOT IN {_HISTORY}")
"""The table and the condition of rows that can be imported."""


def read(source: Source) -> Entries | None:
    """Return the observations of a database or an export that may still matter."""
    if source.kind != "database":
        found = source.json
        observations = found.get("observations") if isinstance(found, dict) else None
        if not isinstance(observations, list) or not all(map(_is_observation, observations)):
            return None
        return _entries(observations, _folders(observations, ())) if observations else None
    with databases.opened(source.path) as conn:
        if not databases.columns(conn, "observations") >= _COLUMNS:
            return None
        observations = list(databases.rows(conn, "SELECT * FROM observations ORDER BY id"))
        return _entries(observations, _folders(observations, _working_folders(conn)))


def _is_observation(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= _COLUMNS


def _entries(observations: Iterable[Mapping[str, Any]], folders: Mapping[str, str]) -> Entries:
    entries, history = Entries(), Counter[str]()
    for row in observations:
        kind = text(row["type"])
        if kind in _HISTORY:
            history[kind] += 1
        elif contents := _contents(row):
            entries.memories.extend(_memory(content, kind, row, folders) for content in contents)
        else:
            entries.skip(f"observation {row.get('id')}", "no text")
    entries.skipped.extend(kinds.history(history))
    return entries


def _contents(row: Mapping[str, Any]) -> list[str]:
    title, told = text(row["title"]).strip(), text(row["narrative"]).strip()
    facts = _texts(row["facts"])
    told = told or kinds.sentence(facts) or text(row.get("subtitle")).strip() or text(row.get("text")).strip()
    return kinds.split(title, told, facts) if title or told else []


def _memory(content: str, kind: str, row: Mapping[str, Any], folders: Mapping[str, str]) -> Entry:
    name = _project(row)
    folder = folders.get(name)
    tags = [*_texts(row["concepts"]), *([] if folder else [name])]
    entry = kinds.memory(content, kind, tags, moment(row["created_at_epoch"]), project=folder)
    if kind == "sensitive":
        entry.fields["privacy_level"] = "sensitive"
    facts = _texts(row["facts"])
    if facts and not any(fact in content for fact in facts):
        entry.fields["details"] = {"facts": facts}
    return entry


def _project(row: Mapping[str, Any]) -> str:
    """Return the project's name; that of the repository for a worktree (`repository/worktree`)."""
    return (text(row.get("merged_into_project")) or text(row["project"])).split("/")[0]


def _working_folders(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return where the tools of each project ran, if that is known."""
    if not databases.columns(conn, "tool_uses") >= {"project", "cwd"}:
        return []
    rows = databases.rows(conn, "SELECT DISTINCT project, cwd FROM tool_uses WHERE cwd IS NOT NULL")
    return [(text(row["project"]).split("/")[0], text(row["cwd"])) for row in rows]


def _folders(observations: Iterable[Mapping[str, Any]], working: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the folder of each project, by its name, from the paths in it; none where two have the name."""
    found = defaultdict[str, set[str]](set)
    for name, path in working:
        found[name].add(_upwards(path, name))
    for row in observations:
        name = _project(row)
        for path in (*_texts(row.get("files_read")), *_texts(row.get("files_modified"))):
            found[name].add(_upwards(path, name))
    shortest = {name: min(paths - {""}, key=len, default="") for name, paths in found.items()}
    return {
        name: folder
        for name, folder in shortest.items()
        if folder and all(not path or f"{path}/".startswith(f"{folder}/") for path in found[name])
    }


def _upwards(path: str, name: str) -> str:
    """Return the innermost folder of the name that a path is in, or is; "" if there is none."""
    at = f"{path}/".replace("\\", "/").rfind(f"/{name}/") if name and is_absolute(path) else -1
    return path[: at + 1 + len(name)] if at >= 0 else ""


def _texts(value: Any) -> list[str]:
    """Return the texts of a list, which may be written as JSON."""
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return []
    return (
        [one.strip() for one in found if isinstance(one, str) and one.strip()]
        if isinstance(found, list)
        else []
    )
