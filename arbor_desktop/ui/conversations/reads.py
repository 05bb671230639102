"""What the page reads, each as one call that runs away from the GUI thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arbor_desktop.context.model import ToldFigures
from arbor_desktop.conversations.model import Conversation, ConversationFacets, Turn, TurnMark
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.ui.conversations.query import ConversationQuery
from arbor_desktop.ui.conversations.transcript_rows import Line, Row, build
from arbor_desktop.ui.receipts.reads import Told, told

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

FIRST_ROWS = 48
TURNS_AT_ONCE = 500
MOST_HITS = 2_000
"""So many places are found in one transcript; nobody steps through more."""


FOUND_CONVERSATIONS = 200
"""So many conversations a search lists."""


@dataclass(frozen=True, slots=True)
class Found:
    """The list: ids in order, the first rows, and where a search found something."""

    ids: list[str]
    rows: dict[str, int]
    first: list[Conversation]
    hits: dict[str, ConversationHit]
    told: dict[str, ToldFigures] = field(default_factory=dict)
    """Of the first rows, what those were told that were told anything."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of the list, and what those were told that were told anything."""

    conversations: list[Conversation]
    told: dict[str, ToldFigures]


def rows(service: MemoryService, ids: list[str]) -> Rows:
    return Rows(service.conversations_by_id(ids), service.receipts.figures(ids))


def _search(service: MemoryService, query: ConversationQuery) -> list[ConversationHit]:
    return service.search_conversations(
        query.words, project=query.project, source=query.source, limit=FOUND_CONVERSATIONS
    )


def find(service: MemoryService, query: ConversationQuery) -> Found:
    hits: dict[str, ConversationHit] = {}
    only: list[str] | None = None
    if query.words:
        found = _search(service, query)
        hits = {hit.conversation_id: hit for hit in found}
        only = list(hits)
    ids = service.conversation_ids(
        project=query.project,
        source=query.source,
        status=query.status,
        only=only,
        sort="given" if query.by_relevance else query.sort,
        order=query.order,
    )
    first = rows(service, ids[:FIRST_ROWS])
    order = {ident: row for row, ident in enumerate(ids)}
    return Found(ids, order, first.conversations, hits, first.told)


@dataclass(frozen=True, slots=True)
class Counts:
    """`here` under the other filters and the search, `everywhere` over all; what the service is doing.

    `best_only`: the search may find more than it answers.
    """

    here: ConversationFacets
    everywhere: ConversationFacets
    status: ServiceStatus
    best_only: bool = False


def counts(service: MemoryService, query: ConversationQuery) -> Counts:
    everywhere = service.conversation_facets()
    here, best_only = everywhere, False
    if query.words or query.source or query.project:
        only: list[str] | None = None
        if query.words:
            only = [hit.conversation_id for hit in _search(service, query)]
            best_only = len(only) == FOUND_CONVERSATIONS
        here = service.conversation_facets(project=query.project, source=query.source, only=only)
    return Counts(here, everywhere, service.get_status(), best_only)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole conversation in outline; the texts come in windows as they are looked at."""

    conversation: Conversation
    rows: tuple[Row, ...]
    """All closed."""
    marks: tuple[TurnMark, ...]
    told: Told
    """By hooks."""
    outcome: Outcome | None = None
    """What it came to, where that is known."""
    read_with: str | None = None
    """The model that read it last; None where the rules on this computer did alone."""

    @property
    def text_is_gone(self) -> bool:
        """Whether its text is not kept any more."""
        return self.conversation.text_removed_at is not None


def transcript(service: MemoryService, conversation_id: str) -> Transcript:
    """Raises NotFound."""
    conversation = service.conversation(conversation_id)
    lines = tuple(
        Line(turn.number, turn.role, turn.kind, turn.unsaid, len(turn.text), turn.text.count("\n") + 1)
        for turn in all_turns(service, conversation_id)
    )
    marks = tuple(service.conversation_marks(conversation_id))
    what = told(service, conversation_id)
    return Transcript(
        conversation,
        tuple(build(lines, marks, what.marks)),
        marks,
        what,
        service.outcome(conversation_id),
        service.read_with(conversation_id),
    )


def all_turns(service: MemoryService, conversation_id: str) -> Iterator[Turn]:
    """Every turn, with only some of the texts in memory at a time."""
    first = 1
    while True:
        part = service.turns(conversation_id, first, first + TURNS_AT_ONCE - 1)
        yield from part
        if not part:
            return
        first = part[-1].number + 1


@dataclass(frozen=True, slots=True)
class Place:
    """Some characters of a turn's text."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Search:
    """What was looked for in a transcript, and where it is."""

    words: str
    places: tuple[Place, ...] = field(default=())


def search(service: MemoryService, conversation_id: str, words: str) -> Search:
    """The exact words, upper or lower case alike, wherever they are said."""
    wanted = words.lower()
    places: list[Place] = []
    if wanted:
        for turn in all_turns(service, conversation_id):
            folded = turn.text.lower()
            if len(folded) != len(turn.text):  # a few capitals are longer in lower case: places would be off
                folded = "".join(char.lower()[:1] for char in turn.text)
            at = folded.find(wanted)
            while at >= 0:
                places.append(Place(turn.number, at, at + len(wanted)))
                at = folded.find(wanted, at + len(wanted))
            if len(places) >= MOST_HITS:
                break
    return Search(words, tuple(places[:MOST_HITS]))


@dataclass(frozen=True, slots=True)
class Price:
    """What reading conversations anew would take with the model that is chosen: its name ("" for its own
    choice), tokens, US dollars (None where they are not known), seconds."""

    backend: str
    model: str
    tokens: int
    cost: float | None
    seconds: float | None


def price(service: MemoryService, ids: list[str]) -> Price | None:
    """None while the rules on this computer read: that costs nothing."""
    backend = str(service.settings.get("extraction.backend"))
    if backend == "offline":
        return None
    whole = service.models.estimates.estimate(ids, again=True)
    one = whole.of(backend)
    return Price(backend, one.model, whole.input_tokens + whole.output_tokens, one.cost, one.seconds)


@dataclass(frozen=True, slots=True)
class Memorized:
    """What came of memorizing: new memories, and why some conversations could not be."""

    new: int
    failures: tuple[str, ...]


def memorize_all(service: MemoryService, ids: list[str], again: bool) -> Memorized:
    """Memorizes one after the other."""
    new, failures = 0, []
    for ident in ids:
        row = service.memorize(ident, again=again)
        new += row.items_extracted
        if row.status == "error":
            failures.append(row.error or row.reason or "")
    return Memorized(new, tuple(failures))
