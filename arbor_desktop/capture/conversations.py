"""What a person sees of, and does with, captured conversations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from arbor_desktop.conversations.model import (
    Conversation,
    ConversationFacets,
    ConversationPage,
    ConversationStatus,
    Turn,
    TurnMark,
)
from arbor_desktop.conversations.queries import captures, conversation_list, conversations
from arbor_desktop.conversations.queries.conversation_list import Wanted
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.models.queries import model
from arbor_desktop.runtime.runtime import Runtime

NOT_REMEMBERED = "not remembered"
"""The reason of a conversation that the person keeps out of the memory."""


class Conversations:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def page(
        self,
        *,
        project: str | None = None,
        source: str | None = None,
        status: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> ConversationPage:
        """Captured conversations, the newest first."""
        path = None if project is None else checks.project_path(project)
        state = None if status is None else parse_enum(ConversationStatus, status, "status")
        return self._rt.db.read(
            lambda c: conversations.page(
                c, project=path, source=source, status=state, limit=limit, after=after
            )
        )

    def ids(
        self,
        *,
        project: str | None = None,
        source: str | None = None,
        status: str | None = None,
        only: Sequence[str] | None = None,
        sort: str = "started",
        order: str = "desc",
    ) -> list[str]:
        """All that match, for a list that loads its rows as they are shown.

        `sort`: started, title, project, turns, status, memories, tokens, or `given` (the order of `only`).
        """
        if sort not in (*conversation_list.SORTS, "given"):
            raise InvalidInput(f"Conversations can't be sorted by {sort!r}.", field="sort")
        wanted = _wanted(project, source, status, only)
        return self._rt.db.read(
            lambda c: conversation_list.ids(c, wanted, sort=sort, descending=order == "desc")
        )

    def many(self, ids: Sequence[str]) -> list[Conversation]:
        """In the order of `ids`; those that are gone are left out."""
        return self._rt.db.read(lambda c: conversation_list.many(c, ids))

    def facets(
        self,
        *,
        project: str | None = None,
        source: str | None = None,
        status: str | None = None,
        only: Sequence[str] | None = None,
    ) -> ConversationFacets:
        """How many conversations of each status, source and project; tokens and cost of this month (UTC)."""
        now = datetime.fromtimestamp(self._rt.clock() / 1000, UTC)
        month = datetime(now.year, now.month, 1, tzinfo=UTC)
        wanted = _wanted(project, source, status, only)
        since = int(month.timestamp() * 1000)
        return self._rt.db.read(lambda c: conversation_list.facets(c, wanted, since))

    def get(self, id: str, *, with_turns: bool = False) -> Conversation:
        """Raises NotFound."""
        return self._rt.db.read(lambda c: conversations.get(c, id, with_turns=with_turns))

    def read_with(self, id: str) -> str | None:
        """The model that read the conversation last; None where the rules on this computer did alone."""
        return self._rt.db.read(lambda c: model.read_with(c, id))

    def turns(self, conversation_id: str, first: int = 1, last: int | None = None) -> list[Turn]:
        """Turns `first` to `last`, both included. Raises NotFound."""
        return self._rt.db.read(
            lambda c: conversations.turns(c, conversations.row_of(c, conversation_id), first, last)
        )

    def marks(self, conversation_id: str) -> list[TurnMark]:
        """The places that made memories. Raises NotFound."""
        return self._rt.db.read(
            lambda c: conversation_list.marks(c, conversations.row_of(c, conversation_id))
        )

    def files(self, conversation_id: str) -> list[str]:
        """The files it was read from, those that are still there first. Raises NotFound."""
        return self._rt.db.read(
            lambda c: conversation_list.files(c, conversations.row_of(c, conversation_id))
        )

    def process_waiting(self) -> int:
        """Makes all that waits (for quiet, or for another try) due now. Answers how many."""
        now = self._rt.clock()
        count = self._rt.db.write(lambda c: captures.hurry(c, now))
        self._rt.announce(status=True)
        return count

    def leave_out(self, *ids: str) -> None:
        """Keeps conversations out of the memory: what is said in them from now on is neither read nor
        memorized. Memories they made stay. Raises NotFound, with nothing changed."""
        self._mark(ids, True)

    def take_in(self, *ids: str) -> None:
        """Takes `leave_out` back: what was captured and not memorized is queued. What was said meanwhile is
        captured when its file is written to again. Raises NotFound, with nothing changed."""
        self._mark(ids, False)

    def _mark(self, ids: Sequence[str], left_out: bool) -> None:
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            for row in [conversations.row_of(conn, ident) for ident in ids]:
                keep_out(conn, row, now) if left_out else _let_in(conn, row, now)

        self._rt.db.write(write)
        self._rt.announce((), tuple(ids), status=True)


def keep_out(conn: Connection, row: int, now: int) -> None:
    """Marks a conversation as one that must not be remembered, and takes it out of the queue."""
    conversations.set_left_out(conn, row, True)
    captures.finish(conn, row)
    conversations.set_status(conn, row, ConversationStatus.SKIPPED, NOT_REMEMBERED, now)


def _let_in(conn: Connection, row: int, now: int) -> None:
    conversations.set_left_out(conn, row, False)
    conversations.set_status(conn, row, ConversationStatus.PENDING, None, now)
    captures.queue(conn, row, due=now, now=now)
    captures.read_again(conn, row)


def _wanted(
    project: str | None, source: str | None, status: str | None, only: Sequence[str] | None
) -> Wanted:
    path = None if project is None else checks.project_path(project)
    state = None if status is None else parse_enum(ConversationStatus, status, "status")
    return Wanted(path, source, state, only)
