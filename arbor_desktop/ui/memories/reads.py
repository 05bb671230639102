"""What the page asks the service in one go, off the GUI thread. No Qt here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arbor_desktop.core.conversation import Conversation, Turn, TurnKind
from arbor_desktop.core.errors import NotFound
from arbor_desktop.core.memory import Evidence, Memory
from arbor_desktop.core.results import Facets, HistoryEntry, Related
from arbor_desktop.extract.rule_words import Called
from arbor_desktop.ui.memories.query import MemoryQuery

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

FIRST_ROWS = 24
"""Enough to fill the list once, so that an answer can be painted without asking again."""
MOST_SOURCES = 6
_AROUND = 1
_FAR = 6
"""Turns of tools and commands lie between what is said: so far is looked for a neighbour."""


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a query: every id, its row, and the memories of the first ones."""

    ids: list[str]
    rows: dict[str, int]
    first: list[Memory]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One place a memory comes from: its turns and a neighbour on either side. `conversation` may be gone.
    `called`: what its rule is called."""

    evidence: Evidence
    conversation: Conversation | None
    turns: tuple[Turn, ...]
    called: Called

    def is_evidence(self, turn: Turn) -> bool:
        return self.evidence.first_turn <= turn.number <= self.evidence.last_turn


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything that the detail pane shows of one memory. History newest first."""

    memory: Memory
    excerpts: tuple[Excerpt, ...]
    history: tuple[HistoryEntry, ...]
    related: tuple[Related, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers for the filters: under the present query, and over everything (what the filter menu offers)."""

    here: Facets
    everywhere: Facets


def find(service: MemoryService, query: MemoryQuery) -> Found:
    ids = service.find_ids(**query.find_arguments())
    rows = {id_: row for row, id_ in enumerate(ids)}
    return Found(ids, rows, service.get_many(ids[:FIRST_ROWS]))


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
        return Counts(service.facets(**wide.filters()), everywhere)
    # What a search finds is a ranked selection: its numbers are those of the list, not of a table.
    found = service.get_many(service.find_ids(**wide.find_arguments()))
    types = Counter(memory.type.value for memory in found)
    return Counts(Facets(total=len(found), types=dict(types)), everywhere)


def detail(service: MemoryService, memory_id: str) -> Detail:
    """Raises NotFound where the memory was deleted for good meanwhile."""
    memory = service.get(memory_id)
    return Detail(
        memory=memory,
        excerpts=tuple(_excerpt(service, evidence) for evidence in memory.evidence[:MOST_SOURCES]),
        history=tuple(sorted(service.history(memory_id), key=lambda entry: -entry.seq)),
        related=tuple(service.related(memory_id)),
    )


def _excerpt(service: MemoryService, evidence: Evidence) -> Excerpt:
    called = service.rules.words.of(evidence.rule)
    try:
        conversation = service.conversation(evidence.conversation_id)
    except NotFound:  # deleted for good; the memory stays, without its source
        return Excerpt(evidence, None, (), called)
    first, last = evidence.first_turn, evidence.last_turn
    turns = service.turns(evidence.conversation_id, max(1, first - _FAR), last + _FAR)
    said = [turn for turn in turns if first <= turn.number <= last or turn.kind is TurnKind.SAID]
    before = [turn for turn in said if turn.number < first][-_AROUND:]
    after = [turn for turn in said if turn.number > last][:_AROUND]
    inside = [turn for turn in said if first <= turn.number <= last]
    return Excerpt(evidence, conversation, (*before, *inside, *after), called)
