"""Loose values, as people and programs give them, into checked ones; InvalidInput names the field.

Every text that is typed passes here, so this is where its secrets are redacted.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from arbor_desktop.clock import from_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import details as core_details
from arbor_desktop.memories.filters import MemoryFilter, parse_enum
from arbor_desktop.memories.model import (
    MAX_CONTENT,
    MIN_CONTENT,
    Category,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.text.words import clean, storable

MAX_LIMIT = 10_000
MAX_TAGS = 20
LONGEST_PATH = 32_767
"""Characters of a path: what Windows allows, which is most."""
_MARK = "[redacted:"
_END_OF_TIME = 253_402_300_799_999
"""Milliseconds until the end of the year 9999."""
MAX_TAG = 60

DEFAULT_CATEGORY = {
    MemoryType.PREFERENCE: Category.CODING_PREFERENCES,
    MemoryType.INSTRUCTION: Category.PROJECT_CONVENTIONS,
    MemoryType.FACT: Category.FACTS,
    MemoryType.CONTEXT: Category.IMPLEMENTATION_NOTES,
    MemoryType.SKILL: Category.FACTS,
    MemoryType.RELATIONSHIP: Category.FACTS,
}


def without_secrets(text: str) -> str:
    """Replace each secret by `[redacted:kind]`, as in captured texts."""
    from arbor_desktop.redaction.shipped import screen  # only what is typed needs the rules

    return screen(personal=False).clean([text])[0] if text else text


def were_secrets(typed: object, kept: object) -> bool:
    """Return whether `kept` stands for what was typed, and secrets of that were redacted."""
    return _MARK in str(kept) and _MARK not in str(typed)


def content(value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidInput("The text of a memory must be text.", field="content")
    text = clean(without_secrets(value))
    if len(text) < MIN_CONTENT:
        raise InvalidInput(f"A memory needs at least {MIN_CONTENT} characters.", field="content")
    if len(text) > MAX_CONTENT:
        raise InvalidInput(
            f"A memory has at most {MAX_CONTENT:,} characters; this has {len(text):,}.", field="content"
        )
    return text


def confidence(value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = -1.0
    if not 0 <= number <= 1:
        raise InvalidInput("Confidence must be between 0 and 1.", field="confidence")
    return number


def tags(value: Any) -> tuple[str, ...]:
    items: Iterable[Any] = value.split(",") if isinstance(value, str) else value or ()
    found = tuple(
        dict.fromkeys(tag for tag in (clean(without_secrets(str(item))).lower() for item in items) if tag)
    )
    if len(found) > MAX_TAGS or any(len(tag) > MAX_TAG for tag in found):
        raise InvalidInput(f"At most {MAX_TAGS} tags of {MAX_TAG} characters.", field="tags")
    return found


def place(scope_value: Any, scope_id: Any) -> tuple[Scope, str | None]:
    """A scope with its id: none for global, a normalised absolute path for a project."""
    scope = parse_enum(Scope, scope_value, "scope")
    if scope is Scope.GLOBAL:
        if scope_id:
            raise InvalidInput("A global memory has no scope id.", field="scope_id")
        return scope, None
    if not scope_id:
        what = "the path of its project" if scope is Scope.PROJECT else "the id of its conversation"
        raise InvalidInput(f"A {scope.value} memory needs {what} as scope id.", field="scope_id")
    return scope, project_path(str(scope_id)) if scope is Scope.PROJECT else storable(str(scope_id))


def project_path(text: str) -> str:
    """A project's path in the one form in which it is stored: absolute, no `..`, no final slash.

    A relative one is taken from the working folder; a path of another system stays as it is. Raises
    InvalidInput for one that is longer than paths are.
    """
    if len(text) > LONGEST_PATH:
        raise InvalidInput(f"A path has at most {LONGEST_PATH:,} characters.", field="project")
    text = storable(text)
    if text[1:3] in (":\\", ":/"):
        return text.rstrip("\\/")
    try:
        path = Path(text).expanduser()
    except RuntimeError:  # a person whom this computer does not know
        path = Path(text)
    return os.path.normpath(path.absolute())


def moment(value: Any, field: str) -> int | None:
    """Milliseconds, or ISO 8601 text."""
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise InvalidInput(f"{field} must be a date.", field=field)
    at = value if isinstance(value, int) else from_iso(value)
    if abs(at) > _END_OF_TIME:
        raise InvalidInput(f"{field} must be before the year 10000.", field=field)
    return at


def limit(value: int) -> None:
    """How many results may be asked for."""
    if not 1 <= value <= MAX_LIMIT:
        raise InvalidInput(f"limit must be between 1 and {MAX_LIMIT:,}.", field="limit")


def optional_text(value: Any, field: str, limit: int = 200) -> str | None:
    if value is None or value == "":
        return None
    text = clean(without_secrets(str(value)))
    if len(text) > limit:
        raise InvalidInput(f"{field} has at most {limit} characters.", field=field)
    return text or None


def details(value: Any, category: Category, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the category's fields hold has their types; what it held before, and all else, stays as it is."""
    return core_details.checked(_safe(value), category, before)


