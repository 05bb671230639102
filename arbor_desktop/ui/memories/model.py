"""What the page asks the service in one go, on other threads, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import (
    Evidence,
    Facets,
    HistoryEntry,
    Memory,
    Related,
    Scope,
    Source,
    Status,
)
from arbor_desktop.projects.names import project_name
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.listing import Found
from arbor_desktop.ui.memory.text import words_at
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.conflicts.model import Conflict
    from arbor_desktop.conversations.model import Conversation
    from arbor_desktop.conversations.outcome import Outcome
    from arbor_desktop.runtime.status import ServiceStatus
    from arbor_desktop.search.model import ConversationHit
    from arbor_desktop.service import MemoryService
    from arbor_desktop.team.model import Shared
    from arbor_desktop.text.spelling import Suggestion
    from arbor_desktop.ui.memory.excerpts import Excerpt


ACTIVE = ("active",)
TEAM = (Source.TEAM.value,)
MINE = tuple(source.value for source in Source if source is not Source.TEAM)
"""The sources of others' memories, and of one's own."""
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
    stored: tuple[int, int, str] | None = None
    """When they were stored (milliseconds, from and until), and what that time is called."""
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
            "since": self.stored and self.stored[0],
            "until": self.stored and self.stored[1],
        }
        return {name: value for name, value in given.items() if value not in ((), None)}

    def find_arguments(self) -> dict[str, Any]:
        """The keyword arguments of `find_ids`. A search is by relevance until another order is chosen."""
        sort = self.sort if not self.words or self.sort != "created" else "relevance"
        return {"query": self.words or None, "sort": sort, "order": self.order, **self.filters()}

    def without_filters(self) -> MemoryQuery:
        """The same search and order, over everything active."""
        return MemoryQuery(text=self.text, sort=self.sort, order=self.order)


FIRST_ROWS = 24
"""Enough to fill the list once, so that an answer can be painted without asking again."""
MOST_TO_LINK = 20


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything that the detail pane shows of one memory. History newest first; `place`: which of the
    places that it comes from `excerpt` shows."""

    memory: Memory
    excerpt: Excerpt | None
    place: int
    history: tuple[HistoryEntry, ...]
    related: tuple[Related, ...]
    conflicts: tuple[Conflict, ...] = ()
    """The open ones that it takes part in."""
    proof: Proof | None = None
    linked: tuple[Memory, ...] = ()
    homes: tuple[str, ...] = ()
    """The projects that a global memory may be kept to."""
    shared: Shared | None = None
    quotes: tuple[dict[str, Any], ...] = ()
    """The words that another member shared with it."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers for the filters: under the present query, and over everything (what the filter menu offers)."""

    here: Facets
    everywhere: Facets
    sources: Mapping[str, int]
    """Under the present query, whatever sources it asks for."""
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
        here = service.facets(**wide.filters())
        bare = _without(query, "sources")
        sources = here.sources if bare == query == wide else service.facets(**bare.filters()).sources
        return Counts(here, everywhere, sources, status)
    # What a search finds is a ranked selection: its numbers are those of the list, not of a table.
    found = service.get_many(service.find_ids(**wide.find_arguments()))
    types = Counter(memory.type.value for memory in found)
    sources = Counter(memory.source.value for memory in found)
    return Counts(Facets(total=len(found), types=dict(types)), everywhere, sources)


def detail(service: MemoryService, memory_id: str, place: int = 0) -> Detail:
    """Raises NotFound where the memory was deleted for good meanwhile."""
    from arbor_desktop.ui.memory.excerpts import excerpt  # as late as the first detail

    memory = service.get(memory_id, count=False)  # read again after each change
    place = max(min(place, len(memory.evidence) - 1), 0)
    return Detail(
        memory=memory,
        excerpt=excerpt(service, memory.evidence[place]) if memory.evidence else None,
        place=place,
        history=tuple(sorted(service.history(memory_id), key=lambda entry: -entry.seq)),
        related=tuple(service.related(memory_id)),
        conflicts=tuple(service.conflicts_of(memory_id)) if memory.conflict_ids else (),
        proof=proof_of(service, memory),
        linked=tuple(service.linked(memory_id)),
        homes=tuple(service.homes(memory_id)) if memory.scope is Scope.GLOBAL else (),
        shared=service.team.of([memory_id]).get(memory_id) if service.in_team() else None,
        quotes=tuple(service.team.quote(memory_id)) if memory.source is Source.TEAM else (),
    )


