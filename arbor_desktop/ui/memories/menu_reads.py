"""The numbers in the filter menu: what choosing each of its chips would leave. No Qt here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arbor_desktop.memories.model import Facets, Memory, Status
from arbor_desktop.ui.memories.query import MemoryQuery

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

EVERY_STATUS = tuple(status.value for status in Status)
MenuCounts = dict[str, dict[str, int]]
"""By field of the query and its value."""

_OF_FACETS: dict[str, Callable[[Facets], dict[str, int]]] = {
    "categories": lambda facets: facets.categories,
    "privacy": lambda facets: facets.privacy,
    "sources": lambda facets: facets.sources,
    "tags": lambda facets: facets.tags,
}
_OF_MEMORY: dict[str, Callable[[Memory], Iterable[str]]] = {
    "status": lambda memory: (memory.status.value,),
    "categories": lambda memory: (memory.category.value,),
    "privacy": lambda memory: (memory.privacy_level.value,),
    "sources": lambda memory: (memory.source.value,),
    "tags": lambda memory: memory.tags,
}


def menu_counts(service: MemoryService, query: MemoryQuery) -> MenuCounts:
    """Each kind is counted under all other filters and the search, but without what is chosen of its own."""
    if query.words:
        return _of_search(service, query)
    known: dict[MemoryQuery, Facets] = {}
    counts: MenuCounts = {"status": _statuses(service, query)}
    for field, pick in _OF_FACETS.items():
        bare = _without(query, field)
        if bare not in known:
            known[bare] = service.facets(**bare.filters())
        counts[field] = pick(known[bare])
    return counts


def _without(query: MemoryQuery, field: str) -> MemoryQuery:
    emptied: dict[str, Any] = {field: EVERY_STATUS if field == "status" else ()}
    return replace(query, **emptied)


def _statuses(service: MemoryService, query: MemoryQuery) -> dict[str, int]:
    other = _without(query, "status").filters()
    del other["status"]
    if not other:
        return service.facets().statuses
    return {status: service.query(limit=1, status=status, **other).total for status in EVERY_STATUS}


def _of_search(service: MemoryService, query: MemoryQuery) -> MenuCounts:
    """What a search finds is a ranked selection: its numbers are those of the list."""
    known: dict[MemoryQuery, list[Memory]] = {}
    counts: MenuCounts = {}
    for field, pick in _OF_MEMORY.items():
        bare = _without(query, field)
        if bare not in known:
            known[bare] = service.get_many(service.find_ids(bare.words, **bare.filters()))
        counts[field] = dict(Counter(value for memory in known[bare] for value in pick(memory)))
    return counts
