"""JSON files whose `memories` have a `content` each.

- mem0 and OpenMemory: `{"user", "apps", "memories": [{"id", "content", "state", "created_at"}]}`
  (mem0ai/mem0, openmemory/api before its removal), and mem0's API: `{"results": [{"id", "memory"}]}`.
- ChatGPT, as its web page gets them: `{"memories": [{"id", "content", "created_at"}]}`
  (PDP-Connect/data-connectors, connectors/openai/schemas/chatgpt.memories.json).
- Claude.ai: `{"conversations_memory": Markdown, "memory_files": [{"path", "content"}]}`, alone or in a list
  (PDP-Connect/data-connectors, a real export of 2026-09-22 with made-up texts).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from arbor_desktop.exchange import text_list
from arbor_desktop.exchange.model import Entries, Entry, Skipped, Source

_INACTIVE = ("paused", "archived", "deleted")


def read_mem0(source: Source) -> Entries | None:
    found = _object(source.text)
    results = _list(found.get("results"))
    if results and all(isinstance(one, dict) and "memory" in one for one in results):
        return _entries(results, "memory")
    if "memories" in found and ("user" in found or "apps" in found or "export_meta" in found):
        return _entries(found["memories"], "content")
    return None


def read_chatgpt(source: Source) -> Entries | None:
    found = _object(source.text)
    wanted = _list(found.get("memories"))
    if not wanted or not all(isinstance(one, dict) and "content" in one for one in wanted):
        return None
    return _entries(wanted, "content")


def read_claude_ai(source: Source) -> Entries | None:
    found = _parsed(source.text)
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    if not isinstance(found, dict) or not {"conversations_memory", "memory_files"} & found.keys():
        return None
    texts = [found.get("conversations_memory"), *_values(found.get("project_memories"))]
    texts += [one.get("content") for one in _list(found.get("memory_files")) if isinstance(one, dict)]
    memories: list[Entry] = []
    skipped: list[Skipped] = []
    for one in texts:
        if isinstance(one, str):
            entries = text_list.read_lines(one)
            memories += entries.memories
            skipped += entries.skipped
    return Entries(memories, skipped)


def _entries(values: Any, key: str) -> Entries:
    memories, skipped = [], []
    for number, value in enumerate(_list(values), 1):
        content = value.get(key) if isinstance(value, dict) else None
        if not isinstance(content, str) or not content.strip():
            skipped.append(Skipped(f"entry {number}", "no text"))
        elif value.get("state") in _INACTIVE:
            skipped.append(Skipped(content[:80], f"{value['state']} there"))
        else:
            tags = (*_list(value.get("tags")), *_list(value.get("categories")))
            memories.append(text_list.memory(content, [tag for tag in tags if isinstance(tag, str)]))
    return Entries(memories, skipped)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _object(text: str) -> dict[str, Any]:
    found = _parsed(text)
    return found if isinstance(found, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _values(value: Any) -> Iterator[Any]:
    yield from value.values() if isinstance(value, dict) else ()
