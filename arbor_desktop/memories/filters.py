"""Which memories are meant: the filters of spec 7.2, checked once, for store, window and command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope, Source, Status, base_rule
from arbor_desktop.text.words import storable

E = TypeVar("E", bound=StrEnum)

SORTS = ("relevance", "confidence", "accessed", "created", "updated", "used", "access_count")


def parse_enum(kind: type[E], value: Any, field: str) -> E:
    """`value` as a member of `kind`. Raises InvalidInput that names what is allowed."""
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(member.value for member in kind)
        raise InvalidInput(f"{field} must be one of {allowed}, not {value!r}.", field=field) from None


def _many(kind: type[E], values: object, field: str) -> tuple[E, ...]:
    if values is None:
        return ()
    if isinstance(values, str):
        values = (values,)
    if not isinstance(values, Iterable):
        raise InvalidInput(f"{field} must be a list.", field=field)
    return tuple(parse_enum(kind, value, field) for value in values)


def _texts(values: object) -> tuple[str, ...]:
    if values is None:
        return ()
    several = (values,) if isinstance(values, str) else values
    return tuple(storable(str(value)) for value in several)  # type: ignore[attr-defined]


def _text(value: str | None) -> str | None:
    return None if value is None else storable(value)


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """All conditions must hold; several values of one kind are alternatives. Empty means "any".

    `project` keeps what is visible there: global and that project. `rule` is one that extraction found them
    by, whether or not its words corrected the assistant. `places` are scopes with their ids and `branches`
    names of branches (None: what holds on any), one of which a memory must be of; `valid_at` keeps what has
    not expired then. Times in milliseconds.
    """

    types: tuple[MemoryType, ...] = ()
    categories: tuple[Category, ...] = ()
    scope: Scope | None = None
    scope_id: str | None = None
    project: str | None = None
    statuses: tuple[Status, ...] = (Status.ACTIVE,)
    sources: tuple[Source, ...] = ()
    privacy: tuple[Privacy, ...] = ()
    tags: tuple[str, ...] = ()
    technology: str | None = None
    min_confidence: float | None = None
    since: int | None = None
    until: int | None = None
    conversation: str | None = None
    rule: str | None = None
    needs_review: bool | None = None
    places: tuple[tuple[Scope, str | None], ...] | None = None
    branches: tuple[str | None, ...] | None = None
    valid_at: int | None = None

    @classmethod
    def build(
        cls,
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
        since: int | None = None,
        until: int | None = None,
        conversation: str | None = None,
        rule: str | None = None,
        needs_review: bool | None = None,
    ) -> MemoryFilter:
        """From loose values; `status` may be "all". Raises InvalidInput."""
        if min_confidence is not None and not 0 <= float(min_confidence) <= 1:
            raise InvalidInput("min_confidence must be between 0 and 1.", field="min_confidence")
        everything = status in ("all", None) or (not isinstance(status, str) and "all" in tuple(status))  # type: ignore[arg-type]
        return cls(
            types=_many(MemoryType, types, "type"),
            categories=_many(Category, categories, "category"),
            scope=None if scope is None else parse_enum(Scope, scope, "scope"),
            scope_id=_text(scope_id),
            project=_text(project),
            statuses=() if everything else _many(Status, status, "status"),
            sources=_many(Source, sources, "source"),
            privacy=_many(Privacy, privacy, "privacy"),
            tags=_texts(tags),
            technology=_text(technology),
            min_confidence=None if min_confidence is None else float(min_confidence),
            since=since,
            until=until,
            conversation=_text(conversation),
            rule=None if rule is None else base_rule(rule),
            needs_review=needs_review,
        )


def check_sort(sort: str, order: str) -> None:
    if sort not in SORTS:
        raise InvalidInput(f"sort must be one of {', '.join(SORTS)}, not {sort!r}.", field="sort")
    if order not in ("asc", "desc"):
        raise InvalidInput(f"order must be asc or desc, not {order!r}.", field="order")
