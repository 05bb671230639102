"""What the page asks the service in one go, off the GUI thread. No Qt here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.memories.model import Facets, HistoryEntry, Memory, Related, Scope
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.components.row_model import Moves, moves
from arbor_desktop.ui.excerpts.reads import Excerpt, excerpt
from arbor_desktop.ui.memories.details.reads import Proof, proof_of
from arbor_desktop.ui.memories.query import MemoryQuery

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

FIRST_ROWS = 24
"""Enough to fill the list once, so that an answer can be painted without asking again."""
MOST_SOURCES = 6


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a query: every id, its row, the memories of the first ones, and what moves from the list
    that is shown."""

    ids: list[str]
    rows: dict[str, int]
    first: list[Memory]
    moves: Moves | None = None


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


def find(service: MemoryService, query: MemoryQuery, shown: list[str] | None = None) -> Found:
    """`shown`: the list that this one follows on, where it does."""
    ids = service.find_ids(**query.find_arguments())
    rows = {id_: row for row, id_ in enumerate(ids)}
    found = None if shown is None or shown == ids else moves(shown, ids)
    return Found(ids, rows, service.get_many(ids[:FIRST_ROWS]), found)


def first_rows(service: MemoryService, query: MemoryQuery) -> list[Memory]:
    """What fills the screen, long before the list of all ids is there. Not for a search: it is ranked."""
    arguments = {name: value for name, value in query.find_arguments().items() if name != "query"}
    return list(service.query(limit=FIRST_ROWS, **arguments).memories)


def counts(service: MemoryService, query: MemoryQuery, everywhere: Facets | None) -> Counts:
    """`everywhere` where it is known from before and nothing changed since: it looks at every memory."""
    wide = replace(query, types=())
    if everywhere is None:
        everywhere = service.facets(status="all")
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
