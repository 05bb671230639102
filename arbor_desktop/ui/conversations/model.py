"""The questions that the page asks, their answers, and a transcript as rows."""

from __future__ import annotations

import json
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from arbor_desktop.context.explanation import Explanation
from arbor_desktop.context.model import Delivered, Receipt, ToldFigures, Use
from arbor_desktop.conversations.model import (
    Conversation,
    ConversationFacets,
    Role,
    Turn,
    TurnKind,
    TurnMark,
)
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.memories.model import Memory, MemoryType
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.ui.listing import Found

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


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


_AT_START = frozenset({"sessionstart", "session_start"})
_WITH_PROMPT = frozenset({"userpromptsubmit", "beforeagent", "beforesubmitprompt"})


class When(Enum):
    """When in a session something was told."""

    START = "start"
    PROMPT = "prompt"
    DURING = "during"


def when(event: str) -> When:
    """By the hook's name in the words of its tool (Claude Code, Codex: `SessionStart`, `UserPromptSubmit`;
    Gemini CLI: `SessionStart`, `BeforeAgent`; Cursor: `sessionStart`, `beforeSubmitPrompt`)."""
    name = event.lower()
    if name in _AT_START:
        return When.START
    return When.PROMPT if name in _WITH_PROMPT else When.DURING


@dataclass(frozen=True, slots=True)
class UsedMark:
    """A turn at which a memory that was told was used; `failed`: it did not hold there."""

    turn: int
    memory_id: str
    content: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """All that a conversation was told, the oldest first; `types`: of the memories that are still here."""

    receipts: tuple[Receipt, ...] = ()
    types: tuple[tuple[str, MemoryType], ...] = ()

    @property
    def withheld(self) -> bool:
        """Whether the session gets no memories, to be compared with others."""
        return any(one.withheld for one in self.receipts)

    def type_of(self, memory_id: str) -> MemoryType | None:
        return dict(self.types).get(memory_id)

    def at(self, moment: When) -> int:
        """How many memories were told then for the first time."""
        seen: set[str] = set()
        count = 0
        for receipt in self.receipts:
            new = {one.memory_id for one in receipt.delivered} - seen
            seen |= new
            count += len(new) if when(receipt.event) is moment else 0
        return count

    def became(self, use: Use) -> int:
        """Of how many memories that is so. What failed once and was used elsewhere is both."""
        return len({one.memory_id for one in self._delivered() if one.use is use})

    @property
    def judged(self) -> bool:
        """Whether any of it was looked at yet."""
        return any(one.use is not None for one in self._delivered())

    @property
    def marks(self) -> tuple[UsedMark, ...]:
        """The turns where something was used, one sign for each memory there."""
        found: dict[tuple[int, str], UsedMark] = {}
        for one in self._delivered():
            if one.turn is not None and one.use in (Use.USED, Use.FAILED):
                mark = UsedMark(one.turn, one.memory_id, one.content, one.use is Use.FAILED)
                found.setdefault((one.turn, one.memory_id), mark)
        return tuple(found[key] for key in sorted(found))

    def _delivered(self) -> Sequence[Delivered]:
        return [one for receipt in self.receipts for one in receipt.delivered]


def told(service: MemoryService, conversation_id: str) -> Told:
    """One that was told nothing has no receipts."""
    receipts = tuple(service.receipts_of(conversation_id))
    ids = list(dict.fromkeys(one.memory_id for receipt in receipts for one in receipt.delivered))
    types = tuple((memory.id, memory.type) for memory in service.get_many(ids)) if ids else ()
    return Told(receipts, types)


@dataclass(frozen=True, slots=True)
class Why:
    """Why the AI did what it did at a turn; `memories`: by their ids, as they are today."""

    turn: int
    explanation: Explanation
    memories: dict[str, Memory]


def why(service: MemoryService, conversation_id: str, turn: int) -> Why:
    """Raises NotFound where the AI said nothing at the turn or after it."""
    found = service.explain_answer(conversation_id, turn)
    known = service.get_many([one.memory_id for one in found.memories])
    return Why(turn, found, {memory.id: memory for memory in known})