def to_link(service: MemoryService, words: str, memory_id: str) -> list[Memory]:
    """Return what a memory may be linked with, the best matches first; without words the newest."""
    if words.strip():
        ids = service.find_ids(words, status=("active", "pending"))
        found = service.get_many(ids[:MOST_TO_LINK])
    else:
        found = service.recent(MOST_TO_LINK)
    known = {memory_id, *(memory.id for memory in service.linked(memory_id))}
    return [memory for memory in found if memory.id not in known]


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


BEST = 3
COUNTED = 50
"""So many conversations are counted; that there are more is said."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """`suggestion`: the words as they may have been meant. Where nothing was found: how much the same words
    find `unfiltered`, and if that is nothing, in memories of every status."""

    suggestion: Suggestion | None = None
    unfiltered: int = 0
    every_status: int = 0


@dataclass(frozen=True, slots=True)
class FoundConversation:
    """A conversation in which it was said."""

    hit: ConversationHit
    conversation: Conversation | None

    @property
    def title(self) -> str:
        return self.hit.title or tr("Untitled conversation")

    @property
    def title_words(self) -> tuple[str, ...]:
        return words_at(self.hit.title, self.hit.title_marks)

    @property
    def line(self) -> str:
        """The turn that fits best; where none does but the title, the project."""
        if self.hit.text:
            return " ".join(self.hit.text.split())
        return project_name(self.conversation.project or "") if self.conversation else ""

    @property
    def source(self) -> str:
        return self.conversation.source if self.conversation else ""

    @property
    def at(self) -> int | None:
        found = self.conversation
        return (found.ended_at or found.started_at) if found else None


@dataclass(frozen=True, slots=True)
class ConversationHits:
    """The best conversations, and how many there are: `count`, or `more`."""

    best: tuple[FoundConversation, ...] = ()
    count: int = 0
    more: bool = False


def alternatives(service: MemoryService, query: MemoryQuery, rows: int) -> Alternatives:
    """`rows`: how many the search found."""
    suggestion = service.suggest(query.words, prefix=True, **query.filters())
    if rows:
        return Alternatives(suggestion)
    wide = query.without_filters()
    unfiltered = _count(service, wide) if query.narrowed else 0
    every = 0 if unfiltered else _count(service, replace(wide, status=EVERY_STATUS))
    return Alternatives(suggestion, unfiltered, every)


def _count(service: MemoryService, query: MemoryQuery) -> int:
    return len(service.find_ids(query.words, **query.filters()))


def conversation_hits(service: MemoryService, query: MemoryQuery) -> ConversationHits:
    """In the project that the list is narrowed to, if any; the other filters are of memories only."""
    project = query.scope_id if query.scope == "project" else None
    hits = service.search_conversations(query.words, project=project, limit=COUNTED + 1)
    best = hits[:BEST]
    known = {each.id: each for each in service.conversations_by_id([hit.conversation_id for hit in best])}
    shown = tuple(FoundConversation(hit, known.get(hit.conversation_id)) for hit in best)
    return ConversationHits(shown, min(len(hits), COUNTED), len(hits) > COUNTED)


class By(Enum):
    """What proved it; `EITHER` where nobody knows any more which of these."""

    TESTS = "tests"
    BUILD = "build"
    WORD = "word"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a memory proved right. `turn`: the one that shows it or, where that is not known, the one that
    the memory comes from; `title` empty for a conversation that is gone."""

    by: By
    conversation_id: str
    turn: int
    title: str = ""


def proof_of(service: MemoryService, memory: Memory) -> Proof | None:
    """The newest proof; None where nothing proved it."""
    place = max((e for e in memory.evidence if e.verified), key=lambda e: e.at or 0, default=None)
    if place is None:
        return None
    try:
        title = service.conversation(place.conversation_id).title
        outcome = service.outcome(place.conversation_id)
    except NotFound:  # deleted meanwhile
        title, outcome = "", None
    by, turn = _by_what(outcome, place)
    return Proof(by, place.conversation_id, turn, title)


def _by_what(outcome: Outcome | None, place: Evidence) -> tuple[By, int]:
    """No more is said than is known: where the last test failed, or ran before, either may have proved it."""
    from arbor_desktop.conversations.outcome import CheckKind, CheckResult

    proving = [c for c in outcome.checks if c.kind is not CheckKind.CHECK] if outcome is not None else []
    if outcome is not None and not proving:
        return By.WORD, place.last_turn
    last = max(proving, key=lambda check: check.turn, default=None)
    if last is None or last.result is not CheckResult.PASSED or last.turn <= place.last_turn:
        return By.EITHER, place.last_turn
    return (By.TESTS if last.kind is CheckKind.TEST else By.BUILD), last.turn
