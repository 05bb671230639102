"""What the list is asked for: one frozen value made by the search field, the pickers, chips and headers."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

SORTS = ("started", "title", "project", "turns", "status", "memories", "tokens")
DESCENDING_FIRST = frozenset({"started", "turns", "memories", "tokens"})
"""Of these the most is what one looks for first."""


@dataclass(frozen=True, slots=True)
class ConversationQuery:
    """A question to the service. None is "any"."""

    text: str = ""
    source: str | None = None
    project: str | None = None
    status: str | None = None
    sort: str = "started"
    order: str = "desc"

    @property
    def words(self) -> str:
        return self.text.strip()

    @property
    def narrowed(self) -> bool:
        """Whether anything but the search text hides conversations."""
        return bool(self.source or self.project or self.status)

    @property
    def by_relevance(self) -> bool:
        """A search is by relevance until another order is chosen."""
        return bool(self.words) and (self.sort, self.order) == ("started", "desc")

    def without_filters(self) -> ConversationQuery:
        """The same search and order over everything."""
        return replace(self, source=None, project=None, status=None)

    def sorted_by(self, sort: str) -> ConversationQuery:
        """After a click on a column: its order, or the other way round where it is by this column already."""
        if sort == self.sort:
            return replace(self, order="asc" if self.order == "desc" else "desc")
        return replace(self, sort=sort, order="desc" if sort in DESCENDING_FIRST else "asc")

    def remembered(self) -> str:
        """Filters and order for the next start; a search is not kept."""
        kept = {"source": self.source, "project": self.project, "status": self.status}
        return json.dumps(kept | {"sort": self.sort, "order": self.order})


def recalled(text: str) -> ConversationQuery:
    """The query that `remembered` wrote; the plain one where that can't be read."""
    try:
        kept: Any = json.loads(text) if text else {}
    except ValueError:
        return ConversationQuery()
    if not isinstance(kept, dict):
        return ConversationQuery()
    names = {name: kept.get(name) for name in ("source", "project", "status")}
    filters = {name: value for name, value in names.items() if isinstance(value, str) and value}
    sort = kept.get("sort") if kept.get("sort") in SORTS else "started"
    order = kept.get("order") if kept.get("order") in ("asc", "desc") else "desc"
    return ConversationQuery(sort=str(sort), order=str(order), **filters)
