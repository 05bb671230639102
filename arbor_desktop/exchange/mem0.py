"""The answer of mem0's `get_all`: `{"results": [{"id", "memory", "metadata", …}]}` (mem0ai/mem0,
mem0/configs/base.py). It is read by `json_memories`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.exchange import arbor_json
from arbor_desktop.exchange.selection import Linked, Selection


def text(selection: Selection) -> Iterator[str]:
    """Yield the parts of the file."""
    yield '{"results": ['
    yield from arbor_json.items(map(_entry, selection))
    yield "\n]}\n"


def _entry(linked: Linked) -> dict[str, Any]:
    memory, _ = linked
    return {
        "id": memory.id,
        "memory": memory.content,
        "metadata": {
            "type": memory.type, "category": memory.category, "scope": memory.scope,
            "scope_id": memory.scope_id, "technology": memory.technology, "confidence": memory.confidence,
        },
        "categories": memory.tags,
        "created_at": to_iso(memory.created_at),
        "updated_at": to_iso(memory.updated_at),
    }  # fmt: skip
