"""Fields of memories as other programs have them, and names of files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope
from arbor_desktop.text.escaping import shortened

_CHECKS: dict[str, Callable[[Any], Any]] = {
    "type": lambda value: checks.parse_enum(MemoryType, value, "type").value,
    "category": lambda value: checks.parse_enum(Category, value, "category").value,
    "privacy_level": lambda value: checks.parse_enum(Privacy, value, "privacy_level").value,
    "confidence": checks.confidence,
    "tags": checks.tags,
    "technology": lambda value: checks.optional_text(value, "technology"),
    "branch": lambda value: checks.optional_text(value, "branch"),
    "expires_at": lambda value: checks.moment(str(value), "expires_at"),
}
TAKEN = (*_CHECKS, "scope", "scope_id")
"""The fields that `usable` takes."""
_LONGEST, _MOST_BYTES = 60, 200
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]+')
"""What file systems, or links to notes, don't allow."""


def usable(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a memory among `values`, without those that no memory can have."""
    found: dict[str, Any] = {}
    for name, check in _CHECKS.items():
        if (value := values.get(name)) in (None, ""):
            continue
        try:
            found[name] = check(value)
        except InvalidInput:
            continue  # another program means something else by it
    scope, place = values.get("scope"), values.get("scope_id")
    if scope in (Scope.PROJECT.value, Scope.CONVERSATION.value) and isinstance(place, str) and place:
        found |= {"scope": scope, "scope_id": place}
    return found


def file_name(text: str) -> str:
    """Return a text as the name of a file, without suffix, on any system."""
    line = shortened(" ".join(_NOT_IN_NAMES.sub(" ", text).split()).strip(". "), _LONGEST)
    return line.encode()[:_MOST_BYTES].decode(errors="ignore").strip(". ") or "Memory"


def slug(text: str) -> str:
    """Return a text in small letters, digits and hyphens, for names that are typed."""
    return re.sub(r"[^\w+]+", "-", text.replace("_", "-").casefold()).strip("-") or "other"
