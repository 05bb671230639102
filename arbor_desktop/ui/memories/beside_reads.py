"""What stands beside the rows of a search: what it may have meant, what the filters hide, what was said.

Asked for once the rows are there, off the GUI thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arbor_desktop.conversations.model import Conversation
from arbor_desktop.projects.names import project_name
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.text.spelling import Suggestion
from arbor_desktop.ui.memories.menu_reads import EVERY_STATUS
from arbor_desktop.ui.memories.query import MemoryQuery
from arbor_desktop.ui.memories.text import words_at
from arbor_desktop.ui.memories.words import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

BEST = 3
COUNTED = 50
"""So many conversations are counted; that there are more is said."""


@dataclass(frozen=True, slots=True)
class Aside:
    """`suggestion`: the words as they may have been meant. Where nothing was found: how much the same words
    find `unfiltered`, and if that is nothing, in memories of every status."""

    suggestion: Suggestion | None = None
    unfiltered: int = 0
    every_status: int = 0


@dataclass(frozen=True, slots=True)
class Talked:
    """A conversation in which it was said."""

    hit: ConversationHit
    conversation: Conversation | None

    @property
    def title(self) -> str:
        return self.hit.title or tr("Conversation without a title")

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
class Talk:
    """The best conversations, and how many there are: `count`, or `more`."""

    best: tuple[Talked, ...] = ()
    count: int = 0
    more: bool = False


def aside(service: MemoryService, query: MemoryQuery, rows: int) -> Aside:
    """`rows`: how many the search found."""
    suggestion = service.suggest(query.words, prefix=True, **query.filters())
    if rows:
        return Aside(suggestion)
    wide = query.without_filters()
    unfiltered = _count(service, wide) if query.narrowed else 0
    every = 0 if unfiltered else _count(service, replace(wide, status=EVERY_STATUS))
    return Aside(suggestion, unfiltered, every)


def _count(service: MemoryService, query: MemoryQuery) -> int:
    return len(service.find_ids(query.words, **query.filters()))


def talk(service: MemoryService, query: MemoryQuery) -> Talk:
    """In the project that the list is narrowed to, if any; the other filters are of memories only."""
    project = query.scope_id if query.scope == "project" else None
    hits = service.search_conversations(query.words, project=project, limit=COUNTED + 1)
    best = hits[:BEST]
    known = {each.id: each for each in service.conversations_by_id([hit.conversation_id for hit in best])}
    shown = tuple(Talked(hit, known.get(hit.conversation_id)) for hit in best)
    return Talk(shown, min(len(hits), COUNTED), len(hits) > COUNTED)
