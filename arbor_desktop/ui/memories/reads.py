"""What the page asks the service in one go, off the GUI thread. No Qt here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.memories.model import Facets, HistoryEntry, Memory, Related, Scope
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.excerpts.reads import Excerpt, excerpt
from arbor_desktop.ui.listing import Found
from arbor_desktop.ui.memories.details.reads import Proof, proof_of
from arbor_desktop.ui.memories.query import MemoryQuery

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

FIRST_ROWS = 24
"""Enough to fill the list once, so that an answer can be painted without asking again."""
MOST_SOURCES = 6


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything that the detail pane shows of one memory. History newest first."""

    memory: Memory
    excerpts: tuple[Excerpt, ...]
    history: tuple[HistoryEntry, ...]
    related: tuple[Related, ...]
    conflicts: tuple[Conflict, ...] = ()
    """The open ones that it takes part in."""
    proof: Proof | None = None
    homes: tuple[str, ...] = ()
    """The projects that a global memory may be kept to."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers for the filters: under the present query, and over everything (what the filter menu offers)."""

    here: Facets
    everywhere: Facets
    status: ServiceStatus | None = None
    """What is being read, where there is no memory yet."""


def find(service: MemoryService, query: MemoryQuery, shown: list[str]) -> Found[Memory]:
    """`shown`: the list that this one follows on."""
    ids = service.find_ids(**query.find_arguments())
    return Found.of(ids, service.get_many(ids[:FIRST_ROWS]), shown)


def first_rows(service: MemoryService, query: MemoryQuery) -> list[Memory]:
    """What fills the screen, long before the list of all ids is there. Not for a search: it is ranked."""
    arguments = {name: value for name, value in query.find_arguments().items() if name != "query"}
    return list(service.query(limit=FIRST_ROWS, **arguments).memories)


def counts(service: MemoryService, query: MemoryQuery, known: Counts | None) -> Counts:
    """`known`: those of another query, where nothing changed since."""
    wide = replace(query, types=())
    everywhere = known.everywhere if known is not None else service.facets(status="all")
    if not query.words:
        status = None if everywhere.total else service.get_status()
        return Counts(service.facets(**wide.filters()), everywhere, status)
    # What a search finds is a ranked selection: its numbers are those of the list, not of a table.
    found = service.get_many(service.find_ids(**wide.find_arguments()))
    types = Counter(memory.type.value for memory in found)
    return Counts(Facets(total=len(found), types=dict(types)), everywhere)


def detail(service: MemoryService, memory_id: str) -> Detail:
    """Raises NotFound where the memory was deleted for good meanwhile."""
    memory = service.get(memory_id, count=False)  # read again after each change
    return Detail(
        memory=memory,
        excerpts=tuple(excerpt(service, evidence) for evidence in memory.evidence[:MOST_SOURCES]),
        history=tuple(sorted(service.history(memory_id), key=lambda entry: -entry.seq)),
        related=tuple(service.related(memory_id)),
        conflicts=tuple(service.conflicts_of(memory_id)) if memory.conflict_ids else (),
        proof=proof_of(service, memory),
        homes=tuple(service.homes(memory_id)) if memory.scope is Scope.GLOBAL else (),
    )
