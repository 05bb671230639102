"""Checks of values given by people and programs. InvalidInput names the field that is wrong.

All typed text passes here, so its secrets are redacted here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from arbor_desktop.clock import from_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import (
    MAX_CONTENT,
    MIN_CONTENT,
    Category,
    Memory,
    MemoryFilter,
    MemoryType,
    Past,
    Privacy,
    Scope,
    Source,
    Status,
    base_rule,
)
from arbor_desktop.text.words import clean, storable

E = TypeVar("E", bound=StrEnum)

SORTS = ("relevance", "confidence", "accessed", "created", "updated", "used", "access_count")
MAX_LIMIT = 10_000
MAX_TAGS = 20
LONGEST_PATH = 32_767
"""Characters of a path: the limit of Windows, the highest."""
_MARK = "[redacted:"
_END_OF_TIME = 253_402_300_799_999
"""Milliseconds until the end of the year 9999."""
MAX_TAG = 60
_MOST_COUNT = 1 << 31
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

DEFAULT_CATEGORY = {
    MemoryType.PREFERENCE: Category.CODING_PREFERENCES,
    MemoryType.INSTRUCTION: Category.PROJECT_CONVENTIONS,
    MemoryType.FACT: Category.FACTS,
    MemoryType.CONTEXT: Category.IMPLEMENTATION_NOTES,
    MemoryType.SKILL: Category.FACTS,
    MemoryType.RELATIONSHIP: Category.FACTS,
}


def parse_enum(kind: type[E], value: Any, field: str) -> E:
    """Return `value` as a member of `kind`. Raises InvalidInput that names the allowed values."""
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(member.value for member in kind)
        raise InvalidInput(f"{field} must be one of {allowed}, not {value!r}.", field=field) from None


def without_secrets(text: str) -> str:
    """Replace each secret by `[redacted:kind]`, as in captured texts."""
    if not text:
        return text
    from arbor_desktop.redaction.redactor import screen  # only what is typed needs the rules

    return screen(personal=False).clean([text])[0]


def were_secrets(typed: object, kept: object) -> bool:
    """Return whether secrets in `typed` were redacted in `kept`."""
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


def _number(value: Any, most: int, field: str, name: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = -1.0
    if not 0 <= number <= most:
        raise InvalidInput(f"{name} must be between 0 and {most}.", field=field)
    return number


def confidence(value: Any) -> float:
    return _number(value, 1, "confidence", "Confidence")


def decay_rate(value: Any) -> float:
    return _number(value, 10, "decay_rate", "decay_rate")


def tags(value: Any) -> tuple[str, ...]:
    items: Iterable[Any] = value.split(",") if isinstance(value, str) else value or ()
    found = tuple(
        dict.fromkeys(tag for tag in (clean(without_secrets(str(item))).lower() for item in items) if tag)
    )
    if len(found) > MAX_TAGS or any(len(tag) > MAX_TAG for tag in found):
        raise InvalidInput(f"At most {MAX_TAGS} tags of {MAX_TAG} characters.", field="tags")
    return found


def place(scope_value: Any, scope_id: Any, *, unknown: bool = False) -> tuple[Scope, str | None]:
    """Return a scope with its id: None for global, a normalised absolute path for a project. `unknown`: its
    project need not be known."""
    scope = parse_enum(Scope, scope_value, "scope")
    if scope is Scope.GLOBAL:
        if scope_id:
            raise InvalidInput("A global memory has no scope id.", field="scope_id")
        return scope, None
    if scope is Scope.PROJECT and unknown and not scope_id:
        return scope, None
    if not scope_id:
        what = "the path of its project" if scope is Scope.PROJECT else "the id of its conversation"
        raise InvalidInput(f"A {scope.value} memory needs {what} as scope id.", field="scope_id")
    return scope, project_path(str(scope_id)) if scope is Scope.PROJECT else storable(str(scope_id))


def project_path(text: str) -> str:
    """Return a project's path as it is stored: absolute, without `..` or a final slash.

    A relative path starts at the working folder; a path of another system is kept. Raises InvalidInput if it
    is too long.
    """
    if len(text) > LONGEST_PATH:
        raise InvalidInput(f"A path has at most {LONGEST_PATH:,} characters.", field="project")
    text = storable(text)
    if text[1:3] in (":\\", ":/"):
        return text.rstrip("\\/")
    try:
        path = Path(text).expanduser()
    except RuntimeError:  # the home of an unknown user
        path = Path(text)
    return os.path.normpath(path.absolute())


def moment(value: Any, field: str) -> int | None:
    """Return milliseconds or ISO 8601 text as milliseconds."""
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise InvalidInput(f"{field} must be a date.", field=field)
    at = value if isinstance(value, int) else from_iso(value)
    if abs(at) > _END_OF_TIME:
        raise InvalidInput(f"{field} must be before the year 10000.", field=field)
    return at


def limit(value: int) -> None:
    """Raise InvalidInput unless so many results may be asked for."""
    if not 1 <= value <= MAX_LIMIT:
        raise InvalidInput(f"limit must be between 1 and {MAX_LIMIT:,}.", field="limit")


def past(value: Mapping[str, Any]) -> Past:
    """Return what a memory brings from another store, given as `Past` has it, with times in milliseconds or
    ISO 8601 and at least `id` and `created_at`."""
    ident, links = value.get("id"), value.get("links", ())
    if not isinstance(ident, str) or not _ID.fullmatch(ident):
        raise InvalidInput("The id of a memory must be a UUID.", field="id")
    times = {name: moment(value.get(name), name) for name in Past.__slots__ if name.endswith("_at")}
    if times["created_at"] is None:
        raise InvalidInput("created_at is missing.", field="created_at")
    for name in ("updated_at", "reinforced_at"):
        times[name] = times["created_at"] if times[name] is None else times[name]
    counts = {name: value.get(name, 0) for name in Past.__slots__ if name.endswith("_count")}
    for name, count in counts.items():
        if type(count) is not int or not 0 <= count <= _MOST_COUNT:
            raise InvalidInput(f"{name} must be a whole number.", field=name)
    try:
        linked = tuple(
            (storable(kind), storable(other), _number(weight, 1, "links", "A link's weight"))
            for kind, other, weight in links
        )
    except (TypeError, ValueError, AttributeError):
        raise InvalidInput("A link has a kind, an id and a weight.", field="links") from None
    return Past(
        id=ident,
        summary=optional_text(value.get("summary"), "summary", MAX_CONTENT),
        needs_review=value.get("needs_review") is True,
        invalid=value.get("invalid") is True,
        links=linked,
        **times,  # type: ignore[arg-type]
        **counts,
    )


def optional_text(value: Any, field: str, limit: int = 200) -> str | None:
    if value is None or value == "":
        return None
    text = clean(without_secrets(str(value)))
    if len(text) > limit:
        raise InvalidInput(f"{field} has at most {limit} characters.", field=field)
    return text or None


def details(value: Any, category: Category, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return details without secrets whose fields have the types of the category (see `details.checked`)."""
    from arbor_desktop.memories import details as fields  # most commands store no memory

    return fields.checked(_safe(value), category, before)


