"""Arbor's own export: `{"format": "arbor-memories", "version": 1, "memories": [Memory]}`.

Text, type, place, privacy, tags, details, source and confidence come back; history, use and the source
conversation do not.
"""

from __future__ import annotations

import json

from arbor_desktop.exchange.model import Entries, Entry, Skipped, Source

FORMAT = "arbor-memories"
FIELDS = (
    "content", "type", "category", "scope", "scope_id", "branch", "source", "confidence", "privacy_level",
    "tags", "technology", "details", "expires_at", "decay_rate",
)  # fmt: skip


def read(source: Source) -> Entries | None:
    """Return the active memories of an export."""
    try:
        found = json.loads(source.text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return None
    memories: list[Entry] = []
    skipped: list[Skipped] = []
    for number, one in enumerate(found.get("memories") or (), 1):
        if not isinstance(one, dict) or not {"content", "type"} <= one.keys():
            skipped.append(Skipped(f"entry {number}", "no memory"))
        elif one.get("status", "active") != "active":
            skipped.append(Skipped(str(one["content"])[:80], f"{one['status']} there"))
        else:
            memories.append(Entry({name: one[name] for name in FIELDS if one.get(name) is not None}))
    return Entries(memories, skipped)
