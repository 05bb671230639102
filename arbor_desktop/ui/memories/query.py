"""What the list is asked for: one frozen value made by the search field, the filters and the sort menu."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

ACTIVE = ("active",)
FOUND = ("active", "pending", "rejected")
"""What was extracted and judged, or can be."""
SORTS = ("created", "updated", "used", "confidence", "access_count")
"""What the menu offers without a search; with one, `relevance` comes first."""


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """A question to the service. Several values of one kind mean "any of", different kinds "and"."""

    text: str = ""
    types: tuple[str, ...] = ()
    scope: str | None = None
    scope_id: str | None = None
    status: tuple[str, ...] = ACTIVE
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    privacy: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    min_confidence: float | None = None
    conversation: str | None = None
    rule: tuple[str, str] | None = None
    """The rule that found them, and what it is called."""
    sort: str = "created"
    order: str = "desc"

    @property
    def words(self) -> str:
        return self.text.strip()

    def may_hold(self, status: str) -> bool:
        """Whether memories of that status are asked for."""
        return not self.status or status in self.status or "all" in self.status

    @property
    def narrowed(self) -> bool:
        """Whether anything but the search text hides memories."""
        return replace(self, text="", sort="created", order="desc") != MemoryQuery()

    @property
    def summed_up(self) -> tuple[str | None, str | None]:
        """Category and project of the summary that tells of what is listed, where there is one of each."""
        category = self.categories[0] if len(self.categories) == 1 else None
        return category, self.scope_id if self.scope == "project" else None

    def filters(self) -> dict[str, Any]:
        """The keyword arguments of `facets`, and of `find_ids` without its order. Only what is set."""
        given: dict[str, Any] = {
            "types": self.types,
            "categories": self.categories,
            "scope": self.scope,
            "scope_id": self.scope_id,
            "status": self.status,
            "tags": self.tags,
            "privacy": self.privacy,
            "sources": self.sources,
            "min_confidence": self.min_confidence,
            "conversation": self.conversation,
            "rule": self.rule and self.rule[0],
        }
        return {name: value for name, value in given.items() if value not in ((), None)}

    def find_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `find_ids`. A search is by relevance until another order is chosen."""
        sort = self.sort if not self.words or self.sort != "created" else "relevance"
        return {"query": self.words or None, "sort": sort, "order": self.order, **self.filters()}

    def without_filters(self) -> MemoryQuery:
        """The same search and order, over everything active."""
        return MemoryQuery(text=self.text, sort=self.sort, order=self.order)