_LONGEST_SPAN = 50
"""A memory of more turns than this has its bar beside the first of them only."""


@dataclass(frozen=True, slots=True)
class Line:
    """A turn without its text: enough to lay the transcript out. `size` in characters."""

    number: int
    role: Role
    kind: TurnKind
    unsaid: bool
    size: int
    lines: int
    """How many lines its text has of its own."""


def is_answer(line: Line) -> bool:
    """Whether the AI said or did it."""
    return line.role is Role.ASSISTANT and line.kind in (TurnKind.SAID, TurnKind.TOOL)


@dataclass(frozen=True, slots=True, order=True)
class Caret:
    """A place between the characters of a turn."""

    number: int
    place: int


class Look(Enum):
    SAID = "said"
    QUIET = "quiet"
    FOLD = "fold"


class Row(NamedTuple):
    """A tuple, because ten thousand are made at a time. `line` is the turn, of a fold its first one, which
    stands for that many `times`. `open`: a quiet line shows its text, a fold its turns."""

    look: Look
    line: Line
    times: int = 1
    open: bool = False
    inside: bool = False
    """Whether it is one of an open fold."""
    marks: tuple[TurnMark, ...] = ()
    bar: MemoryType | None = None
    """The type whose colour the bar at the left has."""
    folded: tuple[Line, ...] = ()
    """The turns of a fold."""
    used: tuple[UsedMark, ...] = ()
    """What was told before and was used here."""

    @property
    def key(self) -> tuple[str, int]:
        return self.look.value, self.line.number

    @property
    def shows_text(self) -> bool:
        return self.look is Look.SAID or (self.look is Look.QUIET and self.open)


def build(lines: Sequence[Line], marks: Sequence[TurnMark], used: Sequence[UsedMark] = ()) -> list[Row]:
    """The rows in order, all closed. Tool turns that follow each other are one fold, unless one of them made
    a memory, or used one."""
    starts, bars = _by_turn(marks)
    uses: dict[int, tuple[UsedMark, ...]] = {}
    for mark in used:
        uses[mark.turn] = (*uses.get(mark.turn, ()), mark)
    rows: list[Row] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _folds(lines[end], bars, uses):
            end += 1
        if end - at >= 2:
            folded = tuple(lines[at:end])
            rows.append(Row(Look.FOLD, folded[0], calls(folded), folded=folded))
            at = end
            continue
        row = _row(lines[at], starts, bars)
        here = uses.get(row.line.number)
        rows.append(row._replace(used=here) if here else row)
        at += 1
    return rows


def opened(rows: Sequence[Row], open_turns: Collection[int], open_folds: Collection[int]) -> list[Row]:
    """The same with some of them open: a fold followed by its turns, a quiet line with its text."""
    if not open_turns and not open_folds:
        return list(rows)
    out: list[Row] = []
    for row in rows:
        if row.look is Look.FOLD and row.line.number in open_folds:
            out.append(row._replace(open=True))
            turns = row.folded
            out += [Row(Look.QUIET, line, open=line.number in open_turns, inside=True) for line in turns]
        elif row.look is Look.QUIET and row.line.number in open_turns:
            out.append(row._replace(open=True))
        else:
            out.append(row)
    return out


def _folds(line: Line, bars: Container[int], uses: Container[int]) -> bool:
    return line.kind is TurnKind.TOOL and line.number not in bars and line.number not in uses


def calls(lines: Sequence[Line]) -> int:
    """How many tools were called: a call and its result are two turns, where the source tells them apart."""
    asked = sum(line.role is Role.ASSISTANT for line in lines)
    return max(asked, len(lines) - asked)


def _row(
    line: Line,
    starts: dict[int, tuple[TurnMark, ...]],
    bars: dict[int, MemoryType],
) -> Row:
    made, bar = starts.get(line.number, ()), bars.get(line.number)
    if line.kind is TurnKind.SAID or made:
        return Row(Look.SAID, line, marks=made, bar=bar)
    return Row(Look.QUIET, line, bar=bar)


