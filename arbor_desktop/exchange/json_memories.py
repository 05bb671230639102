"""JSON files whose `memories` have a `content` each, and the ZIP archives and folders of their services.

- mem0 and OpenMemory: `{"user", "apps", "memories": [{"id", "content", "state", "created_at"}]}`, alone or in
  a ZIP archive, there also as `memories.jsonl.gz` with `{"id", "content", "state", "app", "categories"}` a
  line (mem0ai/mem0, openmemory/api before its removal); mem0's API: `{"results": [{"id", "memory"}]}`.
- ChatGPT, as its web page gets them: `{"memories": [{"id", "content", "created_at"}]}`
  (PDP-Connect/data-connectors, connectors/openai/schemas/chatgpt.memories.json).
- Claude.ai: `{"conversations_memory": Markdown, "project_memories": {uuid: Markdown}, "memory_files":
  [{"path", "content", "updated_at"}]}`, alone or in a list; in an export `memories.json` or
  `memories/*.json` beside `projects.json` (PDP-Connect/data-connectors,
  connectors/anthropic/__fixtures__/split-export).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from arbor_desktop.conversations.readers.values import mapping, moment, sequence, text
from arbor_desktop.exchange import text_list
from arbor_desktop.exchange.kinds import fitting
from arbor_desktop.exchange.model import Entries, Entry, Source

_INACTIVE = ("paused", "archived", "deleted")
_LINE = {"id", "content", "state"}
"""What each line of OpenMemory's list has."""


def read_mem0(source: Source) -> Entries | None:
    if source.kind == "archive":
        members = sorted(source.files("memories.json", "memories.jsonl.gz", "*/memories.json"), key=_by_name)
        return next((found for one in members if (found := _read_mem0(one)) is not None), None)
    return _read_mem0(source)


def _by_name(source: Source) -> str:
    return source.path.name  # memories.json says more than memories.jsonl.gz


def _read_mem0(source: Source) -> Entries | None:
    found = mapping(source.json)
    results = sequence(found, "results")
    if results and all(isinstance(one, dict) and "memory" in one for one in results):
        return _entries(results, "memory")
    if "memories" in found and ("user" in found or "apps" in found or "export_meta" in found):
        names = {text(one, "id"): text(one, "name") for one in sequence(found, "categories")}
        return _entries(found["memories"], "content", names)
    lines = list(_lines(source.text))
    if lines and all(isinstance(one, dict) and one.keys() >= _LINE for one in lines):
        return _entries(lines, "content")
    return None


def read_chatgpt(source: Source) -> Entries | None:
    wanted = sequence(source.json, "memories")
    if not wanted or not all(isinstance(one, dict) and "content" in one for one in wanted):
        return None
    return _entries(wanted, "content")


_PARTS = tuple(
    f"{below}{name}{end}"
    for below in ("", "*/")
    for name in ("memories", "projects")
    for end in (".json", "/*.json")
)
"""A newer export lies in folders: `memories-000/memories/*.json`."""


def read_claude_ai(source: Source) -> Entries | None:
    """Return the memories of a file, or of an export, unpacked or not."""
    if source.kind == "file":
        return _claude_ai([source], {})
    files = list(source.files(*_PARTS))
    projects = [one for one in files if "projects" in (one.path.stem, one.path.parent.name)]
    return _claude_ai([one for one in files if one not in projects], _projects(projects))


def _projects(files: list[Source]) -> dict[str, str]:
    """Return the names of projects by their ids."""
    found = [one for file in files for one in _several(file.json)]
    return {text(one, "uuid"): text(one, "name") for one in found}


def _claude_ai(files: list[Source], projects: dict[str, str]) -> Entries | None:
    found = [one for file in files for one in _several(file.json) if _is_claude_ai(one)]
    entries = Entries()
    for kind, name, written, at in (said for one in found for said in _said(one, projects)):
        listed = text_list.read_lines(written)
        for entry in listed.memories:
            tags = fitting([*entry.fields["tags"], name])
            entries.memories.append(Entry(entry.fields | {"tags": tags}, kind, at))
        entries.skipped.extend(listed.skipped)
    return entries if found else None


def _is_claude_ai(found: dict[str, Any]) -> bool:
    return not found.keys().isdisjoint({"conversations_memory", "project_memories", "memory_files"})


def _said(found: dict[str, Any], projects: dict[str, str]) -> Iterator[tuple[str, str, str, int | None]]:
    """Yield kind, name of the project, text and time."""
    yield "conversations", "", text(found, "conversations_memory"), None
    for ident, written in mapping(found, "project_memories").items():
        yield "project", projects.get(ident, ""), text(written), None
    for one in sequence(found, "memory_files"):
        yield "file", "", text(one, "content"), moment(one, "updated_at")


def _entries(values: Any, key: str, categories: Mapping[str, str] | None = None) -> Entries:
    entries = Entries()
    for number, value in enumerate(sequence(values), 1):
        content = text(value, key)
        if not content.strip():
            entries.skip(f"entry {number}", "no text")
        elif value.get("state") in _INACTIVE:
            entries.skip(content[:80], f"{value['state']} there")
        else:
            tags = [text(tag) or text(tag, "name") for tag in sequence(value, "tags")]
            tags += [text(tag) or text(tag, "name") for tag in sequence(value, "categories")]
            tags += [(categories or {}).get(text(ident), "") for ident in sequence(value, "category_ids")]
            entry = text_list.memory(content, fitting(tags))
            entries.memories.append(replace(entry, at=moment(value, "created_at")))
    return entries


def _lines(text: str) -> Iterator[Any]:
    for line in text.splitlines():
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield None
                return


def _several(value: Any) -> list[dict[str, Any]]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]