def _safe(value: Any) -> Any:
    """Return the value without secrets, with lists for tuples."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {_safe(name): _safe_field(name, one) for name, one in value.items()}
    return [_safe(one) for one in value] if isinstance(value, list | tuple) else value


def _safe_field(name: Any, value: Any) -> Any:
    """Return the value without secrets; its name alone may tell that it is one: `{"password": "…"}`."""
    if not isinstance(name, str) or not isinstance(value, str):
        return _safe(value)
    label, safe = f"{name}: ", without_secrets(f"{name}: {value}")
    return safe.removeprefix(label) if safe.startswith(label) else without_secrets(value)


def changes(fields: dict[str, Any], memory: Memory) -> dict[str, Any]:
    """Return the fields of an edit of a memory, checked. If only the scope or its id is given, the other is
    the memory's. Raises InvalidInput."""
    checked: dict[str, Any] = {}
    category = memory.category
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
        "details": lambda v: details(v, category, memory.details),
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
        scope = fields.get("scope", memory.scope)
        ident = fields.get("scope_id", memory.scope_id if scope == memory.scope else None)
        checked["scope"], checked["scope_id"] = place(scope, ident)
    return checked


def memory_filter(
    *,
    types: object = None,
    categories: object = None,
    scope: object = None,
    scope_id: str | None = None,
    project: str | None = None,
    status: object = Status.ACTIVE,
    sources: object = None,
    privacy: object = None,
    tags: object = None,
    technology: str | None = None,
    min_confidence: float | None = None,
    since: Any = None,
    until: Any = None,
    conversation: str | None = None,
    rule: str | None = None,
    needs_review: bool | None = None,
    ids: object = None,
) -> MemoryFilter:
    """Return the filters of spec 7.2, checked; `status` may be "all". Raises InvalidInput."""
    if min_confidence is not None and not 0 <= float(min_confidence) <= 1:
        raise InvalidInput("min_confidence must be between 0 and 1.", field="min_confidence")
    every_status = status is None or "all" in _listed(status, "status")
    return MemoryFilter(
        types=_members(MemoryType, types, "type"),
        categories=_members(Category, categories, "category"),
        scope=None if scope is None else parse_enum(Scope, scope, "scope"),
        scope_id=_text(scope_id),
        project=None if project is None else project_path(project),
        statuses=() if every_status else _members(Status, status, "status"),
        sources=_members(Source, sources, "source"),
        privacy=_members(Privacy, privacy, "privacy"),
        tags=tuple(storable(str(tag)) for tag in _listed(tags, "tags")),
        technology=_text(technology),
        min_confidence=None if min_confidence is None else float(min_confidence),
        since=moment(since, "since"),
        until=moment(until, "until"),
        conversation=_text(conversation),
        rule=None if rule is None else base_rule(rule),
        needs_review=needs_review,
        ids=None if ids is None else tuple(map(str, _listed(ids, "ids"))),
    )


def _listed(values: object, field: str) -> tuple[Any, ...]:
    if values is None or isinstance(values, str):
        return () if values is None else (values,)
    if not isinstance(values, Iterable):
        raise InvalidInput(f"{field} must be a list.", field=field)
    return tuple(values)


def _members(kind: type[E], values: object, field: str) -> tuple[E, ...]:
    return tuple(parse_enum(kind, value, field) for value in _listed(values, field))


def _text(value: str | None) -> str | None:
    return None if value is None else storable(value)


def check_sort(sort: str, order: str) -> None:
    if sort not in SORTS:
        raise InvalidInput(f"sort must be one of {', '.join(SORTS)}, not {sort!r}.", field="sort")
    if order not in ("asc", "desc"):
        raise InvalidInput(f"order must be asc or desc, not {order!r}.", field="order")


_RULE = re.compile(
    r"\b(?:always|never|must|make sure|from now on)\b|^(?:please|don't|do not|use)\b", re.IGNORECASE
)
_LIKING = re.compile(r"\b(?:I|(?:the )?user) (?:prefer|like|love|hate|want)s?\b", re.IGNORECASE)


def likely_type(text: str) -> MemoryType:
    """Return a guess of the type of a statement, from its words."""
    if _LIKING.search(text):
        return MemoryType.PREFERENCE
    return MemoryType.INSTRUCTION if _RULE.search(text) else MemoryType.FACT