def _by_turn(marks: Sequence[TurnMark]) -> tuple[dict[int, tuple[TurnMark, ...]], dict[int, MemoryType]]:
    """The marks that begin at a turn, one a memory; and the colour of each turn that belongs to one."""
    starts: dict[int, tuple[TurnMark, ...]] = {}
    bars: dict[int, MemoryType] = {}
    for mark in marks:
        starts[mark.first_turn] = (*starts.get(mark.first_turn, ()), mark)
        last = mark.last_turn if mark.last_turn - mark.first_turn < _LONGEST_SPAN else mark.first_turn
        for number in range(mark.first_turn, last + 1):
            bars.setdefault(number, mark.type)
    for number, made in starts.items():
        bars[number] = made[0].type
    return starts, bars


def fold_of(rows: Sequence[Row], number: int) -> int | None:
    """The first turn of the fold that holds turn `number`; None where it is in none."""
    for row in rows:
        if row.folded and row.folded[0].number <= number <= row.folded[-1].number:
            return row.line.number
    return None


FIRST_ROWS = 48
TURNS_AT_ONCE = 500
MOST_HITS = 2_000
"""So many places are found in one transcript; nobody steps through more."""


FOUND_CONVERSATIONS = 200
"""So many conversations a search lists."""


@dataclass(frozen=True, slots=True)
class FoundConversations(Found[Conversation]):
    """`hits`: where a search found something."""

    hits: dict[str, ConversationHit] = field(default_factory=dict)
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


def find(service: MemoryService, query: ConversationQuery, shown: list[str]) -> FoundConversations:
    hits: dict[str, ConversationHit] = {}
    only: list[str] | None = None
    if query.words:
        found = _search(service, query)
        hits = {hit.conversation_id: hit for hit in found}
        only = list(hits)
    ids = service.conversation_ids(
        project=query.project,
        source=query.source,
        state=query.status,
        only=only,
        sort="given" if query.by_relevance else query.sort,
        order=query.order,
    )
    first = rows(service, ids[:FIRST_ROWS])
    return FoundConversations.of(ids, first.conversations, shown, hits=hits, told=first.told)


@dataclass(frozen=True, slots=True)
class Counts:
    """`here` under the other filters and the search, `everywhere` over all; what the service is doing.

    `best_only`: the search may find more than it answers. `model`: a language model reads, or did this month,
    so that tokens and costs matter.
    """

    here: ConversationFacets
    everywhere: ConversationFacets
    status: ServiceStatus
    best_only: bool = False
    model: bool = False


def counts(service: MemoryService, query: ConversationQuery, known: Counts | None) -> Counts:
    """`known`: those of another query, where nothing changed since."""
    everywhere = known.everywhere if known is not None else service.conversation_facets()
    here, best_only = everywhere, False
    if query.words or query.source or query.project:
        only: list[str] | None = None
        if query.words:
            only = [hit.conversation_id for hit in _search(service, query)]
            best_only = len(only) == FOUND_CONVERSATIONS
        here = service.conversation_facets(project=query.project, source=query.source, only=only)
    model = everywhere.cost > 0 or service.settings.get("extraction.backend") != "offline"
    return Counts(here, everywhere, service.get_status(), best_only, model)


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
    garbled: bool = False
    """Whether characters of what was said are lost, as their encoding is unknown."""

    @property
    def text_is_gone(self) -> bool:
        """Whether its text is not kept any more."""
        return self.conversation.text_removed_at is not None


def transcript(service: MemoryService, conversation_id: str) -> Transcript:
    """Raises NotFound."""
    conversation = service.conversation(conversation_id)
    lines, garbled = [], False
    for turn in all_turns(service, conversation_id):
        size, count = len(turn.text), turn.text.count("\n") + 1
        lines.append(Line(turn.number, turn.role, turn.kind, turn.unsaid, size, count))
        garbled |= turn.kind is TurnKind.SAID and "\ufffd" in turn.text
    marks = tuple(service.conversation_marks(conversation_id))
    what = told(service, conversation_id)
    return Transcript(
        conversation,
        tuple(build(lines, marks, what.marks)),
        marks,
        what,
        service.outcome(conversation_id),
        service.read_with(conversation_id),
        garbled,
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