def _safe(value: Any) -> Any:
    """The same without secrets, in a form that can be stored."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {_safe(name): _safe_field(name, one) for name, one in value.items()}
    return [_safe(one) for one in value] if isinstance(value, list | tuple) else value


def _safe_field(name: Any, value: Any) -> Any:
    """A value may be a secret by its name alone: `{"password": "…"}`."""
    if not isinstance(name, str) or not isinstance(value, str):
        return _safe(value)
    said, safe = f"{name}: ", without_secrets(f"{name}: {value}")
    return safe.removeprefix(said) if safe.startswith(said) else without_secrets(value)


def decay_rate(value: Any) -> float:
    try:
        rate = float(value)
    except (TypeError, ValueError):
        rate = -1.0
    if not 0 <= rate <= 10:
        raise InvalidInput("decay_rate must be between 0 and 10.", field="decay_rate")
    return rate


def changes(
    fields: dict[str, Any],
    current_scope: tuple[Scope, str | None] | None,
    before: Memory | None = None,
) -> dict[str, Any]:
    """The fields of an edit, checked. `current_scope` completes a scope given by half; `before` says which
    category details are of, and what they held."""
    checked: dict[str, Any] = {}
    category = Category.FACTS if before is None else before.category
    if fields.get("category") is not None:
        category = parse_enum(Category, fields["category"], "category")
    readers: dict[str, Any] = {
        "content": content,
        "summary": lambda v: optional_text(v, "summary", MAX_CONTENT),
        "type": lambda v: parse_enum(MemoryType, v, "type"),
        "category": lambda v: parse_enum(Category, v, "category"),
        "privacy_level": lambda v: parse_enum(Privacy, v, "privacy_level"),
        "source": lambda v: parse_enum(Source, v, "source"),
        "status": lambda v: parse_enum(Status, v, "status"),
        "confidence": confidence,
        "tags": tags,
        "technology": lambda v: optional_text(v, "technology"),
        "branch": lambda v: optional_text(v, "branch"),
        "details": lambda v: details(v, category, before.details if before else None),
        "expires_at": lambda v: moment(v, "expires_at"),
        "decay_rate": decay_rate,
        "needs_review": bool,
    }
    for name, value in fields.items():
        if name in ("scope", "scope_id"):
            continue
        if name not in readers:
            raise InvalidInput(f"There is no field {name!r} to change.", field=name)
        checked[name] = readers[name](value)
    if "scope" in fields or "scope_id" in fields:
        old_scope, old_id = current_scope or (None, None)
        scope = fields.get("scope", old_scope)
        ident = fields.get("scope_id", None if "scope" in fields and scope != old_scope else old_id)
        checked["scope"], checked["scope_id"] = place(scope, ident)
    return checked


def memory_filter(
    *, since: Any = None, until: Any = None, project: str | None = None, **filters: Any
) -> MemoryFilter:
    """Return the filters of spec 7.2, checked. Raises InvalidInput."""
    return MemoryFilter.build(
        since=moment(since, "since"),
        until=moment(until, "until"),
        project=None if project is None else project_path(project),
        **filters,
    )
