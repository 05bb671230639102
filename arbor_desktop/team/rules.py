"""What leaves this computer for the team, and what is done with what comes: pure functions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from arbor_desktop.memories.model import Memory, Privacy, Scope, Source, Status
from arbor_desktop.memories.queries import records
from arbor_desktop.projects.gate import PRIVATE

ENDED = (Status.DELETED, Status.REJECTED, Status.SUPERSEDED)
"""A memory that is no more for its author is no more for the team."""
LIMITS = {"details": 20_000, "tags": 4_000, "quote": 20_000, "project_key": 500}
"""Characters of what the server takes; see server/001.sql."""


def private(memory: Memory, *, excluded: bool, kind: str) -> str:
    """Return the code of the reason for which a memory never leaves, or ''. `kind`: of its project."""
    if memory.source is Source.TEAM:
        return "received"
    if memory.privacy_level is Privacy.NEVER_SHARE:
        return "never_share"
    if memory.privacy_level is Privacy.SENSITIVE:
        return "sensitive"
    if memory.scope is not Scope.PROJECT or not memory.scope_id:
        return "no_project"
    if excluded:
        return "excluded"
    return "private_project" if kind == PRIVATE else ""


def outgoing(memory: Memory, key: str, name: str, quotes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the row that the server gets of a memory."""
    return {
        "id": memory.id, "project_key": key, "project_name": name, "content": memory.content,
        "type": memory.type.value, "category": memory.category.value,
        "details": memory.details, "tags": list(memory.tags), "quote": list(quotes),
        "technology": memory.technology or "", "branch": memory.branch or "", "expires_at": memory.expires_at,
        "confidence": round(memory.confidence, 3),
        "created_at": memory.created_at,
    }  # fmt: skip


def texts_of(row: dict[str, Any]) -> list[str]:
    """Return all texts of a row without its quotes."""
    return [
        row["content"],
        *map(records.to_json, (row["details"], row["tags"])),
        row["technology"],
        row["branch"],
    ]


def too_long(row: dict[str, Any]) -> bool:
    return any(len(records.to_json(row[name])) > most for name, most in LIMITS.items())


def digest(row: dict[str, Any]) -> str:
    """Return a hash of what others see of a memory; its confidence alone is not worth sending it again."""
    told = {name: value for name, value in row.items() if name != "confidence"}
    return blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=16).hexdigest()
